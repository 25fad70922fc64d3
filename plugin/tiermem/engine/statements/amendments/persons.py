"""Persons in statements: who a name is, by an earlier statement, and whether a name is of a person at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from tiermem.engine.reading.clauses import swaps
from tiermem.engine.reading.given_values import values_in
from tiermem.engine.reading.lexicon import MARKS, lexicon_of
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.amendments.replacing import has_one, place_of, with_pieces
from tiermem.text import fold
from tiermem.text.names import names_of
from tiermem.text.scripts import UNSPACED

_MOST_BEFORE_NAME = 4
"""Maximum words before a name that say who it is: "my little brother"."""
_OF_PERSON = ("kin", "role")
_OWNING = "的の"
"""Characters between a relative and a name."""
_KINDS = ("person", "place")


def is_of_another_kind(wrong: str, correction: str) -> bool:
    """Return True if a correction names a place and the statement persons alone, or the other way round.

    "Oops, Luton" does not mean "my colleague Anita is picking me up".
    """
    old, new = _kinds(wrong), _kinds(correction)
    return bool(old) and len(new) == 1 and old.isdisjoint(new)


@lru_cache(maxsize=256)
def _kinds(text: str) -> frozenset[str]:
    """Return the kinds of the names in a text, as far as they are known."""
    if UNSPACED.search(text):
        return frozenset(kind for kind in _KINDS if any(name in text for name in names_of(kind)))
    named = {fold(one.text).replace("-", " ") for one in values_in(text) if one.sort == "name"}
    person = read(text).owner
    is_person = person.sort in ("kin", "role") and bool(person.name)
    return kinds_of(named) | ({"person"} if is_person else set())


def kinds_of(names: Iterable[str]) -> frozenset[str]:
    """Return the kinds that folded names are known to be of: a person, a place."""
    return frozenset(kind for kind in _KINDS if not names_of(kind).isdisjoint(names))


def introduced(old: str, new: str) -> str:
    """Return a statement that begins with a name, with who it is by an earlier one: "My son Max turned 5".

    The same with a pronoun, if it denies what the earlier one says: "My brother is no nurse any more, he's a cook".
    """
    person = read(old).owner
    if person.sort == "kin" and any(has_one(old, denied) for _, denied in swaps(new)):
        new = _named_by(old, new, person.name if person.is_named else person.word)
    size = len(person.name)
    start = fold(old).find(person.name) if person.sort == "kin" and person.name else 0
    lead, name, behind = old[: max(start, 0)], old[start : start + size], new[size : size + 1]
    is_unspaced = UNSPACED.match(person.name) is not None
    is_beside = person.is_named or (
        is_unspaced and lead.rstrip(_OWNING).endswith(person.word)
    )  # not "my son is Max"
    is_person = is_beside and 0 < len(lead.split()) <= _MOST_BEFORE_NAME and fold(name) == person.name
    if not is_person or any(mark in lead for mark in MARKS) or fold(new[:size]) != person.name:
        return new
    is_whole = not behind.isalnum() or UNSPACED.match(behind) is not None
    if "status" in read(new).concepts:  # not "my girlfriend Nadia's my wife now"
        return new
    return f"{lead}{name}{new[size:]}" if is_whole else new


def _named_by(old: str, new: str, person: str) -> str:
    """Return a statement that begins with a pronoun with the person instead that an earlier one begins with."""
    pronoun = lexicon_of(new).others.match(new)
    start = fold(old).find(fold(person))
    lead = old[: start + len(person)]
    is_lead = start >= 0 and len(lead.split()) <= _MOST_BEFORE_NAME and not any(one in lead for one in MARKS)
    if pronoun is None or not is_lead or read(lead).has("denies"):
        return new
    return f"{lead}{new[pronoun.end() :]}"


def is_of_one_person(statements: Sequence[str]) -> bool:
    """Return True if all statements are of the same relative, or of who has the same role."""
    owners = [read(one).owner for one in statements]
    return len({one.word for one in owners}) == 1 and all(one.sort in _OF_PERSON for one in owners)


def renamed(other: str, old: str, new: str) -> str:
    """Return another statement of a person with the name that a correction gave them; "" if it is not theirs.

    Args:
        other: The other statement.
        old: The one that was put right, before …
        new: … and after that.
    """
    if not is_of_one_person([other, old]):
        return ""
    if UNSPACED.search(old):
        names = [value.text for value in values_in(old) if value.sort == "name" and value.text not in new]
        rights = [value.text for value in values_in(new) if value.sort == "name" and value.text not in old]
        pairs = [*zip(names, rights, strict=False)]
    else:
        words = [[word.strip(MARKS) for word in text.split()] for text in (old, new)]
        pairs = [pair for pair in zip(*words, strict=False) if pair[0] != pair[1]]
        is_only = len(words[0]) == len(words[1]) and len(pairs) == 1
        pairs = pairs if is_only and all(word[:1].isupper() for word in pairs[0]) else []
    place = place_of(pairs[0][0], other) if len(pairs) == 1 else None
    return (with_pieces(other, (*place.span(), pairs[0][1])) or "") if place else ""
