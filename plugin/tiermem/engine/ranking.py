"""From candidates to ranked passages: hooks measure signals, a scorecard says what they are worth."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import datetime
from math import prod
from typing import TYPE_CHECKING

from tiermem.engine.asking import ask
from tiermem.engine.scorecard import kind_of, scorecard
from tiermem.values import Passage

if TYPE_CHECKING:
    from tiermem.engine.ports import Hooks
    from tiermem.engine.scorecard import Kind, Scorecard
    from tiermem.store.contract import Search
    from tiermem.values import Candidate, Query, Signal

SMALLEST_FACTOR, LARGEST_FACTOR = 0.1, 10.0
"""What a `score_entries` hook may make of the odds."""
_OF_VECTORS = "likeness"
"""The signal that tells that there are vectors."""
_NOTHING: tuple[Sequence[float], Sequence[float]] = ((), (0.0,))
"""Cuts and points of a signal that a scorecard does not know."""
_Column = tuple[str, Sequence[float]]
"""A signal's name and the points of each candidate."""


class Ranking:
    """The candidates of one query in front of the signals of all plugins.

    Attributes:
        failures: Plugins that failed to measure, in words.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        query: Query,
        search: Search,
        hooks: Hooks,
        now: datetime,
        *,
        similarities: Mapping[str, float] | None = None,
    ) -> None:
        self._candidates = candidates
        self._kinds = [kind_of(candidate) for candidate in candidates]
        measured = (
            hooks.score_entries(ask(query, candidates, search, now, similarities), candidates)
            if candidates
            else None
        )
        signals = measured.values if measured else ()
        self.failures = tuple(map(str, measured.failures)) if measured else ()
        with_vectors = any(signal.name == _OF_VECTORS and signal.values for signal in signals)
        self._cards = {kind: scorecard(kind, with_vectors=with_vectors) for kind in set(self._kinds)}
        self._columns = [
            column for signal in signals if (column := _points(signal, self._kinds, self._cards))
        ]
        self._factors = [(signal.name, _bounded(signal.factors)) for signal in signals if signal.factors]

    def best(self, keep: int) -> list[Passage]:
        """The best of them as passages, best first, of equals the newest; their parts are points, and factors."""
        points = [sum(column) for column in zip(*(column for _, column in self._columns), strict=True)]
        chances = [
            self._cards[kind].chance(own, self._factor(one.ref))
            for kind, own, one in zip(
                self._kinds, points or [0.0] * len(self._kinds), self._candidates, strict=True
            )
        ]
        by_ref = sorted(range(len(chances)), key=lambda place: self._candidates[place].ref)
        order = sorted(by_ref, key=lambda place: (chances[place], self._candidates[place].at), reverse=True)
        return [self._passage(place, chances[place]) for place in order[:keep]]

    def _factor(self, ref: str) -> float:
        return prod(factors.get(ref, 1.0) for _, factors in self._factors)

    def _passage(self, place: int, chance: float) -> Passage:
        candidate = self._candidates[place]
        parts = {name: round(points, 2) for name, column in self._columns if (points := column[place])}
        for name, factors in self._factors:
            if candidate.ref in factors:
                parts[name] = round(factors[candidate.ref], 3)
        is_turn = candidate.layer is None
        return Passage(
            ref=candidate.ref,
            text=candidate.text,
            score=chance,
            at=candidate.at,
            label=(candidate.name if is_turn else None) or candidate.speaker or candidate.source or "",
            kind="turn" if is_turn else "entry",
            layer=candidate.layer,
            parts=parts,
        )


def _points(signal: Signal, kinds: Sequence[Kind], cards: Mapping[Kind, Scorecard]) -> _Column | None:
    """The points of each candidate by the scorecard of its kind; None where no scorecard knows the signal."""
    if not signal.values:
        return None
    tables = {kind: card.signals.get(signal.name) for kind, card in cards.items()}
    if not any(tables.values()):
        return None
    steps = {kind: (table.cuts, table.points) if table else _NOTHING for kind, table in tables.items()}
    if len(steps) == 1:
        ((cuts, points),) = steps.values()
        return signal.name, [points[bisect_left(cuts, value)] for value in signal.values]
    worth = []
    for kind, value in zip(kinds, signal.values, strict=True):
        cuts, points = steps[kind]
        worth.append(points[bisect_left(cuts, value)])
    return signal.name, worth


def _bounded(factors: Mapping[str, float]) -> Mapping[str, float]:
    return {ref: min(max(factor, SMALLEST_FACTOR), LARGEST_FACTOR) for ref, factor in factors.items()}
