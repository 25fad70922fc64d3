"""The lossless export: the rows of all tables as JSON.

It has one row per line, so that it is read and written as a stream::

    {"format": "tiermem-export", "version": 1, "tables": {
    "scopes": [
    {"id": 1, "kind": "house", …},
    …
    ]
    }}

If rows could not be read, the last line names them: ``}, "skipped": [{"table": "recalls", "key": "…"}]}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tiermem.errors import TranscriptError
from tiermem.support.nested import not_json
from tiermem.text import json_escapes, storable
from tiermem.transfer.formats.base import Format

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.transfer.formats.base import FileHead, Row

FORMAT, VERSION = "tiermem-export", 1
OPENING = f'{{"format": "{FORMAT}", "version": {VERSION}, "tables": {{'
CLOSING = "}}"
_INCOMPLETE = '}, "skipped": '
"""Begins the last line in place of `CLOSING`."""


def json_lines(
    rows: Iterable[tuple[str, Mapping[str, Any]]], skipped: Sequence[tuple[str, str]] = ()
) -> Iterator[str]:
    """Yield the lines of the JSON document of dumped *rows*, without line ends.

    Args:
        rows: The rows that `Maintenance.dump` yields.
        skipped: The list passed to it.
    """
    yield OPENING
    table_ends = ""
    for table, members in groupby(rows, key=lambda pair: pair[0]):
        if table_ends:
            yield table_ends + ","
        yield f"{json.dumps(table)}: ["
        row_ends = ""
        for _, row in members:
            if row_ends:
                yield row_ends + ","
            row_ends = json_escapes(json.dumps(row, ensure_ascii=False))
        yield row_ends
        table_ends = "]"
    if table_ends:
        yield table_ends
    named = [{"table": table, "key": key} for table, key in skipped]
    yield f"{_INCOMPLETE}{json_escapes(json.dumps(named, ensure_ascii=False))}}}" if named else CLOSING


_TABLE = re.compile(r'"(\w+)": \[')


class JsonRows:
    """The rows of a JSON export, read one by one.

    Attributes:
        line: The line read last, from 1; None if the document has another layout than ours.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.line: int | None = 0

    def broken(self, problem: str) -> TranscriptError:
        """Return an error at the line read last."""
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
            elif line == CLOSING or line.startswith(_INCOMPLETE):
                return
            elif line not in ("]", "],"):
                raise self.broken("This is not a line of an export.")
        raise self.broken("The export ends in the middle.")

    def _parsed(self, text: str) -> Any:
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise self.broken(not_json(error)) from None
        except (ValueError, RecursionError) as error:
            raise self.broken(f"This is not a row: {error}.") from None

    def _of_document(self) -> Iterator[Row]:
        """Read a whole document that has been reformatted."""
        try:
            data = json.loads(self._path.read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise self.broken("This is not UTF-8 text.") from None
        except json.JSONDecodeError as error:
            self.line = error.lineno
            raise self.broken(not_json(error)) from None
        except (ValueError, RecursionError) as error:
            raise self.broken(f"This is not an export: {error}.") from None
        for table, rows in self._tables(data).items():
            if not isinstance(rows, list):
                raise self.broken(f"The rows of table {table} must be a list.")
            for row in rows:
                yield table, self._checked(row)

    def _tables(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise self.broken(
                f'It is not an export: "format" is not "{FORMAT}". Conversations are read by replay.'
            )
        if data.get("version") != VERSION:
            raise self.broken(
                f"It is an export of version {data.get('version')!r}; only version {VERSION} is known."
            )
        tables = data.get("tables")
        if not isinstance(tables, dict):
            raise self.broken('It is not an export: "tables" is missing.')
        return tables

    def _checked(self, row: Any) -> dict[str, Any]:
        if not isinstance(row, dict):
            raise self.broken("A row must be an object.")
        for name, value in row.items():
            if not isinstance(value, str | int | float | None):
                raise self.broken(f"'{name}' contains a list or an object.")
            if isinstance(value, str) and not storable(value):
                raise self.broken(f"'{name}' contains NUL or broken Unicode.")
        return row


def _recognises(beginning: FileHead) -> bool:
    return beginning.head.lstrip().startswith(b"{") and f'"{FORMAT}"' in beginning.text


JSON = Format(
    name="json",
    suffixes=(".json",),
    recognises=_recognises,
    read=JsonRows,
)
