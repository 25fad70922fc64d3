"""Score how near a candidate is to the query by its vector, and how near the turns right before and after it are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import Candidate, QueryContext


@hookimpl
def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Sequence[Signal] | None:
    """Measure cosines in deviations from the candidates' mean, where there are vectors; 0 for a candidate without one.

    A short turn was embedded behind the turn before it, so that the vector of the one after covers it too.

    Normalised, because a question that is near to everything says no more of each; and as scores, because ranks
    fused with equal weight were measured to hurt.
    """
    cosines = asked.similarities
    own = [cosines[one.ref] for one in entries if one.ref in cosines]
    if not own:
        return None
    normalised = _normalised(own)

    def values(refs: Iterable[str]) -> list[float]:
        return [normalised(cosines[ref]) if ref in cosines else 0.0 for ref in refs]

    return [
        Signal(name="likeness", values=values(one.ref for one in entries)),
        Signal(name="likeness_before", values=values(_beside(one, -1) for one in entries)),
        Signal(name="likeness_after", values=values(_beside(one, 1) for one in entries)),
    ]


def _normalised(values: Sequence[float]) -> Callable[[float], float]:
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values)) or 1.0
    return lambda value: (value - mean) / deviation


def _beside(candidate: Candidate, away: int) -> str:
    """Return the ref of the turn so far from a turn; "" for an entry."""
    if candidate.layer is not None:
        return ""
    session, _, position = candidate.ref.rpartition("/")
    return f"{session}/{int(position) + away}"
