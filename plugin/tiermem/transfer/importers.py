"""Reading what `exporters` wrote: JSON into rows, Markdown into entries. The file's beginning tells which it is."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError, OverBudget, TranscriptError, WriteRefused
from tiermem.text import storable
from tiermem.transfer import markdown
from tiermem.transfer.exporters import CLOSING, FORMAT, OPENING, VERSION
from tiermem.values import Change

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.engine.committing import Written
    from tiermem.entries import Entries
    from tiermem.memory import Memory
    from tiermem.transfer.markdown import Item
    from tiermem.values import Draft

Row = tuple[str, Mapping[str, Any]]

_TABLE = re.compile(r'"(\w+)": \[')


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An item of a Markdown document with which something happened that a person should know.

    Attributes:
        line: Where it begins in the file.
        entry_id: The entry that it became; None where it was refused.
        why: What happened.
    """

    line: int
    entry_id: str | None
    content: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did.

    Attributes:
        format: ``json`` or ``markdown``.
        rows: Of JSON: table → rows added.
        entries: Of Markdown: outcome → entries: added, updated, known, moved to L1, waiting for approval, refused.
        told: Entries that were moved or refused.
    """

    file: str
    format: str
    rows: dict[str, int] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)
    told: tuple[Told, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        if self.format == "json":
            return {"file": self.file, "format": self.format, "rows": self.rows}
        told = [
            {"line": one.line, "id": one.entry_id, "content": one.content, "why": one.why}
            for one in self.told
        ]
        return {"file": self.file, "format": self.format, "entries": self.entries, "told": told}


def import_file(memory: Memory, path: Path, user: str | None = None) -> Imported:
    """Take in an export, or entries in Markdown. What is there already is left alone.

    JSON is taken in as a whole or not at all, each text as the checks leave it.
    Markdown is read as a whole first; then each entry is written as a
    person would write it. Over the budget of its block it goes to L1.

    Args:
        memory: Where to.
        path: The file.
        user: Whose entries those of Markdown become; the YAML's user when none is named. JSON has its own users.

    Raises:
        TranscriptError: The file cannot be read, or is neither; nothing was taken in.
    """
    if _begins_with_brace(path):
        return Imported(file=str(path), format="json", rows=_load(memory, path))
    return _write(memory.entries(user), path, _items(path))


def _begins_with_brace(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            for line in file:
                if begins := line.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]:
                    return begins == b"{"
    except OSError as error:
        raise TranscriptError(path, line=None, problem=f"Cannot read it: {error.strerror}.") from error
    raise TranscriptError(path, line=None, problem="The file is empty.")


# -- JSON ----------------------------------------------------------------------------------------


class _Rows:
    """The rows of a JSON export, one by one.

    Attributes:
        line: The line that was read last, from 1; None where the document has another layout than ours.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.line: int | None = 0

    def broken(self, problem: str) -> TranscriptError:
        """The error at the line that was read last."""
        return TranscriptError(self._path, line=self.line or None, problem=problem)

    def __iter__(self) -> Iterator[Row]:
        lines = self._lines()
        if next(lines, None) == OPENING:
            yield from self._by_line(lines)
        else:
            self.line = None
            yield from self._of_document()

    def _lines(self) -> Iterator[str]:
        with self._path.open("rb") as file:
            for self.line, raw in enumerate(file, start=1):
                try:
                    yield raw.removeprefix(b"\xef\xbb\xbf").decode().strip("\r\n")
                except UnicodeDecodeError:
                    raise self.broken("This is not UTF-8 text.") from None

    def _by_line(self, lines: Iterator[str]) -> Iterator[Row]:
        table = ""
        for line in lines:
            if line.startswith("{"):
                yield table, self._checked(self._parsed(line.removesuffix(",")))
            elif opens := _TABLE.fullmatch(line):
                table = opens[1]
            elif line == CLOSING:
                return
            elif line not in ("]", "],"):
                raise self.broken("This is no line of an export.")
        raise self.broken("The export ends in the middle.")

    def _parsed(self, text: str) -> Any:
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise self.broken(f"This is not JSON: {error.msg} at column {error.colno}.") from None
        except (ValueError, RecursionError) as error:
            raise self.broken(f"This is not a row: {error}.") from None

    def _of_document(self) -> Iterator[Row]:
        """Of a document that was laid out anew, which is read as a whole."""
        try:
            data = json.loads(self._path.read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise self.broken("This is not UTF-8 text.") from None
        except json.JSONDecodeError as error:
            self.line = error.lineno
            raise self.broken(f"This is not JSON: {error.msg} at column {error.colno}.") from None
        except (ValueError, RecursionError) as error:
            raise self.broken(f"This is not an export: {error}.") from None
        for table, rows in self._tables(data).items():
            if not isinstance(rows, list):
                raise self.broken(f"The rows of table {table} are to be a list.")
            for row in rows:
                yield table, self._checked(row)

    def _tables(self, data: dict[str, Any]) -> dict[str, Any]:
        if data.get("format") != FORMAT:
            raise self.broken(
                f'It is no export: "format" is not "{FORMAT}". Conversations are read by replay.'
            )
        if data.get("version") != VERSION:
            raise self.broken(f"It is an export of version {data.get('version')!r}; known is {VERSION}.")
        tables = data.get("tables")
        if not isinstance(tables, dict):
            raise self.broken('It is no export: "tables" is missing.')
        return tables

    def _checked(self, row: Any) -> dict[str, Any]:
        if not isinstance(row, dict):
            raise self.broken("A row is to be an object.")
        for name, value in row.items():
            if not isinstance(value, str | int | float | None):
                raise self.broken(f"'{name}' holds a list or an object.")
            if isinstance(value, str) and not storable(value):
                raise self.broken(f"'{name}' holds NUL or broken Unicode.")
        return row


def _load(memory: Memory, path: Path) -> dict[str, int]:
    rows = _Rows(path)
    try:
        return dict(memory.load(iter(rows)))
    except TranscriptError:
        raise
    except (InputError, WriteRefused) as error:
        raise rows.broken(str(error)) from error


# -- Markdown ------------------------------------------------------------------------------------


def _items(path: Path) -> list[Item]:
    try:
        return markdown.parse(path.read_bytes().decode(), path.name)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise TranscriptError(path, line=line, problem="This is not UTF-8 text.") from None
    except markdown.Misread as error:
        raise TranscriptError(path, line=error.line, problem=str(error)) from None


def _write(entries: Entries, path: Path, items: list[Item]) -> Imported:
    outcomes: Counter[str] = Counter()
    told: list[Told] = []
    for item in items:
        try:
            outcome, written = _write_one(entries, item)
        except (WriteRefused, InputError) as error:
            outcomes["refused"] += 1
            told.append(Told(line=item.line, entry_id=None, content=item.draft.content, why=str(error)))
            continue
        outcomes[outcome] += 1
        if outcome == MOVED:
            entry = written.entry
            told.append(
                Told(line=item.line, entry_id=entry.id, content=entry.content, why=_FULL.format(entry.tier))
            )
    return Imported(file=str(path), format="markdown", entries=dict(outcomes), told=tuple(told))


MOVED = "moved to L1"
_FULL = "the {} block has no room for it; it is recalled when it matters"


def _write_one(entries: Entries, item: Item) -> tuple[str, Written]:
    try:
        written = _add(entries, item, item.draft)
    except OverBudget:
        if item.draft.tier == "identity":
            raise
        written = _add(entries, item, replace(item.draft, layer="L1"))
        return ("known" if written.duplicate else MOVED), written
    if written.staged:
        return "waiting for approval", written
    if written.duplicate:
        return "known", written
    return ("updated" if written.before else "added"), written


def _add(entries: Entries, item: Item, draft: Draft) -> Written:
    change = Change(
        operation="add",
        source="user",
        draft=draft,
        allow_same_subject=True,
        to_user=item.of_user,
        reason="imported",
    )
    return entries.rewrite([change])[0]
