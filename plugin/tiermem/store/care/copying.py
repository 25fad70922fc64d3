"""Copy a store to another engine or place, row by row, with the same numbers.

The copy goes through source and target in the order of their keys and writes what differs, so that a copy that was cut
off goes on where it stopped, and one that is made again takes what has changed. The source is read in one state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from tiermem.errors import InputError, StoreError
from tiermem.store.care.dump import parents_first
from tiermem.store.sql.checksums import keys
from tiermem.store.sql.schema import RECORD_TABLES, TABLE_COLUMNS
from tiermem.store.sql.statements import columns, insert_into
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.store.contract import Finding, Search
    from tiermem.store.sql.database import Database

COPIED = (*RECORD_TABLES, "access_tokens", "vectors")
"""The tables that are copied, referenced tables first; the index is made from them."""
UNFINISHED = "unfinished_copy"
"""The table that names the source while a copy is not finished."""
_AT_ONCE = 500
"""Rows written in one transaction."""
_BOUND_AT_ONCE = 900
"""Maximum values bound to one statement."""
Row = tuple[Any, ...]


Told = Callable[[str, int, int], None]
"""Called with the table or step, what of it is done, and how much there is."""


class Copyable(Protocol):
    """A store that can be copied."""

    @property
    def url(self) -> str:
        """The URL, without a password."""
        ...

    @property
    def database(self) -> Database:
        """Its tables."""
        ...

    @property
    def search(self) -> Search:
        """The index to make."""
        ...

    def snapshot(self) -> AbstractContextManager[Database]:
        """Read one state of all tables."""
        ...

    def check(self) -> list[Finding]:
        """See `contract.Store.check`."""
        ...


@dataclass(frozen=True, slots=True)
class Copied:
    """The receipt of a copy.

    Attributes:
        source: URL of the source.
        target: URL of the copy.
        rows: Table → rows, the same number in both.
        digest: SHA-256 of all rows, the same of both.
        written: Rows that this run wrote or deleted.
    """

    source: str
    target: str
    rows: Mapping[str, int]
    digest: str
    written: int

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "source": self.source,
            "target": self.target,
            "rows": dict(self.rows),
            "digest": self.digest,
            "written": self.written,
        }


def copy(source: Copyable, target: Copyable, told: Told) -> Copied:
    """Copy all rows, make the index, and verify numbers and digest of the rows in the target.

    Raises:
        InputError: The target holds other things than an unfinished copy of this source.
        StoreError: What was read back differs from what was read.
    """
    with target.database.everything():
        return _copied(source, target, told)


def _copied(source: Copyable, target: Copyable, told: Told) -> Copied:
    _begin(source.url, target.database)
    with source.snapshot() as read:
        said = _Digest()
        with target.snapshot() as there:
            writing = _Writing(target.database)
            for table in COPIED:
                _copy_table(table, (read, there), writing, said, told)
            writing.finish()
    target.database.renumber()
    target.search.reindex(partial(told, "index"))
    with target.snapshot() as there:
        kept = _Digest()
        for table in COPIED:
            for row in rows_by_key(there, table):
                kept.add(table, row)
    if (said.numbers, said.digest) != (kept.numbers, kept.digest):
        different = [table for table in COPIED if said.of_table(table) != kept.of_table(table)]
        raise StoreError(
            f"The copy differs from its source in: {', '.join(different)}. Somebody writes to the target; "
            "copy again when nobody does."
        )
    target.database.execute_sql(f"DROP TABLE {UNFINISHED}")
    return Copied(source.url, target.url, said.numbers, said.digest, writing.written)


def _begin(source: str, target: Database) -> None:
    with target.atomic("IMMEDIATE"):
        if UNFINISHED in target.tables():
            ((other,),) = target.execute_sql(f"SELECT source FROM {UNFINISHED}").fetchall()
            if other != source:
                raise InputError(
                    f"The target holds an unfinished copy of {other}. Finish that, or name another."
                )
            return
        if any(_size(target, table) for table in COPIED if table != "scopes"):
            raise InputError("The target is a store in use. Copying would replace it; name another one.")
        target.execute_sql(f"CREATE TABLE {UNFINISHED} (source TEXT NOT NULL)")
        target.execute_sql(f"INSERT INTO {UNFINISHED} (source) VALUES (?)", (source,))


def _size(database: Database, table: str) -> int:
    return int(database.execute_sql(f"SELECT count(*) FROM {table}").fetchone()[0])


def rows_by_key(database: Database, table: str) -> Iterator[Row]:
    """Yield the rows of a table in the order of its key."""
    order = columns(keys(table))
    for row in database.each(f"SELECT {columns(TABLE_COLUMNS[table])} FROM {table} ORDER BY {order}"):
        yield tuple(row)


def key_of_row(table: str, row: Row) -> Row:
    """Return the values of a row's key."""
    return tuple(row[TABLE_COLUMNS[table].index(name)] for name in keys(table))


