"""Observations, tasks and projects."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tiermem.doors.server.shapes.common import SAYS, Instant, RequestBody


class ObservationRequest(RequestBody):
    """A statement that may become a memory."""

    content: Annotated[str, Field(min_length=1, max_length=5_000, pattern=SAYS)]
    kind: Literal["fact", "preference", "project_details", "correction"] = "fact"
    connection: Annotated[str | None, Field(max_length=200)] = None


class CycleItem(RequestBody):
    """An agent's findings from outside of a conversation: values by key, statements, or both."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    scaffold_updates: Annotated[dict[str, Any], Field(max_length=100)] = {}
    persistent_info_additions: Annotated[list[Any], Field(max_length=100)] = []
    connection_id: Annotated[str | None, Field(max_length=200)] = None


class CycleRequest(RequestBody):
    """The findings of an autonomous cycle."""

    items: Annotated[list[CycleItem], Field(min_length=1, max_length=200)]


class Recorded(BaseModel):
    """The observations recorded."""

    observations: Annotated[int, Field(description="New ones; those recorded before do not count.")]


class Observation(BaseModel):
    """An observation of the stream."""

    seq: int
    at: Instant
    kind: str | None
    content: Annotated[str | None, Field(description="The statement, or what an erasure left of it.")]
    outcome: Annotated[str | None, Field(description="What became of it; null while it waits.")]


class Work(BaseModel):
    """The results of a run of the processor."""

    users: int
    sessions: int
    processed: int
    consolidated: int
    proposed: int
    problems: list[str]
    running: int


class TaskNote(BaseModel):
    """A step of a task."""

    at: Instant
    text: str
    session_id: str | None


class Task(BaseModel):
    """A task."""

    id: str
    title: str
    status: Literal["active", "done"]
    project_id: str | None
    notes: list[TaskNote]
    archive: Annotated[str | None, Field(description="The id of the memory that holds its working state.")]
    sessions: list[str]
    created_at: Instant
    updated_at: Instant
    completed_at: Instant | None


class TaskRequest(RequestBody):
    """A task to begin."""

    title: Annotated[str, Field(min_length=1, max_length=200, pattern=SAYS)]
    id: Annotated[str | None, Field(min_length=1, max_length=200)] = None
    project: Annotated[str | None, Field(min_length=1, max_length=200)] = None


class NoteRequest(RequestBody):
    """A step to note."""

    text: Annotated[str, Field(min_length=1, max_length=1_000, pattern=SAYS)]


class DoneRequest(RequestBody):
    """The outcome of a task."""

    outcome: Annotated[str | None, Field(min_length=1, max_length=1_000, pattern=SAYS)] = None


class Project(BaseModel):
    """A project."""

    id: str
    title: str
    status: Literal["active", "done"]
    created_at: Instant
    updated_at: Instant
    completed_at: Instant | None
