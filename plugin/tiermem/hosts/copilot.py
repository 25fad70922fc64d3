"""Add memory to sessions of the GitHub Copilot SDK: hooks, tools, a system message and an event handler.

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

    from tiermem.memory.sessions.session import Session

Answer = dict[str, Any] | None
"""The result of a hook."""
Hook = Callable[[Any, dict[str, str]], Answer | Awaitable[Answer]]
"""A hook as the SDK calls it."""


@dataclass
class _Turn:
    """The messages and tool results of the current turn."""

    user: list[str] = field(default_factory=list)
    assistant: list[str] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)


class TierMem:
    """The memory of one session, for a Copilot session created with its options.

    - The blocks are appended to the system message.
    - Recalled text precedes the user's message, for the model only. Copilot keeps what it sent, so that all requests of
      a turn are the same bytes, and also the message as typed.
    - The memory tools are offered and run without permission, because they access only this memory.
    - Results of your tools and of MCP servers are archived as they come. When a turn ends, the messages of the user and
      the assistant are journaled; those of failed or aborted turns, of sub-agents and of the program itself are not.

    The caller ends the session, because Copilot hardly waits for a hook at the end. Failures of the store or of plugins
    are logged, and the agent continues without memory. The event loop never waits for them.

    Args:
        session: The session; one per conversation and Copilot session.
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
        """Return the arguments of `create_session` and `resume_session` that add memory.

        Args:
            hooks: Your own hooks, which are called first.
            tools: Your own tools.
            system_message: Your own system message; the blocks are appended.
        """
        own: Mapping[str, Any] = hooks or {}
        blocks, schemas = await asyncio.to_thread(self._in_turn.blocks_and_tools)
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

    async def _on_prompt(self, own: Hook | None, data: Any, invocation: dict[str, str]) -> Answer:
        """Put recalled text before the message."""
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
        """Archive the result of the caller's or an MCP server's tool. The program's own show files and commands."""
        answer = await _asked(own, data, invocation)
        name = data.get("toolName") or ""
        if not data.get("agentId") and (name in tools or "-" in name):
            told = Told(tool=name, content=output_of(data.get("toolResult")))
            self._turn.told.append(told)
            await asyncio.to_thread(self._in_turn.on_tool_result, told)
        return answer

    async def _on_stop(self, own: Hook | None, data: Any, invocation: dict[str, str]) -> Answer:
        """Journal this turn, unless a hook makes it continue."""
        answer = await _asked(own, data, invocation)
        if data.get("agentId") or (answer and answer.get("decision") == "block"):
            return answer
        turn, self._turn = self._turn, _Turn()
        user, assistant = "\n".join(turn.user), "\n".join(turn.assistant)
        await asyncio.to_thread(self._in_turn.on_turn_end, user, assistant, turn.told)
        return answer

    def _hear(self, event: SessionEvent) -> None:
        """Note a message. Drop the messages of an earlier turn without a stop event, because it failed."""
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
    """Return the result of the caller's own hook, or None."""
    answer = hook(data, invocation) if hook else None
    return await answer if isawaitable(answer) else answer


def _followed_by(blocks: str, message: Any) -> dict[str, Any]:
    """Return a system message with the blocks appended, in its own mode."""
    given: dict[str, Any] = {"mode": "append", **(message or {})}
    content = "\n\n".join(filter(None, (given.get("content"), blocks)))
    return {**given, "content": content}
