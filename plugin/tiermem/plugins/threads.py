"""Run each third-party plugin in its own thread, which can be abandoned.

Python cannot stop a thread from outside. A late call is therefore abandoned: its thread is a daemon, its result is
discarded, and the plugin is switched off for the life of the process, also in memories opened later. Since this would
refuse all writes that need its check, a check is retried when the late call has ended, or after a pause, in at most
`MOST_STUCK` threads.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, TypeVar

from tiermem.ports.problems import HookProblem, PluginBusy, SwitchedOff, TooLate, describe
from tiermem.values.recall import TOO_SLOW

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

logger = logging.getLogger("tiermem.plugins")

MOST_STUCK: Final = 3
"""Maximum threads of one plugin that may be stuck in its checks."""
PAUSE_S: Final = 60.0
"""Seconds until a check is retried while an earlier call is stuck."""
FAIR_SHARE: Final = 0.9
"""A call that ran for this share of its deadline is too slow. One that ran less was kept waiting by others."""


@dataclass(slots=True, eq=False)
class _Breaker:
    """The state of a plugin that was too slow.

    Attributes:
        off: Reason why it is no longer called; None while it is called.
        stuck: Threads in which it is still running.
        again_at: Time at which a stuck check may be called again.
    """

    off: str | None = None
    stuck: list[threading.Thread] = field(default_factory=list)
    again_at: float = 0.0

    def open(self, why: str, thread: threading.Thread | None) -> None:
        """Switch the plugin off."""
        self.off = self.off or why
        self.again_at = time.monotonic() + PAUSE_S
        if thread is not None and thread not in self.stuck:
            self.stuck.append(thread)

    def try_again(self) -> None:
        """Switch it on again if a call may be tried."""
        self.stuck = [thread for thread in self.stuck if thread.is_alive()]
        if not self.stuck or (len(self.stuck) < MOST_STUCK and time.monotonic() >= self.again_at):
            self.off = None


_BREAKERS: dict[str, _Breaker] = {}
"""A plugin's origin → its state in this process."""


@dataclass(slots=True, eq=False)
class _Job:
    """One call in a plugin's thread; its outcome is the exception raised, or None."""

    work: Callable[[], object]
    hook: str
    deadline_ms: int
    started: float = 0.0
    outcome: Future[BaseException | None] = field(default_factory=Future)

    def had_its_share(self) -> bool:
        """Return True if it has run for about its deadline."""
        return time.monotonic() - self.started >= FAIR_SHARE * self.deadline_ms / 1000


class PluginThread:
    """The daemon thread of one plugin. Safe to use from several threads; calls are served one by one.

    Args:
        plugin: Its name, for the thread's name and the log.
        release: Called in the thread after each call, before the caller gets the result, to release the thread's
            resources, such as a database connection.
        source: The plugin's origin. A plugin that was too slow is switched off in all memories that load it.
    """

    def __init__(
        self, plugin: str, release: Callable[[], None] | None = None, source: str | None = None
    ) -> None:
        self._plugin = plugin
        self._breaker = _Breaker() if source is None else _BREAKERS.setdefault(source, _Breaker())
        self._release = release
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._running: _Job | None = None
        self._closed: str | None = None

    @property
    def _off(self) -> str | None:
        return self._closed or self._breaker.off

    def run(
        self, work: Callable[[], T], *, hook: str, deadline_ms: int, patience_ms: float | None = None
    ) -> T:
        """Run *work* in the thread and return its result. If called from that thread, run it at once.

        Args:
            work: The work.
            hook: The hook, for messages.
            deadline_ms: The deadline from now, including other calls of the plugin.
            patience_ms: A shorter time that this caller waits. A plugin that misses it, but not its deadline, is not
                switched off.

        Raises:
            TooLate: It was not done in time. A plugin that used up its own time is switched off.
            PluginBusy: Other calls took the time; the work was not started and will not be.
            SwitchedOff: An earlier call was too late, or `close` was called.
            Exception: The exception of *work*.
        """
        if self._breaker.off and hook == "check_write":
            with self._lock:
                self._breaker.try_again()
        if off := self._off:
            raise SwitchedOff(off)
        if threading.current_thread() is self._thread:
            return work()
        result: list[T] = []
        job = _Job(lambda: result.append(work()), hook, deadline_ms)
        wait_ms = deadline_ms if patience_ms is None else min(deadline_ms, patience_ms)
        if wait_ms <= 0:
            raise PluginBusy(0, switched_off=False)
        self._submit(job)
        self._await(job, wait_ms)
        return result[0]

    @property
    def is_off(self) -> bool:
        """True if it is no longer called."""
        return self._off is not None

    def close(self) -> None:
        """End the thread after its current call. Later calls raise `SwitchedOff`."""
        with self._lock:
            self._closed = self._closed or "the plugins were closed"
            self._cancel_waiting()

    def _submit(self, job: _Job) -> None:
        with self._lock:
            if off := self._off:
                raise SwitchedOff(off)
            # The first call, the first after a fork, or the first after one that is stuck.
            thread = self._thread
            if thread is None or not thread.is_alive() or thread in self._breaker.stuck:
                self._running, self._jobs = None, SimpleQueue()
                name = f"tiermem plugin {self._plugin}"
                self._thread = threading.Thread(
                    target=self._serve, args=(self._jobs,), name=name, daemon=True
                )
                self._thread.start()
            self._jobs.put(job)

    def _await(self, job: _Job, wait_ms: float) -> None:
        try:
            error = job.outcome.result(wait_ms / 1000)
        except TimeoutError:
            raise self._give_up(job, wait_ms) from None
        except CancelledError:
            raise SwitchedOff(self._off or "an earlier call") from None
        finally:
            job.outcome.cancel()
        if isinstance(error, Exception):
            raise error
        if error is not None:  # SystemExit and the like would end the caller's thread
            raise HookProblem(describe(error)) from error

    def _give_up(self, job: _Job, waited_ms: float) -> HookProblem:
        never_began = job.outcome.cancel()
        with self._lock:
            slow = self._running
            if slow is not None and slow.had_its_share():
                self._breaker.open(f"{slow.hook} {TOO_SLOW} {slow.deadline_ms} ms", self._thread)
                self._cancel_waiting()
        problem = PluginBusy if never_began else TooLate
        return problem(round(waited_ms), switched_off=self._off is not None)

    def _cancel_waiting(self) -> None:
        while True:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is not None:
                job.outcome.cancel()
        self._jobs.put(None)

    def _serve(self, jobs: SimpleQueue[_Job | None]) -> None:
        while (job := jobs.get()) is not None:
            job.started = time.monotonic()
            if not job.outcome.set_running_or_notify_cancel():
                continue
            self._running = job
            outcome = self._attempt(job.work)
            if self._jobs is jobs:  # another thread took over from one that was stuck
                self._running = None
            job.outcome.set_result(outcome)
            if self._off:
                return

    def _attempt(self, work: Callable[[], object]) -> BaseException | None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - the thread outlives whatever a plugin raises
            return error
        finally:
            self._give_back()
        return None

    def _give_back(self) -> None:
        if self._release is None:
            return
        try:
            self._release()
        except Exception as error:
            logger.warning("after a call of plugin %s: %s", self._plugin, describe(error))
            logger.debug("traceback of the release after plugin %s", self._plugin, exc_info=error)
