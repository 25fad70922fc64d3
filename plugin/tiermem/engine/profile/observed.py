"""Observations as input of the profile, and the parts of a profile that are based on a connection's observations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from tiermem.engine.learning.observations import FORGET, NOBODY, readable, trust
from tiermem.engine.profile.scaffold import Evidence
from tiermem.store.contract import EntryFilter
from tiermem.support import nested
from tiermem.text import statement_key
from tiermem.values import Line
from tiermem.values.changes import Outcome
from tiermem.values.frozen import dataclass, field, replace
from tiermem.values.words import SUMMARY

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import Draft, Event, Observation, Profile, Reach, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileInput:
    """An observation that may go into the profile.

    Attributes:
        seq: Its position in the stream.
        at: When it was made.
        trust: See `profile.trust`.
        observation: The observation.
    """

    seq: int
    at: str
    trust: int
    observation: Observation

    @property
    def draft(self) -> Draft:
        """The entry that it describes."""
        return self.observation.draft

    @property
    def corrects(self) -> bool:
        """Return True if it corrects another statement."""
        return self.draft.correction

    @property
    def evidence(self) -> Evidence:
        """Return it as the evidence of a value of the scaffold."""
        return Evidence(
            at=self.at,
            trust=self.trust,
            confidence=self.draft.confidence,
            events=(self.seq,),
            correction=self.corrects,
        )

    @property
    def line(self) -> Line:
        """Return it as a line of narrative or learned information."""
        return Line(text=self.draft.content, at=self.at, events=(self.seq,), importance=self.draft.importance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A statement for L1 that a model derived from observations.

    Attributes:
        text: The statement.
        seqs: Positions of the observations that support it.
        draft: The draft of the first of them, with subject and category.
        spoken: True if all of them are the user's own words.
    """

    text: str
    seqs: tuple[int, ...]
    draft: Draft
    spoken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A new profile, and the other results of the observations.

    Attributes:
        profile: The profile, with version and time of the one before.
        facts: Statements to become entries.
        dropped: Number of statements left out for lack of support or because of better evidence.
        contested: Paths of the scaffold where two values await a person's decision.
    """

    profile: Profile
    facts: tuple[Fact, ...] = ()
    dropped: int = 0
    contested: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """Events of the stream, sorted by whether they may be consolidated.

    Attributes:
        notes: Observations for the profile.
        waiting: Positions of those whose entry awaits a person's decision.
    """

    notes: tuple[ProfileInput, ...]
    waiting: frozenset[int]


def within(
    profile: Profile, store: Store, reach: Reach, connections: Collection[str], *, mixed: bool
) -> Profile:
    """Return the profile without the parts that are based on other connections.

    Args:
        profile: The profile.
        store: Holds its observations.
        reach: The owners of the observations.
        connections: The active connections.
        mixed: True if a line of the narrative may combine several observations, as a model writes them: one of another
            connection then removes the line. Otherwise, all its observations say the same.
    """
    sources = {seq for line in (*profile.narrative, *profile.learned) for seq in line.events}
    sources |= {seq for mark in profile.marks.values() for seq in (*mark.events, *mark.rival_events)}
    bound = store.stream.connections(sorted(sources), reach.ids)
    hidden = {seq for seq, name in bound.items() if name not in connections}
    if not hidden:
        return profile

    def is_shown(events: Sequence[int], *, mixed: bool = False) -> bool:
        return hidden.isdisjoint(events) if mixed else not events or not hidden.issuperset(events)

    scaffold, marks = dict(profile.scaffold), {}
    for path, mark in profile.marks.items():
        if not is_shown(mark.events):
            scaffold = nested.without(scaffold, nested.split(path))
        elif is_shown(mark.rival_events):
            marks[path] = mark
        else:
            marks[path] = replace(mark, rival=None, rival_events=())
    return replace(
        profile,
        narrative=tuple(line for line in profile.narrative if is_shown(line.events, mixed=mixed)),
        scaffold=scaffold,
        marks=marks,
        learned=tuple(line for line in profile.learned if is_shown(line.events, mixed=mixed)),
    )


def sort_out(events: Iterable[Event], store: Store, reach: Reach) -> Sorted:
    """Return the observations that may go into a profile, and those that await a person's decision.

    Observations based on a tool's words alone, refused ones, and those whose entry was corrected or removed are left
    out.

    Raises:
        InputError: An observation cannot be read.
    """
    notes, waiting = [], set()
    for event in events:
        outcome = Outcome.parse(event.outcome)
        if not event.payload or (outcome is not None and not outcome.is_knowledge):
            continue
        observation = readable(event)
        rank = trust(observation, event.source)
        if rank == NOBODY or observation.kind in (SUMMARY, FORGET):
            continue
        standing = _standing(event, observation, store, reach)
        if standing == "staged":
            waiting.add(event.seq)
        elif standing == "active":
            notes.append(ProfileInput(seq=event.seq, at=event.at, trust=rank, observation=observation))
    return Sorted(notes=tuple(notes), waiting=frozenset(waiting))


def _standing(event: Event, observation: Observation, store: Store, reach: Reach) -> Status:
    """Return the status of the entries that an observation created or repeated."""
    records = store.records
    every = EntryFilter(origin=f"event:{event.seq}", statuses=("active", "inactive", "staged"))
    found = {entry.status for entry in records.select(every, reach.ids)}
    outcome = Outcome.parse(event.outcome)
    if found:
        return "staged" if found == {"staged"} else "inactive" if "inactive" in found else "active"
    if outcome is not None and outcome.kind == "known" and outcome.entry_id:
        entry = records.get(outcome.entry_id, reach.ids)
        return entry.status if entry is not None else "inactive"
    if outcome is not None and outcome.wrote:  # one that said the same already, or one that was erased since
        said = EntryFilter(key=statement_key(observation.draft.content), statuses=("active", "staged"))
        same = {entry.status for entry in records.select(said, reach.ids)}
        return "active" if "active" in same else "staged" if same else "inactive"
    return "active"
