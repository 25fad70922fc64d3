"""The budgets of the blocks: over, under, lowered, and judged on what comes out."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.opening import NEW, OLD, add, contents

from tiermem import Change, Draft
from tiermem.errors import (
    ContentLength,
    InputError,
    OverBudget,
    UnknownEntry,
)

COUNTER = itertools.count()


def fill(entries, *lengths, tier="memory"):
    """Entries of these many characters."""
    return [
        add(entries, f"{place} ".ljust(length, "x"), tier=tier, layer="L0", importance=0.5 + place / 10)
        for place, length in enumerate(lengths)
    ]


def test_an_over_budget_write_is_a_structured_error_and_cuts_nothing(open_memory):
    memory = open_memory(memory_char_limit=100)
    session = memory.session()
    add(session.entries, "The deploy of billing takes an hour")
    add(session.entries, "Cats are liked in the office")
    content = "The deploy of billing takes two hours"

    reply = session.call_tool("add_memory", {"content": content})

    error = reply["error"]
    used = 35 + 3 + 28
    assert (error["code"], error["tier"], error["final"]) == ("over_budget", "memory", False)
    assert (error["used"], error["limit"], error["requested"]) == (used, 100, used + 3 + len(content))
    assert [one["content"] for one in error["candidates"]] == [
        "The deploy of billing takes an hour",
        "Cats are liked in the office",
    ]
    assert all(one["chars"] == len(one["content"]) for one in error["candidates"])
    assert reply["usage"]["memory"] == {"used": used, "limit": 100, "percent": used}
    assert set(reply["usage"]) == {"memory", "user", "identity"}
    assert "layer L1" in error["message"]
    assert len(memory.entries().list()[0]) == 2


def test_a_block_may_be_filled_to_the_last_character(open_memory):
    memory = open_memory(user_char_limit=50)
    entries = memory.session().entries

    fill(entries, 20, 27, tier="user")
    assert str(entries.usage()["user"]) == "100% — 50/50 chars"
    with pytest.raises(OverBudget):
        fill(entries, 5, tier="user")


def test_knowledge_outside_the_blocks_has_no_budget(open_memory):
    memory = open_memory(memory_char_limit=10)
    reply = memory.session().call_tool("memory_write", {"action": "add", "layer": "L1", "content": OLD})

    assert reply["entry"]["layer"] == "L1"
    assert reply["usage"]["memory"]["used"] == 0


def test_the_third_failure_in_one_turn_is_final_and_the_next_turn_begins_anew(open_memory):
    memory = open_memory(memory_char_limit=10)
    session = memory.session()

    def try_three_times():
        return [session.call_tool("add_memory", {"content": OLD})["error"] for _ in range(3)]

    errors = try_three_times()
    assert [error["final"] for error in errors] == [False, False, True]
    assert "Stop retrying" in errors[-1]["message"]
    assert errors[-1]["candidates"] == errors[0]["candidates"]
    assert session.call_tool("add_memory", {"content": OLD})["error"]["final"] is True
    session.on_prompt("and now?")
    assert [error["final"] for error in try_three_times()] == [False, False, True]


def test_a_lowered_limit_shows_over_100_percent_and_lets_only_shrinking_writes_through(open_memory):
    with open_memory() as before:
        first, second = fill(before.entries(), 40, 57)
    memory = open_memory(memory_char_limit=50)
    entries, session = memory.entries(), memory.session()

    assert str(entries.usage()["memory"]) == "200% — 100/50 chars"
    assert "[200% — 100/50 chars]" in memory.preview().memory_prompt
    assert first.content in memory.preview().memory_prompt

    refused = session.call_tool("add_memory", {"content": "small"})["error"]
    assert (refused["used"], refused["limit"], refused["requested"]) == (100, 50, 108)
    with pytest.raises(OverBudget):
        entries.update(first.id, Draft(content=first.content + "x"))
    entries.update(second.id, Draft(content="x" * 30))
    assert entries.usage()["memory"].used == 73
    entries.correct(first.id, "y" * 25)
    entries.remove(second.id)
    assert entries.usage()["memory"].used == 25
    assert add(entries, "z" * 22).status == "active"


def test_a_full_tier_does_not_keep_the_other_from_growing(open_memory):
    with open_memory() as before:
        fill(before.entries(), 100)
    memory = open_memory(memory_char_limit=50)

    assert add(memory.session().entries, OLD, tier="user").status == "active"


def test_a_batch_is_judged_on_what_comes_out_of_it(open_memory):
    memory = open_memory(memory_char_limit=100)
    entries = memory.entries()
    (old,) = fill(entries, 90)
    grow = Change(operation="add", source="user", draft=Draft(content="n" * 95))
    remove = Change(operation="remove", source="user", target=old.id)

    written = entries.rewrite([grow, remove])

    assert [one.entry.status for one in written] == ["active", "inactive"]
    assert contents(entries) == ["n" * 95]


def test_a_batch_with_one_refusal_does_nothing(memory):
    entries = memory.entries()
    entry = add(entries, OLD)
    changes = [
        Change(operation="update", source="user", target=entry.id, draft=Draft(content=NEW)),
        Change(operation="remove", source="user", target="nosuchid"),
    ]

    with pytest.raises(UnknownEntry):
        entries.rewrite(changes)
    assert contents(entries) == [OLD]
    assert len(memory.entries().history(entry.id).versions) == 1


@given(data=st.data())
def test_usage_is_the_length_of_the_joined_contents_and_never_grows_over_the_limit(shared, data):
    name = f"user{next(COUNTER)}"
    entries = shared.entries(name)
    ids = []
    for _ in range(data.draw(st.integers(1, 12))):
        operation = data.draw(st.sampled_from(["add", "update", "remove", "restore"]))
        content = data.draw(
            st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=90)
        )
        try:
            if operation == "add":
                ids.append(entries.add(Draft(content=content, tier="user")).entry.id)
            elif ids and operation == "update":
                entries.update(data.draw(st.sampled_from(ids)), Draft(content=content))
            elif ids:
                getattr(entries, operation)(data.draw(st.sampled_from(ids)))
        except (OverBudget, ContentLength, UnknownEntry, InputError):  # InputError: nothing of it can be seen
            pass

        stored = [entry.content for entry in entries.list()[0]]
        used = entries.usage()["user"]
        assert used.used == len("\n§\n".join(stored))
        assert used.used <= used.limit
        (block,) = [block for block in shared.preview(name).frozen_blocks if block["name"] == "user"] or [
            None
        ]
        assert (block is None) == (not stored)
