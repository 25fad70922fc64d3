"""Candidates of an index in which FTS5 would weigh too many rows; see `postings`."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from tiermem.store.full_text.candidates import Weighed
from tiermem.store.full_text.conditions import Conditions, met_by_documents
from tiermem.store.full_text.postings import (
    Words,
    any_of,
    holding,
    in_texts,
    numbers,
    of_scopes,
    promising,
    quoted,
    row_list,
    scores,
    total,
    weight_in_fts5,
)
from tiermem.store.full_text.tables import INDEX_COLUMNS
from tiermem.store.tables.sql import marks
from tiermem.values import LAYERS

if TYPE_CHECKING:
    from peewee import SqliteDatabase

    from tiermem.store.contract import SearchFilter, Terms
    from tiermem.store.full_text.frequencies import Frequencies
    from tiermem.store.full_text.stemmer import Stemmer
    from tiermem.values import Layer

MINORITY = 16
"""A search in less than one in so many documents goes by their scope tokens; where more of the index is searched,
reading through the rows of a token costs more than leaving out those of others."""
ENOUGH = 30
"""Where less than one in so many of the candidates asked for are found among the rows of everybody, as the rows of
others come before them, those are left out by the tokens."""
CHUNK = 180
"""Documents that are fetched at a time."""
BESIDES = 40
"""Documents that are fetched at first besides those that are wanted first, where both are fewer: the order of rows
by the words that they hold is not yet theirs."""
MOST_FETCHED = 600
"""Documents that are fetched at most for one search, those of other scopes and layers included."""
FEW = 600
"""Documents that a filter leaves up to which all of them are read: then none is missed, whatever words were planned."""
MOST_LISTED = 20_000
"""Documents that a filter leaves up to which they are listed, and those of them fetched that hold the words."""
MOST_READ = 15_000
"""Rows that are read at most where a filter leaves more: as many as a plan's terms hit."""

_ALL: tuple[Layer | None, ...] = (*LAYERS, None)
_DOCUMENTS = f"""
    SELECT d.id, d.layer, s.sz, {", ".join("d." + name for name in INDEX_COLUMNS[:-1])}
    FROM json_each(?) row CROSS JOIN documents d ON d.id = row.value
    CROSS JOIN documents_fts_docsize s ON s.id = d.id WHERE
"""


class _Reading:
    """What is known of a search, whichever of the layers it is for.

    Attributes:
        terms: What is looked for.
        where: Its filters.
        scopes: Whose documents.
        owners: What its rows were narrowed by, as a MATCH expression; "" for the rows of everybody.
        words: Its words.
        average: Tokens of a document.
        rows: The rows with the words, the most promising first.
        first: The first of them weighed, of all layers: recall asks for the same words twice, of entries and of
            the archive.
    """

    def __init__(self, terms: Terms, where: SearchFilter, scopes: Sequence[int], owners: str) -> None:
        self.terms = terms
        self.where = where
        self.scopes = scopes
        self.owners = owners
        self.words = Words(weights={})
        self.average = 1.0
        self.rows: Sequence[int] = ()
        self.first: Sequence[Weighed] = ()


