"""Estimate whether a message announces a change or an end, and whether a statement describes a state.

"off caffeine completely since Lent" announces a change. "I drink coffee" describes a state that a change may end; "We
had such a great day" does not. Both estimates are logistic regressions over hashed words and runs of characters, with a
file for each language (``changes.model``, ``states.model``), fitted by ``python -m benchmarks.announcing``. Messages in
a language without a file announce nothing.
"""

from __future__ import annotations

import json
import math
import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize
from zlib import crc32

from tiermem.text.languages import read_data
from tiermem.values.frozen import NamedTuple

CHANGES, STATES = "changes.model", "states.model"
BUCKETS = 1 << 15
"""Buckets into which features are hashed."""
STEPS = 127
"""Value of the byte to which the largest weight is scaled."""
SCALE = 4.0
"""Length of the vector of one sort of features, words or characters, regardless of their number."""
_MOST_CHARS = 240
"""Maximum characters read of a message."""
_LENGTHS = (2, 3, 4, 5)
"""Lengths of the runs of characters that are features."""
_WORD = re.compile(r"[^\W\d_]+|#|[?!,;:.]")
_DIGITS = re.compile(r"\d+")


class _Model(NamedTuple):
    """The weights of one language as signed bytes, the value of the largest, and the bias."""

    weights: array[int]
    most: float
    bias: float


def announced(text: str, language: str) -> float:
    """Return the log odds that a message announces a change of something known."""
    return _odds(text, language)[CHANGES]


def of_state(text: str, language: str) -> float:
    """Return the log odds that a statement describes a state that a later one may end."""
    return _odds(text, language)[STATES]


@lru_cache(maxsize=8_192)
def _odds(text: str, language: str) -> Mapping[str, float]:
    """Return the log odds of both models, because a new statement is an earlier one for the next."""
    found = list(features(text))
    return {file: _sum(_model(language, file), found) for file in (CHANGES, STATES)}


def _sum(model: _Model | None, found: Sequence[tuple[float, list[int]]]) -> float:
    if model is None:
        return -math.inf
    weight = model.weights.__getitem__
    return (
        model.bias + sum(value * sum(map(weight, buckets)) for value, buckets in found) * model.most / STEPS
    )


def features(text: str) -> Iterator[tuple[float, list[int]]]:
    """Yield the features of a message by sort: their value, and their buckets."""
    said = _DIGITS.sub("#", normalize("NFKC", text).lower().replace("’", "'"))[:_MOST_CHARS]
    words = ["^", *_WORD.findall(said), "$"]
    runs = {" ".join(words[start : start + length]) for length in (1, 2, 3) for start in range(len(words))}
    padded = f" {' '.join(said.split())} "
    pieces = {
        padded[start : start + length] for length in _LENGTHS for start in range(len(padded) - length + 1)
    }
    for sort, found in ((b"w", runs), (b"c", pieces)):
        begun = crc32(sort)
        buckets = [crc32(one.encode(), begun) & BUCKETS - 1 for one in found]
        yield SCALE / math.sqrt(max(len(found), 1)), buckets


@lru_cache(maxsize=16)
def _model(language: str, name: str) -> _Model | None:
    """Return a model of a language, read once per process; None where none is shipped."""
    data = read_data(language, name)
    if data is None:
        return None
    head, _, rest = data.partition(b"\n")
    header = json.loads(head)
    return _Model(array("b", rest), header["most"], header["bias"])
