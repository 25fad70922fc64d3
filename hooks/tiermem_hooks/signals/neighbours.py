"""Score a turn of the journal by the other candidates of its session."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl
from tiermem.plugins.text import QUESTION_MARKS

if TYPE_CHECKING:
    from tiermem import Candidate

_Place = tuple[str, int]
_TOP = 5
_OF_THE_QUESTION = 0.8
"""Minimum share of a question's relevance that the next turn inherits: +0.3 points of recall@10 on LoCoMo 1-5."""


@hookimpl
def score_entries(entries: Sequence[Candidate]) -> Sequence[Signal] | None:
    """Measure the best and the five best of the session, the neighbouring turns, and answers to fitting questions."""
    places = [_place(one) for one in entries]
    if not any(places):
        return None
    near = _Near(entries, places)
    before = [near.relevance_at(place, -1) for place in places]
    after = [near.relevance_at(place, 1) for place in places]
    answers = [near.question_before(place) for place in places]
    best = max(one.relevance for one in entries) or 1.0
    return [
        Signal(name="session_best", values=[near.of_session(place, 1) for place in places]),
        Signal(name="session_mean", values=[near.of_session(place, _TOP) for place in places]),
        Signal(name="before", values=before),
        Signal(name="after", values=after),
        Signal(name="beside", values=[*map(max, before, after)]),
        Signal(name="answers", values=answers),
        Signal(
            name="with_its_question",
            values=[
                max(one.relevance / best, _OF_THE_QUESTION * answer)
                for one, answer in zip(entries, answers, strict=True)
            ],
        ),
    ]


class _Near:
    """The candidate turns by position."""

    def __init__(self, entries: Sequence[Candidate], places: Sequence[_Place | None]) -> None:
        self._at: Mapping[_Place, Candidate] = {
            place: one for place, one in zip(places, entries, strict=True) if place
        }
        self._best = max(one.relevance for one in entries) or 1.0
        self._best_content = max(one.content_relevance for one in entries) or 1.0
        self._sessions: defaultdict[str, list[float]] = defaultdict(list)
        for (session, _), one in sorted(self._at.items(), key=lambda item: -item[1].relevance):
            self._sessions[session].append(one.relevance / self._best)

    def of_session(self, place: _Place | None, number: int) -> float:
        """Return the mean of the best candidates of a turn's session; missing ones count as 0."""
        return sum(self._sessions[place[0]][:number]) / number if place else 0.0

    def relevance_at(self, place: _Place | None, away: int) -> float:
        """Return the relevance of a neighbouring turn."""
        one = self._at.get((place[0], place[1] + away)) if place else None
        return one.relevance / self._best if one else 0.0

    def question_before(self, place: _Place | None) -> float:
        """Return the content relevance of the turn before, if it is a question."""
        one = self._at.get((place[0], place[1] - 1)) if place else None
        asks = one is not None and one.text.rstrip().endswith(QUESTION_MARKS)
        return one.content_relevance / self._best_content if one and asks else 0.0


def _place(candidate: Candidate) -> _Place | None:
    if candidate.layer is not None:
        return None
    session, _, position = candidate.ref.rpartition("/")
    return session, int(position)
