"""A decision on an observation, and which entries a statement may change: whose they are, and when it was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from tiermem.engine.statements.subjects import is_of_another_subject
from tiermem.engine.writes.authority import is_elsewhere
from tiermem.values import instant, moment
from tiermem.values.frozen import dataclass, field
from tiermem.values.words import PINNED

if TYPE_CHECKING:
    from tiermem.engine.comparison.statement import Comparison
    from tiermem.engine.recall.withheld import Declined
    from tiermem.values import Change, Entry, Observation, Reach
    from tiermem.values.changes import Outcome

Compared = Sequence[tuple["Entry", "Comparison"]]
"""Entries with how a statement compares to each."""
ENDS = " .!。！"
"""What a statement may end with; it is taken off where another sentence is made of it."""
MOST_BARE = 6
"""Maximum words and values of a correction with only a value: "oh no, I meant the 21st, sorry"."""
_RECENT = timedelta(hours=1)
"""Maximum age of a statement that a correction with only a value may concern."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an observation leads to.

    Attributes:
        changes: The changes to make.
        outcome: The outcome of the observation.
        declined: The places of turns that recall must leave out.
        resting: Further changes that rest on what *changes* say, and are not made if a check doubts that.
    """

    changes: tuple[Change, ...]
    outcome: Outcome
    declined: Mapping[str, Sequence[Declined]] = field(default_factory=dict)
    resting: tuple[Change, ...] = ()


def may_replace(observation: Observation, entry: Entry, reach: Reach) -> bool:
    """Return True if a later statement of the user may replace an entry by itself; otherwise a person is asked."""
    return is_open(entry, reach) and _is_said_later(observation, entry)


def may_propose(observation: Observation, entry: Entry, reach: Reach) -> bool:
    """Return True if a later statement may propose to change an entry that a person wrote or pinned."""
    is_of_person = (entry.source == "user" or PINNED in entry.tags) and reach.owns(entry.scope_id)
    return is_of_person and _is_said_later(observation, entry)


def is_open(entry: Entry, reach: Reach) -> bool:
    """Return True if no person wrote or pinned an entry that the session may write."""
    return entry.source in ("agent", "system") and PINNED not in entry.tags and reach.owns(entry.scope_id)


def _is_said_later(observation: Observation, entry: Entry) -> bool:
    """Return True if a user said it after an entry."""
    return is_said(observation) and (observation.draft.valid_from or "") > said_at(entry)


def is_here(observation: Observation, entry: Entry) -> bool:
    """Return True if an observation may concern an entry: one of no other project or connection, and no note of it."""
    session, _, _ = (observation.evidence or "").rpartition("/")
    is_note = observation.noted and entry.source == "agent" and entry.origin == f"session:{session}"
    return not (is_note or is_elsewhere(entry, observation.draft))


def concerns(observation: Observation, entry: Entry) -> bool:
    """Return False if an observation puts something right that is of another subject than an entry."""
    return not is_of_another_subject(entry.content, sentence_of(observation))


def sentence_of(observation: Observation) -> str:
    """Return the user's own sentence, or else the statement."""
    return observation.quote or observation.draft.content


def is_said(observation: Observation) -> bool:
    """Return True if a user said it in a known turn."""
    return observation.draft.speaker == "user" and bool(observation.evidence)


def said_at(entry: Entry) -> str:
    """Return the instant at which an entry was said, or else stored."""
    return entry.valid_from or entry.created_at


def is_recent(observation: Observation, entry: Entry) -> bool:
    """Return True if an entry was said shortly before."""
    since = shortly_before(observation)
    return since is not None and said_at(entry) >= since


def shortly_before(observation: Observation) -> str | None:
    """Return the earliest instant of statements that a correction with only a value may concern."""
    at = observation.draft.valid_from
    return None if at is None else instant(moment(at) - _RECENT)
