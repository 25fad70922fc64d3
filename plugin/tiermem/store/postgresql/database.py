"""A database on a server of PostgreSQL, shared by threads, processes and machines.

A connection is taken from the pool for one statement or one transaction, so that few serve many threads. Nothing is
set for longer than a transaction, and behind a pooler no statement stays prepared, so that the server may stand behind
pgbouncer in its transaction mode.

Row-level security shows a statement the rows of the owners that its thread works for (`PostgresDatabase.of`): the first
statement of each transaction sets them. A statement outside of `of` sees nothing.

Who writes takes locks first, see `locks`: what a transaction read in its scopes stays true until it commits, and the
events of all scopes that a session reads get their numbers in the order of their commits. Reading never waits.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import FloatLoader
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from tiermem.errors import ClosedMemory, DeadlineExceeded, InputError, UnusableStore
from tiermem.store.postgresql import pgvector
from tiermem.store.postgresql.tokens import Tokens
from tiermem.store.sql.schema import TABLE_COLUMNS
from tiermem.values.store_urls import without_password

if TYPE_CHECKING:
    from tiermem.values import Reach

MOST_CONNECTIONS = 10
"""Maximum connections of one process. A thread waits for its turn."""
WAIT_S = 30.0
"""Seconds to wait for a connection, and for the server to answer an attempt to connect."""
PROBED_S = 1.0
"""Seconds to wait for the pool before the server is asked what is wrong."""
LEAST_S = 0.005
"""Seconds that a statement gets after the deadline: as on SQLite, reading is stopped only where it takes long."""
OVERRUN_S = 0.02
"""Seconds after the deadline at which the server stops a statement at the latest."""
MOST_READING_S = 1.0
"""Maximum seconds of a deadline whose block reads in one transaction. A longer block does
other work meanwhile, and would keep a connection from others."""
CONNECTING_S = 10
_RETRIED_S = 2.0
"""Seconds that the pool tries by itself, ever more rarely. After that, who needs a connection begins anew."""
WRITING = 0x7469_6572_6D65_6D00
"""The advisory lock of all that write: shared by those that say whose rows they change."""
_OF_SCOPES = 0x7469_6572
"""The class of the advisory locks of scopes."""
_OF_NAMES = 0x7469_6573
"""The class of the advisory locks of names."""
NUMBERED = {"scopes": "id", "events": "seq", "turns": "id", "spending": "id", "vectors": "id"}
"""Table → the column that it numbers."""
PATIENCE_S = 2.0
"""Seconds that an erasure waits for readers of deleted rows. After that its state is ``pending``."""
REPEATED = 3
"""Times that a connection executes a statement before it is prepared. Planning took half the time of a recall's."""
_PAGE = 2_000
"""Rows read at a time where not all are held."""
_BROKEN = (psycopg.OperationalError, psycopg.InterfaceError)
T = TypeVar("T")
_STOPPED = (errors.QueryCanceled, errors.LockNotAvailable, errors.DeadlockDetected)


logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())  # or it prints each failed attempt


class RejectedRow(ValueError):
    """The tables reject a row."""


class _State(threading.local):
    """A thread's transaction and deadline."""

    connection: psycopg.Connection[Any] | None = None
    depth = 0
    until: float | None = None
    reading: psycopg.Connection[Any] | None = None
    """The transaction in which the block of a deadline reads."""
    timeout_s: float = 0.0
    """The timeout of a statement of `reading`; 0 before its first one."""
    read: dict[Any, Any] | None = None
    """Results read in the block of a deadline and hold until its end; None outside of one."""
    is_timed = False
    """True once the transaction has a timeout."""
    scopes: tuple[int, ...] | None = ()
    """The owners whose rows are seen; None for all."""
    told: tuple[int, ...] | None = ()
    """The owners that the transaction was told."""
    is_preparing = False
    """True while this thread does what opening the store left for later."""
    check: Callable[[], None] | None = None
    """Called at the beginning of each transaction that writes."""
    own: frozenset[int] | None = None
    """The scopes in which this transaction alone writes; None for all."""


