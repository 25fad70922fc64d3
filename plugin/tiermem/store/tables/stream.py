"""The append-only table of events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.contract import SET_ASIDE, Backlog
from tiermem.store.tables.rows import EVENT_COLUMNS, columns, event_from, event_row
from tiermem.store.tables.sql import marks

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.values import Event

_SELECT = f"SELECT seq, {columns(EVENT_COLUMNS)} FROM events"
_BEGINNING = f"substr(coalesce(outcome, ''), 1, {len(SET_ASIDE)})"
WAITING = "kind = 'observation' AND processed IS NULL"
UNCONSOLIDATED = (
    "kind = 'observation' AND processed IS NOT NULL AND consolidated IS NULL "
    f"AND {_BEGINNING} <> '{SET_ASIDE}'"
)
_FAILED = f"kind = 'observation' AND {_BEGINNING} = '{SET_ASIDE}'"
"""These say word for word what the indexes `events_waiting`, `events_unconsolidated`, `events_set_aside` are of:
only then SQLite uses them."""
_AT_ONCE = 500
"""Values bound to one statement; SQLite takes 32,766, older ones 999."""


class PeeweeStream:
    """`contract.Stream`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._append = (
            f"INSERT INTO events ({columns(EVENT_COLUMNS)}) VALUES ({marks(database, len(EVENT_COLUMNS))})"
        )

    def append(self, event: Event) -> int:
        """See `contract.Stream.append`."""
        if event.key is None:
            return int(self._database.execute_sql(self._append, event_row(event)).lastrowid)
        cursor = self._database.execute_sql(f"{self._append} ON CONFLICT (key) DO NOTHING", event_row(event))
        return int(cursor.lastrowid) if cursor.rowcount > 0 else 0

    def waiting(
        self, scopes: Sequence[int], *, session_id: str | None = None, after: int = 0, limit: int = 1000
    ) -> list[Event]:
        """See `contract.Stream.waiting`."""
        if session_id is None:
            return self._oldest(WAITING, scopes, after, limit)
        mark = self._database.param
        among = f"+scope_id IN ({marks(self._database, len(scopes))})"  # the plus: the session's index, not theirs
        theirs = f"session_id = {mark} AND {among} AND seq > {mark}"
        sql = f"{_SELECT} WHERE {WAITING} AND {theirs} ORDER BY seq LIMIT {mark}"
        found = self._database.execute_sql(sql, (session_id, *scopes, after, limit))
        return [event_from(row) for row in found]

    def _oldest(self, condition: str, scopes: Sequence[int], after: int, limit: int) -> list[Event]:
        """The first events that meet a condition; one index is read per scope, no further than *limit*."""
        mark = self._database.param
        sql = f"{_SELECT} WHERE {condition} AND scope_id = {mark} AND seq > {mark} ORDER BY seq LIMIT {mark}"
        rows: list[Sequence[Any]] = []
        for scope_id in dict.fromkeys(scopes):
            rows += self._database.execute_sql(sql, (scope_id, after, limit)).fetchall()
        return [event_from(row) for row in sorted(rows, key=lambda row: int(row[0]))[:limit]]

    def settle(self, seq: int, *, at: str, outcome: str) -> bool:
        """See `contract.Stream.settle`."""
        mark = self._database.param
        sql = (
            f"UPDATE events SET processed = {mark}, outcome = {mark} WHERE seq = {mark} AND processed IS NULL"
        )
        return bool(self._database.execute_sql(sql, (at, outcome, seq)).rowcount)

    def events(
        self,
        scopes: Sequence[int],
        *,
        entry_id: str | None = None,
        kinds: Sequence[str] = (),
        after: int = 0,
        limit: int = 1000,
    ) -> list[Event]:
        """See `contract.Stream.events`."""
        mark = self._database.param
        conditions, values = [f"seq > {mark}"], [after, *scopes, *kinds]
        conditions.append(f"scope_id IN ({marks(self._database, len(scopes))})")
        if kinds:
            conditions.append(f"kind IN ({marks(self._database, len(kinds))})")
        if entry_id is not None:
            conditions.append(f"entry_id = {mark}")
            values.append(entry_id)
        where = " AND ".join(conditions)
        sql = f"{_SELECT} WHERE {where} ORDER BY seq LIMIT {mark}"
        return [event_from(row) for row in self._database.execute_sql(sql, (*values, limit))]

    def head(self) -> int:
        """See `contract.Stream.head`."""
        return int(self._database.execute_sql("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0])

    def unconsolidated(self, scopes: Sequence[int], *, after: int = 0, limit: int) -> list[Event]:
        """See `contract.Stream.unconsolidated`."""
        return self._oldest(UNCONSOLIDATED, scopes, after, limit)

    def consolidate(self, seqs: Sequence[int], *, at: str) -> int:
        """See `contract.Stream.consolidate`."""
        marked = 0
        for first in range(0, len(seqs), _AT_ONCE):
            some = seqs[first : first + _AT_ONCE]
            sql = (
                f"UPDATE events SET consolidated = {self._database.param} WHERE kind = 'observation' "
                "AND processed IS NOT NULL AND consolidated IS NULL "
                f"AND seq IN ({marks(self._database, len(some))})"
            )
            marked += self._database.execute_sql(sql, (at, *some)).rowcount
        return marked

    def fail(self, seq: int, *, problem: str) -> int:
        """See `contract.Stream.fail`."""
        execute, mark = self._database.execute_sql, self._database.param
        execute(
            "UPDATE events SET tries = tries + 1, "
            f"outcome = CASE WHEN processed IS NULL THEN {mark} ELSE outcome END "
            f"WHERE seq = {mark} AND kind = 'observation' AND consolidated IS NULL",
            (problem, seq),
        )
        found = execute(f"SELECT tries FROM events WHERE seq = {mark}", (seq,)).fetchone()
        return int(found[0]) if found is not None else 0

    def set_aside(self, seq: int, *, at: str, problem: str) -> bool:
        """See `contract.Stream.set_aside`."""
        mark = self._database.param
        sql = (
            f"UPDATE events SET processed = coalesce(processed, {mark}), "
            f"outcome = '{SET_ASIDE} after ' || tries || ' tries: ' || {mark} "
            f"WHERE seq = {mark} AND kind = 'observation' AND consolidated IS NULL AND {_BEGINNING} <> '{SET_ASIDE}'"
        )
        return bool(self._database.execute_sql(sql, (at, problem, seq)).rowcount)

    def try_again(self, seq: int, scopes: Sequence[int]) -> bool:
        """See `contract.Stream.try_again`."""
        sql = (
            "UPDATE events SET processed = NULL, consolidated = NULL, outcome = NULL, tries = 0 "
            f"WHERE seq = {self._database.param} AND {_FAILED} "
            f"AND scope_id IN ({marks(self._database, len(scopes))})"
        )
        return bool(self._database.execute_sql(sql, (seq, *scopes)).rowcount)

    def backlog(self, scopes: Sequence[int] | None = None) -> Backlog:
        """See `contract.Stream.backlog`."""
        theirs = "" if scopes is None else f" AND scope_id IN ({marks(self._database, len(scopes))})"

        def count(what: str, condition: str) -> Sequence[Any]:
            sql = f"SELECT {what} FROM events WHERE {condition}{theirs}"
            row: Sequence[Any] = self._database.execute_sql(sql, tuple(scopes or ())).fetchone()
            return row

        waiting, oldest = count("count(*), min(at)", WAITING)
        (failed,), (unconsolidated,) = count("count(*)", _FAILED), count("count(*)", UNCONSOLIDATED)
        return Backlog(waiting, oldest, failed, unconsolidated)
