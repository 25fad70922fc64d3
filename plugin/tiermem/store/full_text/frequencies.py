"""How often words occur in the index, counted once for each of its states."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING
from weakref import ref

from tiermem.store.full_text.documents import scope_tokens
from tiermem.store.full_text.postings import in_texts, quoted, row_list
from tiermem.store.tables.sql import marks

if TYPE_CHECKING:
    from peewee import SqliteDatabase

    from tiermem.values import Layer

READ_FROM = 5_000
"""Documents from which on the rows of a word are read and counted in one go; see `COUNTED`."""
COUNTED = 1_000
"""Rows of a word that are read; in a large index the rest is estimated from where the last of them stands."""
MOST_READ = 64
"""Words whose rows are remembered until the index changes."""
LARGE = 20_000
"""Documents from which on numbers are estimated: counting reads every row of a word or a token, at 0.1 µs each."""
SAMPLE = 400
"""Documents that are asked whose they are, evenly spread over a large index."""
_FEWEST_IN_SAMPLE = 5
KEPT_FROM, MANY = 2_000, 200
"""Documents of an index, and of a word in it, from which on a number is kept although the index changes: whoever
writes one entry after the other would count anew for each of them."""
_SIZE, _DOCUMENTS = ("size",), ("documents",)
_CHANGED = 1.01
"""Growth of the index, or shrinking, from which on what was kept is counted anew."""


class Frequencies:
    """Document frequencies of one database: of words and scopes that have many, those of a hundredth ago; else exact.

    In a large index those of many are estimated besides.
    """

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        self._own = threading.local()
        self._kept: dict[Hashable, tuple[int, int, int]] = {}

    def size(self) -> int:
        """The number of documents, or somewhat more."""
        return self._size(self._counts())

    def counted(self, stems: Mapping[str, str]) -> dict[str, int]:
        """Word → its documents.

        Args:
            stems: Word → its stem.
        """
        known = self._counts()
        size = self._size(known)
        new = {stem: word for word, stem in stems.items() if stem not in known}
        known.update({stem: number for stem in new if (number := self._still(stem, size, known)) is not None})
        uncounted = {stem: word for stem, word in new.items() if stem not in known}
        for stem, number in self._count(uncounted, size).items():
            known[stem] = self._keep(stem, number, size, known)
        return {word: known[stem] for word, stem in stems.items()}

    def rows(self, stem: str) -> Sequence[int] | None:
        """The rows of a word, where they were all read when it was counted, and nothing has changed since."""
        self._counts()
        rows: dict[str, Sequence[int]] = self._own.rows
        return rows.get(stem)

    def owned(self, layers: Sequence[Layer | None], scopes: Sequence[int]) -> int:
        """The documents of scopes and layers (None for turns)."""
        known = self._counts()
        tokens = tuple(scope_tokens(layers, scopes))
        if tokens not in known:
            size = self._size(known)
            number = self._still(tokens, size, known)
            if number is None:
                number = self._sampled(scopes, layers, size) if size >= LARGE else 0
                number = number or sum(self._from_vocabulary(tokens).values())
                number = self._keep(tokens, number, size, known)
            known[tokens] = number
        return known[tokens]

    def state(self) -> tuple[object, int, int]:
        """What changes with every change of the database that this thread can see.

        The version and the changes are those of one connection, which is named by a reference: an id may be another's
        later.
        """
        connection = self._database.connection()
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        return ref(connection), version, connection.total_changes

    def _counts(self) -> dict[Hashable, int]:
        """What was counted in this state of the database."""
        state = self.state()
        if getattr(self._own, "state", None) != state:
            self._own.state, self._own.counts, self._own.rows = state, {}, {}
        counts: dict[Hashable, int] = self._own.counts
        return counts

    def _size(self, known: dict[Hashable, int]) -> int:
        if _SIZE not in known:
            known[_SIZE] = self._last()
        return known[_SIZE]

    def _still(self, key: Hashable, size: int, known: dict[Hashable, int]) -> int | None:
        """What was counted before; None where the index has grown or shrunk by a hundredth since."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        number, at, documents = kept
        same = at <= size <= at * _CHANGED and self._documents(known) * _CHANGED >= documents
        return number if same else None

    def _keep(self, key: Hashable, number: int, size: int, known: dict[Hashable, int]) -> int:
        if number >= MANY and size >= KEPT_FROM:
            self._kept[key] = (number, size, self._documents(known))
        else:
            self._kept.pop(key, None)
        return number

    def _documents(self, known: dict[Hashable, int]) -> int:
        """The number of documents as FTS5 keeps it, first in its record of averages (the file format of FTS5, 4.3)."""
        if _DOCUMENTS not in known:
            known[_DOCUMENTS] = self._counted_by_fts5()
        return known[_DOCUMENTS]

    def _counted_by_fts5(self) -> int:
        found = self._database.execute_sql("SELECT block FROM documents_fts_data WHERE id = 1").fetchone()
        number = 0
        for byte in found[0] if found else b"":
            number = number << 7 | byte & 0x7F
            if byte < 0x80:
                break
        return number

    def _last(self) -> int:
        found = self._database.execute_sql("SELECT coalesce(max(id), 0) FROM documents").fetchone()
        return int(found[0])

    def _from_vocabulary(self, stems: Sequence[str]) -> dict[str, int]:
        counting = (
            f"SELECT term, doc FROM documents_vocabulary WHERE term IN ({marks(self._database, len(stems))})"
        )
        return dict(self._database.execute_sql(counting, stems).fetchall())

    def _count(self, words: Mapping[str, str], size: int) -> dict[str, int]:
        """Stem → its documents, of words by their stems: by their rows where that is cheaper, or else exactly."""
        counted: dict[str, int] = {}
        if size >= READ_FROM:
            read = ((stem, self._count_up(stem, word, size)) for stem, word in words.items())
            counted = {stem: number for stem, number in read if number is not None}
        unread = [stem for stem in words if stem not in counted]
        if unread:
            counted |= dict.fromkeys(unread, 0) | self._from_vocabulary(unread)
        return counted

    def _count_up(self, stem: str, word: str, size: int) -> int | None:
        """Exact up to `COUNTED`; behind, a word's documents are taken to be spread evenly in a large index.

        None for a word that has more in another index.
        """
        reading = (
            "SELECT group_concat(rowid) FROM "
            "(SELECT rowid FROM documents_fts WHERE documents_fts MATCH ? LIMIT ?)"
        )
        rows = row_list(self._database.execute_sql(reading, (in_texts(quoted(word)), COUNTED + 1)))
        if len(rows) > COUNTED:
            return None if size < LARGE else max(len(rows), round(len(rows) * size / rows[-1]))
        if len(self._own.rows) >= MOST_READ:
            self._own.rows = {}
        self._own.rows[stem] = rows
        return len(rows)

    def _sampled(self, scopes: Sequence[int], layers: Sequence[str | None], size: int) -> int:
        """The share of a sample, of the whole; 0 where too few are found to tell."""
        places = [size * place // SAMPLE + 1 for place in range(SAMPLE)]
        sampling = f"SELECT scope_id, layer FROM documents WHERE id IN ({marks(self._database, len(places))})"
        wanted = {(scope, layer) for scope in scopes for layer in layers}
        found = self._database.execute_sql(sampling, places).fetchall()
        hits = sum(row in wanted for row in found)
        return size * hits // max(len(found), 1) if hits >= _FEWEST_IN_SAMPLE else 0
