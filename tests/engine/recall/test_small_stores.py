"""Recall in a store of one session, where the words of the matter at hand are in most of the documents."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tiermem import Memory
from tiermem.support.resources import data_root
from tiermem.transfer.replay import replay
from tiermem.transfer.transcripts import read_transcripts


@pytest.fixture
def memory(tmp_path):
    """The memory after the demo's first session, which is all about release notes."""
    now = datetime(2026, 9, 21, 9, tzinfo=UTC)
    with Memory.open(store=str(tmp_path / "memory.db"), clock=lambda: now) as memory:
        first, _ = read_transcripts(data_root() / "config" / "demo.json", now=now)
        replay(memory, [first])
        yield memory


KEEP = "Keep release notes to five bullets and put breaking changes first."
BILLING = "The billing release goes out on Tuesday, not on Thursday."


def scores(memory, prompt):
    """Statement → the chance that it matters to a prompt."""
    return {
        passage.text: passage.score
        for passage in memory.preview().view.find_passages(prompt).passages
        if passage.kind == "entry"
    }


def test_words_that_most_documents_hold_still_weigh_something(memory):
    assert KEEP in scores(memory, "Who reads the release notes for billing?")


def test_a_rarer_word_weighs_more_than_one_that_most_documents_hold(memory):
    found = scores(memory, "the billing release notes")

    assert 0 < found[KEEP] < found[BILLING]


def test_the_ids_of_the_core_profile_are_told_when_memory_write_lacks_one(tmp_path):
    from tiermem import Memory

    with Memory.open(store=str(tmp_path / "m.db")) as memory:
        session = memory.session()
        added = session.call_tool(
            "memory_write", {"action": "add", "layer": "L0", "subject": "Name", "content": "Maya Lind"}
        )

        told = session.call_tool("memory_write", {"action": "update", "layer": "L0", "content": "Maya Berg"})

        assert f"{added['entry']['id']}: 'Maya Lind'" in told["error"]["message"]


def test_a_question_before_a_short_statement_is_shown_once(tmp_path):
    said = (
        "morning! me again - can you help me write a letter to my landlord about the heating? "
        "it's been broken since friday"
    )
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        with memory.session() as session:
            session.on_turn_end(said, "Sure.")
            session.on_turn_end("I'm Tim, flat 3B in Leeds. landlord is Mrs Haddad", "Noted.")
        with memory.session() as session:
            message = session.on_prompt("who's my landlord?")

    assert message.count("it's been broken") == message.count("can you help me write a letter") == 1
