"""``python -m benchmarks.learning``: gap-fill and the profile, measured on labelled turns and people."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.learning import ablations, judging, loop, noise, profiles, rules, serving, several

PARTS = ("rules", "several", "loop", "profiles", "ablations", "judge", "noise", "serving")
Shown = Callable[[Mapping[str, Any]], list[str]]


def main() -> int:
    """Run the parts that are asked for; those that need a transcript only where one is named."""
    options = _options()
    settings: dict[str, Any] = json.loads(options.settings)
    runs: dict[str, tuple[Callable[[], dict[str, Any]], Shown]] = {
        "rules": (lambda: rules.run(options.split, settings), rules.shown),
        "several": (lambda: several.run(settings), several.shown),
        "loop": (lambda: loop.run(settings), loop.shown),
        "profiles": (lambda: profiles.run(settings), profiles.shown),
        "ablations": (lambda: ablations.run(settings), ablations.shown),
        "judge": (lambda: judging.run(options.judge, settings), judging.shown),
    }
    if options.transcript:
        runs |= {
            "noise": (lambda: noise.run(options.transcript, settings, options.sessions), noise.shown),
            "serving": (lambda: serving.run(options.transcript, settings, options.sessions), serving.shown),
        }
    results = {}
    for part in options.parts.split(","):
        if part not in runs:
            sys.stderr.write(f"{part}: not run, it needs --transcript\n")
            continue
        run, shown = runs[part]
        results[part] = run()
        if not options.json:
            sys.stdout.write("\n".join([f"## {part}", "", *shown(results[part]), "", ""]))
            sys.stdout.flush()
    if options.json:
        sys.stdout.write(json.dumps(results, ensure_ascii=False, indent=1) + "\n")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument(
        "--parts", default=",".join(PARTS), help=f"of {', '.join(PARTS)}; commas between them"
    )
    parser.add_argument(
        "--split",
        choices=("tune", "test", "all", "fit", "check"),
        default="test",
        help="of the labelled turns; fit and check are those that the models are fitted on",
    )
    parser.add_argument(
        "--transcript", type=Path, help="a transcript for noise and serving, as 'tiermem replay' reads"
    )
    parser.add_argument("--sessions", type=int, help="of the transcript: its first so many sessions")
    parser.add_argument("--judge", metavar="PROVIDER:NAME", help="the model that grades narratives")
    parser.add_argument(
        "--settings",
        default="{}",
        help="more keys of the type: memory entry, as JSON",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    if unknown := set(options.parts.split(",")) - set(PARTS):
        parser.error(f"unknown part {min(unknown)!r}; there are {', '.join(PARTS)}")
    return options


if __name__ == "__main__":
    raise SystemExit(main())
