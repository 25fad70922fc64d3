"""Rank documents by BM25, with the words that turns borrow from their neighbours.

FTS5's own ``bm25()`` counts the words of the whole file, whoever wrote them; here they are counted within the owners
that a search is for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from heapq import nlargest
from typing import TYPE_CHECKING

from tiermem.store.full_text.documents import AWAY
from tiermem.store.full_text.tables import LONG_BIT, TURN_BIT
from tiermem.text.terms import idf

if TYPE_CHECKING:
    from tiermem.store.contract import Terms

K1, B = 1.2, 0.75
WEIGHTS = {"subject": 0.5, "tags": 0.5, "dates": 1.0}
"""Weights beside the content, which has 1; chosen on LoCoMo conversations 1-5: dates have +1.6 points of recall@10."""
BORROWED, BORROWED_CONTENT = 0.4, 0.7
"""Weights of a word in a neighbour: for `Candidate.relevance`, +13.9 points, and `Candidate.content_relevance`."""

_Texts = Sequence[str]
"""Content, subject, tags, dates."""


class Matches:
    """The documents that hold words of a search.

    Args:
        terms: What is searched for.
        stems: Word → its stem, of all its words.
        frequencies: Word → documents that hold it.
        size: All documents.
        average: Words of a document on average.
    """

    def __init__(
        self,
        terms: Terms,
        stems: Mapping[str, str],
        frequencies: Mapping[str, int],
        size: int,
        average: float,
    ) -> None:
        self._average = average
        self._bits = {stem: 1 << place for place, stem in enumerate(dict.fromkeys(stems.values()))}
        self._stems = stems
        numbers = dict.fromkeys(self._bits, 0)
        for word, stem in stems.items():
            numbers[stem] = max(numbers[stem], frequencies[word])
        self._words = [
            (bit, f" {_beginning(stem)}", idf(size, min(numbers[stem], size)))
            for stem, bit in self._bits.items()
        ]
        self._held: dict[int, int] = {}  # id → its words
        self._lent: dict[int, int] = {}  # id → those of its content
        self._unread = 0
        whole = sum({self._bits[stems[word]] for word in terms.words})
        pairs = {self._bits[stems[one]] | self._bits[stems[other]] for one, other in terms.pairs}
        self._is_asked_for: Callable[[int], bool] = cache(
            lambda bits: bool(bits & whole) or any(bits & pair == pair for pair in pairs)
        )
        self._worth: Callable[[int], float] = cache(
            lambda bits: sum(weight for bit, _, weight in self._words if bits & bit)
        )
        self._words_of: Callable[[int], list[tuple[int, str, float]]] = cache(
            lambda bits: [word for word in self._words if bits & word[0]]
        )

    def add(
        self, word: str, rows: Iterable[int], labelled: Iterable[int] = (), *, is_complete: bool = True
    ) -> None:
        """Take in the documents that hold a word.

        Args:
            word: One of the search.
            rows: Ids of those that hold it in their content.
            labelled: Ids of those that hold it elsewhere.
            is_complete: False if there may be others, which their texts tell.
        """
        bit, held, lent = self._bits[self._stems[word]], self._held, self._lent
        for row in rows:
            lent[row] = lent.get(row, 0) | bit
            held[row] = held.get(row, 0) | bit
        for row in labelled:
            held[row] = held.get(row, 0) | bit
        if not is_complete:
            self._unread |= bit

    def promising(self, number: int) -> list[int]:
        """Return the ids of what is asked for, the most promising first; the order is good for about *number* of them.

        Turns beside them are among them, whether there are such turns or not.
        """
        held, worth = self._held, self._worth
        asked = [row for row, bits in held.items() if self._is_asked_for(bits)]
        best = nlargest(number, asked, key=lambda row: (worth(held[row]), row))
        near = {row + away for row in best if _is_short_turn(row) for away in AWAY}
        first = sorted(near.union(best), key=lambda row: (self._promise(row), row), reverse=True)
        if len(best) < len(asked):
            rest = set(asked).difference(first)
            first += sorted(rest, key=lambda row: (worth(held[row]), row), reverse=True)
        return first

    def _promise(self, row: int) -> float:
        lent = self._lent
        own = self._held.get(row, 0)
        if not _is_short_turn(row):
            return self._worth(own)
        around = 0
        for away in AWAY:
            around |= lent.get(row + away, 0)
        return self._worth(own) + BORROWED * self._worth(around & ~own)

    def scores(self, row: int, length: int, neighbours: int, texts: _Texts) -> tuple[float, float]:
        """Return the relevance of a document over all columns and over what was said; 0.0 where it has no word.

        A word is counted where its stem begins a word of a text.
        """
        lent = self._lent
        own = self._held.get(row, 0) | self._unread
        around = [
            bits
            for place, away in enumerate(AWAY)
            if neighbours >> place & 1 and (bits := lent.get(row + away, 0))
        ]
        every = own
        for bits in around:
            every |= bits
        norm = K1 * (1 - B + B * length / self._average)
        relevance = of_content = 0.0
        content = f" {texts[0]}"
        for bit, start, weight in self._words_of(every):
            inside = beside = 0.0
            if own & bit:
                inside = content.count(start)
                beside = _in_columns(start, texts)
                if not (inside or beside or bit & self._unread):
                    inside = 1.0  # its stem begins otherwise
            borrowed = sum(1 for bits in around if bits & bit)
            frequency = inside + beside + borrowed * BORROWED
            if frequency:
                relevance += weight * frequency * (K1 + 1) / (frequency + norm)
            said = inside + borrowed * BORROWED_CONTENT
            if said:
                of_content += weight * said * (K1 + 1) / (said + norm)
        return relevance, of_content


def _is_short_turn(row: int) -> bool:
    return row & (TURN_BIT | LONG_BIT) == TURN_BIT


def _in_columns(start: str, texts: _Texts) -> float:
    """Return how often words of the columns beside the content begin so, weighted."""
    _, subject, tags, dates = texts
    if start not in f" {subject} {tags} {dates}":
        return 0.0
    return (
        f" {subject}".count(start) * WEIGHTS["subject"]
        + f" {tags}".count(start) * WEIGHTS["tags"]
        + f" {dates}".count(start) * WEIGHTS["dates"]
    )


def _beginning(stem: str) -> str:
    """Return what a word has in common with its stem: porter makes i of a last y."""
    return stem[:-1] if stem.endswith("i") and len(stem) > 3 else stem
