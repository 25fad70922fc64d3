"""Read Claude Code's transcripts: JSON lines, of which only some are utterances.

Only lines of type ``user`` and ``assistant`` are read. Tags around the host's own additions stay in the text and are
removed when it is used as a prompt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.transfer.transcripts.chat import content_text
from tiermem.transfer.transcripts.records import RecordError
from tiermem.transfer.transcripts.sessions import (
    Layout,
    Utterance,
    date_field,
    group_by_session,
    note_tool,
    text_field,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from tiermem.transfer.transcripts.records import Record
    from tiermem.transfer.transcripts.sessions import Transcript
    from tiermem.values import Speaker

_NOT_SAID = ("isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
"""Flags of lines that neither the person nor the main agent wrote: subagents, notes of the host, the model's summary of
a compaction (written as the user's), failed requests."""


def _recognises(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.get("type") in ("user", "assistant")
        and isinstance(value.get("message"), dict)
    )


def _utterances(line: object, tools: dict[str, str]) -> Iterator[Utterance]:
    """Read a line. *tools* collects tool names by call id."""
    if not isinstance(line, dict):
        raise RecordError("It is not a line of a Claude Code transcript: an object was expected.")
    if not _recognises(line) or any(line.get(flag) is True for flag in _NOT_SAID):
        return
    uuid = text_field(line, "uuid")
    for number, (speaker, name, content) in enumerate(_spoken(line, tools)):
        yield Utterance(
            speaker=speaker,
            content=content,
            at=date_field(line, "timestamp"),
            name=name,
            external_id=f"{uuid}#{number}" if uuid and number else uuid,
            session_id=text_field(line, "sessionId"),
        )


def _spoken(line: dict[str, Any], tools: dict[str, str]) -> Iterator[tuple[Speaker, str | None, str]]:
    """Yield speaker, tool and words: each tool result of the line separately, then its text."""
    content = line["message"].get("content")
    for part in content if isinstance(content, list) else ():
        if not isinstance(part, dict):
            continue
        if part.get("type") == "tool_use":
            note_tool(tools, part, text_field(part, "name"))
        elif part.get("type") == "tool_result":
            result = content_text(part.get("content"))
            if result.strip():
                yield "tool", tools.get(text_field(part, "tool_use_id") or ""), result
    text = content_text(content)
    if text.strip():
        yield line["type"], None, text


def _read(records: Iterable[Record], now: datetime) -> Iterator[Transcript]:
    tools: dict[str, str] = {}
    return group_by_session(records, lambda line: _utterances(line, tools), now=now)


CLAUDE_CODE = Layout(name="Claude Code transcript (JSON lines)", recognises=_recognises, read=_read)
