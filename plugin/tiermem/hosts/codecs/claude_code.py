"""Claude Code (and VS Code, Cortex, CodeBuddy, which speak its language).

Context of `SessionStart` and `UserPromptSubmit` becomes a message behind the user's; the system prompt is not reached.
10,000 characters arrive whole, 50,000 do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tiermem.hosts.codecs.codec import HostCall, path, text

if TYPE_CHECKING:
    from tiermem.hosts.codecs.codec import Moment

CAP = 9_500
MOMENTS: Mapping[str, Moment] = {
    "SessionStart": "start",
    "UserPromptSubmit": "prompt",
    "Stop": "turn_end",
    "SessionEnd": "end",
    "PreCompact": "compact",
}
"""The host's events; others are none of ours."""


def parse(event: str | None, data: Mapping[str, Any]) -> HostCall | None:
    """See `Codec.parse`. The event's name is in the input."""
    name = text(data, "hook_event_name") or event or ""
    session_id = text(data, "session_id")
    if name not in MOMENTS or not session_id:
        return None
    return HostCall(
        moment=MOMENTS[name],
        event=name,
        session_id=session_id,
        prompt=text(data, "prompt"),
        prompt_id=text(data, "prompt_id", "turn_id") or None,
        reply=text(data, "last_assistant_message"),
        transcript=path(data, "transcript_path"),
        fresh=data.get("source") in ("compact", "clear"),
    )


def render(call: HostCall, context: str) -> dict[str, Any] | None:
    """See `Codec.render`. Only two events take context; the others take nothing."""
    if not context or call.moment not in ("start", "prompt"):
        return None
    return {"hookSpecificOutput": {"hookEventName": call.event, "additionalContext": context}}
