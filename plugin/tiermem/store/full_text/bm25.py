"""Rank documents by BM25, including words that turns borrow from their neighbours.

FTS5's own ``bm25()`` counts the words of all owners in the file. Here only the words of the searched owners count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from tiermem.store.full_text.documents import AWAY
from tiermem.store.full_text.tables import LONG_BIT, TURN_BIT
from tiermem.text.terms import idf

if TYPE_CHECKING:
    from tiermem.store.contract import Terms

K1, B = 1.2, 0.75
WEIGHTS = {"subject": 0.5, "tags": 0.5, "dates": 1.0}
"""Weights of columns; the content has 1. Chosen on LoCoMo conversations 1-5: dates add 1.6 points of recall@10."""
BORROWED, BORROWED_CONTENT = 0.4, 0.7
"""Weights of a neighbour's word: for `Candidate.relevance` (+13.9 points) and for `Candidate.content_relevance`."""

_LENDERS = [
    [away for bit, away in enumerate(AWAY) if neighbours >> bit & 1] for neighbours in range(1 << len(AWAY))
]
"""Offsets to the ids of the documents that a document borrows from, by its `Document.neighbours`."""
_TURN_OR_LONG = TURN_BIT | LONG_BIT
"""Two bits of an id. A short turn has only the first."""
_Texts = Sequence[str]
"""Content, subject, tags, dates."""


class WordMatches:
    """The documents that hold words of a search.

    Args:
        terms: The terms of the search.
        stems: Word → its stem, for all words of the search.
        frequencies: Word → number of documents that hold it.
        size: Number of all documents.
        average: Average words of a document.
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
        """Add the documents that hold a word.

        Args:
            word: A word of the search.
            rows: Ids of the documents that hold it in their content.
            labelled: Ids of the documents that hold it elsewhere.
            is_complete: False if there may be more documents; the word is then also counted in texts.
        """
        bit, held, lent = self._bits[self._stems[word]], self._held, self._lent
        if not held:  # the first word, at half the cost
            lent.update(dict.fromkeys(rows, bit))
            held.update(lent)
        else:
            for row in rows:
                lent[row] = lent.get(row, 0) | bit
                held[row] = held.get(row, 0) | bit
        for row in labelled:
            held[row] = held.get(row, 0) | bit
        if not is_complete:
            self._unread |= bit

    def promising(self, number: int) -> list[int]:
        """Return the ids of matching documents, most promising first. The order is reliable for about *number* of them.

        The ids of neighbouring turns are included, even if such turns do not exist.
        """
        groups: defaultdict[int, list[int]] = defaultdict(list)
        for row, bits in self._held.items():
            groups[bits].append(row)
        asked = sorted(filter(self._is_asked_for, groups), key=self._worth, reverse=True)
        by_worth = [row for bits in asked for row in sorted(groups[bits], reverse=True)]
        best = by_worth[:number]
        near = {row + away for row in best if row & _TURN_OR_LONG == TURN_BIT for away in AWAY}
        first = self._by_promise(near.union(best))
        if len(best) < len(by_worth):
            among = set(first)
            first += [row for row in by_worth[number:] if row not in among]
        return first

    def _by_promise(self, rows: Iterable[int]) -> list[int]:
        """Return documents in the order of the words they hold and may borrow, then latest first."""
        held, lent, worth = self._held.get, self._lent.get, self._worth
        promises = []
        for row in rows:
            own = held(row, 0)
            around = 0
            if row & _TURN_OR_LONG == TURN_BIT:
                for away in AWAY:
                    around |= lent(row + away, 0)
            promises.append((worth(own) + BORROWED * worth(around & ~own), row))
        promises.sort(reverse=True)
        return [row for _, row in promises]

    def scores(self, row: int, length: int, neighbours: int, texts: _Texts) -> tuple[float, float]:
        """Return the relevance of a document over all columns and over its content; 0.0 if it has no word.

        A word counts wherever its stem begins a word of a text.
        """
        lent = self._lent
        own = self._held.get(row, 0) | self._unread
        around = [bits for away in _LENDERS[neighbours] if (bits := lent.get(row + away, 0))]
        every = own
        for bits in around:
            every |= bits
        norm = K1 * (1 - B + B * length / self._average)
        relevance = of_content = 0.0
        content, labels = f" {texts[0]}", f" {' '.join(texts[1:])}"
        for bit, start, weight in self._words_of(every):
            inside = beside = 0.0
            if own & bit:
                inside = content.count(start)
                if start in labels:
                    beside = _in_columns(start, texts)
                elif not (inside or bit & self._unread):
                    inside = 1.0  # the stem has another beginning
            borrowed = len([bits for bits in around if bits & bit]) if around else 0
            if frequency := inside + beside + borrowed * BORROWED:
                relevance += weight * frequency * (K1 + 1) / (frequency + norm)
            if said := inside + borrowed * BORROWED_CONTENT:
                of_content += weight * said * (K1 + 1) / (said + norm)
        return relevance, of_content


def _in_columns(start: str, texts: _Texts) -> float:
    """Return the weighted number of words with this beginning in the columns other than the content."""
    _, subject, tags, dates = texts
    return (
        f" {subject}".count(start) * WEIGHTS["subject"]
        + f" {tags}".count(start) * WEIGHTS["tags"]
        + f" {dates}".count(start) * WEIGHTS["dates"]
    )


def _beginning(stem: str) -> str:
    """Return the common beginning of a word and its stem. Porter changes a final y to i."""
    return stem[:-1] if stem.endswith("i") and len(stem) > 3 else stem
