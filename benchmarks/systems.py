"""The systems that are measured: tiermem, naive FTS5, and BM25 by bm25s.

Each takes a data set and gives the ranked document ids of each query, best first, and each query's milliseconds.
The baselines give the first ``DEPTH`` documents, tiermem gives all that its ranking gives, up to as many.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.data_sets import Data, end_of, entries, sessions
from tiermem import Memory
from tiermem.text import STOP_WORDS, words

DEPTH = 100
"""Documents per query that are looked at: enough that the sessions behind them are a ranking of their own."""

CONFIG = """\
agents:
  benchmark:
    tools:
      - type: memory
        recall: {archive: always, deadline_ms: 60000}
        gap_fill: {enabled: false}
"""
VECTORS = CONFIG + "        vectors: {enabled: true}\n"
"""The same with the local embedding model."""

Run = tuple[dict[str, list[str]], list[float]]
"""Query id → ranked document ids, and the milliseconds of each query."""


@contextmanager
def filled(
    data: Data, folder: Path, config: str = CONFIG, *, store: str | None = None, url: str | None = None
) -> Iterator[tuple[Memory, dict[str, str]]]:
    """Yield a memory that holds a data set, through the product's own journal and gate, and ref → document id.

    Its clock stands a day after the last document, so that "last week" is the week that the data knows. In a *store*
    that other data sets share, each is the memory of a user of its own; *url* is its place, where that is no file.
    """
    path, now = folder / "agent.yaml", end_of(data)
    owner = f"        scope: {{user: {data.name}}}\n" if store else ""
    path.write_text(config + owner, encoding="utf-8")
    documents: dict[str, str] = {}
    place = url or str(folder / f"{store or data.name}.db")
    with Memory.open(path, store=place, clock=lambda: now) as memory:
        for name, turns in sessions(data):
            session = memory.session(f"{data.name}-{name}")
            session.on_turn_end(turns=turns)
            documents |= {turn.ref: turn.external_id or "" for turn in session.turns()}
        person = memory.entries()
        for document, fields in entries(data):
            written = person.add(person.draft(**fields), allow_same_subject=True)
            documents[written.entry.id] = document
        yield memory, documents


def run_tiermem(data: Data, folder: Path, config: str = CONFIG) -> Run:
    """The product's own journal, store and recall; its files are in *folder*. Vectors are made before it is asked."""
    with filled(data, folder, config) as (memory, documents):
        if memory.settings.vectors.enabled:
            memory.maintenance.embed()
        return _asked(data, memory, documents)


def run_together(found: Sequence[Data], folder: Path, url: str | None = None) -> Iterator[tuple[Data, Run]]:
    """Yield what each data set's user is given in one store that holds the memories of all: a file, or at a URL."""
    with ExitStack() as stack:
        memories = [stack.enter_context(filled(data, folder, store="all", url=url)) for data in found]
        for data, (memory, documents) in zip(found, memories, strict=True):
            yield data, _asked(data, memory, documents)


def _asked(data: Data, memory: Memory, documents: Mapping[str, str]) -> Run:
    rankings, taken = {}, []
    asker = memory.preview()
    for query in data.queries:
        start = time.perf_counter()
        passages = asker.view.find_passages(query["text"], depth=DEPTH).passages
        taken.append((time.perf_counter() - start) * 1000)
        rankings[query["_id"]] = [documents[passage.ref] for passage in passages][:DEPTH]
    return rankings, taken


def run_fts5(data: Data) -> Run:
    """The naive baseline: FTS5 with porter, the question's words without stop words, quoted, joined by OR."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE f USING fts5(text, tokenize='porter unicode61')")
    connection.executemany("INSERT INTO f VALUES (?)", [(row["text"],) for row in data.corpus])

    def find(text: str) -> list[str]:
        asked = [word for word in words(text) if word not in STOP_WORDS] or words(text)
        match = " OR ".join(f'"{word}"' for word in asked)
        if not match:
            return []
        statement = "SELECT rowid FROM f WHERE f MATCH ? ORDER BY rank LIMIT ?"
        found = connection.execute(statement, (match, DEPTH)).fetchall()
        return [data.corpus[rowid - 1]["_id"] for (rowid,) in found]

    try:
        return _ask_all(data, find)
    finally:
        connection.close()


def run_bm25s(data: Data) -> Run:
    """BM25 by bm25s, with snowball stems and its English stop words; a document without a hit is not given."""
    import bm25s  # type: ignore[import-untyped]
    import Stemmer  # type: ignore[import-not-found]

    stemmer = Stemmer.Stemmer("english")

    def tokens(texts: Sequence[str]) -> Any:
        return bm25s.tokenize(list(texts), stopwords="en", stemmer=stemmer, show_progress=False)

    index = bm25s.BM25()
    index.index(tokens([row["text"] for row in data.corpus]), show_progress=False)
    depth = min(DEPTH, len(data.corpus))

    def find(text: str) -> list[str]:
        places, scores = index.retrieve(tokens([text]), k=depth, show_progress=False)
        return [
            data.corpus[place]["_id"] for place, score in zip(places[0], scores[0], strict=True) if score > 0
        ]

    return _ask_all(data, find)


def _ask_all(data: Data, find: Callable[[str], list[str]]) -> Run:
    rankings, taken = {}, []
    for query in data.queries:
        start = time.perf_counter()
        rankings[query["_id"]] = find(query["text"])
        taken.append((time.perf_counter() - start) * 1000)
    return rankings, taken


BASELINES: dict[str, Callable[[Data], Run]] = {"fts5": run_fts5, "bm25s": run_bm25s}
