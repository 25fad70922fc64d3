"""Keep turns as they were said, without injected text and secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.engine.writes.checks import redacted
from tiermem.text import clean, strip_injected
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.ports import Hooks
    from tiermem.store.contract import SessionRow, Store
    from tiermem.values import AgentSettings, Reach, Turn


class Journal:
    """The journal of one agent's sessions."""

    def __init__(self, store: Store, hooks: Hooks, settings: AgentSettings) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings

    def keep(
        self, session_id: str, turns: Sequence[Turn], reach: Reach, *, unless_kept: bool
    ) -> tuple[Turn, ...]:
        """Append turns, redacted; return the new ones.

        Raises:
            CheckRefused: A check refused a turn; none was kept.
        """
        if not self._settings.journal.enabled:
            return ()
        sessions = self._store.sessions
        kept: Sequence[Turn] = [self.cleaned(turn) for turn in turns]
        with self._store.transaction(reach, durable=False):
            if unless_kept:
                kept = not_among(sessions.turns(session_id), kept)
            return sessions.journal(session_id, kept)

    def cleaned(self, turn: Turn) -> Turn:
        """Return a turn without secrets.

        Raises:
            CheckRefused: A check refused it.
        """
        return replace(
            turn,
            content=redacted(self._hooks, turn.content, "journal", source="user", speaker=turn.speaker),
            name=None if turn.name is None else redacted(self._hooks, turn.name, "log", source="user"),
            external_id=self._told_apart(turn.external_id),
        )

    def _told_apart(self, external_id: str | None) -> str | None:
        """Return an external id, or the digest of one with a secret, so that equal ids stay equal."""
        if external_id is None or redacted(self._hooks, external_id, "log", source="user") == external_id:
            return external_id
        from hashlib import blake2b  # few ids hold a secret

        return f"redacted:{blake2b(external_id.encode(), digest_size=16).hexdigest()}"


class TurnBuffer:
    """The turns of one session in this process, used when no journal is kept."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []
        self._first_place: int | None = None

    def hear(self, turns: Sequence[Turn]) -> None:
        """Add turns."""
        self._turns += turns

    def hear_new(self, turns: Sequence[Turn]) -> None:
        """Add the turns that were not added yet."""
        self._turns += not_among(self._turns, turns)

    def turns(self, row: SessionRow, start: int) -> list[Turn]:
        """Return the turns from a position on."""
        if self._first_place is None:
            self._first_place = row.offset
        placed = enumerate(self._turns, self._first_place)
        said = [replace(turn, session_id=row.id, position=place) for place, turn in placed]
        return [turn for turn in said if turn.position >= start]


def own_words(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns as they can be stored, without injected text and empty turns."""
    return [turn for turn in map(_own_words, turns) if turn.content]


def _own_words(turn: Turn) -> Turn:
    return replace(
        turn,
        content=clean(strip_injected(turn.content)),
        name=clean(turn.name) if turn.name is not None else None,
        external_id=clean(turn.external_id) if turn.external_id is not None else None,
    )


def not_among(known: Sequence[Turn], turns: Sequence[Turn]) -> list[Turn]:
    """Return the *turns* that are not among the *known* ones; each known turn matches one."""
    left = Counter((turn.speaker, turn.content) for turn in known)
    new = []
    for turn in turns:
        left[turn.speaker, turn.content] -= 1
        if left[turn.speaker, turn.content] < 0:
            new.append(turn)
    return new
