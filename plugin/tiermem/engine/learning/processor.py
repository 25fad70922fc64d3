"""Process observations: each becomes an entry, changes one, or is set aside, and is marked in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from tiermem.engine.learning.decider import Decider
from tiermem.engine.learning.observations import readable
from tiermem.engine.learning.runs import RunStats
from tiermem.errors import CheckRefused, InputError, OverBudget, StoreError, Unanswered, WriteRefused
from tiermem.store.contract import MOST_TRIES
from tiermem.support.lazy import logger
from tiermem.values import Event, instant
from tiermem.values.changes import Outcome
from tiermem.values.frozen import dataclass, replace
from tiermem.values.words import DECLINED

if TYPE_CHECKING:
    from tiermem.engine.learning.decision import Decision
    from tiermem.engine.writes.gate import Gate
    from tiermem.ports import Clock
    from tiermem.store.contract import Store
    from tiermem.values import AgentSettings, Reach, Trigger

_LOG = logger("tiermem")
_BATCH = 200
ABANDONED = timedelta(minutes=10)
"""Minimum age at which a waiting observation of another session is processed here: that session must have died."""
_SESSIONS = 1000
"""Number of a user's latest sessions that are searched for observations left behind."""
_PROBLEM_CHARS = 300


class _TakenByAnother(Exception):
    """Another process settled the observation first; this one's writes are rolled back."""


@dataclass(frozen=True, slots=True)
class _Job:
    """The state of one batch: its owner, clock, and results."""

    reach: Reach
    clock: Clock
    tally: RunStats

    @property
    def now(self) -> str:
        """The present, as it is stored."""
        return instant(self.clock())


