"""Measure the worth of each part of recall: ``python -m benchmarks.ablations PATH [--json] [--only NAMES]``.

PATH is as ``benchmarks.recall`` takes it. Everything is switched off through the product's own configuration: each
plugin of signals by ``disable:``, the archive by ``recall.archive``. What has no switch because it is in the index is
left out of the data: without dates all turns were said at the same time; where each turn is a session of its own none
has neighbours that lend it their words. The scorecards stay as they are, fitted with all signals: what a signal is
worth when the others are fitted anew without it is told by ``python -m benchmarks.fit … --ablate``.

Recall with and without vectors is measured by ``python -m benchmarks.recall PATH --vectors``, and what switching off
parts of learning costs by `benchmarks.learning.ablations`. "archive never" is what is recalled without the archive:
entries alone.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.data_sets import Data, add_options, chosen, end_of
from benchmarks.metrics import mean, of_query
from benchmarks.systems import CONFIG, DEPTH, filled
from tiermem import Memory
from tiermem.plugins import BUILT_INS

SIGNALS = tuple(
    module.rpartition(".")[2]
    for module in BUILT_INS
    if ".signals." in module and not module.endswith(".relevance")
)
"""Names of the plugins that measure signals but the first of them: without relevance there is nothing to rank by."""
MEASURES = ("recall@10", "ndcg@10")
ALWAYS = "archive: always"
Rows = dict[str, list[dict[str, float]]]
"""Name of a variant → the measures of each question."""


def as_it_is(data: Data) -> Data:
    """The data."""
    return data


def without_dates(data: Data) -> Data:
    """The data, nothing in it dated."""
    return _with_metadata(data, lambda _: {"date": None})


def without_neighbours(data: Data) -> Data:
    """The data, each turn in a session of its own."""
    return _with_metadata(data, lambda row: {"session": f"of {row['_id']}", "position": 0})


def _with_metadata(data: Data, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Data:
    corpus = [row | {"metadata": {**row["metadata"], **change(row)}} for row in data.corpus]
    return replace(data, corpus=corpus)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A way to recall: what is switched off, when the archive is searched, and what becomes of the data."""

    name: str
    disable: Sequence[str] = ()
    archive: str = ALWAYS
    made_of: Callable[[Data], Data] = as_it_is

    @property
    def config(self) -> str:
        """The agent's YAML."""
        disable = f"        disable: [{', '.join(self.disable)}]\n" if self.disable else ""
        return CONFIG.replace(ALWAYS, self.archive) + disable


VARIANTS = (
    Variant(name="all"),
    *(Variant(name=f"without {name}", disable=(name,)) for name in SIGNALS),
    Variant(name="relevance alone", disable=SIGNALS),
    Variant(name="archive auto", archive="archive: auto"),
    Variant(name="archive never", archive="archive: never"),
    Variant(name="without dates", made_of=without_dates),
    Variant(name="without neighbours' words and signals", made_of=without_neighbours),
)


def measure(found: Sequence[Data], variants: Sequence[Variant] = VARIANTS) -> Rows:
    """All variants on all data sets. Those of the same data share one store."""
    rows: Rows = {variant.name: [] for variant in variants}
    for data in found:
        for making in dict.fromkeys(variant.made_of for variant in variants):
            made = making(data)
            those = [variant for variant in variants if variant.made_of is making]
            with tempfile.TemporaryDirectory() as name, filled(made, Path(name)) as (_, documents):
                for variant in those:
                    rows[variant.name] += _asked(made, variant, Path(name), documents)
    return rows


def _asked(
    data: Data, variant: Variant, folder: Path, documents: Mapping[str, str]
) -> Iterator[dict[str, float]]:
    """The measures of each question, by an agent of its own on the store in the folder."""
    path, now = folder / "variant.yaml", end_of(data)
    path.write_text(variant.config, encoding="utf-8")
    with Memory.open(path, store=str(folder / f"{data.name}.db"), clock=lambda: now) as memory:
        asker = memory.preview()
        for query in data.queries:
            passages = asker.view.find_passages(query["text"], depth=DEPTH).passages
            yield of_query([documents[one.ref] for one in passages], data.relevant[query["_id"]])


def summary(rows: Rows) -> dict[str, Any]:
    """Return the JSON output: variant → measures and losses against the first variant."""
    means = {name: mean(measured) for name, measured in rows.items()}
    whole = next(iter(means.values()))
    return {
        name: {key: row[key] for key in MEASURES}
        | {f"{key} lost": round(whole[key] - row[key], 4) for key in MEASURES}
        for name, row in means.items()
    }


def show(results: Mapping[str, Mapping[str, float]], questions: int) -> None:
    """The same as a table in Markdown, in per cent."""
    columns = list(next(iter(results.values())))
    print(f"| {questions:,} questions | {' | '.join(columns)} |")
    print("| --- |" + " ---: |" * len(columns))
    for name, row in results.items():
        print(f"| {name} | {' | '.join(f'{100 * row[column]:.1f}' for column in columns)} |")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    options = parser.parse_args(arguments)
    found = chosen(parser, options)
    rows = measure(found)
    results = summary(rows)
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        show(results, len(rows[VARIANTS[0].name]))


if __name__ == "__main__":
    main()
