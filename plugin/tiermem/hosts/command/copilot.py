"""Copilot CLI: camel case, flat answers, and the event's name in ``--event`` because the input lacks it.

Context of a session's start becomes a separate message before the prompt, which a resumed session has lost. Context of
a prompt follows it and stays. The hooks for the start and the first prompt run at the same time. Calls lack the reply,
so it is read from the end of the transcript. Calls of a sub-agent have its id and are ignored, because no user wrote
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.hosts.command.contract import (
    SLASH_ABOUT,
    TIMEOUT_S,
    Host,
    HostCall,
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
    "sessionStart": "start",
    "userPromptSubmitted": "prompt",
    "agentStop": "turn_end",
    "preCompact": "compact",
    "sessionEnd": "end",
    "preToolUse": "permission",
    "postToolUse": "tool_result",
}
_TOOLS = "tiermem-"
"""Prefix of the tools of our server."""
SLASH = "/memories"
"""Our slash command."""
TAIL = 1_000_000
"""Bytes at the end of a transcript to search for the reply."""
_SKILL = re.compile(
    r'<skill-context name="memories">.*?(?:^ARGUMENTS: ([^\n]*)\s*)?</skill-context>',
    re.DOTALL | re.MULTILINE,
)
"""The message that the host sends for our skill, typed as ``/memories WORDS``."""
_SKILL_FILE = f"""\
---
name: memories
description: {SLASH_ABOUT}
disable-model-invocation: true
---
{slash_text("what stands behind ARGUMENTS, at the end")}
"""
PATIENCE_S = 2.0
"""Seconds to wait for a reply, because Copilot writes its transcript while it calls the hook."""


def parse(event: str | None, data: Mapping[str, Any]) -> HostCall | None:
    """See `Host.parse`."""
    session_id = text(data, "sessionId", "session_id")
    if event is None or event not in MOMENTS or not session_id or "agentId" in data:
        return None
    moment, tool = MOMENTS[event], text(data, "toolName")
    if moment == "tool_result" and ("-" not in tool or tool.startswith(_TOOLS)):
        return None  # not of an MCP server, or ours
    prompt = text(data, "prompt") if moment == "prompt" else ""
    if (request := _request(prompt)) is not None:
        moment, prompt = "command", request
    return HostCall(
        moment=moment,
        event=event,
        session_id=session_id,
        prompt=prompt,
        transcript=path(data, "transcriptPath"),
        folder=path(data, "cwd"),
        resumed=data.get("source") == "resume",
        tool=tool if moment == "tool_result" else own_tool(tool, _TOOLS),
        output=output_of(data.get("toolResult")) if moment == "tool_result" else "",
    )


def _request(prompt: str) -> str | None:
    """Return the words after our slash command, which may be our skill; None for any other message."""
    invoked = _SKILL.search(prompt) if 'the "/memories" skill' in prompt else None
    return slash_request(prompt) if invoked is None else invoked[1] or ""


def render(call: HostCall, context: str) -> dict[str, Any] | None:
    """See `Host.render`."""
    if not context:
        return None
    if call.moment == "permission":
        return {"permissionDecision": "allow", "permissionDecisionReason": context}
    if call.moment == "command":
        return {"handled": True, "responseContent": context}
    return {"additionalContext": context} if call.moment in ("start", "prompt") else None


def awaited_reply(call: HostCall) -> str:
    """Wait for `last_reply` and return it, or "" if it does not come."""
    if call.transcript is None:
        return ""
    import time

    end = time.monotonic() + PATIENCE_S
    while not (reply := last_reply(Path(call.transcript))) and time.monotonic() < end:
        time.sleep(0.05)
    return reply


def last_reply(transcript: Path) -> str:
    """Return the assistant's last reply to the last message of a transcript, or "".

    What we answer to our slash command is no reply of the assistant.
    """
    try:
        with transcript.open("rb") as file:
            file.seek(max(transcript.stat().st_size - TAIL, 0))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    reply = ""
    for line in reversed(lines):
        kind, content = _own_message(line)
        if kind == "user.message":
            return "" if content.lstrip().startswith(SLASH) else reply
        if kind == "assistant.message" and not reply:
            reply = content
    return reply


def _own_message(line: str) -> tuple[str, str]:
    """Return type and content of an event in a transcript, or "" for both if it is invalid or a sub-agent's."""
    import json

    try:
        event = json.loads(line)
    except ValueError:
        return "", ""
    if not isinstance(event, dict) or "agentId" in event:
        return "", ""
    data = event.get("data")
    content = data.get("content") if isinstance(data, dict) else None
    return str(event.get("type")), content if isinstance(content, str) else ""


def _plan(attachment: Attachment) -> list[FileEdit]:
    from tiermem.hosts.install.edits import FileEdit, OwnFile, own_json
    from tiermem.hosts.install.json_edits import JsonValue

    folder = attachment.folder(HOST)
    hooks: Mapping[str, object] = {
        event: [
            {
                "type": "command",
                "bash": attachment.hook("copilot", event),
                "powershell": attachment.hook("copilot", event, joined=_powershell),
                "timeoutSec": TIMEOUT_S,
            }
        ]
        for event in MOMENTS
    }
    skill = folder / "skills" / "memories" / "SKILL.md"
    server = {"type": "local", **attachment.server, "tools": ["*"]}
    return [
        FileEdit(folder / "hooks" / "tiermem.json", own_json({"version": 1, "hooks": hooks})),
        FileEdit(skill, OwnFile(_SKILL_FILE)),
        FileEdit(folder / "mcp-config.json", JsonValue(("mcpServers", "tiermem"), server, comments=True)),
    ]


def _powershell(words: Sequence[str]) -> str:
    """Quote and join words for PowerShell, which also reads typographic quotes as quotes."""
    quoted = (re.sub("(['\u2018-\u201b])", r"\1\1", word) for word in words)
    return "& " + " ".join(f"'{word}'" for word in quoted)


HOST = Host(
    parse=parse,
    render=render,
    read_reply=awaited_reply,
    keeps_start=False,
    starts_beside=True,
    slash=SLASH,
    shows_markdown=True,
    folder=".copilot",
    variable="COPILOT_HOME",
    plan=_plan,
    next="Restart Copilot. /memories shows and changes what is remembered.",
)
