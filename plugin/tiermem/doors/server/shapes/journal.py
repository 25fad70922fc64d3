"""Sessions with their turns, and what each taught."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from tiermem.doors.server.shapes.common import Instant
from tiermem.doors.server.shapes.memories import MemoryResponse
from tiermem.doors.server.shapes.recall import Receipt
from tiermem.values import Source, Speaker


class SessionBrief(BaseModel):
    """A session in a list."""

    id: str
    started_at: Instant
    ended_at: Instant | None
    project_id: str | None
    task_id: str | None
    turns: int
    observations: int
    opening: Annotated[str, Field(description="The user's first words.")]
    last_at: Instant | None


class Taught(BaseModel):
    """An observation and what became of it."""

    seq: int
    at: Instant
    kind: str
    source: Source
    statement: str
    quote: str | None
    turn: str | None
    session_id: str | None
    outcome: str | None
    memory: MemoryResponse | None


class Turn(BaseModel):
    """A turn, and the memories learned from it."""

    ref: str
    position: int
    speaker: Speaker
    name: str | None
    content: str
    at: Instant
    is_erased: bool
    taught: list[Taught]


class SessionDetail(BaseModel):
    """A session with its turns."""

    id: str
    started_at: Instant
    ended_at: Instant | None
    project_id: str | None
    task_id: str | None
    connections: list[str]
    turns: list[Turn]
    taught: Annotated[list[Taught], Field(description="What rests on no turn: tools, summaries.")]
    written: Annotated[list[MemoryResponse], Field(description="What the agent's tools wrote.")]
    receipts: list[Receipt]
