"""docker-agent, with Claude Code's protocol in snake case. The context becomes a system message of the turn.

Its sessions start and end with every turn, and it names no transcript. Its hooks are pasted into the agent's YAML.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tiermem.hosts.command import claude_code
from tiermem.hosts.command.contract import TIMEOUT_S, Host, text
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.hosts.command.contract import Attachment, HostCall

_NAMES: Mapping[str, str] = {
    "session_start": "SessionStart",
    "user_prompt_submit": "UserPromptSubmit",
    "stop": "Stop",
    "pre_compact": "PreCompact",
    "session_end": "SessionEnd",
}


def parse(event: str | None, data: Mapping[str, Any]) -> HostCall | None:
    """See `Host.parse`."""
    name = text(data, "hook_event_name") or event or ""
    known = "user_prompt_submit" if name == "user_followup_submit" else name
    call = claude_code.parse(None, {**data, "hook_event_name": _NAMES.get(known, "")})
    return None if call is None else replace(call, event=name, reply=text(data, "stop_response"))


def render(call: HostCall, context: str) -> dict[str, Any] | None:
    """See `Host.render`."""
    if not context or call.moment not in ("start", "prompt", "command"):
        return None
    if call.moment == "command":
        return {"decision": "block", "reason": context}
    return {"hook_specific_output": {"hook_event_name": call.event, "additional_context": context}}


def _snippet(attachment: Attachment) -> str:
    """Return the lines to paste into an agent."""
    import json

    server = attachment.server
    lines = [
        "toolsets:",
        "  - type: mcp",
        *(f"    {name}: {json.dumps(value)}" for name, value in server.items()),
        "hooks:",
    ]
    command = attachment.hook("docker-agent")
    hook = {"name": "tiermem", "type": "command", "command": command, "timeout": TIMEOUT_S}
    for event in _NAMES:
        lines += [f"  {event}:", f"    - {json.dumps(hook)}"]
    return "\n".join(lines) + "\n"


HOST = Host(parse=parse, render=render, snippet=_snippet, keeps=False)
