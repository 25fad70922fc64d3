"""The interface of a database, for tables of either engine.

Statements are written with ``?`` for bound values, in the SQL that both engines share. A database of PostgreSQL
translates what is spelled otherwise there; where the two mean different things, the spelling is an attribute here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol


class Database(Protocol):
    """A database with a connection for each thread."""

    @property
    def param(self) -> str:
        """The placeholder of a bound value."""
        ...

    @property
    def has_lateral(self) -> bool:
        """True if a joined query may refer to the tables before it."""
        ...

    @property
    def same(self) -> str:
        """The comparison that takes two nulls as equal."""
        ...

    @property
    def differs(self) -> str:
        """The opposite of `same`."""
        ...

    @property
    def beyond_ascii(self) -> str:
        """The condition that a text, put in by `str.format`, holds characters beyond ASCII."""
        ...

    def everything(self) -> AbstractContextManager[None]:
        """See the rows of all owners in the block, where the engine shows a function those of its owners alone."""
        ...

    @property
    def pulse(self) -> str:
        """The statement whose value changes whenever somebody has written."""
        ...

    def ensure_alone(self, scope_id: int) -> None:
        """Wait, in a transaction, until nobody else writes in a scope or in those read together with it."""
        ...

    def hold(self, name: str) -> None:
        """Wait, in a transaction, until no other one holds this name, and hold it until the end."""
        ...

    def execute_sql(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Execute a statement with bound values; return its cursor."""
        ...

    def execute(self, query: Any) -> Any:
        """Execute a statement of peewee's builder; return its cursor."""
        ...

    def at_once(self, sql: str, values: Sequence[Any], width: int) -> list[Sequence[Any]]:
        """Return all rows of a select of *width* columns, of texts and numbers, that many threads may run together."""
        ...

    def added(self, sql: str, values: Sequence[Any], key: str) -> int | None:
        """Execute an INSERT of one row. Return the number that it got in the column *key*; None if it was not added."""
        ...

    def each(self, sql: str) -> Iterator[Sequence[Any]]:
        """Yield the rows of a statement within a transaction, without holding all of them."""
        ...

    def indexed(self, texts: Sequence[str]) -> dict[str, Any]:
        """Return further columns of a document with these texts (content, subject, tags, dates): column → value."""
        ...

    def key_ending(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return the columns with which the engine's unique key over these columns ends."""
        ...

    def in_transaction(self) -> bool:
        """Return True if this thread is within `atomic`."""
        ...

    def atomic(self, kind: str) -> AbstractContextManager[None]:
        """Commit the block, or undo it if it raises. A nested block is undone separately.

        Args:
            kind: ``IMMEDIATE`` waits for the turn to write at once, ``DEFERRED`` only reads, one state of all tables.
        """
        ...

    def tables(self) -> list[str]:
        """Return the names of all tables."""
        ...

    def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns; none where it is missing."""
        ...

    def renumber(self) -> None:
        """Continue numbering after the rows that came with numbers of their own."""
        ...

    def renew_indexes(self) -> None:
        """Make indexes afresh that only an engine has, outside of any transaction, while others read and write."""
        ...

    def forget_deleted_words(self) -> None:
        """Remove the words of deleted documents from the index."""
        ...

    def remove_old_pages(self) -> bool:
        """Remove deleted rows from the files. Return False while a reader holds them."""
        ...
