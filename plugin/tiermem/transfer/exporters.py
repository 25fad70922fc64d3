"""What a store holds, written out: everything as JSON, or one user's entries as Markdown.

The JSON has one row per line, so that it is read and written without being held as a whole::

    {"format": "tiermem-export", "version": 1, "tables": {
    "scopes": [
    {"id": 1, "kind": "house", …},
    …
    ]
    }}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tiermem.transfer import markdown

if TYPE_CHECKING:
    from tiermem.memory.memory import Memory

FORMAT, VERSION = "tiermem-export", 1
OPENING = f'{{"format": "{FORMAT}", "version": {VERSION}, "tables": {{'
CLOSING = "}}"


def json_lines(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """The lines of the JSON document of dumped *rows*, without their line ends."""
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
            row_ends = json.dumps(row, ensure_ascii=False)
        yield row_ends
        table_ends = "]"
    if table_ends:
        yield table_ends
    yield CLOSING


def markdown_lines(memory: Memory, user: str | None = None) -> Iterator[str]:
    """The lines of the Markdown document of the active entries that a user of this agent reaches.

    Args:
        memory: The agent's memory.
        user: Whose; the YAML's user when none is named.
    """
    entries, _ = memory.entries(user).list()
    return markdown.render(entries, memory.reach(user))
