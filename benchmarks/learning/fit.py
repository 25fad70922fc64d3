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
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.learning_set import DATA, FRESH, Case, Expected, load
from tiermem import Turn
from tiermem.transfer.transcripts import read_transcripts
from tiermem.values import utc_now
from tiermem_hooks.extraction import Rules, load_rules
from tiermem_hooks.extraction.declines import declined
from tiermem_hooks.extraction.extract import Proposal, proposals, spoken
from tiermem_hooks.extraction.worth import KINDS, is_certain
from tiermem_hooks.gap_fill import said_anew

ROOT = Path(__file__).parents[2]
WEIGHTS = ROOT / "hooks" / "tiermem_hooks" / "rules" / "weights"
TABLES = ROOT / "tests" / "hooks" / "data"
"""What is taken and what is left: for English, and in a folder for each other language."""
LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")
PRECISION = {"en": 0.91}
"""On ``check``, for a language with many turns there; the others are chosen for together, for `PRECISION_OF_OTHERS`."""
PRECISION_OF_OTHERS = 0.88
OF_A_LANGUAGE = ("w ", "c ", "before ", "after ", "answer ", "left ", "void ")
"""Features that mean something in their own language only."""
LENGTH_SCALES = {"w 2": 0.7, "w 3": 0.4, "c 3": 0.7, "c 4": 0.5}
"""Longer runs of words are rarer and so trusted less: what one of them counts, by kind and length."""
COUNT_OF_PLAIN = 0.2
"""What a sentence of the tables counts: they were written along with the rules, and are plainer than people talk."""
REFUSE = {"en": (0.1, 0.15, 0.2, 0.25, 0.3)}
REFUSE_OF_OTHERS = (0.3, 0.35, 0.4)
"""Bounds to be tried: in English, whose rules are surer, a rule must be more clearly wrong to be overruled."""
COUNT_OF_BACKGROUND = 0.08
"""What a sentence of other people's chats counts: most of it is not worth remembering, and none of it is labelled."""
MOST_BACKGROUND = 2500
TRIES = 8
MORE = 2.5
"""What a misjudged sentence of the tables counts in the next try, times before."""
MARGIN = 0.06
"""How far from a bound a sentence of the tables must be, so that rounding does not change it."""
PENALTY = 2.5
ROUNDS = 250
FEWEST = 2
"""Sentences that have a feature, for it to count."""
SMALLEST = 0.02
SMALLEST_OF_KIND = 0.08
"""Weights below it are left out of the files: of worth, which bounds are set on, and of kinds, of which one wins."""
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """A sentence: its features, what of its turn is in it, and whether the rules propose it."""

    case: Case
    held: tuple[str, ...]
    states: tuple[Expected, ...]
    proposed: bool
    certain: bool
    counts: float = 1.0


def rows(case: Case, rules: Rules | None = None) -> list[Row]:
    """The sentences of a case's judged turn that gap-fill looks at; by *rules*, or those of its language."""
    session = spoken(said_anew(case.turns), rules)
    own = case.turns[case.position].ref
    index = next((place for place, said in enumerate(session) if said.turn.ref == own), None)
    if index is None:
        return []
    refused = declined(session)
    found = (one for one in proposals(session, index, sparing=False) if (index, one.position) not in refused)
    return [_row(case, one) for one in found]


def _row(case: Case, one: Proposal) -> Row:
    content = (one.finding.content if one.finding else one.candidate.statement.text).casefold()
    states = tuple(
        expected
        for expected in case.expected
        if all(word.casefold() in content for word in expected.words if not word.startswith("20"))
    )
    held = (_placed(name, case.language) for name in sorted(one.held))
    certain = one.finding is not None and is_certain(one.finding, one.candidate)
    return Row(case, tuple(held), states, one.finding is not None, certain)


def _placed(name: str, language: str) -> str:
    return f"{language}|{name}" if name.startswith(OF_A_LANGUAGE) else f"|{name}"


def plain_rows(language: str) -> list[Row]:
    """The sentences of the tables; of a turn that gives one statement it is the one that the rules know."""
    folder = TABLES if language == "en" else TABLES / language
    taken = (line.split("\t") for line in _lines(folder / "taken.tsv"))
    left = (line.replace("\\n", "\n") for line in _lines(folder / "left.txt"))
    cases = [_plain(f"{language} taken {n}", language, turn, kind) for n, (kind, turn) in enumerate(taken)]
    cases += [_plain(f"{language} left {n}", language, turn) for n, turn in enumerate(left)]
    found = [row for case in cases for row in rows(case, load_rules(language))]
    return [replace(row, states=row.states if row.proposed else (), counts=COUNT_OF_PLAIN) for row in found]


