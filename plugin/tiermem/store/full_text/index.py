"""The index on SQLite: FTS5 over the documents, external content, kept in step by triggers."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tiermem.store.contract import Behind, Terms
from tiermem.store.full_text import documents
from tiermem.store.full_text.by_ref import named, newest
from tiermem.store.full_text.candidates import Weighed, most_promising, read_weighed
from tiermem.store.full_text.conditions import met_by_documents
from tiermem.store.full_text.frequencies import Frequencies
from tiermem.store.full_text.large_index import MINORITY, LargeIndex
from tiermem.store.full_text.postings import (
    CONTENT_WEIGHTS,
    WEIGHTS,
    any_of,
    in_texts,
    of_scopes,
    weight_in_fts5,
)
from tiermem.store.full_text.stemmer import Stemmer
from tiermem.store.full_text.tables import INDEX_COLUMNS, drop_index, make_index
from tiermem.store.tables.rows import ENTRY_COLUMNS, entry_from
from tiermem.store.tables.schema import ENTRIES, SESSIONS
from tiermem.store.tables.sql import columns, fetch, marks
from tiermem.text.terms import idf
from tiermem.values import LAYERS

if TYPE_CHECKING:
    from peewee import SqliteDatabase

    from tiermem.store.contract import Candidate, Favour, Progress, SearchFilter
    from tiermem.store.tables.sessions import SessionTables

SMALL = 500
"""Documents up to which words are weighed anew: after a session or two, the words of the matter at hand are in
most of the documents, and FTS5 gives them no weight."""
COMMON = 0.2
"""Share of the documents from which on a word is one of those; under it both weights are nearly the same."""
WEIGHED = 150
"""Documents that are weighed where not relevance alone decides. When as many were ranked, 300 had the same recall@10
on LoCoMo at twice the time, and 100 had 0.2 points less."""
FILLED = 2 / 3
"""Share of the candidates asked for from which on no more documents of a large index are read."""
MOST_KEPT = 50
"""Searches whose matches are remembered."""
MANY = 5_000
"""Documents of an index that FTS5 weighs by itself, at 2 µs for each that matches, and at 0.1 µs for all, whose scope
tokens it counts anew each time; beyond, see `LargeIndex`."""

_RANK, _CONTENT_RANK = (
    f"bm25(documents_fts, {', '.join(str(weights.get(name, 0.0)) for name in INDEX_COLUMNS)})"
    for weights in (WEIGHTS, CONTENT_WEIGHTS)
)
_ENTRY_FIELDS = ENTRY_COLUMNS[:-1]


class FullText:
    """`contract.Search` with FTS5."""

    def __init__(self, database: SqliteDatabase, sessions: SessionTables) -> None:
        self._database = database
        self._sessions = sessions
        self._stemmer = Stemmer()
        self._frequencies = Frequencies(database)
        self._large = LargeIndex(database, self._frequencies, self._stemmer)
        self._last = threading.local()

    def candidates(
        self,
        terms: Terms,
        where: SearchFilter,
        scopes: Sequence[int],
        limit: int,
        favour: Favour | None = None,
    ) -> list[Candidate]:
        """See `contract.Search.candidates`."""
        if not scopes or not (terms.words or terms.pairs) or not (where.layers or where.turns):
            return []
        weighed = limit if favour is None else max(limit, WEIGHED)
        if self.size() >= MANY:
            stems = self.stems([*terms.words, *(word for pair in terms.pairs for word in pair)])
            enough = max(int(FILLED * limit), 1)
            found = self._large.weighed(terms, stems, where, scopes, first=weighed, enough=enough)
        else:
            found = self._lifted(self._matches(terms, where, scopes)[:weighed], terms, where, scopes)
        return read_weighed(self._database, most_promising(found, limit, favour), scopes)

    def _lifted(
        self, found: list[Weighed], terms: Terms, where: SearchFilter, scopes: Sequence[int]
    ) -> list[Weighed]:
        """The matches of a small store, see `SMALL`; those of another as they are."""
        lifts = self._lifts(terms)
        if not lifts:
            return found
        lifted: defaultdict[int, float] = defaultdict(float)
        for word, lift in lifts:
            for one in self._matches(Terms(words=(word,)), where, scopes)[: len(found)]:
                lifted[one.row] += lift * one.relevance
        return [one._replace(relevance=one.relevance + lifted[one.row]) for one in found]

    def _lifts(self, terms: Terms) -> list[tuple[str, float]]:
        """In a small store, the words that many documents hold, and how much more each is to weigh."""
        if self.size() >= SMALL:
            return []
        size = int(self._database.execute_sql("SELECT count(*) FROM documents").fetchone()[0])
        return [
            (word, idf(size, number) / weight_in_fts5(size, number) - 1.0)
            for word, number in self.frequencies(terms.words).items()
            if number > COMMON * size
        ]

    def _matches(self, terms: Terms, where: SearchFilter, scopes: Sequence[int]) -> list[Weighed]:
        """All matches, best first.

        Those of all layers are kept: recall asks for the same words twice, of entries and of the archive.
        """
        asked = (replace(where, layers=(), turns=False), tuple(scopes), self._frequencies.state())
        if getattr(self._last, "asked", None) != asked or len(self._last.matches) > MOST_KEPT:
            self._last.asked, self._last.matches = asked, {}
        kept: dict[Terms, list[Weighed]] = self._last.matches
        if terms not in kept:
            kept[terms] = self._weighed(terms, where, scopes)
        return [
            one for one in kept[terms] if (where.turns if one.layer is None else one.layer in where.layers)
        ]

    def _weighed(self, terms: Terms, where: SearchFilter, scopes: Sequence[int]) -> list[Weighed]:
        """The matches of all layers as FTS5 finds and weighs them, best first."""
        conditions = met_by_documents(self._database, where)
        conditions.add(f"d.scope_id IN ({marks(self._database, len(scopes))})", *scopes)
        sql = f"""
            SELECT -{_RANK} AS relevance, -{_CONTENT_RANK}, d.id, d.layer, d.subject
            FROM documents_fts CROSS JOIN documents d ON d.id = documents_fts.rowid
            WHERE {" AND ".join(["documents_fts MATCH ?", *conditions.texts])}
            ORDER BY relevance DESC, d.id
        """
        match = in_texts(any_of(terms))
        if self.size() >= SMALL and self.size(scopes) * MINORITY < self.size():
            match += f" AND {of_scopes((*LAYERS, None), scopes)}"
        return [*map(Weighed._make, self._database.execute_sql(sql, (match, *conditions.values)).fetchall())]

    def behind(
        self,
        terms: Terms,
        where: SearchFilter,
        scopes: Sequence[int],
        refs: Sequence[str],
        *,
        limit: int,
        offset: int = 0,
    ) -> Behind:
        """See `contract.Search.behind`."""
        from tiermem.store.full_text.count import Matching  # no recall asks for it

        if not scopes or not where.layers or not (terms.words or terms.pairs):
            return Behind(0, [])
        return Matching(self._database, terms, where, scopes).behind(refs, limit, offset)

    def newest(self, where: SearchFilter, scopes: Sequence[int], limit: int) -> list[Candidate]:
        """See `contract.Search.newest`."""
        return newest(self._database, where, scopes, limit)

    def named(self, refs: Sequence[str], scopes: Sequence[int]) -> list[Candidate]:
        """See `contract.Search.named`."""
        return named(self._database, refs, scopes)

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """See `contract.Search.frequencies`."""
        return self._frequencies.counted(self.stems(words))

    def stems(self, words: Sequence[str]) -> dict[str, str]:
        """See `contract.Search.stems`."""
        return self._stemmer.stems(words)

    def size(self, scopes: Sequence[int] | None = None) -> int:
        """See `contract.Search.size`."""
        return (
            self._frequencies.size() if scopes is None else self._frequencies.owned((*LAYERS, None), scopes)
        )

    def reindex(self, progress: Progress | None = None) -> int:
        """See `contract.Search.reindex`."""
        from tiermem.store.erasing import erase as erasure
        from tiermem.store.vectors.table import delete_unfit

        with self._database.atomic("IMMEDIATE"):
            drop_index(self._database)  # its triggers would fail on an index that is out of step
            self._database.execute_sql("DELETE FROM documents")
            self._reindex_entries()
            sessions = [row[0] for row in fetch(self._database, SESSIONS.select(SESSIONS.id))]
            for done, session_id in enumerate(sessions, start=1):
                self._sessions.reindex(session_id)
                if progress is not None:
                    progress(done, len(sessions))
            make_index(self._database)
            self._database.execute_sql("INSERT INTO documents_fts(documents_fts) VALUES ('rebuild')")
            delete_unfit(self._database)
        if not self._database.in_transaction():
            erasure.finish(self._database)
        return self.size()

    def close(self) -> None:
        """Close what it has beside the store's connections."""
        self._stemmer.close()

    def _reindex_entries(self) -> None:
        active = ENTRIES.select(*(getattr(ENTRIES, name) for name in _ENTRY_FIELDS))
        insert = (
            f"INSERT INTO documents (entry_id, {columns(documents.COLUMNS)}) "
            f"VALUES ({marks(self._database, len(documents.COLUMNS) + 1)})"
        )
        for row in fetch(self._database, active.where(ENTRIES.status == "active")):
            entry = entry_from(row)
            self._database.execute_sql(insert, [entry.id, *documents.of_entry(entry).row])
