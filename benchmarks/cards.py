"""Writing scorecards: the files that are shipped in ``tiermem/engine/scorecards``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tiermem.engine.recall.scorecard import Scorecard, Table

BY_HAND = {
    "trust": Table(cuts=(0.5, 1.5, 2.5), points=(0.0, 0.18, 0.34, 0.47)),
    "recency": Table(cuts=(0.25, 0.5, 0.75), points=(0.0, 0.03, 0.06, 0.1)),
    "importance": Table(cuts=(-0.3, -0.1, 0.1, 0.3), points=(-0.1, -0.05, 0.0, 0.05, 0.1)),
    "tags": Table(cuts=(0.5,), points=(0.0, 0.4)),
}
"""Logarithms of odds of what no data set here tells: user over agent over system, a user's correction first (seed
001: 1.25, 1.5, 1.75, 2 times, relative to the least); time decay of at most a tenth (more was measured to hurt on
LoCoMo, which has no bias to the present); importance (seed 002)."""
IF_NOT_FITTED = {"days_away": Table(cuts=(0.7, 1.7, 2.4, 3.4), points=(0.0, -0.4, -0.8, -0.9, -1.0))}
"""The same of what a kind's data hardly asks for; cuts are logarithms of days."""


def write(path: Path, card: Scorecard, data: str, gains: Mapping[str, Mapping[str, float]]) -> None:
    """Write a scorecard.

    Args:
        path: Its file.
        card: Its tables, as they were fitted; those set by hand are added.
        data: On what it was fitted, with its licence.
        gains: Signal → measure → points that it gains there.
    """
    tables: dict[str, Mapping[str, object]] = {
        name: {"cuts": list(table.cuts), "points": list(table.points), "gain": gains.get(name, {})}
        for name, table in card.signals.items()
    }
    hand = {name: table for name, table in IF_NOT_FITTED.items() if name not in tables} | BY_HAND
    tables |= {name: _by_hand(table, card.slope) for name, table in hand.items()}
    head = {"fitted_on": data, "by_hand": sorted(hand), "slope": card.slope, "offset": card.offset}
    _store(path, head, tables)


def _store(path: Path, head: Mapping[str, object], tables: Mapping[str, Mapping[str, object]]) -> None:
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(table)}" for name, table in tables.items())
    beginning = json.dumps(head, indent=2)[: -len("\n}")]
    path.write_text(f'{beginning},\n  "signals": {{\n{lines}\n  }}\n}}\n', encoding="utf-8")


def _by_hand(table: Table, slope: float) -> Mapping[str, object]:
    """A table in logarithms of odds as one in points."""
    return {"cuts": list(table.cuts), "points": [round(points / slope, 3) for points in table.points]}
