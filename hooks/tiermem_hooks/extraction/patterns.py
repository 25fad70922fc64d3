"""Regular expressions that are compiled piece by piece, each piece when a text holds the words that it needs.

Compiling is most of what a session's end costs in a process of its own, and most alternatives of a rule need words that
a session does not have. A `Pattern` is cut at its outermost alternatives; of each it is read from the source which
words any match must have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

_MOST_WORDS = 60
"""Words to look for before a piece is compiled; more take longer than they save."""
_LONGEST_FRAME = 80
"""Characters around a group up to which it is cut into its alternatives: each is compiled with them."""
_NO_LETTERS = re.compile(r"\\.|\(\?P<\w+>")
_TOKEN = re.compile(
    r"""(?P<escape>\\.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<open>\((?:\?(?:P<\w+>|[a-z-]*:|<?[=!]))?)|(?P<close>\))
    |(?P<bar>\|)|(?P<many>(?:[?*+]|\{\d*,?\d*\})\??)|(?P<space>\s+|\#[^\n]*)
    |(?P<letters>[^\\\[\](){}|?*+^$.\s\#]+)|(?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_CJK = "\u3040"
"""The first of the characters that say as much as a syllable."""
Words = frozenset[str]


class Pattern:
    """A regular expression, case ignored and white space meaning nothing, with the methods of `re.Pattern`.

    Args:
        source: Gives its text; asked when it is first used.
    """

    def __init__(self, source: Callable[[], str]) -> None:
        self._source = source

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """Return the leftmost match."""
        end = len(text) if end is None else end
        found = filter(None, (piece.search(text, start, end) for piece in self._in(text)))
        return min(found, key=re.Match.start, default=None)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Return the match at *start*."""
        return next(filter(None, (piece.match(text, start) for piece in self._in(text))), None)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match of the whole text."""
        return next(filter(None, (piece.fullmatch(text) for piece in self._in(text))), None)

    def finditer(self, text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        """Return all matches in turn."""
        end = len(text) if end is None else end
        return self._whole.finditer(text, start, end) if any(self._in(text)) else iter(())

    def findall(self, text: str) -> list[str]:
        """Return the texts of all matches."""
        return [match[0] for match in self.finditer(text)]

    def _in(self, text: str) -> Iterator[re.Pattern[str]]:
        """Yield the pieces that *text* may match."""
        folded = text.lower()
        for piece in self._pieces:
            if piece.needs is None or any(word in folded for word in piece.needs):
                yield piece.compiled

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return _compiled(self._source())

    @cached_property
    def _pieces(self) -> list[_Piece]:
        source = self._source()
        return [_Piece(part, needs) for part, needs in _Reader(source).pieces()]


class _Piece:
    def __init__(self, source: str, needs: Words | None) -> None:
        self._source, self.needs = source, needs

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return _compiled(self._source)


@dataclass(frozen=True, slots=True)
class _Branch:
    """One alternative: where it stands, and words of which any match has one; None where none are known."""

    start: int
    end: int
    needs: Words | None


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of the outermost level."""

    start: int
    end: int
    branches: list[_Branch]


class _Reader:
    """Reads the alternatives of an expression and the words that they need."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._tokens = list(_TOKEN.finditer(source))
        self._place = 0
        self._groups: list[_Group] = []

    def pieces(self) -> list[tuple[str, Words | None]]:
        """Return the pieces that together match what the whole matches, each with the words that it needs."""
        source = self._source
        branches = self._alternatives(depth=0)
        if len(branches) > 1:
            if any("(?P<" in source[one.start : one.end] for one in branches):
                return [(source, _either(branches))]
            return [(source[one.start : one.end], one.needs) for one in branches]
        widest = max(self._groups, key=lambda group: len(group.branches), default=None)
        if widest is None or len(widest.branches) < 3 or "(?P<" in source[: widest.end]:
            return [(source, branches[0].needs)]
        before, after = source[: widest.start], source[widest.end :]
        if len(before) + len(after) > _LONGEST_FRAME:
            return [(source, branches[0].needs)]
        return [
            (f"{before}(?:{source[one.start : one.end]}){after}", one.needs or branches[0].needs)
            for one in widest.branches
        ]

    def _alternatives(self, depth: int) -> list[_Branch]:
        found = []
        start = self._here()
        while True:
            needs = self._sequence(depth)
            found.append(_Branch(start, self._here(), needs))
            if self._kind() != "bar":
                return found
            self._place += 1
            start = self._here()

    def _sequence(self, depth: int) -> Words | None:
        best: Words | None = None
        run = ""
        while self._kind() not in (None, "bar", "close"):
            token, kind = self._tokens[self._place], self._kind()
            self._place += 1
            if kind == "letters" or token[0] == "\\ ":
                run += token[0].lower() if kind == "letters" else " "
                if self._kind() == "many":
                    best, run = _better(best, _words(run[:-1] if self._optional() else run)), ""
                    self._place += 1
            elif kind != "space":
                best, run = _better(best, _words(run)), ""
                if kind == "open":
                    best = _better(best, self._group(token, depth))
        return _better(best, _words(run))

    def _group(self, opened: re.Match[str], depth: int) -> Words | None:
        branches = self._alternatives(depth + 1)
        self._place += 1
        quantified = self._kind() == "many"
        is_optional = quantified and self._optional()
        if depth == 0 and opened[0] == "(?:" and not quantified:
            self._groups.append(_Group(opened.start(), self._here(), branches))
        if is_optional or opened[0][-1] in "=!":
            return None
        return _either(branches)

    def _kind(self) -> str | None:
        return self._tokens[self._place].lastgroup if self._place < len(self._tokens) else None

    def _here(self) -> int:
        """The place in the source before the next token."""
        return self._tokens[self._place].start() if self._place < len(self._tokens) else len(self._source)

    def _optional(self) -> bool:
        said = self._tokens[self._place][0]
        return said[0] in "?*" or said.startswith(("{0", "{,"))


def _compiled(source: str) -> re.Pattern[str]:
    """Compile an expression; ignoring case takes long where there are none, as in sets of Chinese characters."""
    letters = _NO_LETTERS.sub("", source)
    return re.compile(
        source, re.VERBOSE if letters.upper() == letters.lower() else re.VERBOSE | re.IGNORECASE
    )


def _words(run: str) -> Words | None:
    run = run.strip()
    return frozenset((run,)) if len(run) > 1 or run >= _CJK else None


def _either(branches: list[_Branch]) -> Words | None:
    needs: set[str] = set()
    for one in branches:
        if one.needs is None:
            return None
        needs |= one.needs
    return frozenset(needs) if len(needs) <= _MOST_WORDS else None


def _better(one: Words | None, other: Words | None) -> Words | None:
    """Return the words that fewer texts have: longer ones, and of those fewer."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda words: (min(len(word) + (word >= _CJK) for word in words), -len(words)))
