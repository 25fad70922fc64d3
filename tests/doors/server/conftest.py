"""A server on loopback for each module, with the memory behind it."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager

import httpx
import pytest
import uvicorn

from tiermem import Memory
from tiermem.doors.server.app import create_app
from tiermem.doors.server.serving import Serving


@contextmanager
def running(store, config=None):
    """Serve a store; gives the address."""
    with Serving(config, store=store) as serving:
        settings = uvicorn.Config(create_app(serving), host="127.0.0.1", port=0, log_level="warning")
        server = uvicorn.Server(settings)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a server, and the path of its store."""
    store = str(tmp_path_factory.mktemp("served") / "memory.db")
    with running(store) as address:
        yield address, store


@pytest.fixture(scope="module")
def memory(address):
    with Memory.open(store=address[1]) as memory:
        yield memory


@pytest.fixture
def api(address, request):
    """A client that speaks for a user of this test alone."""
    with httpx.Client(base_url=address[0], params={"user": request.node.name[:60]}, timeout=30) as client:
        yield client


@pytest.fixture
def user(api):
    return api.params["user"]
