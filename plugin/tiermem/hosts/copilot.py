"""Memory for sessions of the GitHub Copilot SDK: hooks, tools, a system message, and an ear for what is said.

::

    import asyncio
    from copilot import CopilotClient
    from tiermem import Memory
    from tiermem.hosts.copilot import TierMem

    async def main(session):
        options = await TierMem(session).options()
        async with CopilotClient() as client, await client.create_session(model="gpt-5-mini", **options) as chat:
            said = await chat.send_and_wait("When do we deploy billing?")
            print(said.data.content)

    with Memory.open("agent.yaml") as memory, memory.session() as session:
        asyncio.run(main(session))
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from copilot.session_events import AssistantMessageData, SessionIdleData, UserMessageData
from copilot.tools import Tool, ToolResult

from tiermem.hosts.command.contract import output_of
from tiermem.hosts.shared_session import SharedSession
from tiermem.values import ToolResult as Told

if TYPE_CHECKING:
    from copilot import SessionEvent, SessionHooks, SystemMessageConfig
    from copilot.tools import ToolInvocation

    from tiermem.memory.session import Session

Answer = dict[str, Any] | None
"""The result of a hook."""
Hook = Callable[[Any, dict[str, str]], Answer | Awaitable[Answer]]
"""A hook as the SDK calls it."""


@dataclass
class _Turn:
    """The messages of the current turn, and what tools told."""

    user: list[str] = field(default_factory=list)
    assistant: list[str] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)


class TierMem:
    """The memory of one session: a Copilot session that is made with its options remembers.

    - The blocks are appended to the system message.
    - What is recalled goes in front of the user's message, for the model alone: Copilot keeps what it sent, so that
      all requests of a turn carry the same bytes, and beside it the message as it was typed.
    - The memory tools are offered, and answered without asking for permission: they reach nothing but the memory.
    - When a turn ends, what the user and the assistant said is journaled, and what your tools and those of MCP servers
      told is kept in the archive. What a failed or aborted turn was asked is not, nor what sub-agents or the program
      itself say.

    Ending the session is left to the caller: Copilot waits only a moment for a hook at the end. Where store or plugins
    fail, that is logged, and the agent goes on without. They are never waited for on the event loop.

    Args:
        session: The session; one per conversation, and a Copilot session for each.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._in_turn = SharedSession(session)
        self._turn = _Turn()

    async def options(
        self,
        *,
        hooks: SessionHooks | None = None,
        tools: Sequence[Tool] = (),
        system_message: SystemMessageConfig | None = None,
    ) -> dict[str, Any]:
        """Return the arguments of `create_session` and `resume_session` that attach the memory.

        Args:
            hooks: Your own hooks; one for an event that is used here as well is asked first.
            tools: Your own tools.
            system_message: Your own system message; the blocks come after it.
        """
        own: Mapping[str, Any] = hooks or {}
        blocks, schemas = await asyncio.to_thread(self._prepare)
        options: dict[str, Any] = {
            "hooks": {
                **own,
                "on_user_prompt_submitted": partial(self._on_prompt, own.get("on_user_prompt_submitted")),
                "on_agent_stop": partial(self._on_stop, own.get("on_agent_stop")),
                "on_post_tool_use": partial(
                    self._on_tool, own.get("on_post_tool_use"), {tool.name for tool in tools}
                ),
            },
            "tools": [*tools, *(self._tool(**schema) for schema in schemas)],
            "on_event": self._hear,
        }
        if blocks or system_message:
            options["system_message"] = _followed_by(blocks, system_message)
        return options

    def _prepare(self) -> tuple[str, list[dict[str, Any]]]:
        return self._in_turn.texts("").blocks, self._in_turn.tool_schemas()

    async def _on_prompt(self, own: Hook | None, data: Any, invocation: dict[str, str]) -> Answer:
        """Put what is recalled in front of the message."""
        answer = await _asked(own, data, invocation)
        if data.get("agentId") or (answer and answer.get("decision") == "block"):
            return answer
        context = await asyncio.to_thread(self._in_turn.context, data["prompt"])
        if not context:
            return answer
        prompt = (answer or {}).get("modifiedPrompt", data["prompt"])
        return {**(answer or {}), "modifiedPrompt": f"{context}\n\n{prompt}"}

    async def _on_tool(
        self, own: Hook | None, tools: Collection[str], data: Any, invocation: dict[str, str]
    ) -> Answer:
        """Note what a tool of the caller's or of an MCP server told; the program's own show files and commands."""
        answer = await _asked(own, data, invocation)
        name = data.get("toolName") or ""
        if not data.get("agentId") and (name in tools or "-" in name):
            self._turn.told.append(Told(tool=name, content=output_of(data.get("toolResult"))))
        return answer

    async def _on_stop(self, own: Hook | None, data: Any, invocation: dict[str, str]) -> Answer:
        """Journal what was said in this turn, unless it is made to go on."""
        answer = await _asked(own, data, invocation)
        if data.get("agentId") or (answer and answer.get("decision") == "block"):
            return answer
        turn, self._turn = self._turn, _Turn()
        user, assistant = "\n".join(turn.user), "\n".join(turn.assistant)
        await asyncio.to_thread(self._in_turn.on_turn_end, user, assistant, turn.told)
        return answer

    def _hear(self, event: SessionEvent) -> None:
        """Note what is said; what a turn left behind that ended without a stop failed."""
        if event.agent_id:
            return
        said = event.data
        if isinstance(said, UserMessageData) and said.source is None and not said.is_autopilot_continuation:
            self._turn.user.append(said.content)
        elif isinstance(said, AssistantMessageData) and said.content:
            self._turn.assistant.append(said.content)
        elif isinstance(said, SessionIdleData):
            self._turn = _Turn()

    def _tool(self, *, name: str, description: str, parameters: dict[str, Any]) -> Tool:
        async def call(invocation: ToolInvocation) -> ToolResult:
            reply = await asyncio.to_thread(self._in_turn.call_tool, name, invocation.arguments)
            return ToolResult(json.dumps(reply, ensure_ascii=False, default=str))

        return Tool(name, description, call, parameters, skip_permission=True, defer="never")


async def _asked(hook: Hook | None, data: Any, invocation: dict[str, str]) -> Answer:
    """Return the answer of the caller's own hook, or None."""
    answer = hook(data, invocation) if hook else None
    return await answer if isawaitable(answer) else answer


def _followed_by(blocks: str, message: Any) -> dict[str, Any]:
    """Return a system message with the blocks at its end, in its own mode."""
    given: dict[str, Any] = {"mode": "append", **(message or {})}
    content = "\n\n".join(filter(None, (given.get("content"), blocks)))
    return {**given, "content": content}
