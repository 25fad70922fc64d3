"""One call of a host's command hook: JSON in, the same lifecycle as everywhere, one JSON object or nothing out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.hosts.codecs import HostCall, codec
from tiermem.hosts.fitting import fitted
from tiermem.values import Turn, instant, utc_now

if TYPE_CHECKING:
    from tiermem.session import Session

LONGEST_INPUT = 10_000_000
"""Characters of a host's input; what is longer is no prompt."""
TAIL = 1_000_000
"""Bytes of a transcript, its last ones, in which the reply is looked for."""
PATIENCE_S = 2.0
"""Seconds that a reply is waited for: Copilot writes its transcript while it calls."""


def read(text: str) -> Mapping[str, Any]:
    """A host's input.

    Raises:
        InputError: It is no JSON object.
    """
    if len(text) > LONGEST_INPUT:
        raise InputError(f"The host's input has {len(text):,} characters; {LONGEST_INPUT:,} are the most.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"The host's input is no JSON ({error}).") from None
    if not isinstance(data, dict):
        raise InputError("The host's input is no JSON object.")
    return data


def answer(call: HostCall, session: Session, host: str) -> dict[str, Any] | None:
    """Do what the call asks for, and give the host's answer to it.

    The end of a session is not done here: see `flush_later`.
    """
    spoken = codec(host)
    if call.moment == "start":
        if call.fresh:
            session.on_pre_compact()
        return spoken.render(call, fitted(session.memory_prompt, session.frozen_blocks, spoken.CAP))
    if call.moment == "prompt":
        context = session.context(call.prompt)
        session.on_turn_end(turns=[_turn("user", call.prompt, call.prompt_id)])
        return spoken.render(call, context if len(context) <= spoken.CAP else "")
    if call.moment == "turn_end":
        reply = call.reply or (_awaited_reply(call.transcript) if call.transcript else "")
        session.on_turn_end(turns=[_turn("assistant", reply, _reply_id(call, reply))])
    elif call.moment == "compact":
        session.on_pre_compact()
    return None


def flush_later(arguments: Sequence[str]) -> None:
    """End a session in a process of its own, which goes on when the host leaves: hosts give an end seconds or none."""
    import subprocess  # not every event ends a session

    subprocess.Popen(  # noqa: S603 our own command, with the flags of this call
        [sys.executable, "-m", "tiermem", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


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


def _awaited_reply(transcript: Path) -> str:
    end = time.monotonic() + PATIENCE_S
    while not (reply := last_reply(transcript)) and time.monotonic() < end:
        time.sleep(0.05)
    return reply


def _turn(speaker: Any, content: str, external_id: str | None) -> Turn:
    return Turn(speaker=speaker, content=content, at=instant(utc_now()), external_id=external_id)


def _reply_id(call: HostCall, reply: str) -> str | None:
    """What tells this reply from others, so that a hook that runs twice keeps it once."""
    if call.prompt_id is None:
        return None
    return f"{call.prompt_id}:{blake2b(reply.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"
