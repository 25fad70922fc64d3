"""How much a word tells."""

from __future__ import annotations

from math import log


def rarity(size: int, number: int) -> float:
    """Inverse document frequency of a word, of which something is left for every one (Lucene's).

    Args:
        size: Documents that there are.
        number: Those of them that hold the word.
    """
    return log(1.0 + (size - number + 0.5) / (number + 0.5))
