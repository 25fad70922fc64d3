"""Gemini CLI: Claude Code's language with names of its own; the context is put around the user's message.

`BeforeAgent` repeats what `SessionStart` added, in ``<hook_context>``, which is taken off before it is a query.
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
    "SessionStart": "SessionStart",
    "BeforeAgent": "UserPromptSubmit",
    "AfterAgent": "Stop",
    "SessionEnd": "SessionEnd",
    "PreCompress": "PreCompact",
}


def parse(event: str | None, data: Mapping[str, Any]) -> HostCall | None:
    """See `Codec.parse`. `AfterAgent` repeats the prompt, which was kept when it came."""
    name = text(data, "hook_event_name") or event or ""
    call = claude_code.parse(None, {**data, "hook_event_name": _NAMES.get(name, "")})
    if call is None:
        return None
    prompt = call.prompt if call.moment == "prompt" else ""
    return replace(call, event=name, prompt=prompt, reply=text(data, "prompt_response"))


def render(call: HostCall, context: str) -> dict[str, Any] | None:
    """See `Codec.render`."""
    return claude_code.render(call, context)
