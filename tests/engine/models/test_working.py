"""Work apart from sessions: in idle time, for all users, and until it is told to stop."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from tests.clocks import START, Ticking
from tests.engine.opening import contents, sql
from tests.pace import until

from tiermem.engine.models import workers
from tiermem.memory.engine import Engine

PROFILES = {"enabled": True, "batch": 5, "interval_s": 1}


def test_a_process_that_is_idle_makes_the_profile(open_memory):
    memory = open_memory(consolidation=PROFILES)
    with memory.session() as session:
        session.on_turn_end("My manager is Bob.", "Noted.")
    memory.observations().autonomous_cycle({"scaffold_updates": {"Role": "CTO"}})

    assert until(lambda: memory.profile().current.version > 0)
    assert memory.profile().current.scaffold == {"Work": {"manager": "Bob"}, "Role": "CTO"}
    assert {run.trigger for run in memory.timeline.runs() if run.stage == "profile"} == {"idle"}


def test_idle_time_does_nothing_where_there_are_no_profiles(open_memory):
    memory = open_memory()
    memory.observations().autonomous_cycle({"persistent_info_additions": ["Reads mail at seven"]})

    assert idle_threads() == []
    assert memory.timeline.stats()["backlog"]["waiting"] == 1


def test_a_memory_that_is_closed_while_it_waits_for_quiet_ends_at_once(open_memory):
    memory = open_memory(consolidation=PROFILES | {"interval_s": 3600})
    memory.session("one").on_turn_end("My manager is Bob.", "Noted.")
    began = time.monotonic()

    memory.close()

    assert time.monotonic() - began < 20


WAITS_FOR_ITS_MODEL = """
from pathlib import Path
from tiermem.values import Completion

FOLDER = Path(__file__).parent

@hookimpl
def complete(request):
    (FOLDER / "asked").touch()
    while not (FOLDER / "answer").exists():
        time.sleep(0.02)
    return Completion(model="slow", input_tokens=7, data={
        "updated_scaffold": {"Role": "CTO"}, "updated_working_memory": "", "facts_to_embed": []})
