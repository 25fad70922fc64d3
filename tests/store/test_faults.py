"""Whatever interrupts a write: nothing that was acknowledged is lost, nothing is half done, every failure has a name.

A fault is injected into a statement, the file, the disk or the clock; then the store is opened again and compared with
what was acknowledged.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.clocks import Ticking
from tests.store.faults import EVERYTHING, ROUNDS, Killed, acknowledged, assert_whole, writes
from tests.store.living import a_life, opened, rows

from tiermem import Memory
from tiermem.errors import NewerStore, TiermemError
from tiermem.store.connection import Database

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "memory.db"
    with opened(path) as memory:
        a_life(memory)
    return path


def connection_of(memory):
    """The connection that a memory writes with."""
    return memory._engine.store.database.connection()  # noqa: SLF001 the door to SQLite's own limits


def copied(path, tmp_path, number):
    """A copy of the store with all that SQLite put beside it, as a dead process leaves it."""
    folder = tmp_path / f"after{number}"
    folder.mkdir()
    for ending in ("", "-wal"):
        if Path(f"{path}{ending}").exists():
            shutil.copyfile(f"{path}{ending}", folder / f"memory.db{ending}")
    return folder / "memory.db"


def statements(path, monkeypatch):
    """Return how many statements the writes take."""
    count = [0]
    execute = Database.execute_sql

    def counted(self, sql, values=()):
        count[0] += 1
        return execute(self, sql, values)

    with monkeypatch.context() as patch:
        patch.setattr(Database, "execute_sql", counted)
        with opened(path) as memory:
            list(writes(memory))
    return count[0]


def death(place, leave):
    """Return a statement's execution that dies at a place for good, and what was left there."""
    left, dead, execute = [place], [], Database.execute_sql

    def dying(self, sql, values=()):
        left[0] -= 1
        if left[0] <= 0:
            if not dead:
                dead.append(leave())
            raise Killed
        return execute(self, sql, values)

    return dying, dead


@pytest.mark.slow
def test_a_death_at_any_statement_loses_nothing_and_leaves_nothing_half_done(path, tmp_path, monkeypatch):
    data = path.read_bytes()
    scratch = tmp_path / "scratch.db"
    scratch.write_bytes(data)
    total = statements(scratch, monkeypatch)
    places = random.Random(1).sample(range(1, total), min(4 * ROUNDS, total - 1))
    for number, place in enumerate(sorted(places)):
        store = tmp_path / f"life{number}" / "memory.db"
        store.parent.mkdir()
        store.write_bytes(data)
        dying, dead = death(place, lambda store=store, number=number: copied(store, tmp_path, number))
        told = {}
        with monkeypatch.context() as patch:
            try:
                with opened(store) as memory:
                    patch.setattr(Database, "execute_sql", dying)
                    for entry in writes(memory):
                        told[entry.id] = entry
            except Killed:
                pass
        if not dead:  # this life took a statement less
            continue
        assert_whole(dead[0], told)
        shutil.rmtree(store.parent, ignore_errors=True)
        shutil.rmtree(dead[0].parent)


FAILURES = {
    "database or disk is full": ("SQLITE_FULL", "disk is full"),
    "disk I/O error": ("SQLITE_IOERR", "disk reports an error"),
    "attempt to write a readonly database": ("SQLITE_READONLY", "read-only"),
    "database is locked": ("SQLITE_BUSY", "locked"),
}


@pytest.mark.slow
@pytest.mark.parametrize("message", FAILURES)
def test_a_statement_that_fails_is_a_named_error_and_undoes_its_change(path, tmp_path, monkeypatch, message):
    data = path.read_bytes()
    scratch = tmp_path / "scratch.db"
    scratch.write_bytes(data)
    total = statements(scratch, monkeypatch)
    chance = random.Random(message)
    for number in range(ROUNDS):
        store = tmp_path / f"{number}.db"
        store.write_bytes(data)
        left = [chance.randrange(1, total)]
        cursor = Database.connection

        class Failing:
            def __init__(self, real):
                self._real = real

            def __getattr__(self, name):
                return getattr(self._real, name)

            def cursor(self, left=left):
                left[0] -= 1
                if left[0] == 0:
                    raise sqlite3.OperationalError(message)
                return self._real.cursor()

        with opened(store) as memory, monkeypatch.context() as patch:
            patch.setattr(Database, "connection", lambda self, cursor=cursor: Failing(cursor(self)))
            told, fault = acknowledged(memory)
        assert fault in {None, "UnusableStore", "DeadlineExceeded"}
        assert_whole(store, told)


