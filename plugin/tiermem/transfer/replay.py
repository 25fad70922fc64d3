"""Replay past conversations as live sessions at their own dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tiermem.errors import TiermemError, TranscriptError
from tiermem.text import clean, strip_injected
from tiermem.values import moment
from tiermem.values.changes import Outcome

if TYPE_CHECKING:
    from datetime import datetime

    from tiermem.memory.memory import Memory
    from tiermem.memory.sessions.session import Session
    from tiermem.transfer.transcripts import Transcript
    from tiermem.values import Turn

ReplayProgress = Callable[[int], None]
"""Called with the number of finished conversations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport:
    """The result of a replay.

    Attributes:
        sessions: Number of conversations played or continued.
        known: Number of conversations that were already complete.
        turns: Number of utterances played.
        users: Users of the conversations, in order of their first one.
        observations: Outcome (``added``, ``corrected``, ``known``, …) → number of observations of the played sessions.
        failure: The error that stopped the replay, or None. Everything before it is kept.
    """

    sessions: int
    known: int
    turns: int
    users: tuple[str, ...]
    observations: dict[str, int]
    failure: TiermemError | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as plain data, with ``error`` if the replay was stopped."""
        data: dict[str, Any] = {
            "sessions": self.sessions,
            "known": self.known,
            "turns": self.turns,
            "users": list(self.users),
            "observations": dict(self.observations),
        }
        return data | ({"error": self.failure.as_dict()} if self.failure else {})


class ReplayClock:
    """A clock that follows the dates of the turns and never goes back."""

    def __init__(self, at: str) -> None:
        self._at = at

    def __call__(self) -> datetime:
        return moment(self._at)

    def reach(self, at: str) -> None:
        """Advance the clock to *at*, unless it is already later."""
        self._at = max(self._at, at)


def replay(
    memory: Memory,
    transcripts: Iterable[Transcript],
    progress: ReplayProgress | None = None,
    *,
    user: str | None = None,
) -> ReplayReport:
    """Play each conversation as a separate session, with all its prompts and turns and its end.

    An existing session continues after its last turn, so that a second replay adds nothing.

    Args:
        memory: The memory.
        transcripts: The conversations in chronological order.
        progress: Called after each conversation.
        user: User of conversations that do not name one (default: the YAML's user).
    """
    tally = _Tally(user or memory.user)
    failure: TiermemError | None = None
    try:
        for done, transcript in enumerate(transcripts, start=1):
            tally.begin(memory, transcript)
            tally.note(transcript, _play(memory, transcript, user))
            if progress is not None:
                progress(done)
    except TranscriptError as error:
        failure = TranscriptError(error.file, line=error.line, problem=error.problem, kept=tally.kept)
    except TiermemError as error:
        failure = error
    return ReplayReport(
        sessions=len(tally.played),
        known=tally.known,
        turns=tally.turns,
        users=tuple(tally.users),
        observations=tally.observations(memory),
        failure=failure,
    )


def _play(memory: Memory, transcript: Transcript, user: str | None) -> int | None:
    """Play the new turns of one conversation and return their number, or None if there are none."""
    pace = ReplayClock(transcript.started_at)
    session = memory.session(transcript.session_id, transcript.user or user, clock=pace)
    said = _said(transcript.turns)
    done = _played(session, said)
    if done >= len(said) and session.view.state.ended_at is not None:
        return None
    session.system_prompt  # noqa: B018 asking for it freezes the blocks, as a live session's start does
    for exchange in exchanges(said[done:]):
        prompt(session, exchange, pace)
        end_turn(session, exchange, pace)
    pace.reach(transcript.ended_at)
    session.end()
    return len(said) - done


def exchanges(turns: Iterable[Turn]) -> Iterator[tuple[Turn, ...]]:
    """Split turns into exchanges of the user's turns and the answers. The first may consist of answers only."""
    exchange: list[Turn] = []
    for turn in turns:
        if exchange and turn.speaker == "user" and exchange[-1].speaker != "user":
            yield tuple(exchange)
            exchange = []
        exchange.append(turn)
    if exchange:
        yield tuple(exchange)


def prompt(session: Session, exchange: Sequence[Turn], pace: ReplayClock) -> str:
    """Send the user's part of an exchange and return the message for the model, or "" if there is no such part."""
    asked = [turn for turn in exchange if turn.speaker == "user"]
    if not asked:
        return ""
    pace.reach(asked[-1].at)
    return session.on_prompt("\n".join(turn.content for turn in asked))


def end_turn(session: Session, exchange: Sequence[Turn], pace: ReplayClock) -> None:
    """End an exchange, which journals its turns."""
    for turn in exchange:
        pace.reach(turn.at)
    session.on_turn_end(turns=exchange)


def _said(turns: Iterable[Turn]) -> list[Turn]:
    """Return the turns that a session keeps: those with words of their own, each external id once."""
    ids: set[str | None] = set()
    said = []
    for turn in turns:
        if clean(strip_injected(turn.content)) and turn.external_id not in ids:
            said.append(turn)
            ids |= {turn.external_id} if turn.external_id else set()
    return said


def _played(session: Session, said: Sequence[Turn]) -> int:
    """Count the turns that were already journaled, including those forgotten since."""
    journaled = session.turns()
    ids = {turn.external_id for turn in journaled if turn.external_id}
    by_id = max((place for place, turn in enumerate(said, start=1) if turn.external_id in ids), default=0)
    by_place = journaled[-1].position + 1 if journaled else 0
    return max(by_id, by_place, session.view.state.offset)


@dataclass
class _Tally:
    """Counts of a replay in progress."""

    default_user: str
    played: set[str] = field(default_factory=set)
    known: int = 0
    turns: int = 0
    users: dict[str, int] = field(default_factory=dict)
    """User → the last event before the first of their conversations."""

    def begin(self, memory: Memory, transcript: Transcript) -> None:
        user = transcript.user or self.default_user
        if user not in self.users:
            self.users[user] = memory.of(user).timeline.head

    def note(self, transcript: Transcript, turns: int | None) -> None:
        if turns is None:
            self.known += 1
        else:
            self.played.add(transcript.session_id)
            self.turns += turns

    @property
    def kept(self) -> str:
        """Describe what is kept."""
        number = len(self.played) + self.known
        if not number:
            return "nothing"
        new = f", {self.turns:,} turns of them new" if self.turns else ""
        return (
            f"the {number:,} conversations before it{new}"
            if number > 1
            else f"the conversation before it{new}"
        )

    def observations(self, memory: Memory) -> dict[str, int]:
        """Return outcome → number, most frequent first."""
        outcomes = Counter(
            _outcome(event.outcome)
            for user, head in self.users.items()
            for event in memory.of(user).timeline.events(user, kinds=("observation",), after=head)
            if event.session_id in self.played
        )
        return dict(outcomes.most_common())


def _outcome(text: str | None) -> str:
    """Return an outcome without entry or reason: ``corrected`` for ``corrected a1b2c3d4``."""
    outcome = Outcome.parse(text)
    return outcome.kind if outcome is not None else text or "waiting"
