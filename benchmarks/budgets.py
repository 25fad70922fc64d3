"""Measure the effect of recall's budgets: ``python -m benchmarks.budgets PATH [--json] [--only NAMES] [--excerpt N]``.

PATH is as ``benchmarks.recall`` takes it. Each question's passages, archive forced, are fitted into budgets by the
product's own ``select``: ``top_k`` from 1 to 20 with room for all, and ``char_limit`` from 500 to 8,000 characters.
Counted is the share of the evidence among what would be *rendered*, and what each further passage or 100 characters
adds to it. Recommended are as many passages as it takes until the next three add less than a point each, and the
least room in which these lose less than a point. ``--excerpt N`` counts passages as if only their first N characters
were shown: what excerpts of long turns could gain at best.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.data_sets import Data, add_options, chosen, sessions
from benchmarks.systems import CONFIG
from tiermem import Memory, Passage
from tiermem.engine.prompt.rendering import passage_line
from tiermem.engine.prompt.selection import select

PASSAGES = range(1, 21)
CHARACTERS = range(500, 8_001, 500)
ROOMY = 10**6
LEAST_GAIN = 0.01
"""Recall that a further passage must add to be worth its place in the prompt."""
NEXT = 3
"""Passages over which that is averaged: the gain of a single one is mostly chance."""
MOST_LOST = 0.01
"""Recall that ``char_limit`` may cost those passages."""


@dataclass(frozen=True)
class Asked:
    """A question: its passages, best first, and the refs of its evidence."""

    passages: Sequence[Passage]
    evidence: frozenset[str]
    wanted: int


@dataclass(frozen=True)
class Budget:
    """The results with one budget, as means over the questions.

    Attributes:
        recall: Share of the evidence among what is rendered.
        precision: Share of evidence among the first five that are rendered.
        passages: Rendered passages.
        characters: Their lines' characters.
    """

    recall: float
    precision: float
    passages: float
    characters: float


def ask(data: Data, folder: Path) -> Iterator[Asked]:
    """Yield the questions of a data set, asked of the product with the data set in its journal."""
    config = folder / "agent.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    refs: dict[str, str] = {}
    with Memory.open(config, store=str(folder / f"{data.name}.db")) as memory:
        for name, turns in sessions(data):
            session = memory.session(f"{data.name}-{name}")
            session.on_turn_end(turns=turns)
            refs |= {turn.external_id or "": turn.ref for turn in session.turns()}
        asker = memory.preview()
        for query in data.queries:
            relevant = data.relevant[query["_id"]]
            evidence = frozenset(refs[document] for document in relevant if document in refs)
            yield Asked(asker.view.find_passages(query["text"]).passages, evidence, len(relevant))


def _cut(asked: Asked, longest: int) -> Asked:
    return replace(asked, passages=[replace(one, text=one.text[:longest]) for one in asked.passages])


def within(asked: Sequence[Asked], top_k: int, char_limit: int) -> Budget:
    """Return the results of a budget."""
    recall = precision = passages = characters = 0.0
    for one in asked:
        shown = select(one.passages, top_k=top_k, char_limit=char_limit).shown
        hits = [passage.ref in one.evidence for passage in shown]
        recall += sum(hits) / one.wanted
        precision += sum(hits[:5]) / 5
        passages += len(shown)
        characters += sum(len(passage_line(passage)) + 1 for passage in shown)
    return Budget(*(round(total / len(asked), 4) for total in (recall, precision, passages, characters)))


def measure(asked: Sequence[Asked]) -> dict[str, Any]:
    """Return all budgets, and what they recommend."""
    by_passages = {top_k: within(asked, top_k, ROOMY) for top_k in PASSAGES}
    gains = _gains([budget.recall for budget in by_passages.values()], 1)
    top_k = _worth(by_passages)
    by_room = {limit: within(asked, PASSAGES[-1], limit) for limit in CHARACTERS}
    of_recommended = {limit: within(asked, top_k, limit) for limit in CHARACTERS}
    of_five = {limit: within(asked, 5, limit) for limit in CHARACTERS}
    return {
        "questions": len(asked),
        "by_passages": _rows("top_k", by_passages, gains),
        "by_characters": _rows(
            "char_limit",
            by_room,
            _gains([budget.recall for budget in by_room.values()], CHARACTERS.step / 100),
        ),
        "recommended": {"top_k": top_k, "char_limit": _room(of_recommended, by_passages[top_k].recall)},
        "with_top_k_5": {"char_limit": _room(of_five, by_passages[5].recall)},
        "default": vars(within(asked, 5, 2_000)) | {"without_char_limit": by_passages[5].recall},
    }


def _worth(budgets: dict[int, Budget]) -> int:
    """Return the passages after which the next ones add too little."""
    return next(
        (k for k in PASSAGES[:-NEXT] if budgets[k + NEXT].recall - budgets[k].recall < NEXT * LEAST_GAIN),
        PASSAGES[-1],
    )


def _room(budgets: dict[int, Budget], of_roomy: float) -> int:
    return next(
        (limit for limit, one in budgets.items() if one.recall > of_roomy - MOST_LOST), CHARACTERS[-1]
    )


def _gains(recalls: Sequence[float], units: float) -> list[float]:
    """Return the gain of each step per unit; the first gain is all of it."""
    before = [0.0, *recalls[:-1]]
    return [(now - then) / units for now, then in zip(recalls, before, strict=True)]


def _rows(name: str, budgets: dict[int, Budget], gains: Sequence[float]) -> list[dict[str, Any]]:
    return [
        {name: budget, **vars(found), "gain": round(gain, 4)}
        for (budget, found), gain in zip(budgets.items(), gains, strict=True)
    ]


def show(results: dict[str, Any]) -> None:
    """The same as Markdown tables, in per cent."""
    print(f"{results['questions']:,} questions\n")
    for name, unit, rows in (
        ("top_k", "passage", results["by_passages"]),
        ("char_limit", "100 characters", results["by_characters"]),
    ):
        print(f"| {name} | recall | gain per {unit} | precision@5 | passages | characters |")
        print("| ---: | ---: | ---: | ---: | ---: | ---: |")
        for number, row in enumerate(rows):
            figures = f"{100 * row['recall']:.1f} | " + (f"{100 * row['gain']:.2f}" if number else "")
            rest = f"{100 * row['precision']:.1f} | {row['passages']:.1f} | {row['characters']:,.0f}"
            print(f"| {row[name]:,} | {figures} | {rest} |")
        print()
    found, default = results["recommended"], results["default"]
    print(
        f"Recommended: top_k {found['top_k']}, char_limit {found['char_limit']:,}; for a top_k of 5, "
        f"char_limit {results['with_top_k_5']['char_limit']:,}.\n"
        f"The defaults (5 and 2,000) render {100 * default['recall']:.1f} % of the evidence in "
        f"{default['passages']:.1f} passages and {default['characters']:,.0f} characters, precision@5 "
        f"{100 * default['precision']:.1f} %; without char_limit {100 * default['without_char_limit']:.1f} %."
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    parser.add_argument("--excerpt", type=int, metavar="N", help="show N characters of a passage at most")
    options = parser.parse_args(arguments)
    found = chosen(parser, options)
    longest = options.excerpt or ROOMY
    asked: list[Asked] = []
    for data in found:
        with tempfile.TemporaryDirectory() as folder:
            asked += (_cut(one, longest) for one in ask(data, Path(folder)))
    results = measure(asked)
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        show(results)


if __name__ == "__main__":
    main()
