"""Somebody's work: an occupation, a position and an employer."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import expressions
from tiermem.engine.reading.lexicon import Spaced
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.meanings import meaning, nearness_of_wholes
from tiermem.text import fold
from tiermem.text.names import names_of, occupations
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.engine.reading.reading import Reading

_FITS = 0.45
"""Nearness from which on a place of work is one of an occupation: a nurse, a hospital."""


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
    if work_of(text) is not None:
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


def is_with_somebody(said: Reading) -> bool:
    """Return True if somebody is with a person, of whom a statement gives the first name alone: "bin ich bei Lena"."""
    return len(said.naming) == 1 and said.naming <= names_of("person") and not works_at(said.text)


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
