"""The sentences of a session's summary, as they can be looked for in what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tiermem.text.folding import fold

_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_LABEL = re.compile(r"^(?:\d{4}-\d\d-\d\d\s+)?(?:(?:user|assistant|tool)[:：]\s*)?")
"""What a summary puts in front of a sentence: the day, and who said it."""


def sentences(summary: str) -> Iterator[tuple[str, str]]:
    """(a sentence without day and speaker, the same folded and without its end); empty ones are left out."""
    for sentence in _SENTENCES.split(" ".join(summary.split())):
        words = _LABEL.sub("", sentence).strip()
        if core := fold(words).rstrip(" .!…"):
            yield words, core
