"""Score trust: user over agent over system, a user's correction first; the user's turns over others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import Candidate

_SOURCES = {"system": 0.0, "agent": 1.0, "user": 2.0}
_CORRECTION = 3.0


@hookimpl
def score_entries(entries: Sequence[Candidate]) -> Sequence[Signal]:
    """Measure trust: 0 to 3 for entries; 1 for a user's turn, 0 for an assistant's or a tool's."""
    return [
        Signal(name="trust", values=[0.0 if one.layer is None else _trust(one) for one in entries]),
        Signal(
            name="user_turn", values=[float(one.layer is None and one.speaker == "user") for one in entries]
        ),
    ]


def _trust(entry: Candidate) -> float:
    if entry.correction and entry.speaker == "user":
        return _CORRECTION
    return _SOURCES[entry.source or "system"]
