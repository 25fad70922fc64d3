"""The base of fake model providers: real HTTP on this machine, server-sent events, answers that a test writes.

::

    with AnthropicServer(lambda request: "Hello.") as server:
        ...  # the host is pointed at server.url; server.requests holds the bodies of what it asked the model

An answer is a text or a list of `ToolCall`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.fakes.model_server import ToolCall

Body = dict[str, Any]
Answer = str | Sequence[ToolCall]
Model = Callable[[Body], Answer]
"""From the body of a request to the answer."""


class Wire:
    """A provider's API, in a thread of its own; a subclass says how the provider speaks.

    Args:
        model: From the body of a request to the answer.

    Attributes:
        requests: The bodies of all requests that the model answered, in the order in which they came.
    """

    def __init__(self, model: Model) -> None:
        self.requests: list[Body] = []
        self._model = model
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Wire:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join(5)
        self._server.server_close()

    def answer(self, body: Body) -> Answer:
        """Return the model's answer to a request, which is kept."""
        self.requests.append(body)
        return self._model(body)

    def get(self, path: str) -> Body:
        """Return the document at an address."""
        return {"data": []}

    def post(self, path: str, body: Body) -> Body | Iterable[Body]:
        """The reply to a request: one object, or events to be streamed."""
        raise NotImplementedError


def _handler(wire: Wire) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
            reply = wire.post(self.path, body)
            if isinstance(reply, dict):
                self._json(reply)
            else:
                self._events(reply)

        def do_GET(self) -> None:
            self._json(wire.get(self.path))

        def do_HEAD(self) -> None:
            self._json({})

        def _json(self, data: Body) -> None:
            raw = json.dumps(data).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def _events(self, events: Iterable[Body]) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for event in events:
                name = f"event: {event['type']}\n" if "type" in event else ""
                self.wfile.write(f"{name}data: {json.dumps(event)}\n\n".encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler
