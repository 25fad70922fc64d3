"""A worker that is killed at any step: no observation lost, none applied twice, profile and marks agree.

``TIERMEM_TEST_KILLS`` sets the number of rounds; the default keeps the suite short.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from tests.engine.opening import opened, sql

from tiermem.store import open_store
from tiermem.values import utc_now

pytestmark = pytest.mark.slow
ROUNDS = int(os.environ.get("TIERMEM_TEST_KILLS", "4"))
ROOT = Path(__file__).parents[2]
PROFILES = {"enabled": True, "batch": 5, "interval_s": 86_400}
DEADLY = """
import os, signal

def _count():
    at = int(os.environ.get("KILL_AT", "0"))
    if at:
        _count.calls = getattr(_count, "calls", 0) + 1
        if _count.calls == at:
            os.kill(os.getpid(), signal.SIGKILL)

@hookimpl
def check_write(change):
    _count()

@hookimpl
def complete(request):
    _count()
    from tiermem.values import Completion
    numbers = [int(line.split("]")[0][3:]) for line in request.prompt.split("# New observations")[1].splitlines()
               if line.startswith("- [")]
    texts = [line.split(") ", 1)[1] for line in request.prompt.split("# New observations")[1].splitlines()
             if line.startswith("- [")]
    said = " ".join(f"{text.rstrip('.')}. [{number}]" for number, text in zip(numbers, texts))
    return Completion(data={"updated_scaffold": {}, "updated_working_memory": said, "facts_to_embed": []}, model="t")
"""
"""A hook file that kills its own process at the n-th check or question, and answers questions."""
SAID = [
    *(f"We decided to use tool{number} for service{number}." for number in range(6)),
    *(f"Our server{number} is at host{number}.example.com." for number in range(4)),
]


def fill(folder, by):
    """Put observations of all paths into the stream that nobody has processed; gives the memory's folder."""
    memory = opened(folder, hooks=DEADLY, consolidation=PROFILES | {"by": by}, clock=utc_now)
    with memory:
        session = memory.session("s1")
        for text in SAID:
            session.observations.record(text, "project_details")
        items = [{"scaffold_updates": {f"Key{number}": f"value{number}"}} for number in range(6)]
        memory.observations().autonomous_cycle(items)
        memory.observations().autonomous_cycle(
            {"persistent_info_additions": [f"Habit{number} is known" for number in range(4)]}
        )
    with closing(open_store(f"sqlite:///{folder / 'memory.db'}")) as store:
        store.database.execute_sql("UPDATE events SET session_id = NULL")  # nobody works on it any more


def run(folder, *, at=0, after=None):
    """A worker; killed at its n-th check, or after so many seconds. Gives its exit status."""
    environment = os.environ | {
        "KILL_AT": str(at),
        "PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks"), str(ROOT)]),
    }
    command = [sys.executable, "-m", "tiermem", "worker", "--once", "--config", str(folder / "agent.yaml")]
    worker = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if after is not None:
        time.sleep(after)
        worker.send_signal(signal.SIGKILL)
    _, said = worker.communicate(timeout=120)
    assert worker.returncode in (0, -signal.SIGKILL), said
    return worker.returncode


def ensure_sound(folder, by, *, finished):
    """Check what must hold after every kill and at the end."""
    with opened(folder, hooks=DEADLY, consolidation=PROFILES | {"by": by}) as memory:
        assert memory.maintenance.doctor() == []
        profile = memory.profile().current
        contents = Counter(entry.content for entry in memory.entries().list()[0])
    assert not [content for content, times in contents.items() if times > 1]
    rows = sql(folder, "SELECT seq, processed, consolidated, outcome FROM events WHERE kind = 'observation'")
    marked = {seq for seq, _, consolidated, _ in rows if consolidated}
    rests_on = [*profile.narrative, *profile.learned, *profile.marks.values()]
    assert {seq for one in rests_on for seq in one.events} == marked
    assert len({line.text for line in profile.narrative}) == len(profile.narrative)
    if finished:
        assert all(processed and consolidated for _, processed, consolidated, _ in rows)
        assert [key for key in profile.scaffold if key.startswith("Key")] == [f"Key{n}" for n in range(6)]
        assert len(profile.learned) == 4
        assert {line.text for line in profile.narrative} == set(SAID)
        assert set(contents) == {*SAID, *(f"Habit{number} is known" for number in range(4))}


@pytest.mark.parametrize("by", ["rules", "model"])
@pytest.mark.parametrize("round_number", range(ROUNDS))
def test_a_worker_killed_at_any_check_or_moment_loses_nothing_and_does_nothing_twice(
    tmp_path, by, round_number
):
    chance = random.Random(f"{by} {round_number}")
    fill(tmp_path, by)

    killed = 0
    for _ in range(3):
        if chance.random() < 0.7:
            killed += run(tmp_path, at=chance.randint(1, 60)) != 0
        else:
            killed += run(tmp_path, after=chance.uniform(0.2, 1.2)) != 0
        ensure_sound(tmp_path, by, finished=False)
    assert run(tmp_path) == 0

    ensure_sound(tmp_path, by, finished=True)
    before = sql(tmp_path, "SELECT seq, outcome FROM events")
    assert run(tmp_path) == 0
    assert sql(tmp_path, "SELECT seq, outcome FROM events") == before


def test_two_workers_at_once_apply_nothing_twice(tmp_path):
    fill(tmp_path, "rules")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "plugin"), str(ROOT / "hooks")])}
    command = [sys.executable, "-m", "tiermem", "worker", "--once", "--config", str(tmp_path / "agent.yaml")]

    workers = [
        subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for worker in workers:
        _, said = worker.communicate(timeout=120)
        assert worker.returncode == 0, said

    assert run(tmp_path) == 0
    ensure_sound(tmp_path, "rules", finished=True)
