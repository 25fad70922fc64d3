"""The server under load: ``python -m benchmarks.http_load [--entries N] [--turns] [--seconds 20] [--json]``.

``tiermem serve --http`` serves a synthetic store in a separate process, and so does a bare FastAPI application with one
``def`` endpoint, for comparison. The store (`benchmarks.zipfian`) has the entries of one user, three of L1 for each of
L2; with ``--turns`` four journaled turns for each entry too. For each kind of request:

- open loop: every client waits a second on average (exponentially) between an answer and its next request. Latency in
  milliseconds by the clock, and the server's processor time for a request, both processes on the same machine as the
  clients.
- saturation: every client sends its next request at once. Requests a second.

The kinds are a list of 50 entries, a search of one or two words, a recall for a prompt, and the panel's page of
memories. The first page is the panel's, asked for alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from benchmarks.scale import ASKER, CONFIG, questions
from benchmarks.zipfian import AGENT, HOUSE, build
from tiermem import Memory

ENTRIES, CLIENTS, SECONDS = 100_000, 50, 20.0
PER_ENTRY = 5
"""Documents of a synthetic store for each entry, with turns."""
_BARE = """\
import sys, fastapi, uvicorn
from tiermem.doors.server import _listen
from tiermem.doors.server.uvicorn_server import Server, config_of
app = fastapi.FastAPI()
@app.get("/bare")
def bare() -> dict[str, str]:
    return {"status": "ok"}
listening = _listen("127.0.0.1", 0)
print(listening.getsockname()[1], flush=True)
Server(config_of(app), lambda: None).run(sockets=[listening])
"""
_TICKS = os.sysconf("SC_CLK_TCK")

Request = tuple[str, str, bytes]
"""Method, path and body."""
Target = tuple[int, str]
"""Port, and an administrator's token."""


