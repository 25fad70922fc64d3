"""Entries, their owners and versions, drafts of them, and filters."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from tiermem.values.frozen import asdict, dataclass, field
from tiermem.values.words import (
    Category,
    Layer,
    NotesOwner,
    ScopeKind,
    Source,
    Speaker,
    Status,
    Tier,
    instant,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """An owner of entries: the house, an agent, a user, or the pair of an agent and a user, by the user's name.

    A grant stands below what it opens, by the name of whom it opens it to.
    """

    id: int
    kind: ScopeKind
    name: str
    parent_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedScope:
    """A scope as a person sees it.

    Attributes:
        scope: The scope.
        parent: The name of the house that it belongs to; None at a root.
        entries: Its active entries.
        granted: Who else reads it: ``agent:helper``, ``user:maya``, ``house:sales``, each with its house.
    """

    scope: Scope
    parent: str | None
    entries: int
    granted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The scopes of one session: it reads the chain upwards of its pair, its user, its agent and the house.

    Attributes:
        pair: The agent and the user together, which no other user reads.
        notes: Who shares what is written to the tier `memory`; no part of what two of them are compared by.
        also: What is read besides: the houses above the house, and what was granted; no part of that either.
    """

    house: Scope
    agent: Scope
    user: Scope
    pair: Scope
    notes: NotesOwner = field(default="user", compare=False)
    also: tuple[Scope, ...] = field(default=(), compare=False)

    @property
    def ids(self) -> tuple[int, ...]:
        """The scope ids that may be read."""
        above = (one.id for one in self.also)
        return (*above, self.house.id, self.agent.id, self.user.id, self.pair.id)

    def owner(self, tier: Tier) -> Scope:
        """Return the scope that a write to *tier* belongs to: the user, or of notes the one that `notes` names."""
        if tier != "memory":
            return self.user
        return {"user": self.pair, "agent": self.agent, "house": self.house}[self.notes]

    def owns(self, scope_id: int) -> bool:
        """Return True if the agent may change by itself what a scope owns; what others share, only a person may."""
        shared = {"user": (), "agent": (self.agent,), "house": (self.agent, self.house)}[self.notes]
        return scope_id in {one.id for one in (self.user, self.pair, *shared)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One remembered statement: the record.

    Attributes:
        id: Eight characters; stays through all versions.
        scope_id: The owner, see `Scope`.
        version: Counts from 1; every content is kept in the versions.
        source: The channel that wrote the current version.
        speaker: Whose words are the evidence; None when nobody's.
        correction: True when it corrects something said or stored before.
        origin: Where it comes from: ``session:ID``, ``event:SEQ`` or ``import:NAME:ID``.
        supersedes: Id of the entry that this one replaces, or proposes to replace when staged.
        importance: 0 to 1.
        confidence: 0 to 1.
        subject: What it is about; for tier identity, the name of its Markdown section.
        valid_from: Instant from which the statement holds; None for unknown.
        valid_to: Instant at which it stopped to hold, or will: an active entry is removed then. None for no end.
    """

    id: str
    scope_id: int
    layer: Layer
    content: str
    source: Source
    created_at: str
    updated_at: str
    tier: Tier = "memory"
    category: Category | None = None
    subject: str | None = None
    version: int = 1
    speaker: Speaker | None = None
    correction: bool = False
    origin: str | None = None
    status: Status = "active"
    supersedes: str | None = None
    importance: float = 0.5
    confidence: float = 1.0
    project_id: str | None = None
    task_id: str | None = None
    connection_id: str | None = None
    context_type: str | None = None
    tags: tuple[str, ...] = ()
    valid_from: str | None = None
    valid_to: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data (tags as a list)."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {"tags": list(self.tags)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A statement that somebody wants remembered, before it is an `Entry`. Fields as there."""

    content: str
    layer: Layer = "L0"
    tier: Tier = "memory"
    category: Category | None = None
    subject: str | None = None
    tags: tuple[str, ...] = ()
    speaker: Speaker | None = None
    correction: bool = False
    origin: str | None = None
    importance: float = 0.5
    confidence: float = 1.0
    project_id: str | None = None
    task_id: str | None = None
    connection_id: str | None = None
    context_type: str | None = None
    valid_from: str | None = None
    valid_to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One content that an entry had."""

    entry_id: str
    version: int
    content: str
    source: Source
    origin: str | None
    created_at: str

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFilter:
    """Conditions on entries: every field narrows; empty tuples and None do not, except in `connections`.

    ::

        from tiermem import EntryFilter

        entries.list(EntryFilter(layers=("L1",), tags=("billing",), since="2026-03-02"))
        entries.search("deploys", where=EntryFilter(project_id="billing", connections=("jira",)))

    Attributes:
        subject: Upper or lower case.
        key: `text.statement_key` of the content: the same words.
        project_id: Of this project. (A session's recall takes in those of no project as well.)
        task_id: Of this task, the same.
        context_type: What kind of text it was made from, in the writer's own word: ``session_summary`` is ours.
        connections: Of one of these connections, or of none; ``()`` is only those of none, None is all.
        tags: All of them must be there.
        tag_prefix: Some tag must begin so.
        since: Changed at this time or later: a date, a datetime, or either as ISO 8601; UTC where no zone is named.
        until: Changed before this time.
        ended_by: Those that ceased to hold at this instant, or before.
        newest_first: Those made last come first, instead of the order of blocks.
    """

    ids: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()
    tiers: tuple[Tier, ...] = ()
    statuses: tuple[Status, ...] = ("active",)
    scope_id: int | None = None
    category: str | None = None
    subject: str | None = None
    key: str | None = None
    origin: str | None = None
    supersedes: str | None = None
    project_id: str | None = None
    task_id: str | None = None
    context_type: str | None = None
    connections: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    tag_prefix: str | None = None
    since: str | date | None = None
    until: str | date | None = None
    ended_by: str | None = None
    newest_first: bool = False
    limit: int | None = None
    offset: int = 0

    @property
    def bounds(self) -> tuple[str | None, str | None]:
        """`since` and `until` as the store writes instants.

        Raises:
            ValueError: One of them is not a time.
        """
        since, until = (None if when is None else as_instant(when) for when in (self.since, self.until))
        return since, until


def as_instant(when: str | date) -> str:
    """Return a date, a datetime or ISO 8601 text as the store writes instants; a date is its first moment, in UTC.

    Raises:
        ValueError: It is not a time, or out of the range of UTC.
    """
    named = datetime.fromisoformat(when) if isinstance(when, str) else when
    if not isinstance(named, datetime):
        named = datetime.combine(named, time())
    try:
        return instant(named if named.tzinfo else named.replace(tzinfo=UTC))
    except OverflowError as error:
        raise ValueError(f"{when!r} is out of range") from error
