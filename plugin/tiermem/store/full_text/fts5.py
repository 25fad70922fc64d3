"""The index of words on SQLite: FTS5, which triggers keep in step."""

from __future__ import annotations

import json
import threading
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from tiermem.store.full_text.postings import Held
from tiermem.store.full_text.tables import drop_tables, first_id, last_id, make_index, make_tables
from tiermem.text import clean
from tiermem.text.terms import base_form

if TYPE_CHECKING:
    from tiermem.store.connection import Database
    from tiermem.store.contract import Terms
    from tiermem.store.full_text.postings import Range, State, Total
    from tiermem.store.full_text.typed import Typing

_TOTALS = """
    SELECT scope_id, is_turn, documents, tokens, neighbours FROM documents_totals
    WHERE documents > 0 AND scope_id IN (SELECT value FROM json_each(?)) ORDER BY scope_id
"""
_STAMPS = """
    SELECT scope_id, is_turn, stamp FROM documents_totals
    WHERE scope_id IN (SELECT value FROM json_each(?)) ORDER BY scope_id, is_turn
"""
_READ = """
    SELECT (
        SELECT group_concat(id) FROM (
            SELECT rowid AS id FROM documents_fts
            WHERE documents_fts MATCH word.value AND rowid BETWEEN ? AND ? {} LIMIT ?
        )
    ) FROM json_each(?) word ORDER BY word.key
"""
_READ_LATEST, _READ_ALL = _READ.format("ORDER BY rowid DESC"), _READ.format("ORDER BY rowid")
"""FTS5 reads forwards in half the time: backwards only where not all are read."""
_IN_CONTENT, _IN_LABELS = "content : ", "{subject tags dates} : "
_MATCHING = """
    SELECT group_concat(id) FROM (
        SELECT rowid AS id FROM documents_fts
        WHERE documents_fts MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?
    )
"""


class Fts5:
    """`postings.WordIndex` with FTS5."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen = _Seen()

    def state(self, scopes: Sequence[int], *, turns: bool = True) -> State:
        """See `postings.WordIndex.state`. The stamps are read again if anybody wrote to the file."""
        asked = (*scopes, turns)
        if self._database.in_transaction():  # what it has written may be undone, which no counter shows
            return self._stamps(scopes, turns=turns)
        known = self._seen.at(self._database.state())
        if asked not in known:
            known[asked] = self._stamps(scopes, turns=turns)
        return known[asked]

    def _stamps(self, scopes: Sequence[int], *, turns: bool) -> State:
        found = self._database.execute_sql(_STAMPS, (json.dumps(scopes),)).fetchall()
        return tuple(row for row in found if turns or not row[1])

    def totals(self, scopes: Sequence[int]) -> Sequence[Total]:
        """See `postings.WordIndex.totals`."""
        rows: list[Total] = self._database.execute_sql(_TOTALS, (json.dumps(scopes),)).fetchall()
        return rows

    def read(self, words: Sequence[str], ranges: Sequence[Range], limit: int) -> Sequence[Sequence[Held]]:
        """See `postings.WordIndex.read`."""
        asked = json.dumps(
            [columns + _quoted(word) for word in words for columns in (_IN_CONTENT, _IN_LABELS)]
        )
        found = []
        for each in ranges:
            reads_all = each.documents <= limit
            rows = self._database.execute_sql(
                _READ_ALL if reads_all else _READ_LATEST, (each.first, each.last, limit, asked)
            )
            read = [_ids(joined, reverse=reads_all) for (joined,) in rows.fetchall()]
            found.append([*map(Held, read[::2], read[1::2])])
        return found

    def holding_both(self, word: str, others: Sequence[str], within: Range, limit: int) -> Sequence[int]:
        """See `postings.WordIndex.holding_both`."""
        match = f"{_quoted(word)} AND ({' OR '.join(map(_quoted, others))})"
        cursor = self._database.execute_sql(_MATCHING, (match, within.first, within.last, limit))
        return _ids(cursor.fetchone()[0])

    def entries_with(self, terms: Terms, scopes: Sequence[int]) -> tuple[str, Sequence[object]]:
        """See `postings.WordIndex.entries_with`."""
        own = " OR ".join("documents_fts.rowid BETWEEN ? AND ?" for _ in scopes)
        ids = (bound(one, is_turn=False) for one in scopes for bound in (first_id, last_id))
        found = "FROM documents_fts CROSS JOIN documents d ON d.id = documents_fts.rowid"
        return f"{found} WHERE documents_fts MATCH ? AND ({own})", (_any_of(terms), *ids)

    def typing(self) -> Typing:
        """See `postings.WordIndex.typing`."""
        return _Typing()

    def make(self) -> None:
        """See `postings.WordIndex.make`."""
        drop_tables(self._database)
        make_tables(self._database)

    def complete(self) -> None:
        """See `postings.WordIndex.complete`."""
        make_index(self._database)


class _Seen(threading.local):
    """The stamps that this thread has read since anybody wrote to the file."""

    def __init__(self) -> None:
        self._moment: Hashable = None
        self._stamps: dict[Hashable, State] = {}

    def at(self, moment: Hashable) -> dict[Hashable, State]:
        """Return owners → stamps as of a moment; none are known of another moment."""
        if moment != self._moment:
            self._moment, self._stamps = moment, {}
        return self._stamps


class _Typing:
    """`typed.Typing` with FTS5."""

    source, joined = "documents_fts f", " CROSS JOIN documents d ON d.id = f.rowid"
    row = "f.rowid"
    held: tuple[str, ...] = ("documents_fts MATCH ?", "f.rowid BETWEEN ? AND ?")

    def owned(self, scope_id: int) -> tuple[int, ...]:
        """See `typed.Typing.owned`."""
        return first_id(scope_id, is_turn=False), last_id(scope_id, is_turn=False)

    def word(self, word: str) -> str:
        """See `typed.Typing.word`."""
        return _quoted(word)

    def stem(self, word: str, *, is_beginning: bool) -> str:
        """See `typed.Typing.stem`."""
        return '"' + word.replace('"', '""') + ('"*' if is_beginning else '"')

    def every(self, expressions: Sequence[str]) -> str:
        """See `typed.Typing.every`."""
        return f"({' AND '.join(expressions)})"

    def some(self, expressions: Sequence[str]) -> str:
        """See `typed.Typing.some`."""
        return f"({' OR '.join(expressions)})"

    def said(self, expression: str) -> str:
        """See `typed.Typing.said`."""
        return f"{{content subject tags}} : {expression}"


def _quoted(word: str) -> str:
    """Return a word as an FTS5 string, so that it is never read as syntax."""
    return '"' + clean(base_form(word)).replace('"', '""') + '"'


def _ids(joined: str | None, *, reverse: bool = False) -> list[int]:
    """Return the ids joined by ``group_concat``, which costs less than one row per id."""
    ids: list[int] = json.loads(f"[{joined or ''}]")
    return ids[::-1] if reverse else ids


def _any_of(terms: Terms) -> str:
    """Return the MATCH expression for any of the words or pairs."""
    pairs = (f"({_quoted(first)} AND {_quoted(second)})" for first, second in terms.pairs)
    return " OR ".join((*map(_quoted, terms.words), *pairs))
