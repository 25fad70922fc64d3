"""The store in a SQLite file: opening, migrating, refusing, deadlines, threads, durability."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from tests.reading import ask
from tests.reading import contents as contents_in
from tests.store.living import a_life, add, opened
from tests.store.making import EVERYTHING, begun, entry, put, receipt, rows, said, sql

from tiermem import Memory
from tiermem.errors import DeadlineExceeded, ForeignStore, InputError, NewerStore, StoreError, UnusableStore
from tiermem.store import default_url, open_store
from tiermem.store.care.migration_steps import STEPS
from tiermem.store.care.migrations import MIGRATIONS
from tiermem.store.connection import Database
from tiermem.store.contract import EntryFilter, Terms
from tiermem.store.late_receipts import LateReceipts
from tiermem.store.sql.schema import TABLE_COLUMNS

pytestmark = pytest.mark.usefixtures("migrating")
ROOT = Path(__file__).parents[2]
ON_SQLITE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
FIRST_RELEASE = ("0001_first_tables", "0002_full_text")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


def contents(folder):
    """Name → bytes of every file."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def schema(path):
    return ask(path, "SELECT type, name, sql FROM sqlite_master ORDER BY type, name")


def migrated(path, names):
    """A database as the version that had these migrations left it."""
    database = Database(str(path), 1)
    database.execute_sql("CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)")
    for name in MIGRATIONS:
        if name in names:
            STEPS[name](database)
            database.execute_sql("INSERT INTO migrations VALUES (?, '2026-01-01')", (name,))
    database.close()


# -- opening -------------------------------------------------------------------------------------


def test_a_new_file_is_made_with_its_folder_and_all_tables(tmp_path):
    path = tmp_path / "new" / "folder" / "memory.db"

    store = open_store(f"sqlite:///{path}")

    assert store.notices == ()
    assert store.check() == []
    store.close()
    assert [row[0] for row in ask(path, "SELECT name FROM migrations ORDER BY name")] == [*MIGRATIONS]


def test_the_migrations_make_the_tables_and_columns_that_statements_name(path):
    open_store(str(path)).close()
    tables = {
        name
        for kind, name, _ in schema(path)
        if kind == "table" and not name.startswith(("sqlite_", "documents_"))
    }

    made = {table: {row[1] for row in ask(path, f"PRAGMA table_info({table})")} for table in tables}

    assert made == {table: set(names) for table, names in TABLE_COLUMNS.items()} | {
        "migrations": {"name", "applied_at"},
        "checksums": {"of_table", "row_key", "checksum"},
    }
    assert tuple(STEPS) == MIGRATIONS


def test_opening_again_changes_nothing(path):
    open_store(str(path)).close()
    before = contents(path.parent)

    open_store(str(path)).close()

    assert contents(path.parent) == before


@pytest.mark.parametrize("done", range(1, len(MIGRATIONS)), ids=lambda done: f"after {done} steps")
def test_migrations_that_were_cut_off_go_on(path, tmp_path, done):
    migrated(path, MIGRATIONS[:done])
    open_store(str(tmp_path / "whole.db")).close()

    store = open_store(str(path))

    assert store.check() == []
    store.close()
    assert schema(path) == schema(tmp_path / "whole.db")


def test_vectors_of_short_turns_alone_are_made_anew(path):
    names = list(MIGRATIONS)
    migrated(path, names[: names.index("0007_vectors_with_the_turn_before")])
    ask(path, "INSERT INTO sessions VALUES ('s', 1, 2, 3, NULL, NULL, '[]', '', NULL, NULL, 0, 0)")
    for place, content in enumerate(("Shall we?", "Yes", "Yes " * 200)):
        ask(
            path, "INSERT INTO turns VALUES (?, 's', ?, 'user', NULL, ?, '', NULL)", place + 1, place, content
        )
        ask(path, "INSERT INTO vectors VALUES (?, NULL, ?, 3, NULL, 'm', 1, x'', x'')", place + 1, place + 1)

    open_store(str(path)).close()

    assert ask(path, "SELECT turn_id FROM vectors ORDER BY id") == [(1,), (3,)]


