"""Put the right value of a correction in the place of the wrong one: "My flight is on the 12th", "I meant the 21st"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tiermem.engine.statements.clauses import swaps
from tiermem.engine.statements.duplicates import undated
from tiermem.engine.statements.given_values import values_in, words_in
from tiermem.engine.statements.lexicon import MARKS
from tiermem.engine.statements.reading import read
from tiermem.text import STOP_WORDS, fold
from tiermem.text.scripts import UNSPACED

if TYPE_CHECKING:
    from tiermem.engine.statements.given_values import Value

_SIMILAR = 0.6
"""Share of letters from which on a word is another spelling of one."""
_CERTAIN = 0.75
"""Share of letters from which on that alone shows which statement is meant: "Brian", "Bryan"."""
_FEWEST_LETTERS, _FEWEST_CHARACTERS = 4, 2
"""Fewest letters of such a word; fewest characters of one in a script without spaces."""
_MOST_BEFORE_NAME = 4
"""Words before a name that say who that is: "my little brother"."""
_ENDS = tuple(".!?:")
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


class Names:
    """The names in statements, to find those that a correction spells in another way."""

    def __init__(self) -> None:
        self._by_name: defaultdict[str, set[str]] = defaultdict(set)
        self._added: dict[str, str] = {}

    def add(self, statement: str, text: str) -> None:
        """Add the names of a statement under its own; nothing if it was added with this text."""
        if self._added.get(statement) == text:
            return
        self._added[statement] = text
        for word in words_in(text):
            if word.is_name and len(word.text) >= _fewest(word.text):
                self._by_name[fold(word.text)].add(statement)

    def alike(self, correction: str) -> set[str]:
        """Return the statements with a name that may be another spelling of a word of a correction."""
        said = words_in(correction)
        words = {fold(word.text) for word in said if word.is_name} - STOP_WORDS
        names = self._by_name
        close = (get_close_matches(word, names, len(names) or 1, _SIMILAR) for word in words)
        return {statement for found in close for name in found for statement in names[name]}


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
    swapped = swaps(correction)
    if swapped and denied is None and not any(_has_one(wrong, value) for _, value in swapped):
        return _respelt(wrong, swapped[0][0], old)
    return (
        (_of_one_sort(wrong, old, right) if precise > 1 else None)
        or _of_denied(wrong, old, right, denied)
        or (_of_one_sort(wrong, old, right) if precise else None)
        or _swapped(wrong, correction)
        or _respelt(wrong, correction, old)
        or _of_one_sort(wrong, old, right)
    )


def introduced(old: str, new: str) -> str:
    """Return a statement that begins with a name, with who that is by an earlier one: "My son Max turned 5"."""
    person = read(old).owner
    size = len(person.name)
    start = fold(old).find(person.name) if person.sort == "kin" and person.name else 0
    lead, name, behind = old[: max(start, 0)], old[start : start + size], new[size : size + 1]
    is_person = 0 < len(lead.split()) <= _MOST_BEFORE_NAME and fold(name) == person.name
    if not is_person or any(mark in lead for mark in MARKS) or fold(new[:size]) != person.name:
        return new
    is_whole = not behind.isalnum() or UNSPACED.match(behind) is not None
    return f"{lead}{name}{new[size:]}" if is_whole else new


def _is_in(value: Value, denied: str | None) -> bool:
    return denied is not None and fold(value.text) in fold(denied)


def _put(wrong: str, start: int, end: int, right: str) -> str:
    return f"{wrong[:start]}{right}{wrong[end:]}"


def _of_denied(
    wrong: str, old: Sequence[Value], right: Sequence[Value], denied: str | None
) -> Amended | None:
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
    found = swaps(correction)
    for whole, value in found:
        ends = (one for one, other in found if other == value and whole.endswith(one))
        right = min(ends, key=len)  # "hazelnuts" of "I meant hazelnuts"
        place = _place_of(value, wrong)
        if place and fold(right) not in fold(wrong):
            fitting = _fitting(wrong[: place.start()], right, wrong[place.end() :])
            return Amended(_put(wrong, *place.span(), fitting), is_certain=True)
    return None


def _has_one(text: str, value: str) -> bool:
    """Return True if a text has a value, or one of its words."""
    words = words_in(value)
    return _place_of(value, text) is not None or any(fold(word.text) in fold(text) for word in words)


def _place_of(value: str, text: str) -> re.Match[str] | None:
    edge = r"" if UNSPACED.search(value) else r"\b"
    return re.search(f"{edge}{re.escape(value)}{edge}", text, re.IGNORECASE)


def _fitting(before: str, right: str, behind: str) -> str:
    """Return a right value without the words that stand around the wrong one already: "on the 14th of May"."""
    words = right.split()
    first, last = fold(before).split(), fold(behind).strip(".!?").split()
    lead = next((size for size in range(len(words) - 1, 0, -1) if _folded(words[:size]) == first[-size:]), 0)
    words = words[lead:]
    tail = next((size for size in range(len(words) - 1, 0, -1) if _folded(words[-size:]) == last[:size]), 0)
    return " ".join(words[: len(words) - tail])


def _folded(words: Sequence[str]) -> list[str]:
    return [fold(word) for word in words]


def _respelt(wrong: str, correction: str, old: Sequence[Value]) -> Amended | None:
    """Return the statement with another spelling of one of its names."""
    known = {fold(word.text) for word in words_in(wrong)}
    others = [
        other
        for other in _names(correction)
        if fold(other.text) not in known and not _opens(other, correction)
    ]
    precise = [value for value in old if value.sort in _PRECISE] if others else []
    found = [
        (_likeness(word, other), word, other)
        for other in others
        for word in _names(wrong)
        if not any(value.start <= word.start < value.end for value in precise)
        and not (_begins(word, wrong) and _begins(other, correction))
    ]
    share, word, other = max(found, key=lambda one: one[0], default=(0.0, None, None))
    if word is None or other is None or share < _SIMILAR:
        return None
    return Amended(_put(wrong, word.start, word.end, other.text), is_certain=share >= _CERTAIN)


def _begins(word: Value, text: str) -> bool:
    """Return True if a word begins a sentence, where it has a capital without being a name."""
    return not UNSPACED.match(word.text) and (not word.start or text[: word.start].rstrip()[-1:] in _ENDS)


def _opens(word: Value, text: str) -> bool:
    """Return True if a word only opens a sentence: "Correction: …", "Sorry, …"."""
    return _begins(word, text) and text[word.end : word.end + 1] in (":", ",")


@lru_cache(maxsize=64)
def _names(text: str) -> tuple[Value, ...]:
    """Return the words that are written like names."""
    words = (word for word in words_in(text) if word.is_name)
    return tuple(word for word in words if fold(word.text) not in STOP_WORDS)


def _likeness(word: Value, other: Value) -> float:
    """Return how alike two words are, 0 to 1; 0 for short ones."""
    if min(len(word.text), len(other.text)) < _fewest(word.text):
        return 0.0
    return SequenceMatcher(None, fold(word.text), fold(other.text), autojunk=False).ratio()


def _fewest(word: str) -> int:
    """Return the letters that a word and another spelling of it have at least."""
    return _FEWEST_LETTERS if word.isascii() or word[0] < "\u2e80" else _FEWEST_CHARACTERS


def _of_one_sort(wrong: str, old: Sequence[Value], right: Sequence[Value]) -> Amended | None:
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
        is_day = value.sort == "date" and other.text.isdigit() and _DAY.match(value.text)
        end = value.start + is_day.end() if is_day else value.end
        wrong = _put(wrong, value.start, end, other.text)
    return Amended(wrong) if put else None
