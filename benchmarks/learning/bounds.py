"""How sure a scorecard must be, chosen on the turns of ``check``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from benchmarks.learning.regression import Model
from benchmarks.learning.sentences import Row
from benchmarks.learning_set import Case, Expected

LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")
PRECISION = {"en": 0.91}
"""On ``check``, for a language with many turns there; the others are chosen for together, for `PRECISION_OF_OTHERS`."""
PRECISION_OF_OTHERS = 0.88
REFUSE = {"en": (0.1, 0.15, 0.2, 0.25, 0.3)}
REFUSE_OF_OTHERS = (0.3, 0.35, 0.4)
"""Bounds to be tried: in English, whose rules are surer, a rule must be more clearly wrong to be overruled."""
MARGIN = 0.06
"""How far from a bound a sentence of the tables must be, so that rounding does not change it."""


@dataclass(frozen=True)
class Result:
    """How well rows are told apart."""

    precision: float
    recall: float


def judged(
    rows: Sequence[Row], chances: Sequence[float], refuse: float, take: float, expected: int
) -> Result:
    """Precision and recall when proposals are left below *refuse* and others taken from *take* on."""
    met: set[tuple[str, Expected]] = set()
    false = 0
    for row, chance in zip(rows, chances, strict=True):
        if row.certain or chance >= (refuse if row.proposed else take):
            met.update((row.case.id, one) for one in row.states)
            false += not row.states
    return Result(len(met) / max(1, len(met) + false), len(met) / max(1, expected))


def chosen(
    rows: Sequence[Row], model: Model, cases: Sequence[Case], precision: float, refusing: Sequence[float]
) -> tuple[float, float, Result]:
    """Bounds with the most recall at this precision at least; where none reaches it, those with most precision."""
    chances = [model.chance(row) for row in rows]
    expected = sum(len(case.expected) for case in cases)
    bounds = product(refusing, np.arange(0.5, 0.96, 0.05))
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
    """How sure a group of languages must be, and what that gives on ``check``."""

    languages: Sequence[str]
    refuse: float
    take: float
    result: Result

    def misjudges(self, row: Row, chance: float) -> bool:
        """Whether a sentence of the tables would be left that must be taken, or taken that must be left."""
        if row.certain or row.case.language not in self.languages:
            return False
        return (
            chance < self.refuse + MARGIN if row.states else not row.proposed and chance >= self.take - MARGIN
        )


def bounds_of(
    model: Model, cases: Mapping[str, Sequence[Case]], checked: Mapping[str, Sequence[Row]]
) -> list[Bounds]:
    """The bounds of English, and those of the others, of which each has few turns to choose by."""
    others = [language for language in LANGUAGES if language not in PRECISION]
    groups = [([name], value, REFUSE[name]) for name, value in PRECISION.items()]
    found = []
    for group, precision, refusing in (*groups, (others, PRECISION_OF_OTHERS, REFUSE_OF_OTHERS)):
        seen = [row for name in group for row in checked[name]]
        asked = [case for name in group for case in cases[name] if case.split == "check"]
        found.append(Bounds(group, *chosen(seen, model, asked, precision, refusing)))
    return found
