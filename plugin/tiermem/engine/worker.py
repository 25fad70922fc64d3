"""Process the backlog outside of sessions: unread turns of dead sessions, then the profile, then patterns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tiermem.errors import LostClaim, StoreError
from tiermem.support.lazy import logger
from tiermem.values import instant
from tiermem.values.frozen import dataclass, fields, replace

if TYPE_CHECKING:
    from tiermem.engine.learning.processor import Processor
    from tiermem.engine.profile.consolidation import Consolidation
    from tiermem.engine.profile.patterns import Patterns
    from tiermem.ports import Clock
    from tiermem.store.contract import Progress, Store
    from tiermem.values import Reach, Trigger

_LOG = logger("tiermem")


def never() -> bool:
    """Return False: do not stop."""
    return False


def untold(done: int, total: int) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkReport:
    """The result of a run of the worker for all its users.

    Attributes:
        users: Number of users with a backlog.
        sessions: Number of sessions whose unread turns were read.
        processed: Number of observations that became entries, changed one, or were set aside.
        consolidated: Number of observations added to a profile.
        proposed: Number of profile lines proposed because something recurs.
        problems: Why work still waits, one sentence each.
        outages: Errors of the store that left work for later. Their messages name its place.
        running: Number of sessions with unread turns that may still be active; they are read later.
        claimed: Number of users claimed from the queue that workers share.
        taken_over: Those of them that another worker had and did not renew.
        lost: Number of claims that another worker took over.
    """

    users: int = 0
    sessions: int = 0
    processed: int = 0
    consolidated: int = 0
    proposed: int = 0
    problems: tuple[str, ...] = ()
    outages: tuple[StoreError, ...] = ()
    running: int = 0
    claimed: int = 0
    taken_over: int = 0
    lost: int = 0

    def __add__(self, other: WorkReport) -> WorkReport:
        return WorkReport(
            users=self.users + other.users,
            sessions=self.sessions + other.sessions,
            processed=self.processed + other.processed,
            consolidated=self.consolidated + other.consolidated,
            proposed=self.proposed + other.proposed,
            running=self.running + other.running,
            claimed=self.claimed + other.claimed,
            taken_over=self.taken_over + other.taken_over,
            lost=self.lost + other.lost,
            problems=tuple(dict.fromkeys((*self.problems, *other.problems))),
            outages=tuple({str(one): one for one in (*self.outages, *other.outages)}.values()),
        )

    @property
    def is_nothing(self) -> bool:
        """Return True if there was no work."""
        done = (self.sessions, self.processed, self.consolidated, self.proposed, self.lost)
        return not (any(done) or self.waits)

    @property
    def waits(self) -> bool:
        """True if something kept work from being done."""
        return bool(self.problems or self.outages)

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        data = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "outages"}
        return data | {"problems": [*self.problems, *map(str, self.outages)]}


class Worker:
    """Process the backlog of one user.

    Args:
        store: The store.
        processor: Observations to entries.
        consolidation: Observations to profiles.
        patterns: What recurs over sessions.
    """

    def __init__(
        self, store: Store, processor: Processor, consolidation: Consolidation, patterns: Patterns
    ) -> None:
        self._store = store
        self._processor = processor
        self._consolidation = consolidation
        self._patterns = patterns

    def users(self, own: Reach, now: datetime, *, unread_since: str | None) -> list[Reach]:
        """Return the users of the house with a backlog or an ageing narrative, the agent's own user first.

        Args:
            own: The agent and its own user.
            now: The current time, for the age of a narrative.
            unread_since: Include users with unread turns in the agent's sessions from this instant on.
        """
        from tiermem.engine.profile.narrative import STALE

        enabled = self._consolidation.enabled
        behind = self._store.runs.users_with_work(
            own.house.id,
            profiles=enabled,
            stale_before=instant(now - STALE) if enabled else None,
            agent_id=None if unread_since is None else own.agent.id,
            since=unread_since or "",
        )
        others = [
            replace(
                self._store.records.reach(house=own.house.name, agent=own.agent.name, user=user.name),
                notes=own.notes,
            )
            for user in behind
            if user != own.user
        ]
        return [own, *others]

    def run(
        self,
        reach: Reach,
        clock: Clock,
        *,
        trigger: Trigger = "worker",
        progress: Progress = untold,
        stop: Callable[[], bool] = never,
    ) -> WorkReport:
        """Process the backlog of one user. Two concurrent runs apply nothing twice.

        Args:
            reach: The user and the agent.
            clock: Returns the current time.
            trigger: The cause, for the record.
            progress: Called with the number of observations done, and of all that waited at the start.
            stop: Called between batches; True leaves the rest.
        """
        backlog = self._store.stream.backlog((reach.user.id,))
        enabled = self._consolidation.enabled
        # what waits is worked through twice where there are profiles: into an entry, and into the profile
        total = backlog.waiting * (2 if enabled else 1) + (backlog.unconsolidated if enabled else 0)
        done = 0

        def told(more: int) -> None:
            nonlocal done
            done += more
            progress(min(done, total), total)

        worked = WorkReport()
        try:
            processed = self._processor.drain(reach, clock, trigger=trigger, stop=stop, told=told)
            worked += WorkReport(processed=processed)
            consolidated = self._consolidation.run(reach, clock, trigger=trigger, stop=stop, told=told)
            problems = (consolidated.problem,) if consolidated.problem else ()
            worked += WorkReport(consolidated=consolidated.read, problems=problems)
            if enabled and consolidated.read and not stop():
                worked += WorkReport(proposed=self._patterns.propose(reach, clock))
        except LostClaim:
            raise
        except StoreError as error:
            _LOG.warning("the worker leaves what waits of user %s for later: %s", reach.user.name, error)
            worked += WorkReport(outages=(error,))
        return worked + WorkReport(users=0 if worked.is_nothing else 1)
