"""A database that docker-agent made, or the seed's, becomes a store in place, and goes on being theirs."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tiermem import Memory
from tiermem.store import open_store
from tiermem.store.contract import EntryFilter
from tiermem.values import instant, utc_now

DOCKER = "CREATE TABLE memories (id TEXT PRIMARY KEY, created_at TEXT, memory TEXT, category TEXT DEFAULT '')"
TABLES = {
    "docker-agent": ("memories", DOCKER),
    "docker-agent before categories": (
        "memories",
        "CREATE TABLE memories (id TEXT PRIMARY KEY, created_at TEXT, memory TEXT)",
    ),
    "the seed": (
        "user_memories",
        "CREATE TABLE user_memories (id INTEGER PRIMARY KEY, created_at TEXT, memory TEXT)",
    ),
    "the seed with tiers": (
        "user_memories",
        "CREATE TABLE user_memories (id TEXT, created_at TEXT, memory TEXT, category TEXT, "
        "tier TEXT NOT NULL DEFAULT 'memory')",
    ),
}
ROWS = [
    ("1", "2026-01-05T10:00:00Z", "The repository uses Go 1.24"),
    ("2", "2026-01-06T11:30:00+02:00", "Tests run with task test"),
    ("3", "2026-01-07 12:00:00", "日本語の名前も大切 🎉"),
]
SECRET = "ghp_" + "a1B2" * 9


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


def theirs(path, statement, rows=()):
    """Use the file as the other program does, and return the rows."""
    with closing(sqlite3.connect(path)) as connection, connection:
        if rows:
            connection.executemany(statement, rows)
            return []
        return connection.execute(statement).fetchall()


@pytest.fixture(params=TABLES, ids=str)
def table(request, path):
    """The name of the table of a database with `ROWS` in it."""
    name, statement = TABLES[request.param]
    theirs(path, statement)
    theirs(path, f"INSERT INTO {name} (id, created_at, memory) VALUES (?, ?, ?)", ROWS)
    return name


def docker(path, rows):
    """A database of docker-agent's with these (id, memory) or (id, memory, category)."""
    theirs(path, DOCKER)
    add(path, rows)


def add(path, rows):
    whole = [(name, "2026-01-05T10:00:00Z", text, *(more or ("",))) for name, text, *more in rows]
    theirs(path, "INSERT INTO memories VALUES (?, ?, ?, ?)", whole)


def opened(path, **some):
    return Memory.open(store=str(path), **some)


def taken(path):
    """(contents, notices) of opening it once."""
    with opened(path) as memory:
        return [entry.content for entry in memory.entries().list()[0]], memory.notices


def dumped(path):
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def copies(path):
    return sorted(path.parent.glob("memory.db.before-tiermem-*"))


# -- the copy ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_copy_that_equals_the_original_is_made_first(path, table, mode):
    theirs(path, f"PRAGMA journal_mode = {mode}")
    before = dumped(path)

    with opened(path) as memory:
        (copy,) = copies(path)
        assert str(copy) in memory.notices[0]

    assert dumped(copy) == before
    taken(path)
    assert copies(path) == [copy]


def test_what_the_other_program_has_not_written_back_yet_is_in_the_copy(path):
    docker(path, [("1", "The crane is blue")])
    with closing(sqlite3.connect(path)) as running:
        running.execute("PRAGMA journal_mode = wal")
        running.execute("INSERT INTO memories VALUES ('2', '2026-01-05', 'The crane is red', '')")
        running.commit()

        assert len(taken(path)[0]) == 2
        assert len(theirs(copies(path)[0], "SELECT * FROM memories")) == 2


def test_a_copy_that_is_there_is_not_written_over(path):
    docker(path, [("1", "The crane is blue")])
    old = path.with_name("memory.db.before-tiermem-1")
    old.write_text("an older copy")

    taken(path)

    assert old.read_text() == "an older copy"
    assert [copy.name[-1] for copy in copies(path)] == ["1", "2"]