def _copy_table(
    table: str,
    databases: tuple[Database, Database],
    writing: _Writing,
    said: _Digest,
    told: Told,
) -> None:
    """Write the rows of a table in which source and target differ."""
    source, target = databases
    kept, total = rows_by_key(target, table), _size(source, table)
    held = next(kept, None)
    new: list[Row] = []
    for done, row in enumerate(rows_by_key(source, table), start=1):
        said.add(table, row)
        key = key_of_row(table, row)
        while held is not None and key_of_row(table, held) < key:
            writing.delete(table, key_of_row(table, held))
            held = next(kept, None)
        if held is None or key_of_row(table, held) != key:
            new.append(row)
        else:
            if held != row:
                writing.update(table, row)
            held = next(kept, None)
        if len(new) >= _AT_ONCE and table != "scopes":
            writing.insert(table, new)
            new = []
        if done % _AT_ONCE == 0:
            told(table, done, total)
    while held is not None:
        writing.delete(table, key_of_row(table, held))
        held = next(kept, None)
    if table == "scopes":
        # A scope refers to its parent, which may have been made after it.
        place = TABLE_COLUMNS[table].index("parent_id")
        by_id = {row[0]: row for row in new}
        new = [by_id[one] for one in parents_first({row[0]: row[place] for row in new})]
    writing.insert(table, new)
    told(table, total, total)


class _Writing:
    """Writes rows to the target. What is to be deleted goes last, as other rows may refer to it.

    Attributes:
        written: Rows written or deleted.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._gone: dict[str, list[Row]] = {}
        self.written = 0

    def insert(self, table: str, rows: Sequence[Row]) -> None:
        """Insert rows in one transaction."""
        if not rows:
            return
        names = TABLE_COLUMNS[table]
        single = insert_into(self._database, table, names)
        values = single[single.index("VALUES ") + len("VALUES ") :]
        at_once = _BOUND_AT_ONCE // len(names)
        with self._database.atomic("IMMEDIATE"):
            for start in range(0, len(rows), at_once):
                some = rows[start : start + at_once]
                sql = single + f", {values}" * (len(some) - 1)
                self._database.execute_sql(sql, [value for row in some for value in row])
        self.written += len(rows)

    def update(self, table: str, row: Row) -> None:
        """Replace the values of a row."""
        mark = self._database.param
        put = ", ".join(f'"{name}" = {mark}' for name in TABLE_COLUMNS[table])
        with self._database.atomic("IMMEDIATE"):
            self._database.execute_sql(
                f"UPDATE {table} SET {put} WHERE {self._is(table)}", (*row, *key_of_row(table, row))
            )
        self.written += 1

    def delete(self, table: str, key: Row) -> None:
        """Delete a row at the end."""
        self._gone.setdefault(table, []).append(key)

    def finish(self) -> None:
        """Delete the rows that are no longer in the source."""
        with self._database.atomic("IMMEDIATE"):
            for table in reversed(COPIED):
                # A scope's children were made after it or put below it: they go first.
                for key in reversed(self._gone.get(table, [])):
                    self._database.execute_sql(f"DELETE FROM {table} WHERE {self._is(table)}", key)
                    self.written += 1

    def _is(self, table: str) -> str:
        return " AND ".join(f'"{name}" = {self._database.param}' for name in keys(table))


class _Digest:
    """Number and digest of the rows of each table.

    Attributes:
        numbers: Table → rows.
    """

    def __init__(self) -> None:
        self.numbers = dict.fromkeys(COPIED, 0)
        self._digests = {table: sha256() for table in COPIED}

    def add(self, table: str, row: Row) -> None:
        """Add a row; in the order of the keys."""
        self.numbers[table] += 1
        plain = [value.hex() if isinstance(value, bytes) else value for value in row]
        self._digests[table].update(json.dumps(plain, ensure_ascii=False).encode() + b"\n")

    def of_table(self, table: str) -> tuple[int, str]:
        """Return number and digest of a table's rows."""
        return self.numbers[table], self._digests[table].hexdigest()

    @property
    def digest(self) -> str:
        """The digest of all rows."""
        return sha256("".join(one.hexdigest() for one in self._digests.values()).encode()).hexdigest()
