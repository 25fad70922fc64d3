"""``tiermem show ID``: one entry with all that is known of it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from tiermem.doors.cli.arguments import add_id

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    add_id(parser)


def run(call: Call) -> int:
    """Show it."""
    entry = call.entry()
    data = call.entry_data([entry])[0]
    if call.output.json:
        call.output.document({"entry": data})
        return 0
    call.output.text(f"[{entry.id}] {entry.content}")
    call.output.text()
    told = {name: value for name, value in data.items() if name not in ("id", "content", "scope_id")}
    for name, value in told.items():
        if value not in (None, [], False):
            call.output.text(f"{name.replace('_', ' '):<17} {_words(value)}")
    return 0


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return "yes" if value is True else str(value)
