"""Judge a message by the fitted weights of its language.

A model is a logistic regression over hashed words and runs of characters, and a file in the folder of its language: a
line of JSON with ``bias`` and ``most``, the size of the largest weight, then, compressed with zlib, a signed byte for
each bucket, of which there is a power of two. No library is needed to evaluate it.
"""

from __future__ import annotations

import json
import math
import re
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from unicodedata import normalize
from zlib import crc32, decompress

from tiermem.text.languages import read_data
from tiermem.values.frozen import NamedTuple

BUCKETS = 1 << 15
"""Most buckets of a model; one of fewer takes as many of a hash's last bits as it needs."""
STEPS = 127
"""Value of the byte to which the largest weight is scaled."""
SCALE = 4.0
"""Length of the vector of one sort of features, words or characters, regardless of their number."""
MOST_JUDGED = 240
"""Maximum characters read of a message."""
_LENGTHS = (2, 3, 4, 5)
"""Lengths of the runs of characters that are features."""
_WORD = re.compile(r"[^\W\d_]+|#|[?!,;:.]")
_DIGITS = re.compile(r"\d+")
_OF_WORDS, _OF_CHARACTERS = crc32(b"w"), crc32(b"c")
"""From where the hashes of each sort go on."""


class _Model(NamedTuple):
    """The weights of one language as signed bytes, the value of the largest, and the bias."""

    weights: array[int]
    most: float
    bias: float


@lru_cache(maxsize=8_192)
def log_odds(text: str, language: str, names: tuple[str, ...]) -> Mapping[str, float]:
    """Return the log odds that each model named gives a message, by name.

    Args:
        text: The message; its first `MOST_JUDGED` characters are read.
        language: ISO 639-1 code.
        names: Names of files in the language's folder; one without a file gives minus infinity.
    """
    found = features(text)
    return {name: _sum(_model(language, name), found) for name in names}


@lru_cache(maxsize=64)  # several judge a message, one after the other
def features(text: str) -> Sequence[tuple[float, Sequence[int]]]:
    """Return the features of a message by sort: their value, and their buckets."""
    said = _DIGITS.sub("#", normalize("NFKC", text).lower().replace("’", "'"))[:MOST_JUDGED]
    words = ["^", *_WORD.findall(said), "$"]
    runs = {" ".join(words[start : start + length]) for length in (1, 2, 3) for start in range(len(words))}
    padded = f" {' '.join(said.split())} "
    pieces = {
        padded[start : start + length] for length in _LENGTHS for start in range(len(padded) - length + 1)
    }
    return [
        (
            SCALE / math.sqrt(max(len(found), 1)),
            [crc32(one.encode(), begun) & BUCKETS - 1 for one in found],
        )
        for begun, found in ((_OF_WORDS, runs), (_OF_CHARACTERS, pieces))
    ]


def _sum(model: _Model | None, found: Sequence[tuple[float, Sequence[int]]]) -> float:
    if model is None:
        return -math.inf
    weights, most, bias = model
    last = len(weights) - 1
    total = sum(value * sum([weights[bucket & last] for bucket in buckets]) for value, buckets in found)
    return bias + total * most / STEPS


@lru_cache(maxsize=32)
def _model(language: str, name: str) -> _Model | None:
    """Return a model of a language, read once per process; None where none is shipped."""
    data = read_data(language, name)
    if data is None:
        return None
    head, _, rest = data.partition(b"\n")
    header = json.loads(head)
    return _Model(array("b", decompress(rest)), header["most"], header["bias"])
