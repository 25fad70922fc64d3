"""Backups, what is made before a migration or a repair, and what a repair brings back."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
from contextlib import closing

import pytest
from tests.store.living import a_life, opened, rows

from tiermem import Memory
from tiermem.errors import DamagedStore, ForeignStore, InputError, TiermemError, UnusableStore
from tiermem.memory.care.safekeeping import Safekeeping
from tiermem.store.contract import EntryFilter

EVERYTHING = EntryFilter(statuses=())
ROUNDS = int(os.environ.get("TIERMEM_TEST_FLIPS", "40"))
"""Damages of each kind; 500 for the whole size."""


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """The bytes of a store that was used, and what its users read."""
    path = tmp_path_factory.mktemp("lived") / "memory.db"
    with opened(path) as memory:
        a_life(memory)
        entries = memory.entries()
        entries.remove(entries.add(entries.draft("The boat is gone")).entry.id)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes(), read(path)


@pytest.fixture
def path(lived, tmp_path):
    path = tmp_path / "memory.db"
    path.touch(mode=0o600)
    path.write_bytes(lived[0])
    return path


def read(path):
    """Return everything that users read, and every row that is kept."""
    with opened(path) as memory:
        seen = [memory.entries(user).list(EVERYTHING)[0] for user in ("ann", "bob", None)]
        found = [memory.entries(user).search("harbour crane boss").entries for user in ("ann", "bob")]
        return seen, found, rows(memory)


def damage(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def findings(path):
    with opened(path) as memory:
        return [finding.what for finding in memory.maintenance.doctor()]


def kept(path):
    return Safekeeping(store=str(path))


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_backup_is_made_while_others_write_and_is_the_owners_alone(path, tmp_path):
    with opened(path) as memory:
        entries = memory.entries("ann")
        before = entries.add(entries.draft("Written before the backup")).entry
        old = os.umask(0)
        try:
            copy = kept(path).backup(str(tmp_path / "copy.db"))
        finally:
            os.umask(old)
        entries.add(entries.draft("Written after it"))

    assert mode(copy) == 0o600
    with opened(copy) as memory:
        contents = [entry.content for entry in memory.entries("ann").list(EVERYTHING)[0]]
    assert before.content in contents
    assert "Written after it" not in contents
    assert not list(tmp_path.glob("*.partial*"))


def test_a_backup_takes_no_file_that_is_there_and_free_names_otherwise(path, tmp_path):
    with pytest.raises(InputError, match="is there already"):
        kept(path).backup(str(path))
    assert [kept(path).backup().name for _ in range(2)] == ["memory.db.backup-1", "memory.db.backup-2"]
    folder = tmp_path / "folder"
    folder.mkdir()
    assert kept(path).backup(str(folder)).parent == folder


def test_no_backup_counts_that_does_not_verify(path, tmp_path):
    damage(path, "UPDATE turns SET content = 'something else' WHERE id = 1")

    with pytest.raises(DamagedStore, match="--repair"):
        kept(path).backup(str(tmp_path / "copy.db"))

    assert not (tmp_path / "copy.db").exists()


def test_what_is_restored_is_what_was_backed_up_and_the_undo_is_at_hand(path, lived):
    copy = kept(path).backup()
    with opened(path) as memory, opened(path) as other:
        entries = memory.entries("ann")
        later = entries.add(entries.draft("Written after the backup")).entry

        undo = kept(path).restore(str(copy)).kept

        assert later not in other.entries("ann").list(EVERYTHING)[0]
        other.entries("ann").add(other.entries("ann").draft("Written by one that was open"))
        assert other.maintenance.doctor() == []
    kept(path).restore(str(copy))
    assert read(path) == lived[1]
    kept(path).restore(str(undo))
    with opened(path) as memory:
        assert later in memory.entries("ann").list(EVERYTHING)[0]


@pytest.mark.parametrize(
    "left",
    [
        b"",
        b"no database at all " * 500,
        b"\0" * 40_960,
        lambda raw: raw[: len(raw) // 3],
        lambda raw: b"x" + raw[1:],
    ],
    ids=["nothing", "text", "zeros", "a third", "another header"],
)
def test_a_backup_is_restored_over_whatever_is_left_of_a_store_and_that_is_kept(path, lived, left):
    copy = kept(path).backup()
    remains = left(lived[0]) if callable(left) else left
    path.write_bytes(remains)

    undo = kept(path).restore(str(copy)).kept

    assert read(path) == lived[1]
    assert findings(path) == []
    assert undo.read_bytes()[:4096] == remains[:4096] or remains == b""
    assert mode(path) == 0o600


def test_a_backup_that_another_process_keeps_locked_is_not_called_damaged(path, lived, monkeypatch):
    copy = kept(path).backup()
    monkeypatch.setattr("tiermem.store.care.copies.WAITING_S", 0.05)
    with closing(sqlite3.connect(copy, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("UPDATE entries SET importance = importance")
        with pytest.raises(UnusableStore, match="locked by another process"):
            kept(path).restore(str(copy))

    assert read(path) == lived[1]


def test_nothing_is_restored_from_what_is_damaged_foreign_or_missing(path, tmp_path, lived):
    damaged, foreign = tmp_path / "damaged.db", tmp_path / "foreign.db"
    damaged.write_bytes(lived[0])
    damage(damaged, "UPDATE turns SET content = 'something else' WHERE id = 1")
    damage(foreign, "CREATE TABLE songs (title TEXT)")
    torn = tmp_path / "torn.db"
    torn.write_bytes(lived[0][: len(lived[0]) // 2])
    text = tmp_path / "text.db"
    text.write_text("no database at all" * 100)

    for source, error in (
        (damaged, DamagedStore),
        (foreign, ForeignStore),
        (torn, DamagedStore),
        (text, ForeignStore),
        (tmp_path / "none.db", InputError),
        (path, InputError),
    ):
        with pytest.raises(error):
            kept(path).restore(str(source))

    assert read(path) == lived[1]


KNOWN = {
    "record": "DELETE FROM entries",
    "changed records": "UPDATE entries SET content = 'nothing', importance = 0.1",
    "newest versions": "DELETE FROM entry_versions WHERE version = "
    "(SELECT max(version) FROM entries WHERE id = entry_id)",
    "pairs": "DELETE FROM scopes WHERE kind = 'pair'",
    "index": "DELETE FROM documents",
    "triggers": "DROP TRIGGER vectors_outdated",
    "checksums": "DELETE FROM checksums",
    "a letter": "UPDATE turns SET content = 'u' || substr(content, 2) WHERE substr(content, 1, 1) = 't'",
}


@pytest.mark.parametrize("kind", KNOWN)
def test_a_repair_brings_back_what_is_known(path, lived, kind):
    damage(path, "PRAGMA foreign_keys = 0", KNOWN[kind])
    if kind != "a letter":
        assert findings(path)

    done = kept(path).repair()

    assert (done.lost, done.findings) == ([], [])
    assert read(path) == lived[1]
    assert findings(path) == []
    assert mode(path) == mode(done.kept) == 0o600


def test_a_repair_names_what_nobody_knows_and_keeps_the_file_as_it_was(path):
    damage(path, "UPDATE turns SET content = 'something else' WHERE id = 1")
    before = path.read_bytes()

    done = kept(path).repair()

    assert done.lost == ["Row 1 of table turns: it cannot be read as it was written."]
    assert findings(path) == []
    with closing(sqlite3.connect(done.kept)) as copy:
        assert copy.execute("SELECT content FROM turns WHERE id = 1").fetchone() == ("something else",)
    assert len(before) == done.kept.stat().st_size


def test_a_repair_mends_a_file_that_cannot_be_opened(path, lived):
    data = bytearray(lived[0])
    data[4096 * 3 : 4096 * 3 + 40] = bytes(40)
    path.write_bytes(data)

    done = kept(path).repair()

    assert done.findings == []
    with opened(path) as memory:
        assert rows(memory, "entries") == [(table, row) for table, row in lived[1][2] if table == "entries"]


def test_rebuilding_compares_records_with_the_stream(path, lived, tmp_path):
    assert kept(path).rebuild(str(tmp_path / "same.db")).as_dict() == {
        "kept": None,
        "mended": [],
        "lost": [],
        "findings": [],
    }
    assert read(tmp_path / "same.db") == lived[1]

    damage(path, "UPDATE entries SET importance = 0.1")
    done = kept(path).rebuild(str(tmp_path / "new.db"))

    assert done.lost == []
    assert all("made from stream and versions" in line for line in done.mended)
    assert read(tmp_path / "new.db") == lived[1]


def seen(path):
    """Return everything that users read, or the name of the error."""
    try:
        return read(path)
    except TiermemError as error:
        return type(error).__name__


def found(path):
    try:
        return findings(path)
    except TiermemError as error:
        return [str(error)]


def put(path, data):
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.write_bytes(data)


def test_a_damaged_name_in_the_schema_is_a_named_error_and_a_copy_brings_all_back(path, lived, tmp_path):
    copy = kept(path).backup(str(tmp_path / "copy.db"))
    data = path.read_bytes()
    assert b"tableentriesentries" in data
    put(path, data.replace(b"tableentriesentries", b"table\xcentriesentries"))

    assert found(path)
    with pytest.raises(DamagedStore):
        kept(path).repair()
    kept(path).restore(str(copy))
    assert read(path) == lived[1]


@pytest.mark.slow
def test_every_flipped_bit_that_changes_what_is_read_is_found_and_records_come_back(lived, tmp_path):
    data, truth = lived
    chance, path = random.Random(7), tmp_path / "memory.db"
    missed, lost, read_otherwise, unreadable = [], [], 0, 0
    put(path, data)
    copy = kept(path).backup(str(tmp_path / "copy.db"))
    flips = 4 * ROUNDS  # of which one in thirteen is where something is read
    for number in range(flips):
        flipped = bytearray(data)
        place = chance.randrange(len(data))
        flipped[place] ^= 1 << chance.randrange(8)
        put(path, flipped)
        if seen(path) == truth:
            continue
        read_otherwise += 1
        if not found(path):
            missed.append((number, place))
        try:
            kept(path).repair()
        except DamagedStore:
            unreadable += 1
            kept(path).restore(str(copy))
        after = seen(path)
        if isinstance(after, str) or after[0] != truth[0] or findings(path):
            lost.append((number, place))

    assert (missed, lost) == ([], [])
    assert read_otherwise > flips // 50 + unreadable


@pytest.mark.slow
def test_every_deleted_row_is_found_and_records_come_back(lived, tmp_path):
    data, truth = lived
    chance, path = random.Random(8), tmp_path / "memory.db"
    tables = sorted({table for table, _ in truth[2]})
    missed, lost = [], []
    for number in range(ROUNDS):
        put(path, data)
        table = chance.choice(tables)
        with closing(sqlite3.connect(path)) as connection, connection:
            many = [tuple(row) for row in connection.execute(f"SELECT * FROM {table}")]
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            where = " AND ".join(f'"{name}" IS ?' for name in names)
            connection.execute(f"DELETE FROM {table} WHERE {where}", chance.choice(many))
        if not found(path):
            missed.append((number, table))
        kept(path).repair()
        after = seen(path)
        if isinstance(after, str) or after[0] != truth[0]:
            lost.append((number, table))

    assert (missed, lost) == ([], [])


def test_a_store_of_another_version_is_copied_before_it_is_migrated(path, lived):
    damage(
        path,
        "DROP TABLE checksums",
        "DROP TABLE grants",
        "DROP INDEX entries_in_order",
        "DROP INDEX entries_by_age",
        "DROP INDEX entries_by_last_change",
        "DROP INDEX entries_tagged",
        "DROP INDEX entries_by_source",
        "CREATE INDEX entries_inactive ON entries(scope_id, status, updated_at) WHERE status = 'inactive'",
        "DROP INDEX events_by_session",
        "DROP TABLE access_tokens",
        "DELETE FROM migrations WHERE name > '0014'",
    )

    with Memory.open(store=str(path), create=False) as memory:
        assert any("a copy was made" in notice for notice in memory.notices)

    (copy,) = path.parent.glob("memory.db.before-migrating-*")
    assert mode(copy) == 0o600
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("SELECT count(*) FROM migrations").fetchone() == (13,)
    assert read(path) == lived[1]
