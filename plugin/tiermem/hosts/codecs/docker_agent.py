"""docker-agent: Claude Code's language in snake case; the context becomes a system message of that turn.

A session starts and ends with every turn there, and no transcript is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tiermem.hosts.codecs import claude_code
from tiermem.hosts.codecs.codec import text

if TYPE_CHECKING:
    from tiermem.hosts.codecs.codec import HostCall

CAP = claude_code.CAP
_NAMES: Mapping[str, str] = {
    "session_start": "SessionStart",
    "user_prompt_submit": "UserPromptSubmit",
    "user_followup_submit": "UserPromptSubmit",
    "stop": "Stop",
    "session_end": "SessionEnd",
    "pre_compact": "PreCompact",
}


def parse(event: str | None, data: Mapping[str, Any]) -> HostCall | None:
    """See `Codec.parse`."""
    name = text(data, "hook_event_name") or event or ""
    call = claude_code.parse(None, {**data, "hook_event_name": _NAMES.get(name, "")})
    return None if call is None else replace(call, event=name, reply=text(data, "stop_response"))


def render(call: HostCall, context: str) -> dict[str, Any] | None:
    """See `Codec.render`."""
    if not context or call.moment not in ("start", "prompt"):
        return None
    return {"hook_specific_output": {"hook_event_name": call.event, "additional_context": context}}
