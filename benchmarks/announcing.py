"""Fit what announces that something changed: ``python -m benchmarks.announcing [--write]``, with the extra ``fit``.

A message that overtakes an earlier statement announces a change; one that leaves it as it was does not, and the earlier
statement does not either. They are the groups of ``benchmarks/data/overtaken/LANGUAGE.txt`` and the pairs of
``benchmarks/data/changes.jsonl``. The area under the curve that is printed is that of the pairs of other authors (set
``open``), which are fitted only in the models that are written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from benchmarks.changes import DATA, Pair, pairs
from tiermem.engine.statements.announcements import BUCKETS, FILE, STEPS, features
from tiermem.text import languages

LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")
GROUPS = DATA.parent / "overtaken"
FOLDER = Path(languages.__file__).parent
OVERTAKING = "ce"
"""Letters of the lines of a group that overtake its statements: another value, or an end."""
STRENGTH = 1.0
"""Inverse of the penalty on weights."""

Labelled = tuple[str, bool]


def main() -> int:
    """Print how well each language's model recognises changes, and write the models when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.announcing", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the models, into the folders of the languages")
    options = parser.parse_args()
    for language in LANGUAGES:
        known = [pair for pair in pairs() if pair["lang"] == language]
        others = [pair for pair in known if pair["set"] == "open"]
        own = [*grouped(language), *labelled([pair for pair in known if pair["set"] != "open"])]
        unseen = [(str(pair["new"]), pair["label"] == "updates") for pair in others]
        chances = fitted(own).decision_function(matrix([text for text, _ in unseen]))
        area = roc_auc_score([label for _, label in unseen], chances)
        sys.stdout.write(f"{language}: {len(own)} messages, area under the curve of others' {area:.3f}\n")
        if options.write:
            _write(language, fitted([*own, *labelled(others)]))
    return 0


def grouped(language: str) -> Iterator[Labelled]:
    """Yield the lines of a language's groups, each with whether it overtakes what was said before."""
    for line in (GROUPS / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        letter, _, text = line.partition(" ")
        if text and letter != "=":
            yield text, letter in OVERTAKING


def labelled(of: Sequence[Pair]) -> Iterator[Labelled]:
    """Yield both statements of pairs, each with whether it overtakes another."""
    for pair in of:
        yield str(pair["new"]), pair["label"] == "updates"
        yield str(pair["old"]), False


def matrix(texts: Sequence[str]) -> csr_matrix:
    """Return the features of messages as rows."""
    columns: list[int] = []
    values: list[float] = []
    starts = [0]
    for text in texts:
        for value, buckets in features(text):
            columns += buckets
            values += [value] * len(buckets)
        starts.append(len(columns))
    return csr_matrix((np.array(values, np.float32), columns, starts), shape=(len(texts), BUCKETS))


def fitted(messages: Sequence[Labelled]) -> LogisticRegression:
    """Return the regression over messages."""
    model = LogisticRegression(C=STRENGTH, max_iter=300)
    return model.fit(matrix([text for text, _ in messages]), [label for _, label in messages])


def _write(language: str, model: LogisticRegression) -> None:
    weights = model.coef_[0]
    most = float(np.abs(weights).max())
    header = {"bias": round(float(model.intercept_[0]), 4), "most": float(f"{most:.5g}")}
    data = np.rint(weights / most * STEPS).astype(np.int8).tobytes()
    (FOLDER / language / FILE).write_bytes(json.dumps(header).encode() + b"\n" + data)


if __name__ == "__main__":
    raise SystemExit(main())
