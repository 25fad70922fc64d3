"""Working while nobody else does: one thread, which begins after a while of quiet."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tiermem.engine.models.daemon import Closed, Daemon
from tiermem.errors import TiermemError
from tiermem.values import Reach

if TYPE_CHECKING:
    from tiermem.store.contract import Store

_LOG = logging.getLogger("tiermem")
LONGEST_REST_S = 3_600.0
"""Seconds from one failure to the next try at most: the interval, twice as long after each further failure."""

Work = Callable[[Reach, Callable[[], bool]], object]
"""Works through what waits of a user, and asks between batches whether to stop."""


class Idle:
    """Makes profiles in a process that lives on, after an interval in which nothing happened.

    Whatever error the work raises does not end the thread: it is logged, and tried again ever more rarely. What it did
    not get to is done by the next idle time, or by the worker.

    Args:
        work: What it does.
        store: The thread gives its connection back after each run.
        interval_s: Seconds of quiet before it begins.
    """

    def __init__(self, work: Work, store: Store, *, interval_s: float) -> None:
        self._work = work
        self._interval_s = interval_s
        self._daemon = Daemon("tiermem idle", self._run, store)
        self._lock = threading.Lock()
        self._wanted: dict[int, Reach] = {}
        self._failed: dict[int, tuple[int, float]] = {}

    def wake(self, reach: Reach) -> None:
        """Something of this reach happened: wait for quiet, then work."""
        if self._daemon.is_current:
            return
        with self._lock:
            self._wanted[reach.user.id] = reach
        self._daemon.wake()

    def close(self) -> None:
        """Begin nothing more. A batch that is being applied is waited for, and no model's answer."""
        self._daemon.close()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """A model is asked: where this thread asks, the store is given back until there is an answer.

        Raises:
            Closed: The store was closed meanwhile.
        """
        if not self._daemon.is_current:
            yield
            return
        try:
            with self._daemon.apart():
                yield
        except Closed:
            _LOG.warning(
                "closed while a model was asked in idle time: its answer is thrown away, its cost not recorded"
            )
            raise

    def _run(self) -> None:
        closed, woken = self._daemon.closed, self._daemon.woken
        while not closed.is_set():
            woken.wait(self._rest_s())
            while not closed.is_set() and woken.is_set():
                woken.clear()
                woken.wait(self._interval_s)
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
        try:
            with self._daemon.using():
                self._work(reach, self._daemon.closed.is_set)
            self._failed.pop(reach.user.id, None)
        except Exception as error:  # noqa: BLE001 whatever it is, the thread lives on
            self._fail(reach, error)

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
