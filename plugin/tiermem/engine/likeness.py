"""When two statements are said in the same words, or nearly: one notion for gap-fill and the processor."""

from __future__ import annotations

import re

from tiermem.store.contract import Search
from tiermem.text import STOP_WORDS, query_words, statement_key, words

_COPULA = re.compile(r"^(?P<stem>\S.{0,80}?)\s+(?:is|are|was|were)\s+(?P<value>\S.*)$", re.IGNORECASE)
_DESCRIPTION = re.compile(r"^(?:an?|the|one|not|very|also|too|some)\b", re.IGNORECASE)
_ONE_OF_A_KIND = re.compile(
    r"\b(?:favou?rite|preferred|birthday|name|e-?mail|address|deadline)\b", re.IGNORECASE
)
_NAME_OR_NUMBER = re.compile(r"(?<=\S\s)[A-Z][\w'-]+|\b\w*\d\w*")
_SHARED = 0.6
"""Share of the shorter statement's words that both must have to contradict each other."""


class Likeness:
    """Compares statements by their telling words, as the index knows them: folded and stemmed."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def telling(self, text: str) -> frozenset[str]:
        """The words of *text* that say something."""
        found = [word for word in words(text) if word not in STOP_WORDS]
        return frozenset(self._search.stems(found).values())

    def alike(self, one: str, other: str) -> float:
        """Jaccard index of the telling words of both, 0 to 1."""
        first, second = self.telling(one), self.telling(other)
        return len(first & second) / max(len(first | second), 1)

    def value(self, wrong: str, right: str, denied: str | None) -> frozenset[str]:
        """The words that make the *wrong* statement wrong: those *denied*, or those that the *right* one has not.

        Of the latter names and numbers count alone, if there are any: the others may be the speaker's manner.
        """
        if denied and (said := self.telling(denied)):
            return said
        names = self.telling(" ".join(_NAME_OR_NUMBER.findall(wrong)))
        other = self.telling(wrong) - self.telling(right)
        return (other & names) or other or names

    def contradict(self, one: str, other: str) -> bool:
        """Whether both say of one thing what it is, and something else: "My manager is Bob", "… is Alice".

        Narrow: what stands before the verb is the same, and the values are names or numbers, or the thing is of
        a kind of which there is one. "My dog is old" and "My dog is brown" are both true.
        """
        first, second = _COPULA.match(one.strip()), _COPULA.match(other.strip())
        if not first or not second or statement_key(first["stem"]) != statement_key(second["stem"]):
            return False
        if self.telling(first["value"]) <= self.telling(second["value"]) or self.telling(
            second["value"]
        ) <= self.telling(first["value"]):
            return False
        mine, others = set(words(one)), set(words(other))
        enough = len(mine & others) >= _SHARED * min(len(mine), len(others))
        return enough and _has_one_value(first, second)


def _has_one_value(first: re.Match[str], second: re.Match[str]) -> bool:
    values = (first["value"], second["value"])
    if any(map(_DESCRIPTION.match, values)):
        return False
    if not query_words(first["stem"]):
        return False
    named = all(_NAME_OR_NUMBER.search(f"is {value}") for value in values)
    return named or _ONE_OF_A_KIND.search(first["stem"]) is not None
