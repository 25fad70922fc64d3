"""Store everything on a server of PostgreSQL, shared by threads, processes and machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from psycopg.errors import DeadlockDetected

from tiermem.errors import UnusableStore
from tiermem.store.encryption import key
from tiermem.store.full_text.index import FullText
from tiermem.store.postgresql import migrations
from tiermem.store.postgresql.database import CONNECTING_S, PostgresDatabase, RejectedRow
from tiermem.store.postgresql.gin import Gin
from tiermem.store.postgresql.scoped import scoped
from tiermem.store.tables.records import RecordTables
from tiermem.store.tables.sessions import SessionTables
from tiermem.store.tables.stream import StreamTable
from tiermem.support.lazy import logger, made_once
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.contract import Erased, Finding, ForeignRow, OpenIndex, Vectors
    from tiermem.store.postgresql.claims import PostgresClaims
    from tiermem.store.postgresql.late_receipts import LateReceipts
    from tiermem.store.tables.access import AccessTokenTable
    from tiermem.store.tables.learning import ProfileTables, RunTables, TaskTables
    from tiermem.store.vectors.opened import OpenedVectors
    from tiermem.values import Reach, Receipt, Scope, VectorIndex

T = TypeVar("T")
_LOG = logger("tiermem")
RESTORE = "Restore a backup of the database."
OUT_OF_REACH = ("the server's write-ahead log, its replicas and its backups, until they are recycled",)


class PostgresStore:
    """`contract.Store` in a schema of a database: the first of the role's search path.

    Args:
        url: ``postgresql://…``.
        create: Make tables that are missing.
        wait_s: Seconds to wait for the server; None for those of the URL.
        may_be_away: Open it although the server cannot be reached: the tables are made and checked with the first
            statement that reaches it.

    Raises:
        UnusableStore: The server cannot be reached, refuses, or has no tables and none are to be made.
        ForeignStore: The schema has tables of another program.
        NewerStore: It was made by a later version.
    """

    notices: tuple[str, ...] = ()

    def __init__(
        self, url: str, *, create: bool = True, wait_s: float | None = None, may_be_away: bool = False
    ) -> None:
        self.database = PostgresDatabase(url)
        self.url = self.database.url
        try:
            if key() is not None:
                raise UnusableStore(
                    self.url,
                    "TIERMEM_KEY encrypts a file of SQLite only; encrypt the server's disk and unset it",
                )
            self._prepare(create, wait_s)
        except UnusableStore as error:
            if not (may_be_away and error.is_away):
                self.database.end()
                raise
            self.notices = (str(error),)
            self.database.prepare = lambda: self._prepare(create, CONNECTING_S)
        except BaseException:
            self.database.end()
            raise
        sessions = SessionTables(self.database, self._settle)
        self.records = scoped(self.database, RecordTables(self.database))
        self.stream = scoped(self.database, StreamTable(self.database))
        self.sessions = scoped(self.database, sessions)
        self.search = scoped(self.database, FullText(self.database, sessions, Gin(self.database)))

    def _prepare(self, create: bool, wait_s: float | None) -> None:
        """Reach the server, and make or migrate the tables."""
        if wait_s is None:
            self.database.connect().close()  # a refusal has its reason here, the pool only a timeout
        else:
            self.database.reach(wait_s)
        if not migrations.is_current(self.database):
            if not create and not migrations.applied(self.database):
                raise NoTables(self.url)
            migrations.migrate(self.database)

    @made_once
    def profiles(self) -> ProfileTables:
        """See `contract.Store.profiles`."""
        from tiermem.store.tables.learning import ProfileTables

        return scoped(self.database, ProfileTables(self.database))

    @made_once
    def tasks(self) -> TaskTables:
        """See `contract.Store.tasks`."""
        from tiermem.store.tables.learning import TaskTables

        return scoped(self.database, TaskTables(self.database))

    @made_once
    def runs(self) -> RunTables:
        """See `contract.Store.runs`."""
        from tiermem.store.tables.learning import RunTables

        return scoped(self.database, RunTables(self.database))

    @made_once
    def access(self) -> AccessTokenTable:
        """See `contract.Store.access`."""
        from tiermem.store.tables.access import AccessTokenTable

        return scoped(self.database, AccessTokenTable(self.database))

    is_there = True
    """See `contract.Store.is_there`: without tables, an `AbsentStore` is opened."""
    is_unmade = False
    """See `contract.Store.is_unmade`: a server's tables are made when the store is opened."""
    is_outdated = False
    """See `contract.Store.is_outdated`."""

    @made_once
    def claims(self) -> PostgresClaims:
        """See `contract.Store.claims`."""
        from tiermem.store.postgresql.claims import PostgresClaims

        return PostgresClaims(self.database)

    @made_once
    def _vectors(self) -> OpenedVectors:
        from tiermem.store.vectors.opened import OpenedVectors

        return OpenedVectors(self.database, {"pgvector": self._in_postgresql}, None)

    def _in_postgresql(self) -> VectorIndex:
        """Return the index on the server; without pgvector there, the one in the process."""
        if self.database.has_pgvector():
            from tiermem.store.vectors.in_postgresql import PgVector

            return PgVector(self.database)
        from tiermem.store.vectors.in_memory import InMemory

        _LOG.warning("%s has no pgvector: vectors are compared in this process", self.url)
        return InMemory(self.database)

    def vectors(self, index: str = "numpy", open_index: OpenIndex | None = None) -> Vectors:
        """See `contract.Store.vectors`."""
        return scoped(self.database, self._vectors.by(index, open_index))

    def transaction(self, of: Reach | None = None, *, durable: bool = True) -> AbstractContextManager[None]:
        """See `contract.Store.transaction`. A nested one is part of the outer one."""
        return self.database.whole("IMMEDIATE", durable=durable, of=of)

    def transact(self, work: Callable[[], T], of: Reach | None = None, *, durable: bool = True) -> T:
        """See `contract.Store.transact`. The server undoes one of two that wait for each other."""
        is_part = self.database.in_transaction()
        try:
            with self.transaction(of, durable=durable):
                return work()
        except UnusableStore as error:
            if is_part or of is None or not isinstance(error.__cause__, DeadlockDetected):
                raise
        with self.transaction(durable=durable):
            return work()

    def state(self) -> None:
        """See `contract.Store.state`."""

    @made_once
    def _late(self) -> LateReceipts:
        from tiermem.store.postgresql.late_receipts import LateReceipts

        return LateReceipts(self.database, SessionTables(self.database), StreamTable(self.database))

    def _settle(self) -> None:
        """Store the receipts that wait."""
        if "_late" in self.__dict__:
            self._late.settle()

    def place(self) -> None:
        """See `contract.Store.place`: it would take a request."""

    def keep(
        self,
        receipt: Receipt,
        reach: Reach,
        told: int | None = None,
        since: int | None = None,  # noqa: ARG002 it is not known here
    ) -> None:
        """See `contract.Store.keep`: many write at once; what the server is too slow for is stored soon after."""
        self._late.keep(receipt, reach, told)

    def deadline(self, seconds: float, doing: str) -> AbstractContextManager[None]:
        """See `contract.Store.deadline`."""
        return self.database.deadline(seconds, doing)

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

        return self._reaching(erase, entries, scopes, at, states)

    def erase_words(self, texts: Sequence[str], scopes: Sequence[int], at: str) -> Erased:
        """See `contract.Store.erase_words`."""
        from tiermem.store.erasing.erase import erase_words

        return self._reaching(erase_words, texts, scopes, at)

    def erase_turns(
        self, session_id: str, positions: Sequence[int] | None, scopes: Sequence[int], at: str
    ) -> Erased:
        """See `contract.Store.erase_turns`."""
        from tiermem.store.erasing.said import erase_turns

        return self._reaching(erase_turns, session_id, positions, scopes, at)

    def erase_line(self, user_id: int, line: str, scopes: Sequence[int], at: str) -> Erased:
        """See `contract.Store.erase_line`."""
        from tiermem.store.erasing.said import erase_line

        return self._reaching(erase_line, user_id, line, scopes, at)

    def erase_user(self, user: Scope) -> Erased:
        """See `contract.Store.erase_user`."""
        from tiermem.store.erasing.said import erase_user

        return self._reaching(erase_user, user)

    def _reaching(self, erase: Callable[..., Erased], *given: Any) -> Erased:
        """Erase wherever the words may be shown, and from memory; return the receipt with what the server keeps."""
        self._settle()
        try:
            with self.database.everything():
                erased = erase(self.database, *given)
        except RejectedRow as error:
            raise UnusableStore(self.url, str(error)) from error
        if "_late" in self.__dict__:
            self._late.look()
        left = self._vectors.forget_copies()
        return replace(erased, out_of_reach=(*erased.out_of_reach, *OUT_OF_REACH, *left))

    def foreign_rows(self) -> list[ForeignRow]:
        """See `contract.Store.foreign_rows`: no other program's tables are adopted here."""
        return []

    def check(self) -> list[Finding]:
        """See `contract.Store.check`."""
        from tiermem.store.care import doctor

        with self.database.everything():
            found = doctor.check_tables(self.database)
        return [replace(one, mend=RESTORE) if one.mend == doctor.REPAIR else one for one in found]

    def dump(
        self, user: Scope | None = None, skipped: list[tuple[str, str]] | None = None
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """See `contract.Store.dump`. The server answers a damaged page with an error; no row is skipped."""
        from tiermem.store.care import dump

        self._settle()
        with self.snapshot() as database:
            for table, row in dump.dump(database, user):
                if skipped is not None and not dump.is_readable(table, row):
                    skipped.append((table, str(next(iter(row.values())))))
                else:
                    yield table, row

    @contextmanager
    def snapshot(self) -> Iterator[PostgresDatabase]:
        """Read one state of all tables, while this thread and others write."""
        database = self.database.apart()
        with database.everything(), database.atomic("DEFERRED"):
            yield database

    def load(
        self, rows: Iterator[tuple[str, Mapping[str, Any]]], clean: Callable[[str], str]
    ) -> Mapping[str, int]:
        """See `contract.Store.load`."""
        from tiermem.store.care import dump

        checked = list(dump.checked(rows, clean))
        with self.database.everything(), self.transaction():
            added = dump.load(self.database, checked)
            self.database.renumber()
            self.search.reindex()
        return added

    def set_up_roles(self, application: str, partitions: int | None = None) -> bool:
        """Make the roles and give them their rights, see `roles.set_up`; split the large tables if it is told how."""
        from tiermem.store.postgresql.roles import set_up

        if partitions is not None:
            from tiermem.store.postgresql.partitions import split

            split(self.database, partitions)
        return set_up(self.database, application)

    def sizes(self) -> Mapping[str, int]:
        """See `contract.Store.sizes`."""
        from tiermem.store.care import dump

        with self.database.everything():
            return dump.sizes(self.database)

    def release(self) -> None:
        """See `contract.Store.release`: connections go back to the pool after each statement."""

    def close(self) -> None:
        """See `contract.Store.close`."""
        if "_late" in self.__dict__:
            self._late.close()
        if "_vectors" in self.__dict__:
            self._vectors.close()
        self.search.close()
        self.database.end()


class NoTables(UnusableStore):
    """The database has no tables yet."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "it has no tables of tiermem yet")
