"""Whatever happens to a server or its clients: what was acknowledged is there, nothing is half done, faults have names.

A fault is injected before a statement of a life on a copy of a database, where it hurts: within transactions, between
them, before COMMIT. Then the store is opened again and compared with what was acknowledged.
"""

from __future__ import annotations

import itertools
import os
import pickle
import random
import shutil
import signal
import subprocess
import threading
import time
from contextlib import ExitStack, contextmanager, suppress

import pytest
from tests.store.faults import SERVER_ROUNDS, acknowledged, assert_whole, is_drained, writes
from tests.store.living import a_life, opened
from tests.store.postgresql import OWNER, ROLE, SERVERS

from tiermem import Memory
from tiermem.errors import TiermemError

psycopg = pytest.importorskip("psycopg", reason="the extra 'postgres' is not installed")
pytest.importorskip("psycopg_pool", reason="the extra 'postgres' is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SERVERS == ["none"], reason="no server of PostgreSQL is installed here"),
]
_EXECUTE = psycopg.Connection.execute
_DENTIST = "My dentist is called Dr Lee."


class Harness:
    """Copies of a database in which much has happened, on a server of their own."""

    def __init__(self, server) -> None:
        self.server = server
        self.template = server.new_store()
        with opened(self.template) as memory:
            a_life(memory)
        self._numbers = itertools.count(1)
        with self.copy() as url, self.at(0, lambda connection: None) as count:  # counts alone
            with opened(url) as memory:
                list(writes(memory))
            self.total = -count[0]

    def name(self, url: str) -> str:
        return url.partition("?")[0].rpartition("/")[2]

    @contextmanager
    def copy(self, tablespace: str | None = None):
        """Make a copy; gives its URL. It is dropped at the end."""
        name = f"life_{next(self._numbers)}"
        where = f" TABLESPACE {tablespace}" if tablespace else ""
        # Copied through the write-ahead log, sequences go back when the server dies before its next checkpoint.
        source = f"TEMPLATE {self.name(self.template)} STRATEGY FILE_COPY"
        self.server.run(f"CREATE DATABASE {name} {source} OWNER {OWNER}{where}")
        yield self.server.url(name, ROLE)
        self.server.run(f"DROP DATABASE {name} (FORCE)")

    @contextmanager
    def at(self, place: int, fault):
        """Inject a fault before a statement of this process, counted over all its connections."""
        left = [place]

        def execute(connection, query, *given, **named):
            left[0] -= 1
            if left[0] == 0:
                fault(connection)
            return _EXECUTE(connection, query, *given, **named)

        psycopg.Connection.execute = execute
        try:
            yield left
        finally:
            psycopg.Connection.execute = _EXECUTE

    def places(self, number: int, kind: str) -> list[int]:
        """Draw places of statements."""
        return sorted(random.Random(kind).sample(range(1, self.total), min(number, self.total - 1)))

    def lives(self, kind: str, number: int, fault, *, turns: bool = True, mend=lambda url: None):
        """Write on copies with the fault at a place each, and check them; return the names of what was raised."""
        names = []
        for place in self.places(number, kind):
            with self.copy() as url:
                with (
                    opened(url) as memory,
                    self.at(place, lambda connection, url=url: fault(connection, url)),
                ):
                    told, name = acknowledged(memory)
                mend(url)
                self.assert_whole(url, told, turns=turns and name is None)
            names.append(name)
        return names

    def assert_whole(self, url: str, told, *, turns: bool) -> None:
        """Compare a store with what was acknowledged; turns that waited in the spool come once."""
        with Memory.open(store=url) as memory:
            is_drained(memory, "ann-after", "ann")
            said = [turn.content for turn in memory.session("ann-fault", "ann").turns()]
            assert said.count(_DENTIST) <= 1
            if turns:
                assert said.count(_DENTIST) == 1
        assert_whole(url, told)