class Processor:
    """The processor of one agent, which turns observations into entries.

    Args:
        store: The store.
        gate: The write gate.
        settings: The agent's settings: profiles and write policy.
    """

    def __init__(self, store: Store, gate: Gate, settings: AgentSettings) -> None:
        self._store = store
        self._gate = gate
        straight_to_profile = settings.consolidation.enabled and settings.write_policy == "allow"
        self._judge = Decider(store, has_profile=straight_to_profile)

    def drain(
        self,
        reach: Reach,
        clock: Clock,
        *,
        session_id: str | None = None,
        trigger: Trigger = "session",
        stop: Callable[[], bool] = lambda: False,
        told: Callable[[int], None] = lambda _: None,
    ) -> int:
        """Process the user's waiting observations, oldest first; return the number settled.

        Each is marked in the transaction that writes its effect, so that none is applied twice, here or by another
        process. One that fails is tried once per run, and set aside after `MOST_TRIES` runs.

        Args:
            reach: The user and the agent.
            clock: The present.
            session_id: Process this session's observations first, and the oldest that nobody processes any more: those
                made outside of sessions, and those that other sessions of the same reach left behind, see `ABANDONED`.
                None for all of the latter.
            trigger: The cause of the run, for its record.
            stop: Called before each batch; True leaves the rest.
            told: Called after each batch with the number of its observations.

        Raises:
            StoreError: The store is unusable, or busy for too long: the rest waits.
        """
        done = 0
        for batch in self._batches(reach, clock, session_id):
            if stop():
                break
            done += self._work(batch, reach, clock, trigger)
            told(len(batch))
        return done

    def waiting(self, reach: Reach) -> int:
        """Count the waiting observations of the user."""
        return self._store.stream.backlog((reach.user.id,)).waiting

    def _batches(self, reach: Reach, clock: Clock, session_id: str | None) -> Iterator[list[Event]]:
        """Yield pages of waiting observations, each observation once."""
        after = 0
        scopes = (reach.user.id,)
        while page := self._store.stream.waiting(scopes, after=after, limit=_BATCH):
            after = page[-1].seq
            yield self._left_behind(page, reach, clock, session_id)
            if session_id is not None:  # whoever ends a session waits: a long backlog is the worker's
                break
        after = 0
        while session_id is not None and (
            page := self._store.stream.waiting(reach.ids, session_id=session_id, after=after, limit=_BATCH)
        ):
            after = page[-1].seq
            yield page

    def _left_behind(
        self, waiting: Sequence[Event], reach: Reach, clock: Clock, session_id: str | None
    ) -> list[Event]:
        """Return the observations of this reach that no running session will process."""
        others = [event for event in waiting if event.session_id != session_id or session_id is None]
        if not any(event.session_id for event in others):
            return others
        known = {row.id: row for row in self._store.sessions.find((reach.user.id,), limit=_SESSIONS)}
        before = instant(clock() - ABANDONED)
        left = []
        for event in others:
            row = known.get(event.session_id or "")
            if row is not None and row.reach != reach:
                continue
            over = event.session_id is None or (row is not None and row.ended_at is not None)
            if over or event.at < before:
                left.append(event)
        return left

    def _work(self, events: Sequence[Event], reach: Reach, clock: Clock, trigger: Trigger) -> int:
        job = _Job(reach, clock, RunStats(instant(clock())))
        for event in events:
            self._process(event, job)
        if job.tally.read:
            with self._store.transaction(reach, durable=False):
                run = job.tally.run("entries", "rules", trigger, ended_at=job.now)
                self._store.runs.log(run, reach)
        return job.tally.settled

    def _process(self, event: Event, job: _Job) -> None:
        try:
            self._carry_out(self._judge.decide(event, readable(event), job.reach), event, job)
        except _TakenByAnother:
            _LOG.debug("observation %d was processed by another", event.seq)
        except (StoreError, Unanswered):
            raise
        except (WriteRefused, InputError) as refusal:
            if isinstance(refusal, CheckRefused) and refusal.failed:
                self._failed(event, refusal, job)
                return
            _LOG.info("observation %d was not taken: %s", event.seq, refusal)
            self._put_aside(event, Outcome("refused", more=f": {refusal}"[:_PROBLEM_CHARS]), job)
        except Exception as error:  # noqa: BLE001 whatever it is, the next observation is worked through
            self._failed(event, error, job)

    def _failed(self, event: Event, error: Exception, job: _Job) -> None:
        """Count a failure; the observation waits for another try, or is set aside."""
        problem = f"{type(error).__name__}: {error}"[:_PROBLEM_CHARS]
        job.tally.failed(event.seq, problem, aside=fail(self._store, event.seq, problem, job.now, job.reach))

    def _carry_out(self, decision: Decision, event: Event, job: _Job) -> None:
        if not decision.changes:
            self._put_aside(event, decision.outcome, job, decision)
            return
        try:
            self._write(decision, event, job)
        except OverBudget:
            if not any(change.operation == "correct" for change in decision.changes):
                raise
            beside = tuple(replace(change, beside_block=True) for change in decision.changes)
            outcome = replace(decision.outcome, more=" in L1: no room in the block")
            self._write(replace(decision, changes=beside, outcome=outcome), event, job)

    def _write(self, decision: Decision, event: Event, job: _Job) -> None:
        def settle() -> None:
            if not self._store.stream.settle(event.seq, at=job.now, outcome=str(decision.outcome)):
                raise _TakenByAnother
            self._decline(decision, event, job)

        # Not durable: a loss of power that undoes it leaves the observation waiting.
        written = self._gate.write(
            decision.changes,
            job.reach,
            resting=decision.resting,
            within=settle,
            clock=job.clock,
            durable=False,
        )
        made = (*decision.changes, *decision.resting)[: len(written)]
        for done, change in zip(written, made, strict=True):
            kind = "staged" if done.staged else "known" if done.duplicate else change.operation
            job.tally.wrote(event.seq, kind, done.entry.id)

    def _decline(self, decision: Decision, event: Event, job: _Job) -> None:
        """Keep sentences of turns out of recall that the user asked to forget."""
        if decision.declined:
            self._store.stream.append(
                Event(
                    kind=DECLINED,
                    scope_id=job.reach.user.id,
                    at=job.now,
                    source="system",
                    session_id=event.session_id,
                    payload={"turns": decision.declined},
                )
            )

    def _put_aside(self, event: Event, outcome: Outcome, job: _Job, decision: Decision | None = None) -> None:
        with self._store.transaction(job.reach, durable=False):
            taken = self._store.stream.settle(event.seq, at=job.now, outcome=str(outcome))
            if taken and decision is not None:
                self._decline(decision, event, job)
        if taken and outcome.kind == "known" and outcome.entry_id:
            job.tally.wrote(event.seq, "known", outcome.entry_id)
        elif taken:
            job.tally.count(event.seq, outcome.kind)


def fail(store: Store, seq: int, problem: str, now: str, reach: Reach) -> bool:
    """Record that an observation could not be processed; return True if it is now set aside, after `MOST_TRIES`."""
    with store.transaction(reach):
        tries = store.stream.fail(seq, problem=problem)
        aside = tries >= MOST_TRIES and store.stream.set_aside(seq, at=now, problem=problem)
    what = "is set aside" if aside else f"failed (try {tries} of {MOST_TRIES})"
    _LOG.warning("observation %d %s: %s", seq, what, problem)
    return aside
