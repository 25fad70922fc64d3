"""Fit a scorecard: ``python -m benchmarks.fit KIND PATH --on NAMES [--write]``.

The signals are those that the product's own hooks measure on its own candidates. They are fitted by lambdarank
(Burges 2010, as LightGBM has it) with decision stumps, so that the model is a sum of one table of points per signal;
then a logistic curve (Platt 1999) makes of the sum the chance that a candidate is evidence. Prints recall@10 and
NDCG@10 on what was fitted and on the rest. ``--folds N`` cross-validates over data sets; ``--ablate`` tells what is
lost when a signal is switched off. ``--mix 4,6`` fits on PATH's conversations of two people, each alone and so many at
a time as one memory; see ``benchmarks.mixing``.
"""

from __future__ import annotations

import argparse
import json
import pickle
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt

from benchmarks import metrics
from benchmarks.data_sets import Data, data_sets, end_of
from benchmarks.mixing import as_entries, mixed, talks
from benchmarks.systems import CONFIG, VECTORS, filled
from tiermem import Memory
from tiermem.engine.recall.query import understand
from tiermem.engine.recall.ranking import KINDS, Scorecard, Table, ask, file_of
from tiermem.store.contract import SearchFilter

BY_HAND = {
    "trust": Table(cuts=(0.5, 1.5, 2.5), points=(0.0, 0.18, 0.34, 0.47)),
    "recency": Table(cuts=(0.25, 0.5, 0.75), points=(0.0, 0.03, 0.06, 0.1)),
    "importance": Table(cuts=(-0.3, -0.1, 0.1, 0.3), points=(-0.1, -0.05, 0.0, 0.05, 0.1)),
    "tags": Table(cuts=(0.5,), points=(0.0, 0.4)),
}
"""Logarithms of odds of what no data set here tells: user over agent over system, a user's correction first
(1.25, 1.5, 1.75 and 2 times the least, as specified); time decay of at most a tenth (more was measured to hurt on
LoCoMo, which has no bias to the present); and importance."""
IF_NOT_FITTED = {"days_away": Table(cuts=(0.7, 1.7, 2.4, 3.4), points=(0.0, -0.4, -0.8, -0.9, -1.0))}
"""The same of what a kind's data hardly asks for; cuts are logarithms of days."""

NOT_OF = {"people": {"user_turn", "before"}, "assistant": set(), "entries": {"user_turn", "length"}}
"""Signals that say nothing of a kind: which of two people is the data set's first, the length of turns that are taken
for entries; and one of which the conversations have too much, as people there always answer the turn before."""
RISING = frozenset(
    """
    relevance standing_out content rank coverage shared_words shared_pairs session_best session_mean after beside
    answers with_its_question named said_then tells_time named_relevance named_content
    """.split()  # noqa: SIM905 a list would be a page
)
FALLING = frozenset({"days_away", "other_named"})
"""Signals that are worth more, or less, the greater they are: tables that go up and down fit the data set alone."""
OPTIONS = {
    "objective": "lambdarank",
    "lambdarank_truncation_level": 20,
    "num_leaves": 2,
    "min_data_in_leaf": 20,
    "max_bin": 63,
    "lambda_l2": 10.0,
    "verbose": -1,
    "num_threads": 1,
    "seed": 1,
    "deterministic": True,
}
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """One question: what was measured of its candidates, which of them are evidence, and how much there is."""

    data: str
    category: str
    signals: Mapping[str, Array]
    is_evidence: npt.NDArray[np.bool_]
    evidence: int

    def table(self, names: Sequence[str]) -> Array:
        """Candidates × signals; 0 where nothing was measured."""
        nothing = np.zeros(len(self.is_evidence))
        return np.stack([self.signals.get(name, nothing) for name in names], axis=1)


def collect(data: Data, config: str, stores: Path | None) -> list[Case]:
    """The cases of one data set, by the product's own store and hooks; *stores* keeps what is stored."""
    with ExitStack() as stack:
        folder = stores / data.name if stores else Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        memory, documents = stack.enter_context(filled(data, folder, config))
        if memory.settings.vectors.enabled:
            memory.maintenance.embed()
        found = (_case(memory, data, query, documents) for query in data.queries)
        return [case for case in found if case is not None]


def _case(memory: Memory, data: Data, query: dict[str, Any], documents: Mapping[str, str]) -> Case | None:
    parts, reach = memory._engine, memory.reach()  # noqa: SLF001 - the product's own parts
    now = end_of(data)
    gathered = parts.recall.gather(understand(query["text"], now), reach, SearchFilter())
    if not gathered.candidates:
        return None
    asked = ask(
        gathered.query,
        gathered.candidates,
        parts.store.search,
        scopes=reach.ids,
        now=now,
        similarities=gathered.similarities,
    )
    candidates = gathered.candidates
    measured = parts.hooks.score_entries(asked, candidates)
    relevant = data.relevant[query["_id"]]
    return Case(
        data=data.name,
        category=str(query["metadata"].get("category")),
        signals={signal.name: np.array(signal.values, dtype=float) for signal in measured.values},
        is_evidence=np.array([documents[one.ref] in relevant for one in candidates]),
        evidence=len(relevant),
    )


