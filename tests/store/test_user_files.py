"""One file per user: their names."""

import pytest

from tiermem.errors import InputError, UnusableStore
from tiermem.store import open_store
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
