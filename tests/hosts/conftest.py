"""A home of its own for each test of a host."""

import pytest


@pytest.fixture
def home(tmp_path):
    """A person's home on a new machine, with a folder to work in."""
    home = tmp_path / "home"
    (home / "work").mkdir(parents=True)
    return home
