"""CPU time of a session's end in a fresh process: ``python -m benchmarks.session_end PATH… [--against PYTHON]``.

Each conversation is journaled beforehand; measured is the process that a command host starts when a session ends
(`tiermem.doors.hook.answer`), from its start to its end. "Warm" is the same in one process that has ended a session
before, as in the resident process, which installed hosts use by default. A second table measures a prompt whose best
passage reads as if the user had declined to have it remembered. CPU milliseconds, medians over the sessions of a
language, as a ratio to a bare ``python -c pass`` of the same run.

PATH is a data set in the layout of `benchmarks.convert`, a folder of them, or LoCoMo's own file. With ``--against``
the same is done by another installation of tiermem, in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.convert import locomo
from benchmarks.data_sets import Data, data_sets, sessions

LANGUAGES = ("de", "en", "es", "fr", "ja", "zh")
PREPARE = """
import compileall, json, sys
from pathlib import Path
import tiermem, tiermem_hooks
from tiermem import Memory, Turn
for package in (tiermem, tiermem_hooks):
    compileall.compile_dir(Path(package.__file__).parent, quiet=1)
for store, said in json.load(sys.stdin):
    with Memory.open(store="sqlite:///" + store) as memory:
        memory.session("s1").on_turn_end(turns=[Turn(**one) for one in said])
"""
KEPT = """
import json, sys
from tiermem import Memory
with Memory.open(store="sqlite:///" + sys.argv[1]) as memory:
    events = getattr(memory, "timeline", memory).events(kinds=("observation",))
    print(sum(one.payload["kind"] not in ("session_summary", "change", "slip") for one in events))
"""
WARM = """
import json, sys, time
from tiermem import Memory
for store in json.load(sys.stdin):
    with Memory.open(store="sqlite:///" + store) as memory:
        began = time.process_time()
        memory.session("s1").end()
        print(1000 * (time.process_time() - began))
"""
PATHS = "import json, sys; print(json.dumps(sys.path))"
PROMPT = "import sys; sys.path[:] = {paths}; from tiermem.doors.cli import main; sys.exit(main())"
END = """
import gc, sys
sys.path[:] = {paths}
gc.disable()
try:
    from tiermem.doors.hook import answer
except ImportError:  # an earlier version, measured with --against
    from tiermem.doors.cli import main
    sys.exit(main(["hook", "--host", "claude-code", "--store", sys.argv[1], "--flush", "s1"]))
answer('{{"host": "claude-code", "flush": "s1", "store": "' + sys.argv[1] + '"}}')
"""
"""As the hook of a host starts them: without ``site``."""
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
    "TIERMEM_SOCKET": "/nonexistent/hook.sock"
}
DECLINED = {
    "de": ("Bitte merk dir nicht, dass ich einen neuen Job in Hamburg suche.", "Wo suche ich einen Job?"),
    "en": ("Please don't remember that I'm looking for a job in Hamburg.", "Where am I looking for a job?"),
    "es": ("No recuerdes que busco un trabajo nuevo en Hamburgo.", "¿Dónde busco trabajo?"),
    "fr": ("Ne retiens pas que je cherche un emploi à Hambourg.", "Où est-ce que je cherche un emploi ?"),
    "ja": ("ハンブルクで仕事を探していることは覚えないでください。", "どこで仕事を探していますか？"),
    "zh": ("请不要记住我在汉堡找工作。", "我在哪里找工作？"),
}
"""A turn that is declined and a question that finds it."""


def main() -> None:
    """Measure and print a row per language."""
    options = _options()
    pythons = {"tiermem": sys.executable} | ({"against": options.against} if options.against else {})
    talks = [talk for path in options.paths for talk in _conversations(path, options.sessions)]
    with tempfile.TemporaryDirectory() as folder:
        ends = measure(talks, pythons, Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        prompts = measure_prompts(pythons, Path(folder), options.repeat)
    table = {"session end": ends, "prompt that finds a declined turn": prompts}
    print(json.dumps(table) if options.json else "\n".join(_shown(table)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.session_end", description=__doc__)
    parser.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    parser.add_argument("--sessions", type=int, default=4, help="per data set, spread over it")
    parser.add_argument("--repeat", type=int, default=5, help="prompts per language")
    parser.add_argument("--against", metavar="PYTHON", help="the interpreter of another installation")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    return parser.parse_args()


def _conversations(path: Path, most: int) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """(language, turns) of sessions of all data sets at *path*."""
    is_locomo = path.is_file()
    for data in (
        [Data(one.name, one.corpus, [], {}) for one in locomo(path)] if is_locomo else data_sets(path)
    ):
        found = [turns for _, turns in sessions(data)]
        for turns in found[:: -(-len(found) // most)]:
            said = [{"speaker": one.speaker, "content": one.content, "at": one.at} for one in turns]
            yield data.name if data.name in LANGUAGES else "en", said


def measure(
    talks: Sequence[tuple[str, list[dict[str, Any]]]], pythons: Mapping[str, str], folder: Path
) -> list[dict[str, Any]]:
    """Return the CPU of each session's end, by language and by whether something was kept."""
    for name, python in pythons.items():
        stores = [(str(folder / f"{name}{place}.db"), said) for place, (_, said) in enumerate(talks)]
        _run([python, "-c", PREPARE], stores)
    warm = {name: _warm(talks, python, folder / name) for name, python in pythons.items()}
    rows = []
    for place, (language, _) in enumerate(talks):
        row: dict[str, Any] = {"language": language, "bare": _cpu([sys.executable, "-c", "pass"])}
        for name, python in pythons.items():
            row[f"{name} warm"] = warm[name][place]
            store = str(folder / f"{name}{place}.db")
            row[name] = _cpu([*_command(python, END), f"sqlite:///{store}"])
            kept = _run([python, "-c", KEPT, store])
            row[f"{name} kept"] = int(kept)
        rows.append(row)
    return rows


