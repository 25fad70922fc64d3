"""Split statements into clauses of comparable words: copulas and prepositions are marked, values have a type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages import codes, everywhere, language
from tiermem.text.scripts import CJK

Sort = Literal["time", "weekday", "date", "number", "name", "word"]
_TOKEN = pattern(
    rf"[{CJK}]|=|[^\W_{CJK}](?:[^\s,;!?()\"“”„«»{CJK}]*[^\W{CJK}]|\+\+|#)?[%€$£°]?|[€$£]\d[\d.,]*"
)
_SHORT = pattern(r"(?<=\w)['’](?:m|re|s|ve)(?=\s)|\b(?:l|d|c|j|qu)['’](?=\w)", re.IGNORECASE)
_CLAUSES = pattern(r"[,;:—–](?=\s)|[，；、。]|(?<=[^\d\s])\.(?=\s)|\s-\s")
_CJK = pattern(f"[{CJK}]")
_TIME = re.compile(r"\d{1,2}(?:[:.]\d\d)?(?:am|pm|h|uhr)(?:\d\d)?|\d{1,2}:\d\d")
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}(?:st|nd|rd|th)|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?"
)
_NUMBER = re.compile(r"[€$£]?[+-]?\d[\d.,]*(?:k|m|mb|gb|tb|ms|s|kg|km|%|€|\$|£|°)?")


class Word(NamedTuple):
    """A word of a clause.

    Attributes:
        text: Folded; "=" for every copula.
        joins: True for a copula or preposition between a thing and its value.
        sort: The type of value that it could be.
    """

    text: str
    joins: bool
    sort: Sort


class Clause(NamedTuple):
    """A clause of a statement.

    Attributes:
        words: The words to compare, in order.
        wrong: The value that it says is wrong, word by word.
        changed: True if it says that there was another value before.
        one_more: True if it is about a new thing, beside which the earlier one may still exist.
    """

    words: tuple[Word, ...]
    wrong: tuple[str, ...]
    changed: bool
    one_more: bool


@lru_cache(maxsize=4_096)  # a statement is compared with many
def clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a statement; of several, those that negate nothing."""
    wrong, parts = _split(text)
    return tuple(
        Clause(_reordered(_words(part)), wrong, bool(wrong) or _says_changed(part), _is_one_more(part))
        for part in parts
    )


@lru_cache(maxsize=256)
def says_changed(text: str) -> bool:
    """Return True if a clause of a statement says that there was another value before."""
    wrong, parts = _split(text)
    return bool(parts) and (bool(wrong) or any(map(_says_changed, parts)))


def _split(text: str) -> tuple[tuple[str, ...], Sequence[str]]:
    """Return the value that a statement says is wrong, and its clauses; of several, those that negate nothing."""
    text = text.strip().rstrip(".!?。！？… ")
    instead = everywhere().instead.search(text)
    wrong: tuple[str, ...] = ()
    if instead:
        wrong = tuple(word.text for word in _words(next(filter(None, instead.groups()))) if not word.joins)
        text = text[: instead.start()] + text[instead.end() :]
    parts = [part for part in _CLAUSES.split(text) if part.strip()]
    return wrong, [part for part in parts if len(parts) == 1 or not everywhere().negated.search(part)]


def _reordered(words: Iterable[Word]) -> tuple[Word, ...]:
    """Drop a verb at the end ("… wurde auf Montag verschoben") and the person who made the change ("We moved …")."""
    found = list(words)
    while found and found[-1].joins:
        found.pop()
    lead = 1 if found and found[0].text in everywhere().we else 0
    towards = [place for place, word in enumerate(found) if word.text in everywhere().towards]
    if towards and towards[-1] > lead + 1 and found[lead].text == "=":
        found = [*found[lead + 1 : towards[-1]], found[lead], *found[towards[-1] :]]
    return tuple(found)


def is_aside(clause: Clause) -> bool:
    """Return True if a clause only says that something changed: "we migrated"."""
    return not any(word.joins for word in clause.words) and len(clause.words) <= 2 and clause.changed


def _says_changed(text: str) -> bool:
    known = everywhere()
    if known.now.search(text) or any(match.lastgroup == "change" for match in _unspaced().finditer(text)):
        return True
    return known.new_one.search(fold(text)) is not None or not known.changes.isdisjoint(fold(text).split())


def _is_one_more(text: str) -> bool:
    """Return True for a new one of a kind of which there may be many."""
    said = fold(text)
    is_new = any(
        match.lastgroup == "new" for match in _unspaced().finditer(text)
    ) or not everywhere().new.isdisjoint(said.split())
    return is_new and everywhere().new_one.search(said) is None


def _words(text: str) -> Iterator[Word]:
    """Yield the words of a clause that count."""
    known = everywhere()
    text = known.now.sub(" ", text)
    text = _unspaced().sub(_joined, text) if _CJK.search(text) else text
    text = _SHORT.sub(lambda match: " is" if match[0][1:] in ("s", "m", "re") else " ", text)
    joins = False
    tokens = [match[0] for match in _TOKEN.finditer(text)]
    for place, token in enumerate(tokens):
        word = fold(token)
        of_time = word in known.day_parts and place > 0 and tokens[place - 1][-1:].isdigit()
        if not of_time and (word in known.determiners or word in known.new):
            continue
        is_verb = word in known.copulas or word in known.changes or word == "="
        if is_verb and not of_time and not (word == "a" and not _is_verb(tokens[place + 1 : place + 2])):
            if not joins:
                yield Word("=", joins=True, sort="word")
            joins = True
            continue
        joins = False
        if not of_time and (word in known.places or word in known.towards):
            yield Word(word, joins=True, sort="word")
        else:
            yield Word(
                word, joins=False, sort=_sort(token, word, tokens[place + 1 : place + 2], first=place == 0)
            )


def _is_verb(following: Sequence[str]) -> bool:
    """Return True if French "a" is an auxiliary, not the preposition."""
    return bool(following) and fold(following[0]) in everywhere().copulas | everywhere().changes


@cache
def _unspaced() -> re.Pattern[str]:
    """Return the pattern of verbs of change, copulas, and words for "new" and "my" in scripts without spaces."""
    known = everywhere()
    return re.compile(
        rf"(?P<change>{known.unspaced_change.pattern})|(?P<is>{known.unspaced_copula.pattern})"
        rf"|(?P<new>{known.unspaced_new.pattern})|(?P<mine>{known.unspaced_mine.pattern})",
        re.VERBOSE,
    )


def _joined(match: re.Match[str]) -> str:
    return " = " if match.lastgroup in ("change", "is") else " "


def _sort(token: str, word: str, following: Sequence[str], *, first: bool) -> Sort:
    known = everywhere()
    of_day = known.day_parts | known.clock
    if word in of_day or _TIME.fullmatch(word):
        return "time"
    if _NUMBER.fullmatch(word):
        return "time" if following and fold(following[0]) in of_day else "number"
    of_month = word in known.of and bool(following) and fold(following[0]) in _calendar("months")
    if of_month or _DATE.fullmatch(word) or word in _calendar("months"):
        return "date"
    if word in _calendar("weekdays"):
        return "weekday"
    named = (token[0].isupper() and not first) or any(map(str.isdigit, word)) or _CJK.match(token)
    return "name" if named else "word"


@cache
def _calendar(kind: Literal["months", "weekdays"]) -> frozenset[str]:
    spaced = [one for one in map(language, codes()) if one.times.spaced]
    names = {fold(name) for one in spaced for name in getattr(one, kind)}
    return frozenset(names | {f"{name}s" for name in names if kind == "weekdays"})
