"""Somebody's work: an occupation, a position and an employer."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import expressions
from tiermem.engine.reading.clauses import facts
from tiermem.engine.reading.lexicon import MARKS, Spaced, alike
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.meanings import meaning, nearness_of_wholes
from tiermem.text import fold
from tiermem.text.languages import language
from tiermem.text.names import names_of, occupations
from tiermem.text.topics import topics_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from tiermem.engine.reading.reading import Reading

_FITS = 0.45
"""Nearness from which on a place of work is one of an occupation: a nurse, a hospital."""


_OF_WORK = frozenset({"employer", "role", "home office"})
"""Concepts of statements about somebody's work."""
_TOPICS = frozenset({"employer", "job", "work_hours", "workplace"})
"""Topics of statements about somebody's work."""
OF_MAKERS = frozenset({"vehicle", "phone", "computer", "bank"})
"""Topics that the name of an employer shows."""
_OF_VEHICLES = frozenset({"car", "commute"})
"""Concepts of statements about what somebody drives."""
_OF_COMPOUND = 4
"""Minimum letters of a word for an occupation, or of the last one of a compound."""
_ENDS = f"{MARKS} 。！"
"""What ends a statement, and is cut from one of which a schedule was taken."""


class Work(NamedTuple):
    """Somebody's work.

    Attributes:
        trade: The occupation; "" if none is named.
        position: A position, which is of no trade: "manager".
        place: Where the person works; "" if that is not said.
    """

    trade: str = ""
    position: str = ""
    place: str = ""


def keys_of(text: str) -> Iterator[str]:
    """Yield the key of a statement about work."""
    if work_of(text) is not None or _schedules(text):
        yield "work"


@lru_cache(maxsize=4096)
def work_of(text: str) -> Work | None:
    """Return what a statement says that a person works; None if it says nothing of it."""
    code = read(text).language
    place = trade = position = ""
    for expression in expressions(code, "workplaces"):
        if match := expression.search(text):
            place = match["place"].strip()
    for expression in expressions(code, "trades"):
        for match in expression.finditer(text):
            head = _head(match["trade"], code)
            if head in _positions(code):
                position = head
            elif head and not trade:
                trade = match["trade"].strip()
    return Work(trade, position, place) if trade or position or place else None


def works_at(text: str) -> bool:
    """Return True if a statement says where somebody works, even of a name that is a brand: トヨタで働いています."""
    work = work_of(text)
    return work is not None and bool(work.place)


def is_elsewhere(said: Reading) -> bool:
    """Return True if a statement says that somebody is with a person or at a thing that is no known employer.

    "Seit Mai bin ich bei Lena" and "bei Level 40" do, "bei Siemens" does not, and neither does anything with a word
    for work.
    """
    if works_at(said.text) or not said.naming:
        return False
    if said.naming <= names_of("person"):
        return True
    shown = said.words_of({"employer"} & said.concepts.keys())
    return shown <= _small(said.language) and said.topics.isdisjoint(_TOPICS | OF_MAKERS)


@cache
def _small(code: str) -> frozenset[str]:
    """Return the stems of the function words, months and weekdays of a language; none without spaces."""
    lexicon, of_code = lexicon_by_code(code), language(code)
    if not isinstance(lexicon, Spaced):
        return frozenset()
    return frozenset(map(lexicon.stem, {*lexicon.function, *of_code.months, *of_code.weekdays}))


def _head(trade: str, code: str) -> str:
    """Return the word of some for what somebody is that names an occupation; "" if none does."""
    known = occupations(code) | _positions(code)
    if not isinstance(lexicon_by_code(code), Spaced):
        return next((one for one in sorted(known, key=len, reverse=True) if trade.endswith(one)), "")
    words = re.findall(r"[\w-]+", fold(trade))
    return next((word for word in reversed(words) if word in known), "")


@cache
def _positions(code: str) -> frozenset[str]:
    """Return the words for a position at work, which say nothing of the occupation."""
    return frozenset(map(fold, lexicon_by_code(code).data.positions.split()))


def position_words(said: Reading) -> frozenset[str]:
    """Return the words of a statement that only tell which position somebody has: "I'm practice manager now"."""
    lexicon = lexicon_by_code(said.language)
    if not isinstance(lexicon, Spaced):
        return frozenset()
    known = _positions(said.language) | lexicon.roles
    before = {word for word, behind in pairwise(said.plain) if behind in known}
    behind = {
        next((word for word in said.plain[at + 2 :] if word not in lexicon.articles), "")
        for at, (word, of) in enumerate(pairwise(said.plain))
        if word in known and of in lexicon.of
    }
    return frozenset(map(lexicon.stem, before | behind))


