"""One file per user: their names, and the store whose file the first write makes."""

import sqlite3
import time
from contextlib import closing, contextmanager

import pytest
from tests.store.making import put, receipt

from tiermem import Memory
from tiermem.errors import DeadlineExceeded, InputError, UnusableStore
from tiermem.store import open_store, open_when_written
from tiermem.store.user_files import LONGEST, UserFiles, read, written

NAMES = (
    "ana", "Ana", "ANA", "ana.", "ana b", "../ana", "/etc/passwd", "..", ".", "a/b", "a\\b", "_", "_41na", "ana_2",
    "con", "COM1", "nul", "josé", "jose\u0301", "李", "🙂", "~", "ana-wal", "a\nb", "-", "%2e%2e", "a" * 300, "李" * 90,
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_users_file_lies_in_the_folder_under_a_plain_name(name, tmp_path):
    files = UserFiles(f"sqlite:///{tmp_path}/memories/{{user}}.db")
    part = written(name)

    assert files.url(name) == f"sqlite:///{tmp_path}/memories/{part}.db"
    assert 0 < len(part) <= LONGEST
    assert set(part) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_")
    assert part not in {"_", "con", "nul", "com1"}


def test_no_two_users_have_the_same_file_even_where_case_is_ignored():
    assert len({written(name).lower() for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if len(name) < 90])
def test_a_files_name_gives_the_user_back(name):
    assert read(written(name)) == name


@pytest.mark.parametrize("part", ["", "_", "Ana", "a.b", "_4", "_zz", "_61", "_ff", "a__0", "ana.db"])
def test_a_file_that_no_user_has_is_nobodys(part):
    assert read(part) is None


@pytest.mark.parametrize("url", ["sqlite:///memory.db", "sqlite:///{user}/{user}.db"])
def test_a_url_names_the_user_once(url):
    with pytest.raises(InputError, match="has to name"):
        UserFiles(url)


def test_a_files_name_ends_with_more_than_the_user_so_that_no_log_is_anothers_file():
    with pytest.raises(InputError, match="ending"):
        UserFiles("sqlite:///memories/{user}")


def test_copies_of_a_users_file_are_named_when_it_is_deleted(tmp_path):
    files = UserFiles(f"sqlite:///{tmp_path}/{{user}}.db")
    for name in ("ana.db", "ana.db-wal", "ana.db.backup-1", "ana.db.before-repair-1", "bob.db.backup-1"):
        (tmp_path / name).touch()

    assert files.delete("ana") == [
        str(tmp_path / "ana.db.backup-1"),
        str(tmp_path / "ana.db.before-repair-1"),
    ]
    assert not (tmp_path / "ana.db-wal").exists()


def test_a_store_with_a_file_per_user_is_not_one_file(tmp_path):
    with pytest.raises(UnusableStore, match="file for each user"):
        open_store(f"sqlite:///{tmp_path}/{{user}}.db")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_per_user_lists_and_deletes_them(tmp_path):
    files = UserFiles(f"{tmp_path}/{{user}}/memory.db")
    for name in ("ana", "Ana", "y" * 200):
        open_store(files.url(name)).close()
    (tmp_path / "stray").mkdir()
    (tmp_path / "note.txt").write_text("no memory")

    assert files.users(lambda _: ["z", "y" * 200]) == ["Ana", "ana", "y" * 200]
    assert files.delete("ana") == []
    assert files.users(lambda _: []) == ["Ana"]
    assert not (tmp_path / "ana").exists()


OWNERS = {"house": "default", "agent": "default", "user": "new"}
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "memories" / "new.db")


@pytest.fixture
def unmade(path):
    """A store whose file is not made."""
    with closing(open_when_written(path)) as store:
        yield store


@contextmanager
def at_once():
    started = time.monotonic()
    yield
    assert time.monotonic() - started < 10  # half a minute, where it waits for its turn


@contextmanager
def held(path, how="IMMEDIATE"):
    """Another program holds the turn to write, or the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {how}")
        yield
        connection.execute("ROLLBACK")


def contents(store):
    return [content for (content,) in store.database.execute_sql("SELECT content FROM entries")]


def made_by_another(path, **owners):
    """Another process makes the file and writes an entry."""
    with closing(open_when_written(path)) as other:
        put(other, other.records.reach(**{**OWNERS, **owners}), "The crane is blue")


def test_reading_a_file_that_another_process_made_waits_for_no_writer(tmp_path, path):
    place = f"sqlite:///{tmp_path}/memories/{{user}}.db"
    with Memory.open(store=place, user="ana") as memory, Memory.open(store=place, user="ana") as later:
        listing, recalling = memory.entries("new"), later.of("new")
        assert listing.list() == ([], 0)
        assert recalling.recall("What colour is the crane?").passages == ()
        with Memory.open(store=place, user="new") as other:
            entries = other.entries("new")
            entries.add(entries.draft("The crane is blue", tier="user", layer="L1"))

        with held(path), at_once():
            assert [one.content for one in listing.list()[0]] == ["The crane is blue"]
            found = recalling.recall("What colour is the crane?")
            assert [one.text for one in found.passages] == ["The crane is blue"]


def test_a_file_without_its_owners_reads_as_empty_until_the_first_write(path, unmade):
    reach = unmade.records.reach(**OWNERS)
    open_store(path).close()

    with held(path), at_once():
        assert unmade.records.stands(reach)
        assert contents(unmade) == []
        with pytest.raises(DeadlineExceeded), unmade.deadline(0.05, "writing"):
            put(unmade, reach, "The crane is blue")
        unmade.keep(receipt("A prompt about the crane"), reach)

    put(unmade, reach, "The crane is blue")
    assert unmade.database.path == path
    with closing(open_store(path)) as again:
        assert again.records.reach(**OWNERS) == reach
        assert contents(again) == ["The crane is blue"]


def test_a_file_that_is_kept_by_another_process_reads_as_empty(path):
    with closing(open_when_written(path, wait_s=0.05)) as unmade:
        reach = unmade.records.reach(**OWNERS)
        made_by_another(path)
        with closing(sqlite3.connect(path)) as alone:
            alone.execute("PRAGMA journal_mode = delete")  # readers wait here

        with held(path, "EXCLUSIVE"), at_once():
            assert contents(unmade) == []
            with pytest.raises(DeadlineExceeded, match="opening the store"):
                put(unmade, reach, "The crane is red")

        assert contents(unmade) == ["The crane is blue"]


def test_reading_says_that_another_agent_made_the_file_though_somebody_writes(path, unmade):
    unmade.records.reach(**OWNERS)
    made_by_another(path, agent="other")

    with held(path), at_once(), pytest.raises(UnusableStore, match="open it again"):
        contents(unmade)
    assert unmade.is_outdated


def test_a_deadline_holds_for_a_file_that_comes_within_it(path, unmade):
    unmade.records.reach(**OWNERS)

    def read():
        with unmade.deadline(2, "reading"):
            assert contents(unmade) == []
            made_by_another(path)
            assert contents(unmade) == ["The crane is blue"]
            unmade.database.execute_sql(ENDLESS).fetchall()

    with pytest.raises(DeadlineExceeded):
        read()
    assert unmade.database.path == path
    assert contents(unmade) == ["The crane is blue"]
