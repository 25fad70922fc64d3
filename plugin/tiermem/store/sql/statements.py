"""Run typed statements on a given database.

The tables of `schema` are not bound to a database, so that one process can use several stores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database

HAS_TAG = "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = {})"
"""True for an entry whose tags hold a bound value."""
HAS_TAG_LIKE = "EXISTS (SELECT 1 FROM json_each(tags) WHERE substr(value, 1, {}) = {})"
"""True for an entry with a tag of which so many characters are a bound value."""
PLACES = (
    "(WITH listed AS MATERIALIZED (SELECT json_extract(value, '$[0]') AS session_id, "
    "CAST(json_extract(value, '$[1]') AS BIGINT) AS position FROM json_each(?)) SELECT * FROM listed)"
)
"""The places of turns in a bound list, as JSON. They are read before they are compared: a row-level policy lets no cast
that may fail decide which rows are read, so that a join on it would read all turns of an owner."""
NO_LIMIT = 1 << 62
"""A LIMIT that no table reaches."""
_AT_ONCE = 500
"""Maximum values bound to one statement. SQLite takes 32,766, older versions 999."""


def fetch_dicts(database: Database, query: Any) -> list[dict[str, Any]]:
    """Return the rows of a select: column → value."""
    cursor = database.execute(query)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def run(database: Database, query: Any) -> int:
    """Execute an update or delete, and return the number of rows."""
    return int(database.execute(query).rowcount)


def add(database: Database, table: str, row: Mapping[str, Any]) -> None:
    """Insert a row: column → value."""
    database.execute_sql(insert_into(database, table, tuple(row)), tuple(row.values()))


def put(database: Database, table: Any, row: Mapping[str, Any], *keys: str) -> None:
    """Insert a row, or replace the values of the one with the same *keys*."""
    target = [*keys, *database.key_ending(keys)]
    rest = [getattr(table, name) for name in row if name not in keys]
    database.execute(table.insert(row).on_conflict(conflict_target=target, preserve=rest))


def rows_of(database: Database, sql: str, *values: Any) -> list[Sequence[Any]]:
    """Return the rows of a statement with bound values."""
    return list(database.execute_sql(sql, values).fetchall())


def placeholders(database: Database, count: int) -> str:
    """Return ``?, ?, ?``: placeholders for *count* bound values."""
    return ", ".join([database.param] * count)


def columns(names: Sequence[str], prefix: str = "") -> str:
    """Return ``prefix."a", prefix."b"``; quoted, because ``offset`` is a word of SQL."""
    return ", ".join(f'{prefix}"{name}"' for name in names)


def insert_into(database: Database, table: str, names: Sequence[str], rows: int = 1) -> str:
    """Return an INSERT of some rows of these columns, with a placeholder for each value."""
    values = ", ".join([f"({placeholders(database, len(names))})"] * rows)
    return f"INSERT INTO {table} ({columns(names)}) VALUES {values}"


def in_portions(values: Sequence[Any]) -> Iterator[list[Any]]:
    """Split values so that each portion can be bound to one statement."""
    for start in range(0, len(values), _AT_ONCE):
        yield list(values[start : start + _AT_ONCE])


def run_script(database: Database, script: str) -> None:
    """Execute statements that each end at a line's end. A trigger ends with ``END;`` at a line's start."""
    current = ""
    for line in script.splitlines():
        current += line + "\n"
        is_trigger = "CREATE TRIGGER" in current
        if line.startswith("END;") if is_trigger else line.endswith(";"):
            database.execute_sql(current.strip() if is_trigger else current.strip().rstrip(";"))
            current = ""
