"""Consolidate a user's observations into the profile, in batches; each is applied with its marks or not at all."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.engine.learning.decider import Decider
from tiermem.engine.learning.processor import fail
from tiermem.engine.learning.runs import HALVED, OF_CONTENT, WAITING, RunStats, is_to_be_halved, resting
from tiermem.engine.profile.narrative import aged
from tiermem.engine.profile.observed import sort_out
from tiermem.engine.profile.profile_checks import ProfileChecks
from tiermem.engine.profile.with_model import PARTS, ModelProfile, ModelRequests, answer_of
from tiermem.engine.profile.with_rules import RuleBasedProfile
from tiermem.engine.statements.overlap import Overlap
from tiermem.errors import CompletionFailed, StoreError, Unanswered, WriteRefused
from tiermem.store.contract import EntryFilter
from tiermem.support.lazy import logger
from tiermem.values import Event, Observation, instant
from tiermem.values.frozen import dataclass, replace

if TYPE_CHECKING:
    from tiermem.engine.models.completion import Completer
    from tiermem.engine.profile.observed import Fact, Made, Sorted
    from tiermem.engine.writes.gate import Gate
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import Store
    from tiermem.values import AgentSettings, Change, Profile, Reach, Trigger

_LOG = logger("tiermem")
_AGAIN = 3
"""Maximum retries of a batch if the profile or its sources change meanwhile."""
_PROBLEM_CHARS = 300


class _Moved(Exception):
    """Profile, marks or entries changed since the batch was read; it is rolled back."""


class _Stopped(Exception):
    """Nothing more may be applied, because the store may be closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidated:
    """The result of a run.

    Attributes:
        read: Number of observations that were consolidated, used or not.
        problem: Why others still wait; None if none waits.
    """

    read: int
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class _Job:
    """One run: its user, clock and trigger, and the questions about its current page."""

    reach: Reach
    clock: Clock
    trigger: Trigger
    stop: Callable[[], bool]
    questions: ModelRequests


