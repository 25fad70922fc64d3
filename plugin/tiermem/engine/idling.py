"""Working while nobody else does: one thread, which begins after a while of quiet."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tiermem.errors import TiermemError
from tiermem.values import Reach

if TYPE_CHECKING:
    from tiermem.store.contract import Store

_LOG = logging.getLogger("tiermem")
CLOSING_S = 5.0
"""Seconds that closing waits for a batch that is being applied; never for a model's answer."""
LONGEST_REST_S = 3_600.0
"""Seconds from one failure to the next try at most: the interval, twice as long after each further failure."""

Work = Callable[[Reach, Callable[[], bool]], object]
"""Works through what waits of a user, and asks between batches whether to stop."""


class Idle:
    """Makes profiles in a process that lives on, after an interval in which nothing happened.

    The thread is a daemon, and whatever the work raises does not end it: it is logged, and tried again ever more
    rarely. What it did not get to is done by the next idle time, or by the worker.

    Args:
        work: What it does.
        store: The thread gives its connection back after each run.
        interval_s: Seconds of quiet before it begins.
    """

    def __init__(self, work: Work, store: Store, *, interval_s: float) -> None:
        self._work = work
        self._store = store
        self._interval_s = interval_s
        self._lock = threading.Lock()
        self._in_use = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted: dict[int, Reach] = {}
        self._failed: dict[int, tuple[int, float]] = {}
        self._woken = threading.Event()
        self._closed = threading.Event()

    def wake(self, reach: Reach) -> None:
        """Something of this reach happened: wait for quiet, then work."""
        if self._closed.is_set() or threading.current_thread() is self._thread:
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
            self._woken.wait(self._rest_s())
            while not self._closed.is_set() and self._woken.is_set():
                self._woken.clear()
                self._woken.wait(self._interval_s)
            for reach in self._ready():
                self._work_on(reach)

    def _rest_s(self) -> float | None:
        """Seconds until one that failed is to be tried again; None where none did."""
        with self._lock:
            due = [self._failed[user][1] for user in self._wanted if user in self._failed]
        return max(min(due) - time.monotonic(), 0) if due else None

    def _ready(self) -> list[Reach]:
        """Whom to work on now; those that failed stay wanted until their rest is over."""
        now = time.monotonic()
        with self._lock:
            users = [user for user in self._wanted if self._failed.get(user, (0, now))[1] <= now]
            return [self._wanted.pop(user) for user in users]

    def _work_on(self, reach: Reach) -> None:
        with self._in_use:
            if self._closed.is_set():
                return
            try:
                self._work(reach, self._closed.is_set)
                self._failed.pop(reach.user.id, None)
            except Exception as error:  # noqa: BLE001 whatever it is, the thread lives on
                self._fail(reach, error)
            finally:
                if not self._closed.is_set():
                    self._store.release()

    def _fail(self, reach: Reach, error: Exception) -> None:
        """Try again after a rest."""
        times = self._failed.get(reach.user.id, (0, 0.0))[0] + 1
        rest = min(self._interval_s * 2 ** min(times, 30), LONGEST_REST_S)
        _LOG.warning(
            "idle work on user %s rests for %.0f s: %s: %s",
            reach.user.name,
            rest,
            type(error).__name__,
            error,
            exc_info=None if isinstance(error, TiermemError) else error,
        )
        with self._lock:
            self._failed[reach.user.id] = (times, time.monotonic() + rest)
            self._wanted.setdefault(reach.user.id, reach)
