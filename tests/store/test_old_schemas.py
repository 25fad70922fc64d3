"""Databases of each earlier form of the tables open, are migrated and keep their rows; a newer one is refused.

``schemas/NAME.db.gz`` was made by the code whose last migration was NAME: entries of a user with an update and a
removal, and a session with one exchange.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tiermem import Memory
from tiermem.errors import NewerStore
from tiermem.store.care.migrations import MIGRATIONS
from tiermem.store.contract import EntryFilter

SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.gz"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


def ask(path, sql):
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(sql).fetchall()


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.name.partition(".")[0])
def test_an_old_store_is_migrated_with_all_its_rows_and_a_copy_of_it_is_kept(path, schema):
    path.write_bytes(gzip.decompress(schema.read_bytes()))
    kept = "SELECT id, layer, tier, content, version, source, status, created_at FROM entries ORDER BY id"
    said = "SELECT session_id, position, speaker, content, at FROM turns ORDER BY id"
    before = [ask(path, sql) for sql in (kept, said)]

    with Memory.open(store=str(path), create=False) as memory:
        entries = memory.entries("ann")
        contents = {entry.content for entry in entries.list(EntryFilter(statuses=()))[0]}
        found = entries.search("harbour eight").entries
        findings = memory.maintenance.doctor()
        notices = memory.notices

    assert [ask(path, sql) for sql in (kept, said)] == before
    assert ask(path, "SELECT name FROM migrations ORDER BY name") == [(name,) for name in MIGRATIONS]
    assert {"The harbour opens at eight", "Ann prefers short answers", "The crane is blue"} <= contents
    assert found[0].content == "The harbour opens at eight"
    assert findings == []
    assert any("a copy was made" in notice for notice in notices)
    (copy,) = path.parent.glob("memory.db.before-migrating-*")
    assert [ask(copy, sql) for sql in (kept, said)] == before


def test_what_was_damaged_before_a_store_was_migrated_is_found_afterwards(path):
    (schema,) = (one for one in SCHEMAS if one.name.startswith("0014"))
    path.write_bytes(gzip.decompress(schema.read_bytes()))
    ask(path, "UPDATE entries SET importance = 0.7 WHERE content = 'Ann prefers short answers'")

    with Memory.open(store=str(path), create=False) as memory:
        assert any("is not as it was written" in one.what for one in memory.maintenance.doctor())


def test_each_form_of_the_tables_is_there():
    assert len(SCHEMAS) >= 12
    assert SCHEMAS[-1].name.startswith("0016_access_tokens")


def test_a_newer_store_is_refused_with_the_way_out_and_left_as_it_is(path):
    Memory.open(store=str(path)).close()
    ask(path, "INSERT INTO migrations VALUES ('9999_later', '2030-01-01T00:00:00.000000Z')")
    ask(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()

    with pytest.raises(NewerStore, match="Upgrade tiermem"):
        Memory.open(store=str(path))

    assert path.read_bytes() == before
