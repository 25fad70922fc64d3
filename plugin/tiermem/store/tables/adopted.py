"""Adopt databases of other programs in place: the tables ``memories`` (docker-agent) and ``user_memories``.

Their tables stay beside ours, so that the other program can still use them. Rows that it adds later are offered at the
next open.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tiermem.store.contract import ForeignRow
from tiermem.values import TARGETS, instant, utc_now

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database

_TABLES = ("memories", "user_memories")
_NEEDED = {"id", "created_at", "memory"}


def foreign_table(database: Database) -> str | None:
    """Return the adoptable table in the database, if any."""
    present = set(database.tables())
    for table in _TABLES:
        if table in present and {*database.columns(table)} >= _NEEDED:
            return table
    return None


def foreign_rows(database: Database) -> list[ForeignRow]:
    """Return the other program's rows that are not imported yet, oldest first. No event has their origin as its key."""
    table = foreign_table(database)
    if table is None:
        return []
    present = {*database.columns(table)}
    optional = [name if name in present else "NULL" for name in ("category", "tier")]
    rows = database.execute_sql(
        f"SELECT id, created_at, memory, {', '.join(optional)} FROM {table} f WHERE NOT EXISTS "
        f"(SELECT 1 FROM events WHERE key = 'import:{table}:' || coalesce(f.id, 'None')) ORDER BY created_at, id"
    ).fetchall()
    return [
        ForeignRow(
            origin=f"import:{table}:{row[0]}",
            content=str(row[2] or ""),
            created_at=_instant(str(row[1])),
            category=row[3] or None,
            tier=row[4] if row[4] in TARGETS else "memory",
        )
        for row in rows
    ]


def erase_rows(database: Database, origins: Sequence[str], texts: Sequence[str]) -> int:
    """Delete the other program's rows with these origins or texts. Return their number."""
    table = foreign_table(database)
    if table is None:
        return 0
    rows = database.execute_sql(f"SELECT id, memory FROM {table}").fetchall()
    erased = [
        row[0] for row in rows if f"import:{table}:{row[0]}" in origins or str(row[1] or "").strip() in texts
    ]
    for row_id in erased:
        database.execute_sql(f"DELETE FROM {table} WHERE id = {database.param}", (row_id,))
    return len(erased)


def _instant(text: str) -> str:
    """Return a foreign timestamp as an instant; the present if it cannot be read."""
    try:
        parsed = datetime.fromisoformat(text)
        return instant(parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return instant(utc_now())
