"""The full-text index. The engine finds the documents that hold the words, and BM25 in Python ranks them."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tiermem.store.contract import Remaining
from tiermem.store.full_text import documents
from tiermem.store.full_text.bm25 import WordMatches
from tiermem.store.full_text.candidate_rows import Match, by_ref, most_promising, newest, read_matches
from tiermem.store.full_text.conditions import few_left, met_by_documents, met_by_kind
from tiermem.store.full_text.postings import Postings
from tiermem.store.full_text.stemmer import Stemmer
from tiermem.store.sql.rows import ENTRY_COLUMNS, entry_from
from tiermem.store.sql.statements import columns, placeholders, rows_of
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.store.contract import Candidate, Favour, Progress, SearchFilter, Terms
    from tiermem.store.full_text.postings import OwnedPostings, WordIndex
    from tiermem.store.full_text.typed import TypedWords
    from tiermem.store.sql.database import Database
    from tiermem.store.tables.sessions import SessionTables

RANKED = 150
"""Minimum documents ranked by BM25 if other signals count too. 300 had the same recall@10 on LoCoMo at twice the time,
and 100 had 0.2 points less."""
SHARE_NEEDED = 2 / 3
"""Share of the requested candidates at which reading documents stops."""
CHUNK = 150
"""Documents read at a time."""
FIRST_CHUNK = 60
"""Minimum documents of the first read, the most promising; it grows to three times the requested number."""
MAX_READ = 15_000
"""Maximum documents read for one search. A plan's terms match as many."""
MAX_LISTED = 600
"""Maximum documents left by a filter at which all of them are ranked, by all words of the search."""
MAX_PAIRED = 2_000
"""Maximum documents read for a frequent word and its pair, the latest of each owner."""

