"""Rules for every test.

No test leaves this machine: a connection to anywhere else fails, whoever opens it. Caches go to a folder of the run.
A new store is a copy of a migrated one, which takes a quarter of the time; a test of the migrations themselves uses
the fixture `migrating`.

``--once FILE`` runs the tests that FILE does not list, and adds to it those that pass: `.ci/run` runs each test once.
"""

import ipaddress
import os
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tiermem.store.sqlite import SqliteStore

settings.register_profile(
    "tests", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
"""No example fails for being slow: the machine may be busy. Benchmarks are what measures time."""
settings.load_profile("tests")

_CACHES = tempfile.TemporaryDirectory(prefix="tiermem-tests-", ignore_cleanup_errors=True)
os.environ["XDG_CACHE_HOME"] = _CACHES.name
os.environ["TIERMEM_RESIDENT"] = "off"
"""No hook of a test leaves a process behind."""


def _is_here(host):
    if host in (None, "", "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(
            host.decode() if isinstance(host, bytes) else host.partition("%")[0]
        ).is_loopback
    except ValueError:
        return False


def _stay_here(event, arguments):
    if event == "socket.connect" and isinstance(arguments[1], tuple) and not _is_here(arguments[1][0]):
        raise PermissionError(f"a test connects to {arguments[1][0]}")
    if event == "socket.getaddrinfo" and not _is_here(arguments[0]):
        raise PermissionError(f"a test looks up {arguments[0]}")


sys.addaudithook(_stay_here)


def pytest_addoption(parser):
    parser.addoption(
        "--once", metavar="FILE", help="leave out tests listed in FILE, and list those that pass"
    )


def pytest_collection_modifyitems(config, items):
    once = config.getoption("once")
    if once and Path(once).exists():
        passed = set(Path(once).read_text(encoding="utf-8").splitlines())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in passed])
        items[:] = [item for item in items if item.nodeid not in passed]


def pytest_terminal_summary(terminalreporter, config):
    once = config.getoption("once")
    if once and not hasattr(config, "workerinput"):
        passed = {report.nodeid for report in terminalreporter.getreports("passed")}
        failed = {
            report.nodeid for state in ("failed", "error") for report in terminalreporter.getreports(state)
        }
        with Path(once).open("a", encoding="utf-8") as file:
            file.writelines(f"{nodeid}\n" for nodeid in sorted(passed - failed))


_prepare = vars(SqliteStore)["_prepare"]


@pytest.fixture(scope="session", autouse=True)
def _copy_migrated_stores(tmp_path_factory):
    path = tmp_path_factory.mktemp("migrated") / "memory.db"
    SqliteStore(path).close()
    migrated = path.read_bytes()
    turn = threading.Lock()

    def prepare(store):
        with turn:
            if not store.path.stat().st_size:
                store.path.write_bytes(migrated)
        return _prepare(store)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteStore, "_prepare", prepare)
        yield


@pytest.fixture
def migrating(monkeypatch):
    """Migrate new stores step by step, as outside of tests."""
    monkeypatch.setattr(SqliteStore, "_prepare", _prepare)
