"""Compare statements by the words that they have in common, as the index stems them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from tiermem.support.lazy import pattern
from tiermem.text import STOP_WORDS, statement_key, words

SAME = 0.8
"""Jaccard index of content words from which two statements about the same thing are the same."""
NAME_OR_NUMBER = pattern(r"(?<=\S\s)[A-Z][\w'-]+|\b\w*\d\w*")
_CACHED = 5_000
"""Texts whose content words are kept: the lines of a profile are compared with each new statement."""


class Overlap:
    """Measures how many content words statements share.

    Args:
        stems: Returns the stem of each word, as `store.contract.Search.stems` does.
    """

    def __init__(self, stems: Callable[[Sequence[str]], Mapping[str, str]]) -> None:
        self._stems = stems
        self._words: dict[str, frozenset[str]] = {}

    def words(self, text: str) -> frozenset[str]:
        """Return the stems of the words of *text* that are not stop words."""
        stems = self._words.get(text)
        if stems is None:
            found = [word for word in words(text) if word not in STOP_WORDS]
            stems = frozenset(self._stems(found).values())
            if len(self._words) >= _CACHED:
                self._words.clear()
            self._words[text] = stems
        return stems

    def jaccard(self, one: str, other: str) -> float:
        """Return the Jaccard index of the content words of both, 0 to 1."""
        first, second = self.words(one), self.words(other)
        return len(first & second) / max(len(first | second), 1)

    def states(self, text: str, statement: str) -> bool:
        """Return True if *text* states *statement*: in the same words, nearly so, or with little else besides."""
        if statement_key(text) == statement_key(statement):
            return True
        said, wanted = self.words(text), self.words(statement)
        if len(wanted) < 2:
            return bool(wanted) and said == wanted
        is_most_of_it = wanted <= said and 2 * len(wanted) >= len(said)
        return is_most_of_it or len(said & wanted) / len(said | wanted) >= SAME

    def wrong_words(self, wrong: str, right: str, denied: str | None) -> frozenset[str]:
        """Return the words that make the *wrong* statement wrong: those *denied*, else those that *right* lacks.

        Of the latter names and numbers count alone, if there are any: the others may be the speaker's manner.
        """
        if denied and (said := self.words(denied)):
            return said
        names = self.words(" ".join(NAME_OR_NUMBER.findall(wrong)))
        other = self.words(wrong) - self.words(right)
        return (other & names) or other or names


@lru_cache(maxsize=8_192)
def prefixes(text: str) -> Counter[str]:
    """Count the content words that begin with each pair of letters: a cheap test before words are stemmed."""
    return Counter(word[:2] for word in words(text) if word not in STOP_WORDS)