def _warm(talks: Sequence[tuple[str, Any]], python: str, folder: Path) -> list[float]:
    """Return the CPU of each session's end in one process that has ended a session of each language before."""
    folder.mkdir()
    first = dict(talks)
    stores = [(str(folder / f"first-{name}.db"), said) for name, said in first.items()]
    stores += [(str(folder / f"{place}.db"), said) for place, (_, said) in enumerate(talks)]
    _run([python, "-c", PREPARE], stores)
    printed = _run([python, "-c", WARM], [store for store, _ in stores])
    return [float(line) for line in printed.split()][len(first) :]


def measure_prompts(pythons: Mapping[str, str], folder: Path, repeat: int) -> list[dict[str, Any]]:
    """Return the CPU of a prompt's hook, by language."""
    for name, python in pythons.items():
        stores = [
            (str(folder / f"{name}-{language}.db"), [{"speaker": "user", "content": said, "at": ""}])
            for language, (said, _) in DECLINED.items()
        ]
        for _, turns in stores:
            turns[0]["at"] = "2026-03-02T10:00:00Z"
        _run([python, "-c", PREPARE], stores)
    rows = []
    for number in range(repeat):
        for language, (_, asked) in DECLINED.items():
            row: dict[str, Any] = {"language": language, "bare": _cpu([sys.executable, "-c", "pass"])}
            event = {"hook_event_name": "UserPromptSubmit", "session_id": f"p{number}", "prompt": asked}
            for name, python in pythons.items():
                store = f"sqlite:///{folder / f'{name}-{language}.db'}"
                command = [*_command(python, PROMPT), "hook", "--host", "claude-code", "--store", store]
                row[name] = _cpu(command, json.dumps(event).encode())
            rows.append(row)
    return rows


@cache
def _command(python: str, code: str) -> Sequence[str]:
    paths = [path for path in json.loads(_run([python, "-c", PATHS])) if path]
    return [python, "-I", "-S", "-c", code.format(paths=paths)]


def _run(command: Sequence[str], given: Any = None) -> bytes:
    data = json.dumps(given).encode()
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True, env=ENVIRONMENT).stdout


def _cpu(command: Sequence[str], given: bytes = b"") -> float:
    """Processor time of a process in milliseconds."""
    with subprocess.Popen(
        command,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as started:
        assert started.stdin is not None
        started.stdin.write(given)
        started.stdin.close()
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode == 0, command
    return (used.ru_utime + used.ru_stime) * 1000


def _shown(table: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    for title, rows in table.items():
        names = [name for name in ("tiermem", "tiermem warm", "against", "against warm") if name in rows[0]]
        yield f"## {title}\n"
        yield "| language | sessions | bare ms | " + " | ".join(f"{name} ms | ratio" for name in names) + " |"
        yield "|" + " --- |" * (3 + 2 * len(names))
        groups = {f"{one}": [row for row in rows if row["language"] == one] for one in LANGUAGES}
        groups |= {"all": list(rows)}
        if "tiermem kept" in rows[0]:
            groups |= {
                "all, something kept": [row for row in rows if row["tiermem kept"]],
                "all, nothing kept": [row for row in rows if not row["tiermem kept"]],
            }
        for group, held in groups.items():
            if held:
                bare = statistics.median(row["bare"] for row in held)
                medians = [statistics.median(row[name] for row in held) for name in names]
                figures = " | ".join(f"{median:.0f} | {median / bare:.1f} ×" for median in medians)
                yield f"| {group} | {len(held)} | {bare:.0f} | {figures} |"
        yield ""


if __name__ == "__main__":
    main()
