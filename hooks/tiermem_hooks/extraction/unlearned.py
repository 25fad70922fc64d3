"""Find what users said of themselves in passing and gap-fill did not keep, for whoever asks what is known of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiermem import Turn
from tiermem.plugins.text import QUESTION_MARKS, everywhere, languages, words
from tiermem_hooks.extraction.extract import FICTION, spoken, statements
from tiermem_hooks.extraction.model import judge
from tiermem_hooks.extraction.statements import finished

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiermem import Passage
    from tiermem_hooks.extraction.extract import Statement

LEAST = 0.2
"""The chance to be worth keeping from which on a statement is likely a fact. In the scenarios for development nine in
ten of the facts that gap-fill does not keep have it, and one in twelve of the small tasks."""
MOST_TURNS = 150
"""Turns that are read, the newest."""
LONGEST_TURN, LONGEST = 1_000, 200
"""Characters of a turn, a longer one being pasted, and those that are shown of a statement."""
FEW_WORDS = 8
"""Under which a statement is shown with the question before it: "Is rye fine with coeliac disease? I have it."."""
_UNREAL = frozenset({"joke", "hypothetical", FICTION})
"""Cues of statements that are not meant."""
_REPORTED = "reported"
"""The cue of what somebody else said or is."""


def unlearned(turns: Sequence[Passage], room: int, *, likely: bool = True) -> list[Passage]:
    """Return turns of the user, cut to what is likely a fact, or else to what is no more than in the first person.

    Args:
        turns: The user's, without what gap-fill kept.
        room: Characters that are filled.
        likely: False for what is in the first person and not likely a fact.
    """
    found: list[Passage] = []
    for turn in turns[:MOST_TURNS]:
        if room <= 0:
            break
        texts = (
            [] if len(turn.text) > LONGEST_TURN else [said for sure, said in _said(turn) if sure is likely]
        )
        if texts:
            found.append(replace(turn, text=" ".join(dict.fromkeys(texts))))
            room -= len(found[-1].text)
    return found


def _said(turn: Passage) -> Iterator[tuple[bool, str]]:
    """Yield what a turn says of the user: whether that is likely a fact, and its words."""
    session = spoken([Turn(speaker="user", content=turn.text, at=turn.at)])
    before = ""
    for one in statements(session, 0):
        text = finished(one.clause.said.text)
        cues = one.candidate.cues | one.candidate.near
        if text and not cues & _UNREAL and (_REPORTED not in cues or _is_of_speaker(one)):
            is_short = before and len(words(text)) < FEW_WORDS
            if not one.candidate.asks and judge(one.candidate, one.rules.language).worth >= LEAST:
                yield True, _cut(f"{before} {text}" if is_short else text)
            elif _is_of_speaker(one):
                yield False, _cut(f"{before} {text}" if is_short else one.clause.said.text)
        before = one.quote if one.quote.rstrip().endswith(QUESTION_MARKS) else ""


def _is_of_speaker(one: Statement) -> bool:
    """Return True if a statement is in the first person, or a question is about what is the user's."""
    spoken_in, view = languages.language(one.rules.language), one.clause.said.view
    known = everywhere()
    own = spoken_in.first_person - known.myself
    if one.candidate.asks:
        opening = frozenset(words(view)[:2])
        if not opening.isdisjoint(spoken_in.question_words) and not one.quote.rstrip().endswith(
            QUESTION_MARKS
        ):
            return False
        own &= known.determiners
    return not own.isdisjoint(words(view))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"
