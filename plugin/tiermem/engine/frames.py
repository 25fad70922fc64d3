"""Whether a statement gives another value for the very thing that an earlier one is about.

"The standup is at 9:30" and "The standup has moved to 10:00" have one frame, the standup and when it is, and two values
in it. What only joins a thing and its value ("is", "has moved to") counts as that and not as words, and "now" and "new"
say that there was another value before. All else must be the same but for one value, of one sort.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from tiermem.deferred import pattern
from tiermem.engine.frame_words import (
    AT_TIMES,
    BESIDES,
    CHANGES,
    DAY_PARTS,
    DETERMINERS,
    EMPLOYS,
    INSTEAD,
    IS,
    MEASURES,
    NEW,
    NEW_ONE,
    NOW,
    PEOPLE,
    PLACES,
    TOWARDS,
    UNSPACED,
    WORKS,
)
from tiermem.text import STOP_WORDS, fold
from tiermem.text.languages import language
from tiermem.text.scripts import CJK

Sort = Literal["time", "weekday", "date", "number", "name", "word"]
_CLOCK = frozenset("点點時时半分")
_SPACED = ("en", "de", "fr", "es")
_WHEREABOUTS = frozenset({"in", "a", "en"})
_FIRST = re.compile(r"[^\W_]+")
_NEAR = 2
"""Words from the verb to a value that no word joins: "… is version 2"."""
_MOST_WORDS = 8
"""Words, or characters of a script without spaces, of a value: what is longer is a statement of its own."""
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


class _Word(NamedTuple):
    """A word as it is compared.

    Attributes:
        text: Folded; "=" for all that joins.
        joins: It stands between a thing and its value.
        sort: Of value that it could be.
    """

    text: str
    joins: bool
    sort: Sort


class _Clause(NamedTuple):
    words: tuple[_Word, ...]
    wrong: tuple[str, ...]
    """The value that it says is wrong, word by word."""
    changed: bool
    """Whether it says that there was another value before."""
    one_more: bool
    """Whether it tells of a new thing beside which the earlier one may still be."""


def replaces(new: str, old: str, *, denies: bool = False) -> bool:
    """Whether *new* says that what *old* says is so no longer, because the same thing has another value.

    Args:
        new: The later statement.
        old: The earlier one, all of which must be about that one thing.
        denies: Whether the later one is known to say that something was wrong.
    """
    before = [clause for clause in _clauses(old) if not _is_aside(clause)]
    after = _clauses(new)
    denies = denies or any(clause.changed for clause in after)
    if says_besides(new):
        return False
    return len(before) == 1 and any(_is_another_value(clause, before[0], denies=denies) for clause in after)


def says_besides(text: str) -> bool:
    """Whether a statement says that something is so beside what was so before: "… too"."""
    return BESIDES.search(text) is not None


def differ_in_time(new: str, old: str) -> bool:
    """Whether each statement is of another part of the time: "at the weekend", "during the week"."""
    times = [{fold(match[0]) for match in AT_TIMES.finditer(text)} for text in (new, old)]
    return times[0] != times[1]


def is_of_one_more(new: str, old: str) -> bool:
    """Whether the later statement is of a new thing beside others, or both say two things of what has one name.

    "My new colleague is Bob" is no other value; "My cat is Leo and is 5" may be so beside "My cat is Mia and is 3".
    """
    after, before = _clauses(new), _clauses(old)
    if any(clause.one_more for clause in after):
        return True
    return all(
        sum(word.text == "=" for clause in said for word in clause.words) > 1 for said in (after, before)
    )


def is_of_another_than_we(new: str, old: str) -> bool:
    """Whether the earlier statement is of those who speak, and the later one of somebody else: "our sister team"."""
    earlier, later = fold(old), fold(new)
    if not (who := _FIRST.match(earlier)) or who[0] not in PEOPLE:
        return False
    said = _FIRST.findall(later)
    named = next((word for word in said if word not in DETERMINERS), "")
    return PEOPLE.isdisjoint(said) and named not in _FIRST.findall(earlier)


def stands_beside(new: str, old: str) -> bool:
    """Whether the later statement says of another thing what is known of one of its kind: of server 2 as of 1."""
    return any(
        (found := _difference(clause, before)) is not None
        and (clause.one_more or says_besides(new) or not found.behind)
        and found.right.sorts == found.wrong.sorts
        and "word" not in found.right.sorts
        for before in _clauses(old)
        for clause in _clauses(new)
    )


def _clauses(text: str) -> list[_Clause]:
    text = text.strip().rstrip(".!?。！？… ")
    instead = INSTEAD.search(text)
    wrong: tuple[str, ...] = ()
    if instead:
        wrong = tuple(word.text for word in _words(next(filter(None, instead.groups()))) if not word.joins)
        text = text[: instead.start()] + text[instead.end() :]
    parts = [part for part in _CLAUSES.split(text) if part.strip()]
    kept = [part for part in parts if len(parts) == 1 or not _NEGATED.search(part)]
    return [
        _Clause(_put_straight(_words(part)), wrong, bool(wrong) or _says_changed(part), _is_one_more(part))
        for part in kept
    ]


def _put_straight(words: Iterable[_Word]) -> tuple[_Word, ...]:
    """The words up to the verb at the end: "… wurde auf Montag verschoben"; who changed the thing is left out."""
    found = list(words)
    while found and found[-1].joins:
        found.pop()
    lead = 1 if found and found[0].text in PEOPLE else 0
    towards = [place for place, word in enumerate(found) if word.text in TOWARDS]
    if towards and towards[-1] > lead + 1 and found[lead].text == "=":
        found = [*found[lead + 1 : towards[-1]], found[lead], *found[towards[-1] :]]
    return tuple(found)


def _is_aside(clause: _Clause) -> bool:
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


def _words(text: str) -> Iterator[_Word]:
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
                yield _Word("=", joins=True, sort="word")
            joins = True
            continue
        joins = False
        if not of_time and (word in PLACES or word in TOWARDS):
            yield _Word(word, joins=True, sort="word")
        else:
            yield _Word(
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


class _Difference(NamedTuple):
    right: _Value
    wrong: _Value
    works: bool
    """Whether both say for whom somebody works."""
    behind: bool
    """Whether both values stand behind the verb, see `_is_behind_the_verb`."""


def _difference(new: _Clause, old: _Clause) -> _Difference | None:
    """The values in which two clauses differ, where all else is the same."""
    mine, others = new.words, old.words
    start = _shared(mine, others)
    end = _shared(mine[start:][::-1], others[start:][::-1])
    while start and mine[start - 1].sort != "word" and not mine[start - 1].joins:
        start -= 1  # "May 3" and "May 10" are one value each
    while end and mine[len(mine) - end].sort in ("name", "time", "date"):
        end -= 1
    frame = (*mine[:start], *mine[len(mine) - end :])
    if not any(_tells(word) for word in frame):
        return None
    right, wrong = (_Value.of(words[:start], words[start : len(words) - end]) for words in (mine, others))
    if not right.words or not wrong.words or max(len(right.words), len(wrong.words)) > _MOST_WORDS:
        return None
    if right.texts == wrong.texts or any(word.joins for word in (*right.words, *wrong.words)):
        return None
    behind = all(
        _is_behind_the_verb(words, start, value) for words, value in ((mine, right), (others, wrong))
    )
    return _Difference(right, wrong, any(word.text in WORKS for word in frame), behind)


def _is_another_value(new: _Clause, old: _Clause, *, denies: bool) -> bool:
    found = _difference(new, old)
    if found is None:
        return False
    right, wrong = found.right, found.wrong
    if new.wrong:
        return new.wrong == wrong.texts
    if not denies or (new.one_more and not old.one_more):
        return False
    if sorted(right.texts) == sorted(wrong.texts):
        return "number" not in right.sorts
    return found.behind and _fit(right, wrong, works=found.works)


def _is_behind_the_verb(words: Sequence[_Word], start: int, value: _Value) -> bool:
    """Whether a value is what is said of the thing, and no part of what the thing is called: "server 1", "the 9:30"."""
    before, behind = words[: start + value.lead], words[start + value.lead + len(value.words) :]
    verbs = [place for place, word in enumerate(words) if word.text == "="]
    if verbs:
        if any(word.text == "=" for word in behind):
            return False
        joined = value.is_what_it_is or value.place is not None
        near = not behind and len(before) - verbs[0] <= _NEAR
        return verbs[0] < len(before) and (joined or near)
    if before and before[-1].text in MEASURES:
        return True
    return value.place is not None and (not behind or before[0].text in PEOPLE)


class _Value(NamedTuple):
    words: Sequence[_Word]
    place: str | None
    """The word before it that tells what it is to the thing."""
    is_what_it_is: bool
    """Whether the thing "is" it, or moved to it."""
    lead: int
    """Joining words before it in which the two statements differ."""

    @classmethod
    def of(cls, before: Sequence[_Word], rest: Sequence[_Word]) -> _Value:
        lead = 0
        while lead < len(rest) and rest[lead].joins:
            lead += 1
        words = [*before, *rest[:lead]]
        joining = []
        while words and words[-1].joins:
            joining.append(words.pop().text)
        place = next((word for word in joining if word != "="), None)
        return cls(rest[lead:], place, "=" in joining, lead)

    @property
    def texts(self) -> tuple[str, ...]:
        """The words as they are compared."""
        return tuple(word.text for word in self.words)

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of its words."""
        return frozenset(word.sort for word in self.words)


def _fit(right: _Value, wrong: _Value, *, works: bool) -> bool:
    """Whether one of two values of the same thing must be wrong."""
    places = {right.place, wrong.place} - {None}
    employs = works and places <= EMPLOYS
    if len(places) > 1 and places.isdisjoint(TOWARDS) and not employs:
        return False
    sorts = {right.sorts, wrong.sorts}
    if sorts == {frozenset({"time"}), frozenset({"number"})} and right.place == wrong.place:
        return True
    if len(sorts) > 1 or "word" in right.sorts:
        return False
    if "name" not in right.sorts:
        return True
    if right.place in TOWARDS and wrong.place not in _WHEREABOUTS:
        return False  # who is called Bob may move to Berlin
    return (right.is_what_it_is and wrong.is_what_it_is) or (employs and bool(places))


def _shared(one: Sequence[_Word], other: Sequence[_Word]) -> int:
    """How many words both begin with."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a.text != b.text), min(len(one), len(other)))


def _tells(word: _Word) -> bool:
    return not word.joins and word.text not in STOP_WORDS
