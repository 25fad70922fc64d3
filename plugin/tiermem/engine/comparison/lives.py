"""What happens in the life of a person, and what it ends: a birthday, a death, a recovery, another work or school.

A person has one age and one work at a time, however each is told: "Mia had her 8th birthday" after "my daughter Mia is
7 and allergic to nuts", "I'm a gardener now" after "I work in a bank". The expressions are in `Changes`. An age is put
right where it stands, so that what else is said of the person stays. A death ends what is said of the one who died;
words that are said of the living too ("nan passed on Thursday", "we lost Smudge") count of pets and the old alone. A
recovery ends an ailment only if it names all of it: "my cat allergy is gone" leaves "allergic to cats and nuts".
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.lexicon import MARKS, Spaced, undated
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.people import (
    Person,
    last_piece,
    people_of,
    person_before,
    person_in,
    says_nothing,
)
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.meanings import meaning, nearness_of_wholes
from tiermem.text import fold
from tiermem.text.languages import language
from tiermem.text.names import occupations
from tiermem.text.scripts import UNSPACED
from tiermem.text.topics import topics_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiermem.engine.reading.lexicon import Unspaced
    from tiermem.engine.reading.reading import Reading

_OLDEST = 120
_MOST_YEARS = 15
"""Years that may lie between two mentions of an age."""
_FITS = 0.45
"""Nearness from which on a place of work is one of an occupation: a nurse, a hospital."""
_OF_HEALTH = frozenset({"allergy", "illness", "medicine", "diet"})
_AILMENTS = frozenset({"allergy", "illness"})
_OF_COMPOUND = 4
"""First letters of a word that an earlier statement must have: "Pollenallergie", "gegen Pollen allergisch"."""
_NUMBER = "<n>"
"""What stands for a number in an expression of an age."""


class _Age(NamedTuple):
    """An age in a text.

    Attributes:
        person: Whose it is.
        age: The number.
        in_months: True if it is no number of years.
        start: The place where the number begins.
        end: The place where it ends.
    """

    person: Person
    age: int
    in_months: bool
    start: int
    end: int


class Work(NamedTuple):
    """What a person works.

    Attributes:
        trade: The occupation; "" if none is named.
        position: A position, which is of no trade: "manager".
        place: Where the person works; "" if that is not said.
    """

    trade: str = ""
    position: str = ""
    place: str = ""


def keys_of(text: str) -> Iterator[str]:
    """Yield the keys of a statement by the people, the work and the health in it."""
    code = read(text).language
    people = people_of(text, code)
    yield from people.keys()
    if not people.kin.isdisjoint(lexicon_by_code(code).data.partners.split()):
        yield "partner"
    yield from (f"turn {number}" for number, _, _ in _turns(text, 0))
    yield from (f"stage {key}" for one in _stages(text) for key in one.person)
    yield from ("person self" for one in _ages(text, is_event=False) if one.person.is_self)
    if work_of(text) is not None:
        yield "work"
    if not _OF_HEALTH.isdisjoint(topics_of(text)):
        yield "health"


def ended_by(text: str) -> Iterator[str]:
    """Yield the keys of the statements that a later one may bear on in this way."""
    for one in (*(one.person for one in _ages(text, is_event=True)), *_departed(text), *_left(text)):
        yield from one.keys()
    yield from ("partner" for _ in _left(text))
    yield from (f"turn {number}" for number, _, _ in _turns(text, 1))
    yield from (f"stage {key}" for one in _stages(text) for key in one.person)
    if work_of(text) is not None:
        yield "work"
    if tells_recovery(text):
        yield "health"


def tells(text: str) -> bool:
    """Return True if a text tells what happened in a life, which may end an earlier statement."""
    code = read(text).language
    of_health = [*_expressions(code, "healed"), *_expressions(code, "stopped")]
    is_of_health = any(one.search(text) for one in of_health)
    return is_of_health or bool(
        _ages(text, is_event=True) or _departed(text) or _left(text) or _stages(text) or _turns(text, 1)
    )


# -- ages -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def aged(old: str, new: str) -> str:
    """Return an earlier statement with the age that a person of it has reached since; "" if a later one tells none."""
    if read(old).language != read(new).language:
        return ""
    reached = _ages(new, is_event=True)
    known = _ages(old, is_event=False) if reached else ()
    for one in reached:
        for other in known:
            is_later = 0 < one.age - other.age <= _MOST_YEARS and one.in_months == other.in_months
            if is_later and one.person.is_of(other.person):
                return f"{old[: other.start]}{one.age}{old[other.end :]}".rstrip(f"{MARKS}。！ ")
    return ""


@lru_cache(maxsize=1024)
def _ages(text: str, *, is_event: bool) -> tuple[_Age, ...]:
    """Return the ages that a text gives, or those that it tells were reached."""
    code = read(text).language
    text = undated(text) if is_event else text
    found: list[_Age] = []
    for expression in _expressions(code, "birthdays" if is_event else "ages"):
        for match in expression.finditer(text):
            before = match["who"] if match.groupdict().get("who") else text[: match.start()]
            person = person_in(last_piece(_behind_pair(undated(before), code)), code)
            age = _number(match["age"], code)
            if person is not None and age is not None and 0 < age <= _OLDEST:
                in_months = bool(match.groupdict().get("months"))
                found.append(_Age(person, age, in_months, *match.span("age")))
    return tuple(found)


def _behind_pair(text: str, code: str) -> str:
    """Return what stands behind the last conjunction of a text: "… and my son Ben"."""
    lexicon = lexicon_by_code(code)
    words = text.split()
    pairs = lexicon.pairs if isinstance(lexicon, Spaced) else frozenset[str]()
    at = max((place for place, word in enumerate(words) if word.lower() in pairs), default=-1)
    return " ".join(words[at + 1 :]) if words[at + 1 :] else text


def _number(text: str, code: str) -> int | None:
    return int(text) if text.isdigit() else language(code).times.numbers.get(fold(text))


@cache
def _expressions(code: str, name: str) -> Sequence[re.Pattern[str]]:
    """Return the expressions of an attribute of `Changes`."""
    numbers = "|".join(sorted(language(code).times.numbers, key=len, reverse=True))
    listed: Sequence[str] = getattr(lexicon_by_code(code).data, name)
    any_number = rf"(?:\d{{1,3}}|{numbers})" if numbers else r"\d{1,3}"
    return [re.compile(one.replace(_NUMBER, any_number), re.IGNORECASE) for one in listed]


# -- deaths ---------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _departed(text: str, *, surely: bool = False) -> tuple[Person, ...]:
    """Return those of whom a text tells that they died, or only those of whom it surely does."""
    names = ("deaths",) if surely else ("deaths", "departures")
    return tuple(one for one in _told_of(text, *names) if not one.is_self)


def _told_of(text: str, *names: str) -> Iterator[Person]:
    """Yield those of whom the expressions with these names in `Changes` are said."""
    code, text = read(text).language, undated(text)
    for name in names:
        for expression in _expressions(code, name):
            for match in expression.finditer(text):
                who = match.groupdict().get("who")
                person = person_in(who, code) if who else person_before(text[: match.start()], code)
                if person is not None:
                    yield person


@lru_cache(maxsize=1024)
def _left(text: str) -> tuple[Person, ...]:
    """Return those of whom a text tells that they and the user separated; the user, if it names nobody."""
    return tuple(_told_of(text, "separations"))


def ends_with_separation(old: Reading, new: str) -> bool:
    """Return True if a later statement tells that the user and the partner of whom an earlier one is separated."""
    if not _left(new) or read(new).language != old.language:
        return False
    known = _one_of(old)
    partners = frozenset(lexicon_by_code(old.language).data.partners.split())
    is_partner = known is not None and bool(known.kin & partners)
    return is_partner and any(one.is_self or (known is not None and one.is_of(known)) for one in _left(new))


def ends_with_death(old: Reading, new: str) -> bool:
    """Return True if a later statement tells of the death of the one of whom an earlier one is."""
    if not _departed(new) or read(new).language != old.language:
        return False
    known = _one_of(old)
    frail = frozenset(lexicon_by_code(old.language).data.frail.split())
    return known is not None and any(one.is_of(known) for one in _departed(new, surely=not known.kin & frail))


def is_death_of_another(old: Reading, new: str) -> bool:
    """Return True if a later statement tells of a death, and of none of the one of whom an earlier one is."""
    known, every = _one_of(old), people_of(old.text, old.language)
    gone = _departed(new)
    return (
        known is not None and bool(gone) and not any(one.is_of(known) or one.kin & every.kin for one in gone)
    )


def tells_of_known(old: str, new: str) -> bool:
    """Return True if a later statement tells of the death of somebody whom an earlier one names."""
    code = read(old).language
    return code == read(new).language and any(
        one.is_of(people_of(old, code)) for one in _departed(new, surely=True)
    )


def _one_of(old: Reading) -> Person | None:
    """Return the relative, friend or pet of whom a statement is, or whom it only introduces; None without one."""
    known = people_of(old.text, old.language)
    if old.owner.sort == "kin":
        return known._replace(kin=frozenset({old.owner.word}), names=known.names & {old.owner.name})
    return known if old.introduced and len(known.kin) == 1 and not old.has("lists") else None


# -- stages ---------------------------------------------------------------------------------------


class _Stage(NamedTuple):
    """A stage of a person's education: its place among those of `Changes.stages`."""

    person: Person
    place: int


