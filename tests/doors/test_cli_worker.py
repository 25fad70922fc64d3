"""``tiermem worker``, and what shows of its work."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tiermem import Memory

ROOT = Path(__file__).parents[2]
CONFIG = """\
agents:
  agent:
    tools:
      - type: memory
        consolidation: {enabled: true, interval_s: 3600}
"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "agent.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


@pytest.fixture
def observed(config, store):
    """A store in which something of two users waits."""
    with Memory.open(config, store=str(store)) as memory:
        for user in ("ann", "ben"):
            memory.observations(user).autonomous_cycle({"scaffold_updates": {"Name": user}})
    return store


def scaffold(config, store, user):
    with Memory.open(config, store=str(store)) as memory:
        return memory.profile(user).current.scaffold


def test_once_works_through_what_waits_of_all_users(tiermem, config, observed):
    ran = tiermem("worker", "--config", config, "--once", "--json")

    assert ran.status == 0
    told = ran.data
    assert (told["users"], told["processed"], told["consolidated"], told["problems"]) == (2, 2, 2, [])
    assert scaffold(config, observed, "ben") == {"Name": "ben"}
    assert (
        tiermem("worker", "--config", config, "--once")
        .lines[0]
        .startswith("0 users: 0 observations processed")
    )


def test_it_can_be_told_whose(tiermem, config, observed):
    tiermem("worker", "--config", config, "--once", "--user", "ann")

    assert scaffold(config, observed, "ann") == {"Name": "ann"}
    assert scaffold(config, observed, "ben") == {}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_works_at_an_interval_until_it_is_told_to_end(config, observed, number):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])}
    command = [sys.executable, "-m", "tiermem", "worker", "--config", str(config), "--store", str(observed)]
    worker = subprocess.Popen(
        [*command, "--interval", "0.2", "--json"], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout is not None
    assert json.loads(worker.stdout.readline())["users"] == 2
    with Memory.open(config, store=str(observed)) as memory:
        memory.observations("cat").autonomous_cycle({"scaffold_updates": {"Name": "cat"}})
    assert json.loads(worker.stdout.readline())["users"] == 1

    began = time.monotonic()
    worker.send_signal(number)
    assert worker.wait(timeout=120) == 0
    assert time.monotonic() - began < 60
    worker.stdout.close()
    assert scaffold(config, observed, "cat") == {"Name": "cat"}


@pytest.mark.parametrize("interval", ["0", "-1", "soon", "100000"])
def test_an_interval_that_is_none_is_refused(tiermem, config, interval):
    ran = tiermem("worker", "--config", config, f"--interval={interval}")

    assert ran.status == 2
    assert "interval" in ran.err


def test_stats_and_pending_show_what_waits_and_what_was_set_aside(tiermem, config, observed):
    with sqlite3.connect(observed) as connection:
        connection.execute("UPDATE events SET processed = 'x', outcome = 'set aside after 5 tries: it broke'")
    connection.close()

    with Memory.open(config, store=str(observed)) as memory:
        assert len(memory.timeline.set_aside("ann")) == 1
    ran = tiermem("pending", "--config", config, "--user", "ann", "--json")
    (aside,) = ran.data["set_aside"]
    assert (aside["kind"], aside["outcome"]) == ("scaffold_update", "set aside after 5 tries: it broke")
    assert "set aside after 5 tries" in tiermem("pending", "--config", config, "--user", "ann").err
    where = ("--config", config, "--user", "ann")
    assert "is not the number of an observation" in tiermem("pending", "retry", "abc", *where).err
    assert "waits for the next run" in tiermem("pending", "retry", str(aside["seq"]), *where).out
    assert tiermem("pending", "--json", *where).data["set_aside"] == []


def test_stats_say_for_how_long_something_waits(tiermem, config, store):
    with Memory.open(config, store=str(store)) as memory:
        memory.observations().autonomous_cycle({"scaffold_updates": {"Name": "me"}})

    ran = tiermem("stats", "--config", config)
    assert "oldest waits" in ran.out
    assert tiermem("stats", "--config", config, "--json").data["backlog"]["waiting"] == 1


def test_a_store_that_cannot_be_used_for_a_while_does_not_end_a_worker(config, observed):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])}
    command = [sys.executable, "-m", "tiermem", "worker", "--config", str(config), "--store", str(observed)]
    worker = subprocess.Popen(
        [*command, "--interval", "0.2", "--json"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    assert worker.stderr is not None
    assert "every 0.2 s" in worker.stderr.readline()
    assert json.loads(worker.stdout.readline())["users"] == 2
    with contextlib.closing(sqlite3.connect(observed)) as connection:
        connection.execute("ALTER TABLE events RENAME TO elsewhere")
        assert "Waits" in worker.stderr.readline()
        connection.execute("ALTER TABLE elsewhere RENAME TO events")
    with Memory.open(config, store=str(observed)) as memory:
        memory.observations("cat").autonomous_cycle({"scaffold_updates": {"Name": "cat"}})

    assert json.loads(worker.stdout.readline())["users"] == 1
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(timeout=20) == 0
    worker.stdout.close()
    worker.stderr.close()
