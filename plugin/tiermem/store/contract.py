"""What the engine may ask of a store: six small protocols, the same on every database.

Scope is an argument of every function that reads or changes entries, by-id ones included.
Nothing here knows the search syntax of an engine: `Terms` say what is looked for, the store says how.

How PostgreSQL will stand behind `Search` (tried on PostgreSQL 15 before this contract was frozen): `documents`
has a generated ``tsvector`` over the same Python-written columns, weighted A to D, with a GIN index;
``Terms.words`` become ``'w1' | 'w2'`` and ``Terms.pairs`` ``'a' & 'b'`` of a ``tsquery`` with quoted lexemes of the
``simple`` configuration over words that Python stemmed; relevance is ``ts_rank_cd``, scaled to the best hit like
everywhere; `frequencies` reads ``ts_stat`` once per interval into a table; the scope token is a column predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from tiermem.store.learning_contract import Profiles, Runs, Tasks
from tiermem.store.shapes import (
    MOST_TRIES,
    SET_ASIDE,
    Backlog,
    Candidate,
    EntryFilter,
    Erased,
    Finding,
    ForeignRow,
    Near,
    SearchFilter,
    SessionRow,
    Terms,
    Unembedded,
    Unread,
    VectorIndex,
)
from tiermem.store.vectors_contract import Vectors

if TYPE_CHECKING:
    from tiermem.values import Entry, Event, Reach, Receipt, Status, Tier, Turn, Version

__all__ = [
    "MOST_TRIES",
    "SET_ASIDE",
    "Backlog",
    "Candidate",
    "EntryFilter",
    "Erased",
    "Finding",
    "ForeignRow",
    "Near",
    "Profiles",
    "Progress",
    "Records",
    "Runs",
    "Search",
    "SearchFilter",
    "SessionRow",
    "Sessions",
    "Store",
    "Stream",
    "Tasks",
    "Terms",
    "Unembedded",
    "Unread",
    "VectorIndex",
    "Vectors",
]

Progress = Callable[[int, int], None]
"""Called with (done, total) during long work."""


class Records(Protocol):
    """Entries and their versions. Every change keeps the index in step, within the caller's transaction."""

    def reach(self, *, house: str, agent: str, user: str) -> Reach:
        """The scopes of these names, made when they are new."""
        ...

    def insert(self, entry: Entry) -> None:
        """Store a new entry and its first version."""
        ...

    def update(self, entry: Entry) -> None:
        """Store a changed entry; a greater version number keeps its content as a version."""
        ...

    def get(self, entry_id: str, scopes: Sequence[int]) -> Entry | None:
        """The entry of this id in these scopes, whatever its status; None where there is none."""
        ...

    def select(self, where: EntryFilter, scopes: Sequence[int]) -> list[Entry]:
        """Entries by category (none last), then created, then id: the fixed order of blocks."""
        ...

    def same_statement(self, key: str, tier: Tier, scope_id: int, statuses: Sequence[Status]) -> Entry | None:
        """An entry of this owner and tier that says the same words, see `text.statement_key`."""
        ...

    def count(self, where: EntryFilter, scopes: Sequence[int]) -> int:
        """How many `select` would give without its limit."""
        ...

    def used(self, tier: Tier, scopes: Sequence[int]) -> tuple[int, int]:
        """(characters of all contents, number) of the active L0 entries of a tier."""
        ...

    def versions(self, entry_id: str, scopes: Sequence[int]) -> list[Version]:
        """Every content the entry had, oldest first."""
        ...

    def recalls(self, entry_ids: Sequence[str]) -> dict[str, tuple[int, str]]:
        """Id → (how often it was rendered, when last), counted from the receipts."""
        ...