def test_a_migration_that_fails_leaves_no_trace(path):
    migrated(path, FIRST_RELEASE)
    ask(path, "CREATE TABLE vectors (in_the_way TEXT)")
    before = schema(path)

    with pytest.raises(StoreError):
        open_store(str(path))

    assert schema(path) == before
    assert ask(path, "SELECT name FROM migrations") == [(name,) for name in FIRST_RELEASE]


def test_what_the_first_release_stored_is_kept_and_found(path):
    migrated(path, FIRST_RELEASE)
    old = Database(str(path), 1)
    old.execute_sql("INSERT INTO scopes VALUES (1, 'house', 'home', NULL), (2, 'agent', 'coder', 1)")
    old.execute_sql("INSERT INTO scopes VALUES (3, 'user', 'ann', 1)")
    old.execute_sql(
        "INSERT INTO entries (id, scope_id, layer, tier, content, version, source, importance, confidence, tags, "
        "created_at, updated_at, key) VALUES ('abcd1234', 3, 'L1', 'user', 'The crane is blue', 1, 'user', 0.5, 1.0, "
        "'[]', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'the crane is blue')"
    )
    old.execute_sql(
        "INSERT INTO documents (entry_id, scope_id, layer, at, content, subject, tags, dates, context, scope) VALUES "
        "('abcd1234', 3, 'L1', '2026-01-01T00:00:00Z', 'the crane is blue', '', '', '2026 january 1', '', 'scope3l1')"
    )
    old.close()

    store = open_store(str(path))
    reach = store.records.reach(house="home", agent="coder", user="ann")

    assert store.records.get("abcd1234", reach.ids).content == "The crane is blue"
    terms = Terms(words=("crane",))
    assert [one.ref for one in store.search.candidates(terms, EVERYTHING, reach.ids, 9)] == ["abcd1234"]
    store.close()


BEFORE_LEARNING = MIGRATIONS[:5]
OF_LEARNING = ("profiles", "connections", "projects", "tasks", "runs", "spending")
NEW_COLUMNS = {"events": {"consolidated": None, "tries": 0}}


def test_what_was_stored_before_there_was_learning_is_kept(path, tmp_path):
    with opened(tmp_path / "lived.db") as memory:
        with a_life(memory).session("prefers", "ann") as session:
            session.on_turn_end("I prefer tabs over spaces.", "Noted.")
        lived = [(table, row) for table, row in rows(memory.maintenance) if table not in OF_LEARNING]
    migrated(path, BEFORE_LEARNING)
    old = Database(str(path), 1)
    for table, row in lived:
        names = [name for name in row if name not in NEW_COLUMNS.get(table, ())]
        places = ", ".join("?" * len(names))
        quoted = ", ".join(f'"{name}"' for name in names)
        old.execute_sql(f"INSERT INTO {table} ({quoted}) VALUES ({places})", [row[name] for name in names])
    old.close()
    assert {"turns", "recalls", "entry_versions", "sessions"} <= {table for table, _ in lived}

    store = open_store(str(path))

    assert rows(store) == [(table, row | NEW_COLUMNS.get(table, {})) for table, row in lived]
    store.search.reindex()
    assert store.check() == []
    reach = store.records.reach(house="default", agent="default", user="ann")
    kept = [row for table, row in lived if table == "events" and row["kind"] == "observation"]
    theirs = [row["seq"] for row in kept if row["scope_id"] in reach.ids]
    assert theirs
    assert [one.seq for one in store.stream.unconsolidated(reach.ids, limit=99)] == theirs
    assert store.profiles.get(reach.user.id).version == 0
    assert store.tasks.find(reach.user.id) == []
    store.close()


OPENER = """
import sys, time
from pathlib import Path
from tiermem.store import open_store
folder = Path(sys.argv[1])
Path(folder / f"ready{sys.argv[2]}").touch()
while not (folder / "go").exists():
    time.sleep(0.001)
for number in range(12):
    store = open_store(str(folder / f"m{number}.db"))
    store.records.reach(house="home", agent="coder", user="ann")
    store.close()
"""


