"""What the tests of real hosts share: finding their programs, a home of their own, and looking into the memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tiermem import Memory

ROOT = Path(__file__).parents[2]
SOURCES = os.pathsep.join(str(ROOT / root) for root in ("plugin", "hooks"))
"""Where a process that a host starts finds tiermem."""


def program(variable, name, *others):
    """A host's program: named by an environment variable, on the path, or one of *others*; None if there is none."""
    candidates = (os.environ.get(variable), shutil.which(name), *others)
    return next((str(found) for found in candidates if found and Path(found).exists()), None)


def needs(found, what):
    """The marks of a module of tests: they run a real host, and are skipped where *found* is None."""
    return [
        pytest.mark.host,
        pytest.mark.skipif(found is None, reason=f"not installed: {what}"),
    ]


def environment(home, **more):
    """The environment of a host's process: nothing of this one's but the path."""
    return {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": SOURCES, **more}


def tiermem(home, *arguments):
    """Run a verb of tiermem's that takes ``--home``."""
    command = [sys.executable, "-m", "tiermem", *arguments, "--home", str(home)]
    return subprocess.run(command, env=environment(home), check=True, capture_output=True, text=True)


def run(home, command, **more):
    """Run a host to its end in the folder *work* of its home, with *more* in its environment; gives its output."""
    done = subprocess.run(
        command,
        cwd=home / "work",
        env=environment(home, **more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def known(store):
    """What the memory in a store holds."""
    with Memory.open(store=str(store)) as memory:
        return [entry.content for entry in memory.entries().list()[0]]


def turns(store):
    """The turns of all sessions in a store, the oldest first."""
    with Memory.open(store=str(store)) as memory:
        return [turn for row in memory.sessions() for turn in memory.session(row.id).turns()]


def until(condition, seconds=60):
    """What *condition* gives as soon as it holds, or its last value."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.2)
    return found
