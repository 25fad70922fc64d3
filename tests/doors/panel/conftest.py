"""The server over a store that a conversation filled; each test has its own copy of the store."""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("fastapi", reason="the panel needs the extra 'server'")

from tests.doors.panel.conversation import fill, propose
from tests.doors.panel.scriptless import Browser
from tests.doors.server.running import running

from tiermem.doors.server.serving import Caller


@pytest.fixture(scope="session")
def filled(tmp_path_factory):
    """A store after nine months of conversation."""
    folder = tmp_path_factory.mktemp("filled")
    store = folder / "memory.db"
    fill(str(store))
    propose(str(store), folder)
    return store


@pytest.fixture
def server(filled, tmp_path):
    """A server over a copy of it."""
    store = tmp_path / "memory.db"
    shutil.copy(filled, store)
    with running(store) as server:
        yield server


@pytest.fixture
def memory(server):
    """The memory behind the panel."""
    return server.serving.memory()


@pytest.fixture
def panel(server):
    """The panel in a browser without script."""
    with signed_in(server) as browser:
        yield browser


@pytest.fixture
def empty_server(tmp_path):
    """A server over a store in which nothing is."""
    with running(tmp_path / "empty.db") as server:
        yield server


def signed_in(server, user=None):
    """Return a browser without script that is signed in as an administrator, or as a user."""
    return Browser(server.address, cookies={server.sign_in.cookie: server.sign_in.begin(Caller(user))})
