"""Fit the models of `engine/comparison/endings.py`: ``python -m benchmarks.endings [--write]``, extra ``fit``.

Right are the endings that learning finds in the half ``dev`` and the split ``open`` of `benchmarks.life`. Wrong are
those in ``benchmarks/data/conversations``, where people chat and little ends, except for the earlier statements that
begin like a text of ``benchmarks/data/endings.json``. An ending is an entry and what was said later, as learning
compares them; of what is only likely overtaken, those from log odds of `LIKELY` on.

The model of matters is fitted on people who have some facts of the groups of ``benchmarks/data/overtaken`` and
``inferred``, and a message of one of them: right is the fact that it overtakes, if any, and what is right above.

Printed is the share of endings that is believed: of those in the half ``check`` of `benchmarks.life`, and of those in
CHATS, a file that ``tiermem replay`` reads (``--chats FILE``); nothing is fitted on either. ``--show`` lists the
latter. Endings that learning believes whatever the model says are not counted. Then, by the number of facts, what is
only likely overtaken is printed of people whose groups the model of matters has not seen, with and without it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
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
from benchmarks.groups import INFERRED, Group, read_groups
from benchmarks.life.measuring import run
from benchmarks.life.scenarios import KINDS, LANGUAGES, Scenario, read_apart, read_scenarios
from benchmarks.life.systems import open_tiermem
from benchmarks.overtaking import people_of
from benchmarks.prompt import lived
from tiermem.doors.cli import main as tiermem
from tiermem.engine.comparison import endings
from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.endings import (
    FILE,
    FILE_OF_MATTERS,
    LEAST,
    LEAST_LIKELY,
    LIKELY,
    OF_BOTH,
    is_enough,
    names_it,
    of_both,
)
from tiermem.engine.comparison.likelihood import likeliest
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.learning import renewals

CONVERSATIONS, RIGHT = DATA.parent / "conversations", DATA.parent / "endings.json"
STRENGTH = 0.3
"""Inverse of the penalty on weights."""
PEOPLE = 1_500
"""People of a language for the model of matters."""
FACTS = (4, 10, 20)
"""Facts of a person, each number for as many people."""
WEIGHT_OF_SCENARIOS = 3.0
"""Weight of an ending of a scenario, where people say what they say in the flow of a chat, beside one of people."""


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


class Weighed(NamedTuple):
    """A fitted model: the weights by the names of the evidence, and the bias."""

    weights: dict[str, float]
    bias: float

    def log_odds(self, one: Ending) -> float:
        """Return the log odds that an ending is one."""
        values = zip(OF_BOTH, of_both(one.old, one.new), strict=True)
        return self.bias + sum(self.weights[name] * value for name, value in values)

    def write(self, file: str) -> None:
        """Write the model beside the code."""
        path = Path(endings.__file__).parent / file
        content = {"bias": self.bias, "weights": self.weights}
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


class Told(NamedTuple):
    """A person of some facts who tells something: the endings that are found, and which fact is overtaken, if any."""

    facts: int
    overtaken: str | None
    found: Sequence[Ending]


def of_people(language: str, groups: Sequence[Group]) -> Iterator[Told]:
    """Yield people of groups with the endings that are found among their facts."""
    for place, person in enumerate(people_of(language, groups, PEOPLE)):
        facts = person.facts[: FACTS[place % len(FACTS)]]
        overtaken = person.overtaken if person.overtaken in facts else None
        yield Told(len(facts), overtaken, _found(facts, person.message))


def _found(facts: Sequence[str], said: str) -> list[Ending]:
    ended = [old for old in facts if compare(Statement(old), Statement(said)).relation == "updates"]
    likely = likeliest(facts, said) if not ended else None
    if likely is None:
        return [Ending(old, said) for old in ended]
    return [Ending(likely.statements[0], said, likely.odds)]


def fitted(
    right: Sequence[Ending], wrong: Sequence[Ending], weights: Sequence[float] | None = None
) -> Weighed:
    """Return the model that tells right from wrong endings; *weights* are those of all of them, in order."""
    table = np.array([of_both(one.old, one.new) for one in (*right, *wrong)])
    mean, spread = table.mean(0), table.std(0) + 1e-6
    labels = [True] * len(right) + [False] * len(wrong)
    model = LogisticRegression(C=STRENGTH, max_iter=1500, class_weight="balanced")
    found = model.fit((table - mean) / spread, labels, sample_weight=weights).coef_[0] / spread
    named = {name: round(float(weight), 4) for name, weight in zip(OF_BOTH, found, strict=True)}
    return Weighed(named, round(float(model.intercept_[0] - found @ mean), 4))


def of_matters(people: Iterable[Told], scenarios: Sequence[Ending]) -> Weighed:
    """Return the model of matters that is fitted on people and on the right endings of scenarios."""
    right, wrong = [], []
    for told in people:
        for one in told.found:
            (right if one.old == told.overtaken else wrong).append(one)
    weights = [1.0] * len(right) + [WEIGHT_OF_SCENARIOS] * len(scenarios) + [1.0] * len(wrong)
    return fitted([*right, *scenarios], wrong, weights)


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
    ends = fitted(right, of_conversations())
    halves = [
        [told for language in LANGUAGES for told in of_people(language, _groups(language)[half::2])]
        for half in range(2)
    ]
    matters = of_matters([*halves[0], *halves[1]], right)
    if options.write:
        ends.write(FILE)
        matters.write(FILE_OF_MATTERS)
    unseen = {
        "life, the half that was not fitted": of_scenarios([one for one in scenarios if one not in mine])
    }
    if options.chats is not None:
        unseen["chats"] = of_chats(options.chats)
    for name, found in unseen.items():
        believed = [one for one in found if _is_believed(one, ends, matters)]
        sys.stdout.write(f"{name}: {len(found)} endings found, {len(believed)} believed\n")
        if name == "chats" and options.show:
            sys.stdout.writelines(f"  {one.old}\n    {one.new}\n" for one in believed)
    _report(halves[1], ends, of_matters(halves[0], right))
    return 0


def _groups(language: str) -> list[Group]:
    return [*read_groups(language), *read_groups(language, INFERRED)]


def _is_believed(one: Ending, ends: Weighed, matters: Weighed | None) -> bool:
    if one.odds is None:
        return names_it(one.old, one.new) or ends.log_odds(one) >= LEAST
    if one.odds < LEAST_LIKELY:
        return False
    if names_it(one.old, one.new):
        return one.odds >= LIKELY
    return is_enough(one.odds, ends.log_odds(one), math.inf if matters is None else matters.log_odds(one))


def _report(people: Sequence[Told], ends: Weighed, matters: Weighed) -> None:
    """Print what is only likely overtaken, of people with each number of facts, with and without a model of matters."""
    for facts in FACTS:
        told = [one for one in people if one.facts == facts]
        overtaken = sum(one.overtaken is not None for one in told)
        for name, model in (("without matters", None), ("with them", matters)):
            believed = [
                (found.old == one.overtaken)
                for one in told
                for found in one.found
                if found.odds is not None and _is_believed(found, ends, model)
            ]
            hits = sum(believed)
            sys.stdout.write(
                f"{facts:2} facts, {name}: {100 * hits / overtaken:.0f} % of the overtaken ones found besides, "
                f"{(len(believed) - hits) / len(told):.3f} wrong a message\n"
            )


if __name__ == "__main__":
    raise SystemExit(main())