_OLDEST = "ORDER BY started_at, id"
"""The latest documents of a new index are the latest sessions'."""
_ENTRY_FIELDS = ENTRY_COLUMNS[:-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ranked:
    """Matches that a filter keeps, and the number of documents it dropped."""

    kept: list[Match]
    dropped: int = 0


class FullText:
    """`contract.Search` over the index of an engine."""

    def __init__(self, database: Database, sessions: SessionTables, index: WordIndex) -> None:
        self._database = database
        self._sessions = sessions
        self._index = index
        self._stemmer = Stemmer()
        self._postings = Postings(index)

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
        postings = self._postings.of(scopes)
        matches = self._matches(terms, where, postings)
        number = limit if favour is None else max(limit, RANKED)
        rows = matches.promising(number) or self._latest_of_a_pair(terms, where, postings)
        if not rows:
            return []
        ranked = self._ranked(rows, matches, where, number, round(SHARE_NEEDED * limit))
        if len(ranked.kept) < SHARE_NEEDED * limit and ranked.dropped > len(ranked.kept):
            left = few_left(self._database, where, scopes, MAX_LISTED)
            if left is not None:
                matches = self._matches(terms, where, postings, every_word=True)
                ranked = self._ranked(left, matches, where, MAX_LISTED, MAX_LISTED)
        return read_matches(self._database, most_promising(ranked.kept, limit, favour), scopes)

    def _matches(
        self, terms: Terms, where: SearchFilter, postings: OwnedPostings, *, every_word: bool = False
    ) -> WordMatches:
        """Return the matches of the terms' words. Words that are too frequent are included only with *every_word*."""
        words = [*dict.fromkeys((*terms.words, *chain.from_iterable(terms.pairs)))]
        words += [word for word in terms.rest if every_word and word not in words]
        new = [word for word in words if word not in terms.frequencies]
        frequencies = {**terms.frequencies, **postings.frequencies(new)}
        matches = WordMatches(terms, self.stems(words), frequencies, postings.documents, postings.average)
        for are_turns in _kinds(where):
            for word, posting in postings.read(words, are_turns=are_turns).items():
                matches.add(word, posting.rows, posting.labelled, is_complete=posting.is_complete)
                others = [one for one in _paired_with(word, terms) if one not in posting.beside]
                if not posting.is_complete and others:
                    rows = postings.holding_both(word, others, are_turns=are_turns, limit=MAX_PAIRED)
                    matches.add(word, rows)
        return matches

    def _latest_of_a_pair(self, terms: Terms, where: SearchFilter, postings: OwnedPostings) -> list[int]:
        """Return the latest documents with the rarest word of a pair, for when no document holds both words."""
        if not terms.pairs:
            return []
        word = terms.pairs[0][0]
        read = (postings.read([word], are_turns=are_turns)[word] for are_turns in _kinds(where))
        return [row for posting in read for row in posting.rows[:MAX_LISTED]]

    def _ranked(
        self, rows: Sequence[int], matches: WordMatches, where: SearchFilter, first: int, enough: int
    ) -> _Ranked:
        """Return the matches among documents. Read at least *first*, then until the filter has kept *enough*."""
        kinds, met = met_by_kind(self._database, where), met_by_documents(self._database, where)
        sql = f"""
            SELECT d.id, d.layer, {" AND ".join(met.texts) or "1 = 1"}, d.length, d.neighbours,
            d.content, d.subject, d.tags, d.dates
            FROM json_each(?) row CROSS JOIN documents d ON d.id = CAST(row.value AS BIGINT)
            WHERE {" AND ".join(kinds.texts)}
        """
        kept: list[Match] = []
        dropped = 0
        start, size = 0, min(CHUNK, max(FIRST_CHUNK, 3 * first))
        while start < min(len(rows), MAX_READ) and not (start >= first and len(kept) >= enough):
            chunk = json.dumps(sorted(rows[start : start + size]))
            start, size = start + size, CHUNK
            read = self._database.at_once(sql, (*met.values, chunk, *kinds.values), 9)
            for row, layer, is_kept, length, neighbours, *texts in read:
                if not is_kept:
                    dropped += 1
                    continue
                relevance, of_content = matches.scores(row, length, neighbours, texts)
                if relevance:
                    kept.append(Match(relevance, of_content, row, layer, texts[1]))
        return _Ranked(kept=kept, dropped=dropped)

    def remaining(
        self,
        terms: Terms,
        where: SearchFilter,
        scopes: Sequence[int],
        refs: Sequence[str],
        *,
        limit: int,
        offset: int = 0,
    ) -> Remaining:
        """See `contract.Search.remaining`."""
        if not scopes or not where.layers or not (terms.words or terms.pairs):
            return Remaining(0, [])
        met = met_by_documents(self._database, where)
        layers = placeholders(self._database, len(where.layers))
        held, bound = self._index.entries_with(terms, scopes)
        texts = (
            f"{held} AND d.layer IN ({layers})",
            *met.texts,
            "d.entry_id NOT IN (SELECT value FROM json_each(?))",
        )
        found = " AND ".join(texts)
        values = (*bound, *where.layers, *met.values, json.dumps(list(refs)))
        total = self._database.execute_sql(f"SELECT count(*) {found}", values).fetchone()[0]
        if limit <= 0 or not total:
            return Remaining(total, [])
        page = f"SELECT d.entry_id {found} ORDER BY d.at DESC, d.id DESC LIMIT ? OFFSET ?"
        rows = self._database.execute_sql(page, (*values, limit, offset)).fetchall()
        return Remaining(total, [row[0] for row in rows])

    def typed(self, words: Sequence[str], where: SearchFilter, scopes: Sequence[int]) -> TypedWords:
        """See `contract.Search.typed`."""
        from tiermem.store.full_text.typed import TypedWords  # for search as one types

        return TypedWords(self._database, self._index.typing(), words, where, scopes)

    def newest(self, where: SearchFilter, scopes: Sequence[int], limit: int) -> list[Candidate]:
        """See `contract.Search.newest`."""
        return newest(self._database, where, scopes, limit)

    def by_ref(self, refs: Sequence[str], scopes: Sequence[int]) -> list[Candidate]:
        """See `contract.Search.by_ref`."""
        return by_ref(self._database, refs, scopes)

    def frequencies(
        self, words: Sequence[str], scopes: Sequence[int], *, turns: bool = True
    ) -> dict[str, int]:
        """See `contract.Search.frequencies`."""
        return self._postings.of(scopes).frequencies(words, turns=turns)

    def state(self, scopes: Sequence[int], *, turns: bool = True) -> Hashable:
        """See `contract.Search.state`."""
        return self._index.state(scopes, turns=turns)

    def stems(self, words: Sequence[str]) -> dict[str, str]:
        """See `contract.Search.stems`."""
        return self._stemmer.stems(words)

    def size(self, scopes: Sequence[int] | None = None) -> int:
        """See `contract.Search.size`."""
        if scopes is not None:
            return self._postings.of(scopes).documents
        total = "SELECT coalesce(sum(documents), 0) FROM documents_totals"
        return int(self._database.execute_sql(total).fetchone()[0])

    def reindex(self, progress: Progress | None = None) -> int:
        """See `contract.Search.reindex`."""
        from tiermem.store.erasing.erase import finish
        from tiermem.store.vectors.table import delete_unfit

        with self._database.atomic("IMMEDIATE"):
            self._index.make()
            self._reindex_entries()
            sessions = [row[0] for row in rows_of(self._database, f"SELECT id FROM sessions {_OLDEST}")]
            for done, session_id in enumerate(sessions, start=1):
                self._sessions.reindex(session_id)
                if progress is not None:
                    progress(done, len(sessions))
            self._index.complete()
            delete_unfit(self._database)
        if not self._database.in_transaction():
            finish(self._database)
            self._database.renew_indexes()
        return self.size()

    def close(self) -> None:
        """Close its own resources. The store's connections stay open."""
        self._stemmer.close()

    def _reindex_entries(self) -> None:
        where = "status = 'active' ORDER BY created_at, id"
        for row in rows_of(self._database, f"SELECT {columns(_ENTRY_FIELDS)} FROM entries WHERE {where}"):
            documents.add_entry(self._database, entry_from(row))


def _kinds(where: SearchFilter) -> Iterator[bool]:
    """Yield False if entries are searched, and True if turns are searched."""
    if where.layers:
        yield False
    if where.turns:
        yield True


def _paired_with(word: str, terms: Terms) -> list[str]:
    """Return the words to combine with a frequent word: those of its pairs, and the single words."""
    partners = [one if other == word else other for one, other in terms.pairs if word in (one, other)]
    return [*terms.words, *partners] if partners else []
