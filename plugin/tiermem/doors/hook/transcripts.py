"""Copilot's transcripts: what it says of a reply stands there alone."""

from __future__ import annotations

import json
import time
from pathlib import Path

TAIL = 1_000_000
"""Bytes of a transcript, its last ones, in which the reply is looked for."""
PATIENCE_S = 2.0
"""Seconds that a reply is waited for: Copilot writes its transcript while it calls."""


def awaited_reply(transcript: Path) -> str:
    """The same as `last_reply`, waited for; "" where it does not come."""
    end = time.monotonic() + PATIENCE_S
    while not (reply := last_reply(transcript)) and time.monotonic() < end:
        time.sleep(0.05)
    return reply


def last_reply(transcript: Path) -> str:
    """The assistant's last answer to the last message in a transcript of Copilot; "" where there is none yet."""
    try:
        with transcript.open("rb") as file:
            file.seek(max(transcript.stat().st_size - TAIL, 0))
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    for line in reversed(lines):
        kind, content = _own_message(line)
        if kind == "user.message":
            return ""
        if kind == "assistant.message" and content:
            return content
    return ""


def _own_message(line: str) -> tuple[str, str]:
    """Kind and content of an event in a transcript; "" for both where it is none, or a sub-agent's."""
    try:
        event = json.loads(line)
    except ValueError:
        return "", ""
    if not isinstance(event, dict) or "agentId" in event:
        return "", ""
    data = event.get("data")
    content = data.get("content") if isinstance(data, dict) else None
    return str(event.get("type")), content if isinstance(content, str) else ""
