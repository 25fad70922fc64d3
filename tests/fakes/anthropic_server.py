"""An Anthropic API on this machine: real HTTP with server-sent events, and answers that a test writes.

::

    with AnthropicServer(lambda request: "Hello.") as server:
        ...  # ANTHROPIC_BASE_URL=server.url; server.requests holds the bodies of requests for messages
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class AnthropicServer:
    """The server, in a thread of its own.

    Attributes:
        requests: The bodies of all requests for messages, in the order in which they came.
    """

    def __init__(self, model: Callable[[dict[str, Any]], str]) -> None:
        self.requests: list[dict[str, Any]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(model, self.requests))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> AnthropicServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join(5)
        self._server.server_close()


def _handler(
    model: Callable[[dict[str, Any]], str], requests: list[dict[str, Any]]
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
            if self.path.partition("?")[0].endswith("/count_tokens"):
                self._json({"input_tokens": 1})
                return
            requests.append(body)
            text = model(body)
            if body.get("stream"):
                self._events(text, str(body.get("model")))
            else:
                self._json(_message(text, str(body.get("model"))))

        def do_GET(self) -> None:
            self._json({"data": []})

        def do_HEAD(self) -> None:
            self._json({})

        def _json(self, data: dict[str, Any]) -> None:
            raw = json.dumps(data).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def _events(self, text: str, model: str) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            started = _message("", model) | {"content": [], "stop_reason": None}
            delta = {"stop_reason": "end_turn", "stop_sequence": None}
            for name, data in (
                ("message_start", {"message": started}),
                ("content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}),
                ("content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": text}}),
                ("content_block_stop", {"index": 0}),
                ("message_delta", {"delta": delta, "usage": {"output_tokens": 1}}),
                ("message_stop", {}),
            ):
                event = json.dumps({"type": name} | data)
                self.wfile.write(f"event: {name}\ndata: {event}\n\n".encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


def _message(text: str, model: str) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
