"""SQLite connections that raise the store's errors wherever one occurs: executing, reading rows, rolling back.

A damaged page, a passed deadline or a text that is not UTF-8 may appear only when rows are read.

The connections are `sqlite3`'s own: peewee only builds statements, because importing it takes four times as long as
a bare Python, and a prompt hook, which is a process of its own, builds none.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import Any

from tiermem.errors import ClosedMemory, InputError, UnusableStore
from tiermem.store.encryption import connect
from tiermem.store.sql.checksums import checksum, kept_by, trigger
from tiermem.values.store_urls import sqlite_url

PATIENCE_MS = 2_000
"""Maximum milliseconds that an erasure waits for readers of old pages. After that its state is ``pending``."""
_STEPS_BETWEEN_CHECKS = 1000
"""Steps of SQLite's machine between two looks at the clock: about 20 µs."""
_READING = (sqlite3.DatabaseError, UnicodeDecodeError)


class _Cursor:
    """Translate a cursor's errors; the driver's cursor is the other base class."""

    def execute(self, *arguments: Any) -> Any:
        try:
            super().execute(*arguments)  # type: ignore[misc]
        except _READING as error:
            raise self._translated(error) from error
        return self

    def fetchone(self) -> Any:
        try:
            return super().fetchone()  # type: ignore[misc]
        except _READING as error:
            raise self._translated(error) from error

    def fetchall(self) -> Any:
        try:
            return super().fetchall()  # type: ignore[misc]
        except _READING as error:
            raise self._translated(error) from error

    def __next__(self) -> Any:
        try:
            return super().__next__()  # type: ignore[misc]
        except _READING as error:
            raise self._translated(error) from error

    def _translated(self, error: Exception) -> Exception:
        """Translate errors of the database's state. Errors in a statement are not changed."""
        code = getattr(error, "sqlite_errorcode", None)
        damaged = type(error) is sqlite3.DatabaseError and code != sqlite3.SQLITE_NOTADB
        if not (damaged or isinstance(error, (sqlite3.OperationalError, UnicodeDecodeError))):
            return error
        return UnusableStore(sqlite_url(self.connection.path), reason(error))  # type: ignore[attr-defined]


@cache
def _connecting(connection: type, cursor: type) -> type:
    """Return the class of our connections over a driver's."""
    ours = type("_Cursor", (_Cursor, cursor), {})

    def begun(self: Any, database: str, *arguments: Any, **options: Any) -> None:
        connection.__init__(self, database, *arguments, **options)  # type: ignore[misc]
        self.path = database

    def opened(self: Any, factory: Any = ours) -> Any:
        return connection.cursor(self, factory)  # type: ignore[attr-defined]

    return type("_Connection", (connection,), {"__init__": begun, "cursor": opened})


_WHY = {
    "attempt to write a readonly database": "it is read-only; the file and its folder have to be writable, as reading "
    "keeps receipts, and SQLite puts files beside it",
    "database or disk is full": "the disk is full, and nothing of this was written; make room and try again",
    "database is locked": "it is locked by another process, and nothing of this was written; end that process, or try "
    "again",
    "disk I/O error": "the disk reports an error, and nothing of this was written; see whether it is full or broken",
    "database disk image is malformed": "the file is damaged; 'tiermem doctor --repair' mends what can be known, "
    "'tiermem restore FILE' brings a backup back",
    "unable to open database file": "unable to open database file; it and its folder have to be readable and writable",
}
"""SQLite's message → a message with what to do."""


def reason(error: Exception) -> str:
    """Return why a statement failed, and what to do if SQLite's message does not say so.

    A message about text that is not UTF-8 would quote the text.
    """
    message = str(error)
    is_damage = isinstance(error, UnicodeDecodeError) or message.startswith(("malformed", "Could not decode"))
    return _WHY.get("database disk image is malformed" if is_damage else message, message)


class _State(threading.local):
    """A thread's connection, its file, number and triggers, how many transactions it has open, and its deadline."""

    connection: sqlite3.Connection | None = None
    path: str | None = None
    until: float | None = None
    number = 0
    depth = 0

    def __init__(self) -> None:
        self.triggers: set[str] = set()


