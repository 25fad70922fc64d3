"""Two things that were taken for each other: "the other way round"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.reading.given_values import values_of
from tiermem.engine.reading.lexicon import TOKEN, Spaced, lexicon_of
from tiermem.engine.statements.repairs.wording import without_courtesies
from tiermem.support.lazy import pattern
from tiermem.text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

_CLAUSE = pattern(r"[^.!?,;:。！？，；：]+[.!?,;:。！？，；：]*\s*")


def exchanges(text: str) -> bool:
    """Return True if a text says that two things were taken for each other: "the other way round"."""
    return lexicon_of(text).exchanges.search(text) is not None


def restated(text: str) -> str:
    """Return what such a text says instead, "" if it says no more: "other way round, Paula flies and Ines bakes"."""
    lexicon = lexicon_of(text)
    said = [one for one in _CLAUSE.findall(text) if not lexicon.exchanges.search(one)]
    if isinstance(lexicon, Spaced):
        said = [one for one in said if len(TOKEN.findall(without_courtesies(one.strip(), lexicon))) > 1]
    rest = "".join(said).strip(" ,;，、")
    return f"{rest[:1].upper()}{rest[1:]}" if rest else ""


def exchanged(statements: Sequence[str]) -> list[str] | None:
    """Return one statement with its two names exchanged, or two with one name each; None if they have no two."""
    names = [[one for one in values_of(said, lexicon_of(said)) if one.sort == "name"] for said in statements]
    if [len(one) for one in names] not in ([2], [1, 1]):
        return None
    first, second = (one for found in names for one in found)
    if fold(first.text) == fold(second.text):
        return None
    if len(statements) == 1:
        said = statements[0]
        return [
            f"{said[: first.start]}{second.text}{said[first.end : second.start]}{first.text}{said[second.end :]}"
        ]
    pairs = zip(statements, (first, second), (second, first), strict=True)
    return [f"{said[: old.start]}{new.text}{said[old.end :]}" for said, old, new in pairs]
