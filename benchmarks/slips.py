"""Fit what puts an earlier statement right: ``python -m benchmarks.slips [--write]``, extra ``fit``.

``benchmarks/data/slips`` has messages of users, each with something that they said before: half put it right, in
whatever words they admit the slip, and half only look like it (others' values, a second one, slips in something else,
changes since). A model of each language's messages and one regression over pairs, for all languages, are fitted on
them; the log odds of the former are those of models that have not seen the message.

The messages of ``held`` are by another author, and nobody reads what fails in them. ``--only-measure`` tells both to
memories of their own: what was said, and three weeks later the message. A slip counts as put right if the memory has no
more what it had learned before; of the others, what was learned should stay.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.announcing import LANGUAGES, matrix, write
from benchmarks.declining import DATA as DECLINES
from benchmarks.declining import messages, ordinary
from tiermem import EntryFilter, Memory, Turn
from tiermem.engine.comparison import slips

DATA = Path(__file__).parent / "data" / "slips"
FOLDS = 5
FALSE = 0.01
"""Share of ordinary messages whose log odds of a slip may be above 0; what they put right is decided by the pair."""
WEIGHT = 5.0
"""Weight of a labelled message beside an ordinary one."""
UNRELATED = 12
"""Statements of other messages beside which each one is put."""
SIZE = 1 << 13
"""Buckets of a model."""
STRENGTH = 1.0
"""Inverse of the penalty on weights."""
LATER = timedelta(days=21)
START = datetime(2026, 3, 2, 10, tzinfo=UTC)


class Slip(NamedTuple):
    """A message, what its user had said before, and whether the message puts that right."""

    old: str
    message: str
    is_slip: bool


def main() -> int:
    """Fit when asked to, and print how many slips are put right."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slips", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the weights, beside the code and the languages")
    parser.add_argument(
        "--only-measure", action="store_true", help="do not fit; measure the models there are"
    )
    options = parser.parse_args()
    if not options.only_measure:
        _fit(is_asked=options.write)
    for language in LANGUAGES:
        _report(language, read(DATA / "held", language))
    return 0


def read(folder: Path, language: str) -> list[Slip]:
    """Return the labelled messages of a language."""
    rows = map(json.loads, (folder / f"{language}.jsonl").read_text(encoding="utf-8").splitlines())
    return [Slip(row["old"], row["turn"], row["corrects"]) for row in rows]


# -- fitting -----------------------------------------------------------------------------------------


def _fit(*, is_asked: bool) -> None:
    rows: list[list[float]] = []
    labels: list[bool] = []
    for language in LANGUAGES:
        own = read(DATA, language)
        rest = [*ordinary(language, messages(DECLINES, language)), *(one.old for one in own)]
        odds, least = _odds(own, rest)
        for (old, message, is_it), slip in zip(
            _pairs(language, own), np.repeat(odds, UNRELATED + 1), strict=True
        ):
            rows.append(slips.evidence(old, message, slip=float(slip - least)))
            labels.append(is_it)
        is_slip = np.array([one.is_slip for one in own])
        sys.stdout.write(
            f"{language}: {np.mean(odds[is_slip] > least):.2f} of the unseen slips and"
            f" {np.mean(odds[~is_slip] > least):.2f} of what looks like one are above 0\n"
        )
        if is_asked:
            write(language, slips.MODEL, _regression(own, rest), least)
    table = np.array(rows)
    mean, spread = table.mean(0), table.std(0) + 1e-6
    model = LogisticRegression(max_iter=1000).fit((table - mean) / spread, labels)
    weights = model.coef_[0] / spread
    bias = float(model.intercept_[0] - weights @ mean)
    for name, weight in zip(slips.EVIDENCE, weights, strict=True):
        sys.stdout.write(f"{name:24}{weight:8.3f}\n")
    if is_asked:
        named = {name: round(float(weight), 4) for name, weight in zip(slips.EVIDENCE, weights, strict=True)}
        path = Path(slips.__file__).parent / slips.FILE
        path.write_text(json.dumps({"bias": round(bias, 4), "weights": named}, indent=1) + "\n", "utf-8")


def _odds(own: Sequence[Slip], rest: Sequence[str]) -> tuple[np.ndarray, float]:
    """Return the log odds of messages by models that have not seen them, and those that few ordinary ones have."""
    odds, of_rest = np.zeros(len(own)), np.zeros(len(rest))
    for fold in range(FOLDS):
        seen = [one for place, one in enumerate(own) if place % FOLDS != fold]
        model = _regression(seen, [text for place, text in enumerate(rest) if place % FOLDS != fold])
        unseen = matrix([one.message for one in own[fold::FOLDS]], SIZE)
        odds[fold::FOLDS] = model.decision_function(unseen)
        of_rest[fold::FOLDS] = model.decision_function(matrix(rest[fold::FOLDS], SIZE))
    return odds, float(np.quantile(of_rest, 1 - FALSE))


def _regression(own: Sequence[Slip], rest: Sequence[str]) -> LogisticRegression:
    texts = [*(one.message for one in own), *rest]
    labels = [one.is_slip for one in own] + [False] * len(rest)
    weights = [WEIGHT] * len(own) + [1.0] * len(rest)
    return LogisticRegression(C=STRENGTH, max_iter=300).fit(
        matrix(texts, SIZE), labels, sample_weight=weights
    )


def _pairs(language: str, own: Sequence[Slip]) -> Iterator[tuple[str, str, bool]]:
    """Yield each message beside what was said before, and beside statements of others, which it leaves as they are."""
    draw = random.Random(language)
    for one in own:
        yield one.old, one.message, one.is_slip
        others = [other.old for other in own if other.old != one.old]
        yield from ((other, one.message, False) for other in draw.sample(others, UNRELATED))


# -- measuring ---------------------------------------------------------------------------------------


def _report(language: str, told: Sequence[Slip]) -> None:
    found = [(one.is_slip, _is_as_before(one)) for one in told]
    slipped = [is_same for is_slip, is_same in found if is_slip and is_same is not None]
    others = [is_same for is_slip, is_same in found if not is_slip and is_same is not None]
    sys.stdout.write(
        f"{language}: {slipped.count(False)} of {len(slipped)} slips put right,"
        f" {others.count(True)} of {len(others)} others stay, of {len(told)} told\n"
    )


def _is_as_before(one: Slip) -> bool | None:
    """Return True if what was learned first is still what memory tells, None if nothing was learned."""
    now = [START]
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(store=str(Path(folder) / "memory.db"), clock=lambda: now[0]) as memory,
    ):
        for session, said in (("before", one.old), ("later", one.message)):
            with memory.session(session) as opened:
                turns = [
                    Turn(speaker="user", content=said, at=now[0].isoformat()),
                    Turn(speaker="assistant", content="OK.", at=now[0].isoformat()),
                ]
                opened.on_turn_end(turns=turns)
            if session == "before":
                first = {entry.content for entry in memory.entries().list(EntryFilter(layers=("L1",)))[0]}
            now[0] += LATER
        told = memory.session("asked").system_prompt
    return all(content in told for content in first) if first else None


if __name__ == "__main__":
    raise SystemExit(main())
