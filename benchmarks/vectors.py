"""Measure the cost of searching vectors: ``python -m benchmarks.vectors [--sizes 10000,100000] [--dims 256] [--json]``.

For each index over vectors that runs here, as ratios to plain numpy on a matrix in memory in the same run:

- put: vectors stored per second, through the product's table
- first: the first question of a process, in which numpy reads the vectors and ChromaDB takes its copy
- p50, p99: a question for the 50 nearest, through filter, look-up and all
- old: p50 of the same among the oldest hundredth of the documents
- found: the share of the ten nearest that are among the first ten given

The documents are turns of one user. Vectors are made: a thousand centres, and about each of them as much noise as the
centre is long, so that questions have near neighbours, as texts do.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from tiermem.errors import StoreError
from tiermem.store import open_store
from tiermem.store.contract import SearchFilter, SessionRow, Store
from tiermem.values import Reach, Turn, instant
from tiermem_hooks import chroma

MODEL, NEAREST, BATCH, SESSION = "benchmark", 50, 1_000, 1_000
START = datetime(2020, 1, 1, tzinfo=UTC)
INDEXES = ("numpy", "sqlite-vec", "chroma")
TURNS = SearchFilter(layers=(), turns=True)


def made(number: int, dims: int, seed: int) -> np.ndarray:
    chance = np.random.default_rng(seed)
    centres = np.random.default_rng(0).normal(size=(1_000, dims))
    rows = centres[chance.integers(0, 1_000, number)] + chance.normal(size=(number, dims))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")


def fill(store: Store, number: int) -> Reach:
    """Journal as many turns, a minute after each other."""
    reach = store.records.reach(house="home", agent="benchmark", user="user")
    for first in range(0, number, SESSION):
        row = SessionRow(id=f"s{first:08d}", reach=reach, started_at=instant(START))
        said = [
            Turn(speaker="user", content=f"Turn {place}", at=instant(START + timedelta(minutes=place)))
            for place in range(first, min(first + SESSION, number))
        ]
        with store.transaction(durable=False):
            store.sessions.begin(row)
            store.sessions.journal(row.id, said)
    return reach


def put(store: Store, matrix: np.ndarray) -> float:
    """Store a vector for each turn; gives how many per second, reading what is missing not counted."""
    vectors, spent, last = store.vectors(), 0.0, None
    while missing := vectors.missing(MODEL, None, BATCH, after=last):
        rows = [(one, matrix[int(one.text.split()[-1])].tobytes()) for one in missing]
        start = time.perf_counter()
        vectors.put(MODEL, matrix.shape[1], rows)
        spent += time.perf_counter() - start
        last = missing[-1]
    return len(matrix) / spent


def milliseconds(ask: Callable[[np.ndarray], object], questions: np.ndarray) -> list[float]:
    taken = []
    for question in questions:
        start = time.perf_counter()
        ask(question)
        taken.append((time.perf_counter() - start) * 1000)
    return sorted(taken)


def figures(taken: list[float]) -> dict[str, float]:
    return {
        "p50_ms": statistics.median(taken),
        "p99_ms": taken[min(len(taken) - 1, round(len(taken) * 0.99))],
    }


def place_of(ref: str) -> int:
    session, _, position = ref.partition("/")
    return int(session[1:]) + int(position)


def measure(url: str, index: str, reach: Reach, matrix: np.ndarray, questions: np.ndarray) -> dict[str, Any]:
    store = open_store(url)
    try:
        start = time.perf_counter()
        vectors = store.vectors(index, lambda rows: chroma.open_vector_index(index, rows))

        def ask(question: np.ndarray, where: SearchFilter = TURNS) -> list[int]:
            near = vectors.nearest(MODEL, question.tobytes(), where, reach.ids, NEAREST)
            return [place_of(one.ref) for one in near]

        ask(questions[0])
        first = (time.perf_counter() - start) * 1000
        old = SearchFilter(
            layers=(), turns=True, until=instant(START + timedelta(minutes=len(matrix) // 100))
        )
        hits = [
            len(set(ask(question)[:10]) & set(np.argsort(-(matrix @ question))[:10].tolist()))
            for question in questions[:50]
        ]
        return {
            "first_ms": first,
            **figures(milliseconds(ask, questions)),
            "old_p50_ms": figures(milliseconds(lambda question: ask(question, old), questions[:15]))[
                "p50_ms"
            ],
            "found": sum(hits) / (10 * len(hits)),
        }
    finally:
        store.close()


def run(size: int, dims: int, asked: int, indexes: Sequence[str]) -> dict[str, Any]:
    matrix, questions = made(size, dims, 1), made(asked, dims, 2)
    plain = milliseconds(lambda question: np.argpartition(-(matrix @ question), NEAREST)[:NEAREST], questions)
    result: dict[str, Any] = {"size": size, "dims": dims, "plain": figures(plain), "indexes": {}}
    with tempfile.TemporaryDirectory() as folder:
        url = str(Path(folder) / "memory.db")
        store = open_store(url)
        reach = fill(store, size)
        result["put_per_s"] = put(store, matrix)
        result["file_mb"] = Path(url).stat().st_size / 1e6
        store.close()
        for index in indexes:
            try:
                result["indexes"][index] = measure(url, index, reach, matrix, questions)
                print(f"{size:,} × {dims}: {index} done", file=sys.stderr)
            except StoreError as error:
                print(error, file=sys.stderr)
    for one in result["indexes"].values():
        one["ratio"] = one["p50_ms"] / result["plain"]["p50_ms"]
    return result


def versions() -> str:
    found = [
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        f"{os.cpu_count()} cores",
    ]
    for package in ("numpy", "sqlite-vec", "chromadb"):
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def table(results: list[dict[str, Any]]) -> str:
    lines = [
        "| vectors × dims | index | put/s | first ms | p50 ms | p99 ms | old p50 ms | × plain numpy | found |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for result in results:
        what = f"| {result['size']:,} × {result['dims']} |"
        plain = result["plain"]
        lines.append(
            f"{what} plain numpy | | | {plain['p50_ms']:.1f} | {plain['p99_ms']:.1f} | | 1.0 | 1.00 |"
        )
        for name, one in result["indexes"].items():
            lines.append(
                f"{what} {name} | {result['put_per_s']:,.0f} | {one['first_ms']:,.0f} | {one['p50_ms']:.1f} | "
                f"{one['p99_ms']:.1f} | {one['old_p50_ms']:.1f} | {one['ratio']:.1f} | {one['found']:.2f} |"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="10000,100000")
    parser.add_argument("--dims", type=int, default=256)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--index", action="append", choices=INDEXES, help="default: all")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    indexes = asked.index or INDEXES
    results = [run(int(size), asked.dims, asked.questions, indexes) for size in asked.sizes.split(",")]
    print(
        json.dumps({"versions": versions(), "results": results})
        if asked.json
        else f"{versions()}\n\n{table(results)}"
    )


if __name__ == "__main__":
    main()
