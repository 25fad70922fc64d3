"""Fit the model that tells injected instructions from other texts: ``python -m benchmarks.fit_injection [--write]``.

A logistic regression over hashed words (1 to 3) and characters (2 to 5) with 65,536 weights, stored as int8. It is
fitted on the half ``open`` of `benchmarks/data/trust`; the threshold is set on predictions for folds that were left
out, at 1.5 % of harmless texts. scikit-learn is needed here alone; the same data give the same file.
"""

from __future__ import annotations

import argparse
import zlib
from collections import Counter
from pathlib import Path

from benchmarks.attacks import Text, texts
from tiermem_hooks.injection import MODEL, SIZE, features, readings

PATH = Path(MODEL)
_FALSE = 0.015
_SEED = 7
_LEVELS = 16
"""Steps of a weight on each side of 0: finer ones find no more and take twice the space."""


def _rows(some: list[Text]) -> tuple[list[dict[int, float]], list[int]]:
    rows, labels = [], []
    for one in some:
        for reading in readings(one.text):
            counted = Counter(features(reading))
            rows.append(dict.fromkeys(counted, 1.0))
            labels.append(int(one.is_attack))
            break
    return rows, labels


def main() -> None:
    import numpy as np  # type: ignore[import-not-found]
    from scipy.sparse import csr_matrix  # type: ignore[import-not-found]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found]
    from sklearn.model_selection import StratifiedGroupKFold  # type: ignore[import-not-found]

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the model file")
    given = parser.parse_args()
    some = [one for one in texts() if one.split == "open"]
    rows, labels = _rows(some)
    groups = [one.group for one in some]
    indptr, indices, data = [0], [], []
    for row in rows:
        norm = sum(value * value for value in row.values()) ** 0.5 or 1.0
        for place in sorted(row):
            indices.append(place)
            data.append(row[place] / norm)
        indptr.append(len(indices))
    matrix = csr_matrix((data, indices, indptr), shape=(len(rows), SIZE))
    wanted = np.array(labels)

    def fitted(train: object) -> LogisticRegression:
        model = LogisticRegression(C=12.0, max_iter=400, solver="liblinear", random_state=_SEED)
        return model.fit(matrix[train], wanted[train])

    left_out = np.zeros(len(rows))
    for train, test in StratifiedGroupKFold(5, shuffle=True, random_state=_SEED).split(
        matrix, wanted, groups
    ):
        left_out[test] = fitted(train).decision_function(matrix[test])
    threshold = float(np.quantile(left_out[wanted == 0], 1 - _FALSE))
    caught = float((left_out[wanted == 1] > threshold).mean())
    whole = fitted(np.arange(len(rows)))
    weights = whole.coef_[0]
    scale = float(np.abs(weights).max()) / _LEVELS
    packed = np.clip(np.rint(weights / scale), -_LEVELS, _LEVELS).astype(np.int8)
    print(
        f"{len(rows)} texts; left out: {caught:.0%} of attacks at {_FALSE:.1%} false; threshold {threshold:.3f}"
    )
    if given.write:
        head = f"{scale:.9f} {float(whole.intercept_[0]):.6f} {threshold:.4f}\n".encode()
        PATH.write_bytes(head + zlib.compress(packed.tobytes(), 9))


if __name__ == "__main__":
    main()
