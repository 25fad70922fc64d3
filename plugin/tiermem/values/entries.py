"""Entries, their owners and versions, drafts of them, filters, and the access tokens of owners."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from tiermem.values.frozen import asdict, dataclass, field, fields
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
    """An owner of entries: the house, an agent, a user, or a pair of agent and user, which has the user's name."""

    id: int
    kind: ScopeKind
    name: str
    parent_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedScope:
    """A scope as a person sees it.

    Attributes:
        scope: The scope.
        parent: The name of the house that it belongs to; None for a root.
        entries: Number of its active entries.
        granted: Its other readers: ``agent:helper@acme``, ``user:maya@acme``, ``house:sales``.
    """

    scope: Scope
    parent: str | None
    entries: int
    granted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The scopes that one session reads: its pair, its user, its agent, the house and those above it.

    Attributes:
        pair: The agent and the user together; no other user reads it.
        notes: The readers of entries in the tier `memory`. Not compared.
        above: The houses above the house, which its sessions read. Not compared.
        granted: Scopes read by a grant, and changed only by their owners. Not compared.
    """

    house: Scope
    agent: Scope
    user: Scope
    pair: Scope
    notes: NotesOwner = field(default="user", compare=False)
    above: tuple[Scope, ...] = field(default=(), compare=False)
    granted: tuple[Scope, ...] = field(default=(), compare=False)

    @property
    def ids(self) -> tuple[int, ...]:
        """The scope ids that may be read."""
        return (*(one.id for one in self.granted), *self.changeable)

    @property
    def changeable(self) -> tuple[int, ...]:
        """The scope ids that a person may change: all that are read but those that were granted."""
        above = (one.id for one in self.above)
        return (*above, self.house.id, self.agent.id, self.user.id, self.pair.id)

    def owner(self, tier: Tier) -> Scope:
        """Return the scope that owns a write to *tier*: the user, or for notes the one that `notes` names."""
        if tier != "memory":
            return self.user
        return {"user": self.pair, "agent": self.agent, "house": self.house}[self.notes]

    def owns(self, scope_id: int) -> bool:
        """Return True if the agent may change a scope's entries by itself. Only a person may change shared ones."""
        shared = {"user": (), "agent": (self.agent,), "house": (self.agent, self.house)}[self.notes]
        return scope_id in {one.id for one in (self.user, self.pair, *shared)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One remembered statement: the record.

    Attributes:
        id: Eight characters, the same for all versions.
        scope_id: The owner, see `Scope`.
        version: Counts from 1. The versions keep every content.
        source: The channel that wrote the current version.
        speaker: The speaker of the evidence; None without one.
        correction: True if it corrects an earlier statement or entry.
        origin: Its origin: ``session:ID``, ``event:SEQ`` or ``import:NAME:ID``.
        supersedes: Id of the entry that this one replaces, or proposes to replace if staged.
        importance: 0 to 1.
        confidence: 0 to 1.
        subject: Its subject; for the tier identity, the name of its Markdown section.
        valid_from: Instant from which the statement holds; None if unknown.
        valid_to: Instant until which the statement holds. An active entry is removed then. None for no end.
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
        return {one.name: getattr(self, one.name) for one in fields(self)} | {"tags": list(self.tags)}

    @property
    def state(self) -> str:
        """A text that is another after every change of the record: of content, layer, labels, status or end."""
        from hashlib import blake2b  # no prompt needs it

        record = repr([getattr(self, one.name) for one in fields(self)])
        digest = blake2b(record.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        return f"{self.version}-{digest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A statement to remember, before it is an `Entry`. It has the same fields."""

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
    """One content of an entry, current or past."""

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
    """Conditions on entries. Every field narrows; empty tuples and None do not, except in `connections`.

    ::

        from tiermem import EntryFilter

        entries.list(EntryFilter(layers=("L1",), tags=("billing",), since="2026-03-02"))
        entries.search("deploys", where=EntryFilter(project_id="billing", connections=("jira",)))

    Attributes:
        sources: Entries whose present version was written through one of these channels.
        subject: Entries with this subject, in upper or lower case.
        key: Entries with these words: `text.statement_key` of the content.
        project_id: Entries of this project. (A session's recall also includes those of no project.)
        task_id: Entries of this task. (The same holds.)
        context_type: Kind of text that the entry was made from, in the writer's own word; ours is ``session_summary``.
        connections: Entries of one of these connections, or of none. ``()`` selects only those of none; None selects
            all.
        tags: Entries with all of these tags.
        tag_prefix: Entries with a tag that begins with this.
        since: Entries changed at this time or later: a date, a datetime, or either as ISO 8601, in UTC unless it names
            a zone.
        until: Entries changed before this time.
        ended_by: Entries whose `valid_to` is at or before this instant.
        newest_first: Newest entries first, instead of the order of blocks.
    """

    ids: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()
    tiers: tuple[Tier, ...] = ()
    statuses: tuple[Status, ...] = ("active",)
    sources: tuple[Source, ...] = ()
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
        """`since` and `until` in the store's form of instants.

        Raises:
            ValueError: One of them is not a time.
        """
        since, until = (None if when is None else as_instant(when) for when in (self.since, self.until))
        return since, until


def as_instant(when: str | date) -> str:
    """Return a date, a datetime or ISO 8601 text in the store's form of instants. A date means its start in UTC.

    Raises:
        ValueError: It is not a time, or is out of the range of UTC.
    """
    named = datetime.fromisoformat(when) if isinstance(when, str) else when
    if not isinstance(named, datetime):
        named = datetime.combine(named, time())
    try:
        return instant(named if named.tzinfo else named.replace(tzinfo=UTC))
    except OverflowError as error:
        raise ValueError(f"{when!r} is out of range") from error


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token that lets a program use the HTTP server. The token itself is shown once and not stored.

    Attributes:
        id: Its id, by which it is revoked.
        user: The only user whose memory it opens; None for an administrator's token, which opens all.
        label: A note of the person who made it; "" for none.
        created_at: When it was made.
        expires_at: When it expires; None for never.
    """

    id: str
    user: str | None
    label: str
    created_at: str
    expires_at: str | None

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self)
