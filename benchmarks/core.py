"""The main path's cost, as ratios to a baseline in the same run: ``python -m benchmarks.core [--json]``.

- open: a whole process that opens a memory with 1,000 entries and recalls once, to a bare ``python -c pass``
- blocks: a session's system prompt, made anew
- recall: the whole prompt path at 1,000 entries, receipt included
- add: a durable add through the gate, to the same statements in plain sqlite3 with the same durability
- size: what installing tiermem puts on the disk beyond its four dependencies
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import peewee

from tiermem import Memory

ROOT = Path(__file__).parents[1]
ENTRIES = 1_000
PEOPLE = "Alec Priya Sarah James Marta Noor Ben Ines Tomas Yuki".split()  # noqa: SIM905
THINGS = "billing export gateway staging invoice search mobile login report backup".split()  # noqa: SIM905
DOES = "owns reviews deploys documents tests plans debugs migrates monitors approves".split()  # noqa: SIM905
WHEN = "Mondays Tuesdays Wednesdays Thursdays Fridays releases incidents audits sprints demos".split()  # noqa: SIM905


def statement(number: int) -> str:
    """Return a sentence; every one of the first 10,000 is different."""
    person, thing = PEOPLE[number % 10], THINGS[number // 10 % 10]
    return f"{person} {DOES[number // 100 % 10]} the {thing} service on {WHEN[number // 1000 % 10]}."


def fill(store: str, count: int) -> None:
    with Memory.open(store=store) as memory:
        entries = memory.entries()
        for number in range(count):
            entries.add(entries.draft(statement(number), layer="L1"), allow_same_subject=True)
        for number in range(10):
            entries.add(entries.draft(f"Note {number}: " + statement(number + 5_000)))


def milliseconds(run: Callable[[], object], times: int) -> list[float]:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append((time.perf_counter() - start) * 1000)
    return taken


def process_ms(code: str, times: int) -> list[float]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])}
    command = [sys.executable, "-c", code]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return milliseconds(
        lambda: subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL), times
    )


def measure_open(store: str) -> dict[str, float]:
    code = f"from tiermem import Memory; print(Memory.open(store={store!r}).recall('Who deploys billing?').context)"
    ours, bare = process_ms(code, 11), process_ms("pass", 11)
    return {
        "open_and_recall_ms": statistics.median(ours),
        "bare_python_ms": statistics.median(bare),
        "ratio": statistics.median(ours) / statistics.median(bare),
    }


def measure_prompts(store: str) -> dict[str, float]:
    random.seed(7)
    questions = [
        f"What does {random.choice(PEOPLE)} do with the {random.choice(THINGS)} service?" for _ in range(300)
    ]
    with Memory.open(store=store) as memory:
        blocks = milliseconds(lambda: memory.preview().memory_prompt, 50)
        session = memory.session()
        _ = session.system_prompt
        waiting = iter(questions)
        taken = sorted(milliseconds(lambda: session.on_prompt(next(waiting)), len(questions)))
        session.end()
    return {
        "blocks_ms": statistics.median(blocks),
        "recall_p50_ms": taken[len(taken) // 2],
        "recall_p95_ms": taken[int(len(taken) * 0.95)],
    }


class Plain:
    """The statements of one add, in plain sqlite3 on a database that tiermem made."""

    def __init__(self, path: Path) -> None:
        with Memory.open(store=str(path)) as memory:
            memory.entries().add(memory.entries().draft("The first statement, so that the scopes are there."))
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA synchronous = full")
        self.statements = self._recorded(path)
        self.number = 0

    def _recorded(self, path: Path) -> list[str]:
        """Return the statements of one add, as SQLite reports them, those of triggers included."""
        recorded: list[str] = []
        with Memory.open(store=str(path)) as memory:
            connection = memory._engine.store._database.connection()  # noqa: SLF001 a benchmark may look inside
            entries = memory.entries()
            entries.usage()
            connection.set_trace_callback(recorded.append)
            entries.add(entries.draft("The statement 424242424242 that is recorded.", layer="L1"))
            connection.set_trace_callback(None)
            self.entry_id = next(e.id for e in entries.list()[0] if "424242424242" in e.content)
        internal = ("--", "PRAGMA", "SELECT k, v FROM")
        return [sql for sql in dict.fromkeys(recorded) if not sql.startswith(internal)]

    def add(self) -> None:
        self.number += 1
        for sql in self.statements:
            changed = sql.replace(self.entry_id, f"{self.number:08d}")
            self.connection.execute(changed.replace("424242424242", f"{self.number:012d}"))


def measure_add(folder: Path) -> dict[str, float]:
    """Ours and the same statements in turn, so that both meet the same disk."""
    plain = Plain(folder / "plain.db")
    with Memory.open(store=str(folder / "ours.db")) as memory:
        entries = memory.entries()
        numbers = iter(range(10_000))

        def ours() -> None:
            entries.add(entries.draft(f"The statement {next(numbers):012d} that is recorded.", layer="L1"))

        taken, base = [], []
        for _ in range(400):
            taken += milliseconds(ours, 1)
            base += milliseconds(plain.add, 1)
    return {
        "add_ms": statistics.median(taken),
        "plain_sqlite3_ms": statistics.median(base),
        "ratio": statistics.median(taken) / statistics.median(base),
    }


def measure_size() -> dict[str, float]:
    """Return the files that the wheel holds, sources and data; compiled files come on top when they are first run."""
    files = [
        path
        for place in ("plugin/tiermem", "hooks/tiermem_hooks", "config", "agent-schema.json")
        for path in ([ROOT / place] if (ROOT / place).is_file() else (ROOT / place).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]
    return {"installed_mb": sum(path.stat().st_size for path in files) / 1_000_000}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = str(folder / "core.db")
        fill(store, ENTRIES)
        results = {
            "open": measure_open(store),
            "prompts": measure_prompts(store),
            "add": measure_add(folder),
            "size": measure_size(),
            "versions": {
                "python": platform.python_version(),
                "sqlite": sqlite3.sqlite_version,
                "peewee": peewee.__version__,
            },
        }
    if options.json:
        print(json.dumps(results, indent=2))
        return
    for name, figures in results.items():
        shown = [
            f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value}"
            for key, value in figures.items()
        ]
        print(f"{name:8} {' · '.join(shown)}")


if __name__ == "__main__":
    main()
