"""Partings: a death ends what is said of the one who died, a separation what is said of the partner.

Words for a death that are said of the living too ("nan passed on Thursday", "we lost Smudge") count of pets and the old
alone.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import expressions
from tiermem.engine.reading.clauses import company_of, facts
from tiermem.engine.reading.lexicon import MARKS, Spaced, expression, undated
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.people import Person, people_of, person_before, person_in
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.parts import without_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiermem.engine.reading.reading import Reading

_OF_LIVING = frozenset({"home", "live with"})
"""Concepts of statements that say where or with whom somebody lives."""


def keys_of(text: str) -> Iterator[str]:
    """Yield the keys of the people in a statement."""
    code = read(text).language
    people = people_of(text, code)
    yield from people.keys()
    if not people.kin.isdisjoint(_partners(code)):
        yield "partner"


def ended_by(text: str) -> Iterator[str]:
    """Yield the keys of those of whom a text tells that they died or separated."""
    for one in (*_departed(text), *_left(text)):
        yield from one.keys()
    if _left(text):
        yield "partner"


def mentions_parting(text: str) -> bool:
    """Return True if a text tells of a death or a separation."""
    return bool(_departed(text) or _left(text))


def ends_with_separation(old: Reading, new: Reading) -> bool:
    """Return True if a later statement tells that the user and the partner of whom an earlier one is separated."""
    left = _left(new.text)
    if not left or new.language != old.language:
        return False
    known = _one_of(old)
    if known is None or known.kin.isdisjoint(_partners(old.language)):
        return False
    return any(one.is_self or one.is_of(known) for one in left)


def ends_with_death(old: Reading, new: Reading) -> bool:
    """Return True if a later statement tells of the death of the one of whom an earlier one is."""
    if not _departed(new.text) or new.language != old.language or _is_of_namesake(new):
        return False
    known, every = _one_of(old), people_of(old.text, old.language)
    frail = frozenset(lexicon_by_code(old.language).data.frail.split())
    if known is not None and any(
        one.is_of(known) for one in _departed(new.text, surely=not known.kin & frail)
    ):
        return True
    gone = _departed(new.text, surely=not every.kin & frail)
    return any(_is_of_theirs(one, old) for one in gone)


def without_the_dead(old: Reading, new: Reading) -> str:
    """Return an earlier statement without those who died and with whom somebody lives, or does it again and again.

    "My mum lives in Leeds with my dad", "On Thursdays I play cards with Tito and Ben". Return "" if that is not sure.
    """
    lexicon = lexicon_by_code(old.language)
    is_over = old.introduced or old.has("happens", "past", "once")
    if not isinstance(lexicon, Spaced) or new.language != old.language or is_over or _is_of_namesake(new):
        return ""
    company = _behind_with(old.text, lexicon)
    gone = [one for one in _departed(new.text, surely=True) if one.is_of(people_of(company, old.language))]
    if not gone:
        return ""
    rest, *others = facts(old.text)
    is_one = lexicon.pairs.isdisjoint(map(lexicon.spelt, company.split())) and "," not in company
    if is_one and len(others) == 1 and "home" in read(rest).concepts:
        return rest
    recurs = bool(old.periods or "weekday" in old.values)
    rest = without_part(old.text, new.text) if recurs else ""
    return "" if gone[0].is_of(people_of(rest, old.language)) else rest


def without_the_partner(old: Reading, new: Reading) -> tuple[str, ...] | None:
    """Return the facts of an earlier statement that stay after a separation from one with whom the user lives.

    "I live in Leeds with my wife and our two kids": "I live in Leeds", "I live with our two kids". Return None if the
    two are not separated, or the earlier statement names no such partner.
    """
    is_of_user = old.owner.sort == "self" or not isinstance(lexicon_by_code(old.language), Spaced)
    left = _left(new.text) if new.language == old.language and is_of_user else ()
    if not left or old.has("happens", "past", "once") or _OF_LIVING.isdisjoint(old.concepts):
        return None
    kept: list[str] = []
    for fact in facts(old.text):
        company = company_of(fact) or ""
        groups = _groups(company, old.language)
        gone = [one for one in groups if _is_left(people_of(one, old.language), left, old.language)]
        kept += [fact] if not gone else []
        if gone and len(gone) < len(groups) and not _refers_back(company, old.language):
            joint = company.partition(groups[0])[2].partition(groups[1])[0]
            stay = joint.join(one for one in groups if one not in gone)
            kept.append(fact.replace(company, stay))
    return tuple(kept) if tuple(kept) != facts(old.text) else None


def _refers_back(company: str, code: str) -> bool:
    """Return True if what is said of some people refers to one of them: "my wife, who is a nurse", "and her son"."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        return False
    words = {lexicon.spelt(word.strip(MARKS)) for word in company.split()}
    return not words.isdisjoint(lexicon.which | lexicon.theirs)


def _is_left(people: Person, left: Iterable[Person], code: str) -> bool:
    """Return True if one of some people is the partner from whom the user separated."""
    is_partner = not people.kin.isdisjoint(_partners(code))
    return is_partner and any(one.is_self or one.is_of(people) for one in left)


