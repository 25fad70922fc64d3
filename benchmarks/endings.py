"""Fit the model of `engine/comparison/endings.py`: ``python -m benchmarks.endings [--write]``, extra ``fit``.

Right are the endings that learning finds in the half ``dev`` and the split ``open`` of `benchmarks.life`. Wrong are
those in ``benchmarks/data/conversations``, where people chat and little ends, except for the earlier statements that
begin like a text of ``benchmarks/data/endings.json``. An ending is an entry and what was said later, as learning
compares them; of what is only likely overtaken, those from log odds of `LIKELY` on.

Printed is the share of endings that is believed: of those in the half ``check`` of `benchmarks.life`, and of those in
CHATS, a file that ``tiermem replay`` reads (``--chats FILE``); nothing is fitted on either. ``--show`` lists the
latter. Endings that learning believes whatever the model says are not counted.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.changes import DATA
from benchmarks.data_sets import conversation
from benchmarks.life.measuring import run
from benchmarks.life.scenarios import KINDS, LANGUAGES, Scenario, read_apart, read_scenarios
from benchmarks.life.systems import open_tiermem
from benchmarks.prompt import lived
from tiermem.doors.cli import main as tiermem
from tiermem.engine.comparison import endings
from tiermem.engine.comparison.endings import (
    FILE,
    LEAST,
    LEAST_SUM,
    LIKELY,
    OF_BOTH,
    WEIGHT,
    names_it,
    of_both,
)
from tiermem.engine.comparison.likelihood import likeliest
from tiermem.engine.learning import renewals

CONVERSATIONS, RIGHT = DATA.parent / "conversations", DATA.parent / "endings.json"
STRENGTH = 0.3
"""Inverse of the penalty on weights."""


class Ending(NamedTuple):
    """An earlier statement, the one that seems to end it, and the log odds of `likelihood` if nothing else shows it."""

    old: str
    new: str
    odds: float | None = None


@contextlib.contextmanager
def noted() -> Iterator[list[Ending]]:
    """Believe all endings that are found meanwhile, and list them."""
    found: dict[Ending, None] = {}
    listed: list[Ending] = []

    def note(old: str, new: str) -> bool:
        found[Ending(old, new)] = None
        return True

    def note_likely(
        olds: Iterable[str], new: str, *, kept: str = "", corrects: bool = False
    ) -> tuple[str, ...]:
        likely = likeliest(olds, new, corrects=corrects)
        if likely is None or likely.odds < LIKELY:
            return ()
        if not corrects:
            found.update(dict.fromkeys(Ending(old, kept or new, likely.odds) for old in likely.statements))
        return likely.statements

    with (
        patch.object(renewals, "is_real_end", note),
        patch.object(renewals, "likely_overtaken", note_likely),
    ):
        yield listed
    listed += found


def of_scenarios(scenarios: Sequence[Scenario]) -> list[Ending]:
    """Return the endings that are found in scenarios of `benchmarks.life`."""
    with noted() as found:
        for _ in run(scenarios, open_tiermem):
            pass
    return found


def of_conversations() -> list[Ending]:
    """Return the endings that are wrongly found in the conversations."""
    right = tuple(json.loads(RIGHT.read_text(encoding="utf-8")))
    with noted() as found:
        for file in sorted(CONVERSATIONS.glob("*.txt")):
            with lived(conversation(file)):
                pass
    return [one for one in found if not one.old.startswith(right)]


def of_chats(file: Path) -> list[Ending]:
    """Return the endings that are found in a file of conversations."""
    with tempfile.TemporaryDirectory() as folder, noted() as found, contextlib.redirect_stdout(io.StringIO()):
        tiermem(["replay", str(file), "--store", f"{folder}/memory.db"])
    return found


def fitted(right: Sequence[Ending], wrong: Sequence[Ending]) -> tuple[dict[str, float], float]:
    """Return the weights by the names of the evidence, and the bias."""
    table = np.array([of_both(one.old, one.new) for one in (*right, *wrong)])
    mean, spread = table.mean(0), table.std(0) + 1e-6
    labels = [True] * len(right) + [False] * len(wrong)
    model = LogisticRegression(C=STRENGTH, max_iter=800, class_weight="balanced")
    weights = model.fit((table - mean) / spread, labels).coef_[0] / spread
    named = {name: round(float(weight), 4) for name, weight in zip(OF_BOTH, weights, strict=True)}
    return named, round(float(model.intercept_[0] - weights @ mean), 4)


def main() -> int:
    """Print the shares, and write the weights when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.endings", description=__doc__)
    parser.add_argument("--write", action="store_true", help="the weights, beside the code")
    parser.add_argument("--chats", type=Path, metavar="FILE", help="conversations to measure on")
    parser.add_argument("--show", action="store_true", help="list the endings in CHATS that are believed")
    options = parser.parse_args()
    scenarios = list(read_scenarios(LANGUAGES, KINDS))
    mine = [one for one in scenarios if one.split == "dev"]
    right = [*of_scenarios(mine), *of_scenarios(list(read_apart("open", LANGUAGES, KINDS)))]
    weights, bias = fitted(right, of_conversations())
    if options.write:
        path = Path(endings.__file__).parent / FILE
        path.write_text(json.dumps({"bias": bias, "weights": weights}, indent=1) + "\n", "utf-8")

    def is_believed(one: Ending) -> bool:
        values = zip(OF_BOTH, of_both(one.old, one.new), strict=True)
        odds = bias + sum(weights[name] * value for name, value in values)
        if one.odds is None or names_it(one.old, one.new):
            return names_it(one.old, one.new) or odds >= LEAST
        return one.odds + WEIGHT * odds >= LEAST_SUM

    unseen = {
        "life, the half that was not fitted": of_scenarios([one for one in scenarios if one not in mine])
    }
    if options.chats is not None:
        unseen["chats"] = of_chats(options.chats)
    for name, found in unseen.items():
        believed = [one for one in found if is_believed(one)]
        sys.stdout.write(f"{name}: {len(found)} endings found, {len(believed)} believed\n")
        if name == "chats" and options.show:
            sys.stdout.writelines(f"  {one.old}\n    {one.new}\n" for one in believed)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
