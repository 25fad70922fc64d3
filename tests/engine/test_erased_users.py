"""Sessions of an erased user keep nothing more, and reach nobody else's memory."""

from __future__ import annotations

import pytest
from tests.engine.opening import add, contents, sql

from tiermem import Memory
from tiermem.errors import ErasedOwner, InputError

STATEMENT = "The harbour opens at eight"


@pytest.fixture
def memory(open_memory):
    return open_memory()


@pytest.fixture
def of_erased(memory):
    """A session of ann, who was erased since; bob came after her."""
    session = memory.session(id="open", user="ann")
    session.on_turn_end("I keep bees on the roof.", "Noted.")
    session.call_tool("add_memory", {"content": "Keeps bees on the roof", "target": "user"})
    assert contents(memory.entries("ann")) == ["Keeps bees on the roof"]
    memory.erasing("ann").everything()
    with memory.session(user="bob") as other:
        other.call_tool("add_memory", {"content": STATEMENT, "target": "user"})
    return session


def test_the_numbers_of_erased_owners_are_not_given_again(memory):
    before = memory.reach("ann")
    add(memory.entries("ann"), STATEMENT)
    memory.erasing("ann").everything()

    assert {*memory.reach("ann").ids, *memory.reach("bob").ids}.isdisjoint({before.user.id, before.pair.id})


def test_erasing_a_user_of_whom_nothing_is_stored_says_so(memory):
    add(memory.entries("ann"), STATEMENT)
    memory.erasing("ann").everything()

    for nobody in ("ann", "anne"):
        with pytest.raises(InputError, match=f"no user '{nobody}'"):
            memory.erasing(nobody).everything()


def test_the_numbers_of_erased_turns_are_not_given_again(memory, tmp_path):
    memory.session(id="first", user="ann").on_turn_end("I keep bees on the roof.", "Noted.")
    last = sql(tmp_path, "SELECT max(id) FROM turns")[0][0]
    memory.erasing("ann").session("first")

    memory.session(id="second", user="ann").on_turn_end("I sell honey.", "Noted.")

    assert sql(tmp_path, "SELECT min(id) FROM turns")[0][0] > last


def test_a_session_of_an_erased_user_keeps_no_turn_and_says_so(memory, of_erased):
    with pytest.raises(ErasedOwner, match="Begin a new session"):
        of_erased.on_turn_end("I sell honey on Sundays.", "Noted.")

    assert memory.timeline.sessions("ann") == []
    assert memory.erasing("bob").turns("open") == []


def test_a_tool_of_a_session_of_an_erased_user_writes_nothing_and_says_so(memory, of_erased):
    reply = of_erased.call_tool("add_memory", {"content": "Sells honey on Sundays", "target": "user"})

    assert reply["error"]["code"] == "erased_owner"
    assert contents(memory.entries("ann")) == []
    assert contents(memory.entries("bob")) == [STATEMENT]


def test_a_session_of_an_erased_user_recalls_nothing_and_leaves_no_receipt(memory, of_erased):
    assert of_erased.on_prompt("When does the harbour open?") == "When does the harbour open?"

    assert memory.timeline.receipts("ann") == []


def test_the_end_of_a_session_of_an_erased_user_learns_nothing(memory, of_erased, tmp_path):
    of_erased.end()

    assert contents(memory.entries("ann")) == []
    assert sql(tmp_path, "SELECT count(*) FROM events WHERE scope_id NOT IN (SELECT id FROM scopes)") == [
        (0,)
    ]


def test_what_was_opened_before_an_erasure_by_another_process_writes_nothing(memory):
    entries, profile, tasks = memory.entries("ann"), memory.profile("ann"), memory.tasks("ann")
    observations = memory.observations("ann")
    add(entries, STATEMENT)
    with Memory.open(store=memory.url) as other:
        other.erasing("ann").everything()

    for write in (
        lambda: entries.add(entries.draft("Sells honey on Sundays", layer="L1", tier="user")),
        lambda: profile.set("work/role", "beekeeper"),
        lambda: tasks.start("Sell honey"),
        lambda: observations.record("Sells honey on Sundays", "fact"),
    ):
        with pytest.raises(ErasedOwner):
            write()


def test_a_session_with_the_same_id_begins_anew(memory, of_erased):
    with memory.session(id="open", user="ann") as session:
        session.on_turn_end("I sell honey on Sundays.", "Noted.")

    assert [turn.content for turn in memory.erasing("ann").turns("open")] == [
        "I sell honey on Sundays.",
        "Noted.",
    ]
