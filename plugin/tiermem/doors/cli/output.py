"""Print text for people, or one JSON document for programs.

Everything is printed here, so that no stored text can do anything to the terminal: its control characters, and those
that turn the direction of writing, are shown as escapes.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TextIO

from tiermem.text import clean, json_escapes, terminal

if TYPE_CHECKING:
    from tiermem.errors import TiermemError


class UnwritableOutput(Exception):
    """Standard output cannot be written, for example because its disk is full."""


class Output:
    """Prints to stdout, notes and progress to stderr; colour only on a terminal that wants it.

    Args:
        json: True if stdout is to hold one JSON document and nothing else.
        stream: Where everything goes, notes and errors too; None for the streams of the process.

    Attributes:
        stdout: ``sys.stdout`` when this was made. While a verb runs, ``sys.stdout`` is standard error, so that what
            plugins print is not part of an answer.
    """

    def __init__(self, *, json: bool = False, stream: TextIO | None = None) -> None:
        self.json = json
        self.stdout = stream or sys.stdout
        self._stream = stream
        self._colour = self.is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self._progress_shown = False
        self._noted: set[str] = set()
        self._mark = f"[{os.urandom(8).hex()}m" if self._colour else ""

    @property
    def is_terminal(self) -> bool:
        """True if stdout is a terminal."""
        return self.stdout.isatty()

    def document(self, data: Any) -> None:
        """Print the one JSON document."""
        self._write(self.stdout, json_escapes(json.dumps(data, ensure_ascii=False, indent=2)))

    def text(self, text: str = "") -> None:
        """Print a line or more on stdout."""
        self._write(self.stdout, text)

    def piece(self, text: str) -> None:
        """Print a part of a line on stdout, at once."""
        if text:
            self._write(self.stdout, text, end="")
            self.flush()

    def data(self, data: bytes) -> None:
        """Write bytes to stdout as they are; on a terminal as text."""
        if self.is_terminal:
            self._write(self.stdout, data.decode("utf-8", "replace"))
        else:
            with _writing():
                self.stdout.buffer.write(data)

    def flush(self) -> None:
        """Flush stdout."""
        with _writing():
            self.stdout.flush()

    def abandon(self) -> None:
        """Write nothing more to stdout, also not what waits in its buffer."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.stdout.fileno())

    def note(self, text: str) -> None:
        """Print a line for people beside the result, on stderr."""
        self._end_progress()
        self._noted.add(text)
        self._write(self._stream or sys.stderr, text)

    def error(self, error: TiermemError) -> None:
        """Print an error: as the JSON document, or on stderr, unless a note has said the same."""
        if self.json:
            self.document({"error": error.as_dict()})
            return
        for one in (error, *error.further):
            if one.for_people not in self._noted:
                self.note(f"tiermem: {one.for_people}")

    def bold(self, text: str) -> str:
        """Return *text*, in bold on a terminal."""
        return f"{self._mark}1{text}{self._mark}0" if self._colour else text

    def dim(self, text: str) -> str:
        """Return *text*, in grey on a terminal."""
        return f"{self._mark}2{text}{self._mark}0" if self._colour else text

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table that fits the terminal: the last column takes what is left, the widest others are wrapped."""
        if not rows:
            return
        cells = [[" ".join(terminal(clean(cell)).split()) for cell in row] for row in rows]
        sizes = _sizes([headings, *cells], shutil.get_terminal_size((100, 24)).columns)
        self.text(self.bold(_laid_out(headings, sizes)))
        for row in cells:
            self.text(_laid_out(row, sizes))

    def progress(self, done: int, total: int | None, what: str) -> None:
        """Show progress on a terminal, in one line that is overwritten."""
        if not sys.stderr.isatty():
            return
        amount = f"{done:,}/{total:,}" if total else f"{done:,}"
        sys.stderr.write(f"\r{amount} {what}\x1b[K")
        sys.stderr.flush()
        self._progress_shown = True

    def _end_progress(self) -> None:
        if self._progress_shown:
            sys.stderr.write("\r\x1b[K")
            self._progress_shown = False

    def _write(self, stream: TextIO, text: str, end: str = "\n") -> None:
        if stream is self.stdout:
            self._end_progress()
        encoding = stream.encoding or "utf-8"
        shown = terminal(clean(text)).encode(encoding, "replace").decode(encoding)
        for style in "012" if self._mark else "":
            shown = shown.replace(f"{self._mark}{style}", f"\x1b[{style}m")
        if stream is not self.stdout:
            stream.write(shown + end)
            return
        with _writing():
            stream.write(shown + end)


@contextmanager
def _writing() -> Iterator[None]:
    """Raise `UnwritableOutput` if writing fails, except because nobody reads any more."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwritableOutput(error.strerror or str(error)) from error


def minute(at: str | None) -> str:
    """Format a stored instant to the minute, UTC: ``2026-03-02 09:30``."""
    return (at or "")[:16].replace("T", " ")


_LAST, _NARROWEST = 30, 10
"""Columns of the terminal that the last column of a table gets, and to which columns shrink where it is narrow."""


def _sizes(rows: Sequence[Sequence[str]], columns: int) -> list[int]:
    """Return the widths of a table's columns, so that with two spaces between them they fit the terminal."""
    *sizes, last = (max(map(width, column)) for column in zip(*rows, strict=True))
    room = columns - 2 * len(sizes) - min(last, _LAST)
    while sum(sizes) > room and max(sizes) > _NARROWEST:
        sizes[sizes.index(max(sizes))] -= 1
    return [*sizes, max(columns - 2 * len(sizes) - sum(sizes), _NARROWEST)]


def _laid_out(cells: Sequence[str], sizes: Sequence[int]) -> str:
    """Return a row of a table in lines."""
    broken = [wrapped(cell, size) for cell, size in zip(cells, sizes, strict=True)]
    lines = (
        "  ".join(padded(part, size) for part, size in zip(parts, sizes, strict=True)).rstrip()
        for parts in zip_longest(*broken, fillvalue="")
    )
    return "\n".join(lines)


# -- widths: Chinese, Japanese and Korean letters take two columns, combining marks none ---------


def width(text: str) -> int:
    """Return the columns that a text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def padded(text: str, columns: int) -> str:
    """Return the text padded with spaces to so many columns."""
    return text + " " * (columns - width(text))


def wrapped(text: str, columns: int) -> list[str]:
    """Return the text in lines of so many columns at most, broken at spaces where possible."""
    if width(text) == len(text):
        return textwrap.wrap(text, columns, break_on_hyphens=False)
    lines, line = list[str](), ""
    for word in text.split():
        candidate = f"{line} {word}" if line else word
        if width(candidate) <= columns:
            line = candidate
            continue
        if line and width(word) <= columns:
            lines.append(line)
            line = word
            continue
        *full, line = _cut(candidate, columns)
        lines += full
    return [*lines, line] if line else lines


def _cut(text: str, columns: int) -> list[str]:
    """Cut the text into pieces of so many columns at most."""
    pieces, used = [""], 0
    for character in text:
        if used + _columns(character) > columns:
            pieces.append("")
            used = 0
        pieces[-1] += character
        used += _columns(character)
    return pieces


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
