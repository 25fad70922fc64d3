"""``tiermem history ID``: every content of an entry, and who changed it when and why."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import add_id
from tiermem.doors.cli.output import minute

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call
    from tiermem.memory.entries import History


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    add_id(parser)


def run(call: Call) -> int:
    """Tell it."""
    history = call.entries.history(call.entry().id)
    if call.output.json:
        call.output.document(
            {
                "entry": call.entry_data([history.entry])[0],
                "versions": [version.as_dict() for version in history.versions],
                "events": [asdict(event) for event in history.events],
            }
        )
    else:
        _show(call, history)
    return 0


def _show(call: Call, history: History) -> None:
    output = call.output
    output.table(
        ("Version", "Since (UTC)", "By", "Content"),
        [
            (str(version.version), minute(version.created_at), version.source, version.content)
            for version in history.versions
        ],
    )
    output.text()
    output.table(
        ("Event (UTC)", "What", "By", "Session", "Why"),
        [
            (minute(event.at), event.kind, event.source, event.session_id or "", event.reason or "")
            for event in history.events
        ],
    )
    if history.entry.supersedes is not None:
        output.text(f"\nIt stands in the place of {history.entry.supersedes}.")
