"""``python -m benchmarks.life``: sessions as people have them, then probes in new sessions, with default settings.

A probe passes when all that it wants is in the blocks or the ``<memory-context>``, and nothing that it forbids. The
half ``dev`` and the split ``open`` are for development; of ``check`` and ``fresh`` only totals are printed. ``all`` is
``dev`` and ``check``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import get_args

from benchmarks.life.measuring import explained, run, table, totals
from benchmarks.life.scenarios import KINDS, LANGUAGES, Apart, Scenario, read_apart, read_scenarios
from benchmarks.life.systems import BASELINES, Opener, open_tiermem

_READABLE = ("dev", "open", "amended", "mended", "retold", "forgotten", "wide", "told")
"""Splits whose failures may be read."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the scenarios that are asked for, and print the tables or the failures."""
    options = _options(arguments)
    scenarios = [
        one
        for one in _reader(options.split)(options.language, options.kinds)
        if options.split in ("all", one.split) and options.only in one.id
    ]
    systems: dict[str, Opener] = {options.system or "tiermem": _opener(options.system)}
    if options.failures:
        readable = [one for one in scenarios if one.split in _READABLE]
        for result in run(readable, *systems.values()):
            if not result.has_passed:
                sys.stdout.write("\n".join([*explained(result), ""]))
        return 0
    if not options.no_baselines:
        systems |= BASELINES
    found = {name: totals(list(run(scenarios, opened))) for name, opened in systems.items()}
    lines = [json.dumps(found, indent=1)] if options.json else table(found)
    sys.stdout.write("\n".join([*lines, ""]))
    return 0


def _reader(split: str) -> Callable[[Sequence[str], Sequence[str]], Iterator[Scenario]]:
    return partial(read_apart, split) if split in get_args(Apart) else read_scenarios


def _opener(name: str | None) -> Opener:
    if name is None:
        return open_tiermem
    module, _, function = name.partition(":")
    opener: Opener = getattr(importlib.import_module(module), function)
    return opener


class _Names:
    """Reads a list of names with commas between them."""

    def __init__(self, known: Sequence[str]) -> None:
        self._known = known

    def __call__(self, text: str) -> tuple[str, ...]:
        names = tuple(text.split(","))
        if unknown := [name for name in names if name not in self._known]:
            message = f"{', '.join(unknown)}: not one of {', '.join(self._known)}"
            raise argparse.ArgumentTypeError(message)
        return names


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.life", description=__doc__)
    parser.add_argument("--kinds", type=_Names(tuple(KINDS)), default=tuple(KINDS), help=", ".join(KINDS))
    parser.add_argument(
        "--language", type=_Names(LANGUAGES), default=LANGUAGES, help=f"{', '.join(LANGUAGES)}; with commas"
    )
    parser.add_argument("--split", choices=("dev", "check", "all", *get_args(Apart)), default="all")
    parser.add_argument("--only", default="", metavar="TEXT", help="scenarios whose id has this text")
    parser.add_argument(
        "--failures",
        action="store_true",
        help="print the failing probes of dev, open, amended, mended, retold, forgotten or wide",
    )
    parser.add_argument("--system", metavar="MODULE:FUNCTION", help="another memory; see systems.py")
    parser.add_argument("--no-baselines", action="store_true", help="measure the memory alone")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args(arguments)
    if not any(True for _ in _reader(options.split)(options.language, options.kinds)):
        parser.error("no scenarios")
    return options


if __name__ == "__main__":
    sys.exit(main())
