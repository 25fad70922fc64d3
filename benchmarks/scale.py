"""Cost of finding against the store's size: ``python -m benchmarks.scale [--sizes N,…] [--json]``.

Synthetic stores (`benchmarks.zipfian`), known-item questions: four words of a stored document that are no stop words,
and two other words, in any order. The archive is searched always. Three sweeps:

- size: the user who asks owns nine documents in ten, ten others the rest
- scopes: 1 to 1,000 users with 300 documents each, one of them asks
- share: 100,000 documents, of which the user who asks owns 1, 10, 50 or 90 in a hundred

``find`` is `SessionView.find_passages`, from the question to ranked passages; ``store`` is the planning and the two
searches for candidates in it; ``prompt`` (in the size sweep) is the whole prompt path by default settings, receipt
included; ``fts5`` is naive FTS5 on the same file: any of the words, ORDER BY rank LIMIT 10. Times are in
milliseconds: ``cpu`` is the thread's processor time, ``wall`` what a clock on the wall shows, on whatever the machine
is busy with besides. ``--keep DIR`` keeps the stores there and takes those that are there already.
"""

from __future__ import annotations

import argparse
import json
import platform
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.zipfian import AGENT, BLOCK, HOUSE, Words, build
from tiermem import Memory
from tiermem.engine.recall.candidates import MEASURED, favour, plan
from tiermem.engine.recall.query import understand
from tiermem.store.contract import SearchFilter
from tiermem.text import STOP_WORDS

SIZES = (10_000, 100_000, 1_000_000)
SCOPES = (1, 10, 100, 1_000)
SHARES = (1, 10, 50, 90)
OWN, TOTAL = 300, 100_000
ASKER = "asker"
CONFIG = """\
agents:
  {agent}:
    tools:
      - type: memory
        scope: {{house: {house}, user: {user}}}
{recall}"""
DEADLINE_MS = 900
"""Longer than any question takes, and short enough for a store to read in one transaction, as with the default."""
ALWAYS = f"        recall: {{archive: always, deadline_ms: {DEADLINE_MS}}}\n"

Question = tuple[str, str]
"""Words, and the ref of the document that they are from."""


def questions(path: Path, count: int, seed: int = 11, *, user: str = ASKER) -> list[Question]:
    """Known-item questions about documents of the user who asks."""
    words = Words(seed)
    with closing(sqlite3.connect(path)) as connection:
        documents = _documents(connection, words, user)
        return [next(documents) for _ in range(count)]


def _documents(connection: sqlite3.Connection, words: Words, user: str) -> Iterator[Question]:
    (asker,) = connection.execute(
        "SELECT id FROM scopes WHERE kind = 'user' AND name = ?", (user,)
    ).fetchone()
    (first, last) = connection.execute(
        "SELECT min(id), max(id) FROM documents WHERE scope_id = ?", (asker,)
    ).fetchone()
    read = (
        "SELECT d.content, coalesce(d.entry_id, t.session_id || '/' || t.position) FROM documents d "
        "LEFT JOIN turns t ON t.id = d.turn_id WHERE d.id >= ? AND d.scope_id = ? ORDER BY d.id LIMIT 1"
    )
    while True:
        text, ref = connection.execute(read, (words.random.randint(first, last), asker)).fetchone()
        own = [word for word in dict.fromkeys(text.split()) if word not in STOP_WORDS]
        if len(own) >= 4:
            asked = [*words.random.sample(own, 4), *words.telling(2)]
            words.random.shuffle(asked)
            yield " ".join(asked), ref


def timed(
    run: Callable[[str], object], asked: Sequence[Question], beside: Callable[[], float] = lambda: 0.0
) -> dict[str, dict[str, float]]:
    """Percentiles of a run over the questions; the first ten are asked before, to warm up.

    Args:
        run: Called with the words of each question.
        asked: The questions.
        beside: Returns the seconds of processor time that a server has used.
    """
    for text, _ in asked[:10]:
        run(text)
    cpu, wall = [], []
    for text, _ in asked[10:]:
        # Asking for the server's time takes some of the thread's: it is outside of what is measured.
        began, started = beside() + time.thread_time(), time.perf_counter()
        run(text)
        cpu.append((time.thread_time() + beside() - began) * 1000)
        wall.append((time.perf_counter() - started) * 1000)
    return {"cpu": _percentiles(cpu), "wall": _percentiles(wall)}