@lru_cache(maxsize=4096)
def _stages(text: str) -> tuple[_Stage, ...]:
    """Return the stages of education in which a text says that somebody is, or which they began."""
    code, text = read(text).language, undated(text)
    data, found = lexicon_by_code(code).data, list[_Stage]()
    for place, stage in enumerate(data.stages):
        for match in _stage(data.attends, stage).finditer(text):
            person = person_before(_behind_pair(text[: match.start()], code), code)
            if person is not None:
                found.append(_Stage(person, place))
    return tuple(found)


@cache
def _stage(attends: str, stage: str) -> re.Pattern[str]:
    return re.compile(f"{attends}(?:{stage})", re.IGNORECASE)


def moves_up(old: Reading, new: str) -> bool:
    """Return True if a later statement gives a further stage of education of the one of whom an earlier one is."""
    known, said = _stages(old.text), _stages(new)
    works_there = any(work is not None and work.place for work in (work_of(old.text), work_of(new)))
    if len(known) != 1 or not said or works_there:
        return False
    is_only = topics_of(old.text).keys().isdisjoint(_OF_HEALTH)
    is_further = said[-1].place > known[0].place and said[-1].person.is_of(known[0].person)
    return is_only and is_further and not read(new).has("supposes", "denies", "past")


# -- turns ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _turns(text: str, side: int) -> tuple[tuple[int, Person, str], ...]:
    """Return the states of people in a text, or on side 1 what ends such states, each with its number.

    With each comes what else the text says.
    """
    code, text = read(text).language, undated(text)
    found = []
    for number, pair in enumerate(lexicon_by_code(code).data.turns):
        for match in re.finditer(pair[side], text, re.IGNORECASE):
            before = text[: match.start()]
            person = person_before(before, code) if before.strip() else Person(is_self=True)
            if person is not None:
                found.append((number, person, text[match.end() :]))
    return tuple(found)


