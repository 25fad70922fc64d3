"""Logistic regression over features that a sentence has or has not."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.learning.sentences import Row

LENGTH_SCALES = {"w 2": 0.7, "w 3": 0.4, "c 3": 0.7, "c 4": 0.5}
"""Longer runs of words are rarer and so trusted less: what one of them counts, by kind and length."""
LEAST_TELLING, MORE_TELLING, MOST_TELLING = 0.3, 0.7, 1.5
"""What a feature counts: the least, what a factor of e between its shares of both sides adds, and the most."""
PENALTY = 2.5
ROUNDS = 250
FEWEST = 3
"""Sentences that have a feature, for it to count."""
Array = npt.NDArray[np.float64]


class Table:
    """Rows × features, of which most are not held; the first column is held by all."""

    def __init__(self, rows: Sequence[Row], scales: Mapping[str, float]) -> None:
        names = {name: place for place, name in enumerate(scales, 1)}
        held = [[0, *(names[name] for name in row.held if name in names)] for row in rows]
        self.rows, self.columns = len(rows), len(names) + 1
        self._column = np.concatenate([np.array(one, dtype=np.int64) for one in held])
        self._row = np.repeat(np.arange(self.rows), [len(one) for one in held])
        self._value = np.array([1.0, *scales.values()])[self._column]

    def times(self, weights: Array) -> Array:
        """The sum of each row's weights."""
        return np.bincount(self._row, self._value * weights[self._column], self.rows)

    def gathered(self, rows: Array) -> Array:
        """For each feature the sum over the rows that hold it."""
        return np.bincount(self._column, self._value * rows[self._row], self.columns)


def _scales(rows: Sequence[Row], labels: Sequence[bool]) -> dict[str, float]:
    """What each feature counts: the more, the more its shares of both sides differ (Wang and Manning 2012)."""
    counts = Counter(name for row in rows for name in row.held)
    sides: tuple[defaultdict[str, float], ...] = defaultdict(float), defaultdict(float)
    totals = [2.0, 2.0]
    for row, label in zip(rows, labels, strict=True):
        totals[label] += row.counts
        for name in row.held:
            sides[label][name] += row.counts
    found = {}
    for name in sorted(name for name, n in counts.items() if n >= FEWEST):
        shares = [(side[name] + 1.0) / total for side, total in zip(sides, totals, strict=True)]
        telling = LEAST_TELLING + MORE_TELLING * abs(math.log(shares[1] / shares[0]))
        found[name] = _of_length(name) * min(MOST_TELLING, telling)
    return found


def _of_length(name: str) -> float:
    tag, *words = name.partition("|")[2].split(" ")
    return LENGTH_SCALES.get(f"{tag} {len(words)}", 1.0)


def fit(table: Table, labels: Array, counts: Array) -> Array:
    """The weights of a logistic regression, by accelerated descent (Nesterov 1983) with restarts.

    *counts* is how often each row counts.
    """
    step = 1 / (0.25 * _largest(table) + PENALTY)
    penalty = np.full(table.columns, PENALTY)
    penalty[0] = 0.0
    weights = ahead = np.zeros(table.columns)
    pace = 1.0
    for _ in range(ROUNDS):
        error = counts * (_chances(table.times(ahead)) - labels)
        slope = table.gathered(error) + penalty * ahead
        moved = ahead - step * slope
        if (ahead - moved) @ (moved - weights) > 0:
            pace = 1.0
        faster = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        ahead = moved + (pace - 1) / faster * (moved - weights)
        weights, pace = moved, faster
    return weights


def _largest(table: Table) -> float:
    """The largest eigenvalue of the table's square, a little more than it."""
    direction = np.random.default_rng(0).random(table.columns)
    size = 1.0
    for _ in range(15):
        direction = table.gathered(table.times(direction))
        size = float(np.linalg.norm(direction))
        direction /= size
    return 1.05 * size


def _chances(sums: Array) -> Array:
    chances: Array = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return chances


@dataclass(frozen=True)
class Model:
    """Weights of features by name; ``""`` is what every row has."""

    weights: Mapping[str, float]

    @classmethod
    def of(cls, rows: Sequence[Row], labels: Iterable[bool]) -> Model:
        """Fitted to *rows*."""
        sides = list(labels)
        scales = _scales(rows, sides)
        table = Table(rows, scales)
        weights = fit(table, np.array(sides, dtype=np.float64), np.array([row.counts for row in rows]))
        found = {
            name: weight * scale for (name, scale), weight in zip(scales.items(), weights[1:], strict=True)
        }
        return cls({"": float(weights[0])} | found)

    def chance(self, row: Row) -> float:
        """What `Scorecard.chance` gives for it."""
        total = self.weights[""] + sum(self.weights.get(name, 0.0) for name in row.held)
        return float(1 / (1 + np.exp(-total)))

    def of_language(self, language: str, smallest: float) -> dict[str, float]:
        """The weights that count in a language, as a file holds them, those below *smallest* left out."""
        found = {"": round(self.weights[""], 3)}
        for name, weight in self.weights.items():
            place, _, feature = name.partition("|")
            if feature and place in ("", language) and abs(weight) >= smallest:
                found[feature] = round(weight, 3)
        return found
