"""Profiles of users, knowledge of connections, and the runs that write both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from tiermem.values.frozen import asdict, dataclass, field
from tiermem.values.words import instant, moment

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One statement of a narrative or of learned information.

    Attributes:
        text: The words.
        at: Instant at which it was last said or confirmed. A narrative's lines age out by it.
        events: Places in the stream of the observations that support it.
        importance: 0 to 1. Of two lines of the same age the less important one ages out first.
    """

    text: str
    at: str
    events: tuple[int, ...] = ()
    importance: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Provenance of one value of a scaffold.

    Attributes:
        confidence: 0 to 1.
        at: Instant at which it was last said or confirmed.
        trust: Rank of its source, greater is more trusted; see `engine.profile.trust`.
        events: Places in the stream of the observations that support it.
        rival: Another value of equal trust that contradicts it and waits for a person; None if there is none.
        rival_events: Places in the stream of the observations that support `rival`.
    """

    confidence: float
    at: str
    trust: int = 0
    events: tuple[int, ...] = ()
    rival: Any = None
    rival_events: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The profile of one user.

    Attributes:
        scope_id: The user.
        narrative: The user's current situation, oldest line first.
        scaffold: Schema-free JSON.
        marks: Path of a value in the scaffold, keys joined by ``/`` (``~1`` for a slash, ``~0`` for a tilde, as in
            RFC 6901) → its mark.
        learned: Learned information: statements that fit no key.
        inbox_guidance: The user's wishes for the ranking of messages, in the user's words; "" if there are none.
        version: Counts the changes.
        updated_at: Instant of the last change; "" for a profile that was never written.
    """

    scope_id: int
    narrative: tuple[Line, ...] = ()
    scaffold: Mapping[str, Any] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    learned: tuple[Line, ...] = ()
    inbox_guidance: str = ""
    version: int = 0
    updated_at: str = ""

    @property
    def text(self) -> str:
        """The narrative as prose."""
        return " ".join(line.text for line in self.narrative)

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self) | {"text": self.text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """Knowledge of one connection of a user's agent to a tool.

    Attributes:
        id: The host's own name for it.
        scope_id: The user.
        learned: Schema-free JSON: ``{"default_project": "PROJ"}``.
        cached: The tool's own schema or metadata, as plain data; None if nothing is cached.
        cached_at: Instant at which it was cached.
        ttl_s: Seconds for which it is valid; None for good.
    """

    id: str
    scope_id: int
    learned: Mapping[str, Any] = field(default_factory=dict)
    cached: Any = None
    cached_at: str | None = None
    ttl_s: int | None = None
    updated_at: str = ""

    def fresh(self, now: datetime) -> Any:
        """Return the cached data; None if it has expired."""
        if self.cached_at is None or self.ttl_s is None:
            return None if self.cached_at is None else self.cached
        age = moment(instant(now)) - moment(self.cached_at)
        return self.cached if age.total_seconds() < self.ttl_s else None


Trigger = Literal["session", "idle", "worker", "command"]
"""Cause of a run: a session's end, idle time, the worker, or a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The record of one run of the processor over a user's observations.

    Attributes:
        id: Eight characters.
        stage: ``entries`` (observations become entries) or ``profile`` (they become the profile).
        by: ``rules`` or ``model``.
        trigger: Its cause.
        read: Places in the stream of the observations that it read.
        wrote: Its results by kind: ids of entries, paths of the scaffold, numbers of lines.
        problem: The failure; None if there was none.
    """

    id: str
    stage: Literal["entries", "profile"]
    by: Literal["rules", "model"]
    trigger: Trigger
    started_at: str
    ended_at: str
    read: tuple[int, ...] = ()
    wrote: Mapping[str, Any] = field(default_factory=dict)
    problem: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self) | {"read": list(self.read)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileUndo:
    """The data for undoing a person's last change of a profile.

    Attributes:
        version: The profile's version after the change.
        before: The profile before it.
        entries: Ids of the entries that were corrected with it.
        head: The end of the stream after the change.
    """

    version: int
    before: Profile
    entries: tuple[str, ...]
    head: int
