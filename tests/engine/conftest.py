"""Memories opened from a YAML that the test says, with hook files written beside it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.engine.opening import Ticking, opened


@pytest.fixture
def open_memory(tmp_path):
    """Open memories in one folder; all of them are closed at the end. See `opening.opened`."""
    memories = []

    def open_memory(**said):
        memory = opened(said.pop("folder", tmp_path), **said)
        memories.append(memory)
        return memory

    yield open_memory
    for memory in memories:
        memory.close()


@pytest.fixture
def memory(open_memory):
    """A memory with the defaults."""
    return open_memory()


@pytest.fixture
def clock():
    """A clock that moves on a second at each reading."""
    return Ticking()


@pytest.fixture
def say(clock):
    """Says something in a session of its own, a day before the next one."""

    def say(memory, text):
        with memory.session() as session:
            session.on_turn_end(text, "All right.")
        clock.now += timedelta(days=1)

    return say
