"""Fit the model that tells injected instructions from other texts: ``python -m benchmarks.fit_injection [--write]``.

A logistic regression over hashed words (1 to 3) and characters (2 to 5) with 65,536 weights, stored as int8. It is
fitted on the half ``open`` of `benchmarks/data/trust` and on ordinary statements: what users say in
`benchmarks/data/statements` and `benchmarks/data/inferred`, and notes about users in `benchmarks/data/overtaken`. In
each language attacks weigh as much as all other texts, so that no language is suspicious by itself.

Two scores are set on predictions for folds that were left out. From the first, above which 0.5 % of the look-alikes
are, a text is surely injected; from the second, above which 0.4 % of the ordinary statements are, it may be.
scikit-learn is needed here alone; the same data give the same file.
"""

from __future__ import annotations

import argparse
import random
import zlib
from pathlib import Path

from benchmarks.attacks import DATA, Text, texts
from benchmarks.learning.messages import FILES, STATEMENTS
from tiermem_hooks.injection import MODEL, SIZE, features, readings

PATH = Path(MODEL)
_SURE, _DOUBT = 0.005, 0.004
_ORDINARY = 2_400
"""Ordinary statements of each language."""
_SEED = 7
_LEVELS = 16
"""Steps of a weight on each side of 0: finer ones find no more and take twice the space."""


def ordinary() -> list[Text]:
    """Return statements of users that are worth remembering, and notes about users."""
    found: dict[str, list[str]] = {}
    for path in sorted(STATEMENTS.glob(f"*/{FILES}")):
        lines = path.read_text(encoding="utf-8").splitlines()
        told = [line.partition("|")[2].strip() for line in lines if line.startswith("+")]
        found.setdefault(path.parent.name, []).extend(told)
    for path in sorted((DATA.parent / "overtaken").glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        found.setdefault(path.stem, []).extend(line[2:] for line in lines if line.startswith("n "))
    for path in sorted((DATA.parent / "inferred").glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        found.setdefault(path.stem, []).extend(
            line[2:] for line in lines if line.startswith(("s ", "c ", "n "))
        )
    drawn = random.Random(_SEED)
    return [
        Text(
            id=f"ordinary-{lang}-{number}",
            lang=lang,
            kind="ordinary",
            split="open",
            text=text,
            is_attack=False,
        )
        for lang, some in sorted(found.items())
        for number, text in enumerate(drawn.sample(some, min(_ORDINARY, len(some))))
    ]


def main() -> None:
    import numpy as np  # type: ignore[import-not-found]
    from scipy.sparse import csr_matrix  # type: ignore[import-not-found]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found]
    from sklearn.model_selection import StratifiedGroupKFold  # type: ignore[import-not-found]

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the model file")
    given = parser.parse_args()
    some = [*(one for one in texts() if one.split == "open"), *ordinary()]
    indptr, indices, data = [0], [], []
    for one in some:
        places = sorted(set(features(next(readings(one.text)))))
        indices.extend(places)
        data.extend([1 / max(len(places), 1) ** 0.5] * len(places))
        indptr.append(len(indices))
    matrix = csr_matrix((data, indices, indptr), shape=(len(some), SIZE))
    wanted = np.array([int(one.is_attack) for one in some])
    usual = np.array([one.kind == "ordinary" for one in some])
    weight = np.ones(len(some))
    for lang in {one.lang for one in some}:
        here = np.array([one.lang == lang for one in some])
        weight[here & (wanted == 1)] = (here & (wanted == 0)).sum() / (here & (wanted == 1)).sum()

    def fitted(train: object) -> LogisticRegression:
        model = LogisticRegression(C=12.0, max_iter=400, solver="liblinear", random_state=_SEED)
        return model.fit(matrix[train], wanted[train], sample_weight=weight[train])

    left_out = np.zeros(len(some))
    for train, test in StratifiedGroupKFold(5, shuffle=True, random_state=_SEED).split(
        matrix, wanted, [one.group for one in some]
    ):
        left_out[test] = fitted(train).decision_function(matrix[test])
    look_alike = (wanted == 0) & ~usual
    sure = float(np.quantile(left_out[look_alike], 1 - _SURE))
    doubt = float(np.quantile(left_out[usual], 1 - _DOUBT))
    whole = fitted(np.arange(len(some)))
    weights = whole.coef_[0]
    scale = float(np.abs(weights).max()) / _LEVELS
    packed = np.clip(np.rint(weights / scale), -_LEVELS, _LEVELS).astype(np.int8)
    print(f"{len(some)} texts, left out:")
    for name, least in (("sure", sure), ("doubt", doubt)):
        shares = ", ".join(
            f"{float((left_out[which] > least).mean()):.1%} of {what}"
            for what, which in (
                ("attacks", wanted == 1),
                ("look-alikes", look_alike),
                ("ordinary statements", usual),
            )
        )
        print(f"  {name}, from {least:.3f}: {shares}")
    if given.write:
        head = f"{scale:.9f} {float(whole.intercept_[0]):.6f} {sure:.4f} {doubt:.4f}\n".encode()
        PATH.write_bytes(head + zlib.compress(packed.tobytes(), 9))


if __name__ == "__main__":
    main()
