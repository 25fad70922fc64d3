"""The values of the store's contract: filters, terms, rows, receipts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tiermem.values.frozen import NamedTuple, dataclass, field

if TYPE_CHECKING:
    from tiermem.values import EntryFilter, Layer, Reach, Target, Tier, VectorIndex, VectorRows

SET_ASIDE = "set aside"
"""Prefix of the outcome of an observation that failed too often and is not tried again."""
MOST_TRIES = 5
"""Number of failures after which an observation is set aside."""
OpenIndex = Callable[["VectorRows"], "VectorIndex"]
"""Function that opens a plugin's index over the table of vectors."""
Progress = Callable[[int, int], None]
"""Called with (done, total) during long work."""
Favour = Callable[["Layer | None", str], float]
"""A document's layer (None for a turn), and the words of its subject, of a turn of who spoke → what is added to its
relevance, as a share of the best's."""

Place = tuple[str | int | None, ...]
"""An entry's place in a sorted list: the values it is sorted by, its id last."""


class TypedHit(NamedTuple):
    """An entry that matches what somebody types, with its texts as they are indexed."""

    ref: str
    content: str
    subject: str
    at: str
    layer: Layer


@dataclass(frozen=True, slots=True)
class Retraction:
    """A former statement of an entry.

    Attributes:
        content: The statement.
        at: Instant it was withdrawn.
        instead: The present content of the entry or of its replacement; None if there is none.
        is_wrong: True if it was corrected or removed; False if it merely ended.
        project_id: The project that it is about; None for all.
        origin: `Entry.origin` of an entry that was put away; None for a former content of one that stands.
    """

    content: str
    at: str
    instead: str | None
    is_wrong: bool
    project_id: str | None
    origin: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a search: any of the words, or both words of any of the pairs.

    Attributes:
        rest: Words that are too frequent to search for. If a filter leaves few documents, any of them
            is enough.
        frequencies: Word → documents that hold it, as they were counted for the plan; a word that is not there is
            counted by the search.
    """

    words: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    rest: tuple[str, ...] = ()
    frequencies: Mapping[str, int] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFilter:
    """The documents to search.

    Attributes:
        layers: Layers of entries to search; if empty, no entries.
        turns: True to search the journal's turns too.
        except_session: A session whose turns are left out, because they are in the model's context.
        project_id: Entries of this project or of none, and turns of such sessions; None for all.
        task_id: Entries of this task or of none, and turns of such sessions; None for all.
        connections: Entries of these connections or of none, so that ``()`` is those of none; None for all.
        since: Documents of this instant or later: that from which an entry holds, or it was made; a turn was said.
        until: Documents of before this instant.
        entries: What else entries must meet, exactly as `Records.select` takes it, without its limit and offset.
            Turns are those of sessions of its project and task or of none; there are none where it names anything
            that turns do not have: tags, say, or a tier.
    """

    layers: tuple[Layer, ...] = ("L1",)
    tiers: tuple[Tier, ...] = ()
    turns: bool = False
    except_session: str | None = None
    category: str | None = None
    project_id: str | None = None
    task_id: str | None = None
    tags: tuple[str, ...] = ()
    connections: tuple[str, ...] | None = None
    context_type: str | None = None
    since: str | None = None
    until: str | None = None
    entries: EntryFilter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """Working state of a session. Deleting it loses no entries.

    Attributes:
        frozen: The system prompt's blocks as rendered at the start, as plain data; None before.
        frozen_at: Last place in the stream when they were frozen.
        offset: Position of the first turn that gap-fill has not read.
    """

    id: str
    reach: Reach
    started_at: str
    project_id: str | None = None
    task_id: str | None = None
    connections: tuple[str, ...] = ()
    frozen: Mapping[str, Any] | None = None
    frozen_at: int = 0
    offset: int = 0
    ended_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBrief:
    """A session in a list.

    Attributes:
        turns: Number of its turns.
        observations: Number of observations made in it.
        opening: The user's first words; "" if nothing was journaled.
        last_at: Instant of its last turn; None without turns.
    """

    id: str
    started_at: str
    ended_at: str | None
    project_id: str | None
    task_id: str | None
    turns: int
    observations: int
    opening: str
    last_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A session with turns that gap-fill has not read.

    Attributes:
        turns: Their number.
        last_at: Instant of the latest of them.
    """

    row: SessionRow
    turns: int
    last_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """The receipt of an erasure.

    Attributes:
        entry_id: What was erased: the id of an entry, a turn's ref, a session's id, ``profile``, or a user's name.
        state: ``complete``, or ``pending`` while an open reader keeps old pages alive.
        touched: Table → rows removed or rewritten.
        out_of_reach: Places that an erasure cannot reach.
        also: Refs of other entries and turns about the same thing, which can be erased separately.
    """

    entry_id: str
    state: str
    touched: Mapping[str, int]
    out_of_reach: tuple[str, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignRow:
    """A row of another program's table in the same database that has not been imported.

    Attributes:
        origin: ``import:TABLE:ID``: the entry made from it carries this, so that it is taken in once.
    """

    origin: str
    content: str
    created_at: str
    category: str | None
    tier: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A problem that `check` found, and its remedy."""

    what: str
    mend: str


@dataclass(frozen=True, slots=True)
class Backlog:
    """Counts of waiting observations in the stream.

    Attributes:
        waiting: Observations not processed yet.
        oldest: Instant of the oldest of them; None if there is none.
        failed: Observations that were set aside after failing too often: their outcome begins with `SET_ASIDE`.
        unconsolidated: Processed observations that are not in a profile yet, without those set aside.
    """

    waiting: int
    oldest: str | None
    failed: int
    unconsolidated: int


@dataclass(frozen=True, slots=True)
class Growth:
    """Entries of one day, layer and tier.

    Attributes:
        day: The day, as 2026-03-02.
        added: Entries made on it.
        ended: Entries removed or superseded on it.
    """

    day: str
    layer: Layer
    tier: Tier
    added: int
    ended: int


@dataclass(frozen=True, slots=True)
class Remaining:
    """Entries that match a search but were not returned yet.

    Attributes:
        total: Their number.
        refs: The requested ids.
    """

    total: int
    refs: list[str]


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A document without a vector of a model.

    Attributes:
        ref: Id of the entry, or ``SESSION/POSITION`` of the turn.
        text: The text to embed: its present content.
    """

    ref: str
    text: str


@dataclass(frozen=True, slots=True)
class Near:
    """A document whose vector is near the vector of a query.

    Attributes:
        similarity: Cosine of the two, from -1 to 1, to six decimals, so that equal vectors are equally near on every
            index. The usual distance by cosine is 1 less this.
    """

    ref: str
    similarity: float
