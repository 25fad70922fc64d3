"""Measure how much of a query a text covers, whether that is enough to show it, and which part covers most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING

from tiermem.engine.recall.query import names_the_same
from tiermem.support.lazy import pattern
from tiermem.text import words
from tiermem.text.terms import idf, telling_words
from tiermem.values.frozen import replace
from tiermem.values.recall import LONGEST_SEARCHED

if TYPE_CHECKING:
    from tiermem.ports.context import Query
    from tiermem.store.contract import Candidate, Search
    from tiermem.values import Passage

RELATIVE_FLOOR = 0.1
"""Share of the best passage's chance below which a passage is not shown; it would only fill the budget."""
ENTRY_COVERAGE, ENTRY_COVERAGE_ASKED = 0.34, 0.25
"""Minimum coverage of a prompt's telling words by an entry of L1. For statements one word of three is not enough. For
questions one of four is, unless it is a single word and the question is neither about the user nor about a known name:
"Where do penguins live?"."""
ENOUGH_WORDS = 3
"""Number of telling words of a prompt that are enough for an entry whatever their share; or two that are half of its
own."""
UNSPACED_FACTOR = 0.5
"""Factor on these shares for languages without spaces: they have many pairs of characters, half of them across words.
"""
FEWEST = 100
"""Minimum number of documents that is assumed of a store, so that a word in one of three documents does not count as
common."""
LONG, ROOM = 420, 340
"""Length in characters from which a passage is cut to an excerpt, and the length of the excerpt."""
_SPEAKER = pattern(r"(?:^|\s)([^\s:：]{1,40})[:：]\s")
HEAD = 3
"""Number of letters that a word and its stem have in common, except very short words."""
_SENTENCE_END = pattern(r"(?<=[.!?;])\s+|(?<=。)|(?<=[！？])|(?<=；)|\s*\n\s*")


def having_stems(words: Iterable[str], heads: Set[str]) -> list[str]:
    """Return the words without those that surely have none of the stems that begin this way.

    This is a quick check before stems are looked up.
    """
    return [word for word in words if word[:HEAD] in heads or (len(word) == HEAD and word[:-1] in heads)]


class Coverage:
    """The telling words of a query, weighted by their rarity in readable documents; counted at the first use."""

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
        """The number of stems."""
        return len(self._weights)

    @property
    def known(self) -> float:
        """The share of their weight that the store has anywhere."""
        return self.share({self._stems[word] for word, number in self._frequencies.items() if number})

    def knows_most_of(self, names: Sequence[str]) -> bool:
        """Return True if there are names, and most of them are known."""
        return 2 * sum(self._frequencies.get(name, 0) > 0 for name in names) > len(names)

    def shared(self, text: str) -> set[str]:
        """Return the stems of the query that occur in a text."""
        return self.among(words(text))

    def among(self, words: Iterable[str]) -> set[str]:
        """Return the stems of the query that some words have."""
        alike = having_stems(words, self._heads)
        if unknown := tuple(word for word in alike if word not in self._stems):
            self._stems.update(self._search.stems(unknown))
        return {self._stems[word] for word in alike} & self._weights.keys()

    def of(self, text: str, *beside: str) -> float:
        """Return the share of the weight that a text covers, from 0 to 1.

        Args:
            text: The text.
            beside: Its speaker, subject and tags.
        """
        return self.share(self.shared(" ".join((text, *beside))))

    def within(self, text: str, *beside: str) -> float:
        """Return the largest share that two consecutive sentences of a text cover.

        A long text contains most words somewhere, without meaning by it.
        """
        sentences = [self.shared(one) for one in _SENTENCE_END.split(text) if one]
        own = self.shared(" ".join(beside))
        pairs = zip(sentences, (*sentences[1:], set()), strict=True)
        return max((self.share(one | after | own) for one, after in pairs), default=0.0)

    def share(self, stems: set[str]) -> float:
        """Return the share of the weight of some stems."""
        return sum(self._weights[stem] for stem in stems) / self._whole if self._whole else 0.0


def floor(best: float) -> float:
    """Return the minimum chance for a passage to be shown beside one of chance *best*."""
    return RELATIVE_FLOOR * best


def is_touched(entry: Candidate, query: Query, coverage: Coverage) -> bool:
    """Return True if an entry of L1 has enough of a prompt's words to be shown.

    A name is enough: "Draft a mail to Ana" asks for what is known about Ana.
    """
    is_whole = len(entry.searched) < LONGEST_SEARCHED
    own = entry.searched.split() if is_whole else words(entry.text)
    shared = coverage.among([*own, *words(entry.name or ""), *entry.tags.split()])
    if len(shared) >= ENOUGH_WORDS or 2 <= len(shared) >= len(telling_words(entry.text, query.languages)) / 2:
        return True
    is_spaced = all(one.times.spaced for one in query.languages)
    least = ENTRY_COVERAGE_ASKED if query.asks or len(shared) > 1 else ENTRY_COVERAGE
    if query.asks and len(shared) == 1 and is_spaced and not query.speaks_of_self:
        least = ENTRY_COVERAGE_ASKED if coverage.knows_most_of(query.names) else ENTRY_COVERAGE
    if not is_spaced:
        least *= UNSPACED_FACTOR
    return coverage.share(shared) >= least or (bool(shared) and names_the_same(entry.text, query))


def excerpt(passage: Passage, coverage: Coverage) -> Passage:
    """Return a long passage as the sentences around the one that covers the query best; a short passage unchanged.

    In a summary, it begins with the name of the speaker.
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
    """Return the start and end of an excerpt: a sentence, and as many neighbouring sentences as fit."""
    first = last = best
    while True:
        if last + 1 < len(spans) and spans[last + 1][1] - spans[first][0] <= ROOM:
            last += 1
        elif first and spans[last][1] - spans[first - 1][0] <= ROOM:
            first -= 1
        else:
            return spans[first][0], min(spans[last][1], spans[first][0] + ROOM)
