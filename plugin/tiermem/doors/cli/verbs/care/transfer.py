"""Move memories in and out: ``export``, ``import`` and ``replay``."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.doors.cli.arguments import whole_number
from tiermem.errors import InputError
from tiermem.transfer import formats
from tiermem.transfer.exporters import export_folder, markdown_lines
from tiermem.transfer.formats.json_export import json_lines
from tiermem.transfer.importers import import_file, import_folder
from tiermem.transfer.replay import replay
from tiermem.transfer.transcripts import LAYOUTS, read_folder, read_transcripts
from tiermem.values import utc_now

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiermem.doors.cli.call import Call
    from tiermem.doors.cli.output import Output
    from tiermem.transfer.importers import Imported
    from tiermem.transfer.replay import ReplayReport


_NAMED = 10
"""Users that an error names at most."""
_WHOLE = "This is the whole store: the entries, conversations and receipts of all its users and agents."


def flags_export(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.description = (
        "Write what is remembered. JSON is the whole store, of all users and agents, and loses nothing: imported "
        "into a new store it gives an equal one; with --user, what is that user's own, and nothing of others. "
        "Where each user has a file, it is of one user, whom --user has to name. "
        "Markdown is for reading: the active entries that the user reaches, or with --user the user's own. "
        "With --to, the same as files in a folder, as another program keeps them; no file is written over."
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="with --to: the folder for the files")
    parser.add_argument("--to", choices=formats.WRITABLE, help=" | ".join(formats.WRITABLE))
    parser.add_argument(
        "--format", choices=("json", "markdown"), help="default: json, or markdown for -o NAME.md"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="the file to write (default, and for -: standard output)"
    )
    parser.add_argument("--overwrite", action="store_true", help="with -o: replace an existing file")


def run_export(call: Call) -> int:
    """Export."""
    options, output = call.options, call.output
    if options.to or options.folder:
        return _folder_export(call)
    options.output = None if options.output == "-" else options.output
    is_markdown = Path(options.output or "").suffix.lower() in (".md", ".markdown")
    options.format = options.format or ("markdown" if is_markdown else "json")
    if options.output and Path(options.output).is_file() and not options.overwrite:
        raise InputError(f"{options.output} exists already. Name another file, or add --overwrite.")
    skipped: list[tuple[str, str]] = []
    is_json = options.format == "json"
    if is_json and options.user is None and call.memory.has_files_of_users:
        raise _no_user(call.memory.users)
    lines = _json(call, skipped) if is_json else markdown_lines(call.memory, options.user)
    if options.output:
        number = to_file(Path(options.output), lines)
        if output.json:
            named = [{"table": table, "key": key} for table, key in skipped]
            said = {"file": options.output, "format": options.format, "lines": number}
            output.document(said | ({"skipped": named} if is_json else {}))
        else:
            output.text(f"Wrote {options.output}.")
    elif output.json and options.format == "markdown":
        output.document({"markdown": "\n".join(lines) + "\n"})
    else:
        _write(lines, output.data)
    if is_json and options.user is None and call.memory.is_there and not output.json:
        output.note(_WHOLE)
    _note_skipped(output, skipped)
    return 0


def _no_user(users: Sequence[str]) -> InputError:
    """Return the error of an export of everything, where each user has a file."""
    more = f" and {len(users) - _NAMED:,} more" if len(users) > _NAMED else ""
    named = (
        f"Files are there of {', '.join(map(repr, users[:_NAMED]))}{more}." if users else "None is there yet."
    )
    return InputError(
        "Nothing was exported: each user has a file, with numbers of its own, and an export is of one. "
        f"Name the user with --user. {named}"
    )


def _note_skipped(output: Output, skipped: Sequence[tuple[str, str]]) -> None:
    if not skipped:
        return
    output.note(
        f"Warning: the export is not complete. Rows that could not be read were skipped: {len(skipped):,}. "
        "'tiermem doctor --repair' mends what can be known; then export again."
    )
    for table, key in skipped:
        output.note(f"Skipped: row {key} of table {table}.")


def _folder_export(call: Call) -> int:
    options, output = call.options, call.output
    if not options.to or not options.folder:
        raise InputError("--to needs a folder, and a folder needs --to: tiermem export --to claude FOLDER.")
    if options.output:
        raise InputError("--to writes into a folder. It cannot be combined with -o.")
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


def _json(call: Call, skipped: list[tuple[str, str]]) -> Iterator[str]:
    return json_lines(call.memory.maintenance.dump(call.options.user, skipped), skipped)


def to_file(path: Path, lines: Iterator[str]) -> int:
    """Write the lines to a file that only its owner reads, whole or not at all; return their number."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
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


