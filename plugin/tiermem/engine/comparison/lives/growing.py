"""Growing up: the age that somebody has reached, and the stage of their education.

An age is put right where it stands, so that what else is said of the person stays.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import chain, takewhile
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import behind_pair, expressions
from tiermem.engine.comparison.lives.health import OF_HEALTH
from tiermem.engine.comparison.lives.work import works_at
from tiermem.engine.reading.lexicon import MARKS, Spaced, undated
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.people import Person, last_piece, person_before, person_in
from tiermem.engine.reading.reading import read
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages import language
from tiermem.text.topics import topics_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.engine.reading.reading import Reading

_OLDEST = 120
_MOST_YEARS = 15
"""Years that may lie between two mentions of an age."""


_OPENINGS = tuple("(（,，、")
"""Signs before an age that stands behind somebody without a word: "Max (5)", "my son Max, 5"."""
_JOINT = pattern(r"[)）和与跟とやは]")
"""What stands before another name of a list in a script without spaces."""
_MOST_OF_NAME = 4
"""Maximum words of a name, or its characters in a script without spaces."""


class _Age(NamedTuple):
    """An age in a text.

    Attributes:
        person: Whose it is.
        age: The number.
        in_months: True if it is no number of years.
        start: The place where the number begins.
        end: The place where it ends.
        is_next: True if it is only an age if it is one more than the one before: "42 last week".
    """

    person: Person
    age: int
    in_months: bool
    start: int
    end: int
    is_next: bool = False


class _Stage(NamedTuple):
    """A stage of a person's education: its place among those of `Changes.stages`."""

    person: Person
    place: int


def keys_of(text: str, *, is_event: bool) -> Iterator[str]:
    """Yield the keys of those whose age or education a text gives, or tells that they reached it."""
    if _stages(text):
        yield "stage"
    for one in _ages(text, is_event=is_event):
        if is_event or one.person.is_self:
            yield from one.person.keys()


def names_alone(text: str) -> Person | None:
    """Return the name of whoever reached an age, if a text gives nothing but the name: "Hugo turned 7"."""
    people = {one.start: one.person for one in reversed(_ages(text, is_event=True))}
    person = next(iter(people.values())) if len(people) == 1 else None
    return person if person is not None and person.names and not person.kin else None


def mentions_growth(text: str) -> bool:
    """Return True if a text tells that somebody reached an age or a stage."""
    reached = any(one.search(undated(text)) for one in expressions(read(text).language, "birthdays"))
    return bool((reached and _ages(text, is_event=True)) or _stages(text))


# -- ages -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def aged(old: str, new: str, known_as: str = "") -> str:
    """Return an earlier statement with the age that somebody in it has reached since; "" if the later one gives none.

    With *known_as*, the word for whom a later one only names, an earlier one without a name is of them too.
    """
    if read(old).language != read(new).language:
        return ""
    named, unnamed = names_alone(new), Person(kin=frozenset({known_as} if known_as else ()))
    reached = _ages(new, is_event=True)
    known = _ages(old, is_event=False) if reached else ()
    for one in reached:
        for other in known:
            is_later = 0 < one.age - other.age <= (1 if one.is_next else _MOST_YEARS)
            is_later = is_later and one.in_months == other.in_months
            is_known = one.person == named and not other.person.names and unnamed.kin == other.person.kin
            is_known = is_known and _is_only_one(old[: other.start], read(old).language)
            if is_later and (is_known or one.person.is_of(other.person)):
                return f"{old[: other.start]}{one.age}{old[other.end :]}".rstrip(f"{MARKS}。！ ")
    return ""


def _is_only_one(before: str, code: str) -> bool:
    """Return True if only a possessive stands before the first word for a relative: no "my other son"."""
    lexicon = lexicon_by_code(code)
    if isinstance(lexicon, Spaced):
        return lexicon.mine.issuperset(
            takewhile(lambda word: word not in lexicon.kin, lexicon.tokens(before).small)
        )
    head = before[: match.start()] if (match := lexicon.kin.search(before)) else before
    return not lexicon.function.sub("", lexicon.mine.sub("", head)).strip()


