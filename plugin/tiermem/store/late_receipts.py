"""Store receipts without making a prompt wait for a writer: those that come while another writes wait in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from tiermem.errors import StoreError, UnusableStore
from tiermem.support.lazy import logger
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.store.contract import Sessions
    from tiermem.values import Reach, Receipt

_LOG = logger("tiermem")
_AT_ONCE_MS = 2
"""Milliseconds that storing a receipt waits for its turn to write before it is left to the thread."""
_CLOSING_S = 5.0
"""Seconds that closing waits for the thread to give its connection back."""


class Turns(Protocol):
    """Takes turns to write."""

    def __call__(self, wait_ms: int | None) -> AbstractContextManager[None]:
        """Run the block in a transaction that need not survive power loss.

        Args:
            wait_ms: Maximum milliseconds to wait for the turn; None for as long as other writes do.
        """
        ...


class _Late(NamedTuple):
    receipt: Receipt
    reach: Reach


class LateReceipts:
    """The receipts of one store that wait for their turn.

    They are taken from the queue within a transaction: whoever has the turn to write stores them all, and nobody waits
    for the thread.

    Args:
        sessions: Stores them.
        turn: Takes turns to write.
        release: Closes the connection of the calling thread.
    """

    def __init__(self, sessions: Sessions, turn: Turns, release: Callable[[], None]) -> None:
        self._sessions = sessions
        self._turn = turn
        self._release = release
        self._waiting: list[_Late] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def keep(self, receipt: Receipt, reach: Reach) -> None:
        """Store a receipt; if another process is writing, soon.

        Raises:
            StoreError: It could not be stored, for another reason.
        """
        with self._lock:
            self._waiting.append(_Late(receipt, reach))
        if not self._stored(_AT_ONCE_MS):
            self._wake()

    def settle(self, wait_ms: int | None) -> None:
        """Store all that wait, before receipts are read or erased. If the store stays busy, the thread does so later.

        Args:
            wait_ms: See `Turns`.
        """
        if self._waiting:
            self._stored(wait_ms)

    def close(self) -> None:
        """Store all that wait, and end the thread."""
        try:
            self.settle(None)
        except StoreError as error:
            _LOG.warning("receipts were not kept: %s", error)
        if self._thread is not None:
            self._thread.join(_CLOSING_S)

    def _stored(self, wait_ms: int | None) -> bool:
        """Store all that wait. Return False if the store is busy; then they still wait."""
        taken: list[_Late] = []
        try:
            with self._turn(wait_ms):
                taken = self._taken()
                for one in taken:
                    self._sessions.log(one.receipt, one.reach)
        except UnusableStore as error:
            if not error.is_busy:
                self._taken()
                raise
            with self._lock:
                self._waiting = [*taken, *self._waiting]
            return False
        return True

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
            if not self._stored(None):
                _LOG.warning("%d receipts wait until the store is free", len(self._waiting))
        except StoreError as error:
            _LOG.warning("receipts were not kept: %s", error)
        finally:
            self._release()
