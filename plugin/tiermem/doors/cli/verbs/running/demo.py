"""Play two sessions and show what is remembered between them: ``demo``."""

from __future__ import annotations

import tempfile
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem import representations
from tiermem.errors import InputError
from tiermem.support.resources import data_root
from tiermem.transfer.replay import ReplayClock, end_turn, exchanges, prompt
from tiermem.transfer.transcripts import read_transcripts
from tiermem.values import utc_now

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.memory.memory import Memory
    from tiermem.memory.sessions.session import Session
    from tiermem.transfer.transcripts import Transcript


_GUIDANCE_SHOWN = 2
"""Lines of the guidance that are shown of the system prompt."""
_SHOWN = 160
"""Characters of an entry that are shown where it is listed."""
_NEXT = """\
Next steps
  tiermem chat              talk to a model with durable memory on
  tiermem replay FILE       fill a store from your own conversations
  tiermem demo --store FILE keep this store; list, recall, why, history --store FILE then look into it

In your agent's YAML it is one entry:
  tools:
    - type: memory"""


def flags_demo(parser: ArgumentParser) -> None:
    """Use the person's own store, agent and YAML only when they are named."""
    parser.set_defaults(store=None, config=None, agent=None)


def run_demo(call: Call) -> int:
    """Play the demo."""
    sessions = list(read_transcripts(data_root() / "config" / "demo.json", now=utc_now()))
    pace = ReplayClock(sessions[0].started_at)
    with _store(call), call.open(clock=pace) as memory:
        story = _play(call, memory, sessions, pace)
    if call.output.json:
        call.output.document(story)
    else:
        _tell(call, story)
    return 0


@contextmanager
def _store(call: Call) -> Iterator[None]:
    """Use a store in a temporary folder, unless one is named."""
    if call.options.store:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="tiermem-demo-") as folder:
        call.options.store = str(Path(folder) / "memory.db")
        yield


# -- playing it ----------------------------------------------------------------------------------


def _play(call: Call, memory: Memory, transcripts: list[Transcript], pace: ReplayClock) -> dict[str, Any]:
    """Return everything that happens, as plain data."""
    sessions = []
    for transcript in transcripts:
        pace.reach(transcript.started_at)
        with memory.session(transcript.session_id, call.options.user) as session:
            _refuse_played(session)
            sessions.append(_session(session, transcript, pace))
        sessions[-1]["learned"] = _learned(memory, session)
    return {"sessions": sessions}


def _refuse_played(session: Session) -> None:
    if session.turns():
        raise InputError("This store already contains the demo. Name another store, or none.")


def _session(session: Session, transcript: Transcript, pace: ReplayClock) -> dict[str, Any]:
    blocks = session.frozen_blocks
    told = {
        "id": session.id,
        "date": transcript.started_at[:10],
        "system_prompt": session.system_prompt,
        "blocks": blocks,
    }
    return told | {"exchanges": [_exchange(session, one, pace) for one in exchanges(transcript.turns)]}


def _exchange(session: Session, exchange: Any, pace: ReplayClock) -> dict[str, Any]:
    message = prompt(session, exchange, pace)
    end_turn(session, exchange, pace)
    assert session.recalled is not None
    said = {turn.speaker: turn.content for turn in exchange}
    return {
        "user": said["user"],
        "context": session.recalled.context,
        "message": message,
        "assistant": said["assistant"],
    }


def _learned(memory: Memory, session: Session) -> list[dict[str, Any]]:
    """Return what gap-fill wrote of a session, with outcomes."""
    events = memory.timeline.events(session.view.reach.user.name, kinds=("observation",))
    of_session = [event for event in events if event.session_id == session.id]
    return [representations.learned(one) for one in of_session if one.outcome == "added"]


# -- telling it ----------------------------------------------------------------------------------


def _tell(call: Call, story: dict[str, Any]) -> None:
    output = call.output
    first, second = story["sessions"]
    output.text(output.bold(f"Session 1, {first['date']}: nothing is remembered yet"))
    for exchange in first["exchanges"]:
        _tell_said(call, exchange)
    _tell_learned(call, first)
    output.text(
        output.bold(f"\nSession 2, {second['date']}: a new conversation, which knows nothing of the first\n")
    )
    output.text(output.dim("── system prompt ──"))
    output.text(_shortened(second))
    for exchange in second["exchanges"]:
        output.text(output.dim("\n── the user's message, as the model gets it ──"))
        output.text(exchange["message"])
        output.text(output.dim("── the answer ──"))
        output.text(exchange["assistant"])
    output.text(f"\n{_NEXT}")


def _tell_said(call: Call, exchange: dict[str, Any]) -> None:
    for speaker in ("user", "assistant"):
        label = f"{speaker:<11}"
        said = textwrap.wrap(exchange[speaker], 90)
        call.output.text(call.output.dim(label) + f"\n{' ' * len(label)}".join(said))
    if exchange["context"]:
        call.output.text(exchange["context"])


def _tell_learned(call: Call, session: dict[str, Any]) -> None:
    output = call.output
    output.text(
        output.bold(
            "\nThe session ends. No tool stored anything; gap-fill, by rules and without a model, wrote:"
        )
    )
    output.table(
        ("Kind", "Layer", "Tier", "Content"),
        [
            (
                one["kind"],
                one["layer"],
                one["tier"],
                textwrap.shorten(one["content"], _SHOWN, placeholder=" …"),
            )
            for one in session["learned"]
        ],
    )


def _shortened(session: dict[str, Any]) -> str:
    """Return the system prompt with most of the guidance left out."""
    text: str = session["system_prompt"]
    first: str = session["blocks"][0]["text"] if session["blocks"] else ""
    if first not in text:
        return text
    guidance, _, blocks = text.partition(first) if first else (text, "", "")
    lines = guidance.strip().splitlines()
    left_out = f"[… {len(lines) - _GUIDANCE_SHOWN} more lines: what to store, and where …]"
    return "\n".join([*lines[:_GUIDANCE_SHOWN], left_out, "", first + blocks])
