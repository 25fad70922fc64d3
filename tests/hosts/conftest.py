"""A home of its own for each test of a host."""

import pytest
from tests.hosts.real import new_home


@pytest.fixture
def home(tmp_path):
    """A person's home on a new machine, with a folder to work in."""
    return new_home(tmp_path)
