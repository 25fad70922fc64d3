"""A statement as words that can be compared: its clauses, what joins a thing and its value, and the sorts of values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from tiermem.engine.statements.data import (
    CHANGES,
    DAY_PARTS,
    DETERMINERS,
    INSTEAD,
    IS,
    NEW,
    NEW_ONE,
    NOW,
    PEOPLE,
    PLACES,
    TOWARDS,
    UNSPACED,
)
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages import language
from tiermem.text.scripts import CJK

Sort = Literal["time", "weekday", "date", "number", "name", "word"]
_CLOCK = frozenset("点點時时半分")
_SPACED = ("en", "de", "fr", "es")
_TOKEN = pattern(
    rf"[{CJK}]|=|[^\W_{CJK}](?:[^\s,;!?()\"“”„«»{CJK}]*[^\W{CJK}]|\+\+|#)?[%€$£°]?|[€$£]\d[\d.,]*"
)
_SHORT = pattern(r"(?<=\w)['’](?:m|re|s|ve)(?=\s)|\b(?:l|d|c|j|qu)['’](?=\w)", re.IGNORECASE)
_CLAUSES = pattern(r"[,;:—–](?=\s)|[，；、。]|(?<=[^\d\s])\.(?=\s)|\s-\s")
_NEGATED = pattern(
    r"\b(?:not|no|never|don't|nicht|kein\w*|pas|plus|jamais|nunca|ya no)\b|n['’]t\b|不|没|沒|ない|ません",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d{1,2}(?:[:.]\d\d)?(?:am|pm|h|uhr)(?:\d\d)?|\d{1,2}:\d\d")
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}(?:st|nd|rd|th)|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?"
)
_NUMBER = re.compile(r"[€$£]?[+-]?\d[\d.,]*(?:k|m|mb|gb|tb|ms|s|kg|km|%|€|\$|£|°)?")


class Word(NamedTuple):
    """A word as it is compared.

    Attributes:
        text: Folded; "=" for all that joins.
        joins: It stands between a thing and its value.
        sort: Of value that it could be.
    """

    text: str
    joins: bool
    sort: Sort


class Clause(NamedTuple):
    """A clause of a statement.

    Attributes:
        words: Those that are compared, in order.
        wrong: The value that it says is wrong, word by word.
        changed: Whether it says that there was another value before.
        one_more: Whether it tells of a new thing beside which the earlier one may still be.
    """

    words: tuple[Word, ...]
    wrong: tuple[str, ...]
    changed: bool
    one_more: bool


def clauses(text: str) -> list[Clause]:
    """The clauses of a statement, of several those that deny nothing."""
    text = text.strip().rstrip(".!?。！？… ")
    instead = INSTEAD.search(text)
    wrong: tuple[str, ...] = ()
    if instead:
        wrong = tuple(word.text for word in _words(next(filter(None, instead.groups()))) if not word.joins)
        text = text[: instead.start()] + text[instead.end() :]
    parts = [part for part in _CLAUSES.split(text) if part.strip()]
    kept = [part for part in parts if len(parts) == 1 or not _NEGATED.search(part)]
    return [
        Clause(_put_straight(_words(part)), wrong, bool(wrong) or _says_changed(part), _is_one_more(part))
        for part in kept
    ]


def _put_straight(words: Iterable[Word]) -> tuple[Word, ...]:
    """The words up to the verb at the end: "… wurde auf Montag verschoben"; who changed the thing is left out."""
    found = list(words)
    while found and found[-1].joins:
        found.pop()
    lead = 1 if found and found[0].text in PEOPLE else 0
    towards = [place for place, word in enumerate(found) if word.text in TOWARDS]
    if towards and towards[-1] > lead + 1 and found[lead].text == "=":
        found = [*found[lead + 1 : towards[-1]], found[lead], *found[towards[-1] :]]
    return tuple(found)


def is_aside(clause: Clause) -> bool:
    """Whether it says no more than that something changed: "we migrated"."""
    return not any(word.joins for word in clause.words) and len(clause.words) <= 2 and clause.changed


def _says_changed(text: str) -> bool:
    if NOW.search(text) or any(match.lastgroup == "change" for match in UNSPACED.finditer(text)):
        return True
    return NEW_ONE.search(fold(text)) is not None or any(word in CHANGES for word in fold(text).split())


def _is_one_more(text: str) -> bool:
    """Whether it is about a new one of what there may be many of."""
    said = fold(text)
    is_new = any(match.lastgroup == "new" for match in UNSPACED.finditer(text)) or any(
        word in NEW for word in said.split()
    )
    return is_new and NEW_ONE.search(said) is None


def _words(text: str) -> Iterator[Word]:
    """The words of a clause that count."""
    text = UNSPACED.sub(_joined, NOW.sub(" ", text)) if re.search(f"[{CJK}]", text) else NOW.sub(" ", text)
    text = _SHORT.sub(lambda match: " is" if match[0][1:] in ("s", "m", "re") else " ", text)
    joins = False
    tokens = [match[0] for match in _TOKEN.finditer(text)]
    for place, token in enumerate(tokens):
        word = fold(token)
        of_time = word in DAY_PARTS and place > 0 and tokens[place - 1][-1:].isdigit()
        if not of_time and (word in DETERMINERS or word in NEW):
            continue
        is_verb = word in IS or word in CHANGES or word == "="
        if is_verb and not of_time and not (word == "a" and not _is_verb(tokens[place + 1 : place + 2])):
            if not joins:
                yield Word("=", joins=True, sort="word")
            joins = True
            continue
        joins = False
        if not of_time and (word in PLACES or word in TOWARDS):
            yield Word(word, joins=True, sort="word")
        else:
            yield Word(
                word, joins=False, sort=_sort(token, word, tokens[place + 1 : place + 2], first=place == 0)
            )


def _is_verb(following: Sequence[str]) -> bool:
    """Whether French "a" stands before a verb, and is none of the words that say where to."""
    return bool(following) and fold(following[0]) in IS | CHANGES


def _joined(match: re.Match[str]) -> str:
    return " = " if match.lastgroup in ("change", "is") else " "


def _sort(token: str, word: str, following: Sequence[str], *, first: bool) -> Sort:
    if word in DAY_PARTS or _TIME.fullmatch(word) or word in _CLOCK:
        return "time"
    if _NUMBER.fullmatch(word):
        return "time" if following and fold(following[0]) in DAY_PARTS | _CLOCK else "number"
    of_month = word in ("de", "of") and bool(following) and fold(following[0]) in _calendar("months")
    if of_month or _DATE.fullmatch(word) or word in _calendar("months"):
        return "date"
    if word in _calendar("weekdays"):
        return "weekday"
    named = (token[0].isupper() and not first) or any(map(str.isdigit, word)) or re.match(f"[{CJK}]", token)
    return "name" if named else "word"


@cache
def _calendar(kind: Literal["months", "weekdays"]) -> frozenset[str]:
    names = {fold(name) for code in _SPACED for name in getattr(language(code), kind)}
    return frozenset(names | {f"{name}s" for name in names if kind == "weekdays"})