def _ends_with_person(text: str, code: str) -> bool:
    """Return True if a text ends with the word for a relative, or with a name, alone or behind that word."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        last = max((found.end() for one in (lexicon.kin, _JOINT) for found in one.finditer(text)), default=0)
        return lexicon.function.search(text, last) is None and len(text) - last <= _MOST_OF_NAME
    small = lexicon.tokens(text).small
    start = max((at + 1 for at, word in enumerate(small) if word in lexicon.kin), default=0)
    name = [word for word in small[start:] if word not in lexicon.called]
    others = lexicon.function | lexicon.verbs | lexicon.possessive
    return len(name) <= _MOST_OF_NAME and others.isdisjoint(name)


@lru_cache(maxsize=1024)
def _ages(text: str, *, is_event: bool) -> tuple[_Age, ...]:
    """Return the ages that a text gives, or those that it tells were reached by now."""
    code = read(text).language
    text = undated(text) if is_event else text
    found: list[_Age] = []
    names = ("birthdays", "ages_now") if is_event else ("ages",)
    for expression in chain.from_iterable(expressions(code, name) for name in names):
        for match in expression.finditer(text):
            before = match["who"] if match.groupdict().get("who") else text[: match.start()]
            piece = last_piece(behind_pair(undated(before), code))
            person = person_in(piece, code)
            if match[0].lstrip()[:1] in _OPENINGS and not _ends_with_person(piece, code):
                continue  # "at Hill Road, 12"
            is_bare = (
                is_event and person is None and not text[: match.start()].strip()
            )  # "turned 63 yesterday"
            if is_bare or _is_first_person(match[0], code):
                person = Person(is_self=True)
            age = _number(match["age"], code)
            if person is not None and age is not None and 0 < age <= _OLDEST:
                in_months = bool(match.groupdict().get("months"))
                is_next = "next" in match.groupdict()
                found.append(_Age(person, age, in_months, *match.span("age"), is_next))
    return tuple(found)


def _is_first_person(text: str, code: str) -> bool:
    """Return True if the verb of an age is in the first person, which needs no pronoun: "Hoy cumplo 30"."""
    lexicon = lexicon_by_code(code)
    return isinstance(lexicon, Spaced) and not set(lexicon.data.we.split()).isdisjoint(text.lower().split())


def _number(text: str, code: str) -> int | None:
    return int(text) if text.isdigit() else language(code).times.numbers.get(fold(text))


# -- stages ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _stages(text: str) -> tuple[_Stage, ...]:
    """Return the stages of education in which a text says that somebody is, or which they began."""
    code, text = read(text).language, undated(text)
    data, found = lexicon_by_code(code).data, list[_Stage]()
    for place, stage in enumerate(data.stages):
        for match in _stage(data.attends, stage).finditer(text):
            person = person_before(behind_pair(text[: match.start()], code), code)
            if person is not None:
                found.append(_Stage(person, place))
    return tuple(found)


@cache
def _stage(attends: str, stage: str) -> re.Pattern[str]:
    return re.compile(f"{attends}(?:{stage})", re.IGNORECASE)


def moves_up(old: Reading, new: Reading) -> bool:
    """Return True if a later statement gives a further stage of education of the one of whom an earlier one is."""
    known, said = _stages(old.text), _stages(new.text)
    works_there = works_at(old.text) or works_at(new.text)
    if len(known) != 1 or not said or works_there:
        return False
    is_only = topics_of(old.text).keys().isdisjoint(OF_HEALTH)
    is_further = said[-1].place > known[0].place and said[-1].person.is_of(known[0].person)
    return is_only and is_further and not new.has("supposes", "denies", "past")
