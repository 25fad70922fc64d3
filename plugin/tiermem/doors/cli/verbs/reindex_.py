"""``tiermem reindex``: build the index anew from entries and journal."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call


def configure(parser: ArgumentParser) -> None:
    """No flags of its own."""


def run(call: Call) -> int:
    """Build it."""
    output = call.output
    documents = call.memory.reindex(lambda done, total: output.progress(done, total, "sessions indexed"))
    if output.json:
        output.document({"documents": documents})
    else:
        output.text(f"Indexed {documents:,} documents.")
    return 0