def fit(
    cases: Sequence[Case],
    names: Sequence[str],
    rounds: int,
    rate: float,
) -> dict[str, Table]:
    """The tables of points, each 0 for a value of 0."""
    cases = [case for case in cases if case.is_evidence.any()]
    rows = np.concatenate([case.table(names) for case in cases])
    labels = np.concatenate([case.is_evidence for case in cases]).astype(int)
    data = lightgbm.Dataset(rows, labels, group=[len(case.is_evidence) for case in cases])
    options = OPTIONS | {"learning_rate": rate, "monotone_constraints": list(map(_direction, names))}
    model = lightgbm.train(options, data, rounds).dump_model()
    steps: dict[str, dict[float, float]] = {name: {} for name in names}
    for tree in model["tree_info"]:
        root = tree["tree_structure"]
        if "split_feature" in root:
            table, cut = steps[names[root["split_feature"]]], round(float(root["threshold"]), 4)
            step = root["right_child"]["leaf_value"] - root["left_child"]["leaf_value"]
            table[cut] = table.get(cut, 0.0) + step
    return {name: _table(table) for name, table in steps.items() if table}


def _direction(name: str) -> int:
    return (name in RISING) - (name in FALLING)


def _table(steps: Mapping[float, float]) -> Table:
    cuts = sorted(steps)
    points = np.concatenate([[0.0], np.cumsum([steps[cut] for cut in cuts])])
    table = Table(cuts=cuts, points=points.tolist())
    nothing = table.points[bisect_left(table.cuts, 0.0)]
    return Table(cuts=cuts, points=[round(value - nothing, 3) for value in table.points])


def score(case: Case, tables: Mapping[str, Table]) -> Array:
    """The points of each candidate."""
    total = np.zeros(len(case.is_evidence))
    for name, table in tables.items():
        values = case.signals.get(name)
        if values is not None:
            total += np.array(table.points)[np.searchsorted(table.cuts, values, side="left")]
    return total


def judge(cases: Sequence[Case], scores: Callable[[Case], Array]) -> dict[str, float]:
    """The measures over cases."""
    return metrics.mean([metrics.of_query(*_ranked(case, scores(case))) for case in cases])


def _ranked(case: Case, points: Array) -> tuple[list[str], frozenset[str]]:
    """The candidates, best first, and those that are evidence, with names for what was not found."""
    evidence = {str(place) for place in np.flatnonzero(case.is_evidence)}
    lost = {f"lost {number}" for number in range(case.evidence - len(evidence))}
    return [str(place) for place in np.argsort(-points, kind="stable")], frozenset(evidence | lost)


def cross_validate(
    cases: Sequence[Case], names: Sequence[str], folds: int, rounds: int, rate: float
) -> dict[str, float]:
    """The measures of cases that were not fitted on: data sets are dealt to folds."""
    sets = sorted({case.data for case in cases})
    measured = []
    for fold in range(folds):
        left_out = set(sets[fold::folds])
        tables = fit([case for case in cases if case.data not in left_out], names, rounds, rate)
        rest = [case for case in cases if case.data in left_out]
        measured += [(judge(rest, lambda case, own=tables: score(case, own)), len(rest))]  # type: ignore[misc]
    whole = sum(number for _, number in measured)
    return {
        key: round(sum(row[key] * number for row, number in measured) / whole, 4) for key in measured[0][0]
    }


def chances(cases: Sequence[Case], tables: Mapping[str, Table]) -> tuple[float, float]:
    """(slope, offset) of the logistic curve from points to the chance to be evidence, by Newton's method."""
    points = np.concatenate([score(case, tables) for case in cases])
    labels = np.concatenate([case.is_evidence for case in cases]).astype(float)
    rows = np.stack([points, np.ones_like(points)], axis=1)
    weights = np.zeros(2)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (labels - chance)
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows
        step = np.linalg.solve(curvature + 1e-9 * np.eye(2), gradient)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return round(float(weights[0]), 4), round(float(weights[1]), 4)


def gains(cases: Sequence[Case], tables: Mapping[str, Table]) -> dict[str, dict[str, float]]:
    """Signal → points of recall@10 and NDCG@10 that are lost when it is switched off."""
    whole = judge(cases, lambda case: score(case, tables))
    lost = {}
    for name in tables:
        rest = {other: table for other, table in tables.items() if other != name}
        row = judge(cases, lambda case, rest=rest: score(case, rest))  # type: ignore[misc]
        lost[name] = {key: round(100 * (whole[key] - row[key]), 2) for key in ("recall@10", "ndcg@10")}
    return lost


