"""Take patterns apart into their alternatives, to compile only those that a text may match.

A pattern of hundreds of words takes milliseconds to compile, and a text has few of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

Group = tuple[str, str, Sequence[Sequence[str]]]
"""What stands before and after a group of a pattern, and its alternatives: each, and strings as `strings_of` returns
them for a text as `Alternatives` reads it; none where it shows none."""
_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]", re.DOTALL)
"""An escape, a set of characters, or a sign that a pattern is divided by."""
_LAYOUT = re.compile(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\s+|#[^\n]*", re.DOTALL)
_KIND = re.compile(r"\?(?:P<\w+>|i?:)")
_PLAIN = re.compile(r"[^\\(\[{^$?*+.|]+")
_NO_LETTER = re.compile(r"\W")
_AROUND = ("?=", "?!", "?<")
_REPEATS = ("?", "*", "{")
"""Signs after which a part of a pattern may be missing."""
_ESCAPED = {"x": 4, "u": 6, "U": 10}
"""Length of the escapes with digits."""


def alternatives(pattern: str) -> Iterator[str]:
    """Yield the alternatives of a pattern, in order."""
    depth = start = 0
    for part in _PART.finditer(pattern):
        if part[0] == "|" and not depth:
            yield pattern[start : part.start()]
            start = part.end()
        depth += {"(": 1, ")": -1}.get(part[0], 0)
    yield pattern[start:]


@cache
def strings_of_each(pattern: str) -> Mapping[str, frozenset[str]] | None:
    """Return each alternative of a pattern with its `strings_of`, in order; None where one shows none."""
    found = {}
    for one in alternatives(pattern):
        strings = _strings_in(one)
        if not strings:
            return None
        found[one] = strings
    return found


@cache
def strings_of(pattern: str) -> frozenset[str] | None:
    """Return strings of which each match of a pattern has one; None where it shows none.

    Looking for them costs less than compiling the pattern, which few texts need.
    """
    each = strings_of_each(pattern)
    return None if each is None else frozenset().union(*each.values())


def _strings_in(one: str) -> frozenset[str] | None:
    """Return what no match of an alternative lacks: its longest literal part, or those of a group if longer."""
    if _PLAIN.fullmatch(one):
        return frozenset({one})
    runs, shown, place = [""], [], 0
    while place < len(one):
        end = _end_of(one, place)
        is_sure = not one.startswith(_REPEATS, end)
        if one[place] == "(" and is_sure and not one.startswith(_AROUND, place + 1):
            kind = _KIND.match(one, place + 1)
            is_known = kind is not None or one[place + 1] != "?"
            shown.append(strings_of(one[kind.end() if kind else place + 1 : end - 1]) if is_known else None)
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
        depth = 0
        for part in _PART.finditer(one, place):
            depth += {"(": 1, ")": -1}.get(part[0], 0)
            if not depth:
                return part.end()
    if one[place] == "{":
        return one.index("}", place) + 1
    if one[place] == "\\":
        return place + _ESCAPED.get(one[place + 1], 2)
    found = _PART.match(one, place)
    return found.end() if found else place + 1


class Alternatives:
    """A pattern of many words, of which the alternatives are compiled that a text may match.

    Args:
        groups: What `taken_apart` returns for the pattern.
        any_case: True if the pattern ignores case.
    """

    def __init__(self, groups: Sequence[Group], *, any_case: bool = False) -> None:
        self._flags = re.IGNORECASE.value if any_case else 0
        self._by_string = [
            (string, f"{before}(?:{one}){after}")
            for before, after, listed in groups
            for one, *strings in listed
            for string in strings or ("",)
        ]

    def found_in(self, text: str) -> bool:
        """Return True if the pattern matches somewhere in a text."""
        said = f" {_in_words(text)} "
        likely = dict.fromkeys([one for string, one in self._by_string if string in said])
        return any(_compiled(one, self._flags).search(text) for one in likely)


def terse(pattern: str) -> str:
    """Return a verbose pattern without the spaces, line breaks and comments that it ignores."""
    return _LAYOUT.sub(lambda part: " " if part[1] == r"\ " else part[1] or "", pattern)


def taken_apart(pattern: str) -> Iterator[Group]:
    """Yield the alternatives of a pattern, each with those of its longest group."""
    for one in alternatives(pattern):
        start, end = max(_groups_in(one), key=lambda span: span[1] - span[0], default=(0, 0))
        before, after = (one[:start], one[end:]) if end else ("", "")
        around = [sorted(map(_in_words, strings_of(part) or ())) for part in (before, after)]
        within = one[start + 3 : end - 1] if end else one
        yield (
            before,
            after,
            [
                (inner, *max(sorted(_words_in(inner, before, after)), *around, key=_rarity))
                for inner in alternatives(within)
            ],
        )


def _rarity(strings: Sequence[str]) -> int:
    """Return the length of the shortest string: the longer it is, the fewer texts have one of them."""
    return min((len(one.strip()) for one in strings), default=0)


def _groups_in(one: str) -> Iterator[tuple[int, int]]:
    """Yield where the plain groups of an alternative are, without those within them, and those that may be missing."""
    place = 0
    while place < len(one):
        end = _end_of(one, place)
        if one.startswith("(?:", place) and not one.startswith((*_REPEATS, "+"), end):
            yield place, end
        place = end


def _words_in(inner: str, before: str, after: str) -> Iterator[str]:
    """Yield the strings of an alternative for a text in lower case, with spaces where words begin and end."""
    is_plain = _PLAIN.fullmatch(inner) is not None
    begins, ends = is_plain and before.endswith(r"\b"), is_plain and after.startswith(r"\b")
    for string in strings_of(inner) or ():
        left = " " if begins and not _NO_LETTER.match(string) else ""
        right = " " if ends and not _NO_LETTER.match(string[-1]) else ""
        yield f"{left}{_in_words(string)}{right}"


def _in_words(string: str) -> str:
    """Return a string in lower case, with a space for each character that is no part of a word."""
    return _NO_LETTER.sub(" ", string.lower())


_compiled = cache(re.compile)
