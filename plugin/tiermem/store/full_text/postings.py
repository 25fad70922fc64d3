"""Read from FTS5 which documents of the searched owners hold a word."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import ref

from tiermem.store.full_text.documents import AWAY
from tiermem.store.full_text.tables import LONG_BIT, TURN_BIT, first_id, last_id
from tiermem.text import clean
from tiermem.text.terms import base_form
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.store.connection import Database

MAX_ROWS = 4_000
"""Maximum documents read for a word, for entries and for turns each; the latest are read. Each costs 0.1 µs."""
SAMPLE = 500
"""Maximum documents of a word whose neighbours are counted."""
MAX_CACHED_WORDS = 500

_TOTALS = """
    SELECT scope_id, is_turn, documents, tokens, neighbours FROM documents_totals
    WHERE documents > 0 AND scope_id IN (SELECT value FROM json_each(?)) ORDER BY scope_id
"""
_READ = """
    SELECT (
        SELECT group_concat(id) FROM (
            SELECT rowid AS id FROM documents_fts
            WHERE documents_fts MATCH word.value AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?
        )
    ) FROM json_each(?) word ORDER BY word.key
"""
_IN_CONTENT, _IN_LABELS = "content : ", "{subject tags dates} : "
_MATCHING = """
    SELECT group_concat(id) FROM (
        SELECT rowid AS id FROM documents_fts
        WHERE documents_fts MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?
    )
"""


class Posting(NamedTuple):
    """The documents that hold a word.

    Attributes:
        rows: Ids of the documents that hold it in their content; the latest if there are more than `MAX_ROWS`.
        labelled: Ids of the documents that hold it in a subject, a tag or a date, with the same limit.
        number: Number of documents that it finds: those that hold it, and short turns beside them. A large number is an
            estimate.
        is_complete: True if all were read.
    """

    rows: Sequence[int]
    labelled: Sequence[int]
    number: int
    is_complete: bool


class _Range(NamedTuple):
    first: int
    last: int
    documents: int
    neighbours: float


class OwnedPostings:
    """The postings of some owners in one state of the database, cached after reading.

    Attributes:
        documents: Number of the owners' documents.
        average: Average words of a document, including words borrowed from neighbours.
    """

    def __init__(self, database: Database, scopes: Sequence[int]) -> None:
        self._database = database
        self._ranges: dict[bool, list[_Range]] = {False: [], True: []}
        self._known: dict[bool, dict[str, Posting]] = {False: {}, True: {}}
        self.documents = tokens = 0
        rows = database.execute_sql(_TOTALS, (json.dumps(scopes),)).fetchall()
        for scope_id, is_turn, documents, words, neighbours in rows:
            ids = (first_id(scope_id, is_turn=is_turn), last_id(scope_id, is_turn=is_turn))
            self._ranges[is_turn].append(_Range(*ids, documents, neighbours / documents))
            self.documents += documents
            tokens += words
        self.average = tokens / self.documents if self.documents else 1.0

    def __len__(self) -> int:
        """Return the number of cached words."""
        return sum(map(len, self._known.values()))

    def read(self, words: Sequence[str], *, are_turns: bool) -> dict[str, Posting]:
        """Return the postings of words in the turns or in the entries."""
        known = self._known[are_turns]
        if new := [word for word in words if word not in known]:
            known |= self._read(new, self._ranges[are_turns])
        return {word: known[word] for word in words}

    def frequencies(self, words: Sequence[str], *, turns: bool = True) -> dict[str, int]:
        """See `contract.Search.frequencies`."""
        kinds = [
            self.read(words, are_turns=are_turns) for are_turns in ((False, True) if turns else (False,))
        ]
        return {word: sum(postings[word].number for postings in kinds) for word in words}

    def matching(self, match: str, *, are_turns: bool, limit: int) -> list[int]:
        """Return the latest documents that match an expression, at most *limit* for each owner."""
        found: list[int] = []
        for first, last, *_ in self._ranges[are_turns]:
            cursor = self._database.execute_sql(_MATCHING, (match, first, last, limit))
            found += _ids(cursor.fetchone()[0])
        return found

    def _read(self, words: Sequence[str], ranges: Sequence[_Range]) -> dict[str, Posting]:
        found = dict.fromkeys(words, Posting((), (), 0, is_complete=True))
        asked = [columns + quoted(word) for word in words for columns in (_IN_CONTENT, _IN_LABELS)]
        for each in ranges:
            values = (each.first, each.last, MAX_ROWS + 1, json.dumps(asked))
            read = self._database.execute_sql(_READ, values).fetchall()
            for word, (rows,), (labelled,) in zip(words, read[::2], read[1::2], strict=True):
                if rows or labelled:
                    found[word] = _joined(found[word], _ids(rows), _ids(labelled), each)
        return found


class Postings:
    """The postings of one database, cached for each thread until the database changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._own = threading.local()

    def of(self, scopes: Sequence[int]) -> OwnedPostings:
        """Return the postings of some owners in the state of the database that this thread's connection sees."""
        connection = self._database.connection()
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        state = (ref(connection), version, connection.total_changes)
        if getattr(self._own, "state", None) != state:
            self._own.state, self._own.owned = state, {}
        owned: dict[tuple[int, ...], OwnedPostings] = self._own.owned
        if sum(map(len, owned.values())) > MAX_CACHED_WORDS:
            owned.clear()
        key = tuple(scopes)
        if key not in owned:
            owned[key] = OwnedPostings(self._database, key)
        return owned[key]


def quoted(word: str) -> str:
    """Return a word as an FTS5 string, so that it is never read as syntax."""
    return '"' + clean(base_form(word)).replace('"', '""') + '"'


def _ids(joined: str | None) -> list[int]:
    """Return the ids joined by ``group_concat``, which costs less than one row per id."""
    ids: list[int] = json.loads(f"[{joined or ''}]")
    return ids


def _joined(posting: Posting, rows: Sequence[int], labelled: Sequence[int], within: _Range) -> Posting:
    """Return a posting with the documents of another owner added."""
    number = round(_estimated(rows, within) * _spread(rows, within))
    if labelled:
        number = max(number, len({*rows, *labelled}), _estimated(labelled, within))
    return Posting(
        rows=[*posting.rows, *rows],
        labelled=[*posting.labelled, *labelled],
        number=posting.number + min(number, within.documents),
        is_complete=posting.is_complete and len(rows) <= MAX_ROWS and len(labelled) <= MAX_ROWS,
    )


def _spread(rows: Sequence[int], within: _Range) -> float:
    """Return how many documents a word finds for each document that holds it. Clustered words find fewer."""
    sample = rows[:SAMPLE]
    if not sample or not sample[0] & TURN_BIT:
        return 1.0
    near = {row + away for row in sample if not row & LONG_BIT for away in AWAY}
    besides = len(near.difference(sample)) * within.neighbours / len(AWAY)
    return 1.0 + besides / len(sample)


def _estimated(rows: Sequence[int], within: _Range) -> int:
    """Return the estimated number of documents. Those before the known latest ones are assumed as frequent."""
    if len(rows) <= MAX_ROWS:
        return len(rows)
    return round(len(rows) * (rows[0] - within.first) / (rows[0] - rows[-1]))
