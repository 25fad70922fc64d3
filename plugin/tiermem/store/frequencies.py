"""How often words occur in the index, counted once for each of its states."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING
from weakref import ref

from tiermem.store.documents import scope_tokens
from tiermem.store.postings import in_texts, quoted
from tiermem.store.sql import marks

if TYPE_CHECKING:
    from peewee import SqliteDatabase

    from tiermem.values import Layer

LARGE = 20_000
"""Documents from which on numbers are estimated: counting reads every row of a word, at 0.1 µs each."""
COUNTED = 1_000
"""Rows of a word that are counted in a large index; from where the last of them stands, the rest is estimated."""
SAMPLE = 400
"""Documents that are asked whose they are, evenly spread over a large index."""
_FEWEST_IN_SAMPLE = 5
KEPT_FROM, MANY = 2_000, 200
"""Documents of an index, and of a word in it, from which on a number is kept although the index changes: whoever
writes one entry after the other would count anew for each of them."""
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
        return self._memo(("size",), self._last)

    def counted(self, stems: Mapping[str, str]) -> dict[str, int]:
        """Word → its documents.

        Args:
            stems: Word → its stem.
        """
        known, size = self._counts(), self.size()
        new = {stem: word for word, stem in stems.items() if stem not in known}
        known.update({stem: number for stem in new if (number := self._still(stem, size)) is not None})
        new = {stem: word for stem, word in new.items() if stem not in known}
        if new and size >= LARGE:
            known.update({stem: self._keep(stem, self._count_up(word), size) for stem, word in new.items()})
        elif new:
            counted = dict.fromkeys(new, 0) | self._from_vocabulary(tuple(new))
            known.update({stem: self._keep(stem, number, size) for stem, number in counted.items()})
        return {word: known[stem] for word, stem in stems.items()}

    def owned(self, layers: Sequence[Layer | None], scopes: Sequence[int]) -> int:
        """The documents of scopes and layers (None for turns)."""
        tokens = tuple(scope_tokens(layers, scopes))

        def count() -> int:
            size = self.size()
            if (still := self._still(tokens, size)) is not None:
                return still
            number = self._sampled(scopes, layers) if size >= LARGE else 0
            return self._keep(tokens, number or sum(self._from_vocabulary(tokens).values()), size)

        return self._memo(tokens, count)

    def state(self) -> tuple[object, int, int]:
        """What changes with every change of the database that this thread can see.

        The version and the changes are those of one connection, which is named by a reference: an id may be another's
        later.
        """
        connection = self._database.connection()
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        return ref(connection), version, connection.total_changes

    def _memo(self, key: Hashable, count: Callable[[], int]) -> int:
        known = self._counts()
        if key not in known:
            known[key] = count()
        return known[key]

    def _counts(self) -> dict[Hashable, int]:
        """What was counted in this state of the database."""
        state = self.state()
        if getattr(self._own, "state", None) != state:
            self._own.state, self._own.counts = state, {}
        counts: dict[Hashable, int] = self._own.counts
        return counts

    def _still(self, key: Hashable, size: int) -> int | None:
        """What was counted before; None where the index has grown or shrunk by a hundredth since."""
        number, at, documents = self._kept.get(key, (0, 0, 0))
        same = at <= size <= at * _CHANGED and self._documents() * _CHANGED >= documents
        return number if same else None

    def _keep(self, key: Hashable, number: int, size: int) -> int:
        if number >= MANY and size >= KEPT_FROM:
            self._kept[key] = (number, size, self._documents())
        else:
            self._kept.pop(key, None)
        return number

    def _documents(self) -> int:
        """The number of documents as FTS5 keeps it, first in its record of averages (the file format of FTS5, 4.3)."""
        return self._memo(("documents",), self._counted_by_fts5)

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

    def _count_up(self, word: str) -> int:
        """Exact up to `COUNTED`; a word's documents are taken to be spread evenly behind."""
        counting = (
            "SELECT count(*), max(rowid) FROM "
            "(SELECT rowid FROM documents_fts WHERE documents_fts MATCH ? LIMIT ?)"
        )
        number, last = self._database.execute_sql(counting, (in_texts(quoted(word)), COUNTED + 1)).fetchone()
        return int(number) if number <= COUNTED else max(int(number), round(number * self.size() / last))

    def _sampled(self, scopes: Sequence[int], layers: Sequence[str | None]) -> int:
        """The share of a sample, of the whole; 0 where too few are found to tell."""
        size = self.size()
        places = [size * place // SAMPLE + 1 for place in range(SAMPLE)]
        sampling = f"SELECT scope_id, layer FROM documents WHERE id IN ({marks(self._database, len(places))})"
        wanted = {(scope, layer) for scope in scopes for layer in layers}
        found = self._database.execute_sql(sampling, places).fetchall()
        hits = sum(row in wanted for row in found)
        return size * hits // max(len(found), 1) if hits >= _FEWEST_IN_SAMPLE else 0
