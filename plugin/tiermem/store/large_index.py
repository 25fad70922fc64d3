"""Candidates of an index in which FTS5 would weigh too many rows; see `postings`."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tiermem.store.conditions import met_by_documents
from tiermem.store.index_tables import INDEX_COLUMNS
from tiermem.store.postings import (
    IN_TEXT,
    Words,
    any_of,
    holding,
    numbers,
    of_scopes,
    promising,
    quoted,
    scores,
    weight_in_fts5,
)
from tiermem.store.reading import read
from tiermem.store.sql import marks

if TYPE_CHECKING:
    from peewee import SqliteDatabase

    from tiermem.store.conditions import Conditions
    from tiermem.store.contract import Candidate, SearchFilter, Terms
    from tiermem.store.frequencies import Frequencies
    from tiermem.values import Layer

MINORITY = 16
"""A search in less than one in so many documents goes by their scope tokens; where more of the index is searched,
reading through the rows of a token costs more than leaving out those of others."""
ENOUGH = 4
"""Where less than one in so many of the candidates asked for are found among the rows of everybody, as the rows of
others come before them, those are left out by the tokens."""
MOST_FETCHED = 1_000
"""Documents that are fetched at most for one search, those of other scopes and layers included."""

_COLUMNS = INDEX_COLUMNS[:-1]
_SCORED = """
    SELECT d.entry_id, d.turn_id, d.at, d.tags, d.content, json_extract(s.value, '$[1]') AS relevance,
        json_extract(s.value, '$[2]') AS content_relevance
    FROM json_each(?) s CROSS JOIN documents d ON d.id = json_extract(s.value, '$[0]')
"""
_Scored = tuple[int, float, float]
"""Row, relevance, content relevance."""


class LargeIndex:
    """The part of `contract.Search` whose cost must not grow with the index."""

    def __init__(self, database: SqliteDatabase, frequencies: Frequencies) -> None:
        self._database = database
        self._frequencies = frequencies
        self._last = threading.local()

    def candidates(
        self, terms: Terms, stems: Mapping[str, str], where: SearchFilter, scopes: Sequence[int], limit: int
    ) -> list[Candidate]:
        """See `contract.Search.candidates`.

        Args:
            terms: What is looked for.
            stems: Each word of the terms and its stem.
            where: Filters.
            scopes: Whose documents.
            limit: Candidates at most.
        """
        layers = (*where.layers, None) if where.turns else where.layers
        words = self._weighed(stems)
        conditions = met_by_documents(self._database, where)
        self._narrow(conditions, layers, scopes)
        owners = f" AND {of_scopes(layers, scopes)}"
        is_minority = self._frequencies.owned(layers, scopes) * MINORITY < self._frequencies.size()
        rows = self._promising(terms, words, stems, owners if is_minority else "")
        scored = self._scored(rows, conditions, words, limit)
        if not is_minority and len(rows) > MOST_FETCHED and len(scored) * ENOUGH < limit:
            own = set(self._rows(owners, any_of(terms)))
            scored = self._scored([row for row in rows if row in own], conditions, words, limit)
        return read(self._database, _SCORED, [json.dumps(scored)])

    def _promising(self, terms: Terms, words: Words, stems: Mapping[str, str], owners: str) -> Sequence[int]:
        """The last of them are kept: recall asks for the same words twice, of entries and of the archive."""
        asked = (terms, owners, self._frequencies.state())
        if getattr(self._last, "asked", None) != asked:
            rows = promising(holding(terms, stems, partial(self._rows, owners)), words)
            if not rows and terms.pairs:
                rows = self._newest(terms.pairs[0][0], owners)
            self._last.asked, self._last.rows = asked, rows
        kept: Sequence[int] = self._last.rows
        return kept

    def _weighed(self, stems: Mapping[str, str]) -> Words:
        size = self._frequencies.size()
        counted = self._frequencies.counted(stems)
        return Words(
            weights={stem: weight_in_fts5(size, min(counted[word], size)) for word, stem in stems.items()}
        )

    def _rows(self, owners: str, match: str) -> Iterable[int]:
        """The rows that match, of the owners where those are named."""
        sql = "SELECT group_concat(rowid) FROM documents_fts WHERE documents_fts MATCH ?"
        found = self._database.execute_sql(sql, (f"{IN_TEXT}: ({match}){owners}",)).fetchone()[0]
        return map(int, found.split(",")) if found else ()

    def _newest(self, word: str, owners: str) -> list[int]:
        """The newest rows of a word, where no row holds two of the words."""
        sql = "SELECT rowid FROM documents_fts WHERE documents_fts MATCH ? ORDER BY rowid DESC LIMIT ?"
        match = f"{IN_TEXT}: {quoted(word)}{owners}"
        return [row[0] for row in self._database.execute_sql(sql, (match, MOST_FETCHED)).fetchall()]

    def _narrow(self, conditions: Conditions, layers: Sequence[Layer | None], scopes: Sequence[int]) -> None:
        own = tuple(dict.fromkeys(scopes))
        conditions.add(f"d.scope_id IN ({marks(self._database, len(own))})", *own)
        named = [layer for layer in layers if layer is not None]
        kinds = [f"d.layer IN ({marks(self._database, len(named))})"] if named else []
        kinds += ["d.layer IS NULL"] if None in layers else []
        conditions.add(f"({' OR '.join(kinds)})", *named)

    def _scored(self, rows: Sequence[int], conditions: Conditions, words: Words, limit: int) -> list[_Scored]:
        """The best *limit* of the rows that meet the conditions, of the first `MOST_FETCHED`."""
        found: list[_Scored] = []
        sql = f"""
            SELECT d.id, s.sz, {", ".join("d." + name for name in _COLUMNS)}
            FROM json_each(?) row CROSS JOIN documents d ON d.id = row.value
            CROSS JOIN documents_fts_docsize s ON s.id = d.id
            WHERE {" AND ".join(conditions.texts)}
        """
        average, chunk = self._average(), limit + limit // 2
        for first in range(0, min(len(rows), MOST_FETCHED), chunk):
            values = [json.dumps(sorted(rows[first : first + chunk])), *conditions.values]
            for row, sizes, *texts in self._database.execute_sql(sql, values).fetchall():
                relevance, content = scores(texts, sum(numbers(sizes)) / average, words)
                found.append((row, relevance, content))
            if len(found) >= limit:
                break
        return sorted(found, key=lambda one: (-one[1], one[0]))[:limit]

    def _average(self) -> float:
        """Tokens of a document on average, as FTS5 keeps count of them: the documents, then each column's tokens."""
        found = self._database.execute_sql("SELECT block FROM documents_fts_data WHERE id = 1").fetchone()
        documents, *tokens = numbers(found[0]) if found and found[0] else (0,)
        return sum(tokens) / documents if documents else 1.0
