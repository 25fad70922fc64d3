"""Soak one file: many processes write and read it at once, nothing is lost, nothing fails, reads stay quick.

``python -m benchmarks.soak [--seconds 600] [--processes 16] [--json]``

Each process is an agent at work: it adds, updates and removes entries, journals turns, and between these reads, as
often as it writes: a search, a list, a recall. A pause of ``--pause-ms`` (400) follows each step, so that the load is
that of busy agents and not of a loop: 16 of them take about 40 steps a second. It notes each write that it was told is
stored. In the end all of these are looked for, the doctor examines the file, and a backup that was made meanwhile is
verified. Milliseconds are given on the wall clock (``read_…``) and of the processor (``cpu_…``); ``alone`` is the same
read when only one process is left. A process that ends without a report is an error, shown with the end of what it
wrote to stderr. Each process first does every kind of step once in a file of its own, so that no module is read late.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tiermem import Memory
from tiermem.errors import TiermemError
from tiermem.memory.care.safekeeping import Safekeeping
from tiermem.values import EntryFilter

THINGS = ("crane", "ferry", "harbour", "lighthouse", "pier", "tide", "anchor", "gull", "rope", "cargo")
AGENTS = 4
"""Users of the file; the processes share them."""


def work(store: str, number: int, seconds: float, pause_ms: float) -> dict[str, Any]:
    """Write and read for some seconds; return what was acknowledged, the errors and the time of each read."""
    chance = random.Random(number)
    user = f"user{number % AGENTS}"
    kept: dict[str, int] = {}
    errors: list[str] = []
    reads: list[float] = []
    cpu: list[float] = []
    told: dict[str, Any] = {"user": user, "kept": kept, "turns": 0, "writes": 0, "errors": errors}
    told |= {"reads": reads, "cpu": cpu}
    try:
        with Memory.open(store=store) as memory, memory.session(f"soak-{number}", user) as session:
            entries, until = memory.entries(user), time.monotonic() + seconds
            while time.monotonic() < until:
                thing = chance.choice(THINGS)
                text = (
                    f"Process {number} says at step {told['writes']} that the {thing} needs "
                    f"{chance.randrange(9999)}"
                )
                try:
                    act = chance.random()
                    if act < 0.5 or not kept:
                        kept[entries.add(entries.draft(text, layer="L1")).entry.id] = 1
                    elif act < 0.8:
                        target = chance.choice(list(kept))
                        kept[target] = entries.update(target, entries.draft(text)).entry.version
                    else:
                        session.on_turn_end(f"{text}.", "I see.")
                        told["turns"] += 1
                    told["writes"] += 1
                    began, began_cpu = time.perf_counter(), time.thread_time()
                    read(memory, user, thing, chance.randrange(3))
                    cpu.append((time.thread_time() - began_cpu) * 1000)
                    reads.append((time.perf_counter() - began) * 1000)
                except TiermemError as error:
                    errors.append(f"{type(error).__name__}: {error}")
                time.sleep(pause_ms / 1000 * chance.uniform(0.5, 1.5))
    except Exception as error:  # noqa: BLE001 the end of a session failed: what was acknowledged is still looked for
        errors.append(f"at the end: {type(error).__name__}: {error}")
    return told


def rehearse() -> None:
    """Do each kind of step once in a file of its own, so that no module is first read under load."""
    with (
        tempfile.TemporaryDirectory(prefix="tiermem-soak-") as folder,
        Memory.open(store=f"{folder}/rehearsal.db") as memory,
        memory.session("rehearsal", "nobody") as session,
    ):
        entries = memory.entries("nobody")
        there = entries.add(entries.draft("The crane needs oil", layer="L1")).entry
        entries.update(there.id, entries.draft("The crane needs paint"))
        session.on_turn_end("The pier needs paint.", "I see.")
        for kind in range(3):
            read(memory, "nobody", "crane", kind)


def read(memory: Memory, user: str, thing: str, kind: int) -> None:
    """Read as a prompt, a person or a tool does."""
    if kind == 0:
        memory.entries(user).search(f"{thing} needs")
    elif kind == 1:
        memory.entries(user).list(EntryFilter(limit=20))
    else:
        memory.recall(f"What does the {thing} need?", user)


def soak(seconds: float, processes: int, pause_ms: float) -> dict[str, Any]:
    """Let processes work on one new file; return what was found."""
    with tempfile.TemporaryDirectory(prefix="tiermem-soak-") as folder:
        store = f"{folder}/memory.db"
        Memory.open(store=store).close()
        command = [sys.executable, "-m", "benchmarks.soak", "--worker", store, "--seconds", str(seconds)]
        command += ["--pause-ms", str(pause_ms)]
        files = [
            (Path(folder, f"report-{number}.json"), Path(folder, f"stderr-{number}.txt"))
            for number in range(processes)
        ]
        running = [_started([*command, "--number", str(number)], *two) for number, two in enumerate(files)]
        time.sleep(seconds / 2)
        problems, copied = [], 0
        try:
            copied = Safekeeping(store=store).backup(f"{folder}/copy.db").stat().st_size
        except TiermemError as error:
            problems.append(f"backup: {type(error).__name__}: {error}")
        done: list[dict[str, Any]] = []
        until = time.monotonic() + seconds + _PATIENCE_S
        for number, process in enumerate(running):
            try:
                process.wait(max(until - time.monotonic(), 0))
                done.append(json.loads(files[number][0].read_text("utf-8")))
            except (subprocess.TimeoutExpired, ValueError):
                process.kill()
                wrote = files[number][1].read_text("utf-8", "replace")[-500:]
                problems.append(f"process {number}: exit status {process.wait()}: {wrote}")
        alone = work(store, processes, min(seconds, 5), 20)
        return {
            **_summary(store, done, alone, processes),
            "died": problems,
            "backup_bytes": copied,
            "load": round(os.getloadavg()[0], 1),
        }


_PATIENCE_S = 300
"""Seconds that a process may take to end its session, after which it counts as hung."""


def _started(command: list[str], report: Path, stderr: Path) -> subprocess.Popen[bytes]:
    """Start a process that writes into files; a pipe that nobody reads would stop it."""
    with report.open("wb") as out, stderr.open("wb") as wrote:
        return subprocess.Popen(command, stdout=out, stderr=wrote)


def _summary(store: str, done: list[dict[str, Any]], alone: dict[str, Any], processes: int) -> dict[str, Any]:
    lost, stale = 0, 0
    with Memory.open(store=store) as memory:
        for one in done:
            there = {
                entry.id: entry.version
                for entry in memory.entries(one["user"]).list(EntryFilter(statuses=()))[0]
            }
            lost += sum(entry_id not in there for entry_id in one["kept"])
            stale += sum(there.get(entry_id, 0) < version for entry_id, version in one["kept"].items())
        turns = memory.timeline.stats()["tables"]["turns"]
        findings = [finding.what for finding in memory.maintenance.doctor()]
    reads = [number for one in done for number in one["reads"]]
    cpu = [number for one in done for number in one["cpu"]]
    errors = [error for one in done for error in one["errors"]]
    lost += max(2 * sum(one["turns"] for one in done) - turns, 0)
    return {
        "processes": processes,
        "writes": sum(one["writes"] for one in done),
        "lost": lost,
        "stale": stale,
        "errors": len(errors),
        "first_error": errors[0] if errors else None,
        "findings": findings[:5],
        "reads": len(reads),
        **_times("read", reads),
        **_times("cpu", cpu),
        **_times("alone", alone["reads"]),
        **_times("alone_cpu", alone["cpu"]),
    }


def _times(name: str, values: list[float]) -> dict[str, float]:
    """Return the median and the 99th percentile, in milliseconds."""
    ordered = sorted(values) or [0.0]
    return {
        f"{name}_p50_ms": round(statistics.median(ordered), 1),
        f"{name}_p99_ms": round(ordered[int(0.99 * (len(ordered) - 1))], 1),
    }


def main() -> None:
    """Print the outcome, for people or as JSON; exit status 1 where something was lost or failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--processes", type=int, default=16)
    parser.add_argument("--pause-ms", type=float, default=400)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        rehearse()
        json.dump(work(options.worker, options.number, options.seconds, options.pause_ms), sys.stdout)
        return
    os.chdir(Path(__file__).parents[1])
    done = soak(options.seconds, options.processes, options.pause_ms)
    if options.json:
        print(json.dumps(done, indent=2))
    else:
        for name, value in done.items():
            print(f"{name:<18}{value}")
    sys.exit(1 if done["died"] or done["lost"] or done["stale"] or done["errors"] or done["findings"] else 0)


if __name__ == "__main__":
    main()
