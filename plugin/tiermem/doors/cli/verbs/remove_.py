"""``tiermem remove ID``: make an entry inactive; ``--undo`` makes it active again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import add_id
from tiermem.doors.cli.written import show_block_usage, show_written

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    add_id(parser)
    parser.add_argument("--reason", help="why, for the history")
    parser.add_argument("--undo", action="store_true", help="make a removed entry active again")


def run(call: Call) -> int:
    """Remove it, or bring it back."""
    options = call.options
    if options.undo:
        restored = call.entries.restore(call.entry().id)
        return show_written(call, restored, "Restored", unchanged="It is active")
    written = call.entries.remove(call.standing_entry().id, reason=options.reason)
    if call.output.json or written.staged:
        return show_written(call, written, "Deleted")
    call.output.text(f"Deleted: '{written.entry.content}'")
    call.output.text(call.output.dim(f"'tiermem remove --undo {written.entry.id}' brings it back."))
    show_block_usage(call, written)
    return 0
