"""Show the journal: sessions, their turns, and what each taught."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.memory.user.taught import Teaching
from tiermem.store.contract import SessionRow
from tiermem.store.erasing.needles import is_erased
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.memory.engine import Engine
    from tiermem.memory.user.taught import Taught
    from tiermem.store.contract import SessionBrief
    from tiermem.values import Entry, Reach, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPage:
    """A page of the list of sessions.

    Attributes:
        sessions: Those begun last first.
        total: Number of sessions on all pages.
        next: What `Journal.sessions` takes as *before* for the next page; None on the last.
    """

    sessions: tuple[SessionBrief, ...]
    total: int
    next: tuple[str, str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JournaledTurn:
    """A turn as it was said, and what it taught.

    Attributes:
        is_erased: True if its words were erased.
    """

    turn: Turn
    taught: tuple[Taught, ...]
    is_erased: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JournaledSession:
    """A session with all its turns.

    Attributes:
        row: Its working state.
        turns: In the order in which they were said.
        taught: What was observed in it but rests on no turn that is there: tools, summaries.
        written: Entries that were written in it without an observation, by the agent's tools.
        receipts: Its receipts of recall, oldest first.
    """

    row: SessionRow
    turns: tuple[JournaledTurn, ...]
    taught: tuple[Taught, ...]
    written: tuple[Entry, ...]
    receipts: tuple[dict[str, Any], ...]


class Journal:
    """The journal of one user with one agent, returned by `Memory.journal`. `Memory.erasing` erases what it shows."""

    def __init__(self, engine: Engine, reach: Reach) -> None:
        self._store = engine.store
        self._reach = reach

    def sessions(
        self, *, project: str | None = None, before: tuple[str, str] | None = None, limit: int = 50
    ) -> SessionPage:
        """Return a page of sessions in brief, those begun last first.

        Args:
            project: Only sessions of this project.
            before: `SessionPage.next` of the page before; None for the first.
            limit: Maximum number of sessions.

        Raises:
            InputError: The limit is less than 1.
        """
        if limit < 1:
            raise InputError(f"The limit has to be 1 or more, not {limit}.")
        sessions = self._store.sessions
        found = sessions.brief(self._reach, project_id=project, before=before, limit=limit + 1)
        page = tuple(found[:limit])
        return SessionPage(
            sessions=page,
            total=sessions.count(self._reach, project_id=project),
            next=(page[-1].started_at, page[-1].id) if len(found) > limit else None,
        )

    def session(self, session_id: str) -> JournaledSession:
        """Return a session with its turns and what each taught.

        Raises:
            InputError: The user has no such session with this agent.
        """
        asked = SessionRow(id=session_id, reach=self._reach, started_at="")
        store = self._store
        row = store.sessions.known(asked) if store.sessions.is_open_to(session_id, self._reach) else None
        if row is None:
            raise InputError(f"There is no session {session_id!r} of this user.")
        events = store.stream.of_session(session_id, self._reach.ids)
        taught = Teaching(store, self._reach).of(events)
        turns = store.sessions.turns(session_id)
        refs = {turn.ref for turn in turns}
        known = {one.entry.id for one in taught if one.entry is not None}
        written = dict.fromkeys(
            event.entry_id for event in events if event.kind in ("added", "updated") and event.entry_id
        )
        receipts = store.sessions.receipts(self._reach, session_id=session_id, limit=max(len(turns), 1) * 4)
        return JournaledSession(
            row=row,
            turns=tuple(
                JournaledTurn(
                    turn=turn,
                    taught=tuple(one for one in taught if one.turn == turn.ref),
                    is_erased=is_erased(turn.content),
                )
                for turn in turns
            ),
            taught=tuple(one for one in taught if one.turn not in refs),
            written=tuple(
                entry
                for entry_id in written
                if entry_id not in known
                and (entry := store.records.get(entry_id, self._reach.ids)) is not None
            ),
            receipts=tuple(reversed(receipts)),
        )
