"""``/memory`` for chats that speak HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from tiermem.doors.memory_command import answer
from tiermem.doors.server.serving import MemoryOf, UserOf

router = APIRouter(prefix="/api", tags=["command"])


class CommandRequest(BaseModel):
    """A message that a person sent to the chat."""

    text: Annotated[
        str, Field(max_length=10_000, description="The message, with or without /memory in front.")
    ]
    format: Annotated[
        Literal["text", "markdown"],
        Field(description="text has headings as **Person**; markdown escapes what is stored."),
    ] = "text"


class CommandReply(BaseModel):
    """The reply to show."""

    text: Annotated[str, Field(description="The reply.")]
    done: Annotated[bool, Field(description="False if the request was refused or not understood.")]


@router.post("/command")
def command(asked: CommandRequest, memory: MemoryOf, user: UserOf) -> CommandReply:
    """Answer /memory: list, search, show, delete, restore, correct and export what is remembered."""
    reply = answer(memory, asked.text, user)
    return CommandReply(text=reply.markdown if asked.format == "markdown" else str(reply), done=reply.done)
