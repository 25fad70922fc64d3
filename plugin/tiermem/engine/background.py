"""Embedding beside everything else: one thread, which rests until something is written."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tiermem.errors import TiermemError

if TYPE_CHECKING:
    from tiermem.engine.embedding import Embedding
    from tiermem.store.contract import Store
    from tiermem.values import Reach

_LOG = logging.getLogger("tiermem")
QUIET_S = 1.0
"""Seconds after something was written before it is embedded: whoever wrote it may want the machine first, and a
process that only writes something and ends does not begin."""
BATCH = 8
"""Texts in one call: a prompt that comes meanwhile waits for no more than these."""
CLOSING_S = 5.0
"""Seconds that closing waits for vectors that are being stored; never for those that are being made."""


class _Closed(Exception):
    """The store is not to be used any more."""


class Background:
    """Embeds what is missing after sessions began and things were written.

    The thread is a daemon. It holds no connection while a model works, and stores nothing once it was closed.

    Args:
        embedding: What embeds.
        store: Where; the thread gives its connection back after each batch.
        quiet_s: See `QUIET_S`.
    """

    def __init__(self, embedding: Embedding, store: Store, *, quiet_s: float = QUIET_S) -> None:
        self._embedding = embedding
        self._store = store
        self._quiet_s = quiet_s
        self._lock = threading.Lock()
        self._in_use = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: set[Reach] = set()
        self._woken = threading.Event()
        self._closed = threading.Event()
        self._told: str | None = None

    def wake(self, reach: Reach) -> None:
        """Something of this reach may have no vector."""
        if self._closed.is_set():
            return
        with self._lock:
            self._wanted.add(reach)
            if self._thread is None or not self._thread.is_alive():  # the first time, or after a fork
                self._thread = threading.Thread(target=self._run, name="tiermem embedding", daemon=True)
                self._thread.start()
        self._woken.set()

    def close(self) -> None:
        """Begin nothing more; what is being embedded is thrown away."""
        self._closed.set()
        self._woken.set()
        if self._in_use.acquire(timeout=CLOSING_S):
            self._in_use.release()

    def _run(self) -> None:
        while not self._closed.is_set():
            self._woken.wait()
            if self._closed.wait(self._quiet_s):
                return
            self._woken.clear()
            with self._lock:
                wanted, self._wanted = self._wanted, set()
            for reach in wanted:
                self._fill(reach)

    def _fill(self, reach: Reach) -> None:
        """Embed what is missing there; a failure is told once, and tried again after the next write."""
        try:
            filled = self._embedding.fill(reach.ids, reach, batch=BATCH, storing=self._storing)
            problem = "; ".join(filled.failures)
        except _Closed:
            return
        except TiermemError as error:
            problem = str(error)
        except Exception as error:  # noqa: BLE001 whatever it is, the thread lives on
            problem = f"{type(error).__name__}: {error}"
        if problem and problem != self._told and not self._closed.is_set():
            _LOG.warning("not all texts have vectors: %s", problem)
        self._told = problem

    @contextmanager
    def _storing(self) -> Iterator[None]:
        """The store is used, and the connection given back; once it was closed it is not used any more."""
        with self._in_use:
            if self._closed.is_set():
                raise _Closed
            try:
                yield
            finally:
                self._store.release()
