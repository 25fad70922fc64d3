"""Store receipts for which the server is too slow or away at the moment: they wait in a thread."""

from __future__ import annotations

import threading
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from tiermem.errors import DeadlineExceeded, StoreError, UnusableStore
from tiermem.store.postgresql.database import RejectedRow
from tiermem.support.lazy import logger
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.store.postgresql.database import PostgresDatabase
    from tiermem.store.tables.sessions import SessionTables
    from tiermem.store.tables.stream import StreamTable
    from tiermem.values import Reach, Receipt

_LOG = logger("tiermem")
AT_ONCE_S = 0.1
"""Seconds that a prompt waits until its receipt is stored. After that it is left to the thread."""
_LATER_S = 10.0
"""Seconds that the thread gives the server for a receipt."""
_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 10.0
"""Seconds between two attempts; they grow."""
_SETTLING_S = 0.25
"""Seconds that reading receipts, erasing and closing wait until those before are stored."""
_KNOWN_S = 5.0
"""Seconds after which the place of the last event is read again. It has to be known before the server is slow."""
_MOST = 1_000
"""Receipts that wait. After that the oldest is lost."""


class _Late(NamedTuple):
    receipt: Receipt
    reach: Reach
    told: int | None
    head: int
    """The last event that was known before it came; 0 if none was. Of erasures, a later one has a later place."""


class LateReceipts:
    """The receipts of one store that wait for its server, in their order.

    One whose query may be what was erased meanwhile is dropped: if anything was erased after the place of the last
    event that was known before it.

    Args:
        database: The database.
        sessions: Stores them.
        stream: Tells of erasures.
    """

    def __init__(self, database: PostgresDatabase, sessions: SessionTables, stream: StreamTable) -> None:
        self._database = database
        self._sessions = sessions
        self._stream = stream
        self._waiting: deque[_Late] = deque()
        self._storing = threading.Lock()
        self._lock = threading.Lock()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._head, self._read_at = 0, float("-inf")
        self._is_away = False

    def keep(self, receipt: Receipt, reach: Reach, told: int | None) -> None:
        """Store a receipt; if the server is too slow or away, as soon as it is not.

        Raises:
            UnusableStore: It could not be stored, for another reason.
        """
        head = self._head
        try:
            with self._database.deadline(AT_ONCE_S, "receipt"):
                if time.monotonic() > self._read_at + _KNOWN_S:
                    self._read_head()
                    head = self._head
                with self._database.of(reach.ids), self._database.whole("IMMEDIATE", durable=False, of=reach):
                    self._log(receipt, reach, told)
        except StoreError as error:
            if not error.is_away:
                raise
        else:
            return
        late = _Late(receipt, reach, told, head)
        with self._lock:
            if len(self._waiting) >= _MOST:
                self._waiting.popleft()
                _LOG.warning("a receipt was not kept: %d already wait for the server", _MOST)
            self._waiting.append(late)
            if self._thread is None or not self._thread.is_alive():  # a fork has no threads
                self._thread = threading.Thread(target=self._run, name="tiermem receipts", daemon=True)
                self._thread.start()

    def settle(self) -> None:
        """Store those that wait, unless this takes long: the thread goes on."""
        if not self._waiting or self._is_away or self._database.in_transaction():
            return
        with suppress(StoreError), self._database.deadline(_SETTLING_S, "receipts"):
            self._store_all()

    def close(self) -> None:
        """Store those that wait, and end the thread. A server that stays slow is waited for 250 ms."""
        self._ending.set()
        self.settle()
        if self._waiting:
            _LOG.warning(
                "%d receipts were not kept: the server did not store them in time", len(self._waiting)
            )
        if self._thread is not None:
            self._thread.join(_SETTLING_S)

    def look(self) -> None:
        """Read the place of the last event, after this process has erased something."""
        with suppress(StoreError), self._database.deadline(AT_ONCE_S, "receipts"):
            self._read_head()

    def _read_head(self) -> None:
        with self._database.everything():
            self._head = self._stream.head()
        self._read_at = time.monotonic()

    def _log(self, receipt: Receipt, reach: Reach, told: int | None) -> None:
        self._sessions.log(receipt, reach)
        if told is not None and receipt.session_id is not None:
            self._sessions.told(receipt.session_id, told)

    def _store_all(self) -> None:
        """Store all that wait, the oldest first, each in a transaction of its own.

        Raises:
            StoreError: The server is too slow or away; the rest waits.
        """
        if not self._storing.acquire(timeout=_SETTLING_S):
            raise DeadlineExceeded("receipts", round(_SETTLING_S * 1000))
        try:
            while self._waiting:
                late = self._waiting[0]
                try:
                    self._store(late)
                except (StoreError, RejectedRow) as error:
                    if isinstance(error, StoreError) and error.is_away:
                        raise
                    _LOG.warning("a receipt was not kept: %s", error)
                self._is_away = False
                with self._lock, suppress(ValueError):
                    self._waiting.remove(late)
        finally:
            self._storing.release()

    def _store(self, late: _Late) -> None:
        with self._database.whole("IMMEDIATE", durable=False, of=late.reach):
            with self._database.everything():
                is_erased = self._stream.has_erased(late.head)
            if is_erased:
                _LOG.info("a receipt was dropped: something was erased while it waited")
                return
            with self._database.of(late.reach.ids):
                self._log(late.receipt, late.reach, late.told)

    def _run(self) -> None:
        pause = _PAUSE_S
        while self._waiting and not self._ending.is_set():
            try:
                with self._database.deadline(_LATER_S, "receipts"):
                    self._store_all()
            except UnusableStore as error:
                self._is_away = not error.is_busy
                self._ending.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_S)
            except StoreError:
                self._ending.wait(pause)
