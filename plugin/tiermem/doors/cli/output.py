"""What the command prints: text for people, or one JSON document for programs."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

from tiermem.doors.cli.widths import padded, width, wrapped
from tiermem.errors import OverBudget, SameSubject
from tiermem.text import clean

if TYPE_CHECKING:
    from tiermem.errors import TiermemError


class Output:
    """Prints to stdout, notes and progress to stderr; colour only on a terminal that wants it.

    Args:
        json: Whether stdout is to hold one JSON document and nothing else.

    Attributes:
        stdout: What was ``sys.stdout`` when this was made: while a verb runs, that is standard error, so that what
            plugins print stands in no answer.
    """

    def __init__(self, *, json: bool = False) -> None:
        self.json = json
        self.stdout = sys.stdout
        self._colour = self.is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self._progress_shown = False

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads stdout."""
        return self.stdout.isatty()

    def document(self, data: Any) -> None:
        """The one JSON document."""
        self._write(self.stdout, json.dumps(data, ensure_ascii=False, indent=2))

    def text(self, text: str = "") -> None:
        """A line or more of text on stdout."""
        self._write(self.stdout, text)

    def data(self, data: bytes) -> None:
        """Bytes on stdout as they are, for what is no text for people."""
        self.stdout.buffer.write(data)

    def flush(self) -> None:
        """Have those who read stdout see all of it now."""
        self.stdout.flush()

    def note(self, text: str) -> None:
        """A line for people beside the result, on stderr."""
        self._end_progress()
        self._write(sys.stderr, text)

    def error(self, error: TiermemError) -> None:
        """An error: as the JSON document, or on stderr."""
        if self.json:
            self.document({"error": error.as_dict()})
            return
        self.note(f"tiermem: {error}")
        for line in _ways_out(error):
            self.note(line)
        for other in error.further:
            self.note(f"tiermem: {other}")

    def bold(self, text: str) -> str:
        """*text* in bold on a terminal."""
        return f"\x1b[1m{text}\x1b[0m" if self._colour else text

    def dim(self, text: str) -> str:
        """*text* in grey on a terminal."""
        return f"\x1b[2m{text}\x1b[0m" if self._colour else text

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table; the last column takes what width is left, wrapped."""
        if not rows:
            return
        columns = shutil.get_terminal_size((100, 24)).columns
        cells = [[" ".join(clean(cell).split()) for cell in row] for row in rows]
        sizes = [
            max(width(headings[place]), *(width(row[place]) for row in cells))
            for place in range(len(headings) - 1)
        ]
        left = sum(sizes) + 2 * len(sizes)
        room = max(columns - left, 30)
        self.text(self.bold(_line(headings, sizes)))
        for row in cells:
            first, *rest = wrapped(row[-1], room) or [""]
            self.text(_line([*row[:-1], first], sizes))
            for more in rest:
                self.text(" " * left + more)

    def progress(self, done: int, total: int | None, what: str) -> None:
        """How far long work is; on a terminal only, in one line that is overwritten."""
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

    def _write(self, stream: TextIO, text: str) -> None:
        if stream is self.stdout:
            self._end_progress()
        encoding = stream.encoding or "utf-8"
        stream.write(clean(text).encode(encoding, "replace").decode(encoding) + "\n")


def minute(at: str | None) -> str:
    """A stored instant for people, to the minute, UTC: ``2026-03-02 09:30``."""
    return (at or "")[:16].replace("T", " ")


def _ways_out(error: TiermemError) -> list[str]:
    """What a person can do now, in the command's own words."""
    if isinstance(error, OverBudget):
        shown = [
            f"  [{one['id']}] {one['content']} ({one['chars']:,} characters)" for one in error.candidates
        ]
        return [*shown, "With this command: edit or remove one of these, or add with --layer L1."]
    if isinstance(error, SameSubject):
        return [f"With this command: edit {error.existing['id']}, or add with --allow-same-subject."]
    return []


def _line(cells: Sequence[str], sizes: Sequence[int]) -> str:
    filled = [padded(cell, size) for cell, size in zip(cells, sizes, strict=False)]
    return "  ".join([*filled, cells[-1]]).rstrip()
