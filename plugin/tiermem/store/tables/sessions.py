"""Sessions' working state, the journal, and the receipts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.store.contract import SessionBrief, SessionRow, Unread
from tiermem.store.full_text import documents
from tiermem.store.sql.rows import TURN_COLUMNS, compact, turn_from
from tiermem.store.sql.schema import TABLE_COLUMNS
from tiermem.store.sql.statements import columns, insert_into, placeholders, rows_of
from tiermem.store.tables.receipts import OWN_COLUMNS, packed, unpacked
from tiermem.store.tables.records import ensure_owner, is_there, scope_of, widened
from tiermem.values import Reach, Scope, Usage
from tiermem.values.frozen import fields, replace

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database
    from tiermem.values import Receipt, Turn

_COLUMNS = TABLE_COLUMNS["sessions"]
_SELECT = f"SELECT {columns(_COLUMNS)} FROM sessions WHERE"
_NO_STOP = 1 << 62


class SessionTables:
    """`contract.Sessions`.

    Args:
        database: The tables.
        settle: Called before receipts are read: stores those that wait, see `contract.Store.keep`.
    """

    def __init__(self, database: Database, settle: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._settle = settle
        mark = database.param
        self._add_turn = f"{insert_into(database, 'turns', TURN_COLUMNS)} ON CONFLICT DO NOTHING"
        self._turns = (
            f"SELECT {columns(TURN_COLUMNS)} FROM turns "
            f"WHERE session_id = {mark} AND position >= {mark} AND position < {mark} ORDER BY position"
        )
        self._turn_id = f"SELECT id FROM turns WHERE session_id = {mark} AND position = {mark}"

    def is_open_to(self, session_id: str, reach: Reach) -> bool:
        """See `contract.Sessions.is_open_to`."""
        sql = f"SELECT house_id, agent_id, user_id FROM sessions WHERE id = {self._database.param}"
        found = rows_of(self._database, sql, session_id)
        return not found or tuple(found[0]) == (reach.house.id, reach.agent.id, reach.user.id)

    def begin(self, row: SessionRow) -> SessionRow:
        """See `contract.Sessions.begin`."""
        ensure_owner(self._database, row.reach.user.id)
        stored = self.known(row)
        if stored is not None:
            return stored
        # an id is unique in the whole store, although keys on PostgreSQL name the owner too
        self._database.hold(f"session {row.id}")
        stored = self.known(row)
        if stored is not None:
            return stored
        new = {
            "id": row.id,
            "house_id": row.reach.house.id,
            "agent_id": row.reach.agent.id,
            "user_id": row.reach.user.id,
            "project_id": row.project_id,
            "task_id": row.task_id,
            "connections": compact(row.connections),
            "started_at": row.started_at,
            "frozen_at": 0,
            "offset": 0,
        }
        self._database.execute_sql(insert_into(self._database, "sessions", tuple(new)), tuple(new.values()))
        return self._get(row.id)

    def known(self, row: SessionRow) -> SessionRow | None:
        """See `contract.Sessions.known`."""
        stored = self._find(row.id)
        if stored is not None and stored.reach != row.reach:
            raise InputError(f"Session {row.id!r} belongs to another user, agent or house.")
        return stored and replace(stored, reach=row.reach)

    def _get(self, session_id: str) -> SessionRow:
        found = self._find(session_id)
        if found is None:
            raise InputError(f"There is no session {session_id!r}.")
        return found

    def _find(self, session_id: str) -> SessionRow | None:
        found = rows_of(self._database, f"{_SELECT} id = {self._database.param}", session_id)
        return self._row(found[0]) if found else None

    def _row(self, row: Sequence[Any], reach: Reach | None = None) -> SessionRow:
        """Return the working state of a row; *reach* is that of the session if it is known."""
        data = dict(zip(_COLUMNS, row, strict=True))
        scope_ids = [data.pop(f"{kind}_id") for kind in ("house", "agent", "user")]
        data["reach"] = reach or self._reach(*scope_ids)
        data["connections"] = tuple(json.loads(data["connections"]))
        data["frozen"] = json.loads(data["frozen"]) if data["frozen"] else None
        return SessionRow(**data)

    def _reach(self, *scope_ids: int) -> Reach:
        sql = f"SELECT id, kind, name, parent_id FROM scopes WHERE id IN ({placeholders(self._database, 3)})"
        with self._database.everything():
            scopes: dict[str, Scope] = {
                kind: Scope(id=scope_id, kind=kind, name=name, parent_id=parent_id)
                for scope_id, kind, name, parent_id in rows_of(self._database, sql, *scope_ids)
            }
            pair = scope_of(self._database, "pair", scopes["user"].name, scopes["agent"].id)
            reach = Reach(house=scopes["house"], agent=scopes["agent"], user=scopes["user"], pair=pair)
            return widened(self._database, reach)

    def freeze(self, session_id: str, frozen: Mapping[str, Any] | None, frozen_at: int) -> SessionRow:
        """See `contract.Sessions.freeze`."""
        mark = self._database.param
        sql = f"UPDATE sessions SET frozen = {mark}, frozen_at = {mark} WHERE id = {mark}"
        text = None if frozen is None else compact(frozen)
        unless_frozen = "" if frozen is None else " AND frozen IS NULL"
        self._database.execute_sql(sql + unless_frozen, (text, frozen_at, session_id))
        return self._get(session_id)

    def told(self, session_id: str, head: int) -> None:
        """See `contract.Sessions.told`."""
        mark = self._database.param
        sql = f"UPDATE sessions SET frozen_at = {mark} WHERE id = {mark} AND frozen IS NOT NULL"
        self._database.execute_sql(sql, (head, session_id))

    def shown(self, reach: Reach, session_id: str, since: str) -> frozenset[str]:
        """See `contract.Sessions.shown`."""
        self._settle()
        mark = self._database.param
        sql = (
            "SELECT d.ref FROM recalls r JOIN recalled d ON d.recall_id = r.id LEFT JOIN entries e ON e.id = d.ref "
            f"WHERE r.agent_id = {mark} AND r.user_id = {mark} AND r.at >= {mark} AND r.session_id = {mark} "
            "AND (e.id IS NULL OR e.updated_at <= r.at)"
        )
        found = rows_of(self._database, sql, reach.agent.id, reach.user.id, since, session_id)
        return frozenset(ref for (ref,) in found)

    def find(self, scopes: Sequence[int], *, limit: int = 100) -> list[SessionRow]:
        """See `contract.Sessions.find`."""
        sql = (
            f"{_SELECT} user_id IN ({placeholders(self._database, len(scopes))}) "
            f"ORDER BY started_at DESC, id LIMIT {self._database.param}"
        )
        return [self._row(row) for row in rows_of(self._database, sql, *scopes, limit)]

    def brief(
        self,
        reach: Reach,
        *,
        project_id: str | None = None,
        before: tuple[str, str] | None = None,
        limit: int = 50,
    ) -> list[SessionBrief]:
        """See `contract.Sessions.brief`."""
        where, values = self._listed(reach, project_id)
        if before is not None:
            mark = self._database.param
            where += f" AND (s.started_at < {mark} OR (s.started_at = {mark} AND s.id > {mark}))"
            values += [before[0], *before]
        sql = (
            "SELECT s.id, s.started_at, s.ended_at, s.project_id, s.task_id, "
            "(SELECT count(*) FROM turns t WHERE t.session_id = s.id), "
            "(SELECT count(*) FROM events e WHERE e.session_id = s.id AND e.kind = 'observation'), "
            "coalesce((SELECT substr(t.content, 1, 200) FROM turns t WHERE t.session_id = s.id "
            "AND t.speaker = 'user' ORDER BY t.position LIMIT 1), ''), "
            "(SELECT t.at FROM turns t WHERE t.session_id = s.id ORDER BY t.position DESC LIMIT 1) "
            f"FROM sessions s WHERE {where} ORDER BY s.started_at DESC, s.id LIMIT {self._database.param}"
        )
        names = [field.name for field in fields(SessionBrief)]
        return [
            SessionBrief(**dict(zip(names, row, strict=True)))
            for row in rows_of(self._database, sql, *values, limit)
        ]

    def usages(self, reach: Reach, since: str, limit: int = 2_000) -> list[tuple[str, dict[str, Usage]]]:
        """See `contract.Sessions.usages`."""
        where, values = self._listed(reach, None)
        mark = self._database.param
        sql = (
            f"SELECT s.started_at, s.frozen FROM sessions s WHERE {where} AND s.started_at >= {mark} "
            f"AND s.frozen IS NOT NULL ORDER BY s.started_at DESC LIMIT {mark}"
        )
        return [
            (
                started_at,
                {block["name"]: _usage(block) for block in json.loads(frozen)["blocks"] if block["usage"]},
            )
            for started_at, frozen in rows_of(self._database, sql, *values, since, limit)
        ]

    def count(self, reach: Reach, *, project_id: str | None = None) -> int:
        """See `contract.Sessions.count`."""
        where, values = self._listed(reach, project_id)
        return int(rows_of(self._database, f"SELECT count(*) FROM sessions s WHERE {where}", *values)[0][0])

    def _listed(self, reach: Reach, project_id: str | None) -> tuple[str, list[Any]]:
        """Return the condition on the sessions of an agent and user, and its values."""
        mark = self._database.param
        where = f"s.user_id = {mark} AND s.agent_id = {mark} AND s.house_id = {mark}"
        values: list[Any] = [reach.user.id, reach.agent.id, reach.house.id]
        if project_id is not None:
            where += f" AND s.project_id = {mark}"
            values.append(project_id)
        return where, values

    def end(self, session_id: str, at: str) -> None:
        """See `contract.Sessions.end`."""
        mark = self._database.param
        self._database.execute_sql(
            f"UPDATE sessions SET ended_at = {mark} WHERE id = {mark}", (at, session_id)
        )

    def advance(self, session_id: str, offset: int) -> None:
        """See `contract.Sessions.advance`."""
        mark = self._database.param
        sql = f'UPDATE sessions SET "offset" = {mark} WHERE id = {mark} AND "offset" < {mark}'
        self._database.execute_sql(sql, (offset, session_id, offset))

    def unread(self, reach: Reach, *, since: str | None = None) -> list[Unread]:
        """See `contract.Sessions.unread`."""
        mark = self._database.param
        sql = (
            f"SELECT {columns(_COLUMNS, 's.')}, count(t.id), max(t.at) FROM sessions s "
            'JOIN turns t ON t.session_id = s.id AND t.position >= s."offset" '
            f"WHERE s.user_id = {mark} AND s.agent_id = {mark} AND s.house_id = {mark} AND s.started_at >= {mark} "
            f"GROUP BY {columns(_COLUMNS, 's.')} ORDER BY s.started_at DESC, s.id"
        )
        found = rows_of(self._database, sql, reach.user.id, reach.agent.id, reach.house.id, since or "")
        return [
            Unread(row=self._row(row, reach), turns=turns, last_at=last_at) for *row, turns, last_at in found
        ]

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
        """Return the next turn's position, after the last turn and after turns that were read and then forgotten."""
        mark = self._database.param
        sql = (
            f"SELECT coalesce((SELECT max(position) + 1 FROM turns WHERE session_id = {mark}), 0), "
            f'coalesce((SELECT "offset" FROM sessions WHERE id = {mark}), 0)'
        )
        return int(max(rows_of(self._database, sql, session_id, session_id)[0]))

    def _user(self, session_id: str) -> int:
        sql = f"SELECT user_id FROM sessions WHERE id = {self._database.param}"
        found = rows_of(self._database, sql, session_id)
        if not found:
            raise InputError(f"There is no session {session_id!r}.")
        return int(found[0][0])

    def _index(self, session_id: str, user_id: int, first: int) -> None:
        """Index the turns from *first* on, and update the borrowed words of the turns before them."""
        turns = self.turns(session_id, start=max(first - 2 * documents.REACH, 0))
        for turn, document in documents.of_session(turns, user_id):
            if turn.position >= first - documents.REACH:
                ((turn_id,),) = rows_of(self._database, self._turn_id, session_id, turn.position)
                documents.put_turn(self._database, turn, turn_id, document)

    def reindex(self, session_id: str) -> None:
        """Make all documents of a session's turns."""
        self._index(session_id, self._user(session_id), 0)

    def turns(self, session_id: str, *, start: int = 0, stop: int | None = None) -> list[Turn]:
        """See `contract.Sessions.turns`."""
        stop = _NO_STOP if stop is None else stop
        return [turn_from(row) for row in rows_of(self._database, self._turns, session_id, start, stop)]

    def said_before(self, before: str, reach: Reach) -> list[str]:
        """See `contract.Sessions.said_before`."""
        mark = self._database.param
        sql = (
            "SELECT t.content FROM turns t JOIN sessions s ON s.id = t.session_id "
            f"WHERE s.agent_id = {mark} AND s.user_id = {mark} AND t.at < {mark}"
        )
        return [row[0] for row in rows_of(self._database, sql, reach.agent.id, reach.user.id, before)]

    def forget_turns(self, before: str, reach: Reach, *, unread: bool = False) -> int:
        """See `contract.Sessions.forget_turns`."""
        mark = self._database.param
        sql = (
            "SELECT t.id, t.session_id FROM turns t JOIN sessions s ON s.id = t.session_id "
            f"WHERE s.house_id = {mark} AND s.agent_id = {mark} AND t.at < {mark}"
        )
        if not unread:
            sql += ' AND t.position < s."offset"'
        old = rows_of(self._database, sql, reach.house.id, reach.agent.id, before)
        for turn_id, _ in old:
            self._database.execute_sql(f"DELETE FROM documents WHERE turn_id = {mark}", (turn_id,))
            self._database.execute_sql(f"DELETE FROM turns WHERE id = {mark}", (turn_id,))
        for session_id in dict.fromkeys(session_id for _, session_id in old):
            self.reindex(session_id)
        return len(old)

    def log(self, receipt: Receipt, reach: Reach) -> None:
        """See `contract.Sessions.log`."""
        if not is_there(self._database, reach.user.id):
            return
        row = (receipt.id, receipt.at, receipt.session_id, reach.agent.id, reach.user.id)
        names = ("id", "at", "session_id", "agent_id", "user_id", "receipt")
        insert = insert_into(self._database, "recalls", names)
        self._database.execute_sql(insert, (*row, compact(packed(receipt.as_dict()))))
        shown = [(receipt.id, passage.ref, receipt.at) for passage in receipt.rendered]
        if shown:
            insert = insert_into(self._database, "recalled", ("recall_id", "ref", "at"), len(shown))
            values = [value for row in shown for value in row]
            self._database.execute_sql(f"{insert} ON CONFLICT DO NOTHING", values)

    def receipts(
        self,
        reach: Reach,
        *,
        session_id: str | None = None,
        receipt_id: str | None = None,
        since: str | None = None,
        before: tuple[str, str] | None = None,
        limit: int = 1,
    ) -> list[dict[str, Any]]:
        """See `contract.Sessions.receipts`."""
        self._settle()
        mark = self._database.param
        conditions = [f"agent_id = {mark}", f"user_id = {mark}"]
        values: list[int | str] = [reach.agent.id, reach.user.id]
        for condition, value in (("session_id =", session_id), ("id =", receipt_id), ("at >=", since)):
            if value is not None:
                conditions.append(f"{condition} {mark}")
                values.append(value)
        if before is not None:
            conditions.append(f"(at < {mark} OR (at = {mark} AND id > {mark}))")
            values += [before[0], *before]
        sql = (
            f"SELECT {columns(OWN_COLUMNS)}, receipt FROM recalls WHERE {' AND '.join(conditions)} "
            f"ORDER BY at DESC, id LIMIT {mark}"
        )
        found = rows_of(self._database, sql, *values, limit)
        return [unpacked(own, json.loads(stored)) for *own, stored in found]


def _usage(block: Mapping[str, Any]) -> Usage:
    return Usage(used=block["usage"]["used"], limit=block["usage"]["limit"])
