"""Fit gap-fill's models: ``python -m benchmarks.learning.fit [--write]``, with the extra ``fit``.

For every statement of the labelled data it is known whether it is worth keeping, and what it is. Logistic regressions
over the features that the product measures are fitted to that, for all languages together: how words of a class go
together counts in all of them, and again in each. How good that is, is said by cross-validation over files, as what
somebody else wrote is what a model meets. The split ``test`` of the labelled turns is not read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np
from scipy.sparse import csr_matrix
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from benchmarks.learning.examples import Example, examples
from tiermem.text import languages
from tiermem_hooks.extraction.model import FILE, KINDS, STEPS, buckets_of, grouped, table_names

FOLDER = Path(languages.__file__).parent
FOLDS = 3
TAKE, TAKE_STANDING = 0.55, 0.3
"""The chances from which on a statement is taken, and one that stands and is of the user. Scenarios of a life need the
latter low: a name or a diet that is missed is missed for good. They lose little by 0.55 for the rest (with 0.48, 9 of
2,744 more probes of `benchmarks.life` pass, and requests such as "add one about the export" are kept), which is
recalled from the turns all the same."""
STRENGTH = {"worth": 0.3}
"""Inverse of the penalty on weights; of tables that are not named it is 0.5."""
SHARED = (
    "has ",
    "both ",
    "persons ",
    "s",
    "k",
    "ME",
    "YOU",
    "NONE",
    "ak",
    "bk",
    "ok",
    "a?",
    "b?",
    "o?",
    "q-",
    "a-",
    "b-",
    "o-",
)
"""Beginnings of features that mean the same in all languages."""
_EXTREME = 99.995
"""Percentile of the weights' sizes beyond which they are cut off when they are made bytes."""


@dataclass(frozen=True)
class Fitted:
    """One table's weights, for each language."""

    bias: float
    weights: dict[str, np.ndarray]


def main() -> int:
    """Fit, print, and write the files when asked to."""
    options = _options()
    asked = tuple(options.languages.split(","))
    rows = [one for language in asked for one in examples(language, FOLDS)]
    rows = [one for one in rows if one.language in asked]
    hashed = [_hashed(one) for one in rows]
    _say(f"{len(rows)} statements, {sum(one.label.kind is not None for one in rows)} of them worth keeping")
    is_worth = np.array([one.label.kind is not None for one in rows])
    _cross_validate(rows, hashed, is_worth, asked)
    tables = {"worth": _fit("worth", rows, hashed, is_worth, asked)}
    kept = [place for place, one in enumerate(rows) if one.label.kind and one.counts]
    standing = [place for place in kept if rows[place].label.stands is not None]
    questions: dict[str, tuple[list[int], Callable[[Example], bool]]] = {
        "stands": (standing, lambda one: bool(one.label.stands)),
        "user": (kept, lambda one: one.label.of_user),
    }
    questions |= {kind: (kept, lambda one, kind=kind: one.label.kind == kind) for kind in KINDS}  # type: ignore[misc]
    for name, (places, answer) in questions.items():
        own = [rows[place] for place in places]
        labels = np.array([answer(one) for one in own])
        tables[name] = _fit(name, own, [hashed[place] for place in places], labels, asked)
    for language in asked if options.write else ():
        _write(language, tables)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning.fit", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the models, into the folders of the languages")
    parser.add_argument(
        "--languages", default=",".join(languages.codes()), help="to fit together; commas between them"
    )
    return parser.parse_args()


Hashed = list[tuple[int, float, bool]]


def _hashed(one: Example) -> Hashed:
    """Return the features of an example: hash, value, and whether they mean the same in all languages."""
    return [
        (crc32(name.encode()), value, group in ("classes", "form") or name.startswith(SHARED))
        for group, (names, value) in zip(_groups(), grouped(one.candidate, one.language), strict=False)
        for name in names
    ]


def _groups() -> tuple[str, ...]:
    return ("words", "characters", "classes", "around", "form")


def _matrix(rows: Sequence[Example], hashed: Sequence[Hashed], size: int, asked: Sequence[str]) -> csr_matrix:
    """Return the features as columns: of all languages together, then of each."""
    columns: list[int] = []
    values: list[float] = []
    starts = [0]
    for one, features in zip(rows, hashed, strict=True):
        found: dict[int, float] = {}
        own = (asked.index(one.language) + 1) * size
        for number, value, shared in features:
            column = number & (size - 1)
            found[own + column] = found.get(own + column, 0.0) + value
            if shared and len(asked) > 1:
                found[column] = found.get(column, 0.0) + value
        columns += found.keys()
        values += found.values()
        starts.append(len(columns))
    shape = (len(rows), size * (len(asked) + 1))
    return csr_matrix((np.array(values, np.float32), columns, starts), shape=shape)