def drives_otherwise(old: Reading, new: Reading) -> bool:
    """Return True if one of two statements is of a vehicle that is driven for work, and the other of a private one.

    "We bought a Tesla" leaves "I drive a taxi", and "I drive a bus now" leaves "my car is a Golf".
    """
    drives = lexicon_by_code(old.language).drives
    is_for_work = drives.search(old.text) is not None
    if is_for_work == (drives.search(new.text) is not None):
        return False
    work, private = (old, new) if is_for_work else (new, old)
    shared = old.concepts.keys() & new.concepts.keys()
    if shared - _OF_VEHICLES or alike(work.naming - work.words_of(shared), private.says):
        return False
    known, said = old.words_of({"car"} & shared), new.words_of({"car"} & shared)
    is_of_driving = bool(said) and said <= known and "name" not in new.values  # "I stopped driving"
    return not is_of_driving and _TOPICS.isdisjoint(topics_of(private.text)) and not _is_of_work(private)


def takes_other_work(old: Reading, new: Reading) -> bool:
    """Return True if a later statement gives the same person another occupation, which they have now.

    Known so far is only where they work, and the occupation is of another place.
    """
    is_of_one = old.owner[:2] == new.owner[:2] or new.names(old.owner)
    is_change = new.has("changes", "lasts") and not new.has("once", "only_once", "past", "adds", "denies")
    if not (is_of_one and is_change):
        return False
    known, said = work_of(old.text), work_of(new.text)
    if known is None or said is None or known.trade or not known.place or not said.trade:
        return False
    return not said.place and not _fits(said.trade, known.place, old.language)


class _Schedule(NamedTuple):
    """When, how much or from where somebody works.

    Attributes:
        sort: One of ``hours``, ``amount``, ``where``.
        value: Which, in small letters.
        start: The place where it begins.
        end: The place where it ends.
        left: What is left of a statement in its place.
    """

    sort: str
    value: str
    start: int
    end: int
    left: str


@lru_cache(maxsize=4096)
def _schedules(text: str) -> tuple[_Schedule, ...]:
    """Return when, how much and from where a text says that somebody works; of two at one place the first known."""
    code = read(text).language
    lefts = [left for _, left in lexicon_by_code(code).data.schedules]
    found = list[_Schedule]()
    for expression, left in zip(expressions(code, "schedules"), lefts, strict=True):
        for match in expression.finditer(text):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                sort, value = next((sort, value) for sort, value in match.groupdict().items() if value)
                found.append(_Schedule(sort, value.lower(), *match.span(), match.expand(left)))
    return tuple(found)


def _without(text: str, schedules: Iterable[_Schedule]) -> str:
    """Return a text with what is left of each schedule in its place."""
    for one in sorted(schedules, key=lambda one: one.start, reverse=True):
        text = f"{text[: one.start]}{one.left}{text[one.end :]}"
    return " ".join(text.rstrip(_ENDS).split())


def rescheduled(old: Reading, new: Reading) -> str | None:
    """Return an earlier statement of somebody's work without what a later one replaces, if that says nothing else.

    "I work at the bakery" is left of "I work nights at the bakery" by "I work days now". "" if nothing is left; the
    whole statement if it does not say that; None if the later one says more, or is of somebody else.
    """
    said = _schedules(new.text)
    is_without_subject = old.owner.sort == "self" and new.owner.sort == "thing" and not new.subject
    is_by_name = old.owner.sort == "kin" and new.owner.sort == "thing" and new.names(old.owner)
    is_of_one = old.owner[:2] == new.owner[:2] or is_without_subject or is_by_name
    is_of_one = is_of_one and old.language == new.language and not new.related - old.related
    is_change = new.has("changes", "lasts") and not new.has(
        "once", "only_once", "past", "adds", "denies", "lists"
    )
    if not (said and is_of_one and is_change):
        return None
    rest = read(_without(new.text, said))
    person = rest.related | old.related | _words_of({old.owner.name, old.owner.word}, old.language)
    if not (is_without_subject or new.has_speaker_as_object) and _is_of_other(rest, person):
        return old.text if _is_of_work(old) else None
    if rest.naming - rest.words_of(_OF_WORK & rest.concepts.keys()) - person:
        return None
    given = {one.sort: one.value for one in said}
    changed = [one for one in _schedules(old.text) if given.get(one.sort, one.value) != one.value]
    if changed:
        return _left(old, changed)
    return old.text if _is_of_work(old) else None