def turns_over(old: Reading, new: str) -> bool:
    """Return True if a later statement tells what ends a state of the same person, of which an earlier one is alone."""
    lexicon = lexicon_by_code(old.language)
    if read(new).language != old.language or read(new).has("supposes", "denies", "past"):
        return False
    return any(
        number == other and person.is_of(known) and len(list(_named_in(rest, lexicon))) <= 1
        for number, known, rest in _turns(old.text, 0)
        for other, person, _ in _turns(new, 1)
    )


# -- health ---------------------------------------------------------------------------------------


def tells_recovery(text: str) -> bool:
    """Return True if a text says that an ailment is over, whatever it was."""
    return any(one.search(text) for one in _expressions(read(text).language, "healed"))


def ends_ailment(old: Reading, new: str) -> bool:
    """Return True if a later statement says that an ailment of the user is over, or that a medicine was stopped."""
    after = read(new)
    if after.related - old.related:
        return False
    if after.language != old.language or old.has("denies", "past") or after.has("supposes", "denies"):
        return False
    return _is_over(old, after.text) or _is_stopped(old, after)


def _is_over(old: Reading, new: str) -> bool:
    """Return True if all that an earlier statement names is over, and nothing else."""
    lexicon, known = lexicon_by_code(old.language), not _OF_HEALTH.isdisjoint(topics_of(old.text))
    ailing = frozenset(_named_in(lexicon.data.ailing, lexicon))
    every = frozenset(_named_in(old.text, lexicon))
    for expression in _expressions(old.language, "healed"):
        for match in expression.finditer(new):
            matter = match.groupdict().get("what") or last_piece(new[: match.start()])
            is_of_health = known or bool(every & ailing) or bool(match.groupdict().get("cured"))
            said, wanted = fold(matter), every - ailing
            is_all = bool(wanted) and all(word[:_OF_COMPOUND] in said for word in wanted)
            named = _named_in(matter, lexicon)
            if is_of_health and is_all and all(word[:_OF_COMPOUND] in fold(old.text) for word in named):
                return True
    return False


