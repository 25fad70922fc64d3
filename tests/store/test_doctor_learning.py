"""The doctor's findings in what was learned."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from tests.store.learning import a_history, observed
from tests.store.making import AT, begun, failures, logged, put, receipt, rows, sql

REPAIR = "Run 'tiermem doctor --repair', or 'tiermem restore FILE' with a backup."


pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


@pytest.fixture
def used(store, ann):
    """A store with something in every table."""
    a_history(store, ann)
    put(store, ann, "The crane is blue", tags=("crane",))
    begun(store, ann, "s9", connections=("mail",))
    with store.transaction():
        store.sessions.freeze("s9", {"text": "The crane is blue"}, 1)
    logged(store, ann, receipt())
    return store


def found(store):
    """Return findings on rows other than those of checksums, and how to mend them."""
    return {
        (one.what, one.mend)
        for one in store.check()
        if not one.what.startswith("Entry ") and not one.what.endswith("is not as it was written.")
    }


def test_nothing_is_found_where_all_can_be_read(used):
    assert found(used) == set()


WRONG = ("", "{", "7", "null")
COLUMNS = (
    ("events", "payload"),
    ("entries", "tags"),
    ("sessions", "connections"),
    ("sessions", "frozen"),
    ("recalls", "receipt"),
)
VALUES = (
    *(("profiles", column) for column in ("narrative", "scaffold", "marks", "learned")),
    ("connections", "learned"),
    ("tasks", "notes"),
    ("tasks", "sessions"),
    ("runs", "read"),
    ("runs", "wrote"),
)


@contextmanager
def holding(store, table, column, wrong):
    """A store with a wrong value in every row of a table."""
    before = sql(store, f"SELECT rowid, {column} FROM {table}") if table in ROWID else None
    kept = before or sql(store, f"SELECT id, {column} FROM {table}")
    key = "rowid" if before is not None else "id"
    sql(store, f"UPDATE {table} SET {column} = ?", wrong)
    yield
    for place, text in kept:
        sql(store, f"UPDATE {table} SET {column} = ? WHERE {key} = ?", text, place)


ROWID = ("events", "entries", "sessions", "recalls", "profiles", "runs")


def test_a_column_that_cannot_be_read_is_found(used):
    def is_found(table, column, wrong):
        key = next(iter(dict(rows(used, table)[0][1]).values()))
        with holding(used, table, column, wrong):
            seen = found(used)
        assert (f"Row {key} of table {table} has no readable {column}.", REPAIR) in seen

    assert failures([(*one, wrong) for one in COLUMNS for wrong in WRONG], is_found) == []
    assert found(used) == set()


def test_a_value_that_cannot_be_read_is_found(used, ann):
    keys = {"profiles": ann.user.id, "connections": f"{ann.user.id}/jira", "tasks": f"{ann.user.id}/paint"}

    def is_found(table, column, wrong):
        key = keys.get(table) or rows(used, "runs")[0][1]["id"]
        with holding(used, table, column, wrong):
            seen = found(used)
        assert [(what.partition(": ")[0], mend) for what, mend in seen] == [
            (f"Row {key} of table {table} cannot be read", REPAIR)
        ]

    assert failures([(*one, wrong) for one in VALUES for wrong in WRONG], is_found) == []
    assert found(used) == set()


def test_a_cache_that_cannot_be_read_is_found(used, ann):
    sql(used, "UPDATE connections SET cached = '{'")

    ((what, _),) = found(used)

    assert what.startswith(f"Row {ann.user.id}/jira of table connections cannot be read: ")


def test_a_profile_has_what_was_processed_only(used, ann):
    seq = observed(used, ann)
    assert found(used) == set()

    sql(used, f"UPDATE events SET consolidated = '{AT}' WHERE processed IS NULL")

    assert found(used) == {
        (f"Observation {seq} is marked as being in the profile, but was not processed.", REPAIR)
    }
