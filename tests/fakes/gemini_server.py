"""A Gemini API on this machine (``GOOGLE_GEMINI_BASE_URL=server.url``); see `tests.fakes.wire`."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tests.fakes.wire import Answer, Body, Wire


class GeminiServer(Wire):
    """Answers requests to generate content, whole or as a stream; four characters count as a token."""

    def post(self, path: str, body: Body) -> Body | Iterator[Body]:
        address = path.partition("?")[0]
        if address.endswith(":countTokens"):
            return {"totalTokens": _tokens(body)}
        content = _content(self.answer(body), _tokens(body))
        return iter((content,)) if address.endswith(":streamGenerateContent") else content


def _tokens(body: Body) -> int:
    return len(json.dumps(body)) // 4


def _content(answer: Answer, asked: int) -> Body:
    if isinstance(answer, str):
        parts: list[Body] = [{"text": answer}]
    else:
        parts = [{"functionCall": {"name": call.name, "args": call.arguments}} for call in answer]
    content = {"role": "model", "parts": parts}
    usage = {"promptTokenCount": asked, "candidatesTokenCount": 1, "totalTokenCount": asked + 1}
    return {
        "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
        "usageMetadata": usage,
        "modelVersion": "fake",
    }