@pytest.mark.slow
def test_a_full_disk_is_said_and_loses_nothing(path):
    with opened(path) as memory:
        told, entries = [], memory.entries("ann")
        connection = connection_of(memory)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")

        def fill():
            while True:
                draft = entries.draft(f"Box {len(told)} holds {'rope ' * 60}", layer="L1")
                told.append(entries.add(draft).entry)

        with pytest.raises(TiermemError, match="the disk is full, and nothing of this was written"):
            fill()
        connection.execute("PRAGMA max_page_count = 1000000")
        entries.add(entries.draft("There is room again"))
    assert told
    assert_whole(path, {entry.id: entry for entry in told}, erased_may_be=False)


@pytest.mark.slow
def test_a_torn_write_ahead_log_keeps_whole_changes_alone(path, tmp_path):
    with opened(path) as memory:
        entries = memory.entries("ann")
        for number in range(20):
            entries.add(entries.draft(f"Crate {number} is on the pier", layer="L1"))
        chance = random.Random(2)
        for number in range(ROUNDS):
            store = copied(path, tmp_path, number)
            log = Path(f"{store}-wal")
            data = bytearray(log.read_bytes())
            if number % 2:
                del data[chance.randrange(len(data)) :]
            else:
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            log.write_bytes(data)
            assert_whole(store, {})
            with Memory.open(store=str(store)) as after:
                crates = [
                    int(entry.content.split()[1])
                    for entry in after.entries("ann").list(EVERYTHING)[0]
                    if entry.content.startswith("Crate")
                ]
            assert sorted(crates) == list(range(len(crates)))


@pytest.mark.slow
def test_a_copy_made_of_the_file_alone_while_it_is_open_is_sound_or_found(path, tmp_path):
    unsound = 0
    with opened(path) as memory:
        entries = memory.entries("ann")
        for number in range(ROUNDS):
            barrel = entries.add(entries.draft(f"Barrel {number} is full", layer="L1")).entry
            if number % 5 == 0:
                entries.update(barrel.id, entries.draft(f"Barrel {number} is empty"))
            copy = tmp_path / "copy.db"
            copy.unlink(missing_ok=True)
            shutil.copyfile(path, copy)
            try:
                with Memory.open(store=str(copy)) as other:
                    findings = other.maintenance.doctor()
                    barrels = [row for _, row in rows(other, "entries") if "Barrel" in row["content"]]
                    assert findings or len(barrels) <= number + 1
                    unsound += bool(findings)
            except TiermemError:
                unsound += 1
    assert unsound <= ROUNDS


def test_a_clock_that_goes_back_loses_and_confuses_nothing(path):
    class Wild(Ticking):
        def __call__(self):
            self.now -= timedelta(hours=7)
            return self.now

    with opened(path, Wild()) as memory:
        told = {entry.id: entry for entry in writes(memory)}
        with memory.session("ann-back", "ann") as session:
            session.on_turn_end("My boat is called Anna.", "I see.")
    with opened(path, lambda: datetime(2040, 1, 1, tzinfo=UTC)) as memory:
        assert memory.recall("What is my boat called?", "ann").receipt

    assert_whole(path, told)


OLD_WRITER = """
import sys
from tiermem.store.care import migrations
from tiermem.store.connection import Database
Database.keeps_checksums = property(lambda self: False, lambda self, value: None)
from tiermem import Memory
with Memory.open(store=sys.argv[1]) as memory:
    entries = memory.entries("ann")
    for number in range(10):
        print(entries.add(entries.draft(f"The old version says {number}", layer="L1")).entry.id, flush=True)
"""


