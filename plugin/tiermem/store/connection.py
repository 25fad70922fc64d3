"""SQLite connections that raise the store's errors wherever one occurs: executing, reading rows, rolling back.

A damaged page, a passed deadline or a text that is not UTF-8 may appear only when rows are read, where peewee
translates nothing.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from peewee import OperationalError, SqliteDatabase

from tiermem.errors import InputError, UnusableStore

SCHEME = "sqlite:///"


_READING = (sqlite3.DatabaseError, UnicodeDecodeError)


class _Cursor(sqlite3.Cursor):
    def execute(self, *arguments: Any) -> _Cursor:
        try:
            super().execute(*arguments)
        except _READING as error:
            raise self._translated(error) from error
        return self

    def fetchone(self) -> Any:
        try:
            return super().fetchone()
        except _READING as error:
            raise self._translated(error) from error

    def fetchall(self) -> list[Any]:
        try:
            return super().fetchall()
        except _READING as error:
            raise self._translated(error) from error

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except _READING as error:
            raise self._translated(error) from error

    def _translated(self, error: Exception) -> Exception:
        """Translate errors of the database's state; mistakes in a statement stay as they are."""
        code = getattr(error, "sqlite_errorcode", None)
        damaged = type(error) is sqlite3.DatabaseError and code != sqlite3.SQLITE_NOTADB
        if not (damaged or isinstance(error, (sqlite3.OperationalError, UnicodeDecodeError))):
            return error
        assert isinstance(self.connection, _Connection)
        return UnusableStore(f"{SCHEME}{self.connection.path}", reason(error))


class _Connection(sqlite3.Connection):
    def __init__(self, database: str, *arguments: Any, **options: Any) -> None:
        super().__init__(database, *arguments, **options)
        self.path = database

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)


_WHY = {
    "attempt to write a readonly database": "it is read-only; the file and its folder have to be writable, as reading "
    "keeps receipts, and SQLite puts files beside it",
    "unable to open database file": "unable to open database file; it and its folder have to be readable and writable",
}
"""SQLite's message → one that tells a person what to do."""


def reason(error: Exception) -> str:
    """Return why a statement failed, with the way out where SQLite's message has none."""
    return _WHY.get(str(error), str(error))


class ConnectedDatabase(SqliteDatabase):
    """Peewee's database over such connections, one per thread.

    Args:
        path: The file.
        timeout_s: Seconds that a write waits for its turn.
    """

    def __init__(self, path: str, timeout_s: float) -> None:
        pragmas = {"foreign_keys": 1, "synchronous": "normal", "cache_size": -8192}
        super().__init__(path, pragmas=pragmas, timeout=timeout_s, factory=_Connection)
        self.register_function(_lower, "unicode_lower", 1, deterministic=True)

    def execute_sql(self, sql: Any, params: Any = None) -> Any:
        """See peewee."""
        try:
            return super().execute_sql(sql, params)
        except OperationalError as error:
            raise UnusableStore(f"{SCHEME}{self.database}", reason(error)) from error
        except UnicodeEncodeError as error:
            raise InputError("Half of a surrogate pair is not a character and cannot be stored.") from error


def _lower(text: str | None) -> str | None:
    """Lower a text: SQLite's lower() knows ASCII only."""
    return text if text is None else text.lower()
