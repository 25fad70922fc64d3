"""Cost of a command hook on real text: ``python -m benchmarks.coldstart CONVERSATIONS [--against CHECKOUT] [--json]``.

CONVERSATIONS is a file in LoCoMo's layout. The first of them are replayed, then prompts of the same conversations are
sent one by one, each as a whole process from its start to its end, as
the host calls what ``tiermem install claude-code`` wrote:

- one-shot: no resident process runs
- resident: ``tiermem serve`` runs

Prompts are turns, questions, and turns with a word of refusal: these recall themselves, and a recalled refusal is
checked by the rules of gap-fill. Figures are processor time of the hook's process, the resident process not counted,
and the time that the host waits, each as a ratio to a bare ``python -c pass`` of the same run: the median of the
prompts, their 95th percentile and the worst. ``--against`` measures another checkout, with its own ``.venv``, in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.core import ROOT

CONFIG = "agents: {default: {tools: [{type: memory, recall: {deadline_ms: 5000}}]}}"
"""So that a machine that is busy with something else does not answer less."""
REFUSAL = re.compile(
    r"\b(?:forget|never ?mind|don't (?:tell|worry|remember)|kidding|joking|secret)\b", re.IGNORECASE
)
BARE = [sys.executable, "-c", "pass"]


def user(sample: Mapping[str, Any]) -> str:
    """Return the name under which ``tiermem replay`` keeps a sample."""
    return f"{sample['conversation']['speaker_a'].lower()}-{sample['sample_id']}"


def prompts(samples: Sequence[Mapping[str, Any]], count: int) -> list[tuple[str, str]]:
    """Return *count* pairs of user and prompt: turns, questions (two fifths each), turns with a word of refusal."""
    turns = [
        (user(sample), turn["text"])
        for sample in samples
        for key, session in sample["conversation"].items()
        if re.fullmatch(r"session_\d+", key)
        for turn in session
        if turn.get("text")
    ]
    questions = [(user(sample), qa["question"]) for sample in samples for qa in sample["qa"]]
    refusals = [turn for turn in turns if REFUSAL.search(turn[1])]
    choose, part = random.Random(13), 2 * count // 5
    return [
        *choose.sample(turns, part),
        *choose.sample(questions, part),
        *choose.sample(refusals, min(count - 2 * part, len(refusals))),
    ]


class Checkout:
    """A checkout of tiermem, a store of its own filled from the conversations, and its hook's command line.

    Args:
        root: The checkout.
        folder: For the store and the home folder.
        python: Its interpreter.
    """

    def __init__(self, root: Path, folder: Path, python: str) -> None:
        self.folder = folder
        self._python = python
        folder.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TIERMEM_")}
        self.environment = kept | {
            "HOME": str(folder),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "TIERMEM_SOCKET": str(folder / "run" / "hook.sock"),
            "PYTHONPATH": os.pathsep.join([str(root / "plugin"), str(root / "hooks")]),
        }
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        subprocess.run([python, "-m", "compileall", "-q", root / "plugin", root / "hooks"], check=False)

    def fill(self, conversations: Path) -> None:
        """Replay the conversations and install the hook."""
        config, store = self.folder / "agent.yaml", self.folder / "memory.db"
        config.write_text(CONFIG, encoding="utf-8")
        self._run("replay", str(conversations), "--store", str(store))
        self._run(
            "install",
            "claude-code",
            "--home",
            str(self.folder),
            "--config",
            str(config),
            "--store",
            str(store),
        )
        hooks = json.loads(next(self.folder.rglob("hooks.json")).read_text(encoding="utf-8"))["hooks"]
        self.hook = shlex.split(hooks["UserPromptSubmit"][0]["hooks"][0]["command"])

    def _run(self, *arguments: str) -> None:
        command = [self._python, "-m", "tiermem", *arguments]
        subprocess.run(command, env=self.environment, check=True, stdout=subprocess.DEVNULL)

    @contextmanager
    def resident(self) -> Iterator[None]:
        """Run its resident process."""
        with subprocess.Popen(
            [self._python, "-m", "tiermem", "serve"], env=self.environment, stderr=subprocess.PIPE
        ) as serving:
            assert serving.stderr is not None
            serving.stderr.readline()
            try:
                yield
            finally:
                serving.terminate()

    def call(
        self, event: str, user: str, session: str, *, resident: bool, **data: str
    ) -> tuple[float, float]:
        """Send the hook an event; return the milliseconds waited and of processor time."""
        alone = {"TIERMEM_RESIDENT": "0", "TIERMEM_SOCKET": str(self.folder / "none" / "hook.sock")}
        given = {"session_id": session, "hook_event_name": event} | data
        environment = self.environment | ({} if resident else alone)
        return once([*self.hook, "--user", user], environment, json.dumps(given))


def once(command: Sequence[str], environment: Mapping[str, str], given: str = "") -> tuple[float, float]:
    """Run a process; return the milliseconds waited and of processor time."""
    began = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        started.stdin.write(given.encode())
        started.stdin.close()
        started.stdout.read()
        _, status, used = os.wait4(started.pid, 0)
        waited = (time.perf_counter() - began) * 1000
        started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode == 0
    return waited, (used.ru_utime + used.ru_stime) * 1000


def measure(
    checkouts: Mapping[str, Checkout], texts: Sequence[tuple[str, str]], rounds: int
) -> dict[str, Any]:
    """Return ratios by process: the median of each prompt's rounds, over all prompts."""
    variants = {
        f"{name}, {kind}": (one, kind == "resident")
        for name, one in checkouts.items()
        for kind in ("one-shot", "resident")
    }
    taken: dict[str, dict[tuple[str, str], list[tuple[float, float]]]] = {
        name: {text: [] for text in texts} for name in variants
    }
    bare: list[tuple[float, float]] = []
    for number in range(rounds):
        for place, text in enumerate(texts):
            bare.append(once(BARE, os.environ))
            for name, (checkout, resident) in variants.items():
                session = f"{number}-{place}-{resident}"
                checkout.call("SessionStart", text[0], session, resident=resident, source="startup")
                figures = checkout.call(
                    "UserPromptSubmit", text[0], session, resident=resident, prompt=text[1]
                )
                taken[name][text].append(figures)
    base = [statistics.median(column) for column in zip(*bare, strict=True)]
    table: dict[str, Any] = {"python -c pass": {"wall_ms": base[0], "cpu_ms": base[1]}}
    for name, found in taken.items():
        table[name] = {}
        for column, unit in enumerate(("wall", "cpu")):
            each = sorted(
                (statistics.median(one[column] for one in figures), text) for text, figures in found.items()
            )
            ratios = [taken_ms / base[column] for taken_ms, _ in each]
            table[name][unit] = {
                "median": statistics.median(ratios),
                "p95": ratios[int(len(ratios) * 0.95)],
                "worst": ratios[-1],
                "worst_prompt": each[-1][1][1],
            }
    return table


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("conversations", type=Path, help="a JSON file in LoCoMo's layout")
    parser.add_argument(
        "--against", type=Path, action="append", default=[], help="another checkout with a .venv"
    )
    parser.add_argument("--samples", type=int, default=2, help="conversations that are replayed")
    parser.add_argument("--prompts", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    samples = json.loads(options.conversations.read_text(encoding="utf-8"))[: options.samples]
    texts = prompts(samples, options.prompts)
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary)
        checkouts = {"here": Checkout(ROOT, folder / "here", sys.executable)}
        for root in options.against:
            python = str(root / ".venv" / "bin" / "python")
            checkouts[str(root)] = Checkout(root, folder / root.name, python)
        data = folder / "conversations.json"
        data.write_text(json.dumps(samples), encoding="utf-8")
        for checkout in checkouts.values():
            checkout.fill(data)
            stack.enter_context(checkout.resident())
        table = measure(checkouts, texts, options.rounds)
    if options.json:
        print(json.dumps(table))
        return
    bare = table.pop("python -c pass")
    print(
        f"Python {platform.python_version()}, {options.samples} conversations, {len(texts)} prompts, "
        f"{options.rounds} rounds; bare Python {bare['wall_ms']:.0f} ms, {bare['cpu_ms']:.0f} ms cpu\n"
    )
    print("| process | cpu: median | p95 | worst | wait: median | p95 | worst |")
    print("| --- " * 7 + "|")
    for name, row in table.items():
        cells = [f"{row[unit][key]:.1f} ×" for unit in ("cpu", "wall") for key in ("median", "p95", "worst")]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
