"""LoCoMo: samples of conversations of two people over many sessions.

The first speaker becomes the user and the second one the assistant. Each sample is a separate user.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tiermem.transfer.transcripts.records import RecordError
from tiermem.transfer.transcripts.sessions import Layout, Utterance, excerpt, text_field, transcript

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tiermem.transfer.transcripts.records import Record
    from tiermem.transfer.transcripts.sessions import Transcript

_SESSION = re.compile("session_([1-9][0-9]{0,5})")
_DATE = "%I:%M %p on %d %B, %Y"
"""Format of "1:56 pm on 8 May, 2023", in UTC because no zone is given."""


def _session_numbers(value: object) -> list[int]:
    conversation = value.get("conversation") if isinstance(value, dict) else None
    if not isinstance(conversation, dict):
        return []
    matches = ((_SESSION.fullmatch(key), turns) for key, turns in conversation.items())
    return sorted(int(match[1]) for match, turns in matches if match and isinstance(turns, list))


def _started(conversation: dict[str, Any], number: int) -> datetime:
    given: Any = conversation.get(f"session_{number}_date_time")
    try:
        return datetime.strptime(given, _DATE).replace(tzinfo=UTC)
    except (TypeError, ValueError):
        raise RecordError(
            f"Session {number} must have a date like '1:56 pm on 8 May, 2023', not {excerpt(given)}."
        ) from None


def _content(turn: dict[str, Any]) -> str:
    """Return the text, with the caption of its picture, if any."""
    text, caption = turn.get("text") or "", text_field(turn, "blip_caption")
    if not isinstance(text, str):
        raise RecordError(f"'text' must be a text, not {excerpt(text)}.")
    return f"{text} [image: {caption}]".lstrip() if caption else text


def _utterances(conversation: dict[str, Any], number: int) -> Iterator[Utterance]:
    """Yield turns one second apart, because the data has only the date of the session."""
    user, assistant = text_field(conversation, "speaker_a"), text_field(conversation, "speaker_b")
    started = _started(conversation, number)
    for position, turn in enumerate(conversation[f"session_{number}"]):
        speaker = text_field(turn, "speaker") if isinstance(turn, dict) else None
        if speaker is None or speaker not in (user, assistant):
            raise RecordError(
                f"Turn {position + 1} of session {number} is by neither {excerpt(user)} nor {excerpt(assistant)}."
            )
        content = _content(turn)
        if content.strip():
            yield Utterance(
                speaker="user" if speaker == user else "assistant",
                content=content,
                at=started + timedelta(seconds=position),
                name=speaker,
                external_id=text_field(turn, "dia_id"),
            )


def _sample(record: Record) -> Iterator[tuple[int, list[Utterance], str, str]]:
    """Yield number, utterances, session id and user of each non-empty session."""
    value = record.value
    numbers = _session_numbers(value)
    sample_id = text_field(value, "sample_id") if numbers else None
    speaker = text_field(value["conversation"], "speaker_a") if numbers else None
    if not sample_id or not speaker:
        raise RecordError('It is not a LoCoMo sample: "sample_id", "speaker_a" or the sessions are missing.')
    for number in numbers:
        utterances = list(_utterances(value["conversation"], number))
        if utterances:
            yield number, utterances, f"{sample_id}-session-{number}", f"{speaker.lower()}-{sample_id}"


def _read(records: Iterable[Record], now: datetime) -> Iterator[Transcript]:
    for record in records:
        with record.located():
            sessions = list(_sample(record))
        for number, utterances, session_id, user in sessions:
            yield transcript(
                utterances,
                origin=(record.file, number),
                session_id=session_id,
                user=user,
                started=None,
                now=now,
            )


LOCOMO = Layout(
    name="LoCoMo (JSON)",
    recognises=lambda value: bool(_session_numbers(value)),
    read=_read,
    sessions_in=lambda value: len(_session_numbers(value)),
)
