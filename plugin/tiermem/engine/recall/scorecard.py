"""Weigh signals: a small table of points for each, fitted offline, and a probability for the sum.

The tables are data, two files per kind of candidate, with and without vectors: ``people`` for turns of people who talk
under their names, ``assistant`` for turns of a user and an assistant, ``entries``. `benchmarks.fit` makes them, and
they name their data. An additive scorecard, fitted by lambdarank with decision stumps, beat weights set by hand on
every data set tried. With vectors, words have less weight: adding tables of likeness to the others cost a point of
recall@10.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from typing import TYPE_CHECKING, Literal

from tiermem.values.frozen import dataclass
from tiermem.values.recall import Weighing

if TYPE_CHECKING:
    from tiermem.values import Candidate

Kind = Literal["people", "assistant", "entries"]
KINDS: tuple[Kind, ...] = ("people", "assistant", "entries")


def kind_of(candidate: Candidate) -> Kind:
    """Return the kind of scorecard for a candidate."""
    if candidate.layer is not None:
        return "entries"
    return "people" if candidate.name else "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The points of one signal: ``points[n]`` for a value above n of the cuts."""

    cuts: Sequence[float]
    points: Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorecard:
    """The tables of one kind of candidate.

    Attributes:
        name: The name of its file, without the ending.
        signals: Signal → its table.
        slope: Logarithm of the odds per point.
        offset: Logarithm of the odds for no points.
    """

    name: str
    signals: Mapping[str, Table]
    slope: float
    offset: float

    @property
    def weighing(self) -> Weighing:
        """Return its conversion of points into a chance, for receipts."""
        return _weighing(self.name, self.offset, self.slope)

    def chance(self, points: float, factor: float = 1.0) -> float:
        """Return the probability that a candidate with these points matters, its odds multiplied by a factor."""
        return 1.0 / (1.0 + exp(-(self.slope * points + self.offset + log(factor))))


@cache
def _weighing(name: str, offset: float, slope: float) -> Weighing:
    return Weighing(scorecard=name, base=offset, slope=slope)


def file_of(kind: Kind, *, with_vectors: bool) -> str:
    """Return the file of a scorecard."""
    name = f"{kind}_with_vectors" if with_vectors else kind
    return f"{os.path.dirname(__file__)}/scorecards/{name}.json"


@cache
def scorecard(kind: Kind, *, with_vectors: bool = False) -> Scorecard:
    """Return the shipped scorecard for a kind of candidate, with or without likeness."""
    with open(file_of(kind, with_vectors=with_vectors), "rb") as file:
        data = json.load(file)
    return Scorecard(
        name=f"{kind}_with_vectors" if with_vectors else kind,
        signals={
            name: Table(cuts=tuple(table["cuts"]), points=tuple(table["points"]))
            for name, table in data["signals"].items()
        },
        slope=data["slope"],
        offset=data["offset"],
    )
