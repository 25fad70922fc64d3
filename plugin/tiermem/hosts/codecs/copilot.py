"""Copilot CLI: camel case, flat answers, and no name of the event in the input: it comes by ``--event``.

The context of a session's start becomes a message of its own before the prompt, that of a prompt is put behind it.
The reply is not told: it is the last one in the transcript. What a sub-agent is asked and answers has its id in the
input: no user said it, so nothing is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tiermem.hosts.codecs.codec import HostCall, path, text

if TYPE_CHECKING:
    from tiermem.hosts.codecs.codec import Moment

CAP = 9_500
MOMENTS: Mapping[str, Moment] = {
    "sessionStart": "start",
    "userPromptSubmitted": "prompt",
    "agentStop": "turn_end",
    "sessionEnd": "end",
    "preCompact": "compact",
}


def parse(event: str | None, data: Mapping[str, Any]) -> HostCall | None:
    """See `Codec.parse`."""
    session_id = text(data, "sessionId", "session_id")
    if event is None or event not in MOMENTS or not session_id or "agentId" in data:
        return None
    moment = MOMENTS[event]
    return HostCall(
        moment=moment,
        event=event,
        session_id=session_id,
        prompt=text(data, "prompt") if moment == "prompt" else "",
        transcript=path(data, "transcriptPath"),
    )


def render(call: HostCall, context: str) -> dict[str, Any] | None:
    """See `Codec.render`."""
    return {"additionalContext": context} if context and call.moment in ("start", "prompt") else None
