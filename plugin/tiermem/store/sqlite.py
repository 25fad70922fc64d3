"""Store everything in one SQLite file, shared by threads and processes."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from tiermem.errors import DeadlineExceeded, ForeignStore, StoreError, UnusableStore
from tiermem.store.care import migrations
from tiermem.store.connection import Database, reason
from tiermem.store.encryption import connect, ensure_possible
from tiermem.store.full_text.fts5 import Fts5
from tiermem.store.full_text.index import FullText
from tiermem.store.sql.statements import insert_into
from tiermem.store.tables.adopted import foreign_rows, foreign_table
from tiermem.store.tables.records import RecordTables
from tiermem.store.tables.sessions import SessionTables
from tiermem.store.tables.stream import StreamTable
from tiermem.support.lazy import made_once
from tiermem.values.frozen import replace
from tiermem.values.store_urls import scheme_of, sqlite_url

if TYPE_CHECKING:
    from tiermem.store.contract import Erased, Finding, ForeignRow, OpenIndex, Vectors
    from tiermem.store.late_receipts import LateReceipts
    from tiermem.store.tables.access import AccessTokenTable
    from tiermem.store.tables.learning import ProfileTables, RunTables, TaskTables
    from tiermem.store.vectors.opened import OpenedVectors
    from tiermem.values import Reach, Receipt, Scope, VectorIndex

T = TypeVar("T")
BUSY_TIMEOUT_S = 30
"""Seconds a write waits for its turn: 8 writing processes had latencies up to 1.3 s, under other load 5 s."""
_READING_MS = 250
"""Milliseconds that reading receipts waits for the turn to store those that wait."""
_LOOKING_S = 0.05
"""Seconds that reading waits for a file that another process made just now and keeps to itself."""
_PAGES_BY_RECEIPT, _PAGES_BY_WRITE = 4_000, 1_000
"""Pages of the write-ahead log from which a commit copies them into the file: that of a receipt, for which a prompt
waits, and any other (SQLite's default). Copying takes 6 to 10 ms. Where others write, no receipt does so."""

_OWNER = ("id", "kind", "name", "parent_id")
_OWNERS = f"SELECT {', '.join(_OWNER)} FROM scopes"


class SqliteStore:
    """`contract.Store` in a file.

    Write-ahead log, so that readers never wait; ``BEGIN IMMEDIATE``, so that a writer that read first
    never fails for having read; a connection per thread.

    Args:
        path: The file; it and its folder are made when missing.
        wait_s: Seconds to wait for a file that another process keeps to itself; None for `BUSY_TIMEOUT_S`.

    Raises:
        DeadlineExceeded: It was locked for so long.
        UnusableStore: The path cannot be opened or written.
        ForeignStore: The file is not a tiermem store.
        NewerStore: The file was written by a later version.
    """

    def __init__(self, path: str, wait_s: float | None = None) -> None:
        self.path = path
        self.url = sqlite_url(path)
        try:
            os.fsencode(path)
            if not os.path.exists(path):
                ensure_possible()
                os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
                # It holds what people said: nobody else reads it, nor what SQLite puts beside it.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except (OSError, ValueError) as error:
            raise UnusableStore(self.url, getattr(error, "strerror", None) or str(error)) from error
        self.database = Database(path, BUSY_TIMEOUT_S)
        try:
            self.notices = () if self._is_current(wait_s) else self._prepare()
            self.database.keeps_checksums = True
        except BaseException:
            self.release()
            raise
        self.records = RecordTables(self.database)
        self.stream = StreamTable(self.database)
        self.sessions = SessionTables(self.database, self._settle)
        self.search = FullText(self.database, self.sessions, Fts5(self.database))

    # What only some calls need is imported with them: a command hook is a process of its own.

    @made_once
    def profiles(self) -> ProfileTables:
        """See `contract.Store.profiles`."""
        from tiermem.store.tables.learning import ProfileTables

        return ProfileTables(self.database)

    @made_once
    def tasks(self) -> TaskTables:
        """See `contract.Store.tasks`."""
        from tiermem.store.tables.learning import TaskTables

        return TaskTables(self.database)

    claims = None
    """See `contract.Store.claims`."""

    @property
    def is_there(self) -> bool:
        """See `contract.Store.is_there`."""
        return True

    @property
    def is_unmade(self) -> bool:
        """See `contract.Store.is_unmade`."""
        return False

    @property
    def is_outdated(self) -> bool:
        """See `contract.Store.is_outdated`."""
        return False

    @made_once
    def runs(self) -> RunTables:
        """See `contract.Store.runs`."""
        from tiermem.store.tables.learning import RunTables

        return RunTables(self.database)

    @made_once
    def access(self) -> AccessTokenTable:
        """See `contract.Store.access`."""
        from tiermem.store.tables.access import AccessTokenTable

        return AccessTokenTable(self.database)

    @made_once
    def _vectors(self) -> OpenedVectors:
        from tiermem.store.vectors.opened import OpenedVectors

        return OpenedVectors(self.database, {"sqlite-vec": self._in_sqlite}, self.path)

    def _in_sqlite(self) -> VectorIndex:
        from tiermem.store.vectors.in_sqlite import SqliteVec

        return SqliteVec(self.database)

    def vectors(self, index: str = "numpy", open_index: OpenIndex | None = None) -> Vectors:
        """See `contract.Store.vectors`."""
        return self._vectors.by(index, open_index)

    def _is_current(self, wait_s: float | None) -> bool:
        """Return True if the tables are up to date; looking is the first that the file is used for."""
        try:
            if wait_s is None:
                return migrations.is_current(self.database)
            with self.deadline(wait_s, "opening the store"):
                return migrations.is_current(self.database)
        except sqlite3.DatabaseError as error:
            raise ForeignStore(self.path, ()) from error

    def _prepare(self) -> tuple[str, ...]:
        """Migrate the tables; return notices."""
        try:
            adopting = foreign_table(self.database) is not None and not migrations.is_ours(self.database)
            migrations.ensure_usable(self.database, self.path, adopting=adopting)
            notices = self._keep("adopting" if adopting else "migrating")
            self._write_ahead()
            told = migrations.migrate(self.database, self.path, adopting=adopting)
        except sqlite3.DatabaseError as error:
            raise ForeignStore(self.path, ()) from error
        return (*notices, *told)

    def _keep(self, doing: str) -> tuple[str, ...]:
        """Copy a file that holds something; return a notice of it, none where another opening does the same now."""
        before = migrations.applied(self.database)
        is_done = bool(before) if doing == "adopting" else not migrations.holds_something(self.database)
        if is_done:  # another opening has adopted it meanwhile, or there is nothing to keep
            return ()
        from tiermem.store.care.copies import keep  # takes milliseconds, and few stores are migrated

        copy = keep(self.path, "tiermem" if doing == "adopting" else doing)
        if migrations.applied(self.database) != before:
            # The copy may be of what the other one made. It looked here first, so that its own copy is of before.
            copy.unlink()
            return ()
        return (f"Before {doing} {self.path}, a copy was made: {copy}",)

    def _write_ahead(self) -> None:
        """Switch the write-ahead log on; it stays on. Switching does not wait for its turn by itself."""
        deadline = time.monotonic() + BUSY_TIMEOUT_S
        while True:
            try:
                self.database.execute_sql("PRAGMA journal_mode = wal")
            except UnusableStore as error:
                if "locked" not in error.reason or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

    @contextmanager
    def transaction(self, of: Reach | None = None, *, durable: bool = True) -> Iterator[None]:  # noqa: ARG002 one writes at a time, whoever.s rows it changes
        """See `contract.Store.transaction`. One writes at a time, whoever's rows it changes."""
        if self.database.in_transaction():
            yield
            return
        connection = self.database.connection()
        if durable:
            connection.execute("PRAGMA synchronous = full")
        try:
            with self.database.atomic("IMMEDIATE"):
                yield
        except sqlite3.DatabaseError as error:
            raise UnusableStore(self.url, reason(error)) from error
        finally:
            if durable and not self.database.is_closed() and not connection.in_transaction:
                connection.execute("PRAGMA synchronous = normal")

    def transact(self, work: Callable[[], T], of: Reach | None = None, *, durable: bool = True) -> T:
        """See `contract.Store.transact`: one writes at a time."""
        with self.transaction(of, durable=durable):
            return work()

    @contextmanager
    def _turn(self, wait_ms: int | None) -> Iterator[None]:
        """See `late_receipts.Turns`."""
        if wait_ms is None:
            with self.transaction(durable=False):
                yield
            return
        connection = self.database.connection()
        (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute(f"PRAGMA busy_timeout = {min(wait_ms, patience)}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BY_RECEIPT}")
        try:
            with self.transaction(durable=False):
                yield
        finally:
            connection.execute(f"PRAGMA busy_timeout = {patience}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BY_WRITE}")

    @made_once
    def _late(self) -> LateReceipts:
        from tiermem.store.late_receipts import LateReceipts

        return LateReceipts(self.sessions, self.stream, self._turn, self.release)

    def state(self) -> Hashable:
        """See `contract.Store.state`."""
        return self.database.state()

    def place(self) -> int:
        """See `contract.Store.place`."""
        return self.stream.head()

    def keep(self, receipt: Receipt, reach: Reach, told: int | None = None, since: int | None = None) -> None:
        """See `contract.Store.keep`. A prompt waits for no writer, unless its session was told of changes."""
        if told is None or receipt.session_id is None:
            self._late.keep(receipt, reach, since)
            return
        with self.transaction(durable=False):
            if since is None or not self.stream.has_erased(since):
                self.sessions.log(receipt, reach)
            self.sessions.told(receipt.session_id, told)

    def _settle(self, wait_ms: int | None = _READING_MS) -> None:
        """Store the receipts that wait, unless this thread is within a transaction, which may be undone."""
        if "_late" in self.__dict__ and not self.database.in_transaction():
            self._late.settle(wait_ms)

    @contextmanager
    def deadline(self, seconds: float, doing: str) -> Iterator[None]:
        """See `contract.Store.deadline`."""
        outer = self.database.until
        until = time.monotonic() + seconds
        try:
            self.database.stop_at(until if outer is None else min(until, outer))
            yield
        except UnusableStore as error:
            if not error.is_busy:
                raise
            raise DeadlineExceeded(doing, round(seconds * 1000)) from error
        finally:
            self.database.stop_at(outer)

    def erase(self, entry_id: str, quotes: Sequence[str], scopes: Sequence[int], at: str) -> Erased:
        """See `contract.Store.erase`."""
        return self.erase_each({entry_id: quotes}, scopes, at)

    def erase_each(
        self,
        entries: Mapping[str, Sequence[str]],
        scopes: Sequence[int],
        at: str,
        states: Mapping[str, str] | None = None,
    ) -> Erased:
        """See `contract.Store.erase_each`."""
        from tiermem.store.erasing.erase import erase

        self._settle(None)
        return self._without_copies(erase(self.database, entries, scopes, at, states))

    def erase_words(self, texts: Sequence[str], scopes: Sequence[int], at: str) -> Erased:
        """See `contract.Store.erase_words`."""
        from tiermem.store.erasing.erase import erase_words

        self._settle(None)
        return self._without_copies(erase_words(self.database, texts, scopes, at))

    def erase_turns(
        self, session_id: str, positions: Sequence[int] | None, scopes: Sequence[int], at: str
    ) -> Erased:
        """See `contract.Store.erase_turns`."""
        from tiermem.store.erasing.said import erase_turns

        self._settle(None)
        return self._without_copies(erase_turns(self.database, session_id, positions, scopes, at))

    def erase_line(self, user_id: int, line: str, scopes: Sequence[int], at: str) -> Erased:
        """See `contract.Store.erase_line`."""
        from tiermem.store.erasing.said import erase_line

        self._settle(None)
        return self._without_copies(erase_line(self.database, user_id, line, scopes, at))

    def erase_user(self, user: Scope) -> Erased:
        """See `contract.Store.erase_user`."""
        from tiermem.store.erasing.said import erase_user

        self._settle(None)
        return self._without_copies(erase_user(self.database, user))

    def _without_copies(self, erased: Erased) -> Erased:
        """Delete the copies of vectors; return the receipt with those that are out of reach."""
        left = self._vectors.forget_copies()
        return replace(erased, out_of_reach=(*erased.out_of_reach, *left))

    def foreign_rows(self) -> list[ForeignRow]:
        """See `contract.Store.foreign_rows`."""
        return foreign_rows(self.database)

    def check(self) -> list[Finding]:
        """See `contract.Store.check`."""
        from tiermem.store.care import doctor

        return doctor.check(self.database)

    def dump(
        self, user: Scope | None = None, skipped: list[tuple[str, str]] | None = None
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """See `contract.Store.dump`."""
        from tiermem.store.care import dump

        self._settle()
        if skipped is None:
            with self.snapshot() as database:
                yield from dump.dump(database, user)
            return
        database = self._apart()
        try:
            yield from dump.dump_readable(database, user, skipped)
        finally:
            if not database.is_closed():
                database.close()

    @contextmanager
    def snapshot(self) -> Iterator[Database]:
        """Read one state of all tables, while this thread and others write."""
        database = self._apart()
        try:
            with database.atomic("DEFERRED"):
                yield database
        finally:
            if not database.is_closed():
                database.close()

    def _apart(self) -> Database:
        """Return another database of the same file, for connections of its own."""
        return Database(self._current_path(), BUSY_TIMEOUT_S)

    def _current_path(self) -> str:
        return self.database.path

    def load(
        self, rows: Iterator[tuple[str, Mapping[str, Any]]], clean: Callable[[str], str]
    ) -> Mapping[str, int]:
        """See `contract.Store.load`."""
        from tiermem.store.care import dump

        checked = list(dump.checked(rows, clean))
        with self.transaction():
            added = dump.load(self.database, checked)
            self.search.reindex()
        return added

    def sizes(self) -> Mapping[str, int]:
        """See `contract.Store.sizes`."""
        from tiermem.store.care import dump

        return dump.sizes(self.database)

    def release(self) -> None:
        """See `contract.Store.release`."""
        if not self.database.is_closed():
            self.database.close()

    def close(self) -> None:
        """See `contract.Store.close`."""
        if "_late" in self.__dict__:
            self._late.close()
        if "_vectors" in self.__dict__:
            self._vectors.close()
        self.search.close()
        self.database.end()


class AbsentStore(SqliteStore):
    """`contract.Store` for a missing store: it reads as an empty one and discards writes.

    Args:
        place: The path or the URL of the store. It is not created.

    Raises:
        UnusableStore: No temporary file can be made.
    """

    def __init__(self, place: str) -> None:
        import shutil  # these take 3 ms to import, and few stores are absent
        import weakref
        from tempfile import mkdtemp

        url = sqlite_url(place) if scheme_of(place) == "sqlite" else place
        try:
            folder = mkdtemp(prefix="tiermem-")
        except OSError as error:
            raise UnusableStore(url, str(error)) from error
        self._remove_folder = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        super().__init__(f"{folder}/memory.db")
        self.url = url
        self.notices = (f"There is no store at {place} yet: nothing is remembered.",)

    @property
    def is_there(self) -> bool:
        """See `contract.Store.is_there`."""
        return False

    def close(self) -> None:
        """See `contract.Store.close`."""
        super().close()
        self._remove_folder()


class UnmadeStore(AbsentStore):
    """`contract.Store` whose file is made by the first write: reading makes none.

    Args:
        path: The file. Once it is there, whoever made it, this is the store in it.
        wait_s: See `SqliteStore`; for the first write.

    Raises:
        UnusableStore: No temporary file can be made.
    """

    def __init__(self, path: str, wait_s: float | None = None) -> None:
        super().__init__(path)
        self.path = path
        self._wait_s = wait_s
        self.notices = ()
        self._making = threading.Lock()
        self._is_outdated = False
        self.database.unmade = self.make

    @property
    def is_there(self) -> bool:
        """See `contract.Store.is_there`."""
        return not self.is_unmade

    @property
    def is_unmade(self) -> bool:
        """See `contract.Store.is_unmade`. It looks whether another process made the file."""
        self.make(is_write=False)
        return self.database.unmade is not None

    def _current_path(self) -> str:
        self.make(is_write=False)
        return super()._current_path()

    @property
    def is_outdated(self) -> bool:
        """See `contract.Store.is_outdated`."""
        with suppress(StoreError):  # the next use raises it
            self.make(is_write=False)
        return self._is_outdated

    @contextmanager
    def transaction(self, of: Reach | None = None, *, durable: bool = True) -> Iterator[None]:
        """See `contract.Store.transaction`."""
        if not self.database.in_transaction():
            self.make()
        with super().transaction(of, durable=durable):
            yield

    @contextmanager
    def _turn(self, wait_ms: int | None) -> Iterator[None]:
        self.make(wait_ms=wait_ms)
        with super()._turn(wait_ms):
            yield

    def make(self, is_write: bool = True, wait_ms: int | None = None) -> None:
        """Make the file, or use the one that another process made; it has the owners' ids that were given out.

        Args:
            is_write: False for reading: that makes none, and uses one only if it has these ids already. It waits for
                no writer; this store reads as empty until then.
            wait_ms: See `late_receipts.Turns`.

        Raises:
            DeadlineExceeded: Another process kept the file to itself.
            UnusableStore: The file cannot be made, or another agent made it and owners have other ids there. Then this
                store is of no use, and another opening is.
        """
        if self.database.unmade is None:
            return
        if not is_write:
            if os.path.exists(self.path) and self._has_ids():
                self._use()
            return
        patience = self.database.left_s(BUSY_TIMEOUT_S if wait_ms is None else wait_ms / 1000)
        if not self._making.acquire(timeout=patience):
            raise UnusableStore(self.url, "it is locked, as another thread makes it")
        try:
            if self.database.unmade is not None:
                self._give_ids(wait_ms)
                self._use()
        finally:
            self._making.release()

    def _use(self) -> None:
        self.database.path = self.path
        self.database.unmade = None

    def _given(self) -> set[tuple[Any, ...]]:
        """Return the owners whose ids were given out."""
        with closing(connect(self.database.path)) as unmade:
            return set(unmade.execute(_OWNERS))

    def _has_ids(self) -> bool:
        """Return True if the file has the owners' ids that were given out; False as well where it is not ready."""
        made = Database(self.path, _LOOKING_S)
        made.stop_at(self.database.until)
        try:
            if not migrations.is_current(made):
                migrations.ensure_usable(made, self.path, adopting=foreign_table(made) is not None)
                return False
            there = set(made.execute_sql(_OWNERS))
        except UnusableStore as error:
            if error.is_busy:
                return False
            raise
        except sqlite3.DatabaseError as error:
            raise ForeignStore(self.path, ()) from error
        finally:
            made.close()
        missing = self._given() - there
        taken = {row[0] for row in there} | {row[1:] for row in there}
        self._ensure_free(not any(row[0] in taken or row[1:] in taken for row in missing))
        return not missing

    def _give_ids(self, wait_ms: int | None) -> None:
        """Make the file if it is not there, and the owners in it."""
        made = SqliteStore(self.path, self._wait_s)
        made.database.stop_at(self.database.until)
        try:
            insert = insert_into(made.database, "scopes", _OWNER)
            given = self._given()
            with made._turn(wait_ms):  # noqa: SLF001 that of the same class
                for row in sorted(given):
                    made.database.execute_sql(f"{insert} ON CONFLICT DO NOTHING", row)
                self._ensure_free(given.issubset(made.database.execute_sql(_OWNERS)))
        finally:
            made.close()

    def _ensure_free(self, are_free: bool) -> None:
        """Check that no id that was given out is another owner's in the file."""
        if not are_free:
            self._is_outdated = True
            raise UnusableStore(self.url, "another agent made it at this moment; open it again")
