"""Proposals that wait, and memories to look at."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tiermem.doors.server.shapes.common import SAYS, RequestBody
from tiermem.doors.server.shapes.memories import MemoryResponse


class Pending(MemoryResponse):
    """A proposal that waits for a person."""

    operation: str
    reason: str
    target: MemoryResponse | None


class AcceptRequest(RequestBody):
    """The acceptance of a proposal."""

    content: Annotated[
        str | None,
        Field(min_length=1, max_length=500, pattern=SAYS, description="Other words; null for its own."),
    ] = None


class Decision(RequestBody):
    """A decision on one proposal."""

    id: Annotated[str, Field(min_length=1, max_length=40)]
    decision: Literal["accept", "reject"]


class DecideRequest(RequestBody):
    """Decisions on several proposals, each for itself."""

    decisions: Annotated[list[Decision], Field(min_length=1, max_length=200)]


class Decided(BaseModel):
    """The result of one decision."""

    id: str
    decision: Literal["accept", "reject"]
    done: bool
    memory: MemoryResponse | None
    problem: Annotated[str | None, Field(description="Why it was not done.")]


class Doubt(BaseModel):
    """A memory that a person may want to look at."""

    concern: Literal["contradicting", "duplicated", "stale", "never used"]
    reason: str
    memory: MemoryResponse
    other: Annotated[MemoryResponse | None, Field(description="The one that it contradicts or repeats.")]
