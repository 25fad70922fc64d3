"""Use a session from agent frameworks: from any thread, one call at a time, without ever ending a run."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from tiermem.memory.session import Session

T = TypeVar("T")
_LOG = logging.getLogger("tiermem")


class PromptTexts(NamedTuple):
    """The texts added for the model.

    Attributes:
        blocks: Guidance and blocks; "" where there are none.
        context: What is recalled for a prompt; "" where there is nothing.
    """

    blocks: str
    context: str


class SharedSession:
    """A session whose calls wait for each other. A failure is logged, and the agent goes on without the call.

    Args:
        session: The session; one per conversation.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._turn = Lock()

    def safely(self, call: Callable[[], T], otherwise: T) -> T:
        """Do it when it is its turn, and close this thread's connection; *otherwise* where it fails."""
        with self._turn:
            try:
                try:
                    return call()
                finally:
                    self.session.release()
            except Exception:  # noqa: BLE001 whatever it is, the agent goes on
                _LOG.exception("the agent goes on without what failed")
                return otherwise

    def texts(self, prompt: str) -> PromptTexts:
        """Return the texts for a prompt; for an empty one, the blocks alone."""
        blocks = self.safely(lambda: self.session.memory_prompt, "")
        return PromptTexts(blocks, self.context(prompt) if prompt else "")

    def context(self, prompt: str) -> str:
        """Return what is recalled for a prompt."""
        return self.safely(partial(self.session.context, prompt), "")

    def tool_schemas(self) -> list[dict[str, Any]]:
        """Return the session's tools, see `Session.tool_schemas`."""
        return self.safely(lambda: self.session.tool_schemas, [])

    def call_tool(self, name: str, arguments: Any) -> dict[str, Any]:
        """Call a tool; refusals and failures are answers."""
        failed = {"error": {"code": "error", "message": f"The tool {name} failed."}}
        return self.safely(partial(self.session.call_tool, name, arguments), failed)

    def on_turn_end(self, user: str, assistant: str) -> None:
        """Journal what was said."""
        self.safely(partial(self.session.on_turn_end, user, assistant), None)