class PostgresDatabase:
    """`sql.database.Database` over a pool of connections.

    Args:
        url: ``postgresql://…`` as libpq takes it; what it leaves out comes from the environment (``PGPASSWORD``).

    Attributes:
        url: The URL without its password.
        prepare: Called before the first statement, until it succeeds; None when that is done.
    """

    param = "?"
    has_lateral = True
    same, differs = "IS NOT DISTINCT FROM", "IS DISTINCT FROM"
    pulse = "SELECT CAST(pg_current_snapshot() AS text)"
    beyond_ascii = "{} ~ '[^ -~]'"

    def __init__(self, url: str) -> None:
        self.url = without_password(url)
        try:
            self._conninfo = conninfo(url)
        except psycopg.Error as error:
            raise UnusableStore(self.url, _reason(error)) from error
        self.tokens = Tokens()
        self._state = _State()
        self._pool: ConnectionPool[psycopg.Connection[Any]] | None = None
        self._has_ended = False
        self._readers = threading.Semaphore(MOST_CONNECTIONS // 2)
        self._opening = threading.Lock()
        self._preparing = threading.Lock()
        self._beside: set[psycopg.Connection[Any]] = set()
        self.prepare: Callable[[], None] | None = None

    # -- connections -----------------------------------------------------------------------------

    def connect(self, wait_s: float | None = None) -> psycopg.Connection[Any]:
        """Open a connection outside of the pool.

        Raises:
            UnusableStore: The server cannot be reached, or refuses.
        """
        wait = {} if wait_s is None else {"connect_timeout": str(max(round(wait_s), 2))}
        try:
            where = make_conninfo(self._conninfo, **wait)
            return psycopg.connect(where, autocommit=True, prepare_threshold=None)
        except psycopg.Error as error:
            raise UnusableStore(self.url, _reason(error), is_away=True) from error

    def reach(self, wait_s: float) -> None:
        """Open a connection of the pool within some seconds.

        Raises:
            UnusableStore: The server cannot be reached in that time, or refuses.
        """
        try:
            with self.deadline(wait_s, "reaching the server"):
                self.execute_sql("SELECT 1")
        except DeadlineExceeded as error:
            reason = f"the server did not answer within {wait_s:g} s"
            raise UnusableStore(self.url, reason, is_away=True) from error

    def _opened(self) -> ConnectionPool[psycopg.Connection[Any]]:
        with self._opening:
            if self._has_ended:
                raise ClosedMemory
            if self._pool is None:
                self._pool = ConnectionPool(
                    self._conninfo,
                    min_size=0,
                    max_size=MOST_CONNECTIONS,
                    num_workers=1,
                    max_idle=60.0,
                    reconnect_timeout=_RETRIED_S,
                    kwargs={"autocommit": True, "prepare_threshold": None},
                    configure=_configure,
                    open=True,
                    name="tiermem",
                )
            return self._pool

    def _take(self) -> psycopg.Connection[Any]:
        if self.prepare is not None and not self._state.is_preparing:
            self._prepared()
        pool = self._pool or self._opened()
        until = time.monotonic() + (self._left_s() or WAIT_S)
        while True:
            left = until - time.monotonic()
            try:
                return pool.getconn(max(min(left, PROBED_S), LEAST_S))
            except PoolClosed as error:
                raise ClosedMemory from error
            except PoolTimeout as error:
                if left <= PROBED_S:
                    raise UnusableStore(self.url, "interrupted while waiting for a connection") from error
                found = self.connect(left)  # it raises the reason, if that is not that all are in use
                if pool.get_stats().get("pool_size", 0) >= MOST_CONNECTIONS:
                    found.close()
                    continue
                _configure(found)  # the server is back before the pool tries again
                self._beside.add(found)
                return found

    def _prepared(self) -> None:
        """Do what opening the store left for later; other threads wait for it."""
        if not self._preparing.acquire(timeout=self._left_s() or WAIT_S):
            raise UnusableStore(self.url, "interrupted while another thread opens the store")
        try:
            self._state.is_preparing = True
            if self.prepare is not None:
                self.prepare()
                self.prepare = None
        finally:
            self._end_reading()
            self._state.is_preparing = False
            self._preparing.release()

    def _give_back(self, connection: psycopg.Connection[Any]) -> None:
        pool = self._pool
        if pool is None or pool.closed or connection in self._beside:
            self._beside.discard(connection)
            connection.close()
        else:
            pool.putconn(connection)

    def apart(self) -> PostgresDatabase:
        """Return the same database with transactions of its own, over the same connections."""
        if self.prepare is not None:  # this thread would wait for itself, through the other one
            self._prepared()
        other = PostgresDatabase.__new__(PostgresDatabase)
        other.__dict__.update(self.__dict__, _state=_State(), _pool=self._opened())
        return other

    def end(self) -> None:
        """Close all connections for good."""
        with self._opening:
            self._has_ended = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()
        self.tokens.close()

    # -- owners ----------------------------------------------------------------------------------

    @contextmanager
    def of(self, scopes: Sequence[int] | None) -> Iterator[None]:
        """See the rows of these owners in the block, and no others; None for all."""
        outer, self._state.scopes = self._state.scopes, None if scopes is None else tuple(scopes)
        try:
            yield
        finally:
            self._state.scopes = outer

    def everything(self) -> AbstractContextManager[None]:
        """See `sql.database.Database.everything`."""
        return self.of(None)

    def of_one(self, scope_id: int) -> AbstractContextManager[None]:
        """See the rows of an owner in the block; those of others too if the transaction sees them already."""
        told = self._state.told if self.in_transaction() else None
        return self.of(told if told and scope_id in told else (scope_id,))

    def _tell(self, connection: psycopg.Connection[Any]) -> None:
        """Tell the transaction the owners whose rows it sees, if they are others than before."""
        if self._state.told != self._state.scopes:
            connection.execute(_OWNERS, _owners(self._state.scopes))
            self._state.told = self._state.scopes

    # -- statements ------------------------------------------------------------------------------

    def execute_sql(self, sql: str, values: Sequence[Any] = ()) -> psycopg.Cursor[Any]:
        """Execute a statement with bound values. Its rows are read."""
        return self._run(translated(sql), values)

    def run(self, script: str) -> None:
        """Execute statements without bound values in this thread's transaction."""
        with self._mapped():
            assert self._state.connection is not None
            self._tell(self._state.connection)
            self._state.connection.execute(script.encode())

    def execute(self, query: Any) -> psycopg.Cursor[Any]:
        """Execute a statement of peewee's builder."""
        text, values = _builder().get_sql_context().sql(query).query()
        return self._run(text.replace("?", "%s"), values)

    def added(self, sql: str, values: Sequence[Any], key: str) -> int | None:
        """See `sql.database.Database.added`."""
        row = self.execute_sql(f"{sql} RETURNING {key}", values).fetchone()
        return None if row is None else int(row[0])

    def at_once(self, sql: str, values: Sequence[Any], width: int) -> list[Sequence[Any]]:  # noqa: ARG002
        """See `sql.database.Database.at_once`: the driver fetches all rows before it lets others run."""
        rows: list[Sequence[Any]] = self.execute_sql(sql, values).fetchall()
        return rows

    def each(self, sql: str) -> Iterator[Sequence[Any]]:
        """See `sql.database.Database.each`."""
        connection = self._state.connection
        if connection is None:
            yield from self.execute_sql(sql)
            return
        with self._mapped(), connection.cursor(name="tiermem_each") as cursor:
            self._tell(connection)
            cursor.itersize = _PAGE
            cursor.execute(translated(sql).encode(), ())
            yield from cursor

    def _run(self, text: str, values: Sequence[Any]) -> psycopg.Cursor[Any]:
        with self._mapped():
            if self._state.connection is not None:
                return self._within(self._state.connection, text, values)
            if self._reads_on(text):
                return self._read(text, values)
            self._end_reading()
            connection = self._take()
            try:
                return self._alone(connection, text, values)
            except _BROKEN:
                if not connection.broken or not _only_reads(text):
                    raise
            finally:
                self._give_back(connection)
            self._renew()
            connection = self._take()
            try:
                return self._alone(connection, text, values)
            finally:
                self._give_back(connection)

    def _renew(self) -> None:
        """Replace connections that the server has closed, as it does when it is started again."""
        if self._pool is not None:
            self._pool.check()

    def _alone(
        self, connection: psycopg.Connection[Any], text: str, values: Sequence[Any]
    ) -> psycopg.Cursor[Any]:
        """Execute a statement as a transaction of its own."""
        left, scopes = self._left_s(), self._state.scopes
        if left is None and scopes == ():
            return connection.execute(text.encode(), tuple(values))
        # All are sent at once, and the settings end with them.
        with connection.pipeline():
            if left is None:
                connection.execute(_OWNERS, _owners(scopes))
            else:
                connection.execute(_TIMEOUT_AND_OWNERS, (_milliseconds(left), *_owners(scopes)))
            return connection.execute(text.encode(), tuple(values))

    def _reads_on(self, text: str) -> bool:
        """Return True if a statement is for the transaction in which this thread reads, which may begin with it."""
        if not _only_reads(text) or (self._left_s() or WAIT_S) >= MOST_READING_S:
            return False
        return self._state.reading is not None or self._begin_reading()

    def _begin_reading(self, *, waits: bool = False) -> bool:
        """Take a connection to read on; False if half of all are taken so: the others are for single statements."""
        if not self._readers.acquire(blocking=waits):
            return False
        try:
            self._state.reading = self._take()
        except BaseException:
            self._readers.release()
            raise
        self._state.timeout_s, self._state.told = 0.0, _UNKNOWN
        return True

    def _read(self, text: str, values: Sequence[Any]) -> psycopg.Cursor[Any]:
        """Execute a statement in the transaction in which the block of a deadline reads.

        It sees what is committed when it begins, as it would alone. The settings are told once, not each time.
        """
        for is_last in (False, True):
            try:
                return self._read_next(text, values)
            except BaseException as error:
                is_stale = isinstance(error, _BROKEN) and self._is_broken_while_reading()
                self._end_reading()
                if is_last or not is_stale:
                    raise
            self._renew()
            self._begin_reading(waits=True)
        raise AssertionError

    def _read_next(self, text: str, values: Sequence[Any]) -> psycopg.Cursor[Any]:
        state, connection, left = self._state, self._state.reading, self._left_s() or WAIT_S
        assert connection is not None
        is_timed = left <= state.timeout_s <= left + OVERRUN_S
        if is_timed and state.told == state.scopes:
            return connection.execute(text.encode(), tuple(values))
        with connection.pipeline():  # sent at once
            if not state.timeout_s:
                connection.execute("BEGIN READ ONLY")
            if is_timed:
                self._tell(connection)
            else:
                once = b"" if connection.prepare_threshold is None else _PLANNED_ONCE
                settings = _milliseconds(left), *_owners(state.scopes)
                connection.execute(_TIMEOUT_AND_OWNERS + once, settings)
                state.timeout_s, state.told = left, state.scopes
            return connection.execute(text.encode(), tuple(values))

    def _is_broken_while_reading(self) -> bool:
        return self._state.reading is not None and self._state.reading.broken

    def _end_reading(self) -> None:
        connection, self._state.reading = self._state.reading, None
        if connection is None:
            return
        try:
            with suppress(*_BROKEN):
                # A rollback has the driver forget all prepared statements; after an error they may be missing.
                has_failed = connection.info.transaction_status == TransactionStatus.INERROR
                connection.rollback() if has_failed else connection.commit()
        finally:
            self._readers.release()
            self._give_back(connection)

    def _within(
        self, connection: psycopg.Connection[Any], text: str, values: Sequence[Any]
    ) -> psycopg.Cursor[Any]:
        """Execute a statement in this thread's transaction."""
        left = self._left_s()
        if left == LEAST_S:  # it goes on with nothing, or it might never end
            raise UnusableStore(self.url, "interrupted at the deadline")
        if left is not None or self._state.is_timed:
            connection.execute(_TIMEOUT, ("0" if left is None else _milliseconds(left),))
            self._state.is_timed = left is not None
        if self._state.told == self._state.scopes:
            return connection.execute(text.encode(), tuple(values))
        with connection.pipeline():  # sent at once
            self._tell(connection)
            return connection.execute(text.encode(), tuple(values))

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        """Raise the store's errors for those of the driver."""
        try:
            yield
        except _STOPPED as error:
            raise UnusableStore(self.url, f"interrupted: {_reason(error)}") from error
        except errors.IntegrityError as error:
            raise RejectedRow(_reason(error)) from error
        except (errors.UntranslatableCharacter, errors.CharacterNotInRepertoire) as error:
            raise InputError("A character of the text cannot be stored.") from error
        except psycopg.DataError as error:
            if "NUL" in str(error):
                raise InputError("NUL (0x00) is not a character and cannot be stored.") from error
            raise
        except UnicodeEncodeError as error:
            raise InputError("Half of a surrogate pair is not a character and cannot be stored.") from error
        except (*_BROKEN, errors.ReadOnlySqlTransaction) as error:
            raise UnusableStore(self.url, _reason(error), is_away=True) from error
        except psycopg.ProgrammingError as error:
            raise UnusableStore(self.url, _reason(error)) from error

    # -- transactions ----------------------------------------------------------------------------

    def in_transaction(self) -> bool:
        """Return True if this thread is within `atomic`."""
        return self._state.depth > 0

    @contextmanager
    def atomic(self, kind: str, *, durable: bool = True, of: Reach | None = None) -> Iterator[None]:
        """See `sql.database.Database.atomic`.

        Args:
            kind: ``IMMEDIATE`` or ``DEFERRED``.
            durable: False if the server may lose the last of it when it dies.
            of: Whose rows it changes; None to write alone.
        """
        if self._state.depth:
            with self._part():
                yield
            return
        self._end_reading()
        self._state.is_timed, self._state.told = False, ()
        connection = self._begun(kind, durable=durable, of=of)
        self._state.connection, self._state.depth = connection, 1
        try:
            if kind == "IMMEDIATE" and self._state.check is not None:
                self._state.check()
            yield
            with self._mapped():
                connection.execute("COMMIT")
        except BaseException:
            if not connection.closed:
                connection.rollback()
            raise
        finally:
            self._state.connection, self._state.depth = None, 0
            self._give_back(connection)

    @contextmanager
    def beginning_with(self, check: Callable[[], None]) -> Iterator[None]:
        """Call *check* in each transaction that this thread begins to write in; what it raises undoes it."""
        outer, self._state.check = self._state.check, check
        try:
            yield
        finally:
            self._state.check = outer

    @contextmanager
    def whole(self, kind: str, *, durable: bool = True, of: Reach | None = None) -> Iterator[None]:
        """Commit the block, or undo it if it raises; within another block it is a part of that."""
        if self.in_transaction():
            yield
            return
        try:
            with self.atomic(kind, durable=durable, of=of):
                yield
        except RejectedRow as error:
            raise UnusableStore(self.url, str(error)) from error

    def _begun(self, kind: str, *, durable: bool, of: Reach | None) -> psycopg.Connection[Any]:
        """Return a connection on which a transaction has begun; a connection that the server closed is replaced."""
        for is_last in (False, True):
            connection = self._take()
            try:
                with self._mapped():
                    self._begin(connection, kind, durable=durable, of=of)
                return connection
            except BaseException:
                stale = connection.broken
                if not connection.closed:
                    connection.rollback()
                self._give_back(connection)
                if is_last or not stale:
                    raise
                self._renew()
        raise AssertionError

    def _begin(
        self, connection: psycopg.Connection[Any], kind: str, *, durable: bool, of: Reach | None
    ) -> None:
        if self._state.read is not None:
            self._state.read = {}
        self._state.told = ()  # what opened the store may have begun another one meanwhile
        if kind == "DEFERRED":
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return
        connection.execute(self._beginning(durable=durable, of=of).encode(), prepare=False)

    def _beginning(self, *, durable: bool, of: Reach | None) -> str:
        """Return the statements that begin a transaction that writes. They are sent as one, which costs half of all."""
        statements = ["BEGIN"]
        if not durable:
            statements.append("SET LOCAL synchronous_commit = off")
        left = self._left_s()
        if left == LEAST_S:  # see `_within`
            raise UnusableStore(self.url, "interrupted at the deadline")
        if left is not None:
            statements.append(_TIMEOUT.decode() % f"'{_milliseconds(left)}'")
            self._state.is_timed = True
        if of is None:
            self._state.own = None
            return "; ".join((*statements, f"SELECT pg_advisory_xact_lock({WRITING})"))
        owners = tuple(of.ids)
        scopes, everything = _owners(owners)
        told = _OWNERS.decode() % (f"'{scopes}'", f"'{everything}'")
        self._state.told = owners
        modes = locks(of)
        taken = ", ".join(
            f"pg_advisory_xact_lock{'' if modes[scope_id] else '_shared'}({_OF_SCOPES}, {scope_id})"
            for scope_id in sorted(modes)
        )
        # Who waits for a scope does not hold up who has it and waits for all others, see `ensure_alone`.
        statements.append(f"{told}, {taken}, pg_advisory_xact_lock_shared({WRITING})")
        self._state.own = frozenset(scope_id for scope_id, is_alone in modes.items() if is_alone)
        return "; ".join(statements)

    def ensure_alone(self, scope_id: int) -> None:
        """See `sql.database.Database.ensure_alone`.

        Who named the rows that a transaction changes leaves nothing to do here. Otherwise it waits for all that write.
        Of two that have begun and both need this, one cannot go on: it is undone, so that it can be tried again.
        """
        own = self._state.own
        if self._state.depth and own is not None and scope_id not in own:
            self.execute_sql("SELECT pg_advisory_xact_lock(?)", (WRITING,))
            self._state.own = None

    def hold(self, name: str) -> None:
        """See `sql.database.Database.hold`."""
        self.execute_sql("SELECT pg_advisory_xact_lock(?, hashtext(?))", (_OF_NAMES, name))

    @contextmanager
    def _part(self) -> Iterator[None]:
        """Undo the block alone if it raises."""
        name = f"part_{self._state.depth}"
        self.execute_sql(f"SAVEPOINT {name}")
        self._state.depth += 1
        try:
            try:
                yield
            finally:
                self._state.depth -= 1
            self.execute_sql(f"RELEASE {name}")
        except BaseException:
            if self._state.connection is not None and not self._state.connection.closed:
                self.execute_sql(f"ROLLBACK TO {name}")
                self._state.told = _UNKNOWN
            raise

    @contextmanager
    def deadline(self, seconds: float, doing: str) -> Iterator[None]:
        """See `contract.Store.deadline`."""
        outer, until = self._state.until, time.monotonic() + seconds
        if outer is None:
            self._state.read = {}
        self._state.until = until if outer is None else min(until, outer)
        try:
            yield
        except UnusableStore as error:
            if not error.is_busy:
                raise
            raise DeadlineExceeded(doing, round(seconds * 1000)) from error
        finally:
            self._state.until = outer
            if outer is None:
                self._state.read = None
            if outer is None or outer - time.monotonic() >= MOST_READING_S:
                self._end_reading()

    def once(self, key: Hashable, read: Callable[[], T]) -> T:
        """Return what a function reads; within a deadline it is called once for a key, until this thread writes."""
        known = self._state.read
        if known is None or self.in_transaction():
            return read()
        if key not in known:
            known[key] = read()
        return cast("T", known[key])

    def _left_s(self) -> float | None:
        """Return the seconds left to this thread's next statement; None without a deadline."""
        until = self._state.until
        if until is None:
            return None
        return max(until - time.monotonic(), LEAST_S)

    # -- tables ----------------------------------------------------------------------------------

    def tables(self) -> list[str]:
        """Return the names of all tables of the schema."""
        found = self.execute_sql(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
        )
        return [name for (name,) in found]

    def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns; none where it is missing."""
        found = self.execute_sql(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() "
            "AND table_name = ? ORDER BY ordinal_position",
            (table,),
        )
        return [name for (name,) in found]

    def renumber(self) -> None:
        """Continue numbering after the rows that came with numbers of their own."""
        for table, key in NUMBERED.items():
            self.execute_sql(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{key}'), "
                f"greatest((SELECT coalesce(max({key}), 0) FROM {table}), 1), "
                f"(SELECT count(*) > 0 FROM {table}))"
            )

    def indexed(self, texts: Sequence[str]) -> dict[str, Any]:
        """See `sql.database.Database.indexed`: the words of a document as Python splits and stems them."""
        return {"words": self.tokens.vector(texts)}

    def key_ending(self, keys: Sequence[str]) -> tuple[str, ...]:
        """See `sql.database.Database.key_ending`: every key names the owner and the house."""
        return tuple(name for name in ("scope_id", "house_id") if name not in keys)

    def has_extension(self, name: str) -> bool:
        """Return True if the database has an extension, or the role could make it."""
        there = "SELECT installed_version FROM pg_available_extensions WHERE name = ?"
        found = self.execute_sql(there, (name,)).fetchone()
        if found is None or found[0] is not None:
            return found is not None
        try:
            with self.atomic("IMMEDIATE"):
                self.run(f"CREATE EXTENSION IF NOT EXISTS {name}")
        except UnusableStore:  # the role may not
            return False
        return True

    def add_pgvector(self) -> bool:
        """Add pgvector's column to the table of vectors, where the server has it; return True if it is there then."""
        if not self.has_pgvector():
            with self.everything(), self.atomic("IMMEDIATE"):
                if not self.has_extension("vector"):
                    return False
                self.run(pgvector.COLUMN)
                self.execute_sql("UPDATE vectors SET vector = vector")
        return True

    def has_pgvector(self) -> bool:
        """Return True if the table of vectors has pgvector's column."""
        return "embedding" in self.columns("vectors")

    def nearest(self, sql: str, values: Sequence[Any], candidates: int) -> list[Sequence[Any]]:
        """Execute a search of vectors; an index looks at so many candidates, and at more if filters drop them."""
        if self.in_transaction():
            return self.execute_sql(sql, values).fetchall()
        with self.atomic("DEFERRED"):
            found = self.execute_sql(_HAS_HNSW).fetchone()
            if found is not None:
                self.execute_sql("SELECT set_config('hnsw.ef_search', ?, true)", (str(max(candidates, 40)),))
                if found[0]:
                    self.execute_sql("SELECT set_config('hnsw.iterative_scan', 'strict_order', true)")
            return self.execute_sql(sql, values).fetchall()

    def renew_indexes(self) -> None:
        """See `sql.database.Database.renew_indexes`: online, so that others read and write meanwhile.

        A role that does not own the tables leaves them as they are.
        """
        owned = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('documents')"
        if not self.execute_sql(owned).fetchone()[0]:  # type: ignore[index]
            return
        has_pgvector = self.add_pgvector()
        with self._mapped(), self.connect() as connection:  # of its own: no transaction may be open
            for name in ("documents_by_word", "documents_sampled"):
                connection.execute(f"REINDEX INDEX CONCURRENTLY {name}".encode())
            if not has_pgvector or connection.execute(_CAN_INDEX).fetchone() is None:
                return
            with connection.transaction():
                connection.execute("SELECT set_config('tiermem.everything', 'on', true)")
                many = connection.execute(
                    "SELECT model, dims FROM vectors GROUP BY model, dims HAVING count(*) >= %s AND dims <= %s",
                    (pgvector.HNSW_FROM, pgvector.HNSW_DIMS),
                ).fetchall()
            for (broken,) in connection.execute(pgvector.BROKEN).fetchall():
                connection.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {broken}".encode())
            for model, dims in many:
                connection.execute(pgvector.hnsw(model, dims).encode())

    def forget_deleted_words(self) -> None:
        """See `sql.database.Database.forget_deleted_words`: VACUUM does it."""

    def remove_old_pages(self) -> bool:
        """Remove deleted rows from the tables; return False while a transaction somewhere may still read them."""
        if not self._may_vacuum():
            return False
        ((deleted,),) = self.execute_sql("SELECT txid_current() % 4294967296")
        until = time.monotonic() + PATIENCE_S
        while self.execute_sql(_READERS, (str(deleted),)).fetchone() is not None:
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        for table in (*TABLE_COLUMNS, "documents_totals"):
            with self.of(()):
                self.execute_sql(f"VACUUM {table}")
        return True

    def _may_vacuum(self) -> bool:
        """Return True if the role owns the tables, or may maintain them."""
        found = self.execute_sql(
            "SELECT pg_has_role(c.relowner, 'USAGE') OR current_setting('server_version_num')::integer >= 170000 "
            "AND has_table_privilege(c.oid, CASE WHEN current_setting('server_version_num')::integer >= 170000 "
            "THEN 'MAINTAIN' ELSE 'TRUNCATE' END) FROM pg_class c WHERE c.oid = CAST('documents' AS regclass)"
        )
        return bool(found.fetchone()[0])  # type: ignore[index]


def locks(reach: Reach) -> dict[int, bool]:
    """Return scope → True if nobody else may write what it owns, False if nobody may write what all of its users read.

    Writers of one user exclude each other. What several users read, an agent's or a house's, is written by who has the
    house alone, and all its users share the house. So of the writers of the scopes in any session's chain, granted ones
    included, one comes after the other.
    """
    modes = {one.id: False for one in (*reach.above, reach.house, *reach.granted)}
    # A granted agent or pair is written by who has its house or itself alone.
    modes |= {
        one.parent_id: False for one in reach.granted if one.parent_id is not None and one.kind == "agent"
    }
    own = [reach.user, reach.pair]
    if reach.notes != "user":
        own += [reach.house, reach.agent]
    return modes | {one.id: True for one in own}


_HAS_HNSW = (
    "SELECT CAST(string_to_array(extversion, '.') AS integer[]) >= ARRAY[0, 8] FROM pg_extension "
    "WHERE extname = 'vector' AND EXISTS (SELECT 1 FROM pg_indexes WHERE schemaname = current_schema() "
    "AND indexname LIKE 'vectors_near_%')"
)
"""A row if there is an index; true where it can look at more candidates when filters drop some: from pgvector 0.8."""
_CAN_INDEX = "SELECT 1 FROM pg_am WHERE amname = 'hnsw'"
"""A row where pgvector makes such an index: from 0.5."""
_READERS = """
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND age(backend_xmin) > age(CAST(? AS xid)) LIMIT 1
"""
"""Transactions that began before this one."""
_OWNERS = b"SELECT set_config('tiermem.scopes', %s, true), set_config('tiermem.everything', %s, true)"
_UNKNOWN = (-1,)
"""Owners of whom nobody knows: after a part of a transaction was undone."""
_TIMEOUT = (
    b"SELECT set_config('statement_timeout', %s, true), set_config('max_parallel_workers_per_gather', '0', true), "
    b"set_config('jit', 'off', true)"
)
_TIMEOUT_AND_OWNERS = _TIMEOUT + _OWNERS.replace(b"SELECT", b",")
"""Settings of a statement with a deadline. It is short: starting workers or compiling took 50 ms, its work 1 ms."""
_PLANNED_ONCE = b", set_config('plan_cache_mode', 'force_generic_plan', true)"
"""Planning took longer than executing. A plan for any value uses no partial index, so that `nearest` goes without."""
_NO_INDEX = re.compile(r"(?<![^\s(])\+(?=[a-z_])")
"""The plus that keeps SQLite from using a column's index."""
_NUMBERS = re.compile(r"json_each\(\?\) (\w+)(.*)CAST\(\1\.value AS BIGINT\)", re.DOTALL)
"""A list of numbers that is joined: its cast has to be in the function, see `migrations._FUNCTIONS`."""
_NUMBERS_BY_NAME = re.compile(r"CAST\(value AS BIGINT\)( AS \w+)? FROM json_each\(\?\)")
_OUTSIDE_TEXTS = re.compile(r"('(?:[^']|'')*')")


@lru_cache(maxsize=2_000)
def translated(text: str) -> str:
    """Return a statement as PostgreSQL and its driver take it."""
    text = _NUMBERS_BY_NAME.sub(r"value\1 FROM json_numbers(?)", text)
    parts = _OUTSIDE_TEXTS.split(_NUMBERS.sub(r"json_numbers(?) \1\2\1.value", text))
    for place, part in enumerate(parts):
        escaped = part.replace("%", "%%")
        if place % 2 == 0:
            escaped = escaped.replace("?", "%s").replace("CROSS JOIN", "JOIN")
            escaped = _NO_INDEX.sub("", escaped)
            escaped = escaped.replace(" NOT IN ()", " <> ALL ('{}')").replace(" IN ()", " = ANY ('{}')")
        parts[place] = escaped
    return "".join(parts)


def _owners(scopes: tuple[int, ...] | None) -> tuple[str, str]:
    """Return the settings that row-level security reads."""
    return (
        "" if scopes is None else "{" + ",".join(map(str, dict.fromkeys(scopes))) + "}",
        "on" if scopes is None else "",
    )


def _configure(connection: psycopg.Connection[Any]) -> None:
    """Read decimal numbers as floats, as SQLite gives them, and keep plans where no pooler is in between.

    A pooler answers with a process of its own, and lends a statement's process to others afterwards.
    """
    connection.adapters.register_loader("numeric", FloatLoader)
    ((process,),) = connection.execute("SELECT pg_backend_pid()")
    if process == connection.info.backend_pid:
        connection.prepare_threshold = REPEATED


def _only_reads(text: str) -> bool:
    return text.lstrip().upper().startswith(("SELECT", "WITH RECURSIVE"))


def _milliseconds(seconds: float) -> str:
    return str(max(round(seconds * 1000), 1))


@cache
def _builder() -> Any:
    from peewee import PostgresqlDatabase

    return PostgresqlDatabase(None)


def conninfo(url: str) -> str:
    """Return what libpq connects with: the URL, and how long to try where it does not say."""
    given = conninfo_to_dict(url)
    return make_conninfo(
        url, **({} if "connect_timeout" in given else {"connect_timeout": str(CONNECTING_S)})
    )


def _reason(error: Exception) -> str:
    """Return the first line of what the server or the driver says."""
    lines = str(error).strip().splitlines()
    return lines[0].removeprefix("connection failed: ") if lines else type(error).__name__
