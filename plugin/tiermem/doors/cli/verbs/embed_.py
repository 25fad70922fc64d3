"""``tiermem embed``: make the vectors that are missing, now rather than in the background."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.add_argument(
        "--all", action="store_true", help="of all users and agents in the store, not of one user alone"
    )


def run(call: Call) -> int:
    """Embed them: exit status 1 when texts were left out."""
    output = call.output
    filled = call.memory.embed(
        call.options.user,
        everything=call.options.all,
        progress=lambda done, total: output.progress(done, total, "texts with a vector"),
    )
    if output.json:
        output.document(filled.as_dict())
    else:
        output.text(
            f"Embedded {filled.embedded:,} texts by {filled.model}; "
            f"{filled.done:,} of {filled.documents:,} have a vector."
        )
        for failure in filled.failures:
            output.note(f"Left out: {failure}")
    return 1 if filled.failures else 0
