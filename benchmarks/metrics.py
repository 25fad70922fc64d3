"""Measures of retrieval, each the mean over queries of a value from 0 to 1.

recall@k is the share of the evidence among the first k, any@k whether any of it is, ndcg@k Järvelin and
Kekäläinen's gain with binary relevance, mrr the reciprocal rank of the first in all that was given, p@5 precision.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.data_sets import Data

Ranking = Sequence[str]


def of_query(ranking: Ranking, relevant: frozenset[str]) -> dict[str, float]:
    """All measures of one query."""
    hits = [document in relevant for document in ranking]
    found = {f"recall@{k}": sum(hits[:k]) / len(relevant) for k in (5, 10, 20)}
    found |= {f"any@{k}": float(any(hits[:k])) for k in (1, 5, 10)}
    found |= {f"ndcg@{k}": _ndcg(hits, k, len(relevant)) for k in (5, 10)}
    first = next((place for place, hit in enumerate(hits, start=1) if hit), None)
    return found | {"mrr": 1 / first if first else 0.0, "p@5": sum(hits[:5]) / 5}


def _ndcg(hits: Sequence[bool], k: int, relevant: int) -> float:
    gain = sum(1 / math.log2(place + 2) for place, hit in enumerate(hits[:k]) if hit)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(relevant, k)))
    return gain / ideal


def mean(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each measure."""
    return {name: round(sum(row[name] for row in rows) / len(rows), 4) for name in rows[0]} if rows else {}


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """p50, p95 and p99, nearest rank."""
    ranked = sorted(values)
    return {
        f"p{share}": round(ranked[min(math.ceil(share / 100 * len(ranked)), len(ranked)) - 1], 3)
        for share in (50, 95, 99)
    }


class Scores:
    """One system's measures, gathered over data sets.

    A session's rank is that of its best document, so that the sessions need a deep ranking of documents.
    """

    def __init__(self) -> None:
        self.rows: list[dict[str, float]] = []
        self.by_category: dict[str, list[dict[str, float]]] = defaultdict(list)
        self.sessions: list[dict[str, float]] = []
        self.taken: list[float] = []

    def add(self, data: Data, rankings: Mapping[str, Ranking], taken: Sequence[float]) -> None:
        """Take in what a system gave on a data set; *taken* is in milliseconds."""
        session_of = {row["_id"]: str(row["metadata"]["session"]) for row in data.corpus}
        for query in data.queries:
            ranking, relevant = rankings[query["_id"]], data.relevant[query["_id"]]
            row = of_query(ranking, relevant)
            self.rows.append(row)
            self.by_category[str(query["metadata"].get("category"))].append(row)
            by_session = list(dict.fromkeys(session_of[document] for document in ranking))
            wanted = frozenset(session_of[document] for document in relevant if document in session_of)
            if wanted:
                self.sessions.append(of_query(by_session, wanted))
        self.taken += taken

    def summary(self) -> dict[str, Any]:
        """Return a system's part of the JSON output."""
        by_session = mean(self.sessions)
        return mean(self.rows) | {
            "session_recall@5": by_session.get("recall@5"),
            "session_recall@10": by_session.get("recall@10"),
            "session_any@10": by_session.get("any@10"),
            "categories": {
                name: mean(rows) | {"queries": len(rows)} for name, rows in sorted(self.by_category.items())
            },
            "latency_ms": percentiles(self.taken) if self.taken else {},
        }
