"""Recall on any data set in the BEIR layout, beside baselines: ``python -m benchmarks.recall PATH [--json]``.

PATH is a data set (``corpus.jsonl``, ``queries.jsonl``, ``qrels/test.tsv``) or a folder of them, each one user's
memory (see ``benchmarks.convert``). The documents go through the product's own journal and store, the questions
through its own recall, archive forced and display budgets off. The latency is that of finding and ranking.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks import metrics
from tiermem import Memory, Turn
from tiermem.text import STOP_WORDS, words
from tiermem.values import instant

DEPTH = 20
CONFIG = """\
agents:
  benchmark:
    tools:
      - type: memory
        recall: {archive: always, deadline_ms: 60000}
        gap_fill: {enabled: false}
"""
START = datetime.fromisoformat("2024-01-01T00:00:00+00:00")


@dataclass(frozen=True)
class Data:
    """A data set as read."""

    name: str
    corpus: list[dict[str, Any]]
    queries: list[dict[str, Any]]
    relevant: dict[str, frozenset[str]]


def read(folder: Path) -> Data:
    """Read one data set; queries without evidence are left out."""
    relevant: dict[str, set[str]] = defaultdict(set)
    for line in (folder / "qrels" / "test.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        query, document, score = line.split("\t")
        if float(score) > 0:
            relevant[query].add(document)
    corpus, queries = (
        [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        for name in ("corpus", "queries")
    )
    return Data(
        folder.name,
        corpus,
        [query for query in queries if relevant[query["_id"]]],
        {query: frozenset(documents) for query, documents in relevant.items()},
    )


def data_sets(path: Path) -> list[Data]:
    """All data sets under a path."""
    folders = (
        [path]
        if (path / "corpus.jsonl").exists()
        else sorted(file.parent for file in path.glob("*/corpus.jsonl"))
    )
    return [read(folder) for folder in folders]


def sessions(data: Data) -> Iterator[tuple[str, list[Turn]]]:
    """The corpus as sessions of turns; a session without a date comes an hour after the one before."""
    rows = sorted(data.corpus, key=lambda row: (_number(row), row["metadata"]["position"]))
    now = START
    for session, group in groupby(rows, key=lambda row: str(row["metadata"]["session"])):
        turns = []
        for row in group:
            metadata = row["metadata"]
            if metadata.get("date"):
                said = datetime.fromisoformat(metadata["date"])
                now = said if said.tzinfo else said.replace(tzinfo=START.tzinfo)
            speaker = metadata["role"] if metadata["role"] in ("user", "assistant", "tool") else "user"
            turns.append(
                Turn(
                    speaker=speaker,
                    name=metadata.get("speaker"),
                    content=row["text"],
                    at=instant(now),
                    external_id=row["_id"],
                )
            )
        yield session, turns


def _number(row: dict[str, Any]) -> tuple[int, str]:
    session = str(row["metadata"]["session"])
    return (int(session) if session.isdigit() else 0, session)


def run_tiermem(data: Data, folder: Path) -> tuple[dict[str, list[str]], list[float]]:
    """Query id → ranked document ids, and the milliseconds of each query."""
    config = folder / "agent.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    documents: dict[str, str] = {}
    rankings, taken = {}, []
    with Memory.open(config, store=str(folder / f"{data.name}.db")) as memory:
        for name, turns in sessions(data):
            session = memory.session(f"{data.name}-{name}")
            session.on_turn_end(turns=turns)
            for turn in session.turns():
                documents[turn.ref] = turn.external_id or ""
        asker = memory.preview()
        for query in data.queries:
            start = time.perf_counter()
            passages = asker.find_passages(query["text"])
            taken.append((time.perf_counter() - start) * 1000)
            rankings[query["_id"]] = [documents[passage.ref] for passage in passages][:DEPTH]
    return rankings, taken


def run_fts5(data: Data) -> tuple[dict[str, list[str]], list[float]]:
    """The naive baseline: FTS5 with porter, the question's words without stop words, quoted, joined by OR."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE f USING fts5(text, tokenize='porter unicode61')")
    connection.executemany("INSERT INTO f VALUES (?)", [(row["text"],) for row in data.corpus])
    rankings, taken = {}, []
    for query in data.queries:
        start = time.perf_counter()
        asked = [word for word in words(query["text"]) if word not in STOP_WORDS] or words(query["text"])
        match = " OR ".join(f'"{word}"' for word in asked)
        found = (
            connection.execute(
                "SELECT rowid FROM f WHERE f MATCH ? ORDER BY rank LIMIT ?", (match, DEPTH)
            ).fetchall()
            if match
            else []
        )
        taken.append((time.perf_counter() - start) * 1000)
        rankings[query["_id"]] = [data.corpus[row[0] - 1]["_id"] for row in found]
    return rankings, taken


