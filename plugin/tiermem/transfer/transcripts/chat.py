"""Messages of the chat-completions API, alone or in conversation objects.

A message is ``{"role", "content"}`` with optional ``name``, ``id`` and date (``timestamp``, ``created_at`` or ``at``).
A conversation is ``{"messages": [...]}`` with optional id (``session_id``, ``conversation_id`` or ``id``), ``user`` and
date. Messages outside of a conversation object may have ``session_id`` or ``conversation_id``, and ``user``.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from tiermem.transfer.transcripts.records import RecordError
from tiermem.transfer.transcripts.sessions import (
    Layout,
    Utterance,
    date_field,
    excerpt,
    group_by_session,
    note_tool,
    same_user,
    text_field,
    transcript,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from tiermem.transfer.transcripts.records import Record
    from tiermem.transfer.transcripts.sessions import (
        Transcript,
    )
    from tiermem.values import Speaker

_SPEAKERS: Final[dict[str, Speaker | None]] = {
    "system": None,
    "developer": None,
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
"""Role → speaker, or None for roles outside of the conversation."""
_TEXT_PARTS = ("text", "input_text", "output_text")
_DATES = ("timestamp", "created_at", "at")
_SESSIONS = ("session_id", "conversation_id")


def content_text(content: object) -> str:
    """Return the text of a message; the text parts of a list are separate lines.

    Raises:
        RecordError: The content is neither a text nor a list of parts.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise RecordError("'content' must be a text or a list of parts.")
    return "\n".join(filter(None, map(_part_text, content)))


def _part_text(part: object) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and part.get("type") in _TEXT_PARTS and isinstance(part.get("text"), str):
        return str(part["text"])
    return ""


def _utterance(message: object, tools: dict[str, str]) -> Utterance | None:
    """Read a message; return None if it has no text. *tools* collects tool names by call id."""
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        raise RecordError('It is not a message: an object with "role" and "content" was expected.')
    role = message["role"]
    if role not in _SPEAKERS:
        raise RecordError(f"The role {excerpt(role)} is unknown; known are {', '.join(_SPEAKERS)}.")
    _note_calls(message, tools)
    speaker, content = _SPEAKERS[role], content_text(message.get("content"))
    if speaker is None or not content.strip():
        return None
    return Utterance(
        speaker=speaker,
        content=content,
        at=date_field(message, *_DATES),
        name=text_field(message, "name") or tools.get(text_field(message, "tool_call_id") or ""),
        external_id=text_field(message, "id"),
        session_id=text_field(message, *_SESSIONS),
        user=text_field(message, "user"),
    )


def _note_calls(message: dict[str, Any], tools: dict[str, str]) -> None:
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            note_tool(tools, call, text_field(function, "name"))


def _conversation_utterances(messages: list[Any]) -> Iterator[Utterance]:
    tools: dict[str, str] = {}
    for number, message in enumerate(messages, start=1):
        try:
            said = _utterance(message, tools)
        except RecordError as flaw:
            raise RecordError(f"Message {number}: {flaw}") from None
        if said:
            yield said


def _conversation(record: Record, now: datetime) -> Transcript | None:
    value = record.value
    if not _is_conversation(value):
        raise RecordError('It is not a conversation: an object with "messages" was expected.')
    utterances = list(_conversation_utterances(value["messages"]))
    if not utterances:
        return None
    user = reduce(same_user, (said.user for said in utterances), text_field(value, "user"))
    return transcript(
        utterances,
        origin=(record.file, record.number),
        session_id=text_field(value, *_SESSIONS, "id"),
        user=user,
        started=date_field(value, *_DATES),
        now=now,
    )


def _read_conversations(records: Iterable[Record], now: datetime) -> Iterator[Transcript]:
    for record in records:
        with record.located():
            session = _conversation(record, now)
        if session:
            yield session


def _read_messages(records: Iterable[Record], now: datetime) -> Iterator[Transcript]:
    tools: dict[str, str] = {}

    def utterances_of(message: object) -> list[Utterance]:
        said = _utterance(message, tools)
        return [said] if said else []

    return group_by_session(records, utterances_of, now=now)


def _is_conversation(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("messages"), list)


def _is_message(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("role"), str)


CONVERSATIONS = Layout(
    name='chat conversations ({"messages": [...]})',
    recognises=_is_conversation,
    read=_read_conversations,
    sessions_in=lambda _: 1,
)
MESSAGES = Layout(
    name='chat messages ({"role", "content"})',
    recognises=_is_message,
    read=_read_messages,
)