def background_rows(path: Path) -> list[Row]:
    """Sentences of a transcript that no rule proposes, spread over it: what people say without a word to remember."""
    found = []
    for transcript in read_transcripts(path, now=utc_now()):
        session = spoken(said_anew(transcript.turns))
        for index, said in enumerate(session):
            case = _plain(f"{path.stem} {said.turn.ref}", said.rules.language, "")
            if said.is_user:
                found += [
                    _row(case, one) for one in proposals(session, index, sparing=False) if not one.finding
                ]
    step = max(1, len(found) // MOST_BACKGROUND)
    return [replace(row, counts=COUNT_OF_BACKGROUND) for row in found[::step]]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()[1:]


def _plain(name: str, language: str, turn: str, kind: str | None = None) -> Case:
    kind = {"project_details": "project"}.get(kind or "", kind)
    return Case(
        id=name,
        language=language,
        split="fit",
        turns=(Turn(speaker="user", content=turn, at="2026-03-02T10:00:00Z", session_id=name, position=0),),
        position=0,
        expected=(Expected(kind=kind, words=(), tier="user"),) if kind else (),
        trap=None if kind else "table",
    )


class Table:
    """Rows × features, of which most are not held; the first column is held by all."""

    def __init__(self, rows: Sequence[Row], names: Mapping[str, int]) -> None:
        held = [[0, *(names[name] for name in row.held if name in names)] for row in rows]
        self.rows, self.columns = len(rows), len(names) + 1
        scales = np.array([1.0, *map(_scale, names)])
        self._column = np.concatenate([np.array(one, dtype=np.int64) for one in held])
        self._row = np.repeat(np.arange(self.rows), [len(one) for one in held])
        self._value = scales[self._column]

    def times(self, weights: Array) -> Array:
        """The sum of each row's weights."""
        return np.bincount(self._row, self._value * weights[self._column], self.rows)

    def gathered(self, rows: Array) -> Array:
        """For each feature the sum over the rows that hold it."""
        return np.bincount(self._column, self._value * rows[self._row], self.columns)


def _scale(name: str) -> float:
    tag, *words = name.partition("|")[2].split(" ")
    return LENGTH_SCALES.get(f"{tag} {len(words)}", 1.0)


def fit(table: Table, labels: Array, counts: Array) -> Array:
    """The weights of a logistic regression, by accelerated descent (Nesterov 1983) with restarts.

    *counts* is how often each row counts.
    """
    step = 1 / (0.25 * _largest(table) + PENALTY)
    penalty = np.full(table.columns, PENALTY)
    penalty[0] = 0.0
    weights = ahead = np.zeros(table.columns)
    pace = 1.0
    for _ in range(ROUNDS):
        error = counts * (_chances(table.times(ahead)) - labels)
        slope = table.gathered(error) + penalty * ahead
        moved = ahead - step * slope
        if (ahead - moved) @ (moved - weights) > 0:
            pace = 1.0
        faster = (1 + (1 + 4 * pace * pace) ** 0.5) / 2
        ahead = moved + (pace - 1) / faster * (moved - weights)
        weights, pace = moved, faster
    return weights


def _largest(table: Table) -> float:
    """The largest eigenvalue of the table's square, a little more than it."""
    direction = np.random.default_rng(0).random(table.columns)
    size = 1.0
    for _ in range(15):
        direction = table.gathered(table.times(direction))
        size = float(np.linalg.norm(direction))
        direction /= size
    return 1.05 * size


def _chances(sums: Array) -> Array:
    chances: Array = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return chances


@dataclass(frozen=True)
class Model:
    """Weights of features by name; ``""`` is what every row has."""

    weights: Mapping[str, float]

    @classmethod
    def of(cls, rows: Sequence[Row], labels: Iterable[bool]) -> Model:
        """Fitted to *rows*."""
        counts = Counter(name for row in rows for name in row.held)
        names = {
            name: place
            for place, name in enumerate(sorted(name for name, n in counts.items() if n >= FEWEST), 1)
        }
        numbers = np.array(list(labels), dtype=np.float64)
        weights = fit(Table(rows, names), numbers, np.array([row.counts for row in rows]))
        return cls({"": float(weights[0])} | {name: weights[at] * _scale(name) for name, at in names.items()})

    def chance(self, row: Row) -> float:
        """What `Scorecard.chance` gives for it."""
        total = self.weights[""] + sum(self.weights.get(name, 0.0) for name in row.held)
        return float(1 / (1 + np.exp(-total)))

    def of_language(self, language: str, smallest: float) -> dict[str, float]:
        """The weights that count in a language, as a file holds them, those below *smallest* left out."""
        found = {"": round(self.weights[""], 3)}
        for name, weight in self.weights.items():
            place, _, feature = name.partition("|")
            if feature and place in ("", language) and abs(weight) >= smallest:
                found[feature] = round(weight, 3)
        return found


@dataclass(frozen=True)
class Result:
    """How well rows are told apart."""

    precision: float
    recall: float


def judged(
    rows: Sequence[Row], chances: Sequence[float], refuse: float, take: float, expected: int
) -> Result:
    """Precision and recall when proposals are left below *refuse* and others taken from *take* on."""
    met: set[tuple[str, Expected]] = set()
    false = 0
    for row, chance in zip(rows, chances, strict=True):
        if row.certain or chance >= (refuse if row.proposed else take):
            met.update((row.case.id, one) for one in row.states)
            false += not row.states
    return Result(len(met) / max(1, len(met) + false), len(met) / max(1, expected))


def chosen(
    rows: Sequence[Row], model: Model, cases: Sequence[Case], precision: float, refusing: Sequence[float]
) -> tuple[float, float, Result]:
    """Bounds with the most recall at this precision at least; where none reaches it, those with most precision."""
    chances = [model.chance(row) for row in rows]
    expected = sum(len(case.expected) for case in cases)
    bounds = product(refusing, np.arange(0.5, 0.96, 0.05))
    tried = [
        (float(refuse), float(take), judged(rows, chances, refuse, take, expected))
        for refuse, take in bounds
        if refuse <= take
    ]
    good = [one for one in tried if one[2].precision >= precision]
    if good:
        return max(good, key=lambda one: (one[2].recall, one[2].precision))
    return max(tried, key=lambda one: one[2].precision)


@dataclass(frozen=True)
class Bounds:
    """How sure a group of languages must be, and what that gives on ``check``."""

    languages: Sequence[str]
    refuse: float
    take: float
    result: Result

    def misjudges(self, row: Row, chance: float) -> bool:
        """Whether a sentence of the tables would be left that must be taken, or taken that must be left."""
        if row.certain or row.case.language not in self.languages:
            return False
        return (
            chance < self.refuse + MARGIN if row.states else not row.proposed and chance >= self.take - MARGIN
        )


def bounds_of(
    model: Model, cases: Mapping[str, Sequence[Case]], checked: Mapping[str, Sequence[Row]]
) -> list[Bounds]:
    """The bounds of English, and those of the others, of which each has few turns to choose by."""
    others = [language for language in LANGUAGES if language not in PRECISION]
    groups = [([name], value, REFUSE[name]) for name, value in PRECISION.items()]
    found = []
    for group, precision, refusing in (*groups, (others, PRECISION_OF_OTHERS, REFUSE_OF_OTHERS)):
        seen = [row for name in group for row in checked[name]]
        asked = [case for name in group for case in cases[name] if case.split == "check"]
        found.append(Bounds(group, *chosen(seen, model, asked, precision, refusing)))
    return found


def main() -> int:
    """Fits, chooses, prints, and writes the files when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning.fit", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the scorecards, into the package of the hooks")
    parser.add_argument(
        "--background", type=Path, help="a transcript, as 'tiermem replay' reads, of which little is worth it"
    )
    options = parser.parse_args()
    cases = {language: _cases(language) for language in LANGUAGES}
    known = [row for one in cases.values() for case in one if case.split != "check" for row in rows(case)]
    known += background_rows(options.background) if options.background else []
    plain = [row for language in LANGUAGES for row in plain_rows(language)]
    checked = {
        name: [row for case in one if case.split == "check" for row in rows(case)]
        for name, one in cases.items()
    }
    _, bounds = _fitted(known, plain, lambda model: bounds_of(model, cases, checked))
    known += [row for one in checked.values() for row in one]
    worth, _ = _fitted(known, plain, lambda _: bounds)
    stating = [row for row in (*known, *plain) if row.states]
    kinds = {kind: _kind(kind, stating) for kind in KINDS}
    if options.write:
        for one in bounds:
            for language in one.languages:
                _write(language, one, worth, kinds)
    return 0


def _kind(kind: str, stating: Sequence[Row]) -> Model:
    """What tells a kind from the others; as much as them all it counts however rare it is."""
    labels = [row.states[0].kind == kind for row in stating]
    share = sum(labels) / len(labels)
    even = [
        replace(row, counts=row.counts * (0.5 / share if label else 0.5 / (1 - share)))
        for row, label in zip(stating, labels, strict=True)
    ]
    return Model.of(even, labels)


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


def _cases(language: str) -> list[Case]:
    both = [*load(DATA / f"{language}.jsonl"), *load(FRESH / f"{language}.jsonl")]
    return [case for case in both if case.split != "test"]


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
