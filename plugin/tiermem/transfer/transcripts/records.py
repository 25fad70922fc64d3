"""Read the JSON values of a file one by one, with their positions.

A file is either one JSON document, which is read whole, or JSON lines, which are streamed.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tiermem.errors import TranscriptError
from tiermem.support.nested import not_json
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from pathlib import Path

_BOM = b"\xef\xbb\xbf"


class RecordError(ValueError):
    """A problem with a value, as a sentence. `Record.located` adds its position."""


@dataclass(frozen=True, slots=True)
class Record:
    """One value of a file: a line, an item of the file's array, or the file's only object.

    Attributes:
        file: The file as the user named it.
        number: Its number, from 1, without blank lines.
        line: Its line in the file, from 1; None if the file is one document.
    """

    file: Path
    number: int
    line: int | None
    value: Any

    @contextmanager
    def located(self) -> Iterator[None]:
        """Turn a `RecordError` raised within into a `TranscriptError` with this position."""
        try:
            yield
        except RecordError as flaw:
            place = "" if self.line is not None else f"Item {self.number}: "
            raise broken(self.file, self.number, self.line, f"{place}{flaw}") from None


def broken(file: Path, number: int, line: int | None, problem: str) -> TranscriptError:
    """Return an error at record *number* with the note that all records before it are kept."""
    before, noun = number - 1, "item" if line is None else "line"
    kept = f"{before} {noun}{'s' if before > 1 else ''} before it" if before else "nothing"
    return TranscriptError(file, line=line, problem=problem, kept=kept)


@dataclass(frozen=True, slots=True)
class JsonFile:
    """A file with one JSON value. Its records are the items of an array, or the object itself."""

    file: Path
    items: list[Any]

    def __iter__(self) -> Iterator[Record]:
        for number, item in enumerate(self.items, start=1):
            yield Record(self.file, number, None, item)


@dataclass(frozen=True, slots=True)
class JsonLines:
    """A file with one JSON value per line, read as a stream."""

    file: Path

    def __iter__(self) -> Iterator[Record]:
        """Yield the records in order.

        Raises:
            TranscriptError: A line is not UTF-8 or not JSON.
        """
        for number, (line, raw) in enumerate(_filled_lines(self.file), start=1):
            try:
                value = _parse(raw)
            except RecordError as flaw:
                raise broken(self.file, number, line, str(flaw)) from None
            yield Record(self.file, number, line, value)


def open_records(file: Path) -> JsonFile | JsonLines:
    """Open the records of *file*: JSON lines if its first line is a complete object, else a document.

    A file that is no document but whose second line is an object has JSON lines and a broken first one.

    Raises:
        TranscriptError: The file cannot be read, is empty, is not UTF-8 or not JSON.
    """
    _refuse_unreadable(file)
    first = next(_filled_lines(file), None)
    if first is None:
        raise TranscriptError(file, line=None, problem="The file is empty.")
    if _is_object(first[1]):
        return JsonLines(file)
    try:
        value = _whole(file)
    except TranscriptError:
        if first[1].startswith(b"[") or not _second_line_is_object(file):
            raise
        return JsonLines(file)
    return JsonFile(file, value if isinstance(value, list) else [value])


def _refuse_unreadable(file: Path) -> None:
    try:
        mode = file.stat().st_mode
        if stat.S_ISREG(mode):
            file.open("rb").close()
    except OSError as error:
        raise TranscriptError(file, line=None, problem=f"Cannot read it: {error.strerror}.") from error
    if not stat.S_ISREG(mode):
        # A pipe can be read only once, and detecting the layout would already do so.
        raise TranscriptError(file, line=None, problem="It is not a regular file.")


def _filled_lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """Yield number, from 1, and bytes of all lines that are not blank, without a BOM."""
    with file.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            content = (line.removeprefix(_BOM) if number == 1 else line).strip()
            if content:
                yield number, content


def _whole(file: Path) -> Any:
    text = _decoded(file)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise TranscriptError(file, line=error.lineno, problem=not_json(error)) from None
    except (ValueError, RecursionError) as error:
        raise TranscriptError(file, line=None, problem=_unparsable(error)) from None


def _decoded(file: Path) -> str:
    raw = file.read_bytes().removeprefix(_BOM)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TranscriptError(file, line=line, problem="This is not UTF-8 text.") from None


def _second_line_is_object(file: Path) -> bool:
    lines = _filled_lines(file)
    next(lines)
    second = next(lines, None)
    return second is not None and _is_object(second[1])


def _is_object(raw: bytes) -> bool:
    try:
        return raw.startswith(b"{") and isinstance(_parse(raw), dict)
    except RecordError:
        return False


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw.decode())
    except UnicodeDecodeError:
        raise RecordError("This is not UTF-8 text.") from None
    except json.JSONDecodeError as error:
        raise RecordError(not_json(error)) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(_unparsable(error)) from None


def _unparsable(error: Exception) -> str:
    """Explain why Python's parser refuses JSON that may be valid."""
    if isinstance(error, RecursionError):
        return "This is not a conversation: it is nested too deeply."
    return "This is not a conversation: it holds a number with thousands of digits."
