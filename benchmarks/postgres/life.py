"""The scenarios of `benchmarks.life` on PostgreSQL, on a server that is started for them.

``python -m benchmarks.postgres life`` runs each scenario in a file and on the server, and tells the probes whose
verdict or shown text differs. Counts as of the benchmark itself:
``python -m benchmarks.life --system benchmarks.postgres.life:open_on_server``. Each scenario has a database of its own
on the newest server that is installed here.
"""

from __future__ import annotations

import argparse
import atexit
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

from tests.store.postgresql import SERVERS, Server, running

from benchmarks.life.measuring import Result, run
from benchmarks.life.scenarios import read_scenarios
from benchmarks.life.systems import Tiermem, open_tiermem
from benchmarks.postgres import run as measured

_ID = re.compile(r"\[(?:[A-Za-z0-9]{8}|[0-9a-f]{32}/\d+) ")
"""What is drawn by chance in a shown line: the id of an entry, or a turn's session."""


@cache
def _server(version: str) -> Server:
    """Return the server, which ends with the process."""
    ending = ExitStack()
    atexit.register(ending.close)
    return ending.enter_context(running(version))


@contextmanager
def open_on_server(version: str = SERVERS[-1]) -> Iterator[Tiermem]:
    """Open a new memory with default settings in a database of its own."""
    system = Tiermem(_server(version).new_database())
    with system.memory:
        yield system


def compare(*, version: str | None, only: str) -> dict[str, Any]:
    """Run scenarios in a file and on the server; return the probes that differ."""
    probes, verdicts, texts = 0, [], []
    for scenario in read_scenarios():
        if only not in scenario.id:
            continue
        in_file = run([scenario], open_tiermem)
        on_server = run([scenario], lambda: open_on_server(version or SERVERS[-1]))
        for one, other in zip(in_file, on_server, strict=True):
            probes += 1
            if one.has_passed != other.has_passed:
                verdicts.append(f"{scenario.id}: {one.probe.prompt}")
            elif _text(one) != _text(other):
                texts.append(f"{scenario.id}: {one.probe.prompt}")
    return {"probes": probes, "verdicts": verdicts, "texts": texts}


def _text(result: Result) -> str:
    return _ID.sub("[", result.shown.text)


def told(figures: Mapping[str, Any]) -> str:
    """Return the figures as lines."""
    lines = [f"{figures['probes']:,} probes, each in a file and on the server"]
    for name, differing in (
        ("another verdict", figures["verdicts"]),
        ("the same verdict, another text", figures["texts"]),
    ):
        lines += [f"{name}: {len(differing)}", *(f"  {one}" for one in differing)]
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.postgres life")
    parser.add_argument("--only", default="", metavar="TEXT", help="scenarios whose id has this text")
    measured(parser, arguments, compare, told)
