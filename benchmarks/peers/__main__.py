"""Other memory systems beside tiermem: ``python -m benchmarks.peers PATH [--only NAMES] [--sets NAMES] [--json]``.

PATH is what ``benchmarks.recall`` takes. Each peer is installed into an environment of its own at the first run; the
measuring itself runs without a network. What each row means is in ``benchmarks/peers/README.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.data_sets import Data, data_sets
from benchmarks.metrics import Scores
from benchmarks.peers.runner import PeerError, choose, measure, prepare, prepare_ours
from benchmarks.recall import run_tiermem
from tiermem import __version__

COLUMNS = ("recall@5", "recall@10", "ndcg@10", "session_recall@10")


def ours(found: Sequence[Data], depth: int, megabytes: float | None) -> dict[str, Any]:
    """Tiermem's row, by the same measures at the same depth; its seconds of ingestion are what the queries leave."""
    scores, total_s = Scores(), 0.0
    for data in found:
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            rankings, taken = run_tiermem(data, Path(folder))
            total_s += time.perf_counter() - start
        scores.add(data, {query: ranking[:depth] for query, ranking in rankings.items()}, taken)
    return scores.summary() | {
        "version": __version__,
        "ingestion_s": round(total_s - sum(scores.taken) / 1000, 1),
        "megabytes": megabytes,
    }


def rows(found: Sequence[Data], options: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Return every system's row by its name; a peer that failed has ``error`` alone."""
    try:
        size = prepare_ours(options.envs, options.deadline).megabytes
    except PeerError as error:
        print(error, file=sys.stderr)
        size = None
    results = {"tiermem": ours(found, options.depth, size)}
    for peer in choose(options.only):
        for named in (True, False) if peer.vectors else (True,):
            name = peer.name if named else f"{peer.name}, no names"
            print(f"{name} …", file=sys.stderr)
            try:
                environment = prepare(peer, options.envs, options.deadline)
                results[name] = measure(peer, environment, found, {**vars(options), "named": named})
            except PeerError as error:
                results[name] = {"error": str(error)}
    return results


def table(results: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the rows in Markdown; shares in per cent."""
    heads = (
        "system",
        "version",
        *(name.replace("_", " ") for name in COLUMNS),
        "query p50 / p95 ms",
        "ingestion s",
        "MB",
    )
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    for name, row in results.items():
        if "error" in row:
            lines.append(f"| {name} | not measured: {row['error']} |{' |' * (len(heads) - 2)}")
            continue
        latency = row["latency_ms"]
        cells = (
            name,
            row["version"],
            *(f"{100 * (row[column] or 0):.1f}" for column in COLUMNS),
            f"{latency['p50']:.1f} / {latency['p95']:.1f}",
            f"{row['ingestion_s']:.1f}",
            "" if row["megabytes"] is None else f"{row['megabytes']:.0f}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--only", help="peers by name, comma-separated")
    parser.add_argument("--sets", help="data sets by name, comma-separated")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument(
        "--envs",
        type=Path,
        default=Path(tempfile.gettempdir(), "tiermem-peers"),
        help="where the environments are kept",
    )
    parser.add_argument(
        "--deadline", type=float, default=900, help="seconds to install, and seconds to measure"
    )
    parser.add_argument("--depth", type=int, default=50, help="documents per query that are ranked")
    parser.add_argument("--shown", type=int, default=10, help="documents per query when the time is taken")
    options = parser.parse_args(arguments)
    try:
        choose(options.only)
    except ValueError as error:
        parser.error(str(error))
    wanted = options.sets.split(",") if options.sets else None
    found = [data for data in data_sets(options.path) if wanted is None or data.name in wanted]
    if not found:
        parser.error(f"no data set under {options.path}")
    results = rows(found, options)
    print(json.dumps(results, indent=2) if options.json else table(results))


if __name__ == "__main__":
    main()
