"""What a codec is, and what it makes of a host's words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Protocol

from tiermem.values.frozen import dataclass

Moment = Literal["start", "prompt", "turn_end", "end", "compact"]
"""When a host calls: a session starts, a message was typed, a reply is there, the session ends, the context shrinks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCall:
    """One call of a host's hook, as every host means it.

    Attributes:
        moment: When it is.
        event: The host's own name of it, which an answer may have to repeat.
        session_id: The host's id of the session.
        prompt: The user's message; "" where there is none.
        prompt_id: The host's id of the message, by which it is kept once.
        reply: The assistant's reply; "" where there is none.
        transcript: Where the host keeps the conversation, for hosts that do not tell the reply.
        fresh: Whether the session's blocks are to be made anew, because the host has lost them.
    """

    moment: Moment
    event: str
    session_id: str
    prompt: str = ""
    prompt_id: str | None = None
    reply: str = ""
    transcript: Path | None = None
    fresh: bool = False


class Codec(Protocol):
    """A module with these names."""

    CAP: int
    """Characters of injected text that the host takes whole."""

    def parse(self, event: str | None, data: Mapping[str, Any]) -> HostCall | None:
        """What the host says; None for an event that nothing is to be done for."""
        ...

    def render(self, call: HostCall, context: str) -> dict[str, Any] | None:
        """The answer that puts *context* before the model; None for no answer."""
        ...


def text(data: Mapping[str, Any], *names: str) -> str:
    """The first of these fields that is a text; "" when none is."""
    found = (data.get(name) for name in names)
    return next((value for value in found if isinstance(value, str) and value), "")


def path(data: Mapping[str, Any], *names: str) -> Path | None:
    """The first of these fields that names a file."""
    named = text(data, *names)
    return Path(named) if named and "\0" not in named else None
