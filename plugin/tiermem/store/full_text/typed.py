"""Find entries while somebody types: every word, and the last one as a beginning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.store.contract import TypedHit
from tiermem.store.full_text.conditions import Conditions, met_by_documents, met_by_kind
from tiermem.store.full_text.postings import quoted
from tiermem.store.full_text.tables import first_id, last_id
from tiermem.text import clean
from tiermem.values import LAYERS
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.connection import Database
    from tiermem.store.contract import SearchFilter

_SHORTEST_STEM = 3
_LONGEST_SUFFIX = 7
"""Maximum characters that a stem lacks of a word: ``deploy`` is that of "deploymen", which is the beginning of none."""

_AFTER_Y = ("ment", "er")
"""Suffixes before which a stem keeps its y."""


class TypedWords:
    """`contract.Typed` with FTS5."""

    def __init__(
        self, database: Database, words: Sequence[str], where: SearchFilter, scopes: Sequence[int]
    ) -> None:
        self._database = database
        where = replace(where, turns=False)
        met = met_by_documents(database, where)
        kinds = Conditions() if set(where.layers) >= set(LAYERS) else met_by_kind(database, where)
        self._texts = ("documents_fts MATCH ?", "f.rowid BETWEEN ? AND ?", *kinds.texts, *met.texts)
        self._values = (*kinds.values, *met.values)
        joined = " CROSS JOIN documents d ON d.id = f.rowid" if len(self._texts) > 2 else ""
        self._counting = f"SELECT count(*) FROM documents_fts f{joined} WHERE {' AND '.join(self._texts)}"
        self._ranges = [
            (first_id(one, is_turn=False), last_id(one, is_turn=False)) for one in dict.fromkeys(scopes)
        ]
        self._match, self._counts = "", [0] * len(self._ranges)
        for match in _matches([clean(word) for word in words]):
            self._match, self._counts = match, [self._count(match, ids) for ids in self._ranges]
            if any(self._counts):
                break

    @property
    def total(self) -> int:
        """See `contract.Typed.total`."""
        return sum(self._counts)

    def _count(self, match: str, ids: tuple[int, int]) -> int:
        return int(self._database.execute_sql(self._counting, (match, *ids, *self._values)).fetchone()[0])

    def latest(self, number: int) -> list[TypedHit]:
        """See `contract.Typed.latest`."""
        rows = (
            row
            for ids, _, share in self._shares(number)
            for row in self._rows("d.entry_id, d.content, d.subject, d.at", ids, share, 0)
        )
        return [*map(TypedHit._make, rows)]

    def earlier(self, number: int, *, limit: int, offset: int) -> list[str]:
        """See `contract.Typed.earlier`."""
        found: list[str] = []
        for ids, count, share in self._shares(number):
            left = count - share
            if offset < left and len(found) < limit:
                rows = self._rows("d.entry_id", ids, limit - len(found), share + offset)
                found += [row[0] for row in rows]
            offset = max(offset - left, 0)
        return found

    def refs(self) -> list[str]:
        """See `contract.Typed.refs`."""
        return [row[0] for ids in self._counted() for row in self._rows("d.entry_id", ids, -1, 0)]

    def _counted(self) -> dict[tuple[int, int], int]:
        return {ids: number for ids, number in zip(self._ranges, self._counts, strict=True) if number}

    def _shares(self, number: int) -> list[tuple[tuple[int, int], int, int]]:
        """Return the ids, the count and the share of *number* of each owner who has matches."""
        total = self.total
        return [
            (ids, count, min(count, -(-number * count // total))) for ids, count in self._counted().items()
        ]

    def _rows(self, shown: str, ids: tuple[int, int], limit: int, offset: int) -> list[Sequence[str]]:
        sql = (
            f"SELECT {shown} FROM documents_fts f CROSS JOIN documents d ON d.id = f.rowid "
            f"WHERE {' AND '.join(self._texts)} ORDER BY f.rowid DESC LIMIT ? OFFSET ?"
        )
        values = (self._match, *ids, *self._values, limit, offset)
        return list(self._database.execute_sql(sql, values).fetchall())


def _matches(words: Sequence[str]) -> Iterator[str]:
    """Yield expressions for what is typed, each for when nothing matches the one before."""
    if not words:
        return
    *first, last = words
    whole = [quoted(word) for word in first]
    begun = f"({quoted(last)} OR {_begun(last, '*')})"
    yield _searched(" AND ".join((*whole, begun)))
    for length in range(len(last) - 1, max(_SHORTEST_STEM, len(last) - _LONGEST_SUFFIX) - 1, -1):
        yield _searched(" AND ".join((*whole, f"({_begun(last[:length], '')})")))
    if whole:
        yield _searched(" OR ".join((*whole, begun)))


def _begun(word: str, ending: str) -> str:
    """Return what finds words with the stem of *word*. FTS5 stems "deploy" to ``deploi``, but not "deployment"."""
    words = [word, *(word + suffix for suffix in _AFTER_Y if word.endswith("y"))]
    return " OR ".join('"' + one.replace('"', '""') + f'"{ending}' for one in words)


def _searched(expression: str) -> str:
    return f"{{content subject tags}} : ({expression})"