class Stream(Protocol):
    """The append-only table of events."""

    def append(self, event: Event) -> int:
        """Append and give its place; 0, and nothing appended, when its key is there already."""
        ...

    def waiting(
        self, scopes: Sequence[int], *, session_id: str | None = None, after: int = 0, limit: int = 1000
    ) -> list[Event]:
        """Observations after a place that are not processed yet, oldest first."""
        ...

    def settle(self, seq: int, *, at: str, outcome: str) -> bool:
        """Mark an observation as processed; False, and nothing changed, when it was marked already."""
        ...

    def events(
        self,
        scopes: Sequence[int],
        *,
        entry_id: str | None = None,
        kinds: Sequence[str] = (),
        after: int = 0,
        limit: int = 1000,
    ) -> list[Event]:
        """Events after a place, oldest first."""
        ...

    def head(self) -> int:
        """The place of the last event; 0 for an empty stream."""
        ...

    def unconsolidated(self, scopes: Sequence[int], *, after: int = 0, limit: int) -> list[Event]:
        """Observations after a place that became entries, or were put aside, and are in no profile yet, oldest first.

        Those that were set aside, because they failed too often, are not among them.
        """
        ...

    def consolidate(self, seqs: Sequence[int], *, at: str) -> int:
        """Mark observations as being in the profile; gives how many were not marked before.

        What is no processed observation is left alone.
        """
        ...

    def fail(self, seq: int, *, problem: str) -> int:
        """Note that an observation could not be worked through; gives how often that was so, 0 for none of this place.

        The problem is its outcome until it is settled; of one that is settled, only the failure is counted.
        """
        ...

    def set_aside(self, seq: int, *, at: str, problem: str) -> bool:
        """Try an observation no more; its outcome says how often it was tried and what was wrong.

        False, and nothing changed, when it is in the profile, or was set aside already.
        """
        ...

    def try_again(self, seq: int, scopes: Sequence[int]) -> bool:
        """Let an observation wait again, as if it had never been tried; False when it was not set aside."""
        ...

    def backlog(self, scopes: Sequence[int] | None = None) -> Backlog:
        """What waits, in these scopes or in all."""
        ...


class Search(Protocol):
    """The index over entries and turns; disposable."""

    def candidates(
        self, terms: Terms, where: SearchFilter, scopes: Sequence[int], limit: int
    ) -> list[Candidate]:
        """The best matching documents, best first, at most *limit*."""
        ...

    def newest(self, where: SearchFilter, scopes: Sequence[int], limit: int) -> list[Candidate]:
        """The latest documents, whatever their words; their relevance is 0."""
        ...

    def named(self, refs: Sequence[str], scopes: Sequence[int]) -> list[Candidate]:
        """The documents of these refs that are in these scopes, in the order of *refs*, each once.

        Their relevance is 0.0: they were found by other means than words.
        """
        ...

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """In how many documents each word is, over all scopes."""
        ...

    def stems(self, words: Sequence[str]) -> dict[str, str]:
        """Each word as the index knows it."""
        ...

    def size(self, scopes: Sequence[int] | None = None) -> int:
        """The number of documents, of these scopes or of all, or somewhat more: found without counting."""
        ...

    def reindex(self, progress: Progress | None = None) -> int:
        """Build the index anew from the records and the journal; gives the number of documents."""
        ...


