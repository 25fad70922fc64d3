"""``tiermem correct ID TEXT``: a right statement in the place of a wrong one."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import add_id
from tiermem.doors.cli.written import show_written

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    add_id(parser)
    parser.add_argument("content", metavar="TEXT", help="what is right; - reads it from standard input")
    parser.add_argument("--reason", help="why the other was wrong, for the history")


def run(call: Call) -> int:
    """Correct it."""
    options = call.options
    wrong = call.standing_entry()
    written = call.entries.correct(wrong.id, call.text_argument(options.content), reason=options.reason)
    return show_written(call, written, "Corrected", unchanged="It says so already")
