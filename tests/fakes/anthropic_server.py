"""An Anthropic API on this machine (``ANTHROPIC_BASE_URL=server.url``); see `tests.fakes.wire`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.fakes.wire import Answer, Body, Wire


class AnthropicServer(Wire):
    """Answers requests for messages; counts of tokens are made up."""

    def post(self, path: str, body: Body) -> Body | Iterator[Body]:
        if path.partition("?")[0].endswith("/count_tokens"):
            return {"input_tokens": 1}
        message = _message(self.answer(body), str(body.get("model")))
        return _events(message) if body.get("stream") else message


def _message(answer: Answer, model: str) -> Body:
    if isinstance(answer, str):
        content: list[Any] = [{"type": "text", "text": answer}]
    else:
        content = [
            {"type": "tool_use", "id": f"toolu_{place}", "name": call.name, "input": call.arguments}
            for place, call in enumerate(answer)
        ]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": "end_turn" if isinstance(answer, str) else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def _events(message: Body) -> Iterator[Body]:
    yield {"type": "message_start", "message": message | {"content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            start, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            start = block | {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": end, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}
