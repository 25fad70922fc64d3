"""``tiermem add TEXT``: store an entry as a person."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from tiermem.doors.cli.written import show_written
from tiermem.values import CATEGORIES, TIERS

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument("content", help="one statement; - reads it from standard input")
    parser.add_argument("--target", "--tier", choices=TIERS, default="memory", help="whom it is about")
    parser.add_argument(
        "--layer", choices=("L0", "L1"), default="L0", help="L0: always in the prompt; L1: recalled"
    )
    parser.add_argument("--category", choices=CATEGORIES, help="what kind of statement it is")
    parser.add_argument("--subject", help="what or whom it is about; for identity its section")
    parser.add_argument("--tag", action="append", default=[], help="a word to find it by; may be given again")
    parser.add_argument("--connection", metavar="NAME", help="recalled only where this connection is active")
    parser.add_argument(
        "--context-type", metavar="TYPE", help="what kind of text it is from, in your own word"
    )
    parser.add_argument(
        "--allow-same-subject", action="store_true", help="keep both when the subject is there"
    )


def run(call: Call) -> int:
    """Store it."""
    options = call.options
    draft = call.entries.draft(
        call.text_argument(options.content),
        layer=options.layer,
        tier=options.target,
        category=options.category,
        subject=options.subject,
        tags=tuple(options.tag),
        connection_id=options.connection or None,
        context_type=options.context_type or None,
    )
    return show_written(
        call, call.entries.add(draft, allow_same_subject=options.allow_same_subject), "Stored"
    )
