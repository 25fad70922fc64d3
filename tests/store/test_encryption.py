"""With a key everything that reaches the disk is encrypted, and everything works as without one."""

from __future__ import annotations

import secrets
import sqlite3
import subprocess
import sys

import pytest
from tests.engine.opening import add, contents

from tiermem import Memory
from tiermem.errors import ForeignStore, InputError
from tiermem.memory.care.safekeeping import Safekeeping
from tiermem.store.encryption import connect

pytest.importorskip("sqlcipher3", reason="the extra encrypted is not installed")
pytestmark = pytest.mark.usefixtures("migrating")
WORD = "xylophone"


@pytest.fixture
def key(monkeypatch):
    made = secrets.token_hex(32)
    monkeypatch.setenv("TIERMEM_KEY", made)
    return made


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


def live(path):
    with Memory.open(store=str(path)) as memory:
        add(memory.entries(), f"The {WORD} stands in the cellar")
        with memory.session(id="s") as session:
            session.on_prompt(f"Where is the {WORD}?")
            session.on_turn_end(f"From now on the {WORD} is mine", "Noted")


def holds(folder, word):
    """The files in a folder, or their names, that hold a word in any of the encodings of SQLite."""
    forms = [word.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in files if any(form in path.read_bytes() for form in forms)]


def test_no_byte_of_what_was_said_stands_in_any_file(path, key):
    with Memory.open(store=str(path)) as memory:
        live(path)
        add(memory.entries(), f"A {WORD} is not a marimba")
        assert path.with_name("memory.db-wal").exists()
        assert holds(path.parent, WORD) == []
        assert not path.read_bytes().startswith(b"SQLite format 3")
        assert len(memory.entries().search(WORD).entries) >= 2
        assert memory.maintenance.doctor() == []
    assert holds(path.parent, WORD) == []


def test_without_a_key_the_same_words_do_stand_there(path):
    live(path)
    assert holds(path.parent, WORD) != []


@pytest.mark.parametrize("other", ["", "ab" * 32])
def test_without_its_key_a_store_is_not_opened_and_stays_as_it_is(path, key, monkeypatch, other):
    live(path)
    before = path.read_bytes()
    monkeypatch.setenv("TIERMEM_KEY", other)
    with pytest.raises(ForeignStore, match="TIERMEM_KEY is missing or wrong"):
        Memory.open(store=str(path))
    assert path.read_bytes() == before
    monkeypatch.setenv("TIERMEM_KEY", key)
    with Memory.open(store=str(path)) as memory:
        assert f"The {WORD} stands in the cellar" in contents(memory.entries())


def test_a_store_that_is_not_encrypted_is_not_opened_with_a_key(path, monkeypatch):
    live(path)
    monkeypatch.setenv("TIERMEM_KEY", "ab" * 32)
    with pytest.raises(ForeignStore, match="unset TIERMEM_KEY"):
        Memory.open(store=str(path))


@pytest.mark.parametrize("key", ["mysecretword", "ab" * 31, "zz" * 32, "'; DROP TABLE entries; --"])
def test_what_is_no_key_is_refused_with_how_to_make_one(path, monkeypatch, key):
    monkeypatch.setenv("TIERMEM_KEY", key)
    with pytest.raises(InputError, match="token_hex") as refused:
        Memory.open(store=str(path))
    assert key not in str(refused.value)
    assert not path.exists()  # an empty file would later become a store that is not encrypted


def test_the_key_is_taken_from_the_keyring(path, monkeypatch):
    keyring = pytest.importorskip("keyring")
    from keyring.backend import KeyringBackend

    kept = {}

    class InProcess(KeyringBackend):
        priority = 1

        def get_password(self, service, username):
            return kept.get((service, username))

        def set_password(self, service, username, password):
            kept[service, username] = password

    before = keyring.get_keyring()
    keyring.set_keyring(InProcess())
    try:
        monkeypatch.setenv("TIERMEM_KEY", "keyring")
        with pytest.raises(InputError, match="keyring set tiermem key"):
            Memory.open(store=str(path))
        keyring.set_password("tiermem", "key", secrets.token_hex(32))
        live(path)
        assert holds(path.parent, WORD) == []
    finally:
        keyring.set_keyring(before)


def test_a_backup_is_encrypted_and_restored(path, key):
    live(path)
    safe = Safekeeping(store=f"sqlite:///{path}")
    copy = safe.backup(None)
    assert holds(path.parent, WORD) == []
    with Memory.open(store=str(path)) as memory:
        add(memory.entries(), "This is too much")
    safe.restore(str(copy))
    with Memory.open(store=str(path)) as memory:
        assert "This is too much" not in contents(memory.entries())
        assert f"The {WORD} stands in the cellar" in contents(memory.entries())
    assert holds(path.parent, WORD) == []


@pytest.mark.parametrize("other", ["", "ab" * 32])
def test_without_its_key_a_backup_or_store_is_not_called_damaged_and_stays_as_it_is(
    path, key, monkeypatch, other
):
    live(path)
    safe = Safekeeping(store=f"sqlite:///{path}")
    copy = safe.backup(None)
    before = path.read_bytes(), copy.read_bytes()
    monkeypatch.setenv("TIERMEM_KEY", other)

    for refused in (lambda: safe.restore(str(copy)), safe.repair):
        with pytest.raises(ForeignStore, match="TIERMEM_KEY is missing or wrong"):
            refused()

    assert (path.read_bytes(), copy.read_bytes()) == before


def test_errors_of_the_encrypting_driver_are_those_of_sqlite3(path, key):
    connection = connect(str(path))
    connection.execute("CREATE TABLE t (x INTEGER PRIMARY KEY)")
    connection.execute("INSERT INTO t VALUES (1)")
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO t VALUES (1)")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        connection.cursor().execute("SELECT * FROM nowhere")
    connection.close()


def test_processes_share_an_encrypted_store_and_print_nothing_about_it(path, key):
    code = (
        "import sys; from tiermem import Memory\n"
        "with Memory.open(store=sys.argv[1]) as memory:\n"
        "    entries = memory.entries()\n"
        "    for number in range(20): entries.add(entries.draft(f'{sys.argv[2]} has number {number}', layer='L1'))\n"
    )
    live(path)
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(path), name], stderr=subprocess.PIPE)
        for name in ("Ann", "Ben", "Zoe")
    ]
    assert [one.communicate(timeout=120)[1] for one in running] == [b"", b"", b""]
    with Memory.open(store=str(path)) as memory:
        assert sum(" has number " in one for one in contents(memory.entries())) == 60
        assert memory.maintenance.doctor() == []


@pytest.mark.parametrize("does", [("load_extension", "missing"), ("open_blob", "no", "such", 1)])
def test_every_method_of_a_connection_raises_the_errors_of_sqlite3(tmp_path, monkeypatch, does):
    monkeypatch.setenv("TIERMEM_KEY", secrets.token_hex(32))
    connection = connect(str(tmp_path / "other.db"))
    with pytest.raises(sqlite3.Error):
        getattr(connection, does[0])(*does[1:])
    connection.close()
    with pytest.raises(sqlite3.ProgrammingError):
        connection.set_progress_handler(None, 0)
