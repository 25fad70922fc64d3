"""Background threads that embed new documents and make profiles in idle time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from tiermem.errors import TiermemError
from tiermem.support.lazy import logger
from tiermem.values import Reach

if TYPE_CHECKING:
    from tiermem.engine.models.embedding import Embedding
    from tiermem.store.contract import Store

CLOSING_S = 5.0
"""Seconds that closing waits for a write in progress. It never waits for a model."""


class Closed(BaseException):
    """The store must not be used any more.

    Like `asyncio.CancelledError`, it does not derive from `Exception`, so that work that survives errors ends too.
    """


class BackgroundThread:
    """A daemon thread that starts when it is first woken, and again after a fork.

    Args:
        name: The thread's name.
        run: The thread's work until `closed` is set.
        store: The store to use within `using`, after which the thread releases its connection.

    Attributes:
        woken: Set when there is work, and on closing; *run* clears it.
        closed: Set once; no new work may begin.
    """

    def __init__(self, name: str, run: Callable[[], None], store: Store) -> None:
        self.woken = threading.Event()
        self.closed = threading.Event()
        self._name = name
        self._run = run
        self._store = store
        self._lock = threading.Lock()
        self._in_use = threading.Lock()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Wake the thread. Calls from the thread itself are ignored."""
        if self.closed.is_set() or self.is_current:
            return
        with self._lock:
            if not self._lives:
                self._in_use = (
                    threading.Lock()
                )  # after a fork nobody gives back what the parent's thread held
                self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
                self._thread.start()
        self.woken.set()

    def close(self) -> None:
        """Begin no new work, and wait for a write in progress."""
        self.closed.set()
        self.woken.set()
        if self._lives and self._in_use.acquire(timeout=CLOSING_S):
            self._in_use.release()

    @property
    def is_current(self) -> bool:
        """Return True if called from this thread."""
        return threading.current_thread() is self._thread

    @contextmanager
    def using(self) -> Iterator[None]:
        """Use the store, then release the connection.

        Raises:
            Closed: The store must not be used any more.
        """
        with self._in_use:
            self._check()
            try:
                yield
            finally:
                self._store.release()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Mark slow work within `using` that does not need the store. Closing does not wait for it.

        Raises:
            Closed: The store was closed meanwhile.
        """
        self._store.release()
        self._in_use.release()
        try:
            yield
        finally:
            self._in_use.acquire()
            self._check()

    @property
    def _lives(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _check(self) -> None:
        if self.closed.is_set():
            raise Closed

    def _serve(self) -> None:
        with suppress(Closed):
            self._run()


_LOG = logger("tiermem")
_QUIET_S = 1.0
"""Seconds from a write until it is embedded: the writer may need the machine first, and a process that only writes and
exits never starts."""
BATCH = 8
"""Texts per call: a prompt that comes meanwhile waits for no more than these."""


class EmbedWorker:
    """Embed new documents after sessions started and entries were written.

    It holds no connection while a model works, and stores nothing after it was closed.

    Args:
        embedding: Makes the vectors.
        store: The store; the thread releases its connection after each batch.
    """

    def __init__(self, embedding: Embedding, store: Store) -> None:
        self._embedding = embedding
        self._daemon = BackgroundThread("tiermem embedding", self._run, store)
        self._lock = threading.Lock()
        self._wanted: set[Reach] = set()
        self._told: str | None = None

    def wake(self, reach: Reach) -> None:
        """Embed the new documents of these owners."""
        with self._lock:
            self._wanted.add(reach)
        self._daemon.wake()

    def close(self) -> None:
        """Begin no new work, and discard the batch in progress."""
        self._daemon.close()

    def _run(self) -> None:
        closed, woken = self._daemon.closed, self._daemon.woken
        while not closed.is_set():
            woken.wait()
            if closed.wait(_QUIET_S):
                return
            woken.clear()
            with self._lock:
                wanted, self._wanted = self._wanted, set()
            for reach in wanted:
                self._fill(reach)

    def _fill(self, reach: Reach) -> None:
        """Embed new documents; report a failure once, and try again after the next write."""
        try:
            filled = self._embedding.fill(reach.ids, reach, batch=BATCH, storing=self._daemon.using)
            problem = "; ".join(filled.failures)
        except TiermemError as error:
            problem = str(error)
        except Exception as error:  # noqa: BLE001 whatever it is, the thread lives on
            problem = f"{type(error).__name__}: {error}"
        if problem and problem != self._told and not self._daemon.closed.is_set():
            _LOG.warning("not all texts have vectors: %s", problem)
        self._told = problem


_LONGEST_REST_S = 3_600.0
"""Maximum seconds from a failure to the next try. The interval doubles with each failure."""

Work = Callable[[Reach, Callable[[], bool]], object]
"""Processes a user's backlog, and asks between batches whether to stop."""


class IdleWorker:
    """Make profiles in a long-lived process after an interval without activity.

    Errors do not end the thread: they are logged, and the work is retried at growing intervals. What is left is done in
    the next idle time or by the worker.

    Args:
        work: The work.
        store: The thread releases its connection after each run.
        interval_s: Seconds without activity before it starts.
    """

    def __init__(self, work: Work, store: Store, *, interval_s: float) -> None:
        self._work = work
        self._interval_s = interval_s
        self._daemon = BackgroundThread("tiermem idle", self._run, store)
        self._lock = threading.Lock()
        self._wanted: dict[int, Reach] = {}
        self._failed: dict[int, tuple[int, float]] = {}

    def wake(self, reach: Reach) -> None:
        """Work for these owners after a time without activity."""
        if self._daemon.is_current:
            return
        with self._lock:
            self._wanted[reach.user.id] = reach
        self._daemon.wake()

    def close(self) -> None:
        """Begin no new work. Wait for a batch that is being applied, but not for a model."""
        self._daemon.close()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Release the store while this thread asks a model.

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
        """Return the seconds until the next retry; None if nothing failed."""
        with self._lock:
            due = [self._failed[user][1] for user in self._wanted if user in self._failed]
        return max(min(due) - time.monotonic(), 0) if due else None

    def _ready(self) -> list[Reach]:
        """Return the owners to work for now. Those that failed wait for their retry."""
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
        """Schedule a retry."""
        times = self._failed.get(reach.user.id, (0, 0.0))[0] + 1
        rest = min(self._interval_s * 2 ** min(times, 30), _LONGEST_REST_S)
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
