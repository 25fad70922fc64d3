"""Fit gap-fill's scorecards: ``python -m benchmarks.learning.fit [--write]``.

Of every sentence of the labelled turns ``tune`` and ``fit``, and of the tables that gap-fill is tested with, it is
known whether it holds something to be remembered.
A logistic regression over the features that the product measures is fitted to that, for all languages together:
how a sentence stands among others counts in all of them, its words in its own. Of the sentences that are worth it
a second one tells the kind. How sure a scorecard must be is chosen on the turns of ``check``, which nothing is
fitted on until then, so that as much as possible is found with a given precision; with these bounds it is all fitted
once more, ``check`` among it. The split ``test`` is not read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.learning.bounds import LANGUAGES, Bounds, bounds_of
from benchmarks.learning.regression import Model
from benchmarks.learning.sentences import Row, background_rows, plain_rows, rows
from benchmarks.learning_set import DATA, FRESH, Case, load
from tiermem_hooks.extraction.worth import KINDS

WEIGHTS = Path(__file__).parents[2] / "hooks" / "tiermem_hooks" / "rules" / "weights"
TRIES = 8
MORE = 2.5
"""What a misjudged sentence of the tables counts in the next try, times before."""
SMALLEST = 0.02
SMALLEST_OF_KIND = 0.08
"""Weights below it are left out of the files: of worth, which bounds are set on, and of kinds, of which one wins."""


def main() -> int:
    """Fits, chooses, prints, and writes the files when asked to."""
    options = _options()
    cases = {language: _cases(language) for language in LANGUAGES}
    known = [row for one in cases.values() for row in _rows(one, of_check=False)]
    known += background_rows(options.background) if options.background else []
    plain = [row for language in LANGUAGES for row in plain_rows(language)]
    checked = {language: _rows(one, of_check=True) for language, one in cases.items()}
    _, bounds = _fitted(known, plain, lambda model: bounds_of(model, cases, checked))
    known += [row for one in checked.values() for row in one]
    worth, _ = _fitted(known, plain, lambda _: bounds)
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


def _rows(cases: Sequence[Case], *, of_check: bool) -> list[Row]:
    """The sentences of the turns of ``check``, or of all others."""
    return [row for case in cases if (case.split == "check") is of_check for row in rows(case)]


def _fitted(
    known: Sequence[Row], plain: Sequence[Row], choose: Callable[[Model], list[Bounds]]
) -> tuple[Model, list[Bounds]]:
    """The model and its bounds; what it misjudges of the tables counts more in the next try, as in boosting."""
    for _ in range(TRIES):
        both = [*known, *plain]
        model = Model.of(both, [bool(row.states) for row in both])
        bounds = choose(model)
        wrong = {row.case.id for row in plain if any(one.misjudges(row, model.chance(row)) for one in bounds)}
        sys.stdout.write("\n".join(map(_shown, bounds)) + f"\nmisjudged of the tables: {len(wrong)}\n")
        if not wrong:
            break
        plain = [replace(row, counts=row.counts * MORE) if row.case.id in wrong else row for row in plain]
    return model, bounds


def _shown(bounds: Bounds) -> str:
    result = bounds.result
    return (
        f"{', '.join(bounds.languages)}: refuse below {bounds.refuse:.2f}, take from {bounds.take:.2f}; "
        f"chosen on check with precision {result.precision:.3f}, recall {result.recall:.3f}"
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
    WEIGHTS.mkdir(exist_ok=True)
    text = json.dumps(card, ensure_ascii=False, sort_keys=True, indent=0) + "\n"
    (WEIGHTS / f"{language}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
