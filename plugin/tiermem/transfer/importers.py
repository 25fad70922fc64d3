"""Taking in files: what `exporters` wrote, and what other programs keep. Their beginnings tell which it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError, TranscriptError, UnfitRow, WriteRefused
from tiermem.transfer import formats
from tiermem.transfer.contract import Misread, Rows, Told
from tiermem.transfer.formats.own_markdown import MARKDOWN
from tiermem.transfer.taking import Taking
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.memory.memory import Memory
    from tiermem.transfer.contract import Format

_NOTES = "If these are plain notes, '--from claude' reads their lists and paragraphs."

__all__ = ["Imported", "Told", "import_file", "import_folder"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import of one file did.

    Attributes:
        format: Name of its format, one of `formats.NAMES`; "" where it is of none.
        rows: Of JSON: table → rows added.
        entries: Of others: outcome → entries: added, updated, known, moved to L1, waiting for approval, refused,
            left out.
        told: Entries that were moved, refused or left out.
        notes: What a person should know of the file as a whole.
        error: Why nothing of it was taken in; None where it was.
    """

    file: str
    format: str
    rows: dict[str, int] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)
    told: tuple[Told, ...] = ()
    notes: tuple[str, ...] = ()
    error: InputError | None = None

    @property
    def complete(self) -> bool:
        """Whether it could be read and nothing of it was refused."""
        return self.error is None and not self.entries.get("refused")

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        begin = {"file": self.file, "format": self.format}
        if self.error is not None:
            return begin | {"error": self.error.as_dict()}
        if self.format == "json":
            return begin | {"rows": self.rows}
        told = [
            {"line": one.line, "id": one.entry_id, "content": one.content, "why": one.why}
            for one in self.told
        ]
        return begin | {"entries": self.entries, "told": told, "notes": list(self.notes)}


def import_file(memory: Memory, path: Path, user: str | None = None, name: str | None = None) -> Imported:
    """Take in one file. What is there already is left alone.

    A file is read as a whole first. JSON is taken in as a whole or not at all, each text as the checks leave it.
    Entries of other formats are written as a person would write them; what the budget of a block has no
    room for goes to L1. What was taken in once from another program is not taken in again, even when it was
    changed or removed here since.

    Args:
        memory: Where to.
        path: The file.
        user: Whose the entries become; the YAML's user when none is named. JSON has its own users.
        name: Its format, one of `formats.NAMES`; its beginning tells when none is named.

    Raises:
        TranscriptError: The file cannot be read, or is broken; nothing was taken in.
        InputError: There is no format of this name.
    """
    wanted = formats.named(name) if name else formats.meant(path)
    try:
        return _import(memory, Taking(memory, user), path, wanted)
    except TranscriptError as error:
        if name or wanted is not MARKDOWN or formats.recognised(path) is not None:
            raise
        raise TranscriptError(path, line=error.line, problem=f"{error.problem} {_NOTES}") from None


def import_folder(
    memory: Memory, folder: Path, user: str | None = None, name: str | None = None
) -> Iterator[Imported]:
    """Take in the files of a folder and of those in it, as `import_file` does; a broken one does not stop the others.

    Hidden files and files that no format recognises are left alone.

    Args:
        memory: Where to.
        folder: The folder.
        user: As for `import_file`.
        name: As for `import_file`; then all files with an ending of that format are read.

    Raises:
        InputError: There is no format of this name, or no file that a format recognises.
    """
    forced = formats.named(name) if name else None
    suffixes = forced.suffixes if forced else formats.SUFFIXES
    taking = Taking(memory, user)
    found = False
    for path in _files(folder, suffixes):
        try:
            wanted = forced or formats.recognised(path)
            if wanted is None:
                continue
            found = True
            yield _import(memory, taking, path, wanted)
        except InputError as error:
            found = True
            yield Imported(file=str(path), format=wanted.name if wanted else "", error=error)
    if not found:
        raise InputError(f"{folder} has no file that can be taken in. Formats: {', '.join(formats.NAMES)}.")


def _files(folder: Path, suffixes: frozenset[str] | tuple[str, ...]) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.suffix.lower() in suffixes and path.is_file():
            yield path


def _import(memory: Memory, taking: Taking, path: Path, wanted: Format) -> Imported:
    try:
        held = wanted.read(path)
    except Misread as error:
        raise TranscriptError(path, line=error.line, problem=str(error)) from None
    except OSError as error:
        raise TranscriptError(path, line=None, problem=f"Cannot read it: {error.strerror}.") from error
    if isinstance(held, Rows):
        return Imported(file=str(path), format=wanted.name, rows=_load(memory, held))
    outcome = taking.take(held)
    return Imported(
        file=str(path),
        format=wanted.name,
        entries=dict(outcome.entries),
        told=tuple(outcome.told),
        notes=tuple(outcome.notes),
    )


def _load(memory: Memory, rows: Rows) -> dict[str, int]:
    try:
        return dict(memory.maintenance.load(iter(rows)))
    except TranscriptError:
        raise
    except UnfitRow as error:
        deque(islice(rows, error.place), maxlen=0)  # all were read: read up to it again, for its line
        raise rows.broken(str(error)) from error
    except (InputError, WriteRefused) as error:
        raise rows.broken(str(error)) from error
