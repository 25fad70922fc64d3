"""The system prompt, and what a prompt recalls."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tiermem.doors.server.shapes.common import Instant, Name, RequestBody
from tiermem.values import Layer


class Usage(BaseModel):
    """Use of a block's budget, in characters."""

    used: int
    limit: int
    percent: int


class Block(BaseModel):
    """A section of the system prompt."""

    name: str
    title: str
    text: str
    usage: Usage | None
    entries: Annotated[list[str], Field(description="The ids of the memories in it.")]


class BlockLine(BaseModel):
    """A line of a block, or a statement left out, with the reason."""

    block: str | None
    text: str
    why: str
    id: str | None
    kind: str | None
    source: str | None
    said: str | None
    confirmed: int
    standing: bool
    pinned: bool


class Prompt(BaseModel):
    """The system prompt of a new session."""

    prompt: Annotated[str, Field(description="The system prompt, to the character.")]
    blocks: list[Block]
    usage: Annotated[dict[str, Usage], Field(description="Tier → use of its block.")]
    lines: list[BlockLine]
    left_out: list[BlockLine]


class Identity(BaseModel):
    """The core profile as one Markdown document."""

    document: str


class IdentityRequest(RequestBody):
    """The edited document. Headings of the second level are sections."""

    document: Annotated[str, Field(max_length=20_000)]


class RecallRequest(RequestBody):
    """A prompt."""

    text: Annotated[str, Field(min_length=1, max_length=100_000)]
    project: Annotated[str | None, Field(max_length=200)] = None
    task: Annotated[str | None, Field(max_length=200)] = None
    keep: Annotated[
        bool, Field(description="False: a preview that leaves no receipt and counts no recall.")
    ] = False


class Weighing(BaseModel):
    """The conversion of points into a chance: their sum times slope, plus base, is the logarithm of the odds."""

    scorecard: str
    base: float
    slope: float


class ShownPassage(BaseModel):
    """A passage that was recalled."""

    ref: Annotated[str, Field(description="The id of a memory, or SESSION/PLACE of a turn.")]
    score: float
    at: str
    label: str
    kind: Literal["entry", "turn"]
    layer: Layer | None
    parts: Annotated[dict[str, float], Field(description="Points by signal.")]
    answers: str | None
    weighing: Weighing | None


class Passage(ShownPassage):
    """A passage with its text."""

    text: str


class DroppedPassage(BaseModel):
    """A candidate that was not shown."""

    ref: str
    score: float
    why: str
    parts: dict[str, float]
    weighing: Weighing | None


class Receipt(BaseModel):
    """The record of a recall."""

    id: str
    at: Instant
    session_id: str | None
    query: str
    terms: list[str]
    rendered: list[ShownPassage]
    dropped: list[DroppedPassage]
    notes: list[str]
    took_ms: float
    injected: dict[str, int]


class Recall(BaseModel):
    """The passages for a prompt."""

    context: Annotated[str, Field(description="The <memory-context>, to the character; empty for nothing.")]
    passages: list[Passage]
    receipt: Receipt


class RetrieveRequest(RequestBody):
    """A text to find documents for."""

    text: Annotated[str, Field(min_length=1, max_length=100_000)]
    connections: Annotated[
        list[Name] | None, Field(max_length=50, description="Active connections; null for all.")
    ] = None
    context_type: Annotated[str | None, Field(max_length=100)] = None


class Retrieved(BaseModel):
    """A recalled document with its metadata."""

    content: str
    metadata: dict[str, str]
    distance: Annotated[float, Field(description="1 minus the chance that it matters.")]


class Context(BaseModel):
    """Profile, tasks and knowledge of a user as plain data, for templates and other systems."""

    model_config = ConfigDict(extra="allow")

    user: str
