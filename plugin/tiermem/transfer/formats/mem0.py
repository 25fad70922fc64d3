"""mem0's ``history.db``: the last text of each memory in the table ``history``."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tiermem.errors import TranscriptError
from tiermem.text import storable
from tiermem.transfer.formats.base import Contents, Format, Item, Remark, instant_of
from tiermem.transfer.formats.docker_agent import SQLITE, copied
from tiermem.values import Draft

if TYPE_CHECKING:
    from tiermem.transfer.formats.base import FileHead

_TABLE = re.compile(rb"CREATE TABLE [\"'`\[]?history\b[^;]{0,200}\bmemory_id\b", re.IGNORECASE)
_NEEDED = {"memory_id", "new_memory", "event"}
_DATES = ("created_at", "updated_at")


def _recognises(beginning: FileHead) -> bool:
    return beginning.head.startswith(SQLITE) and _TABLE.search(beginning.head) is not None


def _read(path: Path) -> Contents:
    """Read the last text and dates of each memory that was not deleted. mem0 can continue to use the file."""
    try:
        with (
            TemporaryDirectory(prefix="tiermem-import-", ignore_cleanup_errors=True) as folder,
            closing(sqlite3.connect(copied(path, Path(folder)))) as connection,
        ):
            rows = list(_rows(path, connection))
    except sqlite3.Error as error:
        raise TranscriptError(path, line=None, problem=f"It is not a database of mem0: {error}.") from error
    except OSError as error:
        raise TranscriptError(path, line=None, problem=f"Cannot read it: {error.strerror}.") from error
    last = {str(row["memory_id"]): row for row in rows}
    items, left = [], []
    for name, row in last.items():
        if row["event"] == "DELETE" or row["is_deleted"]:
            continue
        text = row["new_memory"]
        if isinstance(text, str) and text.strip() and storable(text):
            items.append(_item(name, text, row))
        else:
            left.append(
                Remark(line=None, entry_id=None, content=f"row {name}", why="it has no text", refused=True)
            )
    return Contents(items=tuple(items), left=tuple(left))


def _rows(path: Path, connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Yield the rows in the order of writing."""
    columns = {row[1] for row in connection.execute("PRAGMA table_info(history)")}
    if not columns >= _NEEDED:
        problem = "It is not a database of mem0: the table history is missing, or has other columns."
        raise TranscriptError(path, line=None, problem=problem)
    wanted = [
        name if name in columns else f"NULL AS {name}" for name in (*sorted(_NEEDED), *_DATES, "is_deleted")
    ]
    found = connection.execute(f"SELECT {', '.join(wanted)} FROM history ORDER BY rowid")
    names = [column[0] for column in found.description]
    yield from (dict(zip(names, row, strict=True)) for row in found)


def _item(name: str, text: str, row: dict[str, Any]) -> Item:
    created, updated = (instant_of(str(row[key] or "")) for key in _DATES)
    draft = Draft(content=text, layer="L1", origin=f"import:mem0:{name}", valid_from=updated or created)
    return Item(line=None, id=None, draft=draft, of_user=True, at=updated or created)


MEM0 = Format(
    name="mem0",
    suffixes=(".db",),
    recognises=_recognises,
    read=_read,
)
