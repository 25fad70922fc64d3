"""Store receipts without making a prompt wait for a writer: those that come while another writes wait in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from tiermem.errors import StoreError, TiermemError
from tiermem.support.lazy import logger
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.store.contract import Sessions
    from tiermem.values import Reach, Receipt

_LOG = logger("tiermem")
_AT_ONCE_MS = 2
"""Milliseconds that storing a receipt waits for its turn to write before it is left to the thread."""
CLOSING_MS = 2_000
"""Milliseconds that closing waits for its turn to write, and then for the thread to give its connection back."""


class Turns(Protocol):
    """Takes turns to write."""

    def __call__(self, wait_ms: int | None) -> AbstractContextManager[None]:
        """Run the block in a transaction that need not survive power loss.

        Args:
            wait_ms: Maximum milliseconds to wait for the turn; None for as long as other writes do.
        """
        ...


class Erasures(Protocol):
    """The part of `contract.Stream` that tells a waiting receipt of an erasure meanwhile."""

    def head(self) -> int:
        """Return the place of the last event."""
        ...

    def has_erased(self, since: int) -> bool:
        """Return True if something was erased after this place."""
        ...


class _Late(NamedTuple):
    receipt: Receipt
    reach: Reach
    head: int
    """The place of the last event before its recall, or else when it came."""


class LateReceipts:
    """The receipts of one store that wait for their turn.

    They are taken from the queue within a transaction: whoever has the turn to write stores them all, and nobody waits
    for the thread.

    Args:
        sessions: Stores them.
        stream: Tells of erasures.
        turn: Takes turns to write.
        release: Closes the connection of the calling thread.
    """

    def __init__(
        self, sessions: Sessions, stream: Erasures, turn: Turns, release: Callable[[], None]
    ) -> None:
        self._sessions = sessions
        self._stream = stream
        self._turn = turn
        self._release = release
        self._waiting: list[_Late] = []
        self._storing = 0  # calls that took some and have not committed them yet
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def keep(self, receipt: Receipt, reach: Reach, since: int | None = None) -> None:
        """Store a receipt; if another process is writing, soon.

        Args:
            receipt: The receipt.
            reach: The agent and the user.
            since: See `contract.Store.keep`.

        Raises:
            StoreError: It could not be stored, for another reason.
        """
        if since is None:
            since = self._stream.head()  # before its first turn, which an erasure may take
        late = _Late(receipt, reach, since)
        with self._lock:
            self._waiting.append(late)
        try:
            is_stored = self._stored(_AT_ONCE_MS)
        except TiermemError as error:
            if late not in self._waiting:
                raise
            _LOG.warning("a receipt that waited was not kept: %s", error)
            is_stored = False
        if not is_stored:
            self._wake()

    def settle(self, wait_ms: int | None) -> None:
        """Store all that wait, before receipts are read or erased. If the store stays busy, the thread does so later.

        One that cannot be stored is logged: who reads or erases has nothing to do with it.

        Args:
            wait_ms: See `Turns`.
        """
        is_first = True
        while self._waiting or (
            self._storing and is_first
        ):  # its turn comes after those that are being stored
            is_first = False
            try:
                if not self._stored(wait_ms):
                    return
            except TiermemError as error:
                _LOG.warning("a receipt was not kept: %s", error)

    def close(self) -> None:
        """Store all that wait, and end the thread. They are lost if it stays busy for `CLOSING_MS`."""
        self.settle(CLOSING_MS)
        if lost := len(self._taken()):
            _LOG.warning("%d receipts were not kept: the store stayed busy while it was closed", lost)
        if self._thread is not None:
            self._thread.join(CLOSING_MS / 1000)

    def _stored(self, wait_ms: int | None) -> bool:
        """Store all that wait. Return False if the store is busy; then they still wait.

        Raises:
            TiermemError: One could not be stored, for another reason. It is dropped; the others still wait.
        """
        taken: list[_Late] = []
        at = 0
        try:
            with self._turn(wait_ms):
                with self._lock:
                    taken, self._waiting = self._waiting, []
                    self._storing += bool(taken)
                for at, one in enumerate(taken):  # noqa: B007 - tells which one failed
                    self._log(one)
        except BaseException as error:
            is_busy = isinstance(error, StoreError) and error.is_busy
            is_bad = isinstance(error, Exception) and not is_busy
            if is_bad and not taken and (lost := len(self._taken())):  # without a turn none can be stored
                _LOG.warning("%d receipts were not kept: the store cannot be written", lost)
            with self._lock:
                self._waiting = [*taken[:at], *taken[at + is_bad :], *self._waiting]
            if not is_busy:
                raise
            return False
        finally:
            with self._lock:
                self._storing -= bool(taken)
        return True

    def _log(self, late: _Late) -> None:
        """Store one, unless something was erased since: its query, or what it shows, may be what was erased."""
        if self._stream.has_erased(late.head):
            _LOG.info("a receipt was dropped: something was erased since its recall began")
        else:
            self._sessions.log(late.receipt, late.reach)

    def _taken(self) -> list[_Late]:
        with self._lock:
            taken, self._waiting = self._waiting, []
        return taken

    def _wake(self) -> None:
        with self._lock:
            if self._thread is None or not self._thread.is_alive():  # a fork has no threads
                self._thread = threading.Thread(target=self._run, name="tiermem receipts", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        try:
            self.settle(None)
            if self._waiting:
                _LOG.warning("%d receipts wait until the store is free", len(self._waiting))
        finally:
            self._release()
