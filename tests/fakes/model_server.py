"""A model behind an OpenAI-compatible endpoint on this machine: real HTTP, with answers that a test writes.

::

    with ModelServer(lambda request: "Hello.") as server:
        ...  # OPENAI_BASE_URL=server.url; server.requests holds what came in

An answer is a text, a list of `ToolCall`, or a number: an HTTP status to fail with; bytes are sent as they are, and
`Late` ones later, if anybody still waits. A request for embeddings is answered with `Vectors`. Who asks for a stream
of events gets text and calls as one. `scripted` makes a model of a list of answers, the last of which it repeats.
What is no request of a model, such as a question for what there is, fails with status 404 and is not kept.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class ToolCall:
    """A wish of the model's to call a tool."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Vectors:
    """A vector for each input of a request for embeddings."""

    rows: Sequence[Sequence[float]]


@dataclass(frozen=True)
class Late:
    """An answer that takes its time; `ModelServer` hangs up when it is closed before that."""

    seconds: float
    answer: str | Sequence[ToolCall] | Vectors | bytes | int = "late"


Answer = str | Sequence[ToolCall] | Vectors | bytes | int | Late
Model = Callable[[dict[str, Any]], Answer]
"""From the body of a request to the answer."""


def scripted(*answers: Answer) -> Model:
    """A model that gives these answers one after another, and then the last one again."""
    left = list(answers)

    def model(_: dict[str, Any]) -> Answer:
        return left.pop(0) if len(left) > 1 else left[0]

    return model


class ModelServer:
    """The server, in a thread of its own.

    Args:
        model: From the body of a request to the answer.
        tokens: Tokens read and written that each answer is said to have cost.

    Attributes:
        requests: The bodies of all requests, in the order in which they came.
    """

    def __init__(self, model: Model, tokens: tuple[int, int] = (1, 1)) -> None:
        self.requests: list[dict[str, Any]] = []
        self._closing = threading.Event()
        handler = _handler(model, self.requests, tokens, self._closing)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join(5)
        self._server.server_close()


def _handler(
    model: Model, requests: list[dict[str, Any]], tokens: tuple[int, int], closing: threading.Event
) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if "model" not in body:
                self._send(404, b"{}")
                return
            requests.append(body)
            answer = model(body)
            if isinstance(answer, Late):
                if closing.wait(answer.seconds):
                    return
                answer = answer.answer
            if body.get("stream") and not isinstance(answer, (bytes, int, Vectors)):
                self._send(200, _events(completion(body["model"], answer, tokens)), "text/event-stream")
            else:
                self._send(*_reply(body["model"], answer, tokens))

        def do_GET(self) -> None:
            self._send(404, b"{}")

        def _send(self, status: int, payload: bytes, kind: str = "application/json") -> None:
            try:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(payload)))
                self.end_headers()
                self.wfile.write(payload)
            except ConnectionError:
                self.close_connection = True  # nobody waits any more

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 the base's word
            """Tests need no log."""

    return Handler


def _reply(
    model: str, answer: str | Sequence[ToolCall] | Vectors | bytes | int, tokens: tuple[int, int]
) -> tuple[int, bytes]:
    """Status and body of an answer."""
    if isinstance(answer, bytes):
        return 200, answer
    if isinstance(answer, int):
        return answer, json.dumps({"error": {"message": f"status {answer}"}}).encode()
    if isinstance(answer, Vectors):
        return 200, json.dumps(embeddings(model, answer, tokens[0])).encode()
    return 200, json.dumps(completion(model, answer, tokens)).encode()


def _events(whole: dict[str, Any]) -> bytes:
    """A completion as a stream of events: what it says in one, why it ends in the next."""
    (choice,) = whole.pop("choices")
    usage = whole.pop("usage")
    delta = choice["message"]
    for place, call in enumerate(delta.get("tool_calls", ())):
        call["index"] = place
    base = whole | {"object": "chat.completion.chunk"}
    said = base | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    ends = base | {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]}
    chunks = (*map(json.dumps, (said, ends, base | {"choices": [], "usage": usage})), "[DONE]")
    return "".join(f"data: {chunk}\n\n" for chunk in chunks).encode()


def embeddings(model: str, answer: Vectors, tokens: int = 1) -> dict[str, Any]:
    """The body of an answer of ``/embeddings``."""
    rows = [
        {"object": "embedding", "index": place, "embedding": list(row)}
        for place, row in enumerate(answer.rows)
    ]
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": rows, "model": model, "usage": usage}


def completion(
    model: str, answer: str | Sequence[ToolCall], tokens: tuple[int, int] = (1, 1)
) -> dict[str, Any]:
    """The body of an answer of ``/chat/completions``."""
    message: dict[str, Any] = {"role": "assistant", "content": answer if isinstance(answer, str) else None}
    if not isinstance(answer, str):
        message["tool_calls"] = [
            {
                "id": f"call_{place}",
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for place, call in enumerate(answer)
        ]
    return {
        "id": "completion",
        "object": "chat.completion",
        "created": 1_767_225_600,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "stop" if isinstance(answer, str) else "tool_calls",
            }
        ],
        "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)},
    }
