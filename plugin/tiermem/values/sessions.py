"""Turns of sessions, and the tasks and projects that sessions work on."""

from __future__ import annotations

from typing import Any, Literal

from tiermem.values.frozen import asdict, dataclass
from tiermem.values.words import Speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One utterance in a session, as it was said.

    Attributes:
        speaker: ``user``, ``assistant``, ``tool``, or ``memory`` (text that tiermem itself injected).
        content: The words.
        at: Instant it was said.
        name: Name of the one who spoke or of the tool, where known.
        session_id: Its session; "" before it is journaled.
        position: Counts from 0 within its session; -1 before it is journaled.
        external_id: The host's or data set's own id of it.
    """

    speaker: Speaker
    content: str
    at: str
    name: str | None = None
    session_id: str = ""
    position: int = -1
    external_id: str | None = None

    @property
    def ref(self) -> str:
        """``SESSION/POSITION``: how receipts and origins name it."""
        return f"{self.session_id}/{self.position}"


TaskStatus = Literal["active", "done"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One step of a task's working state."""

    at: str
    text: str
    session_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task of a user. Done, it keeps only what it was called, when it was, its status and its links.

    Attributes:
        id: The name by which sessions are begun with it and entries belong to it (``task_id``).
        scope_id: The user.
        title: What it is about, in words.
        notes: The working state, oldest first; empty once it is done: then `archive` holds it.
        archive: Id of the entry in the archive (L2) that its working state became.
        sessions: Ids of the sessions that worked on it, oldest first.
    """

    id: str
    scope_id: int
    title: str
    created_at: str
    updated_at: str
    status: TaskStatus = "active"
    project_id: str | None = None
    completed_at: str | None = None
    notes: tuple[Note, ...] = ()
    archive: str | None = None
    sessions: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A project of a user: tasks and entries belong to it by its id (``project_id``)."""

    id: str
    scope_id: int
    title: str
    created_at: str
    updated_at: str
    status: TaskStatus = "active"
    completed_at: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self)
