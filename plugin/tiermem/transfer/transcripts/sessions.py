"""Build `Transcript` records from utterances, with dates, names and stable ids."""

from __future__ import annotations

import hashlib
import reprlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from tiermem.errors import TranscriptError
from tiermem.text import clean
from tiermem.transfer.transcripts.records import RecordError
from tiermem.values import Turn, instant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from tiermem.transfer.transcripts.records import Record
    from tiermem.values import Speaker

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LEAST_MILLISECONDS = 1e11
"""Smallest number that is read as milliseconds: as seconds it would be after the year 5100."""
_FIRST_YEAR = 1000
"""Bounds of dates: stored instants are compared as text, with four digits for the year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """One session of one user.

    Attributes:
        session_id: The id in the file, or one made of the file's name, the session's number and its first turn. The
            same file gives the same ids, even after more has been appended.
        user: The user; None for the caller's own user.
        turns: At least one turn, in the file's order. The journal sets session and position.
        started_at: Instant of the earliest turn.
        ended_at: Instant of the latest turn.
    """

    session_id: str
    user: str | None
    turns: tuple[Turn, ...]
    started_at: str
    ended_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """An utterance that is not yet part of a session. Fields are those of `Turn`, and may be unknown."""

    speaker: Speaker
    content: str
    at: datetime | None
    name: str | None = None
    external_id: str | None = None
    session_id: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A layout of files with conversations.

    Attributes:
        name: Its name in messages.
        recognises: Returns True for a record of this layout. The first record recognised decides.
        read: Returns the sessions of all records of a file. Raises `TranscriptError` at a broken record, after the
            sessions before it.
        sessions_in: Returns the maximum number of sessions in a record; None if a session may span records.
    """

    name: str
    recognises: Callable[[Any], bool]
    read: Callable[[Iterable[Record], datetime], Iterator[Transcript]]
    sessions_in: Callable[[Any], int] | None = None


def transcript(
    utterances: Sequence[Utterance],
    *,
    origin: tuple[Path, int],
    session_id: str | None,
    user: str | None,
    started: datetime | None,
    now: datetime,
) -> Transcript:
    """Build a session of at least one utterance.

    Utterances without a date get that of the previous one. The first ones get the date of the session, or of the first
    dated utterance, or *now*.

    Args:
        utterances: The utterances in order.
        origin: The file and the session's number in it, from 1, to make an id if the file has none.
        session_id: The id of the session in the file.
        user: The user.
        started: The date of the session in the file.
        now: The date of a session without any date.
    """
    at = started or next((said.at for said in utterances if said.at), now)
    turns: list[Turn] = []
    for said in utterances:
        at = said.at or at
        turns.append(
            Turn(
                speaker=said.speaker,
                content=said.content,
                at=instant(at),
                name=said.name,
                external_id=said.external_id,
            )
        )
    instants = [turn.at for turn in turns]
    return Transcript(
        session_id=session_id or _made_id(origin, utterances[0]),
        user=user,
        turns=tuple(turns),
        started_at=min(instants),
        ended_at=max(instants),
    )


def _made_id(origin: tuple[Path, int], first: Utterance) -> str:
    """Make an id from the first turn only, so that ids stay the same when the file grows."""
    file, number = origin
    key = "\n".join((first.speaker, instant(first.at) if first.at else "", first.content))
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
    return clean(f"{file.stem}-{number}-{digest[:8]}")


def group_by_session(
    records: Iterable[Record], utterances_of: Callable[[Any], Iterable[Utterance]], *, now: datetime
) -> Iterator[Transcript]:
    """Yield the sessions of records that are single messages, grouped by their session id.

    They are kept in memory until the file ends, because messages of several sessions may alternate.

    Raises:
        TranscriptError: A record is broken. The sessions read so far are yielded first.
    """
    sessions: dict[str | None, _OpenSession] = {}
    file: Path | None = None
    failure: TranscriptError | None = None
    try:
        for record in records:
            file = record.file
            with record.located():
                for said in utterances_of(record.value):
                    sessions.setdefault(said.session_id, _OpenSession()).add(said)
    except TranscriptError as error:
        failure = error
    for number, (session_id, gathering) in enumerate(sessions.items(), start=1):
        assert file is not None
        yield transcript(
            gathering.utterances,
            origin=(file, number),
            session_id=session_id,
            user=gathering.user,
            started=None,
            now=now,
        )
    if failure:
        raise failure


@dataclass(slots=True)
class _OpenSession:
    """A session whose messages are being read."""

    user: str | None = None
    utterances: list[Utterance] = field(default_factory=list)

    def add(self, said: Utterance) -> None:
        self.user = same_user(self.user, said.user)
        self.utterances.append(said)


def same_user(known: str | None, given: str | None) -> str | None:
    """Return the user of a session, given the user of another of its records.

    Raises:
        RecordError: The users differ. Statements of one person must not become another's.
    """
    if known and given and known != given:
        raise RecordError(
            f"Its session has two users, {excerpt(known)} and {excerpt(given)}; give each sessions of their own."
        )
    return known or given


def note_tool(tools: dict[str, str], call: Mapping[str, Any], name: str | None) -> None:
    """Record the tool of a *call* in *tools* by the id of the call, because its result has only the id."""
    call_id = text_field(call, "id")
    if call_id and name:
        tools[call_id] = name


def text_field(value: Mapping[str, Any], *keys: str) -> str | None:
    """Return the first id or name under one of *keys*, cleaned, or None.

    Raises:
        RecordError: It is neither a text nor a whole number.
    """
    for key in keys:
        given = value.get(key)
        if given is None or given == "":
            continue
        if isinstance(given, bool) or not isinstance(given, str | int):
            raise RecordError(f"'{key}' must be a text, not {excerpt(given)}.")
        return clean(str(given))
    return None


def date_field(value: Mapping[str, Any], *keys: str) -> datetime | None:
    """Return the first date under one of *keys*, or None.

    Dates are ISO 8601 text, in UTC unless it has a zone, or numbers of seconds or milliseconds since 1970.

    Raises:
        RecordError: It is not a date.
    """
    for key in keys:
        given = value.get(key)
        if given is None or given == "":
            continue
        try:
            return _moment(given)
        except (ValueError, OverflowError):
            raise RecordError(
                f"'{key}' must be a date in ISO 8601 or a Unix time, not {excerpt(given)}."
            ) from None
    return None


def _moment(given: object) -> datetime:
    if isinstance(given, str):
        read = datetime.fromisoformat(given.strip())
        moment = (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
    elif isinstance(given, int | float) and not isinstance(given, bool):
        milliseconds = abs(given) >= _LEAST_MILLISECONDS
        moment = _EPOCH + (timedelta(milliseconds=given) if milliseconds else timedelta(seconds=given))
    else:
        raise ValueError(given)
    if moment.year < _FIRST_YEAR:
        raise ValueError(given)
    return moment


def excerpt(given: object) -> str:
    """Return a value shortened for a message."""
    return clean(reprlib.repr(given))
