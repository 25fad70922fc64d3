"""Score a candidate's relevance by the search engine, relative to the others."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import Candidate


@hookimpl
def score_entries(entries: Sequence[Candidate]) -> Sequence[Signal] | None:
    """Measure bm25 over all columns, as share of the best and in deviations from the mean; over content; the place."""
    if not entries:
        return None
    relevance = [one.relevance for one in entries]
    best = max(relevance) or 1.0
    best_content = max(one.content_relevance for one in entries) or 1.0
    mean = sum(relevance) / len(relevance)
    deviation = sqrt(sum((value - mean) ** 2 for value in relevance) / len(relevance)) or 1.0
    ranks: dict[float, int] = {}  # equals share a place: which of them came first says nothing
    for rank, value in enumerate(sorted(relevance, reverse=True), start=1):
        ranks.setdefault(value, rank)
    return [
        Signal(name="relevance", values=[value / best for value in relevance]),
        Signal(name="standing_out", values=[(value - mean) / deviation for value in relevance]),
        Signal(name="content", values=[one.content_relevance / best_content for one in entries]),
        Signal(name="rank", values=[1 / ranks[value] if value else 0.0 for value in relevance]),
    ]
