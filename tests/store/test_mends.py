"""What the store does not do to others: retention, receipts and settling stay within their own."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from tiermem import Memory
from tiermem.store import open_store
from tiermem.values import Event, instant

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Clock:
    """The present, which a test moves."""

    def __init__(self):
        self.now = START

    def __call__(self):
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def opened(tmp_path, clock):
    """Open agents by name over one store; *journal* is what the YAML says of it."""
    memories = []

    def opened(agent="one", **said):
        entry = {"type": "memory", "store": "sqlite:///memory.db"} | said
        path = tmp_path / f"{agent}.yaml"
        path.write_text(json.dumps({"agents": {agent: {"tools": [entry]}}}), encoding="utf-8")
        memories.append(Memory.open(path, clock=clock))
        return memories[-1]

    yield opened
    for memory in memories:
        memory.close()


def rows(memory, table):
    return [row for name, row in memory.dump() if name == table]


def said(memory):
    """(session, content) of every turn."""
    return [(row["session_id"], row["content"]) for row in rows(memory, "turns")]


# -- retention -----------------------------------------------------------------------------------


def test_retention_leaves_the_turns_of_other_agents_alone(opened, clock):
    other = opened("two")
    with other.session("kept") as session:
        session.on_turn_end("The harbour crane is blue.")
    one = opened(journal={"retention_days": 1})
    with one.session("old") as session:
        session.on_turn_end("The harbour crane is green.")
    clock.now += timedelta(days=3)

    with one.session("new"):
        pass

    assert said(one) == [("kept", "The harbour crane is blue.")]


def test_retention_takes_the_old_turns_of_all_users_of_the_agent(opened, clock):
    memory = opened(journal={"retention_days": 1})
    for user in ("ada", "bob"):
        with memory.session(f"of-{user}", user) as session:
            session.on_turn_end("The harbour crane is green.")
    clock.now += timedelta(days=3)

    with memory.session("new", "ada"):
        pass

    assert said(memory) == []


def test_retention_waits_for_turns_that_were_not_worked_through(opened, clock):
    memory = opened(journal={"retention_days": 1})
    memory.session("crashed").on_turn_end("I prefer tabs over spaces.", "Noted.")
    clock.now += timedelta(days=3)
    with memory.session("new"):
        pass
    assert len(said(memory)) == 2

    memory.session("crashed").end()

    assert said(memory) == []
    assert [entry.content for entry in memory.entries().search("tabs").entries] == [
        "I prefer tabs over spaces."
    ]


def test_retention_waits_for_nothing_where_gap_fill_is_off(opened, clock):
    memory = opened(journal={"retention_days": 1}, gap_fill={"enabled": False})
    memory.session("crashed").on_turn_end("I prefer tabs over spaces.", "Noted.")
    clock.now += timedelta(days=3)

    with memory.session("new"):
        pass

    assert said(memory) == []


def test_a_forgotten_turn_does_not_lend_its_words_any_more(opened, clock):
    memory = opened(journal={"retention_days": 2})
    session = memory.session("long")
    session.on_turn_end("The xylophone is in the attic.")
    session.end()
    clock.now += timedelta(days=3)
    session.on_turn_end("Is that so?")
    assert memory.entries().search("xylophone", turns=True).turns

    session.end()

    assert said(memory) == [("long", "Is that so?")]
    assert memory.entries().search("xylophone", turns=True).turns == ()
    assert memory.doctor() == []


# -- receipts ------------------------------------------------------------------------------------


def test_an_agent_sees_its_own_receipts_of_a_user_only(opened):
    one, two = opened("one"), opened("two")
    one.recall("Where is the crane?")
    two.recall("Where is the attic?")
    one.recall("Where is the boat?", user="ada")

    assert [receipt["query"] for receipt in one.receipts(limit=9)] == ["Where is the crane?"]
    assert [receipt["query"] for receipt in two.receipts(limit=9)] == ["Where is the attic?"]
    assert [receipt["query"] for receipt in one.receipts("ada", limit=9)] == ["Where is the boat?"]


# -- the stream ----------------------------------------------------------------------------------


def test_an_observation_is_settled_once(opened, clock):
    memory = opened()
    store = open_store(memory.stats()["store"])
    scope = memory.reach().user.id
    with store.transaction():
        seq = store.stream.append(
            Event(kind="observation", scope_id=scope, at=instant(clock()), source="system")
        )
        first = store.stream.settle(seq, at=instant(clock()), outcome="added")
        second = store.stream.settle(seq, at=instant(clock()), outcome="known")
    store.close()

    assert (first, second) == (True, False)
    assert [event.outcome for event in memory.events()] == ["added"]
