"""Add memory to agents of the Claude Agent SDK: options with blocks, hooks and tools.

::

    import anyio
    from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, query
    from tiermem import Memory
    from tiermem.hosts.claude_sdk import TierMem

    async def ask(session, prompt):
        options = await TierMem(session).options(ClaudeAgentOptions(model="claude-sonnet-5"))
        async for message in query(prompt=prompt, options=options):
            if isinstance(message, ResultMessage):
                print(message.result)

    with Memory.open("agent.yaml") as memory, memory.session() as session:
        anyio.run(ask, session, "When do we deploy billing?")
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claude_agent_sdk import ClaudeAgentOptions, HookMatcher, SdkMcpTool, create_sdk_mcp_server

from tiermem import __version__
from tiermem.errors import InputError
from tiermem.hosts.command.claude_code import HOST
from tiermem.hosts.command.contract import output_of
from tiermem.hosts.prompt_cap import within_cap
from tiermem.hosts.shared_session import SharedSession
from tiermem.values import ToolResult

if TYPE_CHECKING:
    from claude_agent_sdk.types import SyncHookJSONOutput

    from tiermem.memory.sessions.session import Session

SERVER = "tiermem"
"""Name of the MCP server. Claude Code calls its tools ``mcp__tiermem__NAME``."""


class TierMem:
    """The memory of one session, for agents that run with its options.

    - The blocks are appended to the system prompt. After a compaction, the next message includes them again if they
      have changed.
    - Recalled text follows the user's message, where the SDK puts the output of hooks.
    - The memory tools are an MCP server in this process, and are allowed.
    - Results of tools of other MCP servers are archived as they come. When the agent stops, the messages of the user
      and the assistant are journaled.

    The caller ends the session. A session is one conversation and may have many queries. Failures of the store or of
    plugins are logged, and the agent continues without memory. The event loop never waits for them.

    Args:
        session: The session; one per conversation.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._in_turn = SharedSession(session)
        self._blocks = ""
        self._asked: list[str] = []
        self._told_by_tools: list[ToolResult] = []

    async def options(self, options: ClaudeAgentOptions | None = None) -> ClaudeAgentOptions:
        """Return options that add memory to the agent.

        Args:
            options: Your own options. They are kept, and the object is not changed.

        Raises:
            InputError: The MCP servers are given as a file, or one of them is already named ``tiermem``.
        """
        options = options or ClaudeAgentOptions()
        self._blocks, schemas = await asyncio.to_thread(self._in_turn.blocks_and_tools)
        callbacks = {
            "UserPromptSubmit": self._on_prompt,
            "PostToolUse": self._on_tool,
            "Stop": self._on_stop,
            "PreCompact": self._on_pre_compact,
        }
        hooks: dict[Any, list[HookMatcher]] = dict(options.hooks or {})
        for event, callback in callbacks.items():
            hooks[event] = [*hooks.get(event, ()), HookMatcher(hooks=[callback])]
        return replace(
            options,
            system_prompt=_followed_by(self._blocks, options.system_prompt),
            hooks=hooks,
            mcp_servers=_beside(options.mcp_servers, self._server(schemas)),
            allowed_tools=[*options.allowed_tools, f"mcp__{SERVER}"],
        )

    def _server(self, schemas: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Return the tools, marked to be always loaded: Claude Code otherwise hides tools until the model searches."""
        tools = [self._tool(**schema) for schema in schemas]
        return {**create_sdk_mcp_server(SERVER, __version__, tools), "alwaysLoad": True}

    def _tool(self, *, name: str, description: str, parameters: dict[str, Any]) -> SdkMcpTool[Any]:
        async def call(arguments: dict[str, Any]) -> dict[str, Any]:
            reply = await asyncio.to_thread(self._in_turn.call_tool, name, arguments)
            text = json.dumps(reply, ensure_ascii=False, default=str)
            return {"content": [{"type": "text", "text": text}], "is_error": "error" in reply}

        return SdkMcpTool(name, description, parameters, call)

    async def _on_prompt(self, data: Any, _: str | None, __: Any) -> SyncHookJSONOutput:
        """Add recalled text to the user's message."""
        prompt = str(data.get("prompt") or "")
        self._asked.append(prompt)
        context = await asyncio.to_thread(self._told, prompt)
        if not context:
            return {}
        return {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": context}}

    def _told(self, prompt: str) -> str:
        told = self._in_turn.texts(prompt)
        context = told.context if len(told.context) <= HOST.cap else ""
        if told.blocks in ("", self._blocks):
            return context
        self._blocks = told.blocks
        nothing: list[dict[str, Any]] = []
        shown = self._in_turn.safely(lambda: self.session.frozen_blocks, nothing)
        return "\n\n".join(
            filter(None, (within_cap(told.blocks, shown, HOST.cap - len(context) - 2), context))
        )

    async def _on_tool(self, data: Any, call_id: str | None, __: Any) -> SyncHookJSONOutput:
        """Archive the result of a tool of another MCP server. Claude Code's own tools show only files and commands."""
        name = str(data.get("tool_name") or "")
        if name.startswith("mcp__") and not name.startswith(f"mcp__{SERVER}__"):
            content = output_of(data.get("tool_response"))
            told = ToolResult(tool=name, content=content, message_id=call_id)
            self._told_by_tools.append(told)
            await asyncio.to_thread(self._in_turn.on_tool_result, told)
        return {}

    async def _on_stop(self, data: Any, _: str | None, __: Any) -> SyncHookJSONOutput:
        """Journal the turn when the agent stops."""
        asked, self._asked = self._asked, []
        told, self._told_by_tools = self._told_by_tools, []
        reply = str(data.get("last_assistant_message") or "")
        await asyncio.to_thread(self._in_turn.on_turn_end, "\n".join(asked), reply, told)
        return {}

    async def _on_pre_compact(self, data: Any, _: str | None, __: Any) -> SyncHookJSONOutput:  # noqa: ARG002
        """Save what a compaction would drop."""
        await asyncio.to_thread(partial(self._in_turn.safely, self.session.on_pre_compact, None))
        return {}


def _followed_by(blocks: str, prompt: Any) -> Any:
    """Return the system prompt in the form given, with the blocks appended."""
    if not blocks:
        return prompt
    if prompt is None or isinstance(prompt, str):
        return "\n\n".join(filter(None, (prompt, blocks)))
    if prompt["type"] == "preset":
        return prompt | {"append": "\n\n".join(filter(None, (prompt.get("append"), blocks)))}
    if prompt["type"] == "file":
        return f"{Path(prompt['path']).read_text(encoding='utf-8')}\n\n{blocks}"
    return prompt | {"prompt": f"{prompt['prompt']}\n\n{blocks}"}


def _beside(servers: Any, ours: Any) -> dict[str, Any]:
    if not isinstance(servers, Mapping):
        raise InputError(
            f"The MCP servers are given as the file {str(servers)!r}. Give them as a mapping, so that one can be added."
        )
    if SERVER in servers:
        raise InputError(f"There is already an MCP server {SERVER!r}. Give it another name.")
    return {**servers, SERVER: ours}
