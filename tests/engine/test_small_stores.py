"""Recall in a store of one session, where the words of the matter at hand are in most of the documents."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tiermem import Memory
from tiermem.resources import data_root
from tiermem.transfer.replaying import replay
from tiermem.transfer.transcripts import read_transcripts


@pytest.fixture
def memory(tmp_path):
    """The memory after the demo's first session, which is all about release notes."""
    now = datetime(2026, 9, 21, 9, tzinfo=UTC)
    with Memory.open(store=str(tmp_path / "memory.db"), clock=lambda: now) as memory:
        first, _ = read_transcripts(data_root() / "config" / "demo.json", now=now)
        replay(memory, [first])
        yield memory


def recalled(memory, prompt):
    return {passage.text: passage.parts["relevance"] for passage in memory.recall(prompt).passages}


def test_words_that_most_documents_hold_still_find_what_they_are_about(memory):
    found = recalled(memory, "Who reads the release notes for billing?")

    assert "My manager is Marta, and she reads the notes before they go out." in found
    assert "Keep release notes to five bullets and put breaking changes first." in found


def test_a_rarer_word_counts_more_than_one_that_most_documents_hold(memory):
    found = recalled(memory, "release notes and breaking changes")

    best = max(found, key=lambda text: found[text])
    assert best == "Keep release notes to five bullets and put breaking changes first."
    assert found["I'm writing the release notes for the billing service."] < 0.5
