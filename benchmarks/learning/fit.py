"""Fit gap-fill's scorecards: ``python -m benchmarks.learning.fit [--write]``.

Of every sentence of the labelled turns ``tune``, ``fit`` and ``check``, and of the tables that gap-fill is tested
with, it is known whether it holds something to be remembered.
A logistic regression over the features that the product measures is fitted to that, for all languages together:
how a sentence stands among others counts in all of them, its words in its own. Of the sentences that are worth it
a second one tells the kind. How sure a scorecard must be is chosen so that as much as possible is found with a given
precision, on ``fit`` and ``check``, each turn judged by a model that was fitted without a fifth of the turns, its own
among them (``tune`` was seen when the rules were made). The split ``test`` is not read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from benchmarks.learning.bounds import LANGUAGES, Bounds, bounds_of
from benchmarks.learning.regression import Model
from benchmarks.learning.sentences import Row, background_rows, plain_rows, rows
from benchmarks.learning_set import DATA, FRESH, Case, load
from tiermem.text import languages
from tiermem_hooks.extraction.worth import KINDS

LANGUAGES_FOLDER = Path(languages.__file__).parent
FOLDS = 5
TRIES = 8
MORE = 2.5
"""What a misjudged sentence of the tables counts in the next try, times before."""
SMALLEST = 0.02
SMALLEST_OF_KIND = 0.08
"""Weights below it are left out of the files: of worth, which bounds are set on, and of kinds, of which one wins."""


def main() -> int:
    """Fits, chooses, prints, and writes the files when asked to."""
    options = _options()
    cases = [case for language in LANGUAGES for case in _cases(language)]
    found = {case.id: rows(case) for case in cases}
    plain = [row for language in LANGUAGES for row in plain_rows(language)]
    ground = background_rows(options.background) if options.background else []
    chances = _judged_by_others(found, [*plain, *ground])
    bounds = bounds_of([case for case in cases if case.split != "tune"], chances)
    known = [*(row for one in found.values() for row in one), *ground]
    worth = _fitted(known, plain, bounds)
    stating = [row for row in (*known, *plain) if row.states]
    kinds = {kind: _kind(kind, stating) for kind in KINDS}
    for one in bounds if options.write else ():
        for language in one.languages:
            _write(language, one, worth, kinds)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning.fit", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the scorecards, into the package of the hooks")
    parser.add_argument(
        "--background", type=Path, help="a transcript, as 'tiermem replay' reads, of which little is worth it"
    )
    return parser.parse_args()


def _cases(language: str) -> list[Case]:
    both = [*load(DATA / f"{language}.jsonl"), *load(FRESH / f"{language}.jsonl")]
    return [case for case in both if case.split != "test"]


def _judged_by_others(
    found: Mapping[str, Sequence[Row]], always: Sequence[Row]
) -> dict[str, list[tuple[Row, float]]]:
    """The sentences of each turn, with the chances by a model that was fitted without it."""
    names = list(found)
    Random(0).shuffle(names)
    judged = {}
    for fold in (names[start::FOLDS] for start in range(FOLDS)):
        rest = [row for name in set(names) - set(fold) for row in found[name]]
        model = _model([*rest, *always])
        judged |= {name: [(row, model.chance(row)) for row in found[name]] for name in fold}
    return judged


def _model(rows: Sequence[Row]) -> Model:
    return Model.of(rows, [bool(row.states) for row in rows])


def _fitted(known: Sequence[Row], plain: Sequence[Row], bounds: Sequence[Bounds]) -> Model:
    """The model; what it misjudges of the tables counts more in the next try, as in boosting."""
    sys.stdout.write("\n".join(map(_shown, bounds)) + "\n")
    for _ in range(TRIES):
        model = _model([*known, *plain])
        wrong = {row.case.id for row in plain if any(one.misjudges(row, model.chance(row)) for one in bounds)}
        sys.stdout.write(f"misjudged of the tables: {len(wrong)}\n")
        if not wrong:
            break
        plain = [replace(row, counts=row.counts * MORE) if row.case.id in wrong else row for row in plain]
    return model


def _shown(bounds: Bounds) -> str:
    result = bounds.result
    return (
        f"{', '.join(bounds.languages)}: refuse below {bounds.refuse:.2f}, take from {bounds.take:.2f}; "
        f"cross-validated with precision {result.precision:.3f}, recall {result.recall:.3f}"
    )


def _kind(kind: str, stating: Sequence[Row]) -> Model:
    """What tells a kind from the others; as much as them all it counts however rare it is."""
    labels = [row.states[0].kind == kind for row in stating]
    share = sum(labels) / len(labels)
    even = [
        replace(row, counts=row.counts * (0.5 / share if label else 0.5 / (1 - share)))
        for row, label in zip(stating, labels, strict=True)
    ]
    return Model.of(even, labels)


def _write(language: str, bounds: Bounds, worth: Model, kinds: Mapping[str, Model]) -> None:
    card = {
        "refuse": round(bounds.refuse, 2),
        "take": round(bounds.take, 2),
        "worth": worth.of_language(language, SMALLEST),
        "kinds": {kind: model.of_language(language, SMALLEST_OF_KIND) for kind, model in kinds.items()},
    }
    text = json.dumps(card, ensure_ascii=False, sort_keys=True, indent=0) + "\n"
    (LANGUAGES_FOLDER / language / "weights.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
