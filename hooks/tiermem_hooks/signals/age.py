"""Score how recent a candidate is and how important its entry, which fades as it ages without a change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl, moment

if TYPE_CHECKING:
    from tiermem import Candidate, QueryContext

_HALF_LIFE_DAYS = 90
_IMPORTANCE_HALF_LIFE_DAYS = 365


@hookimpl
def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Sequence[Signal]:
    """Measure age, 1 for now, halved every 90 days, and importance, -0.5 to 0.5, halved every year."""
    now = asked.now.astimezone(UTC)  # once: the computer's zone is slow to subtract from
    ages = [max((now - moment(one.at)) / timedelta(days=1), 0.0) for one in entries]
    return [
        Signal(name="recency", values=[float(0.5 ** (days / _HALF_LIFE_DAYS)) for days in ages]),
        Signal(
            name="importance",
            values=[
                float((one.importance - 0.5) * 0.5 ** (days / _IMPORTANCE_HALF_LIFE_DAYS))
                for one, days in zip(entries, ages, strict=True)
            ],
        ),
    ]
