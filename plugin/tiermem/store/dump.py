"""All rows as plain data, and back: what an export without loss is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from peewee import Database

from tiermem.errors import InputError
from tiermem.store.models import KEPT, DocumentRow
from tiermem.store.rows import columns
from tiermem.store.sql import marks

_TABLES = {model._meta.table_name: model for model in KEPT}
_KEYED_BY_NUMBER = ("events", "turns")
"""Tables whose numbers are this store's own: they are given anew when the store has other rows."""


def _names(table: str) -> list[str]:
    return [field.column_name for field in _TABLES[table]._meta.sorted_fields]


def dump(database: Database) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(table, row) for every row, in an order that a `load` can take."""
    for table, model in _TABLES.items():
        names = _names(table)
        order = ", ".join(str(place) for place in range(1, len(names) + 1))
        for row in database.execute_sql(
            f"SELECT {columns(names)} FROM {model._meta.table_name} ORDER BY {order}"
        ):
            yield table, dict(zip(names, row, strict=True))


def load(database: Database, rows: Iterator[tuple[str, Mapping[str, Any]]]) -> Mapping[str, int]:
    """Insert rows that are not there yet, in the caller's transaction.

    Scopes are matched by kind and name, so that their numbers may differ between stores.

    Raises:
        InputError: A table or column that this version does not know.
    """
    added = dict.fromkeys(_TABLES, 0)
    loader = _Loader(database)
    for table, row in rows:
        if table not in _TABLES:
            raise InputError(f"The export names a table that is unknown here: {table!r}.")
        added[table] += loader.insert(table, dict(row))
    return added


class _Loader:
    """Inserts dumped rows, with the numbers of scopes as they are here."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._scopes: dict[int, int] = {}
        self._empty = {
            table: not database.execute_sql(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in _TABLES
        }

    def insert(self, table: str, row: dict[str, Any]) -> int:
        if unknown := sorted(set(row) - set(_names(table))):
            raise InputError(f"The export's table {table} has columns unknown here: {', '.join(unknown)}.")
        if table == "scopes":
            return self._scope(row)
        for name in ("scope_id", "house_id", "agent_id", "user_id"):
            if name in row:
                row[name] = self._scopes[row[name]]
        if table in _KEYED_BY_NUMBER and not self._empty[table]:
            if self._is_there(table, row):
                return 0
            row = {name: value for name, value in row.items() if name not in ("seq", "id")}
        names = list(row)
        cursor = self._database.execute_sql(
            f"INSERT INTO {table} ({columns(names)}) VALUES ({marks(self._database, len(names))}) "
            "ON CONFLICT DO NOTHING",
            [row[name] for name in names],
        )
        return max(int(cursor.rowcount), 0)

    def _scope(self, row: dict[str, Any]) -> int:
        parent = self._scopes.get(row["parent_id"]) if row["parent_id"] is not None else None
        mark = self._database.param
        found = self._database.execute_sql(
            f"SELECT id FROM scopes WHERE kind = {mark} AND name = {mark} AND coalesce(parent_id, 0) = {mark}",
            (row["kind"], row["name"], parent or 0),
        ).fetchone()
        if found is None:
            keep = [row["id"]] if self._empty["scopes"] else [None]
            cursor = self._database.execute_sql(
                f"INSERT INTO scopes (id, kind, name, parent_id) VALUES ({marks(self._database, 4)})",
                (*keep, row["kind"], row["name"], parent),
            )
            self._scopes[row["id"]] = int(cursor.lastrowid)
            return 1
        self._scopes[row["id"]] = int(found[0])
        return 0

    def _is_there(self, table: str, row: Mapping[str, Any]) -> bool:
        """Whether an event or turn with the same facts is there, whatever its number."""
        same = (
            ("at", "kind", "entry_id", "version", "payload")
            if table == "events"
            else ("session_id", "position")
        )
        conditions = " AND ".join(f"{name} IS {self._database.param}" for name in same)
        values = [row[name] for name in same]
        return (
            self._database.execute_sql(f"SELECT 1 FROM {table} WHERE {conditions}", values).fetchone()
            is not None
        )


def sizes(database: Database) -> Mapping[str, int]:
    """Table → number of rows, the index's documents last."""
    tables = (*_TABLES, DocumentRow._meta.table_name)
    return {
        table: int(database.execute_sql(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in tables
    }