def test_processes_may_open_the_same_new_file_at_once(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(ROOT / "plugin")}
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, str(tmp_path), str(number)],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    while len(list(tmp_path.glob("ready*"))) < len(openers):
        assert all(opener.poll() is None for opener in openers)
        time.sleep(0.01)
    (tmp_path / "go").touch()

    assert [opener.communicate(timeout=60)[1] for opener in openers] == [""] * len(openers)
    for number in range(12):
        path = tmp_path / f"m{number}.db"
        assert len(ask(path, "SELECT name FROM migrations")) == len(MIGRATIONS)
        assert len(ask(path, "SELECT name FROM scopes")) == 4


# -- refusing ------------------------------------------------------------------------------------


def refused(path, error):
    """The error of opening it; every file beside it is as it was, and no other is left there."""
    before = contents(path.parent)
    with pytest.raises(error) as refusal:
        open_store(str(path))
    assert contents(path.parent) == before
    return refusal.value


def test_a_newer_database_is_refused_and_left_alone(path):
    open_store(str(path)).close()
    ask(path, "INSERT INTO migrations VALUES ('9999_from_the_future', '2030-01-01')")

    assert refused(path, NewerStore).unknown == ("9999_from_the_future",)


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize(
    "table",
    [
        "notes (id INTEGER, text TEXT)",
        "memories (id TEXT, text TEXT)",
        "migrations (id INTEGER, app TEXT)",
        "migrations (name TEXT, applied_at TEXT)",
        "entries (id TEXT)",
    ],
)
def test_a_database_of_another_program_is_refused_and_left_alone(path, table, mode):
    ask(path, f"PRAGMA journal_mode = {mode}")
    ask(path, f"CREATE TABLE {table}")

    assert refused(path, ForeignStore).tables == (table.split()[0],)


def test_a_table_of_ours_alone_does_not_make_a_memories_table_ours(path):
    ask(path, "CREATE TABLE memories (id TEXT, created_at TEXT, memory TEXT)")
    ask(path, "CREATE TABLE migrations (version INTEGER)")

    assert refused(path, ForeignStore).tables == ("memories", "migrations")