def _words_of(names: Collection[str], code: str) -> frozenset[str]:
    """Return names and their stems, which are the words of a reading."""
    lexicon = lexicon_by_code(code)
    stems = map(lexicon.stem, names) if isinstance(lexicon, Spaced) else ()
    return frozenset((*names, *stems))


def _is_of_other(rest: Reading, person: frozenset[str]) -> bool:
    """Return True if a statement without its schedules is of something else than work: "I see my therapist now".

    What names the *person* of whom it is says nothing of that.
    """
    if work_of(rest.text) is not None or "name" in rest.values:
        return False
    is_of_other = bool(rest.topics) and rest.topics.isdisjoint(_TOPICS | {"team"})  # a shift is a team
    return is_of_other or (bool(rest.telling - person) and not _is_of_work(rest))


def promoted(old: Reading, new: Reading) -> tuple[str, ...]:
    """Return the facts of an earlier statement with where the user works in place of what they are, after a promotion.

    "I got promoted" leaves "I work at Shell" of "I'm a clerk at Shell". None are returned if the later statement is of
    somebody else or of another place, or the earlier one does not name both.
    """
    data = lexicon_by_code(new.language).data
    is_of_user = old.owner.sort == "self" and new.owner.sort in ("self", "thing")
    is_of_theirs = new.is_mine and not new.speaks_of_self  # "my team got promoted"
    is_of_user = is_of_user and not (new.related or new.subject or is_of_theirs)
    if not is_of_user or new.has("denies", "past") or old.language != new.language:
        return ()
    found = re.search(data.promoted, new.text, re.IGNORECASE)
    if found is None or works_at(new.text) or _names_place(new.text[found.end() :], new.language):
        return ()
    known, left = facts(old.text), list[str]()
    for fact in known:
        rest = fact
        for expression, (_, works) in zip(expressions(old.language, "jobs"), data.jobs, strict=True):
            rest = expression.sub(works, rest, count=1) if _has_occupation(fact) else rest
        left.append(" ".join(rest.split()))
    return tuple(left) if tuple(left) != known else ()


def _has_occupation(fact: str) -> bool:
    """Return True if a fact names an occupation; a student, a patient or a member has none."""
    said = read(fact)
    known = occupations(said.language) | _positions(said.language)
    if not isinstance(lexicon_by_code(said.language), Spaced):
        return any(one in fact for one in known)
    words = [word for word in re.findall(r"[\w-]+", fold(fact)) if len(word) >= _OF_COMPOUND]
    is_named = any(one.endswith(word) for word in words for one in known)  # "Pfleger", of "Krankenpfleger"
    return is_named and "studying" not in said.concepts


def _names_place(text: str, code: str) -> bool:
    """Return True if a text says where, by name: "to manager at the Royal"."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        return any(one.search(text) for one in expressions(code, "jobs"))
    _, _, place = next(
        filter(all, (text.partition(f" {word} ") for word in sorted(lexicon.where))), ("", "", "")
    )
    return any(map(str.isupper, place))


def without_schedule(old: str, new: str) -> str:
    """Return an earlier statement of somebody's work without what a later one ends: "I'm off nights for good".

    "" if the later one names more of it, or if nothing is left.
    """
    named = alike(read(old).telling, read(new).says)
    ended = [one for one in _schedules(old) if named and named <= read(one.value).says]
    return (_left(read(old), ended) or "") if ended else ""


def _left(old: Reading, schedules: Sequence[_Schedule]) -> str | None:
    """Return a statement without some schedules; "" if it says no more, None if it is not about work.

    "I met her on the night shift" is not. "Jo is a nurse" is left of "Jo is a nurse and works nights".
    """
    lexicon, text = lexicon_by_code(old.language), _without(old.text, schedules)
    before, _, last = text.rpartition(" ")
    if isinstance(lexicon, Spaced) and last in {one.left for one in schedules}:
        before, _, joint = before.rpartition(" ")
        text = before if lexicon.spelt(joint) in lexicon.pairs else text
    left = read(text)
    if not left.naming and work_of(left.text) is None:
        return ""
    return left.text if _is_of_work(left) and not old.has("happens", "past", "once") else None


def _is_of_work(said: Reading) -> bool:
    """Return True if a statement is of somebody's work."""
    is_of_work = work_of(said.text) is not None or bool(_OF_WORK & said.concepts.keys())
    return is_of_work or not _TOPICS.isdisjoint(topics_of(said.text))


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
