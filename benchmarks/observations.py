"""Cost of an observation: how it grows with how many there were before, and what it is on real text.

``python -m benchmarks.observations [--count N] [--json]``
``python -m benchmarks.observations PATH [--against CHECKOUT] [--filled N] [--count N] [--json]``

With PATH, a file in LoCoMo's layout, its turns are the text. The first ``--filled`` (2,000) are journaled, and the
longest sentence of each is observed and processed, which makes twice as many documents; that of each of the
``--count`` (300) turns after them is observed too, and its processing is timed: milliseconds of processor time by the
default settings, the median, the 95th percentile and the mean. ``--against`` does the same with another checkout, with
its own ``.venv``, in turn.

Without PATH, what it costs as a store grows.
Synthetic observations of one user, words by Zipf's law (`benchmarks.zipfian`), as gap-fill, tools and the autonomous
path would tell them: facts about 2,000 subjects, preferences, decisions, statements said again, corrections of earlier
statements, and updates of 300 scaffold keys. They come into the stream in blocks of 1,000 through the same door as
always, and are then processed into entries (``entries``) and into the profile (``profile``), both by rules.

``cpu`` is the process's time per observation in milliseconds over the last blocks before each mark, ``wall`` what a
clock on the wall shows; ``mb`` is the largest resident size of the process up to there.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.convert import locomo
from benchmarks.data_sets import Data, sessions
from benchmarks.zipfian import Words
from tiermem import Memory
from tiermem.engine.learning.observations import ObservationLog
from tiermem.engine.profile.consolidation import Consolidation
from tiermem.values import Draft, Observation, instant, utc_now

BLOCK = 1_000
MARKS = (1_000, 5_000, 10_000, 20_000, 30_000, 50_000, 75_000, 100_000)
WINDOW = 3
"""Blocks that a figure is of, the last ones before its mark."""
_SHARES = (
    ("fact", 40),
    ("preference", 15),
    ("decision", 10),
    ("again", 15),
    ("correction", 10),
    ("scaffold_update", 10),
)
_CONFIG = {"consolidation": {"enabled": True}, "journal": {"enabled": False}}


class Observed:
    """Makes observations, the same ones each time.

    Args:
        seed: Of words and choices.
    """

    def __init__(self, seed: int = 5) -> None:
        self._words = Words(seed)
        self._random = self._words.random
        self._subjects = [" ".join(self._words.telling(2)) for _ in range(2_000)]
        self._keys = [self._words.telling(1)[0].capitalize() for _ in range(300)]
        self._said: list[Observation] = []

    def block(self, count: int) -> list[Observation]:
        """So many observations."""
        kinds = [kind for kind, share in _SHARES for _ in range(share)]
        return [self._one(self._random.choice(kinds)) for _ in range(count)]

    def _one(self, kind: str) -> Observation:
        if kind == "scaffold_update":
            key, value = self._random.choice(self._keys), " ".join(self._words.telling(2))
            return Observation(kind=kind, draft=Draft(content="", tier="user"), path=key, value=value)
        earlier = self._random.choice(self._said[-5_000:]) if self._said else None
        if kind == "again" and earlier is not None:
            return earlier
        if kind == "correction" and earlier is not None:
            return self._statement(kind, corrects=earlier)
        made = self._statement("fact" if kind in ("again", "correction") else kind)
        self._said.append(made)
        return made

    def _statement(self, kind: str, corrects: Observation | None = None) -> Observation:
        subject = corrects.draft.subject if corrects else self._random.choice(self._subjects)
        content = f"{subject} {' '.join(self._words.draw(self._random.randint(5, 16)))}"
        draft = Draft(
            content=content,
            layer="L1",
            tier="user",
            category={"preference": "preference", "decision": "project"}.get(kind),  # type: ignore[arg-type]
            subject=subject,
            speaker="user",
            correction=corrects is not None,
            importance=0.6,
            confidence=0.8,
        )
        wrong = corrects.draft.content if corrects else None
        return Observation(kind=kind, draft=draft, evidence="bench/1", corrects=wrong)


def measure(folder: Path, count: int) -> Iterator[dict[str, Any]]:
    """The figures at each mark up to *count*."""
    config = folder / "agent.yaml"
    tool = {"type": "memory", "store": "sqlite:///memory.db", **_CONFIG}
    config.write_text(json.dumps({"agents": {"bench": {"tools": [tool]}}}), encoding="utf-8")
    making = Observed()
    with Memory.open(config) as memory:
        spans: list[dict[str, float]] = []
        for done in range(BLOCK, count + 1, BLOCK):
            spans.append(_block(memory, making.block(BLOCK)))
            print(f"\r{done:,}/{count:,} observations", end="", file=sys.stderr, flush=True)
            if done in MARKS or done == count:
                last = spans[-WINDOW:]
                figures = {name: round(sum(span[name] for span in last) / len(last), 3) for name in last[0]}
                yield {"observations": done, **figures, **_sizes(memory, folder)}


def _block(memory: Memory, observations: Sequence[Observation]) -> dict[str, float]:
    """Milliseconds per observation of each stage of one block."""
    parts, reach = memory._engine, memory.reach()  # noqa: SLF001 each stage is measured by itself
    consolidation: Consolidation = parts.worker._consolidation  # noqa: SLF001
    observing = ObservationLog(parts.store, parts.hooks)
    return {
        **_timed(
            "told", lambda: observing.record(observations, reach, at=instant(utc_now()), source="system")
        ),
        **_timed("entries", lambda: parts.processor.drain(reach, utc_now, trigger="worker")),
        **_timed("profile", lambda: consolidation.run(reach, utc_now)),
    }


def _timed(name: str, work: Any) -> dict[str, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return {
        f"{name} cpu": (time.process_time() - cpu) * 1000 / BLOCK,
        f"{name} wall": (time.perf_counter() - wall) * 1000 / BLOCK,
    }


def _sizes(memory: Memory, folder: Path) -> dict[str, Any]:
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    profile = memory.profile().current
    return {
        "mb": round(largest / 1024, 1),
        "store mb": round(sum(path.stat().st_size for path in folder.glob("memory.db*")) / 1e6, 1),
        "entries": memory.timeline.stats()["tables"]["entries"],
        "keys": len(profile.marks),
        "lines": len(profile.narrative),
    }


# -- on real text --------------------------------------------------------------------------------

STEP = 25
"""Observations that one checkout processes before it is the other's turn."""
PROCESS = """
import json, re, sys, time
from tiermem import Memory, Turn
from tiermem.values import Draft, Observation, instant, utc_now
try:
    from tiermem.engine.learning.observations import ObservationLog
except ImportError:
    from tiermem.engine.observing import Observing as ObservationLog

taken = []
with Memory.open(store="sqlite:///" + sys.argv[1]) as memory:
    engine, reach = getattr(memory, "_engine", None) or memory._parts, memory.reach()
    log, kind = ObservationLog(engine.store, engine.hooks), type(engine.processor)
    process = kind._process

    def timed(*given):
        began = time.process_time()
        process(*given)
        taken.append((time.process_time() - began) * 1000)

    kind._process = timed
    for line in sys.stdin:
        taken.clear()
        step, observed = json.loads(line), []
        for session, turns in step["turns"]:
            said = [Turn(**one) for one in turns]
            if step["journal"]:
                memory.session(session).on_turn_end(turns=said)
            observed += [
                Observation(
                    kind="fact",
                    draft=Draft(
                        content=max(re.split(r"(?<=[.!?])\\s+", turn.content), key=len),
                        layer="L1", tier="user", speaker="user", valid_from=turn.at,
                    ),
                    evidence=f"{session}/{place}",
                )
                for place, turn in enumerate(said, 1)
            ]
        log.record(observed, reach, at=instant(utc_now()), source="system")
        engine.processor.drain(reach, utc_now, trigger="worker")
        print(json.dumps(taken), flush=True)
"""


