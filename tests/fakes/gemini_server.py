"""A Gemini API on this machine (``GOOGLE_GEMINI_BASE_URL=server.url``); see `tests.fakes.wire`."""

from __future__ import annotations

from collections.abc import Iterator

from tests.fakes.wire import Answer, Body, Wire


class GeminiServer(Wire):
    """Answers requests to generate content, whole or as a stream; counts of tokens are made up."""

    def post(self, path: str, body: Body) -> Body | Iterator[Body]:
        address = path.partition("?")[0]
        if address.endswith(":countTokens"):
            return {"totalTokens": 1}
        content = _content(self.answer(body))
        return iter((content,)) if address.endswith(":streamGenerateContent") else content


def _content(answer: Answer) -> Body:
    if isinstance(answer, str):
        parts: list[Body] = [{"text": answer}]
    else:
        parts = [{"functionCall": {"name": call.name, "args": call.arguments}} for call in answer]
    content = {"role": "model", "parts": parts}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return {
        "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
        "usageMetadata": usage,
        "modelVersion": "fake",
    }