@pytest.fixture(scope="module")
def harness(server, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield Harness(server)


def test_a_client_that_is_killed_at_any_statement_loses_nothing_and_leaves_nothing_half_done(harness):
    for place in harness.places(2 * SERVER_ROUNDS, "killed"):
        with harness.copy() as url:
            harness.assert_whole(url, told_until_killed(harness, url, place), turns=False)


def told_until_killed(harness, url, place):
    """Write in a process that SIGKILL ends at a statement; return the entries that were acknowledged before."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        with (
            suppress(BaseException),
            opened(url) as memory,
            harness.at(place, lambda _: os.kill(os.getpid(), signal.SIGKILL)),
        ):
            acknowledged(memory, lambda entry: os.write(writing, pickle.dumps(entry)))
        os._exit(0)
    os.close(writing)
    told = {}
    with os.fdopen(reading, "rb") as pipe, suppress(EOFError):
        while True:
            entry = pickle.load(pipe)
            told[entry.id] = entry
    _, status = os.waitpid(process, 0)
    assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL
    return told


def test_a_connection_that_the_server_ends_at_any_statement_is_a_named_error_or_replaced(harness):
    def terminated(connection, url):
        harness.server.run(f"SELECT pg_terminate_backend({connection.info.backend_pid}, 5000)")

    names = harness.lives("terminated", 2 * SERVER_ROUNDS, terminated)

    assert set(names) <= {None, "UnusableStore"}


@pytest.mark.parametrize("is_back", [True, False])
def test_a_server_that_is_stopped_at_any_statement_keeps_what_it_acknowledged(harness, is_back):
    def stopped(connection, url):
        harness.server.stop(signal.SIGQUIT)  # pg_ctl stop -m immediate
        if is_back:
            harness.server.start()

    def started(url):
        if not harness.server.is_ready():
            harness.server.start()

    names = harness.lives(f"stopped {is_back}", SERVER_ROUNDS // 2, stopped, turns=False, mend=started)

    assert set(names) <= {None, "UnusableStore"}


def test_a_server_that_takes_no_writes_any_more_is_named_so(harness):
    def only_reads(connection, url):
        harness.server.run(f"ALTER DATABASE {harness.name(url)} SET default_transaction_read_only = on")
        begun = connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE
        with suppress(psycopg.Error):  # a transaction that failed already
            _EXECUTE(connection, f"SET {'' if begun else 'default_'}transaction_read_only = on".encode())

    def writable(url):
        harness.server.run(f"ALTER DATABASE {harness.name(url)} RESET default_transaction_read_only")

    names = harness.lives("read-only", SERVER_ROUNDS, only_reads, mend=writable)

    assert set(names) == {None, "UnusableStore"}


@contextmanager
def locked(harness, url):
    """Lock all tables that nobody uses at the moment, as a migration or a VACUUM FULL does."""
    with psycopg.connect(harness.server.url(harness.name(url), "postgres")) as other:
        tables = _EXECUTE(other, b"SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            with suppress(psycopg.errors.LockNotAvailable), other.transaction():
                _EXECUTE(other, f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE NOWAIT".encode())
        yield
        other.rollback()


@pytest.mark.parametrize("setting", ["statement_timeout", "lock_timeout"])
@pytest.mark.usefixtures("default_deadline")  # which recall waits for in full
def test_a_statement_that_waits_longer_than_the_server_allows_undoes_its_change(harness, setting):
    held = ExitStack()

    def blocked(connection, url):
        held.enter_context(locked(harness, url))

    def freed(url):
        held.close()
        harness.server.run(f"ALTER ROLE {ROLE} RESET {setting}")

    names = []
    for place in harness.places(max(SERVER_ROUNDS // 3, 5), setting):
        harness.server.run(f"ALTER ROLE {ROLE} SET {setting} = '50ms'")
        with harness.copy() as url:
            with (
                opened(url) as memory,
                harness.at(place, lambda connection, url=url: blocked(connection, url)),
            ):
                told, name = acknowledged(memory)
            freed(url)
            harness.assert_whole(url, told, turns=name is None)
        names.append(name)

    assert set(names) <= {None, "UnusableStore", "DeadlineExceeded"}
    assert "UnusableStore" in names


def test_a_lock_that_another_holds_for_a_moment_is_waited_for(harness):
    def for_a_moment(connection, url):
        taken = threading.Event()

        def hold():
            with locked(harness, url):
                taken.set()
                time.sleep(0.1)

        threading.Thread(target=hold, daemon=True).start()
        taken.wait(30)

    names = harness.lives("a moment", SERVER_ROUNDS // 2, for_a_moment)

    assert set(names) == {None}


@contextmanager
def small_disk(server):
    """Mount a file system of 64 MB in memory; gives its folder."""
    folder = server.root / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64m,mode=777", "tmpfs", folder], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    (folder / "tables").mkdir()
    shutil.chown(folder / "tables", server.login.get("user"), server.login.get("group"))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def test_a_disk_that_is_full_is_said_and_loses_nothing(harness):
    with small_disk(harness.server) as folder:
        harness.server.run(f"CREATE TABLESPACE small LOCATION '{folder / 'tables'}'")
        with harness.copy("small") as url:
            told, failed = {}, []
            with opened(url) as memory:
                entries = memory.entries("ann")
                for round_ in range(SERVER_ROUNDS):
                    with filled(folder):
                        failed += until_full(entries, told, round_)
                    entry = entries.add(entries.draft(f"There is room again for {round_}", layer="L1")).entry
                    told[entry.id] = entry
            assert len(failed) == SERVER_ROUNDS
            assert all("No space left" in reason for reason in failed)
            assert_whole(url, told, erased_may_be=False)
        harness.server.run("DROP TABLESPACE small")


@contextmanager
def filled(folder):
    """Fill a file system but for the pages that tables have left."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(8192)):
            pass
    yield
    ballast.unlink()


def until_full(entries, told, round_):
    """Add entries until the server refuses; return its reason."""
    for number in range(500):
        draft = entries.draft(f"Box {round_} {number} holds {'rope ' * 60}", layer="L1")
        try:
            entry = entries.add(draft, allow_same_subject=True).entry
        except TiermemError as error:
            return [str(error)]
        told[entry.id] = entry
    return []
