"""Patterns that are compiled, and tried, only where a text has words with which they begin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final


@cache
def pattern(expression: str, flags: int = 0) -> re.Pattern[str]:
    """Compile a pattern when a text first needs it: most texts need none, and a long pattern takes milliseconds."""
    return re.compile(expression, flags)


@cache
def held(alternatives: str) -> frozenset[str] | None:
    """Return strings of which each match of a pattern has one; None where it shows none.

    Looking for them costs less than compiling the pattern, which few texts need.
    """
    each = _held_by_each(alternatives)
    return None if each is None else frozenset().union(*each.values())


@cache
def _held_by_each(alternatives: str) -> dict[str, frozenset[str]] | None:
    """Return each alternative of a pattern with such strings, in order; None where one shows none."""
    found: dict[str, frozenset[str]] = {}
    part = ""
    for piece in alternatives.split("|"):
        part += piece
        if part.count("(") > part.count(")"):
            part += "|"
            continue
        strings = _held_by(part)
        if not strings:
            return None
        found[part] = strings
        part = ""
    return found


def _held_by(one: str) -> frozenset[str] | None:
    """Return what no match of an alternative lacks: its longest literal part, or those of a group if longer."""
    if _PLAIN.fullmatch(one):
        return frozenset({one})
    runs, shown, place = [""], [], 0
    while place < len(one):
        end = _end_of(one, place)
        is_sure = one[end : end + 1] not in ("?", "*", "{")
        if one[place] == "(" and is_sure and one[place + 1 : place + 3] not in _AROUND:
            shown.append(held(_KIND.sub("", one[place + 1 : end - 1], count=1)))
        if one[place] in "([\\.^$?*+{":
            runs.append("")
        elif is_sure:
            runs[-1] += one[place]
        place = end
    known = [frozenset({one}) for one in runs if one] + [strings for strings in shown if strings]
    return max(known, key=lambda strings: min(map(len, strings)), default=None)


def _end_of(one: str, place: int) -> int:
    """Return where the group, set, escape, repetition or character at a place of a pattern ends."""
    if one[place] == "(":
        depth, end = 1, place + 1
        while depth:
            depth += {"(": 1, ")": -1}.get(one[end], 0)
            end += 1
        return end
    closing = {"[": "]", "{": "}"}.get(one[place])
    if closing:
        return one.index(closing, place + 2) + 1
    return place + (2 if one[place] == "\\" else 1)


_PLAIN: Final = re.compile(r"[^\\(\[{^$?*+.]+")
_KIND: Final = re.compile(r"^\?(?:P<\w+>|i?:)")
_AROUND: Final = ("?=", "?!", "?<")


_MOST_NARROWED: Final = 4
"""Number of selections of a pattern's words that are compiled before the whole pattern is."""
FAR: Final = r"\u3000-\u9fff\uac00-\ud7af\uff00-\uffef"
"""Letters of a character class that no value is of; no text in ASCII has them."""


class Anchored:
    """A pattern that begins with one of many words, tried only where a text in lower case has one of them.

    A search for words in any case is ten times as slow as one in lower case, and most of a text has none of them.

    Args:
        words: Alternatives in lower case, with which each match begins.
        pattern: The pattern; it need not be in lower case.
        before: What the pattern requires before the word, as a pattern without characters of its own: no word begins
            with the "pin" of "shopping", and the long pattern is not compiled for it.
    """

    def __init__(self, words: str, pattern: str, *, before: str = "") -> None:
        self._words = words
        self._expression = pattern
        self._before = before
        self._narrowed: set[str] = set()

    def search(self, text: str, lowered: str, place: int = 0) -> re.Match[str] | None:
        """Return the first match at *place* or after it; *lowered* is the text in lower case, as long as it."""
        known = self._words if place else self._words_in(lowered)  # seldom is there a second match
        if not known:
            return None
        words = pattern(f"{self._before}(?:{known})")
        # A set of many scripts takes milliseconds to compile, and so do the words of all languages.
        expression = self._expression.replace(FAR, "") if text.isascii() else self._expression
        expression = expression.replace(self._words, known)
        while anchor := words.search(lowered, place):
            if found := pattern(expression).match(text, anchor.start()):
                return found
            place = anchor.start() + 1
        return None

    def _words_in(self, lowered: str) -> str:
        """Return those of the words that a text may have, for the first few texts; then all, if it has any."""
        each = _held_by_each(self._words)
        if each is None:
            return self._words
        known = "|".join([one for one, strings in each.items() if any(map(lowered.__contains__, strings))])
        if not known or known in self._narrowed:
            return known
        if len(self._narrowed) == _MOST_NARROWED:
            return self._words
        self._narrowed.add(known)
        return known

    def finditer(self, text: str, lowered: str) -> Iterator[re.Match[str]]:
        """Find all matches that do not overlap."""
        place = 0
        while found := self.search(text, lowered, place):
            yield found
            place = max(found.end(), found.start() + 1)


def lower(text: str) -> str:
    """Return a text in lower case, as long as it was."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(one.lower()[:1] for one in text)
