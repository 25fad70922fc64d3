"""Retention, receipts and settling stay within their own scopes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from tests.clocks import START, Ticking
from tests.store.living import add

from tiermem import Memory
from tiermem.store import open_store
from tiermem.store.erasing.needles import Needles
from tiermem.values import Event, Turn, instant


@pytest.fixture
def clock():
    return Ticking()


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
    return [row for name, row in memory.maintenance.dump() if name == table]


def said(memory):
    """(session, content) of every turn."""
    return [(row["session_id"], row["content"]) for row in rows(memory, "turns")]


def documents(memory):
    """Return the documents of the index, without their numbers."""
    with closing(sqlite3.connect(memory.timeline.stats()["store"].removeprefix("sqlite:///"))) as database:
        return sorted(
            database.execute("SELECT content, subject, tags, dates, length, neighbours FROM documents")
        )


# -- retention -----------------------------------------------------------------------------------


def test_retention_leaves_the_turns_of_other_agents_alone(opened, clock):
    other = opened("two")
    with other.session("kept") as session:
        session.on_turn_end("The harbour crane is blue.")
    one = opened(journal={"retention_days": 1})
    with one.session("old") as session:
        session.on_turn_end("The harbour crane is green.")
    clock.pass_days(3)

    with one.session("new"):
        pass

    assert said(one) == [("kept", "The harbour crane is blue.")]


def test_retention_takes_the_old_turns_of_all_users_of_the_agent(opened, clock):
    memory = opened(journal={"retention_days": 1})
    for user in ("ada", "bob"):
        with memory.session(f"of-{user}", user) as session:
            session.on_turn_end("The harbour crane is green.")
    clock.pass_days(3)

    with memory.session("new", "ada"):
        pass

    assert said(memory) == []


def test_retention_waits_for_turns_that_were_not_worked_through(opened, clock):
    memory = opened(journal={"retention_days": 1})
    memory.session("crashed", "bob").on_turn_end("I prefer tabs over spaces.", "Noted.")
    clock.pass_days(3)
    with memory.session("new", "ada"):
        pass
    assert len(said(memory)) == 2

    memory.session("crashed", "bob").end()

    assert said(memory) == []
    assert [entry.content for entry in memory.entries("bob").search("tabs").entries] == [
        "I prefer tabs over spaces."
    ]


def test_what_a_cut_off_session_said_is_learned_before_it_is_forgotten(opened, clock):
    memory = opened(journal={"retention_days": 1})
    memory.session("crashed").on_turn_end("I prefer tabs over spaces.", "Noted.")
    clock.pass_days(3)

    with memory.session("new"):
        pass

    assert said(memory) == []
    assert [entry.content for entry in memory.entries().search("tabs").entries] == [
        "I prefer tabs over spaces."
    ]


def test_retention_waits_for_nothing_where_gap_fill_is_off(opened, clock):
    memory = opened(journal={"retention_days": 1}, gap_fill={"enabled": False})
    memory.session("crashed").on_turn_end("I prefer tabs over spaces.", "Noted.")
    clock.pass_days(3)

    with memory.session("new"):
        pass

    assert said(memory) == []


def test_a_forgotten_turn_does_not_lend_its_words_any_more(opened, clock):
    memory = opened(journal={"retention_days": 2})
    session = memory.session("long")
    session.on_turn_end("The xylophone is in the attic.")
    session.end()
    clock.pass_days(3)
    session.on_turn_end("Is that so?")
    assert memory.entries().search("xylophone", turns=True).turns

    session.end()

    assert said(memory) == [("long", "Is that so?")]
    assert memory.entries().search("xylophone", turns=True).turns == ()
    assert memory.maintenance.doctor() == []


# -- receipts ------------------------------------------------------------------------------------


def test_an_agent_sees_its_own_receipts_of_a_user_only(opened):
    one, two = opened("one"), opened("two")
    one.recall("Where is the crane?")
    two.recall("Where is the attic?")
    one.recall("Where is the boat?", user="ada")

    assert [receipt["query"] for receipt in one.timeline.receipts(limit=9)] == ["Where is the crane?"]
    assert [receipt["query"] for receipt in two.timeline.receipts(limit=9)] == ["Where is the attic?"]
    assert [receipt["query"] for receipt in one.timeline.receipts("ada", limit=9)] == ["Where is the boat?"]


# -- the stream ----------------------------------------------------------------------------------


def test_an_observation_is_settled_once(opened, clock):
    memory = opened()
    store = open_store(memory.timeline.stats()["store"])
    scope = memory.reach().user.id
    with store.transaction():
        seq = store.stream.append(
            Event(kind="observation", scope_id=scope, at=instant(clock()), source="system")
        )
        first = store.stream.settle(seq, at=instant(clock()), outcome="added")
        second = store.stream.settle(seq, at=instant(clock()), outcome="known")
    store.close()

    assert (first, second) == (True, False)
    assert [event.outcome for event in memory.timeline.events()] == ["added"]


# -- erasing -------------------------------------------------------------------------------------


def test_a_short_entry_is_erased_where_it_is_all_that_is_said_and_damages_nothing_else(opened):
    memory = opened(gap_fill={"enabled": False})
    tea = add(memory, "tea", tier="user")
    others = [
        add(memory, text, tier="user").content for text in ("The team meets on Monday", "I take my tea black")
    ]
    with memory.session("chat") as session:
        session.on_turn_end("Our team drinks tea.", "Anything else? Tea! Fine.")

    memory.entries().erase(tea.id)

    assert sorted(entry.content for entry in memory.entries().list()[0]) == sorted([*others])
    assert said(memory) == [("chat", "Our team drinks tea."), ("chat", "Anything else? [erased] Fine.")]
    assert memory.maintenance.doctor() == []


@pytest.mark.parametrize(
    ("erased", "text", "left"),
    [
        ("the gate is red", "The gate is redder. The  gate\nis RED.", "The gate is redder. [erased]."),
        ("The gate is red.", "I know: the gate is red!", "I know: [erased]!"),
        ("ate is red", "the gate is red, ate is red", "the gate is red, [erased]"),
        ("私は東京に住む", "実は私は東京に住むのです", "実は[erased]のです"),
        ("お茶", "お茶会。お茶。", "お茶会。[erased]"),
        ("Likes tea", "She likes tea a lot", "She likes tea a lot"),
        ("Likes tea", "- [id:abcd1234] [Ann] Likes tea\nmore", "- [id:abcd1234] [Ann] [erased]\nmore"),
        ("हम घर की", "हम घर कीमत", "हम घर कीमत"),
    ],
)
def test_words_are_erased_between_words_only(erased, text, left):
    assert Needles([erased]).without(text) == left


@pytest.mark.parametrize("word", ["memory", "user", "L1", "active", "observation", "preference", "system"])
def test_erasing_a_word_of_the_records_own_leaves_structure_alone(opened, word):
    memory = opened()
    add(memory, "The office is in Porto.", layer="L1", tier="memory", tags=("city",))
    entry = add(memory, word, tier="user")
    with memory.session("chat") as session:
        session.on_prompt("Where is the office?")
        session.on_turn_end("I prefer tabs over spaces.", "Noted.")

    memory.entries().erase(entry.id)

    assert memory.maintenance.doctor() == []
    assert memory.entries().search("office").entries[0].tags == ("city",)
    assert [event.kind for event in memory.timeline.events() if event.entry_id is None] != []
    assert memory.timeline.receipts()[0]["rendered"][0]["label"] == "user"


def test_labels_that_say_the_erased_words_are_erased(opened):
    memory = opened()
    about = "Ann Marie of Porto"
    other = add(memory, "She paints boats all day", tier="user", subject=about, tags=(about, "boats"))
    entry = add(memory, about, tier="user")

    memory.entries().erase(entry.id)

    left = memory.entries().get(other.id)
    assert (left.subject, left.tags) == ("[erased]", ("[erased]", "boats"))
    assert about not in json.dumps(list(memory.maintenance.dump()))
    assert memory.maintenance.doctor() == []


def test_what_the_agent_owned_is_erased_from_the_sessions_of_all_its_users(opened):
    memory, other = opened("one", scope={"notes": "agent"}), opened("two")
    words = "The vault opens at nine"
    note = add(memory, words, tier="memory")
    for agent, session_id in ((memory, "of-bob"), (other, "elsewhere")):
        with agent.session(session_id, "bob") as session:
            assert (words in session.system_prompt) == (agent is memory)
            session.on_prompt(words)
            session.on_turn_end(f"So {words}?", turns=())
            session.on_turn_end(turns=[Turn(speaker="user", content="Hm.", at=instant(START), name=words)])

    memory.entries("ada").erase(note.id)

    left = {
        (table, row.get("session_id") or row.get("id"))
        for table, row in memory.maintenance.dump()
        if words in str(row)
    }
    assert {session for _, session in left} == {"elsewhere"}
    assert "vault" not in str(memory.timeline.receipts("bob", session_id="of-bob"))
    assert memory.maintenance.doctor() == []


def test_the_index_has_nothing_left_of_what_was_erased(opened):
    memory = opened()
    entry = add(memory, "The xylophone is upstairs", tier="user")
    with memory.session("chat") as session:
        session.on_turn_end("Is that so? The xylophone is upstairs.", "Yes, it is.")

    memory.entries().erase(entry.id)

    assert memory.entries().search("xylophone", turns=True).turns == ()
    before = documents(memory)
    memory.maintenance.reindex()
    assert documents(memory) == before
