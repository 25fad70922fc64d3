"""A home and a memory of its own for each test of a host."""

import contextlib

import pytest
from tests.hosts.frameworks import Model
from tests.hosts.real import new_home

from tiermem import Memory


@pytest.fixture
def home(tmp_path):
    """A person's home on a new machine, with a folder to work in."""
    return new_home(tmp_path)


@pytest.fixture
def path(tmp_path):
    """Return the path of the store of `memory`."""
    return tmp_path / "memory.db"


@pytest.fixture
def memory(path):
    """A memory in which there is nothing yet."""
    with Memory.open(store=str(path)) as memory:
        yield memory


@pytest.fixture
def model():
    """Makes models over HTTP that answer as they are told, see `tests.hosts.frameworks`."""
    with contextlib.ExitStack() as stack:

        def model(*answers):
            made = Model(*answers)
            stack.enter_context(made.server)
            return made

        yield model