REFUSED = 1


def flags_import(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.description = (
        "Take in what 'tiermem export' wrote, or what another program keeps; what is there already is left alone. "
        "JSON brings its own users and agents. The entries of other formats become those of --user. "
        "Of a folder, the files that are recognised are read."
    )
    parser.add_argument("file", metavar="FILE", help="a file or a folder (the format is recognised)")
    parser.add_argument(
        "--from", dest="from_", metavar="NAME", choices=formats.NAMES, help=" | ".join(formats.NAMES)
    )


def run_import(call: Call) -> int:
    """Import; the exit status is 1 when a file is broken or holds nothing, or entries were refused."""
    options = call.options
    path = Path(options.file)
    if path.is_dir():
        return _folder_import(call, import_folder(call.memory, path, options.user, options.from_))
    done = import_file(call.memory, path, options.user, options.from_)
    if call.output.json:
        call.output.document(done.as_dict() | {"usage": call.usage})
    else:
        _show_import(call, done)
    return 0 if done.complete else REFUSED


def _folder_import(call: Call, files: Iterable[Imported]) -> int:
    done: list[Imported] = []
    for one in files:
        done.append(one)
        if not call.output.json:
            _show_import(call, one)
    if call.output.json:
        call.output.document({"files": [one.as_dict() for one in done], "usage": call.usage})
    return 0 if all(one.complete for one in done) else REFUSED


def _show_import(call: Call, done: Imported) -> None:
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
    output.text(f"{done.file}: {outcomes or 'there is nothing in it to take in'}.")
    for note in done.notes:
        output.text(f"  {note}")
    for told in done.remarks:
        entry = f"[{told.entry_id}] " if told.entry_id else "refused: " if told.refused else "left out: "
        line = f"line {told.line}: " if told.line else ""
        output.text(f"  {line}{entry}{told.content!r}: {told.why}")


MISTAKE = 2


def flags_replay(parser: ArgumentParser) -> None:
    """Add the flags."""
    layouts = "; ".join(layout.name for layout in LAYOUTS)
    parser.description = (
        "Feed conversations through the whole life cycle, at their own dates. "
        "What is there already is left alone. --user names whose they are where the file does not say it."
    )
    parser.add_argument(
        "file", metavar="FILE", help=f"a file or a folder of files, in one of these layouts: {layouts}"
    )
    parser.add_argument("--limit", metavar="N", type=whole_number, help="only the first N conversations")


def run_replay(call: Call) -> int:
    """Replay conversations."""
    options, output = call.options, call.output
    path, now = Path(options.file), utc_now()
    folder = read_folder(path, now=now) if path.is_dir() else None
    transcripts = folder or read_transcripts(path, now=now)
    totals = [number for number in (transcripts.total, options.limit) if number is not None]
    report = replay(
        call.memory,
        islice(transcripts, options.limit),
        lambda done: output.progress(done, min(totals, default=None), "conversations replayed"),
        user=options.user,
    )
    unread = [*folder.skipped, *folder.broken] if folder is not None else []
    if output.json:
        left_out = {"left_out": [error.as_dict() for error in unread]} if folder is not None else {}
        output.document(report.as_dict() | left_out)
    else:
        _show_replay(call, report)
        for error in (*unread, *([report.failure] if report.failure else [])):
            output.error(error)
    return MISTAKE if report.failure or (folder is not None and folder.broken) else 0


def _show_replay(call: Call, report: ReplayReport) -> None:
    output = call.output
    output.text(
        f"Replayed {_number(report.sessions, 'conversation')} with {_number(report.turns, 'turn')} "
        f"of {_number(len(report.users), 'user')}."
    )
    if report.known:
        output.text(f"{_number(report.known, 'conversation')} were there already.")
    if report.observations:
        outcomes = ", ".join(f"{number:,} {outcome}" for outcome, number in report.observations.items())
        output.text(f"Gap-fill noticed {sum(report.observations.values()):,} statements: {outcomes}.")
    if report.users:
        shown = ", ".join(report.users[:3]) + (", …" if len(report.users) > 3 else "")
        output.text(
            output.dim(f"'tiermem recall TEXT --user NAME' shows what a prompt recalls now ({shown}).")
        )


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
