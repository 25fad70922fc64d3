"""The floor of recall: how relevant a passage must be to be shown at all."""

from __future__ import annotations

RELATIVE_FLOOR = 0.1
"""Share of the best passage's chance under which a passage is not shown: it would only fill the budget."""
SIMILARITY_FLOOR = 0.25
"""Cosine under which an entry that only vectors found is not a candidate. With the local model the nearest of 500
observations has 0.08 to 0.21 to twelve messages that have nothing to do with them, and 0.44 to 0.70 to nine in ten
questions about them. Turns, which are searched only for questions about what was said, have no such floor: with it
recall@10 on LoCoMo 6-10 is 0.15 points lower."""


def floor(best: float) -> float:
    """Return the least chance with which a passage is shown beside one of chance *best*."""
    return RELATIVE_FLOOR * best
