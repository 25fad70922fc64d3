"""After a session or a user was erased, what was said there is nowhere, and what others said is where it was."""

from __future__ import annotations

import pytest
from tests.store.living import opened, raw, rows
from tests.store.test_erase import add

from tiermem import EntryFilter
from tiermem.errors import InputError

SECRET = ("quaffle", "zanzibar", "locker")
SAID = "My quaffle is in the zanzibar locker"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def memory(path):
    with opened(path) as memory:
        yield memory


def left_of(path, words=SECRET):
    found = raw(path).lower()
    return [word for word in words if word.encode() in found]


def a_session(memory, session_id="gone", user=None, task="boat"):
    """A session that leaves something wherever a session can."""
    with memory.session(session_id, user, task=task) as session:
        session.on_prompt("Where is my quaffle in zanzibar?")
        session.on_turn_end(f"Remember that {SAID[0].lower()}{SAID[1:]}.", "Noted.")
        session.on_turn_end("I prefer the zanzibar ferry in the morning.", "The quaffle goes along.")
        session.call_tool("add_memory", {"content": "The locker of zanzibar is blue", "target": "user"})
        session.call_tool("add_memory", {"content": "Ask for the zanzibar locker first", "target": "memory"})
        session.call_tool("record_observation", {"content": "The quaffle is old", "kind": "fact"})
    with memory.session("after", user) as session:
        assert "zanzibar" in session.system_prompt
        session.on_prompt("What is new?")
    memory.work(user)


def test_what_came_of_a_session_is_nowhere_after_it(memory, path):
    kept = add(memory, "The harbour opens at nine", layer="L0", tier="user")
    a_session(memory)
    assert left_of(path) == [*SECRET]
    assert "zanzibar" in str(memory.tasks().get("boat").notes)

    erased = memory.erase_session("gone")

    assert (erased.name, erased.state) == ("gone", "complete")
    assert {"turns", "entries", "entry_versions", "events", "documents", "recalls", "tasks"} <= set(
        erased.touched
    )
    assert left_of(path) == []
    assert memory.doctor() == []
    assert [entry.content for entry in memory.entries().list()[0]] == [kept.content]
    assert memory.tasks().get("boat").sessions == ()
    with memory.session("next") as session:
        assert "The harbour opens at nine" in session.system_prompt
        session.on_prompt("When does the harbour open?")


def test_what_another_session_said_as_well_is_learned_from_that_again(memory, path):
    with memory.session("gone") as session:
        session.on_turn_end(f"Remember that {SAID[0].lower()}{SAID[1:]}.", "Noted.")
    with memory.session("stays") as session:
        session.on_turn_end(f"Remember that {SAID[0].lower()}{SAID[1:]}.", "Noted.")

    memory.erase_session("gone")
    memory.work()

    found = memory.entries().list(EntryFilter(layers=("L1",)))[0]
    assert [SAID.lower() in entry.content.lower() for entry in found] == [True]
    assert {row["session_id"] for _, row in rows(memory, "turns")} == {"stays"}
    assert memory.doctor() == []


def test_an_entry_that_was_only_corrected_for_a_time_in_a_session_loses_those_words_alone(memory, path):
    entry = add(memory, "The crane is red", layer="L0", tier="user")
    with memory.session("gone") as session:
        session.call_tool(
            "update_memory",
            {"memory_id": entry.id, "content": "The crane stands in zanzibar", "target": "user"},
        )
    memory.entries().update(entry.id, memory.entries().draft("The crane is green", layer="L0"))

    memory.erase_session("gone")

    history = memory.entries().history(entry.id)
    assert [version.content for version in history.versions] == [
        "The crane is red",
        "[erased]",
        "The crane is green",
    ]
    assert left_of(path, ["zanzibar"]) == []
    assert memory.doctor() == []


def test_a_user_is_nowhere_and_other_users_are_where_they_were(memory, path):
    a_session(memory, "anns", "ann")
    memory.tasks("ann").start("Sell the quaffle")
    memory.autonomous_cycle({"scaffold_updates": {"Locker": "zanzibar"}}, "ann")
    memory.work("ann")
    bobs = add(memory, "Bob likes tea", user="bob", layer="L0", tier="user")
    with memory.session("bobs", "bob") as session:
        assert "zanzibar" in session.system_prompt  # a note of the agent's, out of ann's session
        session.on_turn_end("The harbour opens at nine.", "I see.")
    before = [row for _, row in rows(memory, "turns") if row["session_id"] == "bobs"]

    erased = memory.erase_user("ann")

    assert (erased.name, erased.state) == ("ann", "complete")
    assert left_of(path) == []
    assert memory.doctor() == []
    assert [entry.content for entry in memory.entries("ann").list()[0]] == []
    assert memory.tasks("ann").find() == []
    assert memory.entries("bob").get(bobs.id) == bobs
    assert [row for _, row in rows(memory, "turns")] == before
    with memory.session("again", "ann") as session:
        session.on_turn_end("Remember that my bicycle is green.", "Noted.")
    assert "bicycle" in str(memory.entries("ann").list(EntryFilter(layers=("L1",)))[0])


@pytest.mark.parametrize("what", ["entry", "session", "user"])
def test_a_preview_tells_what_would_go_and_changes_nothing(memory, path, what):
    a_session(memory)
    [entry] = [one for one in memory.entries().list()[0] if one.content == "The locker of zanzibar is blue"]
    before = sorted(map(str, rows(memory)))
    erase = {
        "entry": lambda **how: memory.entries().erase(entry.id, **how),
        "session": lambda **how: memory.erase_session("gone", **how),
        "user": memory.erase_user,
    }[what]

    preview = erase(preview=True)

    assert preview.state == "preview"
    assert sorted(map(str, rows(memory))) == before
    assert memory.doctor() == []
    assert erase().touched == preview.touched


def test_a_session_of_another_user_is_not_erased(memory):
    a_session(memory, "anns", "ann")

    with pytest.raises(InputError, match=r"The user 'bob' has no session 'anns'\."):
        memory.erase_session("anns", "bob")
    assert any(row["session_id"] == "anns" for _, row in rows(memory, "turns"))