class Sessions(Protocol):
    """Sessions' working state, the journal, and the receipts.

    Functions that take a session's id alone do not ask whose it is: an id is only ever got through `begin`, which
    checks the reach, and is handed to nobody else.
    """

    def is_open_to(self, session_id: str, reach: Reach) -> bool:
        """Whether a session of this id is of this reach, or there is none yet."""
        ...

    def begin(self, row: SessionRow) -> SessionRow:
        """Store the row, or give the stored one when a session of this id and reach exists.

        Raises:
            InputError: The session of this id has another reach.
        """
        ...

    def freeze(self, session_id: str, frozen: Mapping[str, Any] | None, frozen_at: int) -> SessionRow:
        """Keep the rendered blocks unless others are kept already; None thaws them."""
        ...

    def find(self, scopes: Sequence[int], *, limit: int = 100) -> list[SessionRow]:
        """The latest sessions of a user, newest first."""
        ...

    def end(self, session_id: str, at: str) -> None:
        """Note when a session ended; ending again moves the time."""
        ...

    def journal(self, session_id: str, turns: Sequence[Turn]) -> tuple[Turn, ...]:
        """Append turns; those with an external id that is there already are left out."""
        ...

    def turns(self, session_id: str, *, start: int = 0, stop: int | None = None) -> list[Turn]:
        """The journaled turns of positions *start* to *stop* (exclusive)."""
        ...

    def advance(self, session_id: str, offset: int) -> None:
        """Move the offset of what gap-fill has worked through; it never goes back."""
        ...

    def unread(self, reach: Reach, *, since: str | None = None) -> list[Unread]:
        """The sessions of this reach with turns that gap-fill has not worked through, the latest first.

        Args:
            reach: House, agent and user.
            since: Only those that began at this instant or later.
        """
        ...

    def log(self, receipt: Receipt, reach: Reach) -> None:
        """Keep the receipt of a recall by the agent for the user of *reach*."""
        ...

    def receipts(
        self, reach: Reach, *, session_id: str | None = None, since: str | None = None, limit: int = 1
    ) -> list[dict[str, Any]]:
        """The latest receipts of this agent and user, newest first, as plain data.

        Args:
            reach: The agent and the user.
            session_id: Of this session only.
            since: Of this instant or later only.
            limit: At most so many.
        """
        ...

    def forget_turns(self, before: str, reach: Reach, *, unread: bool = False) -> int:
        """Delete the turns that were said before an instant (retention that a person set); gives how many.

        Args:
            before: The instant.
            reach: Of the sessions of its agent, whoever their users.
            unread: Also those that gap-fill has not worked through, from a session's offset on.
        """
        ...


class Store(Protocol):
    """An opened store."""

    @property
    def url(self) -> str:
        """Where it is."""
        ...

    @property
    def notices(self) -> tuple[str, ...]:
        """What opening did that a person should know: the copy made before adopting a database."""
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

    def vectors(self, index: VectorIndex = "numpy") -> Vectors:
        """The vectors, searched by this index; there is one record of them, whatever searches it.

        Raises:
            StoreError: What the index needs is not installed, or does not run here.
        """
        ...

    def transaction(self, *, durable: bool = True) -> AbstractContextManager[None]:
        """All or nothing; *durable* survives power loss, otherwise only the process's death."""
        ...

    def deadline(self, seconds: float, doing: str) -> AbstractContextManager[None]:
        """Stop this thread's queries after *seconds* with `DeadlineExceeded`, those that wait for a writer too.

        One inside of another ends with it at the latest, and leaves the outer one its own time.
        """
        ...

    def erase(self, entry_id: str, quotes: Sequence[str], scopes: Sequence[int], at: str) -> Erased:
        """Remove an entry everywhere, and the *quotes* wherever they stand in these scopes.

        Raises:
            UnknownEntry: None of these scopes owns the entry.
        """
        ...

    def foreign_rows(self) -> list[ForeignRow]:
        """What another program keeps in the same database and was not taken in yet."""
        ...

    def check(self) -> list[Finding]:
        """Prove that database, records, versions, stream and index agree."""
        ...

    def dump(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """(table, row) of everything but the index."""
        ...

    def load(
        self, rows: Iterator[tuple[str, Mapping[str, Any]]], clean: Callable[[str], str]
    ) -> Mapping[str, int]:
        """Take in dumped rows, all or none; those that are there already are left alone. Gives table → rows added.

        Args:
            rows: What `dump` gave.
            clean: Takes out of a text, of whichever row, what must not be stored.

        Raises:
            InputError: A row is none that this version could have written; the message names its table and place.
        """
        ...

    def sizes(self) -> Mapping[str, int]:
        """Table → rows, for `stats`."""
        ...

    def release(self) -> None:
        """Close this thread's connection; the next use opens another."""
        ...

    def close(self) -> None:
        """Close the store for good."""
        ...