def run_bm25s(data: Data) -> tuple[dict[str, list[str]], list[float]]:
    """BM25 by bm25s, with snowball stems and its English stop words."""
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")
    index = bm25s.BM25()
    texts = [row["text"] for row in data.corpus]
    index.index(
        bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False
    )
    rankings, taken = {}, []
    for query in data.queries:
        start = time.perf_counter()
        tokens = bm25s.tokenize([query["text"]], stopwords="en", stemmer=stemmer, show_progress=False)
        found, _ = index.retrieve(tokens, k=min(DEPTH, len(texts)), show_progress=False)
        taken.append((time.perf_counter() - start) * 1000)
        rankings[query["_id"]] = [data.corpus[place]["_id"] for place in found[0]]
    return rankings, taken


class Scores:
    """Measures gathered over data sets."""

    def __init__(self) -> None:
        self.rows: list[dict[str, float]] = []
        self.by_category: dict[str, list[dict[str, float]]] = defaultdict(list)
        self.sessions: list[dict[str, float]] = []
        self.taken: list[float] = []

    def add(self, data: Data, rankings: dict[str, list[str]], taken: list[float]) -> None:
        session_of = {row["_id"]: str(row["metadata"]["session"]) for row in data.corpus}
        for query in data.queries:
            relevant = data.relevant[query["_id"]]
            row = metrics.of_query(rankings[query["_id"]], relevant)
            self.rows.append(row)
            self.by_category[str(query["metadata"].get("category"))].append(row)
            by_session = list(dict.fromkeys(session_of[document] for document in rankings[query["_id"]]))
            wanted = frozenset(session_of[document] for document in relevant if document in session_of)
            if wanted:
                self.sessions.append(metrics.of_query(by_session, wanted))
        self.taken += taken

    def summary(self) -> dict[str, Any]:
        return metrics.mean(self.rows) | {
            "session_recall@10": metrics.mean(self.sessions).get("recall@10"),
            "categories": {
                name: metrics.mean(rows) | {"queries": len(rows)}
                for name, rows in sorted(self.by_category.items())
            },
            "latency_ms": metrics.percentiles(self.taken) if self.taken else {},
        }


def measure(found: list[Data], baselines: bool) -> dict[str, Any]:
    """All systems on all data sets."""
    ours, fts5, bm25 = Scores(), Scores(), Scores()
    for data in found:
        with tempfile.TemporaryDirectory() as folder:
            ours.add(data, *run_tiermem(data, Path(folder)))
        if baselines:
            fts5.add(data, *run_fts5(data))
            bm25.add(data, *run_bm25s(data))
    results: dict[str, Any] = {"queries": len(ours.rows), "tiermem": ours.summary()}
    if baselines:
        results["baselines"] = {"fts5": fts5.summary(), "bm25s": bm25.summary()}
    return results


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--only", help="data sets by name, comma-separated")
    parser.add_argument("--no-baselines", action="store_true")
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else None
    found = [data for data in data_sets(options.path) if wanted is None or data.name in wanted]
    results = measure(found, baselines=not options.no_baselines)
    if options.json:
        print(json.dumps(results, indent=2))
        return
    columns = ("recall@5", "recall@10", "recall@20", "any@5", "ndcg@10", "mrr", "session_recall@10")
    print(f"{results['queries']} queries{'':12}{''.join(f'{name:>19}' for name in columns)}   p50/p95/p99 ms")
    for name, row in {"tiermem": results["tiermem"], **results.get("baselines", {})}.items():
        latency = "/".join(str(value) for value in row["latency_ms"].values())
        print(f"{name:24}{''.join(f'{100 * (row[column] or 0):19.1f}' for column in columns)}   {latency}")
    for name, row in results["tiermem"]["categories"].items():
        print(
            f"  {name:22}{''.join(f'{100 * row.get(column, 0):19.1f}' for column in columns[:-1])}   n={row['queries']}"
        )


if __name__ == "__main__":
    main()
