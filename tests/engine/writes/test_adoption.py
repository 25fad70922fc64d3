"""Taking in another program's rows: all at once, in one layer, and no row announced for ever."""

from __future__ import annotations

import sqlite3

import pytest
from tests.engine.opening import contents, opened, sql

ROWS = [("1", "The boat is moored at Vik"), ("2", "The crew eats at six"), ("3", "The mast is new")]


def foreign(folder, rows=ROWS):
    with sqlite3.connect(folder / "memory.db") as connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS memories (id TEXT, created_at TEXT, memory TEXT, category TEXT)"
        )
        dated = [(name, f"2026-01-0{name}T00:00:00Z", text, None) for name, text in rows]
        connection.executemany("INSERT INTO memories VALUES (?, ?, ?, ?)", dated)
    connection.close()


def taken(memory):
    return [notice for notice in memory.notices if "rows of" in notice or "import:" in notice]


def test_each_entry_keeps_the_time_of_its_row(tmp_path):
    foreign(tmp_path)

    with opened(tmp_path) as memory:
        entries = memory.entries().list()[0]

    assert [entry.created_at[:10] for entry in entries] == ["2026-01-01", "2026-01-02", "2026-01-03"]
    assert {entry.layer for entry in entries} == {"L0"}
    assert [
        row[0][:10] for row in sql(tmp_path, "SELECT at FROM events WHERE kind = 'added' ORDER BY seq")
    ] == [
        "2026-01-01",
        "2026-01-02",
        "2026-01-03",
    ]


def test_when_one_row_cannot_be_written_none_is_and_the_next_opening_takes_all(tmp_path):
    foreign(tmp_path)
    opened(tmp_path, clock=None).close()  # makes the tables
    sql(tmp_path, "DELETE FROM events")
    for table in ("entry_versions", "documents", "entries"):
        sql(tmp_path, f"DELETE FROM {table}")
    sql(
        tmp_path,
        "CREATE TRIGGER cut BEFORE INSERT ON entries WHEN NEW.content LIKE '%mast%' "
        "BEGIN SELECT RAISE(ABORT, 'cut off'); END",
    )

    with opened(tmp_path) as memory:
        assert contents(memory.entries()) == []
        assert ["None of 3 rows" in notice for notice in taken(memory)] == [True]
    sql(tmp_path, "DROP TRIGGER cut")
    with opened(tmp_path) as memory:
        assert contents(memory.entries()) == sorted(text for _, text in ROWS)


REFUSING = """
@hookimpl
def check_write(change):
    if "crew" in change.content:
        return Verdict(action="refuse", reason="not the crew")
"""
FAILING = """
@hookimpl
def check_write(change):
    if "crew" in change.content:
        raise RuntimeError("no time")
"""


def test_a_refused_row_is_announced_once(tmp_path):
    foreign(tmp_path)

    with opened(tmp_path, hooks=REFUSING) as memory:
        first = taken(memory)
        assert contents(memory.entries()) == ["The boat is moored at Vik", "The mast is new"]
    with opened(tmp_path, hooks=REFUSING) as memory:
        assert taken(memory) == []

    assert "Took 2 of 3 rows" in first[0]
    assert "not the crew" in first[1]


def test_a_row_that_could_not_be_checked_is_tried_again(tmp_path):
    foreign(tmp_path)

    with opened(tmp_path, hooks=FAILING) as memory:
        assert "The crew eats at six" not in contents(memory.entries())
    with opened(tmp_path) as memory:
        assert "The crew eats at six" in contents(memory.entries())


@pytest.mark.parametrize(("limit", "layer"), [(2200, "L0"), (40, "L1")])
def test_all_rows_go_to_one_layer(tmp_path, limit, layer):
    foreign(tmp_path)

    with opened(tmp_path, memory_char_limit=limit) as memory:
        assert {entry.layer for entry in memory.entries().list()[0]} == {layer}


def test_a_row_that_is_refused_does_not_keep_the_others_out_of_the_block(tmp_path):
    foreign(tmp_path, [*ROWS, ("4", "The crew sleeps " + "a lot " * 20)])

    with opened(tmp_path, hooks=REFUSING, memory_char_limit=100) as memory:
        assert {entry.layer for entry in memory.entries().list()[0]} == {"L0"}
