"""Cost of an observation against how many there were before.

``python -m benchmarks.observations [--count N] [--json]``

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
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

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


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000, help="observations in all")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        figures = []
        for row in measure(Path(name), options.count):
            figures.append(row)
            if not options.json:
                print("\r" + "  ".join(f"{key} {value:,}" for key, value in row.items()), flush=True)
    if options.json:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