def test_openings_at_once_adopt_each_row_once_and_every_copy_is_whole(path):
    docker(path, [(str(number), f"The crane number {number} is blue") for number in range(20)])
    before, problems = dumped(path), []
    gate = threading.Barrier(4)

    def adopt():
        gate.wait()
        try:
            taken(path)
        except Exception as error:  # noqa: BLE001 whatever goes wrong in a thread is shown below
            problems.append(error)

    threads = [threading.Thread(target=adopt) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert problems == []
    assert len(taken(path)[0]) == 20
    assert copies(path)
    assert all(dumped(copy) == before for copy in copies(path))


# -- the rows ------------------------------------------------------------------------------------


def test_the_rows_stay_theirs_and_become_entries(path, table):
    before = theirs(path, f"SELECT * FROM {table} ORDER BY id")

    with opened(path) as memory:
        entries = memory.entries().list()[0]
        assert memory.maintenance.doctor() == []
        assert memory.entries().search("Go repository").entries == (entries[0],)

    assert [entry.content for entry in entries] == [row[2] for row in ROWS]
    assert {(entry.layer, entry.tier, entry.source, entry.category) for entry in entries} == {
        ("L0", "memory", "system", None)
    }
    assert [entry.origin for entry in entries] == [f"import:{table}:{row[0]}" for row in ROWS]
    assert [entry.created_at[:16] for entry in entries] == [
        "2026-01-05T10:00",
        "2026-01-06T09:30",
        "2026-01-07T12:00",
    ]
    assert theirs(path, f"SELECT * FROM {table} ORDER BY id") == before


def test_a_tier_of_ours_and_any_category_are_kept(path):
    name, statement = TABLES["the seed with tiers"]
    theirs(path, statement)
    rows = [
        ("1", "The crane is blue", "preference", "user"),
        ("2", "The crane is red", "workflow", "memory"),
        ("3", "The crane is green", "", "identity"),
        ("4", "The crane is old", None, "boss"),
    ]
    theirs(path, f"INSERT INTO {name} VALUES (?, '2026-01-05', ?, ?, ?)", rows)

    with opened(path) as memory:
        found = {entry.content.split()[-1]: entry for entry in memory.entries().list()[0]}

    assert {word: (entry.tier, entry.category, entry.tags) for word, entry in found.items()} == {
        "blue": ("user", "preference", ()),
        "red": ("memory", "workflow", ()),
        "green": ("memory", None, ()),
        "old": ("memory", None, ()),
    }


@pytest.mark.parametrize(("characters", "layer"), [(700, "L0"), (734, "L1")])
def test_all_go_to_the_block_where_all_fit_and_to_l1_where_one_does_not(path, characters, layer):
    """The block of agent notes holds 2,200 characters, separators of three included."""
    docker(path, [(name, name * characters) for name in "abc"])

    with opened(path) as memory:
        entries = memory.entries().list()[0]
        assert {entry.layer for entry in entries} == {layer}
        assert [len(entry.content) for entry in entries] == [characters] * 3
        assert f"Took 3 of 3 rows of 'memories' into {'the blocks' if layer == 'L0' else 'layer L1'}" in str(
            memory.notices
        )


def test_rows_that_are_added_later_are_taken_in_at_the_next_opening_and_none_twice(path, table):
    assert len(taken(path)[0]) == 3
    assert taken(path) == ([row[2] for row in ROWS], ())
    theirs(
        path, f"INSERT INTO {table} (id, created_at, memory) VALUES ('4', '2026-02-01', 'CI runs on arm64')"
    )

    contents, notices = taken(path)

    assert contents[-1] == "CI runs on arm64"
    assert [notice for notice in notices if "Took 1 of 1" in notice]
    assert taken(path) == (contents, ())


def test_a_row_does_not_come_back_whatever_became_of_its_entry(path):
    docker(path, [(name, f"The crane is {name}") for name in ("updated", "removed", "corrected", "erased")])
    with opened(path) as memory:
        entries = memory.entries()
        by = {entry.content.split()[-1]: entry for entry in entries.list()[0]}
        with memory.session("s1") as session:
            session.call_tool("update_memory", {"memory_id": by["updated"].id, "content": "The crane is new"})
        entries.remove(by["removed"].id)
        entries.correct(by["corrected"].id, "The crane is right")
        entries.erase(by["erased"].id)

    assert taken(path) == (["The crane is new", "The crane is right"], ())
    assert theirs(path, "SELECT id FROM memories ORDER BY id") == [("corrected",), ("removed",), ("updated",)]


def test_equal_rows_become_one_entry_and_are_announced_once(path):
    docker(path, [("1", "The crane is blue"), ("2", "the crane is blue!")])

    assert taken(path)[0] == ["The crane is blue"]
    assert taken(path) == (["The crane is blue"], ())


def test_secrets_are_redacted_in_what_becomes_ours(path):
    docker(path, [("1", f"The token is {SECRET} for now", f"token {SECRET}")])

    with opened(path) as memory:
        assert SECRET not in str(list(memory.maintenance.dump()))
        (entry,) = memory.entries().list()[0]
        assert "redacted" in entry.content
        assert SECRET not in memory.preview().system_prompt
    assert SECRET in theirs(path, "SELECT memory FROM memories")[0][0]


BAD = {"empty": "", "null": None, "spaces": "  \n ", "nul": "a\0b cranes", "endless": "x" * 20_001}


@pytest.mark.parametrize("bad", BAD)
def test_a_row_that_cannot_be_an_entry_is_told_and_keeps_nothing_else_out(path, bad):
    docker(path, [("good", "The crane is blue"), ("bad", BAD[bad])])

    contents, notices = taken(path)

    assert contents == ["The crane is blue"]
    assert any("Took 1 of 2 rows" in notice for notice in notices)
    assert any(notice.startswith("import:memories:bad: ") for notice in notices)
    assert taken(path) == (contents, ())
    assert theirs(path, "SELECT id, memory FROM memories ORDER BY id DESC") == [
        ("good", "The crane is blue"),
        ("bad", BAD[bad]),
    ]


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        ("2026-01-05T10:00:00.123456789Z", "2026-01-05T10:00:00.123456Z"),
        ("2026-01-05T10:00:00-07:00", "2026-01-05T17:00:00.000000Z"),
        ("2026-01-05", "2026-01-05T00:00:00.000000Z"),
        ("yesterday", None),
        ("", None),
        (None, None),
        (12, None),
        ("0001-01-01T00:00:00+05:00", None),
        ("9999-12-31T23:59:59-05:00", None),
    ],
)
def test_a_time_that_cannot_be_read_is_the_time_of_taking_in(path, stamp, at):
    theirs(path, DOCKER)
    theirs(path, "INSERT INTO memories VALUES ('1', ?, 'The crane is blue', '')", [(stamp,)])
    before = instant(utc_now())

    with opened(path) as memory:
        (entry,) = memory.entries().list()[0]

    assert entry.created_at == at if at else before <= entry.created_at <= instant(utc_now())


