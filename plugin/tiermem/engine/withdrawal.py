"""What was removed or corrected stays out of recall, although a turn of the journal or a summary still says it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tiermem.deferred import pattern
from tiermem.engine.likeness import Gist, near_duplicate
from tiermem.text import STOP_WORDS, words

if TYPE_CHECKING:
    from tiermem.store.contract import Search, Withdrawn
    from tiermem.values import Passage, Query

    Sentence = tuple[str, ...]

MOST = 300
"""Statements that passages are compared with, those withdrawn last."""
_SENTENCE = pattern(r"[^\n]+?(?:[.!?…]+(?=\s)|[。！？]|(?=\n)|$)\s*")
_DATE = pattern(r" \((?:week of )?\d{4}-\d\d(?:-\d\d)?(?:/\d{4}-\d\d-\d\d)?\)")
"""What gap-fill adds to a statement, and nobody said."""


class Withdrawal:
    """Statements that entries say no more, in front of what recall found.

    Args:
        statements: The statements.
        query: What was asked. Where it is the past, what merely ceased to hold is shown.
        search: Where words have stems.
    """

    def __init__(self, statements: Sequence[Withdrawn], query: Query, search: Search) -> None:
        self._statements = [
            _Statement(one)
            for one in statements
            if (one.is_wrong or not query.asks_about_past) and not _is_still_said(one)
        ]
        self._asked = query.words
        self._search = search

    def without(self, passages: Sequence[Passage]) -> list[Passage]:
        """The passages without those sentences that say what was withdrawn after they were said.

        Active entries are left as they are, and so is what one of them says. A passage that was found for such a
        sentence is left out altogether.
        """
        if not self._statements:
            return list(passages)
        active = [Gist.of(one.text) for one in passages if one.layer == "L1"]
        rest = (one if one.layer == "L1" else self._rest(one, active) for one in passages)
        return [one for one in rest if one is not None]

    def _rest(self, passage: Passage, active: Sequence[Gist]) -> Passage | None:
        against = self._against(passage, active)
        text = "".join(_sentences_without(passage.text, against)).strip() if against else passage.text
        if text == passage.text:
            return passage
        lost = set(words(passage.text)).difference(words(text))
        if not text or not self._stems(lost).isdisjoint(self._stems(self._asked)):
            return None
        return replace(passage, text=text)

    def _against(self, passage: Passage, active: Sequence[Gist]) -> frozenset[Sentence]:
        """The sentences of the statements of which the passage has all telling words."""
        own = set(words(passage.text))
        hits = Counter(place for word in own for place in self._by_word.get(word, ()))
        held = (
            self._statements[place]
            for place, hit in hits.items()
            if hit == len(self._statements[place].telling)
        )
        withdrawn = (
            one.gist.says
            for one in held
            if one.at >= passage.at and not any(near_duplicate(one.gist, said) for said in active)
        )
        return frozenset().union(*withdrawn)

    @cached_property
    def _by_word(self) -> Mapping[str, list[int]]:
        places = defaultdict(list)
        for place, statement in enumerate(self._statements):
            for word in statement.telling:
                places[word].append(place)
        return places

    def _stems(self, texts: Iterable[str]) -> set[str]:
        return set(self._search.stems(tuple(texts)).values())


class _Statement:
    """One statement that was withdrawn."""

    def __init__(self, withdrawn: Withdrawn) -> None:
        self.at = withdrawn.at
        self._text = _DATE.sub("", withdrawn.content)
        self.telling = frozenset(words(self._text)) - STOP_WORDS

    @cached_property
    def gist(self) -> Gist:
        return Gist.of(self._text)


def _is_still_said(one: Withdrawn) -> bool:
    return one.instead is not None and near_duplicate(Gist.of(one.content), Gist.of(one.instead))


def _sentences_without(text: str, against: frozenset[Sentence]) -> Iterator[str]:
    """The sentences of a text, with what stands behind them, but for those that say one of the others."""
    for sentence in _SENTENCE.findall(text):
        if against.isdisjoint(Gist.of(sentence).also_says):
            yield sentence