def _percentiles(taken: list[float]) -> dict[str, float]:
    taken.sort()
    return {
        f"p{share}": round(taken[min(len(taken) * share // 100, len(taken) - 1)], 2) for share in (50, 95, 99)
    }


def opened(store: Path | str, folder: Path, recall: str, *, user: str = ASKER) -> Memory:
    config = folder / "agent.yaml"
    config.write_text(CONFIG.format(agent=AGENT, house=HOUSE, user=user, recall=recall), encoding="utf-8")
    return Memory.open(config, store=str(store))


def measure(path: Path, count: int, *, prompts: bool) -> dict[str, Any]:
    """All figures of one store."""
    asked = questions(path, count + 10)
    with tempfile.TemporaryDirectory() as name:
        with opened(path, Path(name), ALWAYS) as memory:
            figures = finding(memory, asked)
        if prompts:
            with opened(path, Path(name), "") as memory, memory.session() as session:
                figures["prompt"] = timed(session.on_prompt, asked)
    figures["fts5"] = _measure_baseline(path, asked)
    figures["mb"] = round(path.stat().st_size / 1e6, 1)
    return figures


def finding(
    memory: Memory, asked: Sequence[Question], beside: Callable[[], float] = lambda: 0.0
) -> dict[str, Any]:
    """The figures of finding: of the store's share and of all of it, and the share of documents found."""
    search, scopes = memory._engine.store.search, memory.reach().ids  # noqa: SLF001 a benchmark may look inside
    tiers: Any = ("memory", "user")
    entries = SearchFilter(layers=("L1",), tiers=tiers)
    archive = SearchFilter(layers=("L2",), tiers=tiers, turns=True)

    def candidates(text: str) -> None:
        query = understand(text)
        with memory._engine.store.deadline(DEADLINE_MS / 1000, "finding"):  # noqa: SLF001
            terms = plan(query.words, search, scopes)
            for where in (entries, archive):
                search.candidates(terms, where, scopes, MEASURED, favour(query))

    asker = memory.preview()
    found: dict[str, list[str]] = {}

    def find(text: str) -> None:
        found[text] = [passage.ref for passage in asker.view.find_passages(text).passages[:10]]

    # Different questions for both: a word is counted once.
    half = len(asked) // 2
    figures: dict[str, Any] = {
        "store": timed(candidates, asked[:half], beside),
        "find": timed(find, asked[half:], beside),
    }
    for text, _ in asked[:half]:
        find(text)
    hits = sum(ref in found[text] for text, ref in asked)
    return figures | {"hit@10": round(hits / len(asked), 4)}


def _measure_baseline(path: Path, asked: Sequence[Question]) -> dict[str, dict[str, float]]:
    with closing(sqlite3.connect(path)) as connection:
        statement = "SELECT rowid FROM documents_fts WHERE documents_fts MATCH ? ORDER BY rank LIMIT 10"

        def find(text: str) -> None:
            connection.execute(statement, (" OR ".join(f'"{word}"' for word in text.split()),)).fetchall()

        return timed(find, asked[:60])


class Stores:
    """The stores of the sweeps, made when they are asked for.

    Attributes:
        rates: File name → documents a second that its making took, where it was made now.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.rates: dict[str, float] = {}

    def get(self, name: str, users: Mapping[str, int]) -> Path:
        path = self._folder / f"{name}.db"
        if not path.exists():
            started = time.perf_counter()
            making = path.with_suffix(".making")
            making.unlink(missing_ok=True)
            build(making, users)
            making.rename(path)
            self.rates[name] = round(sum(users.values()) / (time.perf_counter() - started))
        return path

    def of_size(self, size: int) -> Path:
        others = {f"other{number}": max(size // 100 // BLOCK, 1) * BLOCK for number in range(10)}
        return self.get(f"size{size}", {ASKER: size - sum(others.values())} | others)

    def of_scopes(self, scopes: int) -> Path:
        return self.get(f"scopes{scopes}", {ASKER: OWN} | {f"other{n}": OWN for n in range(scopes - 1)})

    def of_share(self, share: int) -> Path:
        own = TOTAL * share // 100
        others = (TOTAL - own) // 10 // BLOCK * BLOCK
        return self.get(f"share{share}", {ASKER: own} | {f"other{number}": others for number in range(10)})


def run(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """All the sweeps: sweep → its value → figures."""
    stores, count = Stores(folder), options.questions
    sizes = [int(size) for size in options.sizes.split(",")]
    results: dict[str, Any] = {
        "size": {size: measure(stores.of_size(size), count, prompts=True) for size in sizes}
    }
    if not options.only_sizes:
        results["scopes"] = {n: measure(stores.of_scopes(n), count, prompts=False) for n in SCOPES}
        results["share"] = {n: measure(stores.of_share(n), count, prompts=False) for n in SHARES}
    return results | {
        "built_per_second": stores.rates,
        "versions": {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version},
    }


def show(results: Mapping[str, Any]) -> None:
    """The figures as tables."""
    for sweep in ("size", "scopes", "share"):
        for value, figures in results.get(sweep, {}).items():
            print(f"{sweep} {value:,}: hit@10 {100 * figures['hit@10']:.1f} %, {figures['mb']} MB")
            for name in ("store", "find", "prompt", "fts5"):
                for clock, taken in figures.get(name, {}).items():
                    ratio = taken["p99"] / figures["fts5"][clock]["p99"]
                    shown = " ".join(f"{key} {ms:8.2f}" for key, ms in taken.items())
                    print(f"  {name:7}{clock:5}{shown}   p99 {ratio:.2f} × naive FTS5")
    print(f"documents built a second: {results['built_per_second']}  {results['versions']}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="documents, comma-separated")
    parser.add_argument("--questions", type=int, default=300, help="of each store")
    parser.add_argument("--only-sizes", action="store_true", help="the first sweep alone")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the stores there")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        results = run(options, folder)
    if options.json:
        print(json.dumps(results, indent=2))
    else:
        show(results)


if __name__ == "__main__":
    main()
