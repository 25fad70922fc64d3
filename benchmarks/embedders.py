"""Embedding models on any data set in the BEIR layout: ``python -m benchmarks.embedders PATH --model NAME``.

Measured: the model alone, and fused with tiermem's own ranking. Fused is z(ranking) + weight x z(similarity) over the
union of what tiermem found and the 100 most similar documents; a document that tiermem did not find has the lowest of
its scores. The variants differ in what is embedded: the text or "NAME: text"; and in how much of the neighbouring
turns' similarity is added. The names of the people who spoke are left out of the question that is embedded.

Each model's package is installed by the one who measures (`MODELS` names it), best in an environment of its own.
Set OMP_NUM_THREADS=1. ``--cache FOLDER`` keeps tiermem's rankings and the vectors between runs.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import metrics
from benchmarks.data_sets import Data, data_sets, sessions
from benchmarks.encoders import MODELS, Encode
from benchmarks.systems import CONFIG
from tiermem import Memory

DENSE = 100
"""The most similar documents that join the candidates."""
WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0)
NEIGHBOURS = (0.0, 0.25, 0.5, 0.75)
"""Share of each neighbouring turn's similarity that is added to a turn's own."""
BATCH = 64


@dataclass(frozen=True)
class Variant:
    """One way to embed and to fuse."""

    named: bool
    neighbours: float
    weight: float | None
    """None for the model alone."""

    def __str__(self) -> str:
        text = "NAME: text" if self.named else "text"
        return f"{text}, neighbours {self.neighbours}, " + (
            "alone" if self.weight is None else f"weight {self.weight}"
        )


@dataclass
class Ranked:
    """What tiermem finds in one data set: the documents in order, and per query their places and scores."""

    data: Data
    documents: list[dict[str, Any]]
    found: list[dict[int, float]]


def run_tiermem(data: Data, cache: Path) -> Ranked:
    """The rankings of tiermem with their scores; kept in *cache*."""
    documents = [
        {"_id": turn.external_id, "text": turn.content, "name": turn.name, "session": session}
        for session, turns in sessions(data)
        for turn in turns
    ]
    place = {document["_id"]: number for number, document in enumerate(documents)}
    kept = cache / f"{data.name}.json"
    if not kept.exists():
        kept.write_text(json.dumps(_found(data)), encoding="utf-8")
    rows = json.loads(kept.read_text(encoding="utf-8"))
    found = [{place[document]: score for document, score in rows[query["_id"]]} for query in data.queries]
    return Ranked(data, documents, found)


def _found(data: Data) -> dict[str, list[tuple[str, float]]]:
    rows = {}
    with tempfile.TemporaryDirectory() as name:
        config = Path(name) / "agent.yaml"
        config.write_text(CONFIG, encoding="utf-8")
        with Memory.open(config, store=str(Path(name) / "store.db")) as memory:
            documents: dict[str, str] = {}
            for session_name, turns in sessions(data):
                session = memory.session(f"{data.name}-{session_name}")
                session.on_turn_end(turns=turns)
                documents |= {turn.ref: turn.external_id or "" for turn in session.turns()}
            asker = memory.preview()
            for query in data.queries:
                passages = asker.view.find_passages(query["text"]).passages
                rows[query["_id"]] = [(documents[passage.ref], passage.score) for passage in passages]
    return rows


def without_names(text: str, names: Sequence[str]) -> str:
    """A question without the names of the people who spoke; as it is where nothing would be left."""
    words = {word for name in names for word in name.split()}
    stripped = text
    for word in words:
        stripped = re.sub(rf"\b{re.escape(word)}(?:['’]s)?\b", " ", stripped, flags=re.IGNORECASE)
    return " ".join(stripped.split()) if re.search(r"\w", stripped) else text


def _unit(rows: Any) -> Any:
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(norms > 0, norms, 1)


class Vectors:
    """The vectors of a model, made when first asked for and kept in a folder; and how long that took."""

    def __init__(self, model: str, encode: Encode, cache: Path) -> None:
        self._model, self._encode, self._cache = model, encode, cache
        self.documents, self.seconds = 0, 0.0
        self.query_ms: list[float] = []

    def of_documents(self, ranked: Ranked, named: bool) -> Any:
        texts = [f"{d['name']}: {d['text']}" if named and d["name"] else d["text"] for d in ranked.documents]
        kept = self._cache / f"{ranked.data.name}-{self._model}-{'named' if named else 'bare'}.npy"
        if not kept.exists():
            start = time.perf_counter()
            parts = [self._encode(texts[at : at + BATCH], "document") for at in range(0, len(texts), BATCH)]
            self.documents += len(texts)
            self.seconds += time.perf_counter() - start
            np.save(kept, _unit(np.concatenate(parts)).astype(np.float32))
        return np.load(kept)

    def of_queries(self, ranked: Ranked, stripped: bool) -> Any:
        names = sorted({d["name"] for d in ranked.documents if d["name"]})
        asked = [query["text"] for query in ranked.data.queries]
        texts = [without_names(text, names) for text in asked] if stripped else asked
        kept = self._cache / f"{ranked.data.name}-{self._model}-q{'s' if stripped else ''}.npy"
        if not kept.exists():
            rows = []
            for text in texts:
                start = time.perf_counter()
                rows.append(self._encode([text], "query")[0])
                self.query_ms.append((time.perf_counter() - start) * 1000)
            np.save(kept, _unit(np.array(rows)).astype(np.float32))
        return np.load(kept)


def similarities(ranked: Ranked, vectors: Any, queries: Any, neighbours: float) -> Any:
    """Per query the similarity of every document, with a share of that of its neighbours in the session."""
    own = queries @ vectors.T
    if not neighbours:
        return own
    session = [document["session"] for document in ranked.documents]
    joined = np.array([a == b for a, b in pairwise(session)], dtype=np.float32)
    total = own.copy()
    total[:, 1:] += neighbours * own[:, :-1] * joined
    total[:, :-1] += neighbours * own[:, 1:] * joined
    return total


def ranking(found: dict[int, float], similar: Any, weight: float | None) -> list[int]:
    """The 20 best documents."""
    if weight is None:
        return [int(place) for place in np.argsort(-similar)[:20]]
    nearest = np.argpartition(-similar, min(DENSE, len(similar) - 1))[:DENSE] if weight else []
    union = list(dict.fromkeys([*found, *(int(place) for place in nearest)]))
    if not union:
        return []
    least = min(found.values(), default=0.0)
    total = _z([found.get(place, least) for place in union]) + weight * _z(similar[union])
    return [union[place] for place in np.argsort(-total, kind="stable")[:20]]


def _z(values: Any) -> Any:
    row = np.asarray(values, dtype=np.float64)
    spread = row.std()
    return (row - row.mean()) / spread if spread else row * 0


def measure(
    sets: Sequence[Ranked], vectors: Vectors, variant: Variant, stripped: bool = True
) -> dict[str, float]:
    """The mean measures of one variant over data sets."""
    rows = []
    for ranked in sets:
        similar = similarities(
            ranked,
            vectors.of_documents(ranked, variant.named),
            vectors.of_queries(ranked, stripped),
            variant.neighbours,
        )
        for number, query in enumerate(ranked.data.queries):
            best = ranking(ranked.found[number], similar[number], variant.weight)
            names = [ranked.documents[place]["_id"] for place in best]
            rows.append(metrics.of_query(names, ranked.data.relevant[query["_id"]]))
    return metrics.mean(rows)


def variants(weights: Sequence[float | None]) -> Iterator[Variant]:
    """All of them for some weights."""
    for named in (False, True):
        for neighbours in NEIGHBOURS:
            for weight in weights:
                yield Variant(named, neighbours, weight)


def choose(sets: Sequence[Ranked], vectors: Vectors, weights: Sequence[float | None]) -> Variant:
    """The variant with the best sum of recall@10 and NDCG@10."""

    def worth(variant: Variant) -> float:
        measures = measure(sets, vectors, variant)
        return measures["recall@10"] + measures["ndcg@10"]

    return max(variants(weights), key=worth)


def _line(name: str, measures: dict[str, float]) -> str:
    columns = ("recall@5", "recall@10", "recall@20", "any@5", "ndcg@10", "mrr")
    return f"{name:60}" + "".join(f"{100 * measures[column]:8.1f}" for column in columns)


def report(
    chosen_on: Sequence[Ranked], judged_on: Sequence[Ranked], vectors: Vectors
) -> dict[str, dict[str, float]]:
    """What is printed: name of a row → measures."""
    alone, fused = choose(chosen_on, vectors, (None,)), choose(chosen_on, vectors, WEIGHTS)
    rows = {}
    for place, sets in (("chosen on", chosen_on), ("judged on", judged_on)):
        if sets:
            rows[f"{place}: tiermem"] = measure(sets, vectors, replace(fused, weight=0.0))
            rows[f"{place}: {alone}, names kept"] = measure(sets, vectors, alone, stripped=False)
            rows[f"{place}: {alone}"] = measure(sets, vectors, alone)
            rows[f"{place}: {fused}"] = measure(sets, vectors, fused)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--model", choices=sorted(MODELS), required=True)
    parser.add_argument(
        "--choose-on", help="data sets by name, comma-separated; the others judge. All by default."
    )
    parser.add_argument("--only", help="data sets by name, comma-separated")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        cache = options.cache or Path(name)
        cache.mkdir(parents=True, exist_ok=True)
        only = options.only.split(",") if options.only else None
        found = [data for data in data_sets(options.path) if only is None or data.name in only]
        wanted = options.choose_on.split(",") if options.choose_on else [data.name for data in found]
        sets = [run_tiermem(data, cache) for data in found]
        load: Callable[[], Encode] = MODELS[options.model]
        vectors = Vectors(options.model, load(), cache)
        rows = report(
            [one for one in sets if one.data.name in wanted],
            [one for one in sets if one.data.name not in wanted],
            vectors,
        )
    speed = {
        "documents_per_second": round(vectors.documents / vectors.seconds, 1) if vectors.seconds else None,
        "query_ms": metrics.percentiles(vectors.query_ms) if vectors.query_ms else None,
    }
    if options.json:
        print(json.dumps({"model": options.model, "rows": rows, "speed": speed}, indent=2))
        return
    print(f"{options.model:60}     R@5    R@10    R@20   any@5 NDCG@10     MRR")
    for name, measures in rows.items():
        print(_line(name, measures))
    print(speed)


if __name__ == "__main__":
    main()
