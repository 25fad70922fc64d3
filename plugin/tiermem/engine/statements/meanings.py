"""Measure how near two statements are in meaning, by vectors of the common words of their language.

"My Transit Custom needs shelving" and "It's a Hilux now" share no word, but "van", "pickup" and "motor" are near each
other. ``words.vectors`` of each language has a short vector and a weight for each of its words; for a script without
spaces, for its frequent runs of characters. They are made by ``python -m benchmarks.meanings``. Statements in a
language without a file are near nothing.
"""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import mul

from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages import read_data
from tiermem.values.frozen import NamedTuple

FILE = "words.vectors"
DIMS = 24
"""Dimensions of a vector."""
LONGEST = 4
"""Maximum characters of a run with a vector, in a script without spaces."""
HEAVIEST = 6
"""Number of heaviest words of a statement that are compared one by one."""
_CACHED = 8_192
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUN = pattern(r"[\u3040-\u30ff\u3400-\u9fff]+")
STEPS = 127
"""Value of the byte to which the largest weight is scaled."""
HALF_STEPS = 7
"""Value to which the largest number of a vector is scaled. Two numbers share a byte, each raised by 8."""
_IN_HALVES = tuple((float((byte >> 4) - 8), float((byte & 15) - 8)) for byte in range(256))
"""Byte → the two numbers in it."""
_UNSPACED = frozenset({"zh", "ja"})

Vector = Sequence[float]


class Meaning(NamedTuple):
    """The meaning of a statement: the vector of all its words, and its heaviest words with weight and vector."""

    whole: Vector
    words: tuple[tuple[float, Vector], ...]


class Nearness(NamedTuple):
    """The similarity of two statements: of the wholes, and of the two nearest words by weight."""

    whole: float = 0.0
    words: float = 0.0


class _Lexicon(NamedTuple):
    places: Mapping[str, int]
    weights: bytes
    vectors: bytes


def nearness(one: Meaning | None, other: Meaning | None) -> Nearness:
    """Return the similarity of two statements; none if no word of one is known."""
    if one is None or other is None:
        return Nearness()
    by_words = max(
        math.sqrt(weight * other_weight) * _dot(vector, other_vector)
        for weight, vector in one.words
        for other_weight, other_vector in other.words
    )
    return Nearness(_dot(one.whole, other.whole), by_words)


def nearness_of_wholes(one: Meaning | None, other: Meaning | None) -> float:
    """Return the similarity of two statements as wholes, the fast part of `nearness`."""
    return 0.0 if one is None or other is None else _dot(one.whole, other.whole)


@lru_cache(maxsize=_CACHED)
def meaning(text: str, language: str) -> Meaning | None:
    """Return the meaning of a statement; None if its language, or all of its words, have no vectors."""
    lexicon = _lexicon(language)
    if lexicon is None:
        return None
    places = {lexicon.places[word] for word in words_of(text, language, lexicon.places)}
    weighed = sorted(((lexicon.weights[place] / STEPS, place) for place in places), reverse=True)
    if not weighed:
        return None
    vectors = [(weight, _vector(lexicon.vectors, place)) for weight, place in weighed]
    whole = _unit([sum(weight * vector[axis] for weight, vector in vectors) for axis in range(DIMS)])
    return Meaning(whole, tuple(vectors[:HEAVIEST]))


def words_of(text: str, language: str, known: Mapping[str, int]) -> Iterator[str]:
    """Yield the known words of a text; in a script without spaces, the longest known runs from left to right."""
    if language not in _UNSPACED:
        yield from (word for word in _WORD.findall(fold(text)) if word in known)
        return
    for run in _RUN.findall(fold(text)):
        start = 0
        while start < len(run):
            ends = range(min(start + LONGEST, len(run)), start, -1)
            end = next((end for end in ends if run[start:end] in known), None)
            if end is not None:
                yield run[start:end]
            start = end or start + 1


def _vector(vectors: bytes, place: int) -> Vector:
    size = DIMS // 2
    return _unit([one for byte in vectors[place * size : (place + 1) * size] for one in _IN_HALVES[byte]])


def _unit(vector: Sequence[float]) -> Vector:
    size = math.sqrt(sum(map(mul, vector, vector))) or 1.0
    return [one / size for one in vector]


def _dot(one: Vector, other: Vector) -> float:
    total: float = sum(map(mul, one, other))
    return total


@lru_cache(maxsize=8)
def _lexicon(language: str) -> _Lexicon | None:
    """Return the words of a language with their vectors, read once per process; None where none are shipped."""
    data = read_data(language, FILE)
    if data is None:
        return None
    head, _, rest = data.partition(b"\n")
    header = json.loads(head)
    body, size = zlib.decompress(rest), header["bytes"]
    places = {word: place for place, word in enumerate(body[:size].decode().split("\n"))}
    return _Lexicon(places, body[size : size + len(places)], body[size + len(places) :])
