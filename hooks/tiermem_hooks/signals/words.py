"""Score the query's words in a candidate."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import Candidate, QueryContext


@hookimpl
def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Sequence[Signal]:
    """Measure the share of telling words, weighted by rarity, their number, and pairs that are adjacent in both."""
    total = sum(asked.weights.values()) or 1.0
    telling = [asked.telling(one) for one in entries]
    return [
        Signal(
            name="coverage",
            values=[sum(asked.weights[stem] for stem in stems) / total for stems in telling],
        ),
        Signal(name="shared_words", values=[float(len(stems)) for stems in telling]),
        Signal(name="shared_pairs", values=[_pairs(asked, one) for one in entries]),
    ]


def _pairs(asked: QueryContext, candidate: Candidate) -> float:
    side_by_side = {
        (stem, following)
        for (place, stem), (next_place, following) in pairwise(asked.shared[candidate.ref])
        if next_place == place + 1
    }
    return float(len(side_by_side & asked.adjacent))
