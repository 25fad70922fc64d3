"""An API of OpenAI's kind, Responses, on this machine (a provider's ``base_url``); see `tests.fakes.wire`.

A tool in a namespace is called as ``NAMESPACE.NAME``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from tests.fakes.model_server import ToolCall
from tests.fakes.wire import Answer, Body, Wire


class ResponsesServer(Wire):
    """Answers requests for responses, as a stream or, where none is asked for, whole."""

    def post(self, path: str, body: Body) -> Body | Iterator[Body]:
        items = _items(self.answer(body))
        return _events(items) if body.get("stream") else _response(items)


def _items(answer: Answer) -> list[Body]:
    if isinstance(answer, str):
        text = {"type": "output_text", "text": answer, "annotations": []}
        return [{"type": "message", "id": "msg_1", "role": "assistant", "content": [text]}]
    return [_call(place, call) for place, call in enumerate(answer)]


def _call(place: int, call: ToolCall) -> Body:
    namespace, _, name = call.name.rpartition(".")
    return {
        "type": "function_call",
        "id": f"fc_{place}",
        "call_id": f"call_{place}",
        "name": name,
        "arguments": json.dumps(call.arguments),
        **({"namespace": namespace} if namespace else {}),
    }


def _events(items: Sequence[Body]) -> Iterator[Body]:
    done = _response(items)
    begun = {key: done[key] for key in ("id", "object")} | {"status": "in_progress", "output": []}
    yield {"type": "response.created", "response": begun}
    for place, item in enumerate(items):
        yield {"type": "response.output_item.added", "output_index": place, "item": item}
        yield {"type": "response.output_item.done", "output_index": place, "item": item}
    yield {"type": "response.completed", "response": done}


def _response(items: Sequence[Body]) -> Body:
    usage = {
        "input_tokens": 1,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 1,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 2,
    }
    return {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "output": [*items],
        "usage": usage,
    }
