"""Find what users said of themselves in passing and gap-fill did not keep, for whoever asks what is known of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tiermem import Turn
from tiermem.plugins.text import QUESTION_MARKS, everywhere, languages, words
from tiermem_hooks.extraction.extract import FICTION, spoken, statements
from tiermem_hooks.extraction.model import judge

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiermem import Passage
    from tiermem_hooks.extraction.extract import Statement

LEAST = 0.14
"""The chance to be worth keeping from which on a statement is likely a fact. In the scenarios for development
(``benchmarks/data/life``) most facts that gap-fill does not keep have it, and one in six of the small tasks."""
MOST_TURNS = 150
"""Turns that are read, the newest."""
LONGEST_TURN, LONGEST = 1_000, 300
"""Characters of a turn, a longer one being pasted, and those that are shown of one."""
FEW_WORDS = 8
"""Words under which a sentence is short."""
_UNREAL = frozenset({"joke", "hypothetical", FICTION})
"""Cues of statements that are not meant seriously."""
_REPORTED = "reported"
"""The cue of a statement by or about somebody else."""


def unlearned(turns: Sequence[Passage], room: int, *, likely: bool = True) -> list[Passage]:
    """Return turns of the user, cut to the sentences that are likely a fact, or else to those in the first person.

    Args:
        turns: The user's, without what gap-fill kept.
        room: Characters that are filled.
        likely: False for what is in the first person and not likely a fact.
    """
    found: list[Passage] = []
    for turn in turns[:MOST_TURNS]:
        if room <= 0:
            break
        kept = (
            [said for sure, said in _said(turn) if sure is likely] if len(turn.text) <= LONGEST_TURN else []
        )
        if kept:
            found.append(replace(turn, text=_cut(" ".join(dict.fromkeys(kept)))))
            room -= len(found[-1].text)
    return found


def _said(turn: Passage) -> Iterator[tuple[bool, str]]:
    """Yield the sentences of a turn that are likely a fact or in the first person: whether the former, and the words.

    A short one comes with the question before it: "Is rye fine with coeliac disease? I have it."
    """
    session = spoken([Turn(speaker="user", content=turn.text, at=turn.at)])
    for one in statements(session, 0):
        cues = one.candidate.cues | one.candidate.near
        if cues & _UNREAL:
            continue
        is_likely = not one.candidate.asks and judge(one.candidate, one.rules.language).worth >= LEAST
        if (is_likely and _REPORTED not in cues) or _is_of_speaker(one):
            before = session[0].sentences[one.position - 1].text if one.position else ""
            is_short = before.endswith(QUESTION_MARKS) and len(words(one.quote)) < FEW_WORDS
            yield is_likely, f"{before} {one.quote}" if is_short else one.quote


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
    text = " ".join(text.split()).lstrip(",;:.!?，。；、！？ ")
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"
