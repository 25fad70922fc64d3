"""Compare labelled pairs of statements: ``python -m benchmarks.changes [--lang en] [--set fresh] [--wrong]``.

With ``--unrelated`` each fact of `benchmarks/data/overtaken` meets changes of other attributes than its own, which must
leave it as it is: a person has dozens of entries, and one change in a hundred that ends any of them is too many.

`benchmarks/data/changes.jsonl` has 1,570 pairs in six languages, each labelled same, updates, contradicts or beside.
They were written for this project, are used in development, and the shipped models of announcements are fitted on them
(`benchmarks.announcing`): rules and models must be checked on others.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.statement import Statement

DATA = Path(__file__).parent / "data" / "changes.jsonl"
OVERTAKEN = DATA.parent / "overtaken"
LABELS = ("same", "updates", "contradicts", "beside")
LANGUAGES = ("en", "de", "fr", "es", "zh", "ja")
UNRELATED = 3_000
"""Pairs of a fact and an unrelated change that are drawn per language."""
NEAR = (
    "home housing household partner commute landlord rent trip study school",
    "employer job team manager work_hours workplace salary meeting study",
    "framework database hosting build_tool app editor programming_language version convention project_name "
    "computer client",
    "reply_language reply_length reply_style form_of_address units",
    "diet allergy food_taste drink illness medicine smoking sleep weight goal sport trainer doctor",
    "hobby sport instrument reading goal language_learning",
    "deadline meeting exam trip budget",
    "bank provider membership budget rent",
    "children household partner age name pet",
)
"""Attributes of which a change of one may well bear on another."""

Pair = Mapping[str, object]


def pairs() -> list[Pair]:
    """Return the labelled pairs of all languages."""
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def unrelated(language: str) -> Iterator[tuple[str, str]]:
    """Yield facts of a language, each with a message that changes an attribute which has nothing to do with it."""
    facts: list[tuple[str, str]] = []
    changes: list[tuple[str, str]] = []
    attribute = ""
    for line in (OVERTAKEN / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        letter, _, text = line.partition(" ")
        if letter == "=":
            attribute = text.strip()
        elif text and letter in "snce":
            (facts if letter in "sn" else changes).append((attribute, text))
    draw = random.Random(language)
    for _ in range(UNRELATED):
        (of, fact), (to, change) = draw.choice(facts), draw.choice(changes)
        if of != to and not any({of, to} <= {*group.split()} for group in NEAR):
            yield fact, change


def _print_unrelated(language: str, *, listed: bool) -> None:
    pairs_of = list(unrelated(language))
    ended = [pair for pair in pairs_of if compare(*map(Statement, pair)).relation == "updates"]
    share = 100 * len(ended) / len(pairs_of)
    print(f"{language}: {len(ended)} of {len(pairs_of)} facts ended by an unrelated change, {share:.2f} %")
    for fact, change in ended if listed else ():
        print(f"    {fact} | {change}")


def main() -> None:
    """Print how many pairs of each label are found to be what."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--lang", help="only this language")
    parser.add_argument("--set", help="only this set: dev, check, fresh or open")
    parser.add_argument(
        "--wrong", action="store_true", help="list the pairs that are found to be something else"
    )
    parser.add_argument("--unrelated", action="store_true", help="facts and unrelated changes instead")
    options = parser.parse_args()
    if options.unrelated:
        for language in LANGUAGES if options.lang is None else (options.lang,):
            _print_unrelated(language, listed=options.wrong)
        return
    found: Counter[tuple[str, str]] = Counter()
    for pair in pairs():
        if options.lang not in (None, pair["lang"]) or (options.set and pair["set"] != options.set):
            continue
        old, new = (Statement(content=str(pair[name])) for name in ("old", "new"))
        relation = compare(old, new).relation.replace("unrelated", "beside")
        found[str(pair["label"]), relation] += 1
        if options.wrong and relation != pair["label"]:
            print(f"{pair['id']} {pair['label']} -> {relation}: {pair['old']} | {pair['new']}")
    print("label        " + "".join(f"{name:>12}" for name in LABELS))
    for label in LABELS:
        print(f"{label:13}" + "".join(f"{found[label, name]:12}" for name in LABELS))


if __name__ == "__main__":
    main()
