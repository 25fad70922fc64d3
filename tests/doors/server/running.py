"""The real server over loopback, in a thread of the test."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from tiermem.doors.server import _listen as listen
from tiermem.doors.server.app import create_app
from tiermem.doors.server.events import Streams
from tiermem.doors.server.guard import Access
from tiermem.doors.server.serving import Caller, Serving
from tiermem.doors.server.sign_in import SignIn
from tiermem.doors.server.uvicorn_server import Server, config_of


@dataclass(frozen=True)
class Running:
    """A running server.

    Attributes:
        address: ``http://127.0.0.1:PORT``.
        sign_in: Its sessions.
        serving: The memories that it serves.
    """

    address: str
    sign_in: SignIn
    serving: Serving
    server: Server

    @property
    def port(self):
        return int(self.address.rpartition(":")[2])

    def stranger(self, **options):
        """A client that is not signed in."""
        return httpx.Client(base_url=self.address, timeout=60, **options)

    def client(self, user=None, **options):
        """A client with the session of an administrator, or of a user."""
        cookies = {self.sign_in.cookie: self.sign_in.begin(Caller(user))}
        return self.stranger(cookies=cookies, **options)


@contextmanager
def running(store, config=None) -> Iterator[Running]:
    """Run the server over a store."""
    with (
        Serving(config and str(config), None, store and str(store)) as serving,
        listen("127.0.0.1", 0) as listening,
    ):
        port = listening.getsockname()[1]
        memory = serving.memory()
        sign_in = SignIn(f"tiermem-{port}")
        hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        streams = Streams()
        app = create_app(serving, Access(sign_in, memory.tokens.find, hosts, store=memory.url), streams)
        server = Server(config_of(app), streams.stopping.set)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
        try:
            yield Running(f"http://127.0.0.1:{port}", sign_in, serving, server)
        finally:
            server.should_exit = True
            thread.join(60)
            assert not thread.is_alive()