def _groups(company: str, code: str) -> list[str]:
    """Return those with whom somebody lives, each with what is said of them: "my wife", "our two kids"."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        return list(filter(None, re.split(lexicon.pairs.pattern, company)))
    joints = "|".join(map(re.escape, sorted(lexicon.pairs)))
    return list(filter(None, re.split(rf",? (?:{joints}) |, ", company)))


def _behind_with(text: str, lexicon: Spaced) -> str:
    """Return the words behind the first "with" of a statement."""
    words = text.split()
    start = next((at for at, word in enumerate(words) if lexicon.spelt(word) in lexicon.company), len(words))
    return " ".join(words[start + 1 :])


def _is_of_theirs(one: Person, old: Reading) -> bool:
    """Return True if a statement only says who is whose, and both are named: "Mia has a dog called Odin"."""
    who, every = _stems(one, old.language), _stems(people_of(old.text, old.language), old.language)
    return bool(one.kin and old.naming) and old.naming < who <= every


def _stems(person: Person, code: str) -> frozenset[str]:
    """Return the stems of the words that name a person and whose they are; none where no spaces separate words."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        return frozenset()
    return frozenset(lexicon.stem(word.removesuffix("'s")) for word in person.kin | person.names)


def is_death_of_another(old: Reading, new: Reading) -> bool:
    """Return True if a later statement tells of a death, and of none of the one of whom an earlier one is.

    "The neighbours' dog died", "the cat that died was called Mimi too".
    """
    known, every = _one_of(old), people_of(old.text, old.language)
    if known is None or _is_of_namesake(new):
        return known is not None
    gone = _departed(new.text)
    name = frozenset({old.owner.name} - {""}) & known.names
    return bool(gone) and not any(
        one.is_of(known) or (_is_among(one, every) and not _is_named_otherwise(one, name)) for one in gone
    )


def _is_among(one: Person, every: Person) -> bool:
    """Return True if somebody may be one of some people: "our dog" of "my son has a dog", not "the neighbours' dog"."""
    return bool(one.kin & every.kin) and one.kin <= every.kin


def _is_named_otherwise(one: Person, name: frozenset[str]) -> bool:
    """Return True if neither somebody nor whose they are has a name: "Mia's dog Odin", of "my dog is called Rex"."""
    return bool(one.names and name) and not one.text and one.names.isdisjoint(name)


def _is_of_namesake(said: Reading) -> bool:
    """Return True if a statement says that somebody has the name of another."""
    return bool(expression(said.language, "namesakes").search(said.text))


def tells_of_known(old: str, new: str) -> bool:
    """Return True if a later statement tells of the death of somebody whom an earlier one names."""
    known = read(old)
    return known.language == read(new).language and any(
        one.is_of(people_of(old, known.language)) or _is_of_theirs(one, known)
        for one in _departed(new, surely=True)
    )


def _one_of(old: Reading) -> Person | None:
    """Return the relative, friend or pet of whom a statement is, or whom it only introduces; None without one."""
    known = people_of(old.text, old.language)
    if old.owner.sort == "kin":
        names = known.names - known.kin if old.introduced else known.names & {old.owner.name}
        return known._replace(kin=frozenset({old.owner.word}), names=names)
    return known if old.introduced and len(known.kin) == 1 and not old.has("lists") else None


def _partners(code: str) -> frozenset[str]:
    return frozenset(lexicon_by_code(code).data.partners.split())


@lru_cache(maxsize=1024)
def _departed(text: str, *, surely: bool = False) -> tuple[Person, ...]:
    """Return those of whom a text tells that they died, or only those of whom it surely does."""
    names = ("deaths",) if surely else ("deaths", "departures")
    return tuple(one for one in _told_of(text, *names) if not one.is_self)


@lru_cache(maxsize=1024)
def _left(text: str) -> tuple[Person, ...]:
    """Return those of whom a text tells that they and the user separated; the user, if it names nobody."""
    return () if _is_no_separation(text) else tuple(_told_of(text, "separations"))


def leaves_the_partner(old: Reading, new: Reading) -> bool:
    """Return True if a later statement has the words of a separation, but tells of none from a partner of today."""
    is_of_partner = "status" in old.concepts or "partner" in keys_of(old.text)
    return is_of_partner and _is_no_separation(new.text) and any(_told_of(new.text, "separations"))


def _is_no_separation(text: str) -> bool:
    return bool(expression(read(text).language, "no_separation").search(undated(text)))


def mentions_death(text: str) -> bool:
    """Return True if a text surely tells of a death, which nothing but a correction ends."""
    return bool(_departed(text, surely=True))


def _told_of(text: str, *names: str) -> Iterator[Person]:
    """Yield those of whom the expressions with these names in `Changes` are said."""
    code = read(text).language
    text = lexicon_by_code(code).exaggerates.sub(" ", undated(text))
    for name in names:
        for told in expressions(code, name):
            for match in told.finditer(text):
                who, before = match.groupdict().get("who"), text[: match.start()]
                person = person_in(who, code) if who else person_before(before, code)
                if person is None and not who and _begins_with_speaker(match[0], code):
                    person = Person(is_self=True)  # "after ten years we broke up"
                if person is not None:
                    yield person


def _begins_with_speaker(text: str, code: str) -> bool:
    """Return True if the first word of what is said is of the user: "we broke up", "hemos roto"."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        return False
    return not lexicon.we.isdisjoint(lexicon.tokens(text).small[:2])
