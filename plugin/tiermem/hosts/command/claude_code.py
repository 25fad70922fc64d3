"""Claude Code, and VS Code, Cortex and CodeBuddy, which use its protocol.

Context of `SessionStart` and `UserPromptSubmit` becomes a message after the user's. Hooks cannot change the system
prompt. 10,000 characters arrive whole, 50,000 do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tiermem.hosts.command.contract import (
    SLASH_ABOUT,
    TIMEOUT_S,
    Answer,
    Host,
    HostCall,
    OwnModel,
    output_of,
    own_tool,
    path,
    slash_request,
    slash_text,
    text,
)

if TYPE_CHECKING:
    from tiermem.hosts.command.contract import Attachment, Moment
    from tiermem.hosts.install.edits import FileEdit

MOMENTS: Mapping[str, Moment] = {
    "SessionStart": "start",
    "UserPromptSubmit": "prompt",
    "Stop": "turn_end",
    "PreCompact": "compact",
    "SessionEnd": "end",
    "PostToolUse": "tool_result",
}
"""The host's events that are handled → their moment."""
RESULT = "PostToolUse"
SERVERS = "mcp__.*"
"""Tools whose results are archived: those of MCP servers. The host's own tools show only files and commands."""
_OURS = ("mcp__plugin_tiermem_tiermem__", "mcp__tiermem__", "mcp_tiermem_")
"""Prefixes of our tools in hosts of this protocol. Their results are already remembered."""
PERMISSION = "PreToolUse"
"""The event before a tool call, whose hook may grant permission."""
EXPANSION = "UserPromptExpansion"
"""The event of a slash command before its text is sent to the model. Its hook may answer instead."""
_COMMAND = "tiermem:memory"
_TOOLS = "mcp__plugin_tiermem_tiermem__"
"""Prefix of the tools of our plugin's server."""
_SLASH_COMMAND = f"""\
---
description: {SLASH_ABOUT}
argument-hint: "[list | search WORDS | show ID | delete ID | correct ID TEXT | export]"
---
{slash_text("$ARGUMENTS")}
"""


_OTHERS: Mapping[str, Moment] = {PERMISSION: "permission", EXPANSION: "command"}
"""Events that only Claude Code has."""


def parse(event: str | None, data: Mapping[str, Any]) -> HostCall | None:
    """See `Host.parse`. The input contains the event's name."""
    name = text(data, "hook_event_name") or event or ""
    session_id = text(data, "session_id")
    moment = _OTHERS.get(name) or MOMENTS.get(name)
    if moment is None or not session_id:
        return None
    if moment == "prompt" and text(data, "prompt").startswith(f"/{_COMMAND}"):
        return None  # a command to tiermem, not a message
    if moment == "command" and text(data, "command_name") != _COMMAND:
        return None
    prompt = text(data, "command_args" if moment == "command" else "prompt")
    if moment == "prompt" and (request := slash_request(prompt)) is not None:
        moment, prompt = "command", request
    tool = text(data, "tool_name")
    if moment == "tool_result" and (tool.startswith(_OURS) or not tool.startswith("mcp_")):
        return None
    return HostCall(
        moment=moment,
        event=name,
        session_id=session_id,
        prompt=prompt,
        prompt_id=text(data, *(("tool_use_id",) if moment == "tool_result" else ("prompt_id", "turn_id")))
        or None,
        reply=text(data, "last_assistant_message"),
        transcript=path(data, "transcript_path"),
        fresh=data.get("source") in ("compact", "clear"),
        folder=path(data, "cwd"),
        resumed=data.get("source") == "resume",
        tool=tool if moment == "tool_result" else own_tool(tool, _TOOLS),
        output=output_of(data.get("tool_response")) if moment == "tool_result" else "",
    )


def render(call: HostCall, context: str) -> dict[str, Any] | None:
    """See `Host.render`. Two events take context, and two others an answer."""
    if not context or call.moment not in ("start", "prompt", "permission", "command"):
        return None
    if call.moment == "command":
        hidden = {"hookSpecificOutput": {"hookEventName": call.event, "suppressOriginalPrompt": True}}
        return {"decision": "block", "reason": context, **(hidden if call.event == EXPANSION else {})}
    if call.moment == "permission":
        said = {"permissionDecision": "allow", "permissionDecisionReason": context}
    else:
        said = {"additionalContext": context}
    return {"hookSpecificOutput": {"hookEventName": call.event, **said}}


def group(command: str, timeout: int, matcher: str | None = None) -> dict[str, object]:
    """Return a hook as Claude Code's configuration has it."""
    only = {} if matcher is None else {"matcher": matcher}
    return {**only, "hooks": [{"type": "command", "command": command, "timeout": timeout}]}


_ASKED = (
    *("claude", "-p", "--output-format", "json", "--no-session-persistence"),
    *("--tools", "", "--strict-mcp-config", "--settings", '{"disableAllHooks": true}'),
    *("--system-prompt", "You answer with JSON alone."),
)


def _read(output: str) -> Answer:
    """Return the answer of the command. Cached tokens count as input."""
    import json

    data = json.loads(output)
    if data["is_error"]:
        raise ValueError("it reports an error")
    used = data["usage"]
    read = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return Answer(
        data["result"],
        model=next(iter(data.get("modelUsage") or ()), "claude"),
        input_tokens=sum(used.get(name) or 0 for name in read),
        output_tokens=used["output_tokens"],
        usd=data.get("total_cost_usd"),
    )


def _plan(attachment: Attachment) -> list[FileEdit]:
    """Plan a separate plugin in the folder of skills, so that no other file changes."""
    from tiermem import __version__
    from tiermem.hosts.install.edits import FileEdit, OwnFile, own_json

    folder = attachment.folder(HOST) / "skills" / "tiermem"
    hooks = {event: [group(attachment.hook("claude-code"), TIMEOUT_S)] for event in (*MOMENTS, *_OTHERS)}
    hooks[PERMISSION][0]["matcher"] = f"{_TOOLS}.*"
    hooks[EXPANSION][0]["matcher"] = _COMMAND
    hooks[RESULT][0]["matcher"] = SERVERS
    server = {"type": "stdio", **attachment.server, "alwaysLoad": True}
    manifest = {
        "name": "tiermem",
        "version": __version__,
        "description": "Memory that lasts across sessions",
        "author": {"name": "tiermem"},
    }
    return [
        FileEdit(folder / ".claude-plugin" / "plugin.json", own_json(manifest)),
        FileEdit(folder / "hooks" / "hooks.json", own_json({"hooks": hooks})),
        FileEdit(folder / ".mcp.json", own_json({"mcpServers": {"tiermem": server}})),
        FileEdit(folder / "commands" / "memory.md", OwnFile(_SLASH_COMMAND)),
    ]


HOST = Host(
    shows_messages=True,
    slash=f"/{_COMMAND}",
    parse=parse,
    render=render,
    model=OwnModel(_ASKED, _read),
    folder=".claude",
    variable="CLAUDE_CONFIG_DIR",
    plan=_plan,
    next="Restart Claude Code. /tiermem:memory shows and changes what is remembered.",
)