def _cases(options: argparse.Namespace) -> list[Case]:
    keep = options.keep
    if keep is not None and keep.exists():
        return pickle.loads(keep.read_bytes())  # type: ignore[no-any-return]
    found = data_sets(options.path)
    if options.mix:
        sizes = enumerate(map(int, options.mix.split(",")), start=1)
        found = [*talks(found), *(data for seed, size in sizes for data in mixed(found, size, seed))]
        found = [as_entries(data) for data in found] if options.kind == "entries" else found
    config = VECTORS if options.vectors else CONFIG
    cases = [case for data in found for case in collect(data, config, options.stores)]
    if keep is not None:
        keep.write_bytes(pickle.dumps(cases))
    return cases


def _write(path: Path, card: Scorecard, data: str, gains: Mapping[str, Mapping[str, float]]) -> None:
    """Write a scorecard.

    Args:
        path: Its file.
        card: Its tables, as they were fitted; those set by hand are added.
        data: On what it was fitted, with its licence.
        gains: Signal → measure → points that it gains there.
    """
    tables: dict[str, Mapping[str, object]] = {
        name: {"cuts": list(table.cuts), "points": list(table.points), "gain": gains.get(name, {})}
        for name, table in card.signals.items()
    }
    hand = {name: table for name, table in IF_NOT_FITTED.items() if name not in tables} | BY_HAND
    tables |= {name: _by_hand(table, card.slope) for name, table in hand.items()}
    head = {"fitted_on": data, "by_hand": sorted(hand), "slope": card.slope, "offset": card.offset}
    _store_card(path, head, tables)


def _store_card(path: Path, head: Mapping[str, object], tables: Mapping[str, Mapping[str, object]]) -> None:
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(table)}" for name, table in tables.items())
    beginning = json.dumps(head, indent=2)[: -len("\n}")]
    path.write_text(f'{beginning},\n  "signals": {{\n{lines}\n  }}\n}}\n', encoding="utf-8")


def _by_hand(table: Table, slope: float) -> Mapping[str, object]:
    """A table in logarithms of odds as one in points."""
    return {"cuts": list(table.cuts), "points": [round(points / slope, 3) for points in table.points]}


def main() -> None:
    options = _options()
    cases = _cases(options)
    wanted = set(filter(None, options.on.split(",")))
    fitted = [case for case in cases if case.data in wanted or not wanted]
    judged = [case for case in cases if case.data not in wanted and wanted]
    left_out = {*options.without.split(","), *BY_HAND, *NOT_OF[options.kind]}
    signals = dict.fromkeys(name for case in cases for name in case.signals)
    names = [name for name in signals if name not in left_out]
    how = (options.rounds, options.rate)
    tables = fit(fitted, names, *how)
    _print("fitted on", judge(fitted, lambda case: score(case, tables)), len(fitted))
    if judged:
        _print("judged on", judge(judged, lambda case: score(case, tables)), len(judged))
    if options.folds:
        _print("cross-validated", cross_validate(fitted, names, options.folds, *how), len(fitted))
    if options.ablate:
        for name, row in gains(judged or fitted, tables).items():
            print(f"{name:20}" + "".join(f"{key:>12}{value:7.2f}" for key, value in row.items()), flush=True)
    if options.write:
        slope, offset = chances(fitted, tables)
        _write(
            Path(file_of(options.kind, with_vectors=options.vectors)),
            Scorecard(name=options.kind, signals=tables, slope=slope, offset=offset),
            options.write,
            gains(fitted, tables),
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("path", type=Path)
    parser.add_argument("--on", default="", help="data sets to fit on, comma-separated; all by default")
    parser.add_argument("--without", default="", help="signals to leave out, comma-separated")
    parser.add_argument("--mix", help="conversations of two people in one memory, comma-separated numbers")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument(
        "--ablate", action="store_true", help="what each signal gains on the judged data sets"
    )
    parser.add_argument(
        "--keep", type=Path, help="keep what was measured in this file, or take it from there"
    )
    parser.add_argument("--write", metavar="DATA", help="write the scorecard, fitted on this named data")
    parser.add_argument(
        "--vectors", action="store_true", help="the scorecard of recall with the local embedding model"
    )
    parser.add_argument("--stores", type=Path, help="keep stores and their vectors in this folder")
    return parser.parse_args()


def _print(what: str, row: Mapping[str, float], number: int) -> None:
    print(
        f"{what:16} {number:5} questions: recall@10 {100 * row['recall@10']:.2f}, ndcg@10 {100 * row['ndcg@10']:.2f}"
        f", recall@5 {100 * row['recall@5']:.2f}, recall@20 {100 * row['recall@20']:.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
