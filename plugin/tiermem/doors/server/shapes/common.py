"""Models that the requests and responses of all resources share."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from tiermem.values import Source

T = TypeVar("T")

Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"}, examples=["2026-03-02T09:14:00Z"])]
SAYS = r"\S"
"""Something that is no space."""
AT_LEAST_FIVE = r"\S[\s\S]{3,}\S"
"""Five characters or more, without the spaces around them, which are not kept."""
Name = Annotated[str, Field(min_length=1, max_length=200)]


class RequestBody(BaseModel):
    """The body of a request: a field that it does not have is refused."""

    model_config = ConfigDict(extra="forbid")


class Items(BaseModel, Generic[T]):
    """A page of a list."""

    items: list[T]
    total: Annotated[int | None, Field(description="Number on all pages; null where it is not counted.")] = (
        None
    )
    next: Annotated[str | None, Field(description="The cursor of the next page; null on the last.")] = None


class Problem(BaseModel):
    """An error, as RFC 9457 describes it. Other members name the facts."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: Annotated[str, Field(description="A stable name for programs.")]


class StreamEvent(BaseModel):
    """An event of the stream."""

    seq: int
    at: Instant
    kind: str
    source: Source | None
    entry_id: str | None
    version: int | None
    session_id: str | None
    reason: str | None
    outcome: str | None


class ErasureReceipt(BaseModel):
    """A list of everything erased, and of copies out of reach."""

    erased: str
    state: Annotated[
        str, Field(description="complete, or pending while an open reader keeps old pages alive.")
    ]
    touched: Annotated[dict[str, int], Field(description="Table → rows removed or rewritten.")]
    out_of_reach: list[str]
    also: Annotated[list[str], Field(description="Ids and turns that speak of the same thing.")]