def _regression(name: str, matrix: csr_matrix, labels: np.ndarray, counts: np.ndarray) -> LogisticRegression:
    model = LogisticRegression(C=STRENGTH.get(name, 0.5), max_iter=70, tol=2e-3)
    return model.fit(matrix, labels, sample_weight=counts)


def _fit(
    name: str, rows: Sequence[Example], hashed: Sequence[Hashed], labels: np.ndarray, asked: Sequence[str]
) -> Fitted:
    size = buckets_of(name)
    matrix = _matrix(rows, hashed, size, asked)
    model = _regression(name, matrix, labels, np.array([one.counts for one in rows]))
    weights = model.coef_[0].reshape(len(asked) + 1, size)
    of_each = {language: weights[0] + weights[place + 1] for place, language in enumerate(asked)}
    return Fitted(float(model.intercept_[0]), of_each)


def _cross_validate(
    rows: Sequence[Example], hashed: Sequence[Hashed], labels: np.ndarray, asked: Sequence[str]
) -> None:
    """Print how well models judge the files that they have not seen, for each language."""
    matrix = _matrix(rows, hashed, buckets_of("worth"), asked)
    counts = np.array([one.counts for one in rows])
    folds = np.array([one.fold for one in rows])
    sums = np.zeros(len(rows))
    for fold in range(FOLDS):
        seen = (folds != fold) & (counts > 0)
        model = _regression("worth", matrix[seen], labels[seen], counts[seen])
        sums[folds == fold] = model.decision_function(matrix[folds == fold])
    chances = expit(sums)
    whole = {(one.sentence, one.fold) for one in rows if one.sentence}
    parts_of_all = [place for place, one in enumerate(rows) if (one.candidate, one.fold) not in whole]
    for language in asked:
        parts = [place for place in parts_of_all if rows[place].language == language]
        turns = [place for place in parts if rows[place].case]
        tried = [(take, *_judged(rows, chances, turns, take)) for take in np.arange(0.2, 0.95, 0.01)]
        precision, recall = _judged(rows, chances, turns, TAKE)
        best = max(tried, key=lambda one: one[1] * one[2] / max(0.001, one[1] + one[2]))
        kept, worth = _lines(rows, chances, parts, TAKE)
        _say(
            f"{language}: unseen turns P {precision:.3f} R {recall:.3f} "
            f"(best F1 at {best[0]:.2f}, P {best[1]:.3f} R {best[2]:.3f}); "
            f"unseen lines P {len(kept & worth) / max(1, len(kept)):.3f} R {len(kept & worth) / max(1, len(worth)):.3f}"
        )


def _lines(
    rows: Sequence[Example], chances: np.ndarray, parts: Sequence[int], take: float
) -> tuple[set[str], set[str]]:
    """Return the lines of which something is taken, and those that are worth it."""
    own = [place for place in parts if not rows[place].case]
    kept = {rows[place].line for place in own if chances[place] >= take}
    return kept, {rows[place].line for place in own if rows[place].label.kind}


def _judged(
    rows: Sequence[Example], chances: np.ndarray, places: Sequence[int], take: float
) -> tuple[float, float]:
    """Return precision and recall on labelled turns when what has this chance is taken."""
    met: set[tuple[str, int]] = set()
    expected = {(rows[place].case.id, n) for place in places for n in range(len(rows[place].case.expected))}  # type: ignore[union-attr]
    false = set()
    for place in places:
        one = rows[place]
        if one.case and chances[place] >= take:
            met.update((one.case.id, number) for number in one.expected)
            if not one.expected and one.counts:
                false.add((one.line, one.candidate))
    return len(met) / max(1, len(met) + len(false)), len(met) / max(1, len(expected))


def _write(language: str, tables: dict[str, Fitted]) -> None:
    header: dict[str, float] = {"take": TAKE, "take standing": TAKE_STANDING}
    data = b""
    for name in table_names():
        weights = tables[name].weights[language]
        most = float(np.percentile(np.abs(weights[weights != 0]), _EXTREME)) or 1.0
        header |= {f"{name} bias": round(tables[name].bias, 4), f"{name} most": float(f"{most:.5g}")}
        shares = np.sqrt(np.abs(weights) / most) * STEPS * np.sign(weights)
        data += np.clip(np.rint(shares), -STEPS, STEPS).astype(np.int8).tobytes()
    (FOLDER / language / FILE).write_bytes(json.dumps(header).encode() + b"\n" + data)
    _say(f"{language}: {FILE}, {len(data) / 1000:.0f} KB")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
