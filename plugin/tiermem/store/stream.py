"""The append-only table of events."""

from __future__ import annotations

from collections.abc import Sequence

from peewee import Database

from tiermem.store.models import EventRow
from tiermem.store.rows import EVENT_COLUMNS, columns, event_from, event_row
from tiermem.store.sql import fetch, marks, run
from tiermem.values import Event

_FIELDS = (EventRow.seq, *(getattr(EventRow, name) for name in EVENT_COLUMNS))


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
        self, scopes: Sequence[int], *, session_id: str | None = None, limit: int = 1000
    ) -> list[Event]:
        """See `contract.Stream.waiting`."""
        condition = (
            (EventRow.kind == "observation")
            & EventRow.processed.is_null()
            & EventRow.scope_id.in_(list(scopes))
        )
        if session_id is not None:
            condition &= EventRow.session_id == session_id
        query = EventRow.select(*_FIELDS).where(condition).order_by(EventRow.seq).limit(limit)
        return [event_from(row) for row in fetch(self._database, query)]

    def settle(self, seq: int, *, at: str, outcome: str) -> bool:
        """See `contract.Stream.settle`."""
        waits = (EventRow.seq == seq) & EventRow.processed.is_null()
        return bool(run(self._database, EventRow.update(processed=at, outcome=outcome).where(waits)))

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
        sql = f"SELECT seq, {columns(EVENT_COLUMNS)} FROM events WHERE {where} ORDER BY seq LIMIT {mark}"
        return [event_from(row) for row in self._database.execute_sql(sql, (*values, limit))]

    def head(self) -> int:
        """See `contract.Stream.head`."""
        return int(self._database.execute_sql("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0])
