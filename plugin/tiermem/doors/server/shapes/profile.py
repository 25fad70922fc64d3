"""The profile of the user, and its changes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from tiermem.doors.server.shapes.common import SAYS, RequestBody
from tiermem.doors.server.shapes.journal import Taught


class ProfileLine(BaseModel):
    """A statement of the profile, or a value of its scaffold."""

    id: str
    kind: Literal["narrative", "scaffold", "learned"]
    path: str | None
    text: str
    value: Any
    at: str
    confidence: float | None
    rival: Any
    sources: list[Taught]


class Rival(BaseModel):
    """Two values of equal trust for one path; a person decides."""

    path: str
    value: Any
    other: Any


class Profile(BaseModel):
    """The profile of the user."""

    narrative: Annotated[str, Field(description="The user's situation, as prose.")]
    scaffold: dict[str, Any]
    inbox_guidance: str
    version: int
    updated_at: Annotated[str, Field(description="The last change; empty before the first.")]
    lines: list[ProfileLine]
    rivals: list[Rival]


class NewLine(RequestBody):
    """A line to add."""

    text: Annotated[str, Field(min_length=1, max_length=2_000, pattern=SAYS)]
    kind: Literal["narrative", "learned"] = "learned"


class ProfileRequest(RequestBody):
    """Changes of the profile, as a person makes them."""

    set: Annotated[
        dict[str, Any],
        Field(max_length=100, description="Path in the scaffold → its value, any JSON but null."),
    ] = {}
    add: Annotated[list[NewLine], Field(max_length=100)] = []
    settle: Annotated[
        dict[str, Literal["value", "other"]],
        Field(max_length=100, description="Path → the value that stays."),
    ] = {}
    inbox_guidance: Annotated[
        str | None,
        Field(max_length=4_000, description="The user's wishes for ranking messages; null leaves them."),
    ] = None


class UndoProfileRequest(RequestBody):
    """The change to undo."""

    version: Annotated[
        int, Field(ge=1, le=2**53, description="`version` of the profile as the change left it.")
    ]


class CorrectLineRequest(RequestBody):
    """The correct text."""

    value: Annotated[Any, Field(description="The right words; of a value of the scaffold, any JSON.")]