@pytest.mark.slow
def test_what_an_older_version_writes_beside_this_one_is_kept_and_told_apart(path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])}
    old = subprocess.Popen(
        [sys.executable, "-c", OLD_WRITER, str(path)], env=environment, stdout=subprocess.PIPE, text=True
    )
    ids = set()

    def write():
        with Memory.open(store=str(path)) as memory:
            entries = memory.entries("ann")
            for number in range(10):
                ids.add(entries.add(entries.draft(f"The new version says {number}", layer="L1")).entry.id)

    thread = threading.Thread(target=write)
    thread.start()
    ids |= set(old.communicate(timeout=120)[0].split())
    thread.join()

    assert len(ids) == 20
    with Memory.open(store=str(path)) as memory:
        assert ids <= {entry.id for entry in memory.entries("ann").list(EVERYTHING)[0]}
        findings = {finding.what.partition(" of table ")[2] for finding in memory.maintenance.doctor()}
        assert all("has no checksum" in what for what in findings)
    from tiermem.memory.care.safekeeping import Safekeeping

    done = Safekeeping(store=str(path)).repair()
    assert (done.lost, done.findings) == ([], [])
    with Memory.open(store=str(path)) as memory:
        assert ids <= {entry.id for entry in memory.entries("ann").list(EVERYTHING)[0]}


@pytest.mark.slow
def test_receipts_that_wait_while_an_older_version_writes_are_kept(path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])}
    with opened(path) as memory:
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            old = subprocess.Popen(
                [sys.executable, "-c", OLD_WRITER, str(path)],
                env=environment,
                stdout=subprocess.PIPE,
                text=True,
            )
            kept = {memory.recall(f"Where is pier {number}?", "ann").receipt.id for number in range(20)}
            writer.execute("COMMIT")
        kept |= {memory.recall(f"Where is bridge {number}?", "ann").receipt.id for number in range(20)}
        ids = set(old.communicate(timeout=120)[0].split())

    with opened(path) as memory:
        assert kept <= {receipt["id"] for receipt in memory.timeline.receipts("ann", limit=100)}
        assert len(ids) == 10
        assert ids <= {entry.id for entry in memory.entries("ann").list(EVERYTHING)[0]}


def test_receipts_that_wait_while_a_newer_version_changes_the_tables_are_kept(path):
    with opened(path) as memory:
        entries = memory.entries("ann")
        with closing(sqlite3.connect(path, isolation_level=None)) as newer:
            newer.execute("BEGIN IMMEDIATE")
            kept = {memory.recall(f"Where is pier {number}?", "ann").receipt.id for number in range(5)}
            newer.execute("ALTER TABLE recalls ADD COLUMN newer TEXT NOT NULL DEFAULT ''")
            newer.execute("ALTER TABLE entries ADD COLUMN newer TEXT NOT NULL DEFAULT ''")
            newer.execute(
                "INSERT INTO migrations (name, applied_at) VALUES ('9999_newer', '2040-01-01T00:00:00Z')"
            )
            newer.execute("COMMIT")
        added = entries.add(entries.draft("The crane is yellow", layer="L1")).entry
        kept.add(memory.recall("Where is the crane?", "ann").receipt.id)

    with pytest.raises(NewerStore):
        Memory.open(store=str(path))
    with closing(sqlite3.connect(path)) as plain:
        assert kept <= {one for (one,) in plain.execute("SELECT id FROM recalls")}
        assert plain.execute("SELECT content FROM entries WHERE id = ?", (added.id,)).fetchone() == (
            added.content,
        )


def test_a_store_that_became_read_only_is_named_so(path):
    with opened(path) as memory:
        connection = connection_of(memory)
        connection.execute("PRAGMA query_only = 1")
        with pytest.raises(TiermemError, match="read-only"):
            memory.entries("ann").add(memory.entries("ann").draft("This cannot be kept"))
        connection.execute("PRAGMA query_only = 0")
    with closing(sqlite3.connect(path)) as plain:
        assert plain.execute("SELECT count(*) FROM entries WHERE content LIKE 'This cannot%'").fetchone() == (
            0,
        )
    assert_whole(path, {})
