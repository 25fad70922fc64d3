"""Refusals that only HTTP knows: the state of what a request is about is not what it has to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tiermem.errors import WriteRefused


class WrongState(WriteRefused):
    """The subject of the request was decided, finished or reopened before.

    Args:
        problem: What is the case, as a sentence.
        state: Its present state.
        content: Its present content, if it has one.
    """

    code = "wrong_state"

    def __init__(self, problem: str, state: str, content: str | None = None) -> None:
        self.state, self.content = state, content
        super().__init__(problem)

    def details(self) -> Mapping[str, Any]:
        """Return the present state."""
        return {"state": self.state} | ({} if self.content is None else {"content": self.content})


class Stale(WriteRefused):
    """The edited text has changed since it was read; nothing was written."""

    code = "conflict"

    def __init__(self, what: str, content: str) -> None:
        self.content = content
        super().__init__(
            f"{what} has changed since it was read. Read it again, and decide with what it says now."
        )

    def details(self) -> Mapping[str, Any]:
        """Return the present content."""
        return {"content": self.content}
