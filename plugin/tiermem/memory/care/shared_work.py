"""Process waiting work together with workers on other machines: each user's by one worker at a time."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tiermem.engine.worker import WorkReport, never, untold
from tiermem.errors import LostClaim, StoreError
from tiermem.support.lazy import logger
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from types import TracebackType

    from tiermem.memory.engine import Engine
    from tiermem.store.contract import Claim, ClaimCounts, Claims, Listener, Progress
    from tiermem.values import Reach, Trigger

_LOG = logger("tiermem")
_RENEWALS = 3
"""Renewals of a claim within a lease, so that one may fail."""
_TURN_S = 30.0
"""Seconds for one user's work. A longer backlog goes on after the other users."""


class SharedWork:
    """One worker among others at the same store. Use it in a ``with`` statement; returned by `Maintenance.sharing`.

    It claims one user at a time and renews the claim while it works. A worker that died, or that could not give the
    claim up because the server was away, loses it after the lease; one that was too slow writes nothing more.

    Args:
        engine: The engine of the agent's memory.
        claims: The queue.
        users: Returns the users with any work.
        work_on: Does the work of one user, see `Maintenance.work_on`.

    Attributes:
        name: The worker's name: machine, process and a random part.
    """

    def __init__(
        self,
        engine: Engine,
        claims: Claims,
        *,
        users: Callable[[Reach], list[Reach]],
        work_on: Callable[..., WorkReport],
    ) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(3).hex()}"
        self._engine = engine
        self._claims = claims
        self._users = users
        self._work_on = work_on
        self._lease_s = engine.settings.postgresql.lease_s
        self._claim: Claim | None = None
        self._listener: Listener | None = None
        self._renewing: threading.Thread | None = None
        self._ended = threading.Event()

    def __enter__(self) -> SharedWork:
        self._renewing = threading.Thread(target=self._renew, name="tiermem claims", daemon=True)
        self._renewing.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._listener is not None:
            self._listener.close()
        if self._renewing is not None:
            self._renewing.join()

    def run(
        self,
        own: Reach,
        *,
        everyone: bool = True,
        look: bool = True,
        trigger: Trigger = "worker",
        progress: Progress = untold,
        stop: Callable[[], bool] = never,
    ) -> WorkReport:
        """Process what waits, until nobody in the queue has work for this agent.

        Args:
            own: The agent and its own user.
            everyone: All users of the house; otherwise the one of *own*.
            look: Look for work that does not announce itself: unread turns, an ageing narrative.
            trigger: The reason for the runs.
            progress: Called with processed and total observations, for each user from the start.
            stop: Called between batches; True leaves the rest to others.
        """
        if self._engine.spooling is not None:
            self._engine.spooling.drain()
        at_once = trigger == "command"
        if not everyone:
            self._claims.put([own.user.id], at_once=at_once)
        elif look:
            self._claims.put([one.user.id for one in self._users(own)], at_once=at_once)
        worked = WorkReport()
        only = None if everyone else [own.user.id]
        while not stop():
            taken = self._claims.take(
                self.name, own.house.id, own.agent.id, lease_s=self._lease_s, scopes=only
            )
            if not taken:
                if not everyone:
                    waits = (
                        f"Another worker has the work of user {own.user.name!r}, or it rests after a failure."
                    )
                    worked += WorkReport(problems=(waits,))
                break
            self._claim = taken[0]
            try:
                worked += self._process(taken[0], own, trigger, progress, stop)
            finally:
                self._claim = None  # one that was not given up has to end with its lease
            if not everyone:
                break
        return worked

    def _process(
        self, claim: Claim, own: Reach, trigger: Trigger, progress: Progress, stop: Callable[[], bool]
    ) -> WorkReport:
        reach = replace(
            self._engine.store.records.reach(house=own.house.name, agent=own.agent.name, user=claim.user),
            notes=own.notes,
        )
        turn_ends = time.monotonic() + _TURN_S

        def is_over() -> bool:
            return stop() or time.monotonic() > turn_ends

        taken = WorkReport(claimed=1, taken_over=int(claim.taken_over))
        with self._claims.guard(claim, self._lease_s):
            try:
                worked = self._work_on(reach, trigger=trigger, progress=progress, stop=is_over)
            except LostClaim as error:
                _LOG.warning("%s", error)
                return taken + WorkReport(lost=1, problems=(str(error),))
        kept = self._give_up(claim, reach, worked, stopped=is_over())
        return taken + worked + WorkReport(lost=int(not kept))

    def _give_up(self, claim: Claim, reach: Reach, worked: WorkReport, *, stopped: bool) -> bool:
        """Give a claim back; return False if it was lost."""
        rest_s = self._engine.settings.consolidation.interval_s
        if worked.waits:
            return self._claims.leave(claim, reach.agent.id, rest_s)
        if stopped:  # others come first now
            return self._claims.finish(claim, again=True)
        stream, owned = self._engine.store.stream, (reach.user.id,)
        waits = stream.waiting(owned, limit=1) or (
            self._engine.settings.consolidation.enabled and stream.unconsolidated(owned, limit=1)
        )
        if waits:  # what sessions of other agents left, and of sessions that go on
            return self._claims.leave(claim, reach.agent.id, rest_s)
        return self._claims.finish(claim)

    def _renew(self) -> None:
        """Renew the claim at hand, also while a model answers."""
        while not self._ended.wait(self._lease_s / _RENEWALS):
            claim = self._claim
            try:
                if claim is not None:
                    self._claims.renew(claim, self._lease_s)
            except StoreError as error:
                _LOG.warning("the claim of user %s is not renewed: %s", claim and claim.user, error)
        self._engine.store.release()

    def wait(self, seconds: float) -> bool:
        """Wait until work is announced; return False after some seconds without."""
        if self._listener is None:
            self._listener = self._claims.listener(self._engine.settings.postgresql.listen)
        return self._listener.wait(seconds)

    def counts(self) -> ClaimCounts:
        """Return the state of the queue."""
        return self._claims.counts(self._engine.reach().house.id)