class Client:
    """One connection that is kept alive."""

    def __init__(self, target: Target) -> None:
        port, token = target
        self._port = port
        self._head = (
            f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        )
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: Request) -> int:
        """Send a request and read the whole answer; return its status."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        reader, writer = self._streams
        method, path, body = request
        head = f"{method} {path} HTTP/1.1\r\n{self._head}Content-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
        assert length is not None, answer
        await reader.readexactly(int(length[1]))
        if b"connection: close" in answer.lower():
            writer.close()
            self._streams = None
        return int(answer.split()[1])

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


async def load(
    target: Target, make: Callable[[random.Random], Request], *, clients: int, seconds: float, wait_s: float
) -> list[float]:
    """Send requests from so many clients; return the latencies in seconds. With *wait_s* 0 they do not wait."""
    taken: list[float] = []
    until = time.monotonic() + seconds

    async def one(number: int) -> None:
        chance, client = random.Random(number), Client(target)
        try:
            while True:
                if wait_s:
                    await asyncio.sleep(chance.expovariate(1 / wait_s))
                if time.monotonic() > until:
                    return
                begun = time.perf_counter()
                status = await client.ask(make(chance))
                taken.append(time.perf_counter() - begun)
                assert status == 200, status
        finally:
            client.close()

    await asyncio.gather(*(one(number) for number in range(clients)))
    return taken


def cpu_s(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


@contextmanager
def process(command: Sequence[str], find_port: str, stream: str) -> Iterator[tuple[int, int]]:
    """Run a server; yield its process and its port, which it prints."""
    pipes = {stream: subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as running:  # type: ignore[call-overload]
        try:
            line = getattr(running, stream).readline()
            found = re.search(find_port, line)
            assert found is not None, line
            yield running.pid, int(found[1])
        finally:
            running.terminate()
            running.wait(20)


def measure(
    pid: int, target: Target, make: Callable[[random.Random], Request], options: argparse.Namespace
) -> dict[str, float]:
    """Return the figures of one kind of request."""
    asyncio.run(load(target, make, clients=4, seconds=2.0, wait_s=0.1))  # connections of threads, caches
    before = cpu_s(pid)
    taken = sorted(
        asyncio.run(load(target, make, clients=options.clients, seconds=options.seconds, wait_s=1.0))
    )
    used = cpu_s(pid) - before
    full = asyncio.run(load(target, make, clients=options.clients, seconds=options.seconds / 2, wait_s=0.0))
    return {
        "p50": round(1000 * statistics.median(taken), 1),
        "p99": round(1000 * taken[int(0.99 * len(taken))], 1),
        "cpu": round(1000 * used / len(taken), 1),
        "a second": round(len(full) / (options.seconds / 2)),
        "requests": len(taken),
    }


def kinds(asked: Sequence[str]) -> Mapping[str, Callable[[random.Random], Request]]:
    """Return kind → what makes a request of it."""

    def words(chance: random.Random) -> str:
        return " ".join(chance.choice(asked).split()[: chance.randint(1, 2)])

    def recall(chance: random.Random) -> Request:
        text = f"What about {chance.choice(asked)}?"
        return "POST", "/api/recall", json.dumps({"text": text, "keep": False}).encode()

    return {
        "list": lambda _: ("GET", "/api/memory/?limit=50", b""),
        "search": lambda chance: ("GET", f"/api/memory/?limit=50&q={quote(words(chance))}", b""),
        "recall": recall,
        "page": lambda _: ("GET", "/memories", b""),
    }


def run(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Return the figures of every kind, of the bare application and of the first page."""
    store, config = folder / "memory.db", folder / "agent.yaml"
    if not store.exists():
        build(store, {ASKER: options.entries * PER_ENTRY}, turns=options.turns)
    config.write_text(CONFIG.format(agent=AGENT, house=HOUSE, user=ASKER, recall=""), encoding="utf-8")
    with Memory.open(config, store=store) as memory:
        token, _ = memory.tokens.add()
    asked = [words for words, _ in questions(store, 200)]
    results: dict[str, Any] = {
        "machine": platform.platform(),
        "entries": options.entries,
        "turns": 4 * options.entries if options.turns else 0,
    }
    tiermem = [sys.executable, "-m", "tiermem", "--config", str(config), "--store", str(store)]
    serve = [*tiermem, "serve", "--http", "--port", "0", "--no-browser"]
    with process([sys.executable, "-c", _BARE], r"(\d+)", "stdout") as (pid, port):
        results["bare"] = measure(pid, (port, token), lambda _: ("GET", "/bare", b""), options)
    with process(serve, r":(\d+)/", "stderr") as (pid, port):
        first = asyncio.run(
            load((port, token), lambda _: ("GET", "/", b""), clients=1, seconds=3.0, wait_s=0.05)
        )
        results["first page"] = {
            "first": round(1000 * first[0], 1),
            "p50": round(1000 * statistics.median(first), 1),
        }
        for kind, make in kinds(asked).items():
            if kind in options.kinds:
                results[kind] = measure(pid, (port, token), make, options)
    return results


def show(results: Mapping[str, Any]) -> None:
    """Print the figures as a table."""
    print(f"{results['entries']:,} entries, {results['turns']:,} turns. {results['machine']}")
    print("| request | p50 ms | p99 ms | CPU ms | a second at saturation |\n| --- | --- | --- | --- | --- |")
    for kind in ("bare", "list", "search", "recall", "page"):
        if kind in results:
            one = results[kind]
            print(f"| {kind} | {one['p50']} | {one['p99']} | {one['cpu']} | {one['a second']} |")
    print(f"First page: {results['first page']['first']} ms, then {results['first page']['p50']} ms.")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--turns", action="store_true", help="journal four turns for each entry too")
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of the open loop, for each kind")
    parser.add_argument(
        "--kinds", type=lambda text: text.split(","), default=["list", "search", "recall", "page"]
    )
    parser.add_argument("--keep", type=Path, help="a folder for the store, which is used again")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        results = run(options, folder)
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        show(results)


if __name__ == "__main__":
    main()
