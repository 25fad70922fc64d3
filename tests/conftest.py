"""Rules for every test.

No test leaves this machine: a connection to anywhere else fails, whoever opens it. Caches go to a folder of the run.
Files are in memory where there is room: thousands of tests would wait for the disk at each commit.
A new store is a copy of a migrated one, which takes a quarter of the time; a test of the migrations themselves uses
the fixture `migrating`.

Recall may take longer than by default: a busy machine would find less. Tests of deadlines set them, or use the
fixture `default_deadline`.

``--once FILE`` runs the tests that FILE does not list, and adds to it those that pass: `.ci/run` runs each test once.
"""

import ipaddress
import os
import shutil
import sys
import tempfile
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tiermem.config import resolved
from tiermem.store.sqlite import SqliteStore
from tiermem.values.frozen import replace

settings.register_profile(
    "tests",
    deadline=None,
    max_examples=12,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
"""A few examples, the same in each run: what fails, fails again. None fails for being slow: the machine may be busy.
Benchmarks are what measures time."""
settings.register_profile("ci", settings.get_profile("tests"), max_examples=40)
settings.register_profile("explore", settings.get_profile("tests"), max_examples=100, derandomize=False)
"""``--hypothesis-profile=explore`` looks for examples that fail, other ones in each run."""
settings.load_profile("tests")

_IN_MEMORY = Path("/dev/shm")
if _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free > 2_000_000_000:
    tempfile.tempdir = os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_IN_MEMORY))

_CACHES = tempfile.TemporaryDirectory(prefix="tiermem-tests-", ignore_cleanup_errors=True)
os.environ["XDG_CACHE_HOME"] = _CACHES.name
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Where nothing is to be written beside the code, processes of the tests still compile each module only once.
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(_CACHES.name, "compiled"))
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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each worker half of the tests in order, so that each module's fixtures are made once."""
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session):
    """Import the modules in another order in each worker, so that they share the work on a clean checkout.

    Each needs all of them. What one has rewritten and compiled, the others read from its cache.
    """
    config = session.config
    worker = getattr(config, "workerinput", None)
    if worker is None:
        return
    root = config.rootpath
    given = [Path(config.invocation_params.dir, one.partition("::")[0]).resolve() for one in config.args]
    modules = sorted({path for one in given for path in ([one] if one.is_file() else one.rglob("test_*.py"))})
    start = len(modules) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in [*modules[start:], *modules[:start]]:
        with suppress(Exception, pytest.skip.Exception):  # pytest imports it again, and says so
            import_module(".".join(path.relative_to(root).with_suffix("").parts))


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
    SqliteStore(str(path)).close()
    migrated = path.read_bytes()
    turn = threading.Lock()

    def prepare(store):
        with turn:
            if not (file := Path(store.path)).stat().st_size:
                file.write_bytes(migrated)
        return _prepare(store)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteStore, "_prepare", prepare)
        yield


_settings = vars(resolved)["_settings"]
DEFAULT_MS, PATIENT_MS = 300, 20_000


@pytest.fixture(scope="session", autouse=True)
def _patient_recall():
    def patient(given):
        settings = _settings(given)
        if settings.recall.deadline_ms != DEFAULT_MS:
            return settings
        return replace(settings, recall=replace(settings.recall, deadline_ms=PATIENT_MS))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resolved, "_settings", patient)
        yield


@pytest.fixture
def default_deadline(monkeypatch):
    """Give recall as long as it has by default, as outside of tests."""
    monkeypatch.setattr(resolved, "_settings", _settings)


@pytest.fixture
def migrating(monkeypatch):
    """Migrate new stores step by step, as outside of tests."""
    monkeypatch.setattr(SqliteStore, "_prepare", _prepare)
