"""SQLite's connections, whose errors are the store's wherever they show: executing, reading rows, rolling back.

A damaged page, a passed deadline or a text that is no UTF-8 may show only when rows are read, where peewee
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
            raise self._told(error) from error
        return self

    def fetchone(self) -> Any:
        try:
            return super().fetchone()
        except _READING as error:
            raise self._told(error) from error

    def fetchall(self) -> list[Any]:
        try:
            return super().fetchall()
        except _READING as error:
            raise self._told(error) from error

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except _READING as error:
            raise self._told(error) from error

    def _told(self, error: Exception) -> Exception:
        """What is not the database's state, but a mistake in a statement, or no database at all, stays as it is."""
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
"""What SQLite says → what a person can do about it."""


def reason(error: Exception) -> str:
    """Why a statement failed, as a sentence part that says what to do where SQLite's own words do not."""
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
            raise InputError("Half of a surrogate pair is no character and cannot be stored.") from error


def _lower(text: str | None) -> str | None:
    """SQLite's own lower() knows ASCII only."""
    return text if text is None else text.lower()
