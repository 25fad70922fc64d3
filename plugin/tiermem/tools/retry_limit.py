"""How often a model may try to fit something into a full budget."""

from __future__ import annotations

TRIES_PER_TURN = 3
"""Over-budget failures in one turn after which the answer is final: peers' models burnt 3-7 rounds on retrying."""


class Tries:
    """Counts the over-budget failures of one turn."""

    def __init__(self) -> None:
        self._failed = 0

    def new_turn(self) -> None:
        """The user spoke: count from nought again."""
        self._failed = 0

    def fail(self) -> bool:
        """Count a failure; whether it is the last one that is answered with a way out."""
        self._failed += 1
        return self._failed >= TRIES_PER_TURN
