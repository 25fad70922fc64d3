"""Running peewee's queries on a given database, typed.

The models are bound to no database, so that several stores live in one process side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.tables.rows import columns

if TYPE_CHECKING:
    from peewee import Database

HAS_TAG = "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = {})"
"""Whether the list of tags of an entry holds a bound value."""


def fetch(database: Database, query: Any) -> list[Sequence[Any]]:
    """The rows of a select, as tuples."""
    return list(query.tuples().execute(database))


def run(database: Database, query: Any) -> Any:
    """Execute an insert, update or delete; gives what peewee gives."""
    return query.execute(database)


def rows_of(database: Database, sql: str, *values: Any) -> list[Sequence[Any]]:
    """The rows that a statement with these bound values gives."""
    return list(database.execute_sql(sql, values).fetchall())


def marks(database: Database, count: int) -> str:
    """``?, ?, ?``: placeholders for *count* bound values."""
    return ", ".join([database.param] * count)


def matching(
    database: Database,
    table: str,
    names: Sequence[str],
    same: Mapping[str, Any],
    *,
    order: str = "",
    limit: int | None = None,
    since: tuple[str, str] | None = None,
) -> list[dict[str, Any]]:
    """Column → value of rows.

    Args:
        database: The database.
        table: Where to look.
        names: The columns to give.
        same: Column → the value that it has.
        order: Columns to order by, as SQL has it; any order when empty.
        limit: At most so many.
        since: (a column of instants, the instant): of this instant or later only.
    """
    conditions = [f'"{name}" = {database.param}' for name in same]
    values = list(same.values())
    if since is not None:
        conditions.append(f"{since[0]} >= {database.param}")
        values.append(since[1])
    sql = f"SELECT {columns(names)} FROM {table} WHERE {' AND '.join(conditions)}"
    if order:
        sql += f" ORDER BY {order}"
    if limit is not None:
        sql += f" LIMIT {database.param}"
        values.append(limit)
    return [dict(zip(names, row, strict=True)) for row in database.execute_sql(sql, values).fetchall()]


def add(database: Database, table: str, row: Mapping[str, Any]) -> None:
    """Insert a new row: column → value."""
    database.execute_sql(_insert(database, table, row), tuple(row.values()))


def put(database: Database, table: str, row: Mapping[str, Any], *keys: str) -> None:
    """Insert a row, or write it in the place of the one with the same *keys*."""
    rest = ", ".join(f'"{name}" = excluded."{name}"' for name in row if name not in keys)
    sql = f"{_insert(database, table, row)} ON CONFLICT ({columns(keys)}) DO UPDATE SET {rest}"
    database.execute_sql(sql, tuple(row.values()))


def _insert(database: Database, table: str, row: Mapping[str, Any]) -> str:
    return f"INSERT INTO {table} ({columns(list(row))}) VALUES ({marks(database, len(row))})"


def run_script(database: Database, script: str) -> None:
    """Execute statements that each end a line; a trigger ends with ``END;`` at the beginning of one."""
    for statement in _statements(script):
        database.execute_sql(statement)


def _statements(script: str) -> list[str]:
    """The statements of a script, triggers kept whole."""
    found, current = [], ""
    for line in script.splitlines():
        current += line + "\n"
        inside_trigger = "CREATE TRIGGER" in current and not line.startswith("END;")
        if line.endswith(";") and not inside_trigger:
            found.append(current.strip().rstrip(";") if "CREATE TRIGGER" not in current else current.strip())
            current = ""
    return found
