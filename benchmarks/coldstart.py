"""What a command hook costs, whole process, with 10,000 entries: ``python -m benchmarks.coldstart [--json]``.

One prompt of a host, from the start of the process to its end, in turn with a bare ``python -c pass``:

- command: ``python -m tiermem hook``, with entry points of all packages in its reach
- installed: what ``tiermem install`` writes, where no resident process runs
- resident: the same, where ``tiermem serve`` runs
- the floor: ``python -I -S -c pass``, and the core's libraries alone

``wall`` is what the host waits for, ``cpu`` the processor time of the process alone, without the resident one's. Both
medians, in milliseconds; the ratio is to the bare Python of the same run. Everything is compiled before, as an
installer does.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.core import ROOT, fill
from tiermem.doors import hook_client

ENTRIES = 10_000
PROMPT = {
    "session_id": "s1",
    "hook_event_name": "UserPromptSubmit",
    "prompt_id": "p1",
    "prompt": "Who reviews the billing service on Mondays?",
}
CONFIG = "agents: {default: {tools: [{type: memory, recall: {deadline_ms: 5000}}]}}"
"""So that a machine that is busy with something else does not answer less."""
LIBRARIES = "import dataclasses, json, logging, pathlib, sqlite3, peewee, pluggy"


def commands(store: Path) -> dict[str, list[str]]:
    flags = ["--host", "claude-code", "--config", str(store.with_name("agent.yaml")), "--store", str(store)]
    installed = [*hook_client.command(), *flags]
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "python -I -S -c pass": [sys.executable, "-I", "-S", "-c", "pass"],
        "the core's libraries": [sys.executable, "-c", LIBRARIES],
        "command": [sys.executable, "-m", "tiermem", "hook", *flags],
        "installed": installed,
        "resident": installed,
    }


def once(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Wall and processor time of a process, in milliseconds."""
    began = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        started.stdin.write(json.dumps(PROMPT).encode())
        started.stdin.close()
        said = started.stdout.read()
        _, status, used = os.wait4(started.pid, 0)
        taken = (time.perf_counter() - began) * 1000
        started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode == 0
    assert "claude-code" not in command or b"memory-context" in said, said
    return taken, (used.ru_utime + used.ru_stime) * 1000


@contextmanager
def resident(environment: Mapping[str, str]) -> Iterator[None]:
    """A resident process, listening."""
    with subprocess.Popen(
        [sys.executable, "-m", "tiermem", "serve"], env=environment, stderr=subprocess.PIPE
    ) as serving:
        assert serving.stderr is not None
        serving.stderr.readline()
        try:
            yield
        finally:
            serving.terminate()


def measure(folder: Path, runs: int) -> dict[str, dict[str, float]]:
    store = folder / "memory.db"
    fill(str(store), ENTRIES)
    store.with_name("agent.yaml").write_text(CONFIG, encoding="utf-8")
    paths = os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])
    own = {"PYTHONPATH": paths, "XDG_CACHE_HOME": str(folder), "TIERMEM_SOCKET": str(folder / "hook.sock")}
    here = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | own
    nowhere = here | {"TIERMEM_SOCKET": str(folder / "none.sock")}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands(store)}
    with resident(here):
        for number in range(runs + 2):
            for name, command in commands(store).items():
                figures = once(command, here if name == "resident" else nowhere)
                if number >= 2:  # the first ones fill caches
                    taken[name].append(figures)
    bare = [statistics.median(column) for column in zip(*taken["python -c pass"], strict=True)]
    table = {}
    for name, figures in taken.items():
        wall, cpu = (statistics.median(column) for column in zip(*figures, strict=True))
        table[name] = {
            "wall_ms": wall,
            "wall_ratio": wall / bare[0],
            "cpu_ms": cpu,
            "cpu_ratio": cpu / bare[1],
        }
    return table


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for package in ("plugin", "hooks"):
        compileall.compile_dir(ROOT / package, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        table = measure(Path(folder), options.runs)
    if options.json:
        print(json.dumps(table))
        return
    print(
        f"Python {platform.python_version()}, {ENTRIES:,} entries, medians of {options.runs} runs in turn\n"
    )
    print("| process | wall ms | ratio | cpu ms | ratio |\n| --- | --- | --- | --- | --- |")
    for name, row in table.items():
        wall, cpu = row["wall_ms"], row["cpu_ms"]
        print(f"| {name} | {wall:.0f} | {row['wall_ratio']:.1f} × | {cpu:.0f} | {row['cpu_ratio']:.1f} × |")


if __name__ == "__main__":
    main()
