"""Compare labelled pairs of statements: ``python -m benchmarks.changes [--lang en] [--set fresh] [--wrong]``.

`benchmarks/data/changes.jsonl` has 1,570 pairs in six languages, each labelled same, updates, contradicts or beside.
They were written for this project, are used in development, and the shipped models of announcements are fitted on them
(`benchmarks.announcing`): rules and models must be checked on others.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from tiermem.engine.statements.compare import Statement, compare

DATA = Path(__file__).parent / "data" / "changes.jsonl"
LABELS = ("same", "updates", "contradicts", "beside")


Pair = Mapping[str, object]


def pairs() -> list[Pair]:
    """Return the labelled pairs of all languages."""
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Print how many pairs of each label are found to be what."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--lang", help="only this language")
    parser.add_argument("--set", help="only this set: dev, check, fresh or open")
    parser.add_argument(
        "--wrong", action="store_true", help="list the pairs that are found to be something else"
    )
    options = parser.parse_args()
    found: Counter[tuple[str, str]] = Counter()
    for pair in pairs():
        if options.lang not in (None, pair["lang"]) or (options.set and pair["set"] != options.set):
            continue
        old, new = (Statement(content=str(pair[name])) for name in ("old", "new"))
        relation = compare(old, new).relation.replace("unrelated", "beside")
        found[str(pair["label"]), relation] += 1
        if options.wrong and relation != pair["label"]:
            print(f"{pair['id']} {pair['label']} -> {relation}: {pair['old']} | {pair['new']}")
    print("label        " + "".join(f"{name:>12}" for name in LABELS))
    for label in LABELS:
        print(f"{label:13}" + "".join(f"{found[label, name]:12}" for name in LABELS))


if __name__ == "__main__":
    main()
