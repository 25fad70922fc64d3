"""The command, run as a function and as a process, each time on a store of the test's own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from tests.doors.running import Ran

from tiermem import Memory
from tiermem.doors.cli import main

ROOT = Path(__file__).parents[2]
SETTINGS = (
    *(f"TIERMEM_{name}" for name in ("CONFIG", "AGENT", "STORE", "USER", "PROJECT", "TASK")),
    *("VISUAL", "EDITOR", "COLUMNS", "NO_COLOR"),
)
APPROVE = """\
agents:
  careful:
    tools:
      - type: memory
        write_policy: approve
"""


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch):
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def store(tmp_path):
    """Return the path of the test's store."""
    return tmp_path / "memory.db"


@pytest.fixture
def tiermem(store, capsys):
    """Run the command as a function on the test's store."""

    def run(verb, *arguments, at=store):
        capsys.readouterr()
        status = main([verb, "--store", str(at), *map(str, arguments)])
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    return run


@pytest.fixture
def piped(tiermem, monkeypatch):
    """Run the command as a function with something on standard input, which is no terminal."""

    def run(verb, *arguments, given=b""):
        data = given if isinstance(given, bytes) else given.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        return tiermem(verb, *arguments)

    return run


@pytest.fixture
def process(store):
    """Run the command as a process of its own on the test's store."""

    def run(verb, *arguments, given=b"", **environment):
        done = subprocess.run(
            [sys.executable, "-m", "tiermem", verb, "--store", str(store), *arguments],
            input=given if isinstance(given, bytes) else given.encode(),
            env=process_environment() | environment,
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


def process_environment():
    """The environment of a process that finds the checkout."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return kept | {
        "PYTHONPATH": f"{ROOT / 'plugin'}{os.pathsep}{ROOT / 'hooks'}",
        "PYTHONIOENCODING": "utf-8",
    }


@pytest.fixture
def remember(tiermem):
    """Store an entry by command and give its id."""

    def remember(content, *flags):
        return tiermem("add", content, *flags, "--json").data["entry"]["id"]

    return remember


@pytest.fixture
def memory(store):
    """The memory behind the same store, as a program opens it."""
    with Memory.open(store=str(store)) as memory:
        yield memory


@pytest.fixture
def lisbon(memory):
    """A session "monday" about Lisbon: four turns, and its summary in the archive."""
    with memory.session(id="monday") as session:
        session.on_turn_end(
            "I guess they moved the billing service to Lisbon because of the latency.", "So it is Lisbon."
        )
        session.on_turn_end("The deploy of billing failed twice since.", "Let us look at the logs.")
    return session


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """Make EDITOR a program that changes the text in the file: ``text`` in, ``text`` out."""

    def editor(code):
        script = tmp_path / "editor.py"
        script.write_text(
            "import pathlib, sys\n"
            "path = pathlib.Path(sys.argv[1])\n"
            "text = path.read_text(encoding='utf-8')\n"
            f"{textwrap.dedent(code)}\n"
            "path.write_text(text, encoding='utf-8')\n",
            encoding="utf-8",
        )
        monkeypatch.setenv("EDITOR", f'"{sys.executable}" "{script}"')

    return editor


@pytest.fixture
def careful(tmp_path):
    """A YAML whose agent needs approval for what it writes."""
    path = tmp_path / "careful.yaml"
    path.write_text(APPROVE, encoding="utf-8")
    return path


@pytest.fixture
def gate(remember):
    """An entry about a gate, to be recalled."""
    return remember("Deploys of the billing service go through the staging gate first", "--layer", "L1")


@pytest.fixture
def own_temporary_folder(tmp_path, monkeypatch):
    """Files that an edit leaves on purpose go with the test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
