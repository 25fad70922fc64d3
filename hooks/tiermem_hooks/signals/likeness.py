"""Score the similarity of a candidate's vector to the query's, and that of the turns directly before and after it."""

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
    """Measure cosines in standard deviations from the candidates' mean; 0 for a candidate without a vector.

    A short turn was embedded together with the turn before it, so that the vector of the next turn covers it too.

    Cosines are normalised because a question that is similar to everything says nothing about a single candidate. They
    are scores because fusing ranks with equal weights made recall worse when measured.
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
    """Return the ref of the turn at a distance from a turn; "" for an entry."""
    if candidate.layer is not None:
        return ""
    session, _, position = candidate.ref.rpartition("/")
    return f"{session}/{int(position) + away}"
