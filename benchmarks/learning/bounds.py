"""How sure a scorecard must be, chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from benchmarks.learning.sentences import Row
from benchmarks.learning_set import Case, Expected

LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")
PRECISION = {("en",): 0.86, ("de", "fr", "es", "zh", "ja"): 0.868}
"""What is asked for, by languages that are chosen for together: but for English each has few turns to choose by."""
REFUSE = {"en": (0.1, 0.2, 0.3, 0.35), "de": (0.1, 0.2, 0.3, 0.35)}
"""Bounds to be tried, by the first of these languages: a rule must be clearly wrong to be overruled."""
MARGIN = 0.06
"""How far from a bound a sentence of the tables must be, so that rounding does not change it."""


@dataclass(frozen=True)
class Result:
    """How well rows are told apart."""

    precision: float
    recall: float


def least_of(row: Row, refuse: float, take: float) -> float:
    """The chance from which on a sentence is taken."""
    return min(row.certain_from, refuse) if row.proposed else take


def judged(
    rows: Sequence[Row], chances: Sequence[float], refuse: float, take: float, expected: int
) -> Result:
    """Precision and recall when proposals are left below *refuse* and others taken from *take* on."""
    met: set[tuple[str, Expected]] = set()
    false = 0
    for row, chance in zip(rows, chances, strict=True):
        if chance >= least_of(row, refuse, take):
            met.update((row.case.id, one) for one in row.states)
            false += not row.states
    return Result(len(met) / max(1, len(met) + false), len(met) / max(1, expected))


def chosen(
    rows: Sequence[Row], chances: Sequence[float], expected: int, precision: float, refusing: Sequence[float]
) -> tuple[float, float, Result]:
    """Bounds with the most recall at this precision at least; where none reaches it, those with most precision."""
    bounds = product(refusing, np.arange(0.5, 0.96, 0.025))
    tried = [
        (float(refuse), float(take), judged(rows, chances, refuse, take, expected))
        for refuse, take in bounds
        if refuse <= take
    ]
    good = [one for one in tried if one[2].precision >= precision]
    if good:
        return max(good, key=lambda one: (one[2].recall, one[2].precision))
    return max(tried, key=lambda one: one[2].precision)


@dataclass(frozen=True)
class Bounds:
    """How sure a group of languages must be, and what that gives on turns that were not fitted on."""

    languages: Sequence[str]
    refuse: float
    take: float
    result: Result

    def misjudges(self, row: Row, chance: float) -> bool:
        """Whether a sentence of the tables would be left that must be taken, or taken that must be left."""
        if not row.certain_from or row.case.language not in self.languages:
            return False
        least = least_of(row, self.refuse, self.take)
        return chance < least + MARGIN if row.states else not row.proposed and chance >= least - MARGIN


def bounds_of(cases: Sequence[Case], chances: Mapping[str, Sequence[tuple[Row, float]]]) -> list[Bounds]:
    """The bounds of all languages.

    Args:
        cases: Turns, to choose by.
        chances: By a case's id, its sentences with the chances that a model gives which was not fitted on it.
    """
    found = []
    for group, precision in PRECISION.items():
        asked = [case for case in cases if case.language in group]
        seen = [one for case in asked for one in chances[case.id]]
        expected = sum(len(case.expected) for case in asked)
        rows, given = [row for row, _ in seen], [chance for _, chance in seen]
        found.append(Bounds(group, *chosen(rows, given, expected, precision, REFUSE[group[0]])))
    return found