"""


def idle_threads():
    return [thread for thread in threading.enumerate() if thread.name == "tiermem idle"]


def test_closing_waits_for_no_models_answer_and_leaves_the_store_alone_after_it(
    open_memory, tmp_path, monkeypatch
):
    monkeypatch.setattr(workers, "CLOSING_S", 60.0)
    asks = {"consolidation": PROFILES | {"by": "model"}, "hooks": WAITS_FOR_ITS_MODEL}
    memory = open_memory(**asks)
    with memory.session() as session:
        session.on_turn_end("My manager is Bob.", "Noted.")
    assert until((tmp_path / "asked").exists)
    began = time.monotonic()

    memory.close()

    assert time.monotonic() - began < workers.CLOSING_S / 2
    assert sorted(path.name for path in tmp_path.glob("memory.db*")) == ["memory.db"]
    (tmp_path / "answer").touch()
    assert until(lambda: not idle_threads())
    assert sorted(path.name for path in tmp_path.glob("memory.db*")) == ["memory.db"]
    assert sql(tmp_path, "SELECT count(*) FROM spending") == [(0,)]
    assert open_memory(**asks).profile().current.version == 0


def test_whatever_fails_at_the_end_the_store_is_closed(open_memory, tmp_path, monkeypatch):
    memory = open_memory()
    memory.observations().autonomous_cycle({"persistent_info_additions": ["Reads mail at seven"]})

    def fail(engine):
        raise ArithmeticError("no such cost")

    monkeypatch.setattr(Engine, "close", fail)
    with pytest.raises(ArithmeticError):
        memory.close()
    monkeypatch.undo()

    assert [path.name for path in tmp_path.glob("memory.db*")] == ["memory.db"]


def test_work_tells_how_far_it_is_and_stops_between_batches(open_memory):
    memory = open_memory(consolidation=PROFILES | {"interval_s": 3600})
    memory.observations().autonomous_cycle(
        {"persistent_info_additions": [f"Habit number {n}" for n in range(23)]}
    )
    seen = []

    memory.maintenance.work(
        progress=lambda done, total: seen.append((done, total)), stop=lambda: len(seen) >= 3
    )

    assert seen == [(23, 46), (28, 46), (33, 46)]
    assert memory.timeline.stats()["backlog"]["unconsolidated"] == 13
    memory.maintenance.work()
    assert len(memory.profile().current.learned) == 23


def test_one_users_work_leaves_the_others_alone_and_everyones_does_not(open_memory):
    memory = open_memory(consolidation=PROFILES | {"interval_s": 3600})
    for user in ("ann", "ben"):
        memory.observations(user).autonomous_cycle({"scaffold_updates": {"Name": user}})

    assert memory.maintenance.work("ann").users == 1
    assert (memory.profile("ann").current.scaffold, memory.profile("ben").current.version) == (
        {"Name": "ann"},
        0,
    )
    assert memory.maintenance.work(everyone=True).consolidated == 1
    assert memory.profile("ben").current.scaffold == {"Name": "ben"}


def test_the_backlog_tells_for_how_long_something_waits(open_memory, tmp_path):
    memory = open_memory()
    memory.observations().autonomous_cycle({"persistent_info_additions": ["Reads mail at seven"]})
    sql(tmp_path, "UPDATE events SET at = '2026-03-02T08:00:00.000000Z'")

    backlog = memory.timeline.stats()["backlog"]
    assert backlog["waiting"] == 1
    assert backlog["oldest"] == "2026-03-02T08:00:00.000000Z"
    assert 3600 <= backlog["age_s"] < 3700


def left_by_a_dead_process(memory, user, task=None):
    """A session that never ended, three hours ago."""
    clock = Ticking(START - timedelta(hours=3))
    session = memory.session(user=user, task=task, clock=clock)
    session.on_turn_end("I live in Vienna. I prefer tea over coffee.", "Noted.")
    session.on_turn_end("The login cookie has to live for 30 days.", "I see.")


def test_everyones_work_reads_what_dead_sessions_left_where_nothing_else_waits(open_memory):
    memory = open_memory()
    left_by_a_dead_process(memory, "ann")

    worked = memory.maintenance.work(everyone=True)

    assert (worked.users, worked.sessions) == (1, 1)
    assert "I live in Vienna." in contents(memory.entries("ann"), layers=("L1",))
    assert memory.maintenance.work(everyone=True).is_nothing


def test_a_dead_session_adds_its_summary_to_its_task(open_memory):
    memory = open_memory()
    left_by_a_dead_process(memory, "ann", task="login")

    memory.maintenance.work("ann")

    task = memory.tasks("ann").get("login")
    assert len(task.sessions) == len(task.notes) == 1


def test_sessions_are_not_gone_through_again_where_gap_fill_is_off(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    left_by_a_dead_process(memory, "ann")

    assert memory.maintenance.catch_up("ann") == 0
    assert memory.maintenance.work(everyone=True).is_nothing


class BreaksWhenIdle(Ticking):
    """A clock that raises what nobody expects, in the thread that works while nobody else does."""

    calls = 0

    def __call__(self):
        if threading.current_thread().name == "tiermem idle" and self.calls < 2:
            self.calls += 1
            raise ZeroDivisionError("no time")
        return super().__call__()


def test_an_idle_process_goes_on_after_an_error_that_nobody_expected(open_memory, caplog):
    memory = open_memory(consolidation=PROFILES, clock=BreaksWhenIdle())
    memory.observations().autonomous_cycle({"scaffold_updates": {"Role": "CTO"}})

    assert until(lambda: memory.profile().current.version > 0)
    assert memory.profile().current.scaffold == {"Role": "CTO"}
    rests = [record.getMessage() for record in caplog.records if "rests for" in record.getMessage()]
    assert ["rests for 2 s" in rests[0], "rests for 4 s" in rests[1]] == [True, True]
    assert "ZeroDivisionError: no time" in rests[0]


def test_the_worker_lets_age_what_is_known_of_users_for_whom_nothing_waits(open_memory):
    clock = Ticking()
    memory = open_memory(consolidation=PROFILES | {"interval_s": 3600}, clock=clock)
    for user in ("ann", "ben"):
        with memory.session(user=user) as session:
            session.on_turn_end("We decided to use Postgres for the billing service.", "Noted.")
        memory.maintenance.work(user)
    assert "Postgres" in memory.profile("ann").current.text
    clock.pass_days(40)

    memory.maintenance.work(everyone=True)

    assert (memory.profile("ann").current.text, memory.profile("ben").current.text) == ("", "")


def test_a_profile_ages_while_its_model_is_away(open_memory, tmp_path):
    clock = Ticking()
    (tmp_path / "away").touch()
    hooks = """
    from pathlib import Path
    from tiermem.values import Completion

    @hookimpl
    def complete(request):
        if (Path(__file__).parent / "away").exists():
            raise TimeoutError("nobody there")
        number = request.prompt.split("# New observations")[1].split("[")[1].split("]")[0]
        said = f"We decided to use Postgres for the billing service. [{number}]"
        return Completion(model="m", data={
            "updated_scaffold": {}, "updated_working_memory": said, "facts_to_embed": []})
    """
    memory = open_memory(hooks=hooks, consolidation=PROFILES | {"by": "model"}, clock=clock)
    (tmp_path / "away").unlink()
    with memory.session() as session:
        session.on_turn_end("We decided to use Postgres for the billing service.", "Noted.")
    memory.maintenance.work()
    assert "Postgres" in memory.profile().current.text
    (tmp_path / "away").touch()
    with memory.session() as session:
        session.on_turn_end("We decided to use Redis for the cache.", "Noted.")
    clock.pass_days(40)

    assert memory.maintenance.work().problems

    assert memory.profile().current.text == ""


MEDDLES_WITH_PROFILES = """
import sqlite3
from pathlib import Path

@hookimpl
def check_write(change):
    store = sqlite3.connect(Path(__file__).with_name("memory.db"))
    with store:
        store.execute("UPDATE profiles SET version = version + 1")
    store.close()
"""


def test_a_profile_that_others_change_each_time_waits_and_that_is_logged(open_memory, caplog):
    with open_memory(consolidation=PROFILES | {"interval_s": 3600}) as before:
        before.observations().autonomous_cycle({"scaffold_updates": {"Role": "CTO"}})
        before.maintenance.work()
    memory = open_memory(consolidation=PROFILES | {"interval_s": 3600}, hooks=MEDDLES_WITH_PROFILES)
    memory.observations().autonomous_cycle({"scaffold_updates": {"Town": "Porto"}})

    memory.maintenance.work()

    assert memory.timeline.stats()["backlog"]["unconsolidated"] == 1
    assert [record for record in caplog.records if "was changed by others 3 times" in record.getMessage()]
