"""Records of what happened go after a while; what is remembered, and when it was last of use, stays."""

from __future__ import annotations

import pytest
from tests.clocks import START, Ticking
from tests.engine.opening import add, contents, sql

PROFILES = {"enabled": True, "interval_s": 3600}
RECORDS = ("runs", "spending", "recalls")


def counts(folder):
    return {table: sql(folder, f"SELECT count(*) FROM {table}")[0][0] for table in (*RECORDS, "recalled")}


def used(open_memory, folder, clock, **settings):
    """A memory with a year-old entry, recalled twice, a run, and something spent, all of the same day."""
    memory = open_memory(clock=clock, consolidation=PROFILES, **settings)
    entry = add(memory.entries(), "Deploys of the billing service go through staging", layer="L1")
    with memory.session() as session:
        session.on_prompt("How do deploys of the billing service go?")
        session.on_prompt("Do deploys of the billing service go through staging?")
        session.on_turn_end("My manager is Bob.", "Noted.")
    memory.maintenance.work()
    scope = memory.reach()
    sql(
        folder,
        "INSERT INTO spending (agent_id, user_id, at, purpose, model, input_tokens, output_tokens, outcome) "
        "VALUES (?, ?, ?, 'extract', 'm', 1, 1, 'ok')",
        scope.agent.id,
        scope.user.id,
        START.isoformat(),
    )
    return memory, entry


def test_old_records_go_with_the_next_session_and_what_is_remembered_stays(open_memory, tmp_path):
    clock = Ticking()
    memory, entry = used(open_memory, tmp_path, clock)
    last_use = memory.entries().recalls([entry])[entry.id][1]
    before = counts(tmp_path)
    assert all(before[table] for table in RECORDS)
    known = contents(memory.entries())

    clock.pass_days(500)
    memory.session().end()

    assert counts(tmp_path) == {"runs": 0, "spending": 0, "recalls": 0, "recalled": 1}
    assert contents(memory.entries()) == known
    assert memory.entries().recalls([entry]) == {entry.id: (1, last_use)}
    assert memory.maintenance.doctor() == []


def test_each_kind_is_kept_as_long_as_it_says(open_memory, tmp_path):
    clock = Ticking()
    said = {"receipts_days": 30, "runs_days": None, "spending_days": 90}
    memory, _ = used(open_memory, tmp_path, clock, retention=said)
    before = counts(tmp_path)

    clock.pass_days(60)
    memory.maintenance.work()
    assert counts(tmp_path) == before | {"recalls": 0, "recalled": 1}
    clock.pass_days(60)
    memory.maintenance.work()

    after = counts(tmp_path)
    assert (after["spending"], after["runs"] >= before["runs"]) == (0, True)


@pytest.mark.slow
def test_tidying_takes_out_however_many_there_are_and_none_of_other_users(open_memory, tmp_path):
    clock = Ticking()
    memory, _ = used(open_memory, tmp_path, clock)
    sql(
        tmp_path,
        "INSERT INTO recalls (id, at, agent_id, user_id, receipt) "
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) "
        "SELECT 'r' || i, '2026-03-02T00:00:00.000000Z', agent_id, user_id, receipt "
        "FROM n, (SELECT * FROM recalls LIMIT 1)",
    )
    memory.recall("deploys", user="ben")
    clock.pass_days(500)

    assert memory.maintenance.tidy() > 2500

    assert sql(tmp_path, "SELECT count(*) FROM recalls") == [(1,)]
    assert memory.maintenance.tidy() == 0


def test_an_export_after_it_is_taken_in_again(open_memory, tmp_path):
    clock = Ticking()
    memory, entry = used(open_memory, tmp_path, clock)
    clock.pass_days(500)
    memory.maintenance.tidy()
    (tmp_path / "other").mkdir()

    other = open_memory(folder=tmp_path / "other")
    other.maintenance.load(iter(list(memory.maintenance.dump())))

    assert other.entries().recalls([entry])[entry.id][0] == 1
    assert other.maintenance.doctor() == []
