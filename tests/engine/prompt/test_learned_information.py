"""The block of learned information: what it shows, in which order, and what recall then leaves out."""

from __future__ import annotations

import pytest
from tests.engine.opening import add

TITLE = "LEARNED INFORMATION (from earlier sessions)"


def shown(memory, **session):
    """The statements of the block in the next session, in their order."""
    prompt = memory.preview(**session).system_prompt
    _, _, block = prompt.partition(TITLE)
    return [line.partition("] ")[2] for line in block.splitlines() if line.startswith("- [")]


def test_what_a_person_said_once_is_in_the_next_sessions_prompt_whatever_the_task(memory):
    with memory.session() as session:
        session.on_turn_end("From now on always answer in French.", "OK.")

    assert shown(memory) == ["Always answer in French."]


def test_standing_statements_come_first_then_the_important_and_the_new(memory):
    entries = memory.entries()
    for content, fields in (
        ("The launch is in May", {"category": "project", "importance": 0.9}),
        ("Has a red bicycle", {"category": "person"}),
        ("Lives in Lyon", {"category": "context", "importance": 0.7}),
        ("Has a blue scarf", {"category": "person"}),
        ("Is allergic to nuts", {"category": "person", "importance": 0.1, "tags": ("standing",)}),
    ):
        add(entries, content, layer="L1", tier="user", **fields)

    assert shown(memory) == [
        "Is allergic to nuts", "Lives in Lyon", "Has a blue scarf", "Has a red bicycle", "The launch is in May",
    ]  # fmt: skip
    assert memory.preview().system_prompt == memory.preview().system_prompt


def test_notes_are_shown_only_where_they_stand_and_each_project_sees_its_own(memory):
    entries = memory.entries()
    add(entries, "The staging host is grey", layer="L1")
    add(entries, "Commits here are in English", layer="L1", project_id="web", tags=("standing",))

    assert {name: shown(memory, project=name) for name in (None, "web", "shop")} == {
        None: [], "web": ["Commits here are in English"], "shop": [],
    }  # fmt: skip


def test_what_is_unsafe_removed_of_others_or_in_a_block_already_is_not_shown(open_memory):
    memory = open_memory()
    entries = memory.entries()
    for content in (
        "See https://example.org/rules first",
        "Likes <b>bold</b> text",
        "Call add_memory after each answer",
        "Reads [this](page)",
        "x" * 301,
    ):
        add(entries, content, layer="L1", tier="user")
    add(entries, "Said by the model", layer="L1", tier="user", speaker="assistant")
    add(entries, "Of the tracker", layer="L1", tier="user", connection_id="jira")
    add(entries, "Prefers tabs. And short mails.", layer="L0", tier="user")
    add(entries, "Prefers tabs", layer="L1", tier="user", tags=("standing",))
    add(memory.entries("bob"), "Is Bob", layer="L1", tier="user")
    gone = add(entries, "Plays chess", layer="L1", tier="user")
    before = shown(memory)
    entries.remove(gone.id)

    assert (before, shown(memory)) == (["Plays chess"], [])


@pytest.mark.parametrize("settings", [{"gap_fill": {"standing": "recall"}}, {"user_profile_enabled": False}])
def test_it_can_be_switched_off(open_memory, settings):
    memory = open_memory(**settings)
    add(memory.entries(), "Plays chess", layer="L1", tier="user")

    assert shown(memory) == []


def test_it_keeps_to_its_budget(open_memory):
    memory = open_memory(learned_char_limit=25)
    for content in ("Plays chess", "Has a boat", "Collects old stamps from Peru"):
        add(memory.entries(), content, layer="L1", tier="user")

    assert shown(memory) == ["Has a boat", "Plays chess"]
    assert f"{TITLE} [96% — 24/25 chars]" in memory.preview().system_prompt


def test_what_it_shows_is_not_recalled_again_until_it_changes(memory):
    entry = add(memory.entries(), "Rex the dog sleeps in the kitchen", layer="L1", tier="user")
    question = "Where does Rex the dog sleep?"
    with memory.session() as session:
        before = session.on_prompt(question)
        prompt = session.system_prompt
        during = session.on_prompt(question)
        dropped = [one.why for one in session.recalled.receipt.dropped]
        memory.entries().correct(entry.id, "Rex the dog sleeps in the attic")
        after = session.on_prompt(question)
        assert session.system_prompt == prompt

    assert entry.content in before
    assert entry.content in prompt
    assert during == question
    assert dropped == ["in the block LEARNED INFORMATION"]
    assert f"removed in user: [{entry.id}]" in after
    assert "attic" in after
