"""The contract for a store as a whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from tiermem.store.contract.access import AccessTokens
    from tiermem.store.contract.claims import Claims
    from tiermem.store.contract.learning import Profiles, Runs, Tasks
    from tiermem.store.contract.records import Records
    from tiermem.store.contract.search import Search
    from tiermem.store.contract.sessions import Sessions
    from tiermem.store.contract.shapes import Erased, Finding, ForeignRow, OpenIndex
    from tiermem.store.contract.stream import Stream
    from tiermem.store.contract.vectors import Vectors
    from tiermem.values import Reach, Receipt, Scope

T = TypeVar("T")


class Store(Protocol):
    """An opened store."""

    @property
    def url(self) -> str:
        """URL of the store."""
        ...

    @property
    def notices(self) -> tuple[str, ...]:
        """Messages for a person about opening the store, such as the copy made before adopting a database."""
        ...

    @property
    def records(self) -> Records:
        """Entries and their versions."""
        ...

    @property
    def stream(self) -> Stream:
        """Observations and changes."""
        ...

    @property
    def search(self) -> Search:
        """The index."""
        ...

    @property
    def sessions(self) -> Sessions:
        """Sessions, journal, receipts."""
        ...

    @property
    def profiles(self) -> Profiles:
        """Users' profiles and connections."""
        ...

    @property
    def tasks(self) -> Tasks:
        """Tasks and projects."""
        ...

    @property
    def runs(self) -> Runs:
        """Runs of the processor, and what models cost."""
        ...

    @property
    def access(self) -> AccessTokens:
        """Access tokens of the HTTP server."""
        ...

    @property
    def claims(self) -> Claims | None:
        """The queue that workers share; None where one machine does all the work."""
        ...

    @property
    def is_there(self) -> bool:
        """False for a store without a file or tables, which reads as an empty one."""
        ...

    @property
    def is_unmade(self) -> bool:
        """True while the store's file waits for the first write to be made; reading it finds nothing."""
        ...

    @property
    def is_outdated(self) -> bool:
        """True if the ids that it gave out belong to others in the file that another process made: open it again."""
        ...

    def vectors(self, index: str = "numpy", open_index: OpenIndex | None = None) -> Vectors:
        """Return the vectors, searched by this index. All indexes search the same record.

        Args:
            index: ``numpy``, ``sqlite-vec``, or the name of a plugin's.
            open_index: Opens the plugin's index, once per opened store.

        Raises:
            StoreError: A requirement of the index is not installed, or does not run here.
        """
        ...

    def transaction(self, of: Reach | None = None, *, durable: bool = True) -> AbstractContextManager[None]:
        """Run the block entirely or not at all. What it has read in its scopes stays true until it commits.

        Args:
            of: Whose rows it changes: those that the agent may change by itself for this user. Others may write at the
                same time, where the engine allows it. None to write alone.
            durable: True to survive power loss, otherwise only the process's death.
        """
        ...

    def transact(self, work: Callable[[], T], of: Reach | None = None, *, durable: bool = True) -> T:
        """Do some work in a transaction, and return its result.

        If it changed rows that others read besides those of *of*, and another one did so too at that moment, it is
        undone and done once more alone, after the other one.

        Args:
            work: Reads and changes the store, and nothing else.
            of: See `transaction`.
            durable: See `transaction`.
        """
        ...

    def state(self) -> Hashable | None:
        """Return a value that differs, for the calling thread, after any row may have changed; None if unknown."""
        ...

    def place(self) -> int | None:
        """Return the place of the last event; None if reading it takes a request to a server."""
        ...

    def keep(self, receipt: Receipt, reach: Reach, told: int | None = None, since: int | None = None) -> None:
        """Store the receipt of a recall by the agent for the user of *reach*.

        Where one writes at a time and another process does, it is stored soon after; reading receipts waits for it.

        Args:
            receipt: The receipt.
            reach: The agent and the user.
            told: The position in the stream up to which the receipt's session was told of changes, if it was.
            since: The `place` before the recall read anything. The receipt is dropped if something was erased since.
        """
        ...

    def deadline(self, seconds: float, doing: str) -> AbstractContextManager[None]:
        """Stop this thread's queries after *seconds* with `DeadlineExceeded`, including those waiting for a writer.

        A nested deadline ends no later than the outer one and does not change it.
        """
        ...

    def erase(self, entry_id: str, quotes: Sequence[str], scopes: Sequence[int], at: str) -> Erased:
        """Remove an entry everywhere, and the *quotes* from all texts in these scopes.

        Raises:
            UnknownEntry: None of these scopes owns the entry.
        """
        ...

    def erase_each(
        self,
        entries: Mapping[str, Sequence[str]],
        scopes: Sequence[int],
        at: str,
        states: Mapping[str, str] | None = None,
    ) -> Erased:
        """Do `erase` for ids and their quotes, all or none, and clean the file once.

        *states* are the expected `Entry.state` of some of them, compared in the transaction that erases.

        Raises:
            UnknownEntry: None of these scopes owns one of the entries.
            Outdated: One of them has another state; none was erased.
        """
        ...

    def erase_words(self, texts: Sequence[str], scopes: Sequence[int], at: str) -> Erased:
        """Erase texts wherever these owners' sessions hold them, as `erase` does the quotes of an entry."""
        ...

    def erase_turns(
        self, session_id: str, positions: Sequence[int] | None, scopes: Sequence[int], at: str
    ) -> Erased:
        """Erase turns of a session (None for the whole session), and everything learned from them.

        Raises:
            InputError: These scopes have no such session or turn.
        """
        ...

    def erase_line(self, user_id: int, line: str, scopes: Sequence[int], at: str) -> Erased:
        """Erase a line of a profile, or the value at a path of its scaffold, with the observations it is based on.

        Raises:
            InputError: There is none.
        """
        ...

    def erase_user(self, user: Scope) -> Erased:
        """Erase all data of a user, including the name."""
        ...

    def foreign_rows(self) -> list[ForeignRow]:
        """Return the rows of another program in the same database that have not been imported."""
        ...

    def check(self) -> list[Finding]:
        """Check that database, records, versions, stream and index agree."""
        ...

    def dump(
        self, user: Scope | None = None, skipped: list[tuple[str, str]] | None = None
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield (table, row) of everything but the index, or only of a user's own rows.

        Args:
            user: Whose rows; None for all.
            skipped: Called with the table and key of each unreadable row, which is skipped; None raises instead.
        """
        ...

    def load(
        self, rows: Iterator[tuple[str, Mapping[str, Any]]], clean: Callable[[str], str]
    ) -> Mapping[str, int]:
        """Load dumped rows, all or none; rows that are there already are left alone. Return table → rows added.

        Args:
            rows: The rows from `dump`.
            clean: Removes from a text what must not be stored.

        Raises:
            InputError: This version could not have written a row; the message names its table and place.
        """
        ...

    def sizes(self) -> Mapping[str, int]:
        """Return table → number of rows."""
        ...

    def release(self) -> None:
        """Close this thread's connection; the next use opens another."""
        ...

    def close(self) -> None:
        """Close the store for good."""
        ...
