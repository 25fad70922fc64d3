"""Sessions' working state, the journal, and the receipts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.store.contract import SessionRow, Unread
from tiermem.store.full_text import documents
from tiermem.store.tables.models import RecallRow, SessionRecord
from tiermem.store.tables.rows import TURN_COLUMNS, columns, compact, turn_from
from tiermem.store.tables.sql import fetch, marks, run
from tiermem.values import Reach, Scope

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.values import Receipt, Turn

_SESSION_COLUMNS = (
    "id",
    "house_id",
    "agent_id",
    "user_id",
    "started_at",
    "project_id",
    "task_id",
    "connections",
    "frozen",
    "frozen_at",
    "offset",
    "ended_at",
)
_NO_STOP = 1 << 62


class PeeweeSessions:
    """`contract.Sessions`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        mark = database.param
        self._add_turn = (
            f"INSERT INTO turns ({columns(TURN_COLUMNS)}) VALUES ({marks(database, len(TURN_COLUMNS))}) "
            "ON CONFLICT DO NOTHING"
        )
        self._turns = (
            f"SELECT {columns(TURN_COLUMNS)} FROM turns "
            f"WHERE session_id = {mark} AND position >= {mark} AND position < {mark} ORDER BY position"
        )
        self._turn_id = f"SELECT id FROM turns WHERE session_id = {mark} AND position = {mark}"
        self._put_document = (
            f"INSERT INTO documents (turn_id, {columns(documents.COLUMNS)}) "
            f"VALUES ({marks(database, len(documents.COLUMNS) + 1)}) "
            "ON CONFLICT (turn_id) DO UPDATE SET context = excluded.context"
        )

    def is_open_to(self, session_id: str, reach: Reach) -> bool:
        """See `contract.Sessions.is_open_to`."""
        query = f"SELECT house_id, agent_id, user_id FROM sessions WHERE id = {self._database.param}"
        found = self._database.execute_sql(query, (session_id,)).fetchone()
        return found is None or tuple(found) == reach.ids

    def begin(self, row: SessionRow) -> SessionRow:
        """See `contract.Sessions.begin`."""
        new = SessionRecord.insert(
            id=row.id,
            house_id=row.reach.house.id,
            agent_id=row.reach.agent.id,
            user_id=row.reach.user.id,
            project_id=row.project_id,
            task_id=row.task_id,
            connections=compact(row.connections),
            started_at=row.started_at,
            frozen_at=0,
            offset=0,
        )
        run(self._database, new.on_conflict_ignore())
        stored = self._get(row.id)
        if stored.reach != row.reach:
            raise InputError(f"Session {row.id!r} belongs to another user, agent or house.")
        return stored

    def _get(self, session_id: str) -> SessionRow:
        query = SessionRecord.select(*(getattr(SessionRecord, name) for name in _SESSION_COLUMNS))
        found = fetch(self._database, query.where(SessionRecord.id == session_id))
        if not found:
            raise InputError(f"There is no session {session_id!r}.")
        return self._row(found[0])

    def _row(self, row: Sequence[Any]) -> SessionRow:
        data = dict(zip(_SESSION_COLUMNS, row, strict=True))
        data["reach"] = self._reach(*(data.pop(f"{kind}_id") for kind in ("house", "agent", "user")))
        data["connections"] = tuple(json.loads(data["connections"]))
        data["frozen"] = json.loads(data["frozen"]) if data["frozen"] else None
        return SessionRow(**data)

    def _reach(self, *scope_ids: int) -> Reach:
        query = f"SELECT id, kind, name, parent_id FROM scopes WHERE id IN ({marks(self._database, 3)})"
        scopes = (
            Scope(id=scope_id, kind=kind, name=name, parent_id=parent_id)
            for scope_id, kind, name, parent_id in self._database.execute_sql(query, scope_ids)
        )
        return Reach(**{scope.kind: scope for scope in scopes})

    def freeze(self, session_id: str, frozen: Mapping[str, Any] | None, frozen_at: int) -> SessionRow:
        """See `contract.Sessions.freeze`."""
        text = None if frozen is None else compact(frozen)
        query = SessionRecord.update(frozen=text, frozen_at=frozen_at).where(SessionRecord.id == session_id)
        if frozen is not None:
            query = query.where(SessionRecord.frozen.is_null())
        run(self._database, query)
        return self._get(session_id)

    def find(self, scopes: Sequence[int], *, limit: int = 100) -> list[SessionRow]:
        """See `contract.Sessions.find`."""
        query = SessionRecord.select(*(getattr(SessionRecord, name) for name in _SESSION_COLUMNS))
        query = query.where(SessionRecord.user_id.in_(list(scopes)))
        query = query.order_by(SessionRecord.started_at.desc(), SessionRecord.id).limit(limit)
        return [self._row(row) for row in fetch(self._database, query)]

    def end(self, session_id: str, at: str) -> None:
        """See `contract.Sessions.end`."""
        run(self._database, SessionRecord.update(ended_at=at).where(SessionRecord.id == session_id))

    def advance(self, session_id: str, offset: int) -> None:
        """See `contract.Sessions.advance`."""
        ours = (SessionRecord.id == session_id) & (SessionRecord.offset < offset)
        run(self._database, SessionRecord.update(offset=offset).where(ours))

    def unread(self, reach: Reach, *, since: str | None = None) -> list[Unread]:
        """See `contract.Sessions.unread`."""
        mark = self._database.param
        names = ", ".join(f's."{name}"' for name in _SESSION_COLUMNS)
        query = (
            f"SELECT {names}, count(*), max(t.at) FROM sessions s "
            'JOIN turns t ON t.session_id = s.id AND t.position >= s."offset" '
            f"WHERE s.user_id = {mark} AND s.agent_id = {mark} AND s.house_id = {mark} AND s.started_at >= {mark} "
            "GROUP BY s.id ORDER BY s.started_at DESC, s.id"
        )
        ours = (reach.user.id, reach.agent.id, reach.house.id, since or "")
        rows = self._database.execute_sql(query, ours).fetchall()
        return [Unread(row=self._row(row[:-2]), turns=row[-2], last_at=row[-1]) for row in rows]

    def journal(self, session_id: str, turns: Sequence[Turn]) -> tuple[Turn, ...]:
        """See `contract.Sessions.journal`."""
        user_id = self._user(session_id)
        position = self._length(session_id)
        first, added = position, []
        for turn in turns:
            placed = replace(turn, session_id=session_id, position=position)
            row = [getattr(placed, name) for name in TURN_COLUMNS]
            if self._database.execute_sql(self._add_turn, row).rowcount > 0:
                added.append(placed)
                position += 1
        if added:
            self._index(session_id, user_id, first)
        return tuple(added)

    def _length(self, session_id: str) -> int:
        """The next turn's position: behind the last, and behind what was learned from, though it was forgotten."""
        mark = self._database.param
        query = (
            f"SELECT coalesce((SELECT max(position) + 1 FROM turns WHERE session_id = {mark}), 0), "
            f'coalesce((SELECT "offset" FROM sessions WHERE id = {mark}), 0)'
        )
        return int(max(self._database.execute_sql(query, (session_id, session_id)).fetchone()))

    def _user(self, session_id: str) -> int:
        query = f"SELECT user_id FROM sessions WHERE id = {self._database.param}"
        found = self._database.execute_sql(query, (session_id,)).fetchone()
        if found is None:
            raise InputError(f"There is no session {session_id!r}.")
        return int(found[0])

    def _index(self, session_id: str, user_id: int, first: int) -> None:
        """Make the documents of the turns from *first* on, and lend their words to the turns before them."""
        near = documents.NEIGHBOURS
        turns = self.turns(session_id, start=max(first - 2 * near, 0))
        for turn, document in documents.of_session(turns, user_id):
            if turn.position < first - near:
                continue
            turn_id = self._database.execute_sql(self._turn_id, (session_id, turn.position)).fetchone()[0]
            self._database.execute_sql(self._put_document, [turn_id, *document.row])

    def reindex(self, session_id: str) -> None:
        """Make all documents of a session's turns."""
        self._index(session_id, self._user(session_id), 0)

    def turns(self, session_id: str, *, start: int = 0, stop: int | None = None) -> list[Turn]:
        """See `contract.Sessions.turns`."""
        rows = self._database.execute_sql(
            self._turns, (session_id, start, _NO_STOP if stop is None else stop)
        )
        return [turn_from(row) for row in rows]

    def forget_turns(self, before: str, reach: Reach, *, unread: bool = False) -> int:
        """See `contract.Sessions.forget_turns`."""
        execute, mark = self._database.execute_sql, self._database.param
        old = execute(
            "SELECT t.id, t.session_id FROM turns t JOIN sessions s ON s.id = t.session_id "
            f"WHERE s.house_id = {mark} AND s.agent_id = {mark} AND t.at < {mark} "
            f'AND ({mark} OR t.position < s."offset")',
            (reach.house.id, reach.agent.id, before, unread),
        ).fetchall()
        for turn_id, _ in old:
            execute(f"DELETE FROM documents WHERE turn_id = {mark}", (turn_id,))
            execute(f"DELETE FROM turns WHERE id = {mark}", (turn_id,))
        for session_id in dict.fromkeys(session_id for _, session_id in old):
            self.reindex(session_id)
        return len(old)

    def log(self, receipt: Receipt, reach: Reach) -> None:
        """See `contract.Sessions.log`."""
        execute, mark = self._database.execute_sql, self._database.param
        execute(
            "INSERT INTO recalls (id, at, session_id, agent_id, user_id, receipt) "
            f"VALUES ({marks(self._database, 6)})",
            (
                receipt.id,
                receipt.at,
                receipt.session_id,
                reach.agent.id,
                reach.user.id,
                compact(receipt.as_dict()),
            ),
        )
        for passage in receipt.rendered:
            execute(
                f"INSERT INTO recalled (recall_id, ref, at) VALUES ({mark}, {mark}, {mark}) ON CONFLICT DO NOTHING",
                (receipt.id, passage.ref, receipt.at),
            )

    def receipts(
        self, reach: Reach, *, session_id: str | None = None, since: str | None = None, limit: int = 1
    ) -> list[dict[str, Any]]:
        """See `contract.Sessions.receipts`."""
        theirs = (RecallRow.agent_id == reach.agent.id) & (RecallRow.user_id == reach.user.id)
        query = RecallRow.select(RecallRow.receipt).where(theirs)
        if session_id is not None:
            query = query.where(RecallRow.session_id == session_id)
        if since is not None:
            query = query.where(RecallRow.at >= since)
        query = query.order_by(RecallRow.at.desc(), RecallRow.id).limit(limit)
        return [json.loads(row[0]) for row in fetch(self._database, query)]
