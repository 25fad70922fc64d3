"""Working while nobody else does: one thread, which begins after a while of quiet."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from tiermem.errors import TiermemError
from tiermem.store.contract import Store
from tiermem.values import Reach

_LOG = logging.getLogger("tiermem")
CLOSING_S = 5.0
"""Seconds that closing waits for a batch that is being applied; never for a model's answer."""

Work = Callable[[Reach, Callable[[], bool]], object]
"""Works through what waits of a user, and asks between batches whether to stop."""


class Idle:
    """Makes profiles in a process that lives on, where they are enabled, after an interval in which nothing happened.

    The thread is a daemon. What it did not get to is done by the next idle time, or by the worker.

    Args:
        work: What it does.
        store: The thread gives its connection back after each run.
        enabled: Whether there is anything to do at all.
        interval_s: Seconds of quiet before it begins.
    """

    def __init__(self, work: Work, store: Store, *, enabled: bool, interval_s: float) -> None:
        self._work = work
        self._store = store
        self._enabled = enabled
        self._interval_s = interval_s
        self._lock = threading.Lock()
        self._in_use = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: dict[int, Reach] = {}
        self._woken = threading.Event()
        self._closed = threading.Event()

    def wake(self, reach: Reach) -> None:
        """Something of this reach happened: wait for quiet, then work."""
        if not self._enabled or self._closed.is_set() or threading.current_thread() is self._thread:
            return
        with self._lock:
            self._wanted[reach.user.id] = reach
            if self._thread is None or not self._thread.is_alive():  # the first time, or after a fork
                self._thread = threading.Thread(target=self._run, name="tiermem idle", daemon=True)
                self._thread.start()
        self._woken.set()

    def close(self) -> None:
        """Begin nothing more; a batch that is being applied is waited for."""
        self._closed.set()
        self._woken.set()
        if self._in_use.acquire(timeout=CLOSING_S):
            self._in_use.release()

    def _run(self) -> None:
        while not self._closed.is_set():
            self._woken.wait()
            while not self._closed.is_set() and self._woken.is_set():
                self._woken.clear()
                self._woken.wait(self._interval_s)
            with self._lock:
                wanted, self._wanted = self._wanted, {}
            for reach in wanted.values():
                self._work_on(reach)

    def _work_on(self, reach: Reach) -> None:
        with self._in_use:
            if self._closed.is_set():
                return
            try:
                self._work(reach, self._closed.is_set)
            except TiermemError as error:
                _LOG.warning("idle work on user %s: %s", reach.user.name, error)
            finally:
                if not self._closed.is_set():
                    self._store.release()