def test_a_table_without_rows_is_adopted_quietly(path):
    docker(path, [("1", "The crane is blue")])
    theirs(path, "DELETE FROM memories")

    contents, notices = taken(path)

    assert contents == []
    assert len(notices) == 1


IDS = st.none() | st.text(max_size=8).filter(lambda text: text.isprintable()) | st.integers(0, 99).map(str)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@pytest.mark.slow
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.lists(st.tuples(IDS, TEXTS | st.none(), TEXTS), max_size=4), min_size=2, max_size=3))
def test_whatever_the_rows_hold_each_is_taken_at_most_once(tmp_path_factory, openings):
    path = tmp_path_factory.mktemp("adopt") / "memory.db"
    theirs(path, DOCKER)
    for rows in openings:
        theirs(
            path,
            "INSERT OR IGNORE INTO memories VALUES (?, '2026-01-05T10:00:00Z', ?, ?)",
            rows or [("x", "The crane is blue", "")],
        )
        kept = theirs(path, "SELECT * FROM memories ORDER BY rowid")
        contents, _ = taken(path)
        assert taken(path) == (contents, ())
        assert theirs(path, "SELECT * FROM memories ORDER BY rowid") == kept
        with opened(path) as memory:
            everything = memory.entries().list(EntryFilter(statuses=()))[0]
            assert memory.maintenance.doctor() == []
        assert {entry.content for entry in everything} <= {(row[2] or "").strip() for row in kept}


def test_a_store_of_ours_has_no_rows_of_others(store):
    assert store.foreign_rows() == []


def test_rows_are_offered_until_they_are_noted(path):
    docker(path, [("1", "The crane is blue"), ("2", "The crane is red")])

    for _ in range(2):
        store = open_store(str(path))
        assert [(row.origin, row.content, row.tier) for row in store.foreign_rows()] == [
            ("import:memories:1", "The crane is blue", "memory"),
            ("import:memories:2", "The crane is red", "memory"),
        ]
        store.close()
