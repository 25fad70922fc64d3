"""The append-only table of events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.contract import SET_ASIDE, Backlog
from tiermem.store.sql.rows import EVENT_COLUMNS, event_from, event_row
from tiermem.store.sql.statements import columns, in_portions, insert_into, placeholders, rows_of
from tiermem.store.tables.records import ensure_owner

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database
    from tiermem.values import Event

_SELECT = f"SELECT seq, {columns(EVENT_COLUMNS)} FROM events"
_BEGINNING = f"substr(coalesce(outcome, ''), 1, {len(SET_ASIDE)})"
# These repeat the conditions of the indexes `events_waiting`, `events_unconsolidated`, `events_set_aside` and
# `events_known` word for word, because SQLite uses the indexes only then.
WAITING = "kind = 'observation' AND processed IS NULL"
UNCONSOLIDATED = (
    "kind = 'observation' AND processed IS NOT NULL AND consolidated IS NULL "
    f"AND {_BEGINNING} <> '{SET_ASIDE}'"
)
_UNFINISHED = "kind = 'observation' AND consolidated IS NULL"
"""The condition of an observation that is not in a profile yet."""
_FAILED = f"kind = 'observation' AND {_BEGINNING} = '{SET_ASIDE}'"

_AS = "known as "
_KNOWN = "kind = 'observation' AND outcome >= 'known as ' AND outcome < 'known as!'"
"""The condition of an observation that repeats an entry. Its outcome names the entry."""


_ALL_TEXT = (
    "(e.kind || ' ' || e.source || ' ' || coalesce(e.session_id, '') || ' ' || coalesce(e.reason, '') || ' ' || "
    "coalesce(e.entry_id, '') || ' ' || e.payload || ' ' || coalesce(v.content, ''))"
)
"""All that can be searched for in an event, and in the version of its entry."""


class StreamTable:
    """`contract.Stream`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._append = insert_into(database, "events", EVENT_COLUMNS)

    def append(self, event: Event) -> int:
        """See `contract.Stream.append`."""
        ensure_owner(self._database, event.scope_id)
        self._database.ensure_alone(event.scope_id)
        if event.key is None:
            return self._database.added(self._append, event_row(event), "seq") or 0
        return self._database.added(f"{self._append} ON CONFLICT DO NOTHING", event_row(event), "seq") or 0

    def waiting(
        self, scopes: Sequence[int], *, session_id: str | None = None, after: int = 0, limit: int = 1000
    ) -> list[Event]:
        """See `contract.Stream.waiting`."""
        if session_id is None:
            return self._oldest(WAITING, scopes, after, limit)
        mark = self._database.param
        # The plus makes SQLite use the index of the session, not that of the scopes.
        among = f"+scope_id IN ({placeholders(self._database, len(scopes))})"
        where = f"{WAITING} AND session_id = {mark} AND {among} AND seq > {mark}"
        sql = f"{_SELECT} WHERE {where} ORDER BY seq LIMIT {mark}"
        return [event_from(row) for row in rows_of(self._database, sql, session_id, *scopes, after, limit)]

    def _oldest(self, condition: str, scopes: Sequence[int], after: int, limit: int) -> list[Event]:
        """Return the first events that meet a condition. It reads one index per scope, at most *limit* rows."""
        mark = self._database.param
        sql = f"{_SELECT} WHERE {condition} AND scope_id = {mark} AND seq > {mark} ORDER BY seq LIMIT {mark}"
        rows = [
            row for one in dict.fromkeys(scopes) for row in rows_of(self._database, sql, one, after, limit)
        ]
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
        conditions.append(f"scope_id IN ({placeholders(self._database, len(scopes))})")
        if kinds:
            conditions.append(f"kind IN ({placeholders(self._database, len(kinds))})")
        if entry_id is not None:
            conditions.append(f"entry_id = {mark}")
            values.append(entry_id)
        sql = f"{_SELECT} WHERE {' AND '.join(conditions)} ORDER BY seq LIMIT {mark}"
        return [event_from(row) for row in rows_of(self._database, sql, *values, limit)]

    def find(self, seqs: Sequence[int], scopes: Sequence[int]) -> dict[int, Event]:
        """See `contract.Stream.find`."""
        owned = placeholders(self._database, len(scopes))
        found: dict[int, Event] = {}
        for some in in_portions(sorted(set(seqs))):
            among = placeholders(self._database, len(some))
            sql = f"{_SELECT} WHERE seq IN ({among}) AND scope_id IN ({owned})"
            found |= {row[0]: event_from(row) for row in rows_of(self._database, sql, *some, *scopes)}
        return found

    def of_session(self, session_id: str, scopes: Sequence[int]) -> list[Event]:
        """See `contract.Stream.of_session`."""
        # The plus makes SQLite use the index of the session, not that of the scopes.
        among = f"+scope_id IN ({placeholders(self._database, len(scopes))})"
        sql = f"{_SELECT} WHERE session_id = {self._database.param} AND {among} ORDER BY seq"
        return [event_from(row) for row in rows_of(self._database, sql, session_id, *scopes)]

    def latest(
        self,
        scopes: Sequence[int],
        *,
        kinds: Sequence[str] = (),
        since: str = "",
        before: int | None = None,
        limit: int = 50_000,
    ) -> list[Event]:
        """See `contract.Stream.latest`."""
        mark = self._database.param
        conditions = [f"scope_id IN ({placeholders(self._database, len(scopes))})"]
        values: list[Any] = [*scopes]
        if kinds:
            conditions.append(f"kind IN ({placeholders(self._database, len(kinds))})")
            values += kinds
        for condition, value in (("at >=", since or None), ("seq <", before)):
            if value is not None:
                conditions.append(f"{condition} {mark}")
                values.append(value)
        sql = f"{_SELECT} WHERE {' AND '.join(conditions)} ORDER BY seq DESC LIMIT {mark}"
        return [event_from(row) for row in reversed(rows_of(self._database, sql, *values, limit))]

    def mentioning(
        self, words: Sequence[str], scopes: Sequence[int], within: tuple[str | None, str | None]
    ) -> Iterator[tuple[Event, str]]:
        """See `contract.Stream.mentioning`."""
        if not words:
            return
        mark, among = self._database.param, placeholders(self._database, len(scopes))
        conditions, values = [f"e.scope_id IN ({among})"], [*scopes, *scopes]
        bounds: list[str] = []
        for compared, bound in zip(("e.at >=", "e.at <"), within, strict=True):
            if bound is not None:
                conditions.append(f"{compared} {mark}")
                bounds.append(bound)
        # lower() folds ASCII alone: texts with other characters are compared by the caller.
        said = [f"%{word.lower()}%" for word in words if word.isascii()]
        folded, others = f"lower{_ALL_TEXT} LIKE {mark}", self._database.beyond_ascii.format(_ALL_TEXT)
        has_word = " OR ".join([*(folded for _ in said), others])
        sql = (
            f"SELECT e.seq, {', '.join(f'e.{name}' for name in EVENT_COLUMNS)}, coalesce(v.content, '') FROM events e "
            f"LEFT JOIN entries n ON n.id = e.entry_id AND n.scope_id IN ({among}) "
            "LEFT JOIN entry_versions v ON v.entry_id = n.id AND v.version = e.version "
            f"WHERE {' AND '.join(conditions)} AND ({has_word}) ORDER BY e.seq"
        )
        for row in rows_of(self._database, sql, *values, *bounds, *said):
            yield event_from(row[:-1]), row[-1]

    def connections(self, seqs: Sequence[int], scopes: Sequence[int]) -> dict[int, str]:
        """See `contract.Stream.connections`."""
        owned = placeholders(self._database, len(scopes))
        found: dict[int, str] = {}
        bound = "json_extract(payload, '$.draft.connection_id')"
        for some in in_portions(seqs):
            among = placeholders(self._database, len(some))
            sql = f"SELECT seq, {bound} FROM events WHERE seq IN ({among}) AND scope_id IN ({owned})"
            found |= {seq: name for seq, name in rows_of(self._database, sql, *some, *scopes) if name}
        return found

    def confirmations(self, scopes: Sequence[int]) -> dict[str, int]:
        """See `contract.Stream.confirmations`."""
        among = placeholders(self._database, len(scopes))
        sql = (
            f"SELECT substr(outcome, {len(_AS) + 1}, 8), count(*) FROM events "
            f"WHERE {_KNOWN} AND scope_id IN ({among}) GROUP BY 1"
        )
        return {entry_id: int(times) for entry_id, times in rows_of(self._database, sql, *scopes)}

    def declined(self, scopes: Sequence[int]) -> dict[str, list[tuple[int, int, int]]]:
        """See `contract.Stream.declined`."""
        among = placeholders(self._database, len(scopes))
        sql = f"SELECT payload FROM events WHERE kind = 'declined' AND scope_id IN ({among})"
        found: dict[str, list[tuple[int, int, int]]] = {}
        for (payload,) in rows_of(self._database, sql, *scopes):
            for ref, places in json.loads(payload).get("turns", {}).items():
                found.setdefault(ref, []).extend((start, end, length) for start, end, length in places)
        return found

    def head(self, scopes: Sequence[int] | None = None) -> int:
        """See `contract.Stream.head`. It reads one place of an index per scope."""
        last = "SELECT coalesce(max(seq), 0) FROM events"
        if scopes is None:
            return int(rows_of(self._database, last)[0][0])
        if not scopes:
            return 0
        each = " UNION ALL ".join([f"{last} WHERE scope_id = {self._database.param}"] * len(scopes))
        return max(int(place) for (place,) in rows_of(self._database, each, *scopes))

    def has_erased(self, since: int) -> bool:
        """Return True if something of anybody's was erased after this place."""
        sql = f"SELECT 1 FROM events WHERE seq > {self._database.param} AND kind = 'erased' LIMIT 1"
        return bool(rows_of(self._database, sql, since))

    def pulse(self) -> str:
        """See `contract.Stream.pulse`."""
        return str(rows_of(self._database, self._database.pulse)[0][0])

    def unconsolidated(self, scopes: Sequence[int], *, after: int = 0, limit: int) -> list[Event]:
        """See `contract.Stream.unconsolidated`."""
        return self._oldest(UNCONSOLIDATED, scopes, after, limit)

    def consolidate(self, seqs: Sequence[int], *, at: str) -> int:
        """See `contract.Stream.consolidate`."""
        ours = f"{_UNFINISHED} AND processed IS NOT NULL"
        return sum(
            self._change(
                f"consolidated = ? WHERE {ours} AND seq IN ({placeholders(self._database, len(some))})",
                at,
                *some,
            )
            for some in in_portions(seqs)
        )

    def fail(self, seq: int, *, problem: str) -> int:
        """See `contract.Stream.fail`."""
        outcome = "CASE WHEN processed IS NULL THEN ? ELSE outcome END"
        self._change(f"tries = tries + 1, outcome = {outcome} WHERE seq = ? AND {_UNFINISHED}", problem, seq)
        sql = f"SELECT tries FROM events WHERE seq = {self._database.param}"
        found = rows_of(self._database, sql, seq)
        return int(found[0][0]) if found else 0

    def set_aside(self, seq: int, *, at: str, problem: str) -> bool:
        """See `contract.Stream.set_aside`."""
        new = "processed = coalesce(processed, ?), outcome = CAST(? AS TEXT) || tries || CAST(? AS TEXT)"
        where = f"seq = ? AND {_UNFINISHED} AND {_BEGINNING} <> '{SET_ASIDE}'"
        texts = (f"{SET_ASIDE} after ", f" tries: {problem}")
        return bool(self._change(f"{new} WHERE {where}", at, *texts, seq))

    def try_again(self, seq: int, scopes: Sequence[int]) -> bool:
        """See `contract.Stream.try_again`."""
        new = "processed = NULL, consolidated = NULL, outcome = NULL, tries = 0"
        among = f"scope_id IN ({placeholders(self._database, len(scopes))})"
        return bool(self._change(f"{new} WHERE seq = ? AND {_FAILED} AND {among}", seq, *scopes))

    def _change(self, change: str, *values: Any) -> int:
        """Change rows and return their number. *change* follows SET; its ``?`` are bound values."""
        sql = f"UPDATE events SET {change.replace('?', self._database.param)}"
        return int(self._database.execute_sql(sql, values).rowcount)

    def backlog(self, scopes: Sequence[int] | None = None) -> Backlog:
        """See `contract.Stream.backlog`."""
        owned = "" if scopes is None else f" AND scope_id IN ({placeholders(self._database, len(scopes))})"

        def read(condition: str, what: str) -> Any:
            sql = f"SELECT {what} FROM events WHERE {condition}{owned}"
            return rows_of(self._database, sql, *(scopes or ()))[0][0]

        number, oldest = "count(*)", "min(at)"
        return Backlog(
            read(WAITING, number), read(WAITING, oldest), read(_FAILED, number), read(UNCONSOLIDATED, number)
        )
