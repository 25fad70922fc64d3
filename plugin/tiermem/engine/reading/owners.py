"""Tell whose a statement is: the user's own, a relative's, of somebody in a role, or of a thing."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.text import fold
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.engine.reading.lexicon import Spaced, Tokens, Unspaced

_MINE_WITHIN = 6
"""Words at the beginning among which "my" shows an owner."""
_OWNED_WITHIN = 4
"""Maximum words between "my" and the person that it goes with, and between that person and their name."""
_FROM_WHEN = 3
"""Words behind a role among which the month stands from which it is held, a word apart: "à partir de mai"."""
_BEHIND_NAME = 2
"""Words behind a name and "'s" among which a person of theirs stands: "George's old doctor"."""
_KIN_WITHIN = 6
"""Characters at the beginning of a statement, in a script without spaces, among which its owner stands."""


class Owner(NamedTuple):
    """The owner of a statement.

    Attributes:
        sort: ``self``; ``kin``, a relative, friend or pet of the user, or one of theirs; ``role``, a person as a value:
            "my manager is Tom"; ``name``, somebody named, or whom nobody knows: "a colleague"; ``thing``.
        word: The kin, role or name; of one of theirs both, "neighbour dog".
        name: The name that the statement gives the person.
        is_named: True if the name stands beside the person: "my son Tom".
        is_theirs: True for one of theirs: "my neighbour's dog".
    """

    sort: str = "thing"
    word: str = ""
    name: str = ""
    is_named: bool = False
    is_theirs: bool = False

    def is_of(self, other: Owner) -> bool:
        """Return True if both are the user, one relative, one role, …, whatever names they have."""
        return self[:2] == other[:2]


def owner_of(said: Tokens, lexicon: Spaced) -> Owner:
    """Return whose a statement is."""
    small = said.small
    if len(small) > 1 and small[0] in lexicon.one and small[1] in lexicon.kin:
        return Owner("name", small[1])  # "a colleague uses Vim", "a friend of mine"
    start = next((place for place, word in enumerate(small[:_MINE_WITHIN]) if word in lexicon.mine), None)
    if start is not None and lexicon.we.isdisjoint(small[:start]):
        return _owned(start, said, lexicon)
    if len(small) > 1 and small[0] in lexicon.articles and small[1] in lexicon.roles:
        owner = _role(1, said, lexicon)  # "the dentist is Dr Orr"
        if owner.sort == "role":
            return owner
    return Owner("self") if not lexicon.we.isdisjoint(small) else _at_start(small, lexicon)


def _at_start(small: Sequence[str], lexicon: Spaced) -> Owner:
    """Return whose a statement is of which no word is of the first person."""
    if small[:1] and small[0] in lexicon.kin and lexicon.same(small[0]) != small[0]:
        return Owner("kin", lexicon.same(small[0]))
    if len(small) > 1 and small[0] in lexicon.titles:
        return Owner("name", lexicon.stem(small[1]), small[1])
    return Owner()


def of_named(name: str, small: Sequence[str], lexicon: Spaced) -> list[str]:
    """Return the person or pet of somebody named at each mention of the name, "" at one that is of nobody else.

    "George's doctor", "der Chef von Karim", "Karims Chef".
    """
    forms = (name, f"{name}{lexicon.data.genitive}")
    return [_of_named(place, small, lexicon) for place, word in enumerate(small) if word in forms]


def _of_named(place: int, small: Sequence[str], lexicon: Spaced) -> str:
    every = lexicon.kin | lexicon.roles
    is_genitive = bool(lexicon.data.genitive) and small[place].endswith(lexicon.data.genitive)
    is_before = small[place + 1 : place + 2] and small[place + 1] in lexicon.possessive
    if is_genitive or is_before:
        start = place + (1 if is_genitive else 2)
        behind = small[start : start + _BEHIND_NAME]
        if behind and behind[0] in lexicon.function:  # "George's a doctor"
            return ""
        return next((word for word in behind if word in every), "")
    is_behind = place > 1 and small[place - 1] in lexicon.of and small[place - 2] in every
    return small[place - 2] if is_behind else ""


def of_named_at(name: str, text: str, lexicon: Unspaced) -> list[str]:
    """Return the same of a text without spaces: 小美的妈妈, 翔太の兄."""
    found: list[str] = []
    for mention in re.finditer(re.escape(name), text):
        of = lexicon.of.match(text, mention.end())
        other = lexicon.kin.match(text, of.end()) if of else None
        found.append(other[0] if other else "")
    return found


def owner_at_start(text: str, lexicon: Unspaced) -> Owner:
    """Return whose a statement without spaces is: a relative's if it begins with one, otherwise the user's."""
    kin = lexicon.kin.search(text, 0, _KIN_WITHIN)
    if not kin:
        return Owner("self")
    if (of := lexicon.of.match(text, kin.end())) and (other := lexicon.kin.match(text, of.end())):
        return Owner("kin", f"{kin[0]}{text[kin.end() : of.end()]}{other[0]}", is_theirs=True)  # 邻居家的狗
    named = lexicon.called.match(text, kin.end()) or lexicon.kin_name.match(text, kin.end())
    return Owner("kin", kin[0], named[1] if named else "")


def _owned(start: int, said: Tokens, lexicon: Spaced) -> Owner:
    """Return whose a statement is that has "my" at a place."""
    small = said.small
    for place in range(start + 1, min(start + 1 + _OWNED_WITHIN, len(small))):
        word = small[place]
        if word in lexicon.kin:
            return _relative(place, start, said, lexicon)
        if word in lexicon.roles and (name := _name_beside(place, said, lexicon)):
            is_value = small[place + 2 : place + 3] and small[place + 2] in lexicon.leaves
            return Owner("role" if is_value else "kin", lexicon.same(word), name, is_named=True)
        if word in lexicon.roles and not is_other_thing(place, small, lexicon):
            if start > 1 and small[start - 1] in lexicon.copulas:
                return Owner("role", lexicon.same(word), small[start - 2])
            is_behind_verb = not lexicon.copulas.isdisjoint(small[: max(start - 1, 0)])
            if is_behind_verb and lexicon.data.capital_nouns:  # "Seit Mai ist Frau Berg meine Chefin"
                return Owner("role", lexicon.same(word), small[start - 1])
            return _role(place, said, lexicon)
        if word in lexicon.verbs or word in lexicon.clock:
            break
    return Owner("self")


def _relative(place: int, start: int, said: Tokens, lexicon: Spaced) -> Owner:
    """Return a relative, friend or pet at a place as an owner, or one of theirs: "my neighbour's dog"."""
    small, word = said.small, lexicon.same(said.small[place])
    at = place + 1 + said.written[place + 1 : place + 2][0][:1].isupper() if small[place + 1 :] else place
    behind = at + 1  # "my brother's boss", "my brother Karim's boss"
    if small[at:behind] and small[at] in lexicon.possessive and small[behind : behind + 1]:
        if small[behind] in lexicon.kin | lexicon.roles:
            name = _name_behind(behind, said, lexicon)
            return Owner("kin", f"{word} {lexicon.same(small[behind])}", name, is_theirs=True)
    elif (at := start - 1 - (small[start - 1] in lexicon.of)) >= 0 and small[at] in lexicon.kin:
        name = _name_behind(place, said, lexicon)
        return Owner("kin", f"{word} {lexicon.same(small[at])}", name, is_theirs=True)
    name = _name_behind(place, said, lexicon)
    return Owner("kin", word, name, bool(name) and small[place + 1] == name)


def _name_beside(place: int, said: Tokens, lexicon: Spaced) -> str:
    """Return the name of a person right behind a role: "my boss Greg", but not "my dentist appointment"."""
    at = place + 1
    if at >= len(said.small) or said.small[at] in lexicon.titles:
        return ""
    written = said.written[at]
    is_name = lexicon.is_name(written) and written[:1].isupper()
    if lexicon.data.capital_nouns and written[:1].isupper():
        from tiermem.text.names import names_of  # only where every noun has a capital

        is_name = fold(written) in names_of("person")
    return said.small[at] if is_name and said.small[at] not in lexicon.called else ""


def is_other_thing(place: int, small: Sequence[str], lexicon: Spaced) -> bool:
    """Return True for "package manager" and "dentist appointment"."""
    if small[place - 1] in lexicon.no_role:
        return True
    behind = small[place + 1] if place + 1 < len(small) else ""
    known = lexicon.function | lexicon.verbs | lexicon.light | lexicon.called | lexicon.possessive
    return behind.isalpha() and behind not in known and not behind.endswith(lexicon.verb_endings)


def _role(place: int, said: Tokens, lexicon: Spaced) -> Owner:
    """Return a role as the value of a statement, or as the owner of what else it says."""
    word = lexicon.same(said.small[place])
    place = _behind_month(place, said.small, lexicon)
    rest, name = said.small[place + 1 :], _name_behind(place, said, lexicon)
    if rest[:1] and rest[0] in lexicon.possessive:
        return Owner("kin", word, name)
    called = lexicon.called | lexicon.auxiliaries
    leads = (
        one in called or (one in lexicon.function and after in lexicon.titles)
        for one, after in pairwise((*rest, ""))
    )
    at = next((at for at, is_lead in enumerate(leads) if not is_lead), None)
    if at is None:
        return Owner("kin", word, name)
    is_name = rest[at] in lexicon.titles or said.written[place + 1 + at][0].isupper()
    is_value = (at > 0 and is_name) or rest[at] in lexicon.leaves
    return Owner("role" if is_value else "kin", word, name)


def _behind_month(place: int, small: Sequence[str], lexicon: Spaced) -> int:
    """Return the place of the last word behind a role that says from when it is held: "my new boss from May is …"."""
    if small[place + 1 : place + 2] and small[place + 1] not in lexicon.function:
        return place
    within = range(place + 2, min(place + 2 + _FROM_WHEN, len(small)))
    return next((at for at in within if small[at] in lexicon.language.months), place)


def _name_behind(place: int, said: Tokens, lexicon: Spaced) -> str:
    """Return the name of the person at a place, "" if none follows."""
    for at in range(place + 1, min(place + 1 + _OWNED_WITHIN, len(said.small))):
        if said.small[at] not in lexicon.called and said.small[at] not in lexicon.titles:
            return said.small[at] if said.written[at][0].isupper() else ""
    return ""