def _named_in(text: str, lexicon: Spaced | Unspaced) -> Iterator[str]:
    """Yield the words of a text that say something; its characters where no spaces separate them."""
    if isinstance(lexicon, Spaced):
        for word in lexicon.tokens(text).small:
            if word in lexicon.kin or not (says_nothing(word, lexicon) or word in lexicon.mine | lexicon.we):
                yield fold(lexicon.stem(word))
        return
    rest = lexicon.function.sub(" ", lexicon.mine.sub(" ", lexicon.in_first_person(text)))
    yield from (sign for sign in rest if UNSPACED.match(sign) and not "ぁ" <= sign <= "ん")


def _is_stopped(old: Reading, after: Reading) -> bool:
    """Return True if a medicine of an earlier statement was stopped, which is no more than that of it."""
    lexicon = lexicon_by_code(old.language)
    if not isinstance(lexicon, Spaced) or after.related or old.owner.sort not in ("self", "thing"):
        return False
    for expression in _expressions(old.language, "stopped"):
        for match in expression.finditer(after.text):
            named = lexicon.stem(lexicon.spelt(match["what"]))
            rest = re.sub(re.escape(match["what"]), "", old.text, flags=re.IGNORECASE)
            if named in old.telling and _AILMENTS.isdisjoint(topics_of(rest)):
                return True
    return False


# -- work -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def work_of(text: str) -> Work | None:
    """Return what a statement says that a person works; None if it says nothing of it."""
    code = read(text).language
    place = trade = position = ""
    for expression in _expressions(code, "workplaces"):
        if match := expression.search(text):
            place = match["place"].strip()
    for expression in _expressions(code, "trades"):
        for match in expression.finditer(text):
            head = _head(match["trade"], code)
            if head in positions(code):
                position = head
            elif head and not trade:
                trade = match["trade"].strip()
    return Work(trade, position, place) if trade or position or place else None


def _head(trade: str, code: str) -> str:
    """Return the word of some for what somebody is that names an occupation; "" if none does."""
    known = occupations(code) | positions(code)
    if not isinstance(lexicon_by_code(code), Spaced):
        return next((one for one in sorted(known, key=len, reverse=True) if trade.endswith(one)), "")
    words = re.findall(r"[\w-]+", fold(trade))
    return next((word for word in reversed(words) if word in known), "")


@cache
def positions(code: str) -> frozenset[str]:
    """Return the words for a position at work, which say nothing of the occupation."""
    return frozenset(map(fold, lexicon_by_code(code).data.positions.split()))


def takes_other_work(old: str, new: str) -> bool:
    """Return True if a later statement gives another occupation than that of the place of work known so far."""
    known, said = work_of(old), work_of(new)
    if known is None or said is None or known.trade or not known.place or not said.trade:
        return False
    return not said.place and not _fits(said.trade, known.place, read(old).language)


def keeps_work(old: str, new: str) -> bool:
    """Return True if a later statement adds to a work: a position, or the place of an occupation."""
    known, said = work_of(old), work_of(new)
    if known is None or said is None:
        return False
    is_promoted = bool(known.place and said.position) and not (said.trade or said.place or known.position)
    is_at_place = bool(known.place and said.trade) and not (known.trade or said.place)
    if is_at_place:
        return _fits(said.trade, known.place, read(old).language)
    works_there = bool(known.trade and said.place) and not (known.place or said.trade or said.position)
    code = read(old).language
    is_known = meaning(_informing(said.place, code), code) is not None
    return is_promoted or (works_there and (not is_known or _fits(known.trade, said.place, code)))


def _informing(text: str, code: str) -> str:
    """Return a text without the small words of a language."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        return text
    return " ".join(word for word in text.split() if lexicon.spelt(word) not in lexicon.function)


def _fits(trade: str, place: str, code: str) -> bool:
    """Return True if a place of work is one of an occupation."""
    return nearness_of_wholes(meaning(trade, code), meaning(place, code)) >= _FITS
