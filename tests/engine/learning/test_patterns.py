"""Only patterns that recur over sessions are proposed to a person."""

from __future__ import annotations

import pytest
from tests.engine.opening import sql
from tests.stories import say

PROFILES = {"enabled": True, "interval_s": 86_400}
TEA = "I prefer green tea."


@pytest.fixture
def memory(profiled):
    return profiled


def proposals(memory, user=None):
    return [
        (entry.content, entry.layer, entry.tier, reason)
        for entry, _, reason in memory.entries(user).pending()
        if "pattern" in entry.tags
    ]


def test_what_came_up_in_three_sessions_is_proposed_as_a_line_of_the_users_block(memory):
    for name in ("first", "second"):
        say(memory, TEA, id=name)
        memory.maintenance.work()
    assert proposals(memory) == []

    say(memory, TEA, id="third")
    worked = memory.maintenance.work()

    assert worked.proposed == 1
    ((content, layer, tier, reason),) = proposals(memory)
    assert (content, layer, tier) == (TEA, "L0", "user")
    assert reason == "it came up in 3 sessions: first, second, third"
    assert [entry for entry in memory.entries().list()[0] if entry.layer == "L0"] == []


def test_three_times_in_one_session_is_no_pattern(memory):
    say(memory, TEA, "By the way: " + TEA, TEA, id="one")
    memory.maintenance.work()

    assert proposals(memory) == []


def test_a_proposal_that_is_accepted_is_in_the_block_and_not_proposed_again(memory):
    for _ in range(3):
        say(memory, TEA)
    memory.maintenance.work()
    ((staged, _, _),) = memory.entries().pending()
    memory.entries().accept(staged.id)

    say(memory, TEA)
    assert memory.maintenance.work().proposed == 0
    with memory.session() as session:
        assert TEA in session.system_prompt
    assert [entry.content for entry in memory.entries().list()[0] if entry.content == TEA] == [TEA]


def test_a_proposal_that_was_rejected_never_comes_again(memory):
    for _ in range(3):
        say(memory, TEA)
    memory.maintenance.work()
    ((staged, _, _),) = memory.entries().pending()
    memory.entries().reject(staged.id)

    for _ in range(3):
        say(memory, TEA)
        assert memory.maintenance.work().proposed == 0
    assert proposals(memory) == []
    assert memory.profile().current.scaffold["Preferences"] == {"notes": [TEA]}


def test_a_run_proposes_few(memory):
    for _ in range(3):
        say(memory, *(f"I prefer tea of kind{number}." for number in range(8)))

    memory.maintenance.work()

    assert len(proposals(memory)) == 3


def test_two_users_who_say_the_same_make_no_pattern(memory):
    for user in ("ann", "ben", "cat"):
        say(memory, TEA, user=user)
    memory.maintenance.work(everyone=True)

    assert [proposals(memory, user) for user in ("ann", "ben", "cat")] == [[], [], []]


def test_a_pattern_is_found_however_much_others_observe_in_between(memory, tmp_path):
    for _ in range(2):
        say(memory, TEA)
    memory.observations("ben").autonomous_cycle({"persistent_info_additions": ["Something else"]})
    for _ in range(12):  # 4,096 events of ben
        sql(
            tmp_path,
            "INSERT INTO events (kind, scope_id, at, source, payload, reason, processed, consolidated) "
            "SELECT kind, scope_id, at, source, payload, reason, at, at FROM events "
            "WHERE kind = 'observation' AND scope_id = ?",
            memory.reach("ben").user.id,
        )
    say(memory, TEA)

    assert memory.maintenance.work().proposed == 1
