"""Find entries while somebody types: every word, and the last one as a beginning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from tiermem.store.contract import TypedHit
from tiermem.store.full_text.conditions import Conditions, met_by_documents, met_by_kind
from tiermem.store.sql.statements import NO_LIMIT
from tiermem.text import clean
from tiermem.values import LAYERS
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.contract import SearchFilter
    from tiermem.store.sql.database import Database

_SHORTEST_STEM = 3
_LONGEST_SUFFIX = 7
"""Maximum characters that a stem lacks of a word: ``deploy`` is that of "deploymen", which is the beginning of none."""

_AFTER_Y = ("ment", "er")
"""Suffixes before which a stem keeps its y."""


class Typing(Protocol):
    """The SQL by which an engine finds what is typed.

    Attributes:
        source: The index in FROM.
        joined: What joins ``documents d`` to it, where its columns are asked for.
        row: The column of the index with the id of a document.
        held: The conditions of an expression, and of the values of `owned`.
    """

    source: str
    joined: str
    row: str
    held: tuple[str, ...]

    def owned(self, scope_id: int) -> tuple[int, ...]:
        """Return the values that restrict a search to the entries of an owner."""
        ...

    def word(self, word: str) -> str:
        """Return an expression for a whole word."""
        ...

    def stem(self, word: str, *, is_beginning: bool) -> str:
        """Return an expression for words with the stem of a word, or that begin with it."""
        ...

    def every(self, expressions: Sequence[str]) -> str:
        """Return an expression for documents that meet all of these."""
        ...

    def some(self, expressions: Sequence[str]) -> str:
        """Return an expression for documents that meet any of these."""
        ...

    def said(self, expression: str) -> str:
        """Return an expression that leaves the words of dates out."""
        ...


class TypedWords:
    """`contract.Typed` over the index of an engine."""

    def __init__(
        self,
        database: Database,
        typing: Typing,
        words: Sequence[str],
        where: SearchFilter,
        scopes: Sequence[int],
    ) -> None:
        self._database, self._typing = database, typing
        where = replace(where, turns=False)
        met = met_by_documents(database, where)
        kinds = Conditions() if set(where.layers) >= set(LAYERS) else met_by_kind(database, where)
        more = (*kinds.texts, *met.texts)
        self._texts = (*typing.held, *more)
        self._values = (*kinds.values, *met.values)
        source = typing.source + (typing.joined if more else "")
        self._counting = f"SELECT count(*) FROM {source} WHERE {' AND '.join(self._texts)}"
        self._ranges = [typing.owned(one) for one in dict.fromkeys(scopes)]
        self._match, self._counts = "", [0] * len(self._ranges)
        for match in _matches(typing, [clean(word) for word in words]):
            self._match, self._counts = match, [self._count(match, ids) for ids in self._ranges]
            if any(self._counts):
                break

    @property
    def total(self) -> int:
        """See `contract.Typed.total`."""
        return sum(self._counts)

    def _count(self, match: str, ids: tuple[int, ...]) -> int:
        return int(self._database.execute_sql(self._counting, (match, *ids, *self._values)).fetchone()[0])

    def latest(self, number: int) -> list[TypedHit]:
        """See `contract.Typed.latest`."""
        rows = (
            row
            for ids, _, share in self._shares(number)
            for row in self._rows("d.entry_id, d.content, d.subject, d.at, d.layer", ids, share, 0)
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
        return [row[0] for ids in self._counted() for row in self._rows("d.entry_id", ids, NO_LIMIT, 0)]

    def _counted(self) -> dict[tuple[int, ...], int]:
        return {ids: number for ids, number in zip(self._ranges, self._counts, strict=True) if number}

    def _shares(self, number: int) -> list[tuple[tuple[int, ...], int, int]]:
        """Return the ids, the count and the share of *number* of each owner who has matches."""
        total = self.total
        return [
            (ids, count, min(count, -(-number * count // total))) for ids, count in self._counted().items()
        ]

    def _rows(self, shown: str, ids: tuple[int, ...], limit: int, offset: int) -> list[Sequence[str]]:
        sql = (
            f"SELECT {shown} FROM {self._typing.source}{self._typing.joined} "
            f"WHERE {' AND '.join(self._texts)} ORDER BY {self._typing.row} DESC LIMIT ? OFFSET ?"
        )
        values = (self._match, *ids, *self._values, limit, offset)
        return list(self._database.execute_sql(sql, values).fetchall())


def _matches(typing: Typing, words: Sequence[str]) -> Iterator[str]:
    """Yield expressions for what is typed, each for when nothing matches the one before."""
    if not words:
        return
    *first, last = words
    whole = [typing.word(word) for word in first]
    begun = typing.some([typing.word(last), *_begun(typing, last, is_beginning=True)])
    yield typing.said(typing.every([*whole, begun]))
    for length in range(len(last) - 1, max(_SHORTEST_STEM, len(last) - _LONGEST_SUFFIX) - 1, -1):
        stems = typing.some(_begun(typing, last[:length], is_beginning=False))
        yield typing.said(typing.every([*whole, stems]))
    if whole:
        yield typing.said(typing.some([*whole, begun]))


def _begun(typing: Typing, word: str, *, is_beginning: bool) -> list[str]:
    """Return what finds words with the stem of *word*. FTS5 stems "deploy" to ``deploi``, but not "deployment"."""
    words = [word, *(word + suffix for suffix in _AFTER_Y if word.endswith("y"))]
    return [typing.stem(one, is_beginning=is_beginning) for one in words]
