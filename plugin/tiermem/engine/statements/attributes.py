"""Tell which attributes of a person a statement is about: home, job, pet; or that it is about none of them.

A softmax over the vector of its meaning, one for all languages, because these share their axes (``attributes.json``,
fitted by ``python -m benchmarks.attributes``). "Then bring flat shoes" is about none, and so ends no earlier
statement.
"""

from __future__ import annotations

import json
import math
import os
from array import array
from functools import cache, lru_cache
from operator import mul
from typing import TYPE_CHECKING

from tiermem.engine.statements.meanings import DIMS, meaning
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = "attributes.json"
NOTHING = "nothing"
"""The name under which the file has the weights of no attribute."""
_CACHED = 1_024
_UNKNOWN = (0.0,) * DIMS
"""The vector of a statement of which no word is known."""


class About(NamedTuple):
    """The chances of what a statement is about; with that of nothing they add up to 1."""

    attributes: Sequence[float]
    nothing: float


def shared(one: About, other: About) -> float:
    """Return how much two statements are about the same attributes: the sum of √(p·q) over them.

    It is at most 1 less the chance of nothing: 0.44 for "I live in Leeds" and itself.
    """
    return sum(
        math.sqrt(first * second) for first, second in zip(one.attributes, other.attributes, strict=True)
    )


@lru_cache(maxsize=_CACHED)
def about(text: str, language: str) -> About:
    """Return what a statement of a language is about."""
    found = meaning(text, language)
    vector = _UNKNOWN if found is None else found.whole
    weighed = [bias + sum(map(mul, weights, vector)) for bias, *weights in _weights()]
    most = max(weighed)
    powers = [math.exp(one - most) for one in weighed]
    total = sum(powers)
    nothing, *attributes = (power / total for power in powers)
    return About(array("f", attributes), nothing)


@cache
def _weights() -> Sequence[Sequence[float]]:
    """Return bias and weights of nothing, then of each attribute, read once per process."""
    path = os.path.join(os.path.dirname(__file__), FILE)  # noqa: PTH118, PTH120 pathlib is slow to import
    with open(path, encoding="utf-8") as opened:  # noqa: PTH123
        by_name: dict[str, list[float]] = json.load(opened)
    return [by_name.pop(NOTHING), *by_name.values()]
