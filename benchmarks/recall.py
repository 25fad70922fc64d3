"""Recall on any data set in the BEIR layout: ``python -m benchmarks.recall PATH [--json]``.

PATH is a data set (``corpus.jsonl``, ``queries.jsonl``, ``qrels/test.tsv``) or a folder of them, each one user's
memory (see ``benchmarks.convert``; ``benchmarks/data`` is one that comes with the project). The documents go through
the product's own journal and store, the questions through its own recall, archive forced and display budgets off.
The latency is that of finding and ranking. The baselines want the extra ``bench``. ``--vectors`` adds
tiermem with its local embedding model (extra ``vectors``): the vectors are made before, that of the question counts.
``--together`` adds all data sets as users of one store: each is to find what it finds alone in a file. ``--store URL``
does so in an empty store at that place, such as one on PostgreSQL.
What default settings show of it is the matter of ``benchmarks.prompt``.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.data_sets import Data, add_options, chosen, data_sets, read, sessions
from benchmarks.metrics import Scores
from benchmarks.systems import (
    BASELINES,
    CONFIG,
    VECTORS,
    run_bm25s,
    run_fts5,
    run_tiermem,
    run_together,
)

__all__ = [
    "CONFIG",
    "Data",
    "Scores",
    "data_sets",
    "measure",
    "read",
    "run_bm25s",
    "run_fts5",
    "run_tiermem",
    "sessions",
    "summary",
]

COLUMNS = ("recall@5", "recall@10", "recall@20", "any@5", "ndcg@10", "mrr", "session_recall@10")


WITH_VECTORS = "tiermem + vectors"
TOGETHER = "tiermem, one store"


def measure(
    found: Sequence[Data],
    *,
    baselines: bool = False,
    vectors: bool = False,
    together: bool = False,
    stores: Sequence[str] = (),
) -> dict[str, Scores]:
    """All systems on all data sets: system → scores, tiermem first."""
    ours = {"tiermem": CONFIG} | ({WITH_VECTORS: VECTORS} if vectors else {})
    scores = {name: Scores() for name in (*ours, *(BASELINES if baselines else ()))}
    for data in found:
        for name, config in ours.items():
            with tempfile.TemporaryDirectory() as folder:
                scores[name].add(data, *run_tiermem(data, Path(folder), config))
        for name in scores.keys() & BASELINES.keys():
            scores[name].add(data, *BASELINES[name](data))
    for name, url in [*([(TOGETHER, None)] if together else []), *((_shown(url), url) for url in stores)]:
        scores[name] = Scores()
        with tempfile.TemporaryDirectory() as folder:
            for data, run in run_together(found, Path(folder), url):
                scores[name].add(data, *run)
    return scores


def _shown(url: str) -> str:
    """The kind of a store, and its server's place."""
    return f"tiermem, {url.partition(':')[0]}"


def summary(scores: Mapping[str, Scores]) -> dict[str, Any]:
    """The document that ``--json`` prints."""
    ours = scores["tiermem"]
    results: dict[str, Any] = {"queries": len(ours.rows), "tiermem": ours.summary()}
    results |= {
        name: scores[name].summary() for name in scores if name != "tiermem" and name not in BASELINES
    }
    others = {name: scores[name].summary() for name in scores if name in BASELINES}
    return results | ({"baselines": others} if others else {})


def show(results: Mapping[str, Any]) -> None:
    """The same as a table, in per cent."""
    print(f"{results['queries']:,} queries".ljust(24) + "".join(f"{name:>19}" for name in COLUMNS), end="")
    print("   p50/p95/p99 ms")
    ours = {name: results[name] for name in results if name.startswith("tiermem")}
    for name, row in {**ours, **results.get("baselines", {})}.items():
        latency = "/".join(str(value) for value in row["latency_ms"].values())
        print(f"{name:24}{''.join(f'{100 * (row[column] or 0):19.1f}' for column in COLUMNS)}   {latency}")
    for name, row in results["tiermem"]["categories"].items():
        figures = "".join(f"{100 * row[column]:19.1f}" for column in COLUMNS[:-1])
        print(f"  {name:22}{figures}   n={row['queries']}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    parser.add_argument("--no-baselines", action="store_true")
    parser.add_argument("--vectors", action="store_true", help="tiermem with the local embedding model too")
    parser.add_argument("--together", action="store_true", help="all data sets as users of one store too")
    parser.add_argument(
        "--store",
        action="append",
        default=[],
        metavar="URL",
        help="all as users of one empty store at this URL too",
    )
    options = parser.parse_args(arguments)
    found = chosen(parser, options)
    scores = measure(
        found,
        baselines=not options.no_baselines,
        vectors=options.vectors,
        together=options.together,
        stores=options.store,
    )
    results = summary(scores)
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        show(results)


if __name__ == "__main__":
    main()