class Database:
    """A database over such connections, one per thread, opened at its first statement.

    Args:
        path: The file. It may be set: threads then leave the other one at their next statement outside a transaction.
        timeout_s: Seconds that a connection waits for its turn where no deadline is earlier.
    """

    param = "?"
    has_lateral = False
    same, differs = "IS", "IS NOT"
    beyond_ascii = "{} GLOB '*[^ -~]*'"
    pulse = "SELECT coalesce(max(seq), 0) FROM events"

    def __init__(self, path: str, timeout_s: float) -> None:
        self.path = path
        self.timeout_s = timeout_s
        self._state = _State()
        self._numbers = itertools.count(1)
        self._has_ended = False
        self.keeps_checksums = False
        """True once the table of checksums is there: from then on each write keeps them."""
        self.unmade: Callable[[bool], None] | None = None
        """While the store's own file is not made: called outside of transactions, with True before one that writes."""

    def connection(self) -> sqlite3.Connection:
        """Return this thread's connection."""
        if not self._state.depth:
            if self.unmade is not None:
                self.unmade(False)
            if self._state.path != self.path:
                self.close()
        if self._state.connection is None:
            if self._has_ended:
                raise ClosedMemory
            try:
                self._state.path = self.path
                self._state.connection = self._connect()
                self._state.number = next(self._numbers)
            except sqlite3.OperationalError as error:
                raise UnusableStore(sqlite_url(self.path), reason(error)) from error
        return self._state.connection

    def state(self) -> Hashable:
        """Return a value that differs, for this thread, after a change: SQLite counts others' commits and our rows.

        It counts them for each connection. The number tells connections apart that have the same address one after the
        other, and the same counts.
        """
        connection = self.connection()
        (committed,) = connection.cursor().execute("PRAGMA data_version").fetchone()
        return self._state.number, committed, connection.total_changes

    def _connect(self) -> sqlite3.Connection:
        patience = self.left_s(self.timeout_s)
        connection = connect(self.path, timeout=patience, isolation_level=None, factory=_connecting)
        try:
            if self._state.until is not None:
                self._bound(connection)
            for pragma in ("foreign_keys = 1", "synchronous = normal", "cache_size = -8192"):
                connection.cursor().execute(f"PRAGMA {pragma}")
            connection.create_function("unicode_lower", 1, _lower, deterministic=True)
            connection.create_function("row_checksum", -1, checksum, deterministic=True)
        except BaseException:
            connection.close()
            raise
        return connection

    @property
    def until(self) -> float | None:
        """The time of the monotonic clock at which this thread's queries stop; None where they run."""
        return self._state.until

    def stop_at(self, until: float | None) -> None:
        """Set `until`, for this thread's connection and those that it opens later."""
        self._state.until = until
        if self._state.connection is not None:
            self._bound(self._state.connection)

    def left_s(self, most: float) -> float:
        """Return the seconds until this thread's deadline, at most so many."""
        until = self._state.until
        return most if until is None else max(min(most, until - time.monotonic()), 0)

    def _bound(self, connection: sqlite3.Connection) -> None:
        until = self._state.until
        if until is None:
            connection.set_progress_handler(None, 0)
        else:
            connection.set_progress_handler(lambda: int(time.monotonic() > until), _STEPS_BETWEEN_CHECKS)
        connection.execute(f"PRAGMA busy_timeout = {round(self.left_s(self.timeout_s) * 1000)}")

    def is_closed(self) -> bool:
        """Return True if this thread has no connection."""
        return self._state.connection is None

    def close(self) -> None:
        """Close this thread's connection; a later statement opens another."""
        if self._state.depth:
            raise sqlite3.OperationalError("A connection cannot be closed within a transaction.")
        connection, self._state.connection = self._state.connection, None
        self._state.triggers.clear()
        if connection is not None:
            connection.close()

    def end(self) -> None:
        """Close this thread's connection for good: no statement opens another, in any thread."""
        self.close()
        self._has_ended = True

    def execute_sql(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Execute a statement with bound values."""
        try:
            if self.keeps_checksums and not self._state.triggers.issuperset(kept_by(sql)):
                self._make_triggers(kept_by(sql))
            return self.connection().cursor().execute(sql, values)
        except sqlite3.OperationalError as error:
            raise UnusableStore(sqlite_url(self.path), reason(error)) from error
        except UnicodeEncodeError as error:
            raise InputError("Half of a surrogate pair is not a character and cannot be stored.") from error

    def _make_triggers(self, names: Sequence[str]) -> None:
        """Make them before the first statement that needs them: all 42 would take 4 ms of every hook."""
        connection = self.connection()
        for name in names:
            connection.cursor().execute(trigger(name))
        self._state.triggers.update(names)

    def execute(self, query: Any) -> sqlite3.Cursor:
        """Execute a statement of peewee's builder."""
        sql, values = _builder().get_sql_context().sql(query).query()
        return self.execute_sql(sql, values)

    def added(self, sql: str, values: Sequence[Any], key: str) -> int | None:  # noqa: ARG002
        """See `sql.database.Database.added`: the key of a numbered row is its rowid."""
        cursor = self.execute_sql(sql, values)
        return cursor.lastrowid if cursor.rowcount > 0 else None

    def each(self, sql: str) -> Iterator[Sequence[Any]]:
        """See `sql.database.Database.each`."""
        yield from self.execute_sql(sql)

    def at_once(self, sql: str, values: Sequence[Any], width: int) -> list[Sequence[Any]]:
        """See `sql.database.Database.at_once`.

        The driver lets other threads run before each row, and waits for them after it. As JSON, all rows are one, and
        reading them takes as long: of 16 threads that recall, each needs a third less of the processor.
        """
        names = ", ".join(f"c{place}" for place in range(width))
        found = f"WITH found({names}) AS ({sql}) SELECT json_group_array(json_array({names})) FROM found"
        try:
            rows: list[Sequence[Any]] = json.loads(self.execute_sql(found, values).fetchone()[0])
        except ValueError:  # an infinite number, which JSON lacks
            return self.execute_sql(sql, values).fetchall()
        return rows

    def indexed(self, texts: Sequence[str]) -> dict[str, Any]:  # noqa: ARG002
        """See `sql.database.Database.indexed`: triggers index a document."""
        return {}

    def everything(self) -> AbstractContextManager[None]:
        """See `sql.database.Database.everything`: a file has no such policies."""
        return nullcontext()

    def key_ending(self, keys: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002 they are the whole key
        """See `sql.database.Database.key_ending`."""
        return ()

    def ensure_alone(self, scope_id: int) -> None:
        """See `sql.database.Database.ensure_alone`: one transaction writes at a time."""

    def hold(self, name: str) -> None:
        """See `sql.database.Database.hold`: one transaction writes at a time."""

    def in_transaction(self) -> bool:
        """Return True if this thread is within `atomic`."""
        return self._state.depth > 0

    @contextmanager
    def atomic(self, kind: str) -> Iterator[None]:
        """Commit the block, or undo it if it raises. A nested block is undone separately.

        Args:
            kind: ``IMMEDIATE`` waits for the turn to write at once, ``DEFERRED`` only reads.
        """
        begin, commit, undo = f"BEGIN {kind}", "COMMIT", "ROLLBACK"
        if depth := self._state.depth:
            begin, commit, undo = (f"{verb} part_{depth}" for verb in ("SAVEPOINT", "RELEASE", "ROLLBACK TO"))
        elif self.unmade is not None:
            self.unmade(kind == "IMMEDIATE")
        self.execute_sql(begin)
        self._state.depth += 1
        try:
            try:
                yield
            finally:
                self._state.depth -= 1
            self.execute_sql(commit)
        except BaseException:
            self._state.triggers.clear()  # those made within are undone with the rest
            self._undo(undo)
            raise

    def _undo(self, statement: str) -> None:
        """Undo a transaction or its part; a connection that cannot is closed, which undoes all of it."""
        connection = self._state.connection
        if connection is None or not connection.in_transaction:
            return  # a full disk ends a transaction by itself
        try:
            self.execute_sql(statement)
        except (UnusableStore, sqlite3.Error):
            self._state.connection = None
            connection.close()

    def tables(self) -> list[str]:
        """Return the names of all tables."""
        found = self.execute_sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return [name for (name,) in found.fetchall()]

    def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns; none where it is missing."""
        return [name for (name,) in self.execute_sql("SELECT name FROM pragma_table_info(?)", (table,))]

    def renumber(self) -> None:
        """See `sql.database.Database.renumber`: SQLite does so by itself."""

    def renew_indexes(self) -> None:
        """See `sql.database.Database.renew_indexes`: they were made with the documents."""

    def forget_deleted_words(self) -> None:
        """See `sql.database.Database.forget_deleted_words`."""
        self.execute_sql("INSERT INTO documents_fts(documents_fts) VALUES ('optimize')")

    def remove_old_pages(self) -> bool:
        """Empty the write-ahead log and the free pages. Return False while a reader holds old pages."""
        patience = self.execute_sql("PRAGMA busy_timeout").fetchone()[0]
        self.execute_sql(f"PRAGMA busy_timeout = {PATIENCE_MS}")
        try:
            busy = self.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if busy:
                return False
            self.execute_sql("VACUUM")
            return not self.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except UnusableStore:
            return False
        finally:
            self.execute_sql(f"PRAGMA busy_timeout = {patience}")


@cache
def _builder() -> Any:
    from peewee import SqliteDatabase

    return SqliteDatabase(None)


def _lower(text: str | None) -> str | None:
    """Lower a text: SQLite's lower() knows ASCII only."""
    return text if text is None else text.lower()
