"""Put the right value of a correction in the place of the wrong one: "My flight is on the 12th", "I meant the 21st"."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from tiermem.engine.statements.reading import HAN, swaps, undated, values_in
from tiermem.text import fold

if TYPE_CHECKING:
    from tiermem.engine.statements.reading import Value

_SIMILAR = 0.6
"""Share of letters from which on a word is another spelling of one."""
_FEWEST_LETTERS, _FEWEST_CHARACTERS = 4, 2
"""Of such a word; of one in a script without spaces."""
_DAY = re.compile(r"\d{1,2}(?!\d)")
_OF_DAYS = ("date", "weekday")
_PRECISE = ("date", "weekday", "time", "number")
"""Sorts of values of which a statement has seldom two."""


class Amended(NamedTuple):
    """A statement with the right value.

    Attributes:
        content: The statement.
        is_certain: True if it must be this statement: the right value is another spelling of the wrong one, or the
            wrong one is named.
    """

    content: str
    is_certain: bool = False


def amended(wrong: str, correction: str, denied: str | None = None) -> Amended | None:
    """Return a statement with the value that a correction of it gives; None if that is not clear.

    Args:
        wrong: The statement.
        correction: The sentence that says what is right, alone or with other words.
        denied: The value that it says is wrong, where that is known.
    """
    if denied is not None and fold(denied) not in fold(wrong):
        return None
    new = values_in(correction)
    if any(value.sort in _OF_DAYS for value in new):
        wrong = undated(wrong)
    old = values_in(wrong)
    said = {fold(value.text) for value in old}
    right = [value for value in new if fold(value.text) not in said and not _is_in(value, denied)]
    precise = sum(value.sort in _PRECISE for value in right)
    return (
        (_of_one_sort(wrong, old, right) if precise > 1 else None)
        or _of_denied(wrong, old, right, denied)
        or (_of_one_sort(wrong, old, right) if precise else None)
        or _swapped(wrong, correction)
        or _respelt(wrong, correction, old)
        or _of_one_sort(wrong, old, right)
    )


def _is_in(value: Value, denied: str | None) -> bool:
    return denied is not None and fold(value.text) in fold(denied)


def _put(wrong: str, start: int, end: int, right: str) -> str:
    return f"{wrong[:start]}{right}{wrong[end:]}"


def _of_denied(wrong: str, old: list[Value], right: list[Value], denied: str | None) -> Amended | None:
    """Return the statement with the only right value in the place of the one denied."""
    if denied is None:
        return None
    place = wrong.lower().find(denied.lower())
    sorts = {value.sort for value in old if place <= value.start < place + len(denied)}
    fitting = [value for value in right if value.sort in sorts] or right
    if place < 0 or len(fitting) != 1:
        return None
    return Amended(_put(wrong, place, place + len(denied), fitting[0].text))


def _swapped(wrong: str, correction: str) -> Amended | None:
    """Return the statement with the right value of "X, not Y" in the place of the wrong one, where it has that."""
    for right, value in swaps(correction):
        edge = r"" if HAN.search(value) else r"\b"
        place = re.search(f"{edge}{re.escape(value)}{edge}", wrong, re.IGNORECASE)
        if place and fold(right) not in fold(wrong):
            return Amended(_put(wrong, *place.span(), right), is_certain=True)
    return None


def _respelt(wrong: str, correction: str, old: list[Value]) -> Amended | None:
    """Return the statement with another spelling of one of its names."""
    found: list[tuple[float, Value, Value]] = []
    known = {fold(word.text) for word in values_in(wrong, words=True)}
    for other in values_in(correction, words=True):
        if fold(other.text) in known:
            continue
        for word in values_in(wrong, words=True):
            if any(value.sort in _PRECISE and value.start <= word.start < value.end for value in old):
                continue
            share = _likeness(word, other)
            if share >= _SIMILAR:
                found.append((share, word, other))
    if not found:
        return None
    _, word, other = max(found, key=lambda one: one[0])
    return Amended(_put(wrong, word.start, word.end, other.text), is_certain=True)


def _likeness(word: Value, other: Value) -> float:
    """Return how alike two words are, 0 to 1; 0 unless the first is written like a name."""
    fewest = _FEWEST_LETTERS if word.text.isascii() or word.text[0] < "\u2e80" else _FEWEST_CHARACTERS
    if (
        not (word.sort == other.sort == "word" and word.is_name)
        or min(len(word.text), len(other.text)) < fewest
    ):
        return 0.0
    return SequenceMatcher(None, fold(word.text), fold(other.text), autojunk=False).ratio()


def _of_one_sort(wrong: str, old: list[Value], right: list[Value]) -> Amended | None:
    """Return the statement with each right value that is the only one of its sort in the place of the one it has."""
    put: list[tuple[Value, Value]] = []
    for sort in _PRECISE if any(value.sort in _PRECISE for value in right) else ("name",):
        before = [value for value in old if value.sort == sort]
        after = [value for value in right if value.sort == sort]
        if len(before) == 1 and len(after) == 1:
            put.append((before[0], after[0]))
        elif after and not put:
            return None
    for value, other in sorted(put, key=lambda one: -one[0].start):
        is_day = other.text.isdigit() and _DAY.match(value.text)
        end = value.start + is_day.end() if is_day else value.end
        wrong = _put(wrong, value.start, end, other.text)
    return Amended(wrong) if put else None
