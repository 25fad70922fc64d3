"""Cut the results of tools and the text of attachments into passages that recall can find."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tiermem import Draft, Observation
from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import ToolResult
    from tiermem.plugins import HookSession

ATTACHMENT, RESULT = "tool_attachment_content", "tool_entity"
"""Context types: the content of an attachment, and any other result of a tool."""
PASSAGE_CHARS = 600
"""Maximum characters of a passage: a few sentences. Recall shows three within its default budget."""
MOST_PASSAGES = 200
"""Maximum passages of a result, about 100 kB of text. The last passage of a longer one says that it was cut."""
FEWEST_LETTERS = 20
"""Minimum letters and digits of a passage. A shorter one has nothing to search for."""
_PARAGRAPHS = re.compile(r"\n\s*\n")
_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")


@hookimpl
def on_tool_result(session: HookSession, result: ToolResult) -> list[Observation]:
    """Return passages of the text, labelled with tool, file and message."""
    told = [text for text in passages(result.content) if sum(map(str.isalnum, text)) >= FEWEST_LETTERS]
    shown = told[:MOST_PASSAGES]
    if len(told) > len(shown):
        shown[-1] += f" [cut here: {len(told) - len(shown):,} more passages were not kept]"
    named = result.filename or result.attachment_id
    ids = (result.filename, result.message_id, result.attachment_id, result.tool)
    tags = tuple(dict.fromkeys(one[:200] for one in ids if one))
    longest = session.settings.limits.subject_chars
    return [
        Observation(
            kind="tool_result",
            draft=Draft(
                content=text,
                subject=(named or result.tool)[:longest],
                tags=tags,
                context_type=ATTACHMENT if named else RESULT,
                importance=0.3,
                confidence=0.5,
            ),
        )
        for text in shown
    ]


def passages(text: str) -> Iterator[str]:
    """Yield pieces of up to `PASSAGE_CHARS`, cut between paragraphs, or else sentences, or else words."""
    current = ""
    for piece in _pieces(text):
        if current and len(current) + 1 + len(piece) > PASSAGE_CHARS:
            yield current
            current = ""
        current = f"{current} {piece}" if current else piece
    if current:
        yield current


def _pieces(text: str) -> Iterator[str]:
    """Yield paragraphs that are short enough, or else their sentences, or else pieces of sentences."""
    for paragraph in _PARAGRAPHS.split(text):
        whole = " ".join(paragraph.split())
        for piece in [whole] if len(whole) <= PASSAGE_CHARS else _ENDS.split(paragraph):
            line = " ".join(piece.split())
            while len(line) > PASSAGE_CHARS:
                cut = line.rfind(" ", 1, PASSAGE_CHARS)
                cut = cut if cut > 0 else PASSAGE_CHARS
                yield line[:cut]
                line = line[cut:].strip()
            if line:
                yield line