def measure_text(
    said: Sequence[tuple[str, Mapping[str, Any]]], filled: int, pythons: Mapping[str, str], folder: Path
) -> dict[str, dict[str, float]]:
    """Return the milliseconds of an observation by checkout.

    Args:
        said: (session, turn); the observations are those after the first *filled*.
        filled: Turns that fill the store.
        pythons: Checkout → its interpreter.
        folder: For the stores.
    """
    taken: dict[str, list[float]] = {name: [] for name in pythons}
    with ExitStack() as stack:
        running = {
            name: stack.enter_context(
                subprocess.Popen(
                    [python, "-c", PROCESS, str(folder / f"{place}.db")],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            )
            for place, (name, python) in enumerate(pythons.items())
        }
        for process in running.values():
            _step(process, said[:filled], journal=True)
        for start in range(filled, len(said), STEP):
            for name, process in running.items():
                taken[name] += _step(process, said[start : start + STEP], journal=False)
    return {
        name: {
            "median": statistics.median(found),
            "p95": sorted(found)[int(len(found) * 0.95)],
            "mean": statistics.mean(found),
        }
        for name, found in taken.items()
    }


def _step(
    process: subprocess.Popen[bytes], said: Sequence[tuple[str, Mapping[str, Any]]], *, journal: bool
) -> list[float]:
    assert process.stdin is not None
    assert process.stdout is not None
    by_session: dict[str, list[Mapping[str, Any]]] = {}
    for session, turn in said:
        by_session.setdefault(session, []).append(turn)
    given = json.dumps({"turns": list(by_session.items()), "journal": journal}) + "\n"
    process.stdin.write(given.encode())
    process.stdin.flush()
    taken: list[float] = json.loads(process.stdout.readline())
    return taken


def turns_of(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (session, turn) of the conversations in a file in LoCoMo's layout."""
    for one in locomo(path):
        for session, turns in sessions(Data(one.name, one.corpus, [], {})):
            for turn in turns:
                yield (
                    f"{one.name}-{session}",
                    {"speaker": turn.speaker, "content": turn.content, "at": turn.at},
                )


def _main_on_text(options: argparse.Namespace) -> None:
    said = list(turns_of(options.path))[: options.filled + (options.count or 300)]
    pythons = {"here": sys.executable} | {
        str(root): str(root / ".venv" / "bin" / "python") for root in options.against
    }
    with tempfile.TemporaryDirectory() as name:
        figures = measure_text(said, options.filled, pythons, Path(name))
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    print(f"{len(said) - options.filled} observations after {options.filled:,}\n")
    print("| checkout | median | p95 | mean |\n| --- | --- | --- | --- |")
    for name, row in figures.items():
        print(f"| {name} | {' | '.join(f'{value:.1f} ms' for value in row.values())} |")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path, nargs="?", help="a JSON file in LoCoMo's layout")
    parser.add_argument("--count", type=int, help="observations: 100,000 synthetic ones, or 300 of PATH")
    parser.add_argument("--filled", type=int, default=2_000, help="turns of PATH that fill the store")
    parser.add_argument(
        "--against", type=Path, action="append", default=[], help="another checkout with a .venv"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    if options.path is not None:
        _main_on_text(options)
        return
    with tempfile.TemporaryDirectory() as name:
        figures = []
        for row in measure(Path(name), options.count or 100_000):
            figures.append(row)
            if not options.json:
                print("\r" + "  ".join(f"{key} {value:,}" for key, value in row.items()), flush=True)
    if options.json:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