@pytest.mark.parametrize(
    "content", [b"This is no database, only a text." * 40, b"SQLite format 3\0" + b"\1" * 9999]
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(path, content):
    path.write_bytes(content)

    refused(path, StoreError)


def test_an_empty_file_becomes_a_store(path):
    path.touch()

    store = open_store(str(path))

    assert store.check() == []
    store.close()


def test_a_folder_is_no_store(tmp_path):
    with pytest.raises(UnusableStore, match="unable to open"):
        open_store(str(tmp_path))


@pytest.mark.parametrize("place", ["file/memory.db", "a\0b/memory.db", "x" * 300 + "/memory.db", "\ud800.db"])
def test_a_path_that_cannot_be_written_is_refused(tmp_path, place):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(UnusableStore):
        open_store(str(tmp_path / place))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_file_that_may_not_be_written_says_so_when_written(path):
    open_store(str(path)).close()
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        with pytest.raises(UnusableStore, match="its folder have to be"):
            open_store(str(path)).records.reach(house="home", agent="coder", user="ann")
    finally:
        path.parent.chmod(0o700)


def test_a_database_that_is_read_only_is_told_with_what_has_to_be_writable(path):
    open_store(str(path)).close()
    database = Database(str(path), 1)
    database.execute_sql("PRAGMA query_only = 1")

    with pytest.raises(UnusableStore, match="it is read-only; the file and its folder have to be writable"):
        database.execute_sql("DELETE FROM entries")
    database.close()


@pytest.mark.parametrize("url", ["mysql://localhost/x", "sqlite:///", "sqlite:///:memory:", ":memory:"])
def test_a_url_that_names_no_file_is_refused(url):
    with pytest.raises(UnusableStore, match="store"):
        open_store(url)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_the_default_store_is_in_the_folder_for_data(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    assert default_url() == f"sqlite:///{tmp_path / 'tiermem' / 'memory.db'}"

    monkeypatch.setenv("HOME", str(tmp_path))
    for not_absolute in ("", "relative", "./here"):
        monkeypatch.setenv("XDG_DATA_HOME", not_absolute)
        assert default_url() == f"sqlite:///{tmp_path}/.local/share/tiermem/memory.db"


# -- readers and writers -------------------------------------------------------------------------


@ON_SQLITE
def test_a_reader_does_not_wait_for_a_writer(store, ann):
    made = put(store, ann, "The crane is blue")
    assert sql(store, "PRAGMA journal_mode") == [("wal",)]

    with closing(sqlite3.connect(store.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM entries")
        started = time.monotonic()
        assert store.records.get(made.id, ann.ids) == made
        assert len(rows(store, "entries")) == 1
        assert time.monotonic() - started < 15


@ON_SQLITE
def test_a_writer_waits_for_its_turn(store, ann):
    writer = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    threading.Timer(0.2, lambda: writer.execute("COMMIT")).start()

    put(store, ann, "The crane is blue")

    assert not writer.in_transaction
    writer.close()


@pytest.fixture
def large(store, ann):
    with store.transaction(durable=False):
        for number in range(1500):
            store.records.insert(entry(ann, f"The crane number {number} is blue"))
    return store


def heavy(store, reach):
    return len(store.records.select(EntryFilter(), reach.ids))


def without_end(store, reach):
    while True:
        heavy(store, reach)


@ON_SQLITE
def test_a_query_past_its_deadline_is_stopped_and_the_connection_goes_on(large, ann):
    message = "counting cranes was stopped after its deadline of 10 ms"
    with pytest.raises(DeadlineExceeded, match=message), large.deadline(0.01, "counting cranes"):
        without_end(large, ann)

    assert heavy(large, ann) == 1500
    put(large, ann, "One more")
    assert large.check()[0].what.startswith("Entry")


@ON_SQLITE
def test_a_search_past_its_deadline_is_stopped(large, ann):
    terms = Terms(words=("crane", "number"))

    with pytest.raises(DeadlineExceeded), large.deadline(0, "searching"):
        large.search.candidates(terms, EVERYTHING, ann.ids, 300)

    assert len(large.search.candidates(terms, EVERYTHING, ann.ids, 300)) == 300


@ON_SQLITE
def test_a_write_that_is_stopped_is_undone(large, ann):
    before = rows(large)

    with suppress(DeadlineExceeded), large.deadline(0, "writing"), large.transaction():
        put(large, ann, "The crane is blue")
        heavy(large, ann)

    assert rows(large) == before


@ON_SQLITE
def test_a_write_that_sqlite_undoes_by_itself_is_past_its_deadline_too(large, ann):
    before = rows(large)

    def write_without_end():
        with large.transaction():
            while True:
                large.records.insert(entry(ann, "The crane is red"))

    with pytest.raises(DeadlineExceeded), large.deadline(0.05, "writing"):
        write_without_end()

    assert rows(large) == before


@ON_SQLITE
def test_waiting_for_a_writer_ends_with_the_deadline(store, ann):
    with closing(sqlite3.connect(store.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        with pytest.raises(DeadlineExceeded), store.deadline(0.05, "writing"):
            put(store, ann, "The crane is blue")
        assert time.monotonic() - started < 15
        writer.execute("COMMIT")

    put(store, ann, "The crane is blue")


@ON_SQLITE
def test_a_deadline_ends_with_its_block_and_is_its_threads_own(large, ann):
    with large.deadline(0.01, "nothing"):
        pass
    counted = []

    def count():
        counted.append(heavy(large, ann))
        large.release()

    with large.deadline(0, "nothing"):
        thread = threading.Thread(target=count)
        thread.start()
        thread.join()

    time.sleep(0.02)
    assert [*counted, heavy(large, ann)] == [1500, 1500]


# -- connections ---------------------------------------------------------------------------------


def open_files(path):
    """Return how often this process has the store's files open."""
    links = [link.readlink() for link in Path("/proc/self/fd").iterdir() if link.exists()]
    return sum(str(link).startswith(str(path)) for link in links)


@ON_SQLITE
def test_threads_that_release_leave_no_open_files_behind(store, ann):
    """SQLite keeps the files of closed connections for the next one, while a connection has locks: those are few."""
    put(store, ann, "The crane is blue")
    at_once = 4

    def use():
        heavy(store, ann)
        put(store, ann, "The crane is blue")
        store.release()

    opened = []
    for _ in range(6):
        threads = [threading.Thread(target=use) for _ in range(at_once)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        opened.append(open_files(store.path))

    assert 0 < opened[-1] <= 3 + 2 * at_once, opened
    assert heavy(store, ann) == 1 + 6 * at_once
    store.close()
    assert open_files(store.path) == 0


@pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="counts open files where the system tells them"
)
def test_a_refused_file_is_not_kept_open(path):
    ask(path, "CREATE TABLE notes (id INTEGER)")

    with pytest.raises(ForeignStore):
        open_store(str(path))

    assert open_files(path) == 0


@ON_SQLITE
def test_a_store_goes_on_after_a_release(store, ann):
    made = put(store, ann, "The crane is blue")

    store.release()
    store.release()

    assert store.records.get(made.id, ann.ids) == made


@ON_SQLITE
def test_threads_have_transactions_of_their_own(store, ann):
    seen = []

    def look():
        seen.append(heavy(store, ann))
        store.release()

    with store.transaction():
        put(store, ann, "The crane is blue")
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()

    assert [*seen, heavy(store, ann)] == [0, 1]


@ON_SQLITE
def test_a_dump_shows_one_state_and_a_write_between_two_rows_is_kept(store, ann):
    put(store, ann, "The crane is blue")
    dumped = store.dump()
    first = next(dumped)

    put(store, ann, "The crane is red")

    assert len([table for table, _ in (first, *dumped) if table == "entries"]) == 1
    unfinished = store.dump()
    next(unfinished)
    put(store, ann, "The crane is green")
    unfinished.close()
    assert len(rows(store, "entries")) == 3


def synchronous(store):
    """Return how far a commit goes on this thread's connection: 2 to the disk, 1 to the system."""
    return store.database.execute_sql("PRAGMA synchronous").fetchone()[0]


@ON_SQLITE
@pytest.mark.parametrize(("durable", "within"), [(True, 2), (False, 1)])
def test_a_durable_transaction_alone_goes_to_the_disk(store, ann, durable, within):
    assert synchronous(store) == 1
    with store.transaction(durable=durable):
        assert synchronous(store) == within
    assert synchronous(store) == 1

    with suppress(ZeroDivisionError), store.transaction(durable=durable):
        raise ZeroDivisionError
    assert synchronous(store) == 1


@ON_SQLITE
def test_a_journal_that_cannot_be_kept_whole_is_not_kept(store, ann):
    session = begun(store, ann)

    with pytest.raises(InputError):
        said(store, session.id, "The crane is blue", "half a pair: \ud800")

    assert store.sessions.turns(session.id) == []


@pytest.mark.skipif(os.name == "nt", reason="rights are others there")
def test_what_is_stored_is_the_owners_alone(tmp_path):
    path = tmp_path / "new" / "memory.db"
    with Memory.open(store=str(path)) as memory, memory.session("s1") as session:
        session.on_turn_end("Hello")
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert set(modes.values()) == {0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.fixture
def writer(store):
    """Another program, which holds the turn to write."""
    with closing(sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


def threads_of_receipts():
    return [thread for thread in threading.enumerate() if thread.name == "tiermem receipts"]


@ON_SQLITE
def test_a_receipt_waits_for_no_writer_and_can_be_read_after_it(store, ann, writer):
    store.keep(receipt("A prompt about the crane"), ann)
    assert writer.in_transaction
    assert not rows(store, "recalls")

    writer.execute("COMMIT")

    assert [one["query"] for one in store.sessions.receipts(ann)] == ["A prompt about the crane"]
    assert len(rows(store, "recalls")) == 1


def test_a_prompt_leaves_it_to_writers_to_copy_the_log_into_the_file(path):
    with Memory.open(store=str(path)) as memory:
        entries = memory.entries()
        entries.add(entries.draft("The crane needs oil", layer="L1"))
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("PRAGMA wal_autocheckpoint = 0")
            writer.execute("CREATE TABLE large (bytes BLOB)")
            writer.execute("INSERT INTO large VALUES (zeroblob(8000000))")  # 1,953 pages
            before = path.stat().st_size

            assert "oil" in memory.recall("What does the crane need?").context
            assert path.stat().st_size == before < 8_000_000
            assert [one["query"] for one in memory.timeline.receipts()] == ["What does the crane need?"]

            entries.add(entries.draft("The pier needs paint", layer="L1"))
            assert path.stat().st_size > 8_000_000


def test_without_other_writers_receipts_do_not_let_the_log_grow_for_ever(path):
    with (
        Memory.open(store=str(path)) as memory,
        closing(sqlite3.connect(path, isolation_level=None)) as writer,
    ):
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("CREATE TABLE large (bytes BLOB)")
        writer.execute("INSERT INTO large VALUES (zeroblob(17000000))")  # 4,150 pages
        assert path.stat().st_size < 17_000_000

        memory.recall("What does the crane need?")

        assert path.stat().st_size > 17_000_000


@ON_SQLITE
def test_receipts_that_wait_take_one_thread_and_are_stored_after_the_writer(store, ann, writer):
    others = set(threads_of_receipts())
    for number in range(20):
        store.keep(receipt(f"prompt {number}"), ann)
    (thread,) = set(threads_of_receipts()) - others

    writer.execute("COMMIT")
    thread.join(30)

    assert len(rows(store, "recalls")) == 20
    assert not thread.is_alive()


@ON_SQLITE
def test_a_receipt_that_waits_is_stored_after_the_deadline_of_its_prompt(store, ann, writer):
    with store.deadline(0.05, "the prompt"):
        store.keep(receipt("A prompt about the crane"), ann)
    writer.execute("COMMIT")

    assert len(store.sessions.receipts(ann)) == 1


@ON_SQLITE
def test_closing_stores_the_receipts_that_wait(store, ann, writer):
    store.keep(receipt("A prompt about the crane"), ann)
    threading.Timer(0.2, lambda: writer.execute("COMMIT")).start()

    store.close()

    assert ask(store.path, "SELECT count(*) FROM recalls") == [(1,)]


@ON_SQLITE
def test_erasing_reaches_a_receipt_that_waits(store, ann, writer):
    store.keep(receipt("The secret of Xanthippe"), ann)
    writer.execute("COMMIT")

    store.erase_words(["The secret of Xanthippe"], ann.ids, "2026-03-02T09:00:00Z")
    time.sleep(0.1)  # for the thread, should it still hold the words

    assert b"Xanthippe" not in b"".join(contents(Path(store.path).parent).values())


@ON_SQLITE
def test_a_receipt_that_waits_is_dropped_if_another_program_erases_meanwhile(store, ann, writer):
    store.keep(receipt("The secret of Xanthippe"), ann)
    others = threads_of_receipts()
    writer.execute(
        "INSERT INTO events (at, kind, scope_id, entry_id, source, payload, outcome) "
        "VALUES ('2026-03-02T09:00:00Z', 'erased', ?, 'words', 'user', '{}', 'pending')",
        (ann.user.id,),
    )
    writer.execute("COMMIT")
    for thread in others:
        thread.join(30)

    store.keep(receipt("A prompt after it"), ann)

    assert [one["query"] for one in store.sessions.receipts(ann, limit=9)] == ["A prompt after it"]


def test_a_receipt_is_dropped_if_something_was_erased_after_its_recall_began(path):
    with Memory.open(store=str(path)) as memory, Memory.open(store=str(path)) as another:
        entries = memory.entries()
        added = entries.add(entries.draft("The secret of Xanthippe is the crane", layer="L1"))
        session = memory.session("one")
        assert "Xanthippe" in session.context("What is the secret of Xanthippe?", kept_later=True)
        another.entries().erase(added.entry.id)

        session.keep_recalled()
        assert not memory.timeline.receipts()

        session.context("What does the pier need?", kept_later=True)
        session.keep_recalled()
        assert [one["query"] for one in memory.timeline.receipts()] == ["What does the pier need?"]


@ON_SQLITE
def test_closing_waits_for_no_writer_for_long(store, ann, writer, caplog):
    store.keep(receipt("A prompt about the crane"), ann)
    began = time.monotonic()

    store.close()

    assert time.monotonic() - began < 5
    assert "1 receipts were not kept" in caplog.text


@ON_SQLITE
def test_a_receipt_that_cannot_be_stored_loses_no_other(store, ann, writer):
    for name in ("first", "second", "third"):
        store.keep(receipt(name, id="another" if name == "third" else "the same"), ann)
    writer.execute("COMMIT")

    for thread in threads_of_receipts():
        thread.join(30)

    assert {one["query"] for one in store.sessions.receipts(ann, limit=9)} == {"first", "third"}


@ON_SQLITE
def test_rows_with_an_infinite_number_are_read(store):
    assert store.database.at_once("SELECT 9e999, 'text'", (), 2) == [(float("inf"), "text")]
    assert store.database.at_once("SELECT 1.5, 'text'", (), 2) == [[1.5, "text"]]


def test_a_store_that_another_process_keeps_locked_says_what_to_do_and_nothing_is_written(path, monkeypatch):
    monkeypatch.setattr("tiermem.store.sqlite.BUSY_TIMEOUT_S", 0.05)
    with opened(path) as memory, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnusableStore, match=r"locked by another process.*try again") as refused:
            add(memory, "The crane is blue")
        assert refused.value.is_busy
        other.execute("ROLLBACK")
        assert contents_in(memory) == []


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "PRAGMA locking_mode = EXCLUSIVE"])
def test_a_store_that_another_process_keeps_locked_is_not_called_damaged(path, monkeypatch, lock):
    monkeypatch.setattr("tiermem.store.sqlite.BUSY_TIMEOUT_S", 0.05)
    with opened(path) as memory:
        memory.release()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute(lock)
            other.execute("DELETE FROM entries")
            with pytest.raises(UnusableStore, match="locked by another process"):
                memory.maintenance.doctor()


NEEDED = """
import os, sys
from tiermem import Memory
from tiermem.errors import StoreError

for package, key, store in (
    ("sqlcipher3", "ab" * 32, "own.db"), ("keyring", "keyring", "own.db"), ("psycopg", "", "postgresql://me@here/x"),
):
    sys.modules[package] = None
    os.environ["TIERMEM_KEY"] = key
    try:
        Memory.open(store=store)
    except StoreError as error:
        print(error)
"""


def test_a_package_that_a_store_needs_is_named_with_its_extra_and_no_file_is_made(tmp_path):
    paths = os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))
    done = subprocess.run(
        [sys.executable, "-c", NEEDED],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )

    encrypted, keyring, server = done.stdout.splitlines()
    assert "An encrypted store (TIERMEM_KEY) needs a package" in encrypted
    assert "TIERMEM_KEY=keyring needs a package" in keyring
    assert "[encrypted]" in encrypted
    assert "[encrypted]" in keyring
    assert "[postgres]" in server
    assert list(tmp_path.iterdir()) == []


@ON_SQLITE
def test_a_receipt_is_dropped_if_an_erasure_took_its_first_turn(store, ann, writer):
    @contextmanager
    def after_the_erasure(wait_ms):
        if writer.in_transaction:
            writer.execute(
                "INSERT INTO events (at, kind, scope_id, entry_id, source, payload, outcome) "
                "VALUES ('2026-03-02T09:00:00Z', 'erased', ?, 'words', 'user', '{}', 'pending')",
                (ann.user.id,),
            )
            writer.execute("COMMIT")
            raise UnusableStore(store.url, "database is locked")
        with store.transaction(durable=False):
            yield

    late = LateReceipts(store.sessions, store.stream, after_the_erasure, store.release)
    late.keep(receipt("The secret of Xanthippe"), ann)
    late.close()

    assert not rows(store, "recalls")


@ON_SQLITE
def test_a_receipt_that_cannot_be_stored_is_logged_and_stops_no_erasure(store, ann, writer, caplog):
    store.keep(receipt("first"), ann)
    store.keep(receipt("second", session_id="half a pair: \ud800"), ann)
    store.keep(receipt("third"), ann)
    waiting = threads_of_receipts()
    writer.execute("COMMIT")

    store.erase_words(["The secret of Xanthippe"], ann.ids, "2026-03-02T09:00:00Z")
    for thread in waiting:
        thread.join(30)

    assert {one["query"] for one in store.sessions.receipts(ann, limit=9)} == {"first", "third"}
    assert "a receipt was not kept" in caplog.text
