"""Call a session from agent frameworks: from any thread, one call at a time, and without failing a run."""

from __future__ import annotations

import logging
from base64 import b64decode
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tiermem.values import ToolResult, Turn, instant

if TYPE_CHECKING:
    from tiermem.memory.sessions.session import Session

T = TypeVar("T")
ATTACHMENT = "attachment"
"""Replaces the tool's name for an attachment that no tool read."""
_ELIDED = "…"
_TEXTS = ("text/", "application/json", "application/xml", "application/yaml")
"""Prefixes of the media types of text."""
_LOG = logging.getLogger("tiermem")


class PromptTexts(NamedTuple):
    """The texts added for the model.

    Attributes:
        blocks: Guidance and blocks, or "".
        context: Text recalled for a prompt, or "".
    """

    blocks: str
    context: str


class SharedSession:
    """A session whose calls run one at a time. Failures are logged, and the agent continues without the call.

    Args:
        session: The session; one per conversation.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._turn = Lock()
        self._archived: set[tuple[str, str]] = set()

    def safely(self, call: Callable[[], T], otherwise: T) -> T:
        """Run a call when the session is free, and close this thread's connection. Return *otherwise* if it fails."""
        with self._turn:
            try:
                try:
                    return call()
                finally:
                    self.session.release()
            except Exception:  # noqa: BLE001 the agent continues after any failure
                _LOG.exception("the agent continues without the call that failed")
                return otherwise

    def texts(self, prompt: str) -> PromptTexts:
        """Return the texts for a prompt; for an empty prompt, only the blocks."""
        return PromptTexts(self.blocks(), self.context(prompt) if prompt else "")

    def blocks(self) -> str:
        """Return guidance and blocks."""
        return self.safely(lambda: self.session.memory_prompt, "")

    def context(self, prompt: str) -> str:
        """Return text recalled for a prompt, without passages of earlier prompts, which the host keeps."""
        return self.safely(partial(self.session.context, prompt, once=True), "")

    def contexts(self, prompts: Sequence[str], run: object, tools: Sequence[str] = ()) -> list[str]:
        """Return the context of each prompt of a conversation, so that a request begins as the previous one did.

        The last prompt is recalled for once per run. Earlier prompts keep the context that they had.

        Args:
            prompts: All prompts of the request, in order.
            run: The host's run or turn.
            tools: Names of the tools offered to the model, see `Session.context`.
        """
        sent = self.session.sent
        keys = [(text, prompts[:place].count(text)) for place, text in enumerate(prompts)]
        if keys and keys[-1][0] and sent.get(keys[-1], (None, ""))[0] != run:
            sent[keys[-1]] = run, self.safely(partial(self.session.context, prompts[-1], tools=tools), "")
        return [sent.get(key, (None, ""))[1] for key in keys]

    def tool_schemas(self) -> list[dict[str, Any]]:
        """Return the session's tools, see `Session.tool_schemas`."""
        return self.safely(lambda: self.session.tool_schemas, [])

    def blocks_and_tools(self) -> tuple[str, list[dict[str, Any]]]:
        """Return guidance and blocks, and the session's tools: what a run begins with."""
        return self.texts("").blocks, self.tool_schemas()

    def call_tool(self, name: str, arguments: Any) -> dict[str, Any]:
        """Call a tool; return refusals and failures as its answer."""
        failed = {"error": {"code": "error", "message": f"The tool {name} failed."}}
        return self.safely(partial(self.session.call_tool, name, arguments), failed)

    def on_tool_result(self, result: ToolResult) -> None:
        """Archive the result of another tool before the turn ends: a note of the agent is compared with it."""
        self.safely(partial(self._archive, result), None)

    def on_turn_end(self, user: str, assistant: str, told: Sequence[ToolResult] = ()) -> None:
        """Journal a turn, and archive its attachments and those results of other tools that are not archived yet."""
        self.safely(partial(self._keep, user, assistant, told), None)

    def _keep(self, user: str, assistant: str, told: Sequence[ToolResult]) -> None:
        others = self._others(told)
        at = instant(self.session.view.clock())
        # Only which tool served the message: its result is in the archive.
        used = [
            Turn(speaker="tool", name=one.tool, content=_ELIDED, at=at, external_id=one.message_id)
            for one in others
            if one.tool != ATTACHMENT
        ]
        if used:
            asked = Turn(speaker="user", content=user, at=at)
            replied = Turn(speaker="assistant", content=assistant, at=at)
            said = [turn for turn in (asked, replied) if turn.content]
            self.session.on_turn_end(turns=[*said, *used])
        else:
            self.session.on_turn_end(user, assistant)
        archived, self._archived = self._archived, set()
        for one in others:
            if _key(one) not in archived:
                self.session.on_tool_result(one)

    def _archive(self, result: ToolResult) -> None:
        for one in self._others([result]):
            self.session.on_tool_result(one)
            self._archived.add(_key(one))

    def _others(self, told: Sequence[ToolResult]) -> list[ToolResult]:
        """Return the results that say something and are not of the session's own tools."""
        own = {tool.name for tool in self.session.tools} if told else set()
        return [one for one in told if one.tool not in own and one.content.strip()]


def _key(result: ToolResult) -> tuple[str, str]:
    """Return what tells results of one turn apart: the host's id of the call, if it has one."""
    return result.tool, result.message_id or result.content


def attachment(data: str | bytes, media_type: str | None, filename: Any, id: Any) -> list[ToolResult]:  # noqa: A002
    """Return a text attachment as a tool result without a tool; nothing for other attachments.

    Args:
        data: Its bytes, or as text their base64 or a data URL.
        media_type: Its type; None if the data URL gives it.
        filename: Its name, if any.
        id: The host's id of it, if any.
    """
    if isinstance(data, str):
        head, found, rest = data.partition(";base64,")
        media_type = media_type or head.removeprefix("data:")
        try:
            data = b64decode(rest if found else data, validate=True)
        except ValueError:
            return []
    if not str(media_type).startswith(_TEXTS):
        return []
    named = [str(one) if one else None for one in (filename, id)]
    text = data.decode("utf-8", "replace")
    return [ToolResult(tool=ATTACHMENT, content=text, filename=named[0], attachment_id=named[1])]
