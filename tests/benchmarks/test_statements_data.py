"""The labelled statements are well formed: columns, labels, slots."""

import json
import re
from pathlib import Path

from tests.tables import each_row

STATEMENTS = Path(__file__).parents[2] / "benchmarks" / "data" / "statements"
KINDS = frozenset(
    ("fact", "person", "preference", "decision", "commitment", "project", "correction", "request")
)
TRAPS = frozenset(
    (
        "question",
        "task",
        "oneoff",
        "hypothetical",
        "roleplay",
        "joke",
        "quote",
        "pasted",
        "chat",
        "world",
        "stranger",
        "stale",
        "declined",
        "doubt",
    )
)
LANGUAGES = sorted(path.name for path in STATEMENTS.iterdir() if path.is_dir())
SLOT = re.compile(r"\{([a-z_]+)\}")


def rows(language: str) -> list[tuple[str, list[str]]]:
    return [
        (f"{path.name}:{number}", line.split("\t"))
        for path in sorted((STATEMENTS / language).glob("*.tsv"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if not line.startswith("#")
    ]


@each_row("language", LANGUAGES)
def test_every_line_has_the_columns_and_labels(language: str) -> None:
    for where, row in rows(language):
        assert len(row) in (4, 5), where
        kind, tier, stands, text = row[:4]
        assert all(column == column.strip() and column for column in row), where
        assert stands in ("S", "-"), where
        trap = kind.removeprefix("none:")
        if trap != kind:
            assert trap in TRAPS, where
            assert (tier, stands) == ("-", "-"), where
        else:
            assert kind in KINDS, where
            assert tier in ("user", "memory"), where
        assert len(text) <= 600, where
        assert all(before.startswith(("A: ", "U: ")) for before in row[4:]), where


@each_row("language", LANGUAGES)
def test_every_slot_has_values(language: str) -> None:
    file = STATEMENTS / language / "slots.json"
    slots = json.loads(file.read_text("utf-8")) if file.exists() else {}
    assert all(values and len(set(values)) == len(values) for values in slots.values())
    for where, row in rows(language):
        for column in row[3:]:
            assert set(SLOT.findall(column)) <= set(slots), where


@each_row("language", LANGUAGES)
def test_no_statement_stands_twice_with_different_labels(language: str) -> None:
    labels: dict[tuple[str, ...], tuple[str, str]] = {}
    for where, row in rows(language):
        assert labels.setdefault(tuple(row[3:]), (row[0], where))[0] == row[0], where
