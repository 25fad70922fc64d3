"""Memories opened from a YAML that the test says, with hook files written beside it."""

from __future__ import annotations

import pytest
from tests.engine.opening import opened


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
