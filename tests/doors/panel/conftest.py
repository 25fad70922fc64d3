"""A server of the panel over a store that a conversation filled; each test has its own copy of the store."""

from __future__ import annotations

import shutil
import threading
import time
from contextlib import contextmanager

import pytest

pytest.importorskip("fastapi", reason="the panel needs the extra 'server'")

import uvicorn
from fastapi import FastAPI
from tests.doors.panel.conversation import fill, propose
from tests.doors.panel.scriptless import Browser

from tiermem import Memory
from tiermem.doors.panel import router, static_files
from tiermem.doors.server.serving import Serving


@pytest.fixture(scope="session")
def filled(tmp_path_factory):
    """A store after nine months of conversation."""
    folder = tmp_path_factory.mktemp("filled")
    store = folder / "memory.db"
    fill(str(store))
    propose(str(store), folder)
    return store


@contextmanager
def serving(memory):
    """Serve the panel of a memory on loopback; gives its address."""
    app = FastAPI(openapi_url=None)
    app.state.serving = Serving({"default": memory})
    app.include_router(router())
    app.mount("/static", static_files())
    server = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning", lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 30
    while not server.started and time.monotonic() < until:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def memory(filled, tmp_path):
    """The memory behind the panel, as another program has it open."""
    store = tmp_path / "memory.db"
    shutil.copy(filled, store)
    with Memory.open(store=str(store)) as memory:
        yield memory


@pytest.fixture
def panel(memory):
    """The panel in a browser without script."""
    with serving(memory) as address:
        browser = Browser(address)
        yield browser
        browser.close()


@pytest.fixture
def empty_panel(tmp_path):
    """The panel over a store in which nothing is."""
    with Memory.open(store=str(tmp_path / "empty.db")) as memory, serving(memory) as address:
        browser = Browser(address)
        yield browser
        browser.close()