class LargeIndex:
    """The part of `contract.Search` whose cost must not grow with the index."""

    def __init__(self, database: SqliteDatabase, frequencies: Frequencies, stemmer: Stemmer) -> None:
        self._database = database
        self._frequencies = frequencies
        self._stemmer = stemmer
        self._last = threading.local()

    def weighed(
        self,
        terms: Terms,
        stems: Mapping[str, str],
        where: SearchFilter,
        scopes: Sequence[int],
        *,
        first: int,
        enough: int,
    ) -> list[Weighed]:
        """What holds the words that weigh most, in any order; see `contract.Search.candidates`.

        Args:
            terms: What is looked for.
            stems: Each word of the terms and its stem.
            where: Filters.
            scopes: Whose documents.
            first: Documents of all layers that are read in any case, about.
            enough: Documents from which on no more are read.
        """
        layers = tuple(one for one in _ALL if (one in where.layers if one is not None else where.turns))
        chunk = min(CHUNK, first + BESIDES)
        reading = self._reading(terms, stems, where, scopes, layers, chunk=chunk)
        rows = reading.rows
        found = [one for one in reading.first if one.layer in layers]
        found += self._fetched(rows[chunk:MOST_FETCHED], layers, reading, enough - len(found))
        if not reading.owners and len(rows) > MOST_FETCHED and len(found) * ENOUGH < first:
            own = set(self._rows(f" AND {of_scopes(layers, scopes)}", any_of(terms)))
            rows = [row for row in rows if row in own]
            found = self._fetched(rows[:MOST_FETCHED], layers, reading, enough)
        if len(found) < enough:
            found = self._narrowed_further(found, rows, layers, reading, enough)
        return found

    def _narrowed_further(
        self,
        found: list[Weighed],
        rows: Sequence[int],
        layers: Sequence[Layer | None],
        reading: _Reading,
        enough: int,
    ) -> list[Weighed]:
        """What was found, and what a filter leaves of the rows behind those that were fetched.

        Args:
            found: What was found among the rows fetched.
            rows: All rows with the words, the most promising first.
            layers: Layers that are searched, None for turns.
            reading: What is known of the search.
            enough: Documents from which on no more are read.
        """
        from tiermem.store.full_text.selective import Selective  # most searches find enough without

        filtered = Selective(self._database, reading.where, reading.scopes)
        narrowed = filtered.narrowed(layers)
        if not narrowed or not (
            filtered.is_asked_for(layers) or self._drops_most(found, rows, narrowed, reading)
        ):
            return found
        left, listed = filtered.rows(narrowed, MOST_LISTED if len(rows) > MOST_FETCHED else FEW)
        if listed:
            found = [one for one in found if one.layer not in listed]
            found += self._listed(left, rows, listed, reading)
        others = [layer for layer in narrowed if layer not in listed]
        if others:
            found += self._fetched(rows[MOST_FETCHED:MOST_READ], others, reading, enough - len(found))
        return found

    def _drops_most(
        self,
        found: Sequence[Weighed],
        rows: Sequence[int],
        layers: Sequence[Layer | None],
        reading: _Reading,
    ) -> bool:
        """Whether the filter leaves less than half of what was fetched of these layers."""
        conditions = self._within(Conditions(), layers, reading)
        sql = (
            "SELECT count(*) FROM json_each(?) row CROSS JOIN documents d ON d.id = row.value "
            f"WHERE {' AND '.join(conditions.texts)}"
        )
        values = (json.dumps(rows[:MOST_FETCHED]), *conditions.values)
        fetched = int(self._database.execute_sql(sql, values).fetchone()[0])
        return 2 * sum(one.layer in layers for one in found) < fetched

    def _listed(
        self, left: Sequence[int], rows: Sequence[int], layers: Sequence[Layer | None], reading: _Reading
    ) -> list[Weighed]:
        """Of the rows that a filter leaves, where they are few those with any word, else the best with the terms."""
        if len(left) > FEW:
            wanted = set(left)
            promising = [row for row in rows if row in wanted][:MOST_FETCHED]
            return self._fetched(promising, layers, reading, MOST_FETCHED)
        from tiermem.store.full_text.selective import holders

        terms = reading.terms
        stems = self._stemmer.stems([*terms.words, *chain.from_iterable(terms.pairs), *terms.rest])
        documents = self._database.execute_sql(_DOCUMENTS + "true", (json.dumps(sorted(left)),)).fetchall()
        whole = holders({row: texts for row, _, _, *texts in documents}, set(stems.values()), self._stemmer)
        words = Words(weights=self._weights(stems), whole=whole)
        held = set().union(*whole.values())
        return [
            Weighed(*scores(row, texts, total(sizes) / reading.average, words), row, layer, texts[1])
            for row, layer, sizes, *texts in documents
            if row in held
        ]

    def _reading(
        self,
        terms: Terms,
        stems: Mapping[str, str],
        where: SearchFilter,
        scopes: Sequence[int],
        layers: Sequence[Layer | None],
        *,
        chunk: int,
    ) -> _Reading:
        """The last one is kept."""
        reading = _Reading(
            terms, replace(where, layers=(), turns=False), tuple(scopes), self._owners(layers, scopes)
        )
        asked = (terms, reading.where, reading.scopes, reading.owners, chunk, self._frequencies.state())
        if getattr(self._last, "asked", None) != asked:
            self._read(reading, stems, chunk)
            self._last.asked, self._last.reading = asked, reading
        kept: _Reading = self._last.reading
        return kept

    def _owners(self, layers: Sequence[Layer | None], scopes: Sequence[int]) -> str:
        """The tokens of a minority, of which one search tells the other nothing."""
        own = self._frequencies.owned(_ALL, scopes)
        if self._frequencies.owned(layers, scopes) * MINORITY < own:
            return f" AND {of_scopes(layers, scopes)}"
        return f" AND {of_scopes(_ALL, scopes)}" if own * MINORITY < self._frequencies.size() else ""

    def _read(self, reading: _Reading, stems: Mapping[str, str], chunk: int) -> None:
        """Fill in what is known of a search."""
        terms = reading.terms
        weights = self._weights(stems)
        found = holding(terms, stems, partial(self._rows, reading.owners), self._known(reading, stems))
        reading.words = Words(
            weights=weights, whole={stems[word]: found[stems[word]] for word in terms.words}
        )
        reading.rows = promising(found, weights)
        if not reading.rows and terms.pairs:
            reading.rows = self._newest(terms.pairs[0][0], reading.owners)
        reading.average = self._average()
        reading.first = self._fetched(reading.rows[:chunk], _ALL, reading, chunk)

    def _weights(self, stems: Mapping[str, str]) -> dict[str, float]:
        size = self._frequencies.size()
        counted = self._frequencies.counted(stems)
        return {stem: weight_in_fts5(size, min(counted[word], size)) for word, stem in stems.items()}

    def _rows(self, owners: str, match: str) -> Sequence[int]:
        """The rows that match, of the owners where those are named."""
        sql = "SELECT group_concat(rowid) FROM documents_fts WHERE documents_fts MATCH ?"
        return row_list(self._database.execute_sql(sql, (in_texts(match) + owners,)))

    def _known(self, reading: _Reading, stems: Mapping[str, str]) -> Mapping[str, Sequence[int]]:
        """The rows of words that were read already, of everybody."""
        if reading.owners:
            return {}
        read = {stem: self._frequencies.rows(stem) for stem in stems.values()}
        return {stem: rows for stem, rows in read.items() if rows is not None}

    def _newest(self, word: str, owners: str) -> list[int]:
        """The newest rows of a word, where no row holds two of the words."""
        sql = "SELECT rowid FROM documents_fts WHERE documents_fts MATCH ? ORDER BY rowid DESC LIMIT ?"
        match = in_texts(quoted(word)) + owners
        return [row[0] for row in self._database.execute_sql(sql, (match, MOST_FETCHED)).fetchall()]

    def _fetched(
        self, rows: Sequence[int], layers: Sequence[Layer | None], reading: _Reading, enough: int
    ) -> list[Weighed]:
        """Those of the rows that meet all conditions, weighed, chunk by chunk until there are enough."""
        found: list[Weighed] = []
        narrowed, values = self._narrowed(layers, reading) if rows and enough > 0 else ("", [])
        for first in range(0, len(rows), CHUNK):
            if len(found) >= enough:
                break
            chunk = json.dumps(sorted(rows[first : first + CHUNK]))
            documents = self._database.execute_sql(_DOCUMENTS + narrowed, (chunk, *values)).fetchall()
            for row, layer, sizes, *texts in documents:
                relevance = scores(row, texts, total(sizes) / reading.average, reading.words)
                found.append(Weighed(*relevance, row, layer, texts[1]))
        return found

    def _narrowed(self, layers: Sequence[Layer | None], reading: _Reading) -> tuple[str, list[Any]]:
        """What the documents meet, as SQL, and its values."""
        conditions = self._within(met_by_documents(self._database, reading.where), layers, reading)
        return " AND ".join(conditions.texts), conditions.values

    def _within(
        self, conditions: Conditions, layers: Sequence[Layer | None], reading: _Reading
    ) -> Conditions:
        """The conditions, and that a document is of the scopes and the layers."""
        own = tuple(dict.fromkeys(reading.scopes))
        conditions.add(f"d.scope_id IN ({marks(self._database, len(own))})", *own)
        if len(layers) < len(_ALL):
            named = [layer for layer in layers if layer is not None]
            kinds = [f"d.layer IN ({marks(self._database, len(named))})"] if named else []
            kinds += ["d.layer IS NULL"] if None in layers else []
            conditions.add(f"({' OR '.join(kinds)})", *named)
        return conditions

    def _average(self) -> float:
        """Tokens of a document on average, as FTS5 keeps count of them: the documents, then each column's tokens."""
        found = self._database.execute_sql("SELECT block FROM documents_fts_data WHERE id = 1").fetchone()
        documents, *tokens = numbers(found[0]) if found and found[0] else (0,)
        return sum(tokens) / documents if documents else 1.0
