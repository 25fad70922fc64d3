"""A running server, and a client of it for each test's own user."""

from __future__ import annotations

import re

import pytest


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server over a new store."""
    from tests.doors.server.running import running  # needs the extra

    with running(tmp_path_factory.mktemp("served") / "memory.db") as one:
        yield one


@pytest.fixture
def user(request):
    """The user of this test alone."""
    return re.sub(r"\W+", " ", request.node.name)[:60]


@pytest.fixture
def api(served, user):
    """A client of an administrator that names the test's user."""
    with served.client(params={"user": user}) as client:
        yield client


@pytest.fixture
def memory(served):
    """The memory that is served."""
    return served.serving.memory()
