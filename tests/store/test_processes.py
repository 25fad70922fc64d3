"""Many processes write one file; one that is killed loses nothing that it was told was stored."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.shares import every

from tiermem import Memory

ROOT = Path(__file__).parents[2]
ADDER = """
import sys
from tiermem import Memory
store, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Memory.open(store=store) as memory:
    entries = memory.entries()
    for number in range(count):
        written = entries.add(entries.draft(f"Process {name} says {number}.", layer="L1"))
        print(written.entry.id, flush=True)
"""
ADDS = int(os.environ.get("TIERMEM_TEST_ADDS", "20"))
"""Adds per process; 500 for the whole size."""
ROUNDS = int(os.environ.get("TIERMEM_TEST_KILLS", "5"))
"""Rounds of kill -9; 20 for the whole size."""


def adder(store, name, count):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])}
    command = [sys.executable, "-c", ADDER, str(store), str(name), str(count)]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def began(process):
    """The next id that a process prints, however long it takes to begin."""
    line = process.stdout.readline()
    assert line, process.stderr.read()
    return line.strip()


def stored(store):
    with Memory.open(store=str(store)) as memory:
        return {entry.id for entry in memory.entries().list()[0]}, memory.maintenance.doctor()


@pytest.mark.slow
def test_eight_processes_write_one_new_file_and_lose_nothing(tmp_path):
    store = tmp_path / "m.db"

    processes = [adder(store, name, ADDS) for name in range(8)]
    told = [process.communicate(timeout=300) for process in processes]

    assert [process.returncode for process in processes] == [0] * 8, told
    acknowledged = {line for out, _ in told for line in out.split()}
    ids, findings = stored(store)
    assert len(acknowledged) == 8 * ADDS
    assert ids == acknowledged
    assert findings == []
    assert not [err for _, err in told if err]


@pytest.mark.parametrize("round_number", every(ROUNDS, range(ROUNDS)))
def test_what_a_killed_process_was_told_is_stored_is_there(tmp_path, round_number):
    store = tmp_path / "m.db"
    processes = [adder(store, name, 100_000) for name in range(2)]
    first = {began(process) for process in processes}
    more = {began(process) for process in processes}
    time.sleep(0.2 + 0.05 * round_number)

    for process in processes:
        process.send_signal(signal.SIGKILL)
    acknowledged = (
        first
        | more
        | {line for process in processes for line in process.communicate()[0].split() if len(line) == 8}
    )

    ids, findings = stored(store)
    assert len(acknowledged) >= len(first | more) == 4
    assert acknowledged <= ids
    assert findings == []
