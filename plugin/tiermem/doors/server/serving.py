"""The memories that a server has open, and who is calling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from tiermem import Memory


class Serving:
    """The open memory of each agent.

    Args:
        memories: Agent → its memory.
    """

    def __init__(self, memories: dict[str, Memory]) -> None:
        self._memories = memories

    def memory(self, agent: str | None = None) -> Memory:
        """Return the memory of an agent; of the first where none is named."""
        return self._memories[agent] if agent else next(iter(self._memories.values()))

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of the agents."""
        return tuple(self._memories)


@dataclass(frozen=True)
class Caller:
    """Who sent a request: one user, or the administrator of the store if it is None."""

    user: str | None = None


def _serving(request: Request) -> Serving:
    serving: Serving = request.app.state.serving
    return serving


def _caller() -> Caller:
    return Caller()


def _memory(serving: Annotated[Serving, Depends(_serving)], agent: str | None = None) -> Memory:
    return serving.memory(agent)


def _user(user: str | None = None) -> str | None:
    return user or None


ServingOf = Annotated[Serving, Depends(_serving)]
CallerOf = Annotated[Caller, Depends(_caller)]
MemoryOf = Annotated[Memory, Depends(_memory)]
UserOf = Annotated[str | None, Depends(_user)]
