"""``tiermem export``: everything as JSON, or one user's entries as Markdown or as another program's files."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.transfer.exporters import json_lines, markdown_lines
from tiermem.transfer.folders import NAMES, export_folder

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call

_WHOLE = "This is the whole store: the entries, conversations and receipts of all its users and agents."


def configure(parser: ArgumentParser) -> None:
    """The flags."""
    parser.description = (
        "Write what is remembered. JSON is the whole store, of all users and agents, and loses nothing: imported "
        "into a new store it gives an equal one. Markdown is for reading: the active entries that --user reaches. "
        "With --to, the same as files in a folder, as another program keeps them; no file is written over."
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="of --to: where the files are written")
    parser.add_argument("--to", choices=NAMES, help=" | ".join(NAMES))
    parser.add_argument("--format", choices=("json", "markdown"), default="json", help="json unless named")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there; stdout unless named")
    parser.add_argument("--overwrite", action="store_true", help="with -o: in place of a file that is there")


def run(call: Call) -> int:
    """Export."""
    options, output = call.options, call.output
    if options.to or options.folder:
        return _folder(call)
    if options.output and Path(options.output).is_file() and not options.overwrite:
        raise InputError(f"{options.output} is there already. Name another file, or say --overwrite.")
    lines = {"json": _json, "markdown": _markdown}[options.format](call)
    if options.output:
        number = _to_file(Path(options.output), lines)
        if output.json:
            output.document({"file": options.output, "format": options.format, "lines": number})
        else:
            output.text(f"Wrote {options.output}.")
    elif output.json and options.format == "markdown":
        output.document({"markdown": "\n".join(lines) + "\n"})
    else:
        _write(lines, output.data)
    if options.format == "json" and not output.json:
        output.note(_WHOLE)
    return 0


def _folder(call: Call) -> int:
    options, output = call.options, call.output
    if not options.to or not options.folder:
        raise InputError("A folder and --to belong together: tiermem export --to claude FOLDER.")
    if options.output:
        raise InputError("--to writes into its folder; -o is for the other exports.")
    files = export_folder(call.memory, options.to, Path(options.folder), options.user)
    if output.json:
        output.document({"format": options.to, "files": files})
        return 0
    for one in files:
        output.text(f"Wrote {one['file']}: {one['entries']:,} entries.")
        if one["left_out"]:
            output.note(f"{one['left_out']:,} entries are left out: there is no room for them in that file.")
    if not files:
        output.text("There is nothing to write.")
    return 0


def _json(call: Call) -> Iterator[str]:
    return json_lines(call.memory.dump())


def _markdown(call: Call) -> Iterator[str]:
    return markdown_lines(call.memory, call.options.user)


def _to_file(path: Path, lines: Iterator[str]) -> int:
    """Write beside it first, so that a file that is there is replaced by a whole one or not at all."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            number = _write(lines, file.write)
        partial.replace(path)
    except OSError as error:
        raise InputError(f"Cannot write {path}: {error.strerror or error}.") from error
    finally:
        partial.unlink(missing_ok=True)
    return number


def _write(lines: Iterator[str], write: Callable[[bytes], object]) -> int:
    number = 0
    for number, line in enumerate(lines, start=1):  # noqa: B007 the last one is the count
        write(f"{line}\n".encode())
    return number
