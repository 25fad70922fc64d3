"""Whose a part of a sentence is: the user, a relative or pet of theirs, by word or by name, or nobody known.

"Mia had her 8th birthday" is of "my daughter Mia", and "Mia's friend Ava had …" is not: every word in front of what
happened must belong to the person.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.lexicon import MARKS, Spaced
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.support.lazy import pattern
from tiermem.text.names import names_of
from tiermem.text.topics import common_words
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.engine.reading.lexicon import Unspaced

_PIECE = pattern(r"[.!?;:,…\n、。！？；，：]\s*")
_SENTENCE = pattern(r"[.!?;:…\n。！？；：]\s*")
_LEADS = " ,、，:："
_NAME = pattern(r"[a-z]+|[\u30a0-\u30ff]+|[\u4e00-\u9fff々]+")


class Person(NamedTuple):
    """A person, or a pet, as a text names them.

    Attributes:
        is_self: True for the user.
        kin: The words for a relative, friend or pet: "daughter".
        names: The names.
        text: The text, where no spaces separate names from other words.
    """

    is_self: bool = False
    kin: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    text: str = ""

    def is_of(self, known: Person) -> bool:
        """Return True if this surely means a person who is known from an earlier statement."""
        if self.is_self or known.is_self:
            return self.is_self and known.is_self
        are_named = all(name in known.names or name in known.text for name in self.names)
        return bool(self.kin | self.names) and self.kin <= known.kin and are_named

    def keys(self) -> Iterator[str]:
        """Yield keys of which two mentions of one person share one."""
        yield from ("person self",) if self.is_self else ()
        yield from (f"person {word}" for word in self.kin | self.names)


def last_piece(text: str) -> str:
    """Return what follows the last mark of a text, apart from one at its end."""
    return _PIECE.split(text.rstrip(_LEADS))[-1]


def person_before(text: str, code: str) -> Person | None:
    """Return the person of whom the last words of a text are; of those before a comma if these name a relative."""
    sentence = _SENTENCE.split(text.rstrip(_LEADS))[-1]
    if (person := person_in(sentence, code)) is not None:
        return person
    piece = last_piece(sentence)
    is_apart = not people_of(sentence[: len(sentence) - len(piece)], code).kin
    return person_in(piece, code) if is_apart else None


@lru_cache(maxsize=4096)
def person_in(text: str, code: str) -> Person | None:
    """Return the person of whom the words of a text are; None if it has other words or names nobody."""
    lexicon = lexicon_by_code(code)
    return _spaced(text, lexicon) if isinstance(lexicon, Spaced) else _unspaced(text, lexicon)


def _spaced(text: str, lexicon: Spaced) -> Person | None:
    said = lexicon.tokens(text)
    kin: set[str] = set()
    names: set[str] = set()
    is_mine = False
    owners: set[str] = set()
    for place, word in enumerate(said.small):
        if place and said.small[place - 1] in lexicon.possessive and not says_nothing(word, lexicon):
            owners.add(f"{said.small[place - 2]}'s")  # "Ken's dog" is not Ken, and no other dog
        if word in lexicon.kin:
            kin.add(lexicon.same(word))
        elif word in lexicon.mine or word in lexicon.we:
            is_mine = True
        elif says_nothing(word, lexicon):
            continue
        elif said.written[place][:1].isupper() or word in names_of("person"):
            names.add(word)
        elif len(said.small) == 1 and word.isalpha():
            names.add(word)  # "biscuit died": it may be one who is known
        elif not (lexicon.data.capital_nouns or owners):
            return None
    if kin or names:
        return Person(kin=frozenset(kin), names=frozenset(names | owners))
    return Person(is_self=True) if is_mine else None


def named_first(text: str, code: str) -> str:
    """Return the first name that a statement begins with, as its subject: "hugo" of "hugo moved"; "" without one."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        found = lexicon.named.match(text)
        return found[0] if found else ""
    first, *rest = lexicon.tokens(text).small or [""]
    is_name = first in names_of("person") and first not in lexicon.function
    return (
        first if is_name and bool(rest) and rest[0] not in lexicon.possessive | lexicon.pairs | {","} else ""
    )


def says_nothing(word: str, lexicon: Spaced) -> bool:
    """Return True if a word names neither a person nor a thing."""
    known = lexicon.language.weekdays.keys() | lexicon.language.months.keys()
    every = (MARKS, lexicon.function, common_words(lexicon.code), lexicon.light, known)
    return any(word in small for small in every)


def _unspaced(text: str, lexicon: Unspaced) -> Person | None:
    said = lexicon.in_first_person(text)
    kin = frozenset(one[0] for one in lexicon.kin.finditer(said))
    rest = lexicon.mine.sub(" ", lexicon.kin.sub(" ", said))
    rest = lexicon.function.sub(" ", re.sub(lexicon.data.once, " ", rest))
    names = frozenset(_NAME.findall(rest))
    return Person(kin=kin, names=names, text=said) if kin or names else Person(is_self=True)


def people_of(text: str, code: str) -> Person:
    """Return all the people whom a statement names."""
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        first = lexicon.in_first_person(text)
        kin = frozenset(one[0] for one in lexicon.kin.finditer(first))
        return Person(kin=kin, names=frozenset(_NAME.findall(first)), text=first)
    said = lexicon.tokens(text)
    words = list(zip(said.small, said.written, strict=True))
    named = (word for word, written in words if written[:1].isupper() and word not in lexicon.function)
    kin = frozenset(lexicon.same(word) for word in said.small if word in lexicon.kin)
    return Person(kin=kin, names=frozenset(named))
