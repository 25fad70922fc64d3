"""Memories: the requests that change them, and the responses that show them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tiermem.doors.server.shapes.common import AT_LEAST_FIVE, Instant, RequestBody, StreamEvent
from tiermem.values import EntrySort, Layer, Source, Speaker, Status, Tier

Content = Annotated[
    str,
    Field(
        min_length=5,
        max_length=500,
        pattern=AT_LEAST_FIVE,
        description="The statement: five characters at least, without spaces around it.",
    ),
]
Subject = Annotated[
    str | None, Field(max_length=200, description="Whom or what it is about; of identity, its section.")
]
Tags = Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=50)]
_DAY = (
    r"[12]\d{3}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))"
    r"|[12]\d(0[48]|[2468][048]|[13579][26])-02-29|(1[26]|2[048])00-02-29"
)
_TIME = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-2]):[0-5]\d)?"
When = Annotated[
    str | None,
    Field(
        pattern=f"^({_DAY})(T{_TIME})?$",
        description="A date or an instant, as ISO 8601; UTC unless it names a zone.",
        examples=["2026-03-02", "2026-03-02T09:14:00+01:00"],
    ),
]


class Category(StrEnum):
    """The categories that a new memory may have."""

    PERSON = "person"
    PREFERENCE = "preference"
    CONTEXT = "context"
    PROJECT = "project"


class MemoryQuery(BaseModel):
    """A selection of memories."""

    layer: list[Layer] = []
    tier: list[Tier] = []
    status: list[Status] = ["active"]
    source: Annotated[
        list[Source],
        Field(description="Written by a person (user), by the agent, or automatically (system)."),
    ] = []
    category: Annotated[str | None, Field(max_length=200)] = None
    subject: Annotated[str | None, Field(max_length=200, description="In upper or lower case.")] = None
    tag: Annotated[
        list[Annotated[str, Field(max_length=200)]], Field(max_length=20, description="All of them.")
    ] = []
    project: Annotated[str | None, Field(max_length=200)] = None
    since: When = None
    until: When = None
    q: Annotated[
        str, Field(max_length=1_000, description="Words as they are typed: the last one is a beginning.")
    ] = ""
    sort: Annotated[
        EntrySort | None,
        Field(description="Default: the best match first with q, otherwise by category, created, id."),
    ] = None
    limit: Annotated[int, Field(ge=1, le=200, description="Memories on a page.")] = 50
    cursor: Annotated[
        str | None,
        Field(max_length=2_000, description="`next` of the page before, with the same other parameters."),
    ] = None


class CreateMemoryRequest(RequestBody):
    """A new memory."""

    content: Content
    category: Category
    subject: Subject = None
    layer: Annotated[
        Literal["L0", "L1"], Field(description="L0: always in the prompt. L1: recalled per turn.")
    ] = "L0"
    tier: Annotated[
        Tier, Field(description="memory: the agent's notes. user: the person. identity: L0 only.")
    ] = "memory"
    tags: Tags = []
    project: Annotated[str | None, Field(max_length=200, description="The project it belongs to.")] = None
    expires: Annotated[When, Field(description="Until when it holds.")] = None
    allow_same_subject: Annotated[
        bool, Field(description="Store it although a memory about the same subject exists.")
    ] = False


class UpdateMemoryRequest(RequestBody):
    """The new content of a memory."""

    content: Content
    subject: Annotated[str | None, Field(max_length=200, description="Its new subject; null leaves it.")] = (
        None
    )
    tags: Annotated[Tags | None, Field(description="All its tags; null leaves them.")] = None


class CorrectMemoryRequest(RequestBody):
    """The truth in place of a wrong statement."""

    content: Content
    reason: Annotated[str | None, Field(max_length=500)] = None


class MoveMemoryRequest(RequestBody):
    """The new place of a memory."""

    layer: Literal["L0", "L1"]


class MergeMemoryRequest(RequestBody):
    """The memory that stays."""

    into: Annotated[str, Field(min_length=1, max_length=40, description="The id of the memory that stays.")]
    content: Annotated[
        str | None,
        Field(
            min_length=5,
            max_length=500,
            pattern=AT_LEAST_FIVE,
            description="The merged content; null for what loses nothing.",
        ),
    ] = None


class MemoryResponse(BaseModel):
    """A memory. The first seven members describe it; the others say where it is and how it came to be."""

    id: Annotated[str, Field(description="Eight characters, the same for all versions.")]
    category: str | None
    subject: str | None
    content: Annotated[str, Field(description="The content of the current version.")]
    version: int
    created_at: Instant
    updated_at: Annotated[Instant | None, Field(description="The last change; null until there is one.")]
    layer: Layer
    tier: Tier
    status: Status
    source: Annotated[Source, Field(description="The channel that wrote the current version.")]
    speaker: Annotated[Speaker | None, Field(description="Whose words the evidence is.")]
    tags: list[str]
    correction: Annotated[bool, Field(description="True if it corrects an earlier statement.")]
    origin: Annotated[str | None, Field(description="session:ID, event:SEQ or import:NAME:ID.")]
    supersedes: Annotated[str | None, Field(description="The memory that it replaces, or proposes to.")]
    importance: float
    confidence: float
    project_id: str | None
    task_id: str | None
    connection_id: str | None
    context_type: str | None
    valid_from: Instant | None
    valid_to: Instant | None
    recall_count: Annotated[int, Field(description="How often it was recalled.")]
    last_recalled_at: Instant | None


class MemoryListResponse(BaseModel):
    """A page of memories."""

    memories: list[MemoryResponse]
    total: Annotated[int, Field(description="Number of memories on all pages.")]
    next: Annotated[str | None, Field(description="The cursor of the next page; null on the last.")]


class MemoryVersion(BaseModel):
    """A content that a memory has or had."""

    version: int
    content: str
    source: Source
    origin: str | None
    session_id: str | None
    created_at: Instant


class MemoryDetail(MemoryResponse):
    """A memory with its history."""

    versions: list[MemoryVersion]
    events: Annotated[list[StreamEvent], Field(description="How it was learned, and each change.")]
    superseded_by: Annotated[str | None, Field(description="The id of the memory that replaced it.")]


class WrittenMemory(MemoryResponse):
    """A memory after a change."""

    previous: Annotated[str | None, Field(description="Its content before, if that changed.")] = None
    duplicate: Annotated[bool, Field(description="True if the same was there, and nothing was added.")] = (
        False
    )
    staged: Annotated[bool, Field(description="True if it waits for a person's approval.")] = False
