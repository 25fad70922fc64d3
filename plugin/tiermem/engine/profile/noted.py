"""Observations as the profile is made from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tiermem.engine.judging import KNOWN_AS, readable
from tiermem.engine.observing import SUMMARY
from tiermem.engine.profile.merging import Evidence
from tiermem.engine.profile.trust import NOBODY, trust
from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter, Store
from tiermem.values import Draft, Event, Line, Observation, Profile, Reach

_NOT_TAKEN = ("refused", "was put away", "points at nothing", "staged", "set aside")
"""How outcomes begin of observations that did not become knowledge: a check or a rule refused them, or a person is yet
to decide, or has decided against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """An observation that may go into the profile.

    Attributes:
        seq: Its place in the stream.
        at: When it was made.
        trust: See `profile.trust`.
        observation: What it says.
    """

    seq: int
    at: str
    trust: int
    observation: Observation

    @property
    def draft(self) -> Draft:
        """The entry that it is about."""
        return self.observation.draft

    @property
    def corrects(self) -> bool:
        """Whether it says that something else is wrong."""
        return self.draft.correction

    @property
    def evidence(self) -> Evidence:
        """As what a value of the scaffold rests on."""
        return Evidence(
            at=self.at,
            trust=self.trust,
            confidence=self.draft.confidence,
            events=(self.seq,),
            correction=self.corrects,
        )

    @property
    def line(self) -> Line:
        """As a line of narrative or learned information."""
        return Line(text=self.draft.content, at=self.at, events=(self.seq,), importance=self.draft.importance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A statement for L1 that a model made of observations.

    Attributes:
        text: The statement.
        seqs: Places of the observations that support it.
        draft: That of the first of them: its subject, category and the like.
        spoken: Whether all of them are the user's own words.
    """

    text: str
    seqs: tuple[int, ...]
    draft: Draft
    spoken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A profile as it is to be, and what else came of the observations.

    Attributes:
        profile: The profile, with version and time of the one before.
        facts: What is to become entries.
        dropped: How many things were left out because nothing supports them, or something better does.
        contested: Paths of the scaffold where two values wait for a person.
    """

    profile: Profile
    facts: tuple[Fact, ...] = ()
    dropped: int = 0
    contested: tuple[str, ...] = field(default=())


def noted(events: Iterable[Event], store: Store, reach: Reach) -> list[Noted]:
    """The observations of these events that may go into a profile.

    Not those that rest on a tool's words alone, that were refused or wait for a person, or whose entry was corrected
    or removed since.

    Raises:
        InputError: One of them cannot be read.
    """
    found = []
    for event in events:
        if event.kind != "observation" or not event.payload:
            continue  # erased
        if (event.outcome or "").startswith(_NOT_TAKEN):
            continue
        observation = readable(event)
        rank = trust(observation, event.source)
        if rank > NOBODY and observation.kind != SUMMARY and _holds(event, store, reach):
            found.append(Noted(seq=event.seq, at=event.at, trust=rank, observation=observation))
    return found


def live(events: Sequence[Event], store: Store, reach: Reach) -> frozenset[int]:
    """Places of those that still hold; to ask again inside of a transaction."""
    try:
        return frozenset(one.seq for one in noted(events, store, reach))
    except InputError:
        return frozenset()


def _holds(event: Event, store: Store, reach: Reach) -> bool:
    """Whether no entry that was made from it, or met by it, was corrected, removed or put before a person."""
    records = store.records
    every = EntryFilter(origin=f"event:{event.seq}", statuses=("active", "inactive", "staged"))
    of_it = records.select(every, reach.ids)
    if of_it:
        return all(entry.status == "active" for entry in of_it)
    outcome = event.outcome or ""
    if outcome.startswith(KNOWN_AS):
        entry = records.get(outcome.removeprefix(KNOWN_AS)[:8], reach.ids)
        return entry is not None and entry.status == "active"
    return True
