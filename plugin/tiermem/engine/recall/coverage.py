"""Measure how much of a query a text covers, and take the part of a long one that covers most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text import words
from tiermem.text.terms import idf
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.ports.context import Query
    from tiermem.store.contract import Search
    from tiermem.values import Passage

FEWEST = 100
"""Documents that a store is assumed to have at least: in one of three, a word that one of them has is not common."""
LONG, ROOM = 500, 400
"""Length in characters above which a passage is cut to an excerpt, and the length of the excerpt."""
_SPEAKER = pattern(r"(?:^|\s)([^\s:：]{1,40})[:：]\s")
HEAD = 3
"""Letters that a word has in common with its stem, but for the shortest."""
_SENTENCE_END = pattern(r"(?<=[.!?;])\s+|(?<=[。！？；])|\s*\n\s*")


def may_have_stem(word: str, heads: Set[str]) -> bool:
    """Return True unless a word has none of the stems that begin so: a quick check before stems are looked up."""
    return word[:HEAD] in heads or (len(word) == HEAD and word[:-1] in heads)


class Coverage:
    """The telling words of a query, weighted by how rare they are in what can be read; counted when first asked for."""

    def __init__(self, query: Query, search: Search, scopes: Sequence[int]) -> None:
        self._search = search
        self._words = query.words
        self._scopes = scopes

    @cached_property
    def _stems(self) -> dict[str, str]:
        return dict(self._search.stems(self._words))

    @cached_property
    def _frequencies(self) -> Mapping[str, int]:
        return self._search.frequencies(self._words, self._scopes)

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        size = max(self._search.size(self._scopes), FEWEST)
        return {self._stems[word]: idf(size, number) for word, number in self._frequencies.items()}

    @cached_property
    def _whole(self) -> float:
        return sum(self._weights.values())

    @cached_property
    def _heads(self) -> frozenset[str]:
        return frozenset(stem[:HEAD] for stem in self._weights)

    @property
    def stems(self) -> int:
        """The number of the words' stems."""
        return len(self._weights)

    @property
    def known(self) -> float:
        """The share of their weight that the store has anywhere."""
        return self.share({self._stems[word] for word, number in self._frequencies.items() if number})

    def knows_most_of(self, names: Sequence[str]) -> bool:
        """Return True if there are names and most of them are known."""
        return 2 * sum(self._frequencies.get(name, 0) > 0 for name in names) > len(names)

    def shared(self, text: str) -> set[str]:
        """Return the stems of the query that a text has."""
        alike = [word for word in words(text) if may_have_stem(word, self._heads)]
        if unknown := tuple(word for word in alike if word not in self._stems):
            self._stems.update(self._search.stems(unknown))
        return {self._stems[word] for word in alike} & self._weights.keys()

    def of(self, text: str, *beside: str) -> float:
        """Return the share of the weight that a text has, 0 to 1.

        Args:
            text: Its words may stand anywhere.
            beside: What belongs to it: who said it, its subject, its tags.
        """
        return self.share(self.shared(" ".join((text, *beside))))

    def within(self, text: str, *beside: str) -> float:
        """Return the largest share that two sentences of a text have that follow each other.

        In a long text most words are found somewhere, and mean nothing together.
        """
        sentences = [self.shared(one) for one in _SENTENCE_END.split(text) if one]
        own = self.shared(" ".join(beside))
        pairs = zip(sentences, (*sentences[1:], set()), strict=True)
        return max((self.share(one | after | own) for one, after in pairs), default=0.0)

    def share(self, stems: set[str]) -> float:
        """Return the share of the weight that some of the stems have."""
        return sum(self._weights[stem] for stem in stems) / self._whole if self._whole else 0.0


def excerpt(passage: Passage, coverage: Coverage) -> Passage:
    """Return a long passage with the sentences around the one that has most of a query; a short one as it is.

    In a summary, the name of who said the first of them stands before it.
    """
    text = passage.text
    if len(text) <= LONG:
        return passage
    starts = [0, *(end.end() for end in _SENTENCE_END.finditer(text))]
    spans = [(start, end) for start, end in zip(starts, (*starts[1:], len(text)), strict=True) if start < end]
    shares = [coverage.of(text[start:end]) for start, end in spans]
    start, end = _around(shares.index(max(shares)), spans)
    kept = text[start:end].strip()
    speakers = _SPEAKER.findall(text[:start]) if passage.layer == "L2" and not _SPEAKER.match(kept) else ()
    before = f"{speakers[-1]}: …" if speakers else "…" if start else ""
    return replace(passage, text=f"{before}{kept}{'…' if end < len(text) else ''}")


def _around(best: int, spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return where an excerpt begins and ends: a sentence, and of those after and before it what has room."""
    first = last = best
    while True:
        if last + 1 < len(spans) and spans[last + 1][1] - spans[first][0] <= ROOM:
            last += 1
        elif first and spans[last][1] - spans[first - 1][0] <= ROOM:
            first -= 1
        else:
            return spans[first][0], min(spans[last][1], spans[first][0] + ROOM)
