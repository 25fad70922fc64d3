"""``tiermem import FILE``: take in an export, or what another program keeps."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.transfer.formats import NAMES
from tiermem.transfer.importers import import_file, import_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiermem.doors.cli.call import Call
    from tiermem.transfer.importers import Imported

REFUSED = 1


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.description = (
        "Take in what 'tiermem export' wrote, or what another program keeps; what is there already is left alone. "
        "JSON brings its own users and agents. The entries of other formats become those of --user. "
        "Of a folder, the files that are recognised are read."
    )
    parser.add_argument(
        "file", metavar="FILE", help="a file or a folder; its beginning tells which format it has"
    )
    parser.add_argument("--from", dest="from_", metavar="NAME", choices=NAMES, help=" | ".join(NAMES))


def run(call: Call) -> int:
    """Import; the exit status is 1 when a file is broken or entries were refused."""
    options = call.options
    path = Path(options.file)
    if path.is_dir():
        return _folder(call, import_folder(call.memory, path, options.user, options.from_))
    done = import_file(call.memory, path, options.user, options.from_)
    if call.output.json:
        call.output.document(done.as_dict() | {"usage": call.usage})
    else:
        _show(call, done)
    return 0 if done.complete else REFUSED


def _folder(call: Call, files: Iterable[Imported]) -> int:
    done: list[Imported] = []
    for one in files:
        done.append(one)
        if not call.output.json:
            _show(call, one)
    if call.output.json:
        call.output.document({"files": [one.as_dict() for one in done], "usage": call.usage})
    return 0 if all(one.complete for one in done) else REFUSED


def _show(call: Call, done: Imported) -> None:
    output = call.output
    if done.error is not None:
        output.text(f"Not taken in: {done.error}")
        return
    if done.format == "json":
        rows = {table: number for table, number in done.rows.items() if number}
        added = ", ".join(f"{number:,} {table.replace('_', ' ')}" for table, number in rows.items())
        output.text(f"{done.file}: added {added}." if rows else f"{done.file}: all of it was there already.")
        return
    outcomes = ", ".join(f"{number:,} {outcome}" for outcome, number in done.entries.items())
    output.text(f"{done.file}: {outcomes or 'no entries'}.")
    for note in done.notes:
        output.text(f"  {note}")
    for told in done.told:
        entry = f"[{told.entry_id}] " if told.entry_id else "refused: " if told.refused else "left out: "
        line = f"line {told.line}: " if told.line else ""
        output.text(f"  {line}{entry}{told.content!r}: {told.why}")