class Consolidation:
    """The stage of the processor in which observations become the profile.

    Args:
        store: The store.
        gate: Writes facts as entries.
        hooks: The agent's plugins, with `check_write`.
        settings: The agent's settings.
        completer: Asks a model.
    """

    def __init__(
        self, store: Store, gate: Gate, hooks: Hooks, settings: AgentSettings, completer: Completer
    ) -> None:
        self._store = store
        self._gate = gate
        self._settings = settings.consolidation
        self._completer = completer
        self._cleaning = ProfileChecks(hooks)
        self._judge = Decider(store, has_profile=True)
        overlap, words = Overlap(store.search.stems), settings.consolidation.narrative_words
        self._rules = RuleBasedProfile(overlap, narrative_words=words)
        self._model = ModelProfile(overlap, narrative_words=words)

    @property
    def enabled(self) -> bool:
        """Return True if profiles are enabled."""
        return self._settings.enabled

    def run(
        self,
        reach: Reach,
        clock: Clock,
        *,
        trigger: Trigger = "worker",
        stop: Callable[[], bool] = lambda: False,
        told: Callable[[int], None] = lambda _: None,
    ) -> Consolidated:
        """Consolidate all new observations of the user, oldest first.

        Observations whose entry awaits a person's decision wait too. A batch that fails because of its content is
        halved until the failing observation is alone; each failed run counts as a try. If a model gives no answer, all
        wait, and only a person's command asks again at once, see `on_record.resting`. If it gives none because of the
        batch's content, the batch waits first too, see `on_record.is_to_be_halved`.

        Args:
            reach: The user and the agent.
            clock: Returns the current time.
            trigger: The cause, for the record.
            stop: Called before each batch and before it is applied; True leaves the rest.
            told: Called after each batch with its number of observations.

        Raises:
            StoreError: The store cannot be used, or is busy for too long.
        """
        job = _Job(reach, clock, trigger, stop, ModelRequests(0, halving=False))
        problem = self._resting(job)
        read = 0
        if problem is None:
            read, problem = self._work(job, told)
        if self.enabled and not stop():
            self._let_age(job)
        return Consolidated(read=read, problem=problem)

    def _work(self, job: _Job, told: Callable[[int], None]) -> tuple[int, str | None]:
        """Return (number of observations consolidated, why others wait)."""
        done = after = 0
        while self.enabled and not job.stop():
            page = self._store.stream.unconsolidated(
                (job.reach.user.id,), after=after, limit=self._settings.batch
            )
            if not page:
                break
            after = page[-1].seq
            halving = is_to_be_halved(self._store, job.reach)
            try:
                read, failure = self._page(
                    page, replace(job, questions=ModelRequests(len(page), halving=halving))
                )
            except _Stopped:
                break
            done += read
            if failure is not None:
                self._log_waiting(page, failure, job, halving=halving)
                return done, str(failure)
            told(len(page))
        return done, None

    def _resting(self, job: _Job) -> str | None:
        """Return why a background run must wait although there is a backlog, or None."""
        if not self.enabled or self._settings.by == "rules" or job.trigger == "command":
            return None
        if not self._store.stream.unconsolidated((job.reach.user.id,), limit=1):
            return None
        return resting(self._store, job.reach, job.clock(), self._settings.interval_s)

    def _let_age(self, job: _Job) -> None:
        """Remove stale lines from the narrative, even without new observations."""
        profile = self._store.profiles.get(job.reach.user.id)
        narrative, gone = aged(profile.narrative, job.clock(), self._settings.narrative_words)
        if not gone:
            return
        with self._store.transaction(job.reach):
            if self._store.profiles.get(job.reach.user.id).version == profile.version:
                now = instant(job.clock())
                newer = replace(profile, narrative=narrative, version=profile.version + 1, updated_at=now)
                self._store.profiles.put(newer)

    def _page(self, page: Sequence[Event], job: _Job) -> tuple[int, Unanswered | None]:
        """Apply a page. Return the number of observations marked, and why the others wait.

        A page that fails is halved. An observation that failed alone in an earlier run is tried alone, after the rest.
        """
        done = 0
        failure: Unanswered | None = None
        suspects: list[tuple[Event, CompletionFailed]] = []
        rest = [event for event in page if not event.tries]
        left = deque[Sequence[Event]]([rest] if rest else [])
        left.extend([event] for event in page if event.tries)
        while left and failure is None:
            events = left.popleft()
            try:
                done += self._retried(events, job)
            except CompletionFailed as error:
                tried = len(events) == 1 and events[0].tries > 0
                if not job.questions.blames_content(error, tried=tried):
                    failure = error
                elif len(events) > 1:
                    left.extend(_halves(events))
                else:
                    suspects.append((events[0], error))
            except Unanswered as error:
                failure = error
            except (StoreError, _Stopped):
                raise
            except Exception as error:  # noqa: BLE001 whatever it is, the other observations are worked through
                if len(events) > 1:  # next, while what was answered about all of them is at hand
                    left.extendleft(reversed(_halves(events)))
                else:
                    self._failed(events[0], error, job)
        return done, self._judged(suspects, job) or failure

    def _judged(self, suspects: Sequence[tuple[Event, CompletionFailed]], job: _Job) -> Unanswered | None:
        """Count the failures of observations that a working model does not answer. Return why the rest waits."""
        waits = None
        for event, error in suspects:
            if event.tries or job.questions.answered:
                self._failed(event, error, job)
            else:
                waits = error
        return waits

    def _failed(self, event: Event, error: Exception, job: _Job) -> None:
        """Count a failure of a single observation."""
        problem = f"{type(error).__name__}: {error}"[:_PROBLEM_CHARS]
        aside = fail(self._store, event.seq, problem, instant(job.clock()), job.reach)
        self._log_problem([event], problem, job, "set aside" if aside else "failed")

    def _retried(self, events: Sequence[Event], job: _Job) -> int:
        left = list(events)
        for _ in range(_AGAIN):
            try:
                return self._once(left, job)
            except _Moved:
                job.questions.moved()
                there = self._store.stream.unconsolidated(
                    (job.reach.user.id,), after=left[0].seq - 1, limit=len(left)
                )
                still = {event.seq for event in there}
                left = [event for event in left if event.seq in still]
                if not left:
                    return 0
        _LOG.warning(
            "%d observations of user %s wait: the profile, or what they rest on, was changed by others %d times",
            len(left),
            job.reach.user.name,
            _AGAIN,
        )
        return 0

    def _once(self, events: Sequence[Event], job: _Job) -> int:
        tally = RunStats(instant(job.clock()))
        profile = self._store.profiles.get(job.reach.user.id)
        found = sort_out(events, self._store, job.reach)
        seqs = [event.seq for event in events if event.seq not in found.waiting]
        if not seqs:
            return 0
        made = self._cleaning.clean(self._make(profile, found, job), profile)
        tally.read = seqs
        if job.stop():
            raise _Stopped

        changes = self._changes(made.facts, job)

        def apply() -> None:
            self._apply(profile, made, events, found, job, tally)
            self._log(tally, profile, made, changes, job)

        try:
            self._gate.write(changes, job.reach, within=apply, clock=job.clock)
        except WriteRefused as refusal:
            if not changes:
                raise
            tally.problem = f"its facts were refused: {refusal}"[:_PROBLEM_CHARS]
            changes = []
            self._gate.write((), job.reach, within=apply, clock=job.clock)
        return len(seqs)

    def _make(self, profile: Profile, found: Sorted, job: _Job) -> Made:
        now = job.clock()
        if self._settings.by == "rules":
            return self._rules.make(profile, found.notes, now)

        about = [note.seq for note in found.notes]

        def ask(prompt: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
            def asked() -> Mapping[str, Any]:
                return self._asked(prompt, schema, job)

            return job.questions.answer(prompt, about, asked)

        return self._model.make(profile, found.notes, now, ask)

    def _asked(self, prompt: str, schema: Mapping[str, Any], job: _Job) -> Mapping[str, Any]:
        """Return each tier's answer. A model of several tiers is asked once."""
        named = {part: getattr(self._settings, f"{part}_model") or self._completer.model for part in PARTS}
        answer: dict[str, Any] = {}
        for model in dict.fromkeys(named.values()):
            wanted = answer_of([part for part in PARTS if named[part] == model], schema)
            given = self._completer.ask(
                "consolidate", "consolidate", prompt, wanted, reach=job.reach, model=model
            )
            answer |= {key: given[key] for key in wanted["properties"] if key in given}
        return answer

    def _changes(self, facts: Sequence[Fact], job: _Job) -> list[Change]:
        """Return the changes that facts make in L1. They are decided like observations."""
        changes: list[Change] = []
        for fact in facts:
            draft = replace(
                fact.draft,
                content=fact.text,
                layer="L1",
                correction=False,
                speaker="user" if fact.spoken else None,
            )
            event = Event(
                kind="observation",
                scope_id=job.reach.user.id,
                at=instant(job.clock()),
                source="system",
                seq=fact.seqs[0],
            )
            observation = Observation(kind="fact", draft=draft, evidence="")
            decided = self._judge.decide(event, observation, job.reach).changes
            changes += (replace(change, rests_on=fact.seqs) for change in decided)
        return changes

    def _apply(  # noqa: PLR0917 all that is checked again inside of the transaction
        self, profile: Profile, made: Made, events: Sequence[Event], found: Sorted, job: _Job, tally: RunStats
    ) -> None:
        store, now = self._store, instant(job.clock())
        user_id = job.reach.user.id
        if store.profiles.get(user_id).version != profile.version:
            raise _Moved
        if sort_out(events, store, job.reach) != found or store.stream.consolidate(tally.read, at=now) != len(
            tally.read
        ):
            raise _Moved
        if replace(made.profile, version=profile.version, updated_at=profile.updated_at) != profile:
            store.profiles.put(replace(made.profile, version=profile.version + 1, updated_at=now))

    def _log(
        self, tally: RunStats, before: Profile, made: Made, changes: Sequence[Change], job: _Job
    ) -> None:
        """Record the run in its transaction."""
        _record(tally, before, made)
        tally.add("facts", self._entries(changes, job.reach))
        now = instant(job.clock())
        run = tally.run("profile", self._settings.by, job.trigger, ended_at=now)
        self._store.runs.log(run, job.reach)

    def _entries(self, changes: Sequence[Change], reach: Reach) -> list[str]:
        """Return the ids of the facts' entries."""
        found = []
        for draft in (change.draft for change in changes if change.draft is not None):
            where = EntryFilter(origin=draft.origin, statuses=("active", "staged"))
            entries = self._store.records.select(where, reach.ids)
            found += [entry.id for entry in entries if entry.content == draft.content]
        return found

    def _log_waiting(self, events: Sequence[Event], failure: Unanswered, job: _Job, *, halving: bool) -> None:
        """Record that observations wait, and why."""
        _LOG.warning("the profile of user %s waits: %s", job.reach.user.name, failure)
        kinds = [WAITING]
        if isinstance(failure, CompletionFailed) and failure.of_content:
            kinds += [OF_CONTENT, *([HALVED] if halving else [])]
        self._log_problem(events, str(failure), job, *kinds)

    def _log_problem(self, events: Sequence[Event], problem: str, job: _Job, *kinds: str) -> None:
        """Record what happened to observations that could not be applied, and why."""
        now = instant(job.clock())
        tally = RunStats(now)
        tally.problem = problem
        for kind in kinds:
            tally.add(kind, [event.seq for event in events])
        with self._store.transaction(job.reach, durable=False):
            self._store.runs.log(
                tally.run("profile", self._settings.by, job.trigger, ended_at=now), job.reach
            )


def _halves(events: Sequence[Event]) -> list[Sequence[Event]]:
    half = len(events) // 2
    return [events[:half], events[half:]]


def _record(tally: RunStats, before: Profile, made: Made) -> None:
    """Record what a run wrote into the profile: numbers of lines, paths of the scaffold."""
    after = made.profile
    for name, old, new in (
        ("narrative", before.narrative, after.narrative),
        ("learned", before.learned, after.learned),
    ):
        tally.add(name, [place for place, line in enumerate(new) if line not in old])
    changed = [path for path, mark in after.marks.items() if before.marks.get(path) != mark]
    tally.add("scaffold", changed)
    tally.add("contested", list(made.contested))
    gone = len([line for line in before.narrative if line not in after.narrative])
    tally.add("aged out or rewritten", [gone] if gone else [])
    tally.add("dropped", [made.dropped] if made.dropped else [])
