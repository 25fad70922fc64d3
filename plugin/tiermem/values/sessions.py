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
        at: Instant at which it was said.
        name: Name of the speaker or tool, if known.
        session_id: Its session; "" before it is journaled.
        position: Its place in the session, from 0; -1 before it is journaled.
        external_id: Its id in the host or data set.
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
        """``SESSION/POSITION``, its name in receipts and origins."""
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
    """A task of a user. A task that is done keeps only its name, times, status and links.

    Attributes:
        id: Name under which sessions start with it and entries belong to it (``task_id``).
        scope_id: The user.
        title: Its subject, in words.
        notes: The working state, oldest first. Empty once the task is done: `archive` then holds it.
        archive: Id of the entry in the archive (L2) that holds its working state.
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
    """A project of a user. Tasks and entries belong to it by its id (``project_id``)."""

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
