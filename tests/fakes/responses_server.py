"""An API of OpenAI's kind, Responses, on this machine (a provider's ``base_url``); see `tests.fakes.wire`.

A tool in a namespace is called as ``NAMESPACE.NAME``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.fakes.model_server import ToolCall
from tests.fakes.wire import Answer, Body, Wire


class ResponsesServer(Wire):
    """Answers requests for responses, as a stream."""

    def post(self, path: str, body: Body) -> Body | Iterator[Body]:
        return _events(self.answer(body))


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


def _events(answer: Answer) -> Iterator[Body]:
    response = {"id": "resp_1", "object": "response", "status": "in_progress", "output": []}
    items = _items(answer)
    yield {"type": "response.created", "response": response}
    for place, item in enumerate(items):
        yield {"type": "response.output_item.added", "output_index": place, "item": item}
        yield {"type": "response.output_item.done", "output_index": place, "item": item}
    usage = {
        "input_tokens": 1,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 1,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 2,
    }
    done = response | {"status": "completed", "output": items, "usage": usage}
    yield {"type": "response.completed", "response": done}
