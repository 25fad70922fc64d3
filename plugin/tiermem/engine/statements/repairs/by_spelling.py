"""Put the right spelling into a statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.reading.lexicon import TOKEN, Unspaced, lexicon_of
from tiermem.engine.statements.amendments.spellings import shared_letters
from tiermem.engine.statements.repairs.wording import STARS, words_of
from tiermem.text import fold

if TYPE_CHECKING:
    from tiermem.engine.reading.lexicon import Spaced

_SPELLED_ALIKE, _FEWEST_OF_NAME = 0.5, 3
"""Minimum share of common letters of a name and the spelling that is given for it; minimum letters of both."""


def gives_spelling(text: str) -> bool:
    """Return True if a text says how a name is spelled: "you spell it Mya", "Jon with an h: John"."""
    lexicon = lexicon_of(text)
    if isinstance(lexicon, Unspaced):
        return lexicon.spells.search(text) is not None
    return any(one.search(text) is not None for one in (lexicon.spelled, lexicon.spells))


def respelled(wrong: str, correction: str, lexicon: Spaced | Unspaced) -> str | None:
    """Return a statement with the name that is most like the only other one of a text that gives a spelling."""
    if isinstance(lexicon, Unspaced) or not gives_spelling(correction):
        return None
    old, new = (
        [
            word
            for word in words_of(text, lexicon)
            if word.informs and word.text[0].isupper() and len(word.text) >= _FEWEST_OF_NAME
        ]
        for text in (wrong, correction)
    )
    known = {word.text for word in old}
    others = {word.text for word in new} - known
    right = others.pop() if len(others) == 1 else ""
    alike = {word: shared_letters(word.text, right) for word in old}
    best = max(alike, key=alike.__getitem__, default=None)
    if best is None or not right or alike[best] < _SPELLED_ALIKE:
        return None
    return f"{wrong[: best.start]}{right}{wrong[best.end :]}"


def is_respelled(wrong: str, right: str) -> bool:
    """Return True if each name that a statement has instead of another one is spelled like that: "Mya", "Mia"."""
    lexicon = lexicon_of(wrong)
    if isinstance(lexicon, Unspaced):
        return True
    old, new = ([word.text for word in words_of(text, lexicon)] for text in (wrong, right))
    gone, come = ([one for one in words if one not in others] for words, others in ((old, new), (new, old)))
    return all(any(shared_letters(one, other) >= _SPELLED_ALIKE for other in gone) for one in come)


def accented(wrong: str, said: str) -> str | None:
    """Return a statement with the accents of a repair's only word: "Grainne", "*Gráinne"."""
    word = said.strip(STARS)
    same = [
        one for one in TOKEN.finditer(wrong) if fold(one[0]) == fold(word) and one[0].lower() != word.lower()
    ]
    return f"{wrong[: same[0].start()]}{word}{wrong[same[0].end() :]}" if len(same) == 1 else None
