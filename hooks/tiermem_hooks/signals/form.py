"""Score the form of a candidate: turns that only ask, or say very little, rarely answer a question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from math import log
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl
from tiermem.plugins.text import QUESTION_MARKS

if TYPE_CHECKING:
    from tiermem import Candidate, QueryContext

_ENDS = (".", "!", "?", ":", '"', "…")
_LONGEST = 800
_FOR_A_NAME = frozenset({"who", "whom", "whose", "where", "which"})


@hookimpl
def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Sequence[Signal]:
    """Measure first person, questions, length in words (its logarithm), names and titles by their capitals."""
    capitals = [_capitalised(one.text[:_LONGEST].split()) for one in entries]
    first_person = frozenset[str]().union(*(language.first_person for language in asked.query.languages))
    words = [asked.words[one.ref] for one in entries]
    signals = [
        Signal(name="first_person", values=[float(not first_person.isdisjoint(own)) for own in words]),
        Signal(name="asks", values=[float(one.text.rstrip().endswith(QUESTION_MARKS)) for one in entries]),
        Signal(
            name="asks_within",
            values=[float(any(mark in one.text for mark in QUESTION_MARKS)) for one in entries],
        ),
        Signal(name="length", values=[log(1 + len(own)) for own in words]),
        Signal(name="capitalised", values=capitals),
    ]
    if not _FOR_A_NAME.isdisjoint(asked.query.text.lower().split()):
        signals.append(Signal(name="capitalised_for_a_name", values=capitals))
    return signals


def _capitalised(words: Sequence[str]) -> float:
    """Return the words within sentences that begin with a capital and are longer than that."""
    return float(
        sum(
            place > 0 and len(words[place]) > 1 and not words[place - 1].endswith(_ENDS)
            for place in compress(count(), map(str.istitle, words))
        )
    )
