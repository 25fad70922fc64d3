"""Workers on many machines that share the work at one store."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from tests.pace import until
from tests.store.making import AT, begun, event, sql, told
from tests.store.postgresql import SERVERS

from tiermem import Memory
from tiermem.errors import UnusableStore
from tiermem.store import open_store
from tiermem.store.contract import ClaimCounts

ROOT = Path(__file__).parents[2]
VERSION = SERVERS[-1]
pytestmark = pytest.mark.parametrize("backend", [f"postgresql-{VERSION}"], indirect=True)
CONFIG = """\
agents:
  agent:
    tools:
      - type: memory
        consolidation: {enabled: true, interval_s: 3600}
        postgresql: {lease_s: 1}
"""
SLOW = """
import pathlib, time
from tiermem.plugins import hookimpl

@hookimpl
def complete(request):
    pathlib.Path(__file__).with_name("asked").touch()
    time.sleep(60)
"""
WITH_MODEL = (
    CONFIG.replace("interval_s: 3600", "interval_s: 3600, by: model")
    + """\
        completion: {model: "mine:slow"}
        hooks: [./slow.py]
"""
)


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "agent.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


@pytest.fixture
def url(new_url, backend):
    return new_url()


@pytest.fixture
def start(config, url):
    """Start workers that are killed at the end, if they still live."""
    with ExitStack() as ending:

        def start(*arguments, config=config):
            command = [
                sys.executable,
                "-m",
                "tiermem",
                "worker",
                "--config",
                str(config),
                "--store",
                url,
                "--json",
            ]
            paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])}
            worker = subprocess.Popen(
                [*command, *arguments], env=os.environ | paths, stdout=subprocess.PIPE, text=True
            )
            ending.callback(worker.stdout.close)
            ending.callback(worker.wait)
            ending.callback(worker.kill)
            return worker

        yield start


def observe(config, url, *users):
    with Memory.open(config, store=url) as memory:
        for user in users:
            memory.observations(user).autonomous_cycle({"scaffold_updates": {"Name": user}})


def scaffolds(config, url, *users):
    with Memory.open(config, store=url) as memory:
        return [memory.profile(user).current.scaffold.get("Name") for user in users]


def test_workers_that_look_once_an_hour_hear_of_work_and_do_each_users_once(start, config, url):
    observe(config, url, "first")
    workers = [start(), start()]
    assert until(lambda: scaffolds(config, url, "first") == ["first"])
    users = [f"user{number}" for number in range(8)]
    time.sleep(0.5)

    observe(config, url, *users)

    assert until(lambda: scaffolds(config, url, *users) == users)
    with Memory.open(config, store=url) as memory:
        runs = [run for user in users for run in memory.timeline.runs(user) if run.stage == "profile"]
    assert len(runs) == len(users)
    for worker in workers:
        worker.send_signal(signal.SIGTERM)
    assert [worker.wait(120) for worker in workers] == [0, 0]
    lines = [json.loads(line) for worker in workers for line in worker.stdout]
    assert sum(line["processed"] for line in lines) == len(users) + 1
    assert sum(line["claimed"] for line in lines) >= len(users) + 1
    with Memory.open(config, store=url) as memory:
        assert memory.maintenance.sharing().counts() == ClaimCounts()


@pytest.fixture
def asking(start, config, url, tmp_path):
    """A worker that waits for a model's answer about ann."""
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    with_model = tmp_path / "model.yaml"
    with_model.write_text(WITH_MODEL, encoding="utf-8")
    with Memory.open(config, store=url) as memory:
        memory.observations("ann").record("The user prefers tabs over spaces.", "preference")
    worker = start(config=with_model)
    assert until((tmp_path / "asked").exists)
    return worker


def test_a_worker_keeps_its_claim_without_a_transaction_while_a_model_answers(asking, config, url):
    time.sleep(1.5)  # longer than the lease

    with Memory.open(config, store=url) as memory, closing(open_store(url)) as store:
        assert until(lambda: not memory.maintenance.sharing().counts().expired)
        counts = memory.maintenance.sharing().counts()
        states = sql(store, "SELECT state FROM pg_stat_activity WHERE datname = current_database()")
    assert (counts.held, counts.expired) == (1, 0)
    assert ("idle in transaction",) not in states
    assert len(states) > 2


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_the_work_of_a_dead_worker_is_taken_over_after_its_lease(asking, start, config, url, number):
    asking.send_signal(number)

    other = start("--interval", "1")

    line = json.loads(other.stdout.readline())
    assert (line["taken_over"], line["consolidated"]) == (1, 1)
    with Memory.open(config, store=url) as memory:
        assert "tabs" in str(memory.profile("ann").current)
    other.send_signal(signal.SIGTERM)
    assert other.wait(120) == 0


def test_another_agents_work_is_left_to_its_workers(config, url):
    with Memory.open(config, store=url) as memory, closing(open_store(url)) as store:
        other = store.records.reach(house="default", agent="writer", user="ann")
        begun(store, other, "theirs")
        told(store, event(other.user.id, session_id="theirs", at=AT))

        worked = memory.maintenance.work("ann", trigger="worker")

        assert worked.processed == 0
        assert sql(store, "SELECT worker, resting FROM claims") == [(None, [memory.reach("ann").agent.id])]


def test_a_claim_that_could_not_be_given_up_ends_with_its_lease_though_its_worker_lives(
    config, url, monkeypatch
):
    observe(config, url, "ann")
    with Memory.open(config, store=url) as memory:
        own, dying, other = memory.reach(), memory.maintenance.sharing(), memory.maintenance.sharing()
        away = Mock(side_effect=UnusableStore(url, "the server restarts", is_away=True))
        monkeypatch.setattr(dying, "_give_up", away)
        with dying:
            with pytest.raises(UnusableStore):
                dying.run(own)
            assert memory.maintenance.sharing().counts().held == 1
            time.sleep(1.5)  # longer than the lease

            with other:
                assert other.run(own).taken_over == 1
