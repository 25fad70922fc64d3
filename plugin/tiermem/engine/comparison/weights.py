"""The fitted weights of a logistic regression over named numbers."""

from __future__ import annotations

import json
import os
from functools import cache
from operator import mul
from typing import TYPE_CHECKING

from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Weights(NamedTuple):
    """The weights, in the order of the numbers, and the bias."""

    weights: Sequence[float]
    bias: float

    def log_odds(self, numbers: Iterable[float]) -> float:
        """Return the log odds that these numbers give."""
        weighed: float = sum(map(mul, self.weights, numbers))
        return self.bias + weighed


@cache
def weights_of(file: str, names: tuple[str, ...]) -> Weights:
    """Return the weights for the numbers of these names, of a file beside this module, read once per process."""
    path = os.path.join(os.path.dirname(__file__), file)  # noqa: PTH118, PTH120 pathlib is slow to import
    with open(path, encoding="utf-8") as opened:  # noqa: PTH123
        data = json.load(opened)
    return Weights([data["weights"][name] for name in names], data["bias"])
