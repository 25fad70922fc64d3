"""Memories opened from a YAML that the test says, with hook files written beside it."""

from __future__ import annotations

from functools import partial

import pytest
from tests import stories
from tests.clocks import Ticking
from tests.engine.opening import OBSERVER, opened


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
    """Says something in a session of its own, a day before the next one. See `stories.say`."""
    return partial(stories.say, clock=clock)


@pytest.fixture
def tell(open_memory, clock):
    """Tells stories in a memory with the defaults. See `stories.Stories`."""
    return stories.Stories(open_memory(clock=clock), clock)


@pytest.fixture
def profiled(open_memory):
    """A memory that makes profiles by rules, when it is told to work."""
    return open_memory(consolidation={"enabled": True, "interval_s": 86_400})


@pytest.fixture
def observing(open_memory):
    """A memory whose gap-fill takes what the test says with `opening.observe`."""
    return open_memory(hooks=OBSERVER, disable=["gap_fill"])


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A memory that many examples share, each with users of its own."""
    with opened(tmp_path_factory.mktemp("shared"), hooks=OBSERVER) as memory:
        yield memory
