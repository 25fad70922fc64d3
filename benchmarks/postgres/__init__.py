"""Measure a store on PostgreSQL, on real servers started for it: ``python -m benchmarks.postgres VERB``.

``find``: the time of finding beside that of a file. ``life``: the scenarios of `benchmarks.life` beside a file.
``users``: a session and a recall beside other users. ``workers``: the queue beside a bare loop, and under faults.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from typing import Any


def run(
    parser: ArgumentParser,
    arguments: Sequence[str] | None,
    measure: Callable[..., dict[str, Any]],
    told: Callable[[dict[str, Any]], str],
) -> None:
    """Measure with the options of a parser, and print the figures as lines or, with ``--json``, as a document."""
    parser.add_argument("--version", help="main version of the server (default: the newest installed)")
    parser.add_argument("--json", action="store_true")
    options = vars(parser.parse_args(arguments))
    as_json = options.pop("json")
    figures = measure(**options)
    sys.stdout.write(f"{json.dumps(figures) if as_json else told(figures)}\n")
