"""``tiermem import FILE``: take in what ``tiermem export`` wrote, JSON or Markdown."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from tiermem.doors.cli.call import Call
from tiermem.transfer.importers import Imported, import_file

REFUSED = 1


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.description = (
        "Take in what 'tiermem export' wrote; what is there already is left alone. JSON brings its own users and "
        "agents. The entries of Markdown become those of --user."
    )
    parser.add_argument("file", metavar="FILE", help="JSON or Markdown; its beginning tells which")


def run(call: Call) -> int:
    """Import; the exit status is 1 when entries were refused."""
    options = call.options
    done = import_file(call.memory, Path(options.file), options.user)
    if call.output.json:
        call.output.document(done.as_dict() | {"usage": call.usage})
    else:
        _show(call, done)
    return REFUSED if done.entries.get("refused") else 0


def _show(call: Call, done: Imported) -> None:
    output = call.output
    if done.format == "json":
        rows = {table: number for table, number in done.rows.items() if number}
        added = ", ".join(f"{number:,} {table.replace('_', ' ')}" for table, number in rows.items())
        output.text(f"{done.file}: added {added}." if rows else f"{done.file}: all of it was there already.")
        return
    outcomes = ", ".join(f"{number:,} {outcome}" for outcome, number in done.entries.items())
    output.text(f"{done.file}: {outcomes or 'no entries'}.")
    for one in done.told:
        entry = f"[{one.entry_id}] " if one.entry_id else "refused: "
        output.text(f"  line {one.line}: {entry}{one.content!r}: {one.why}")
