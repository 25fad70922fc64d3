"""Pages of entries by keyset: each page starts after the last place of the one before, at the same cost.

Every owner and status has its own scan of an index in the wanted order, and the scans are merged: one scan over all of
them would sort every entry for each page.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tiermem.store.full_text.conditions import met_by_entries
from tiermem.store.sql.rows import ENTRY_COLUMNS, entry_from
from tiermem.store.sql.statements import columns, placeholders, rows_of
from tiermem.values import STATUSES
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.contract import EntryFilter, Place
    from tiermem.store.sql.database import Database
    from tiermem.values import Entry, EntrySort, Reach

_COLUMNS = columns(ENTRY_COLUMNS[:-1])
_COUNTED = """
WITH counted AS MATERIALIZED (
    SELECT ref, count(*) AS recalled FROM (
        SELECT s.ref FROM recalls r JOIN recalled s ON s.recall_id = r.id WHERE r.user_id = ?
        UNION ALL SELECT s.ref FROM recalled s JOIN entries e ON e.id = s.ref
        WHERE s.recall_id = '' AND e.scope_id IN (?, ?)
    ) found GROUP BY ref
)
"""
"""Entry → how often it was recalled, counted as `Records.recalls` counts."""

_SELECTIVE = ("subject", "key", "origin", "supersedes", "project_id", "task_id", "context_type")
"""Fields of a filter that leave few entries, which an index finds."""
_FEW = 2_000

Row = tuple["Place", "Entry"]


class EntryPages:
    """The pages of the entries that a filter leaves in one reach."""

    def __init__(self, database: Database, where: EntryFilter, reach: Reach) -> None:
        self._database = database
        self._where = where
        self._reach = reach
        self._scopes = [one for one in dict.fromkeys(reach.ids) if where.scope_id in (None, one)]

    def page(self, sort: EntrySort, after: Place | None, limit: int) -> list[Row]:
        """See `contract.Records.page`."""
        if sort == "category":
            return self._by_category(after, limit)
        if sort == "recalled":
            return self._by_recalls(after, limit)
        return self._by_time("created_at" if sort == "newest" else "updated_at", after, limit)

    def _by_category(self, after: Place | None, limit: int) -> list[Row]:
        found: list[Row] = []
        if after is None or after[0] is not None:
            met = [(f"{'+' if self._are_few() else ''}category IS NOT NULL", ())]
            found = self._merged(("category", "created_at", "id"), after, limit, met)
            after = None
        if len(found) < limit:
            unnamed = None if after is None else after[1:]
            rows = self._merged(
                ("created_at", "id"),
                unnamed,
                limit - len(found),
                [("+category IS NULL" if self._are_few() else "category IS NULL", ())],
            )
            found += [((None, *place), entry) for place, entry in rows]
        return found

    def _by_time(self, column: str, after: Place | None, limit: int) -> list[Row]:
        return self._merged((column, "id"), after, limit, [], newest_first=True)

    def _by_recalls(self, after: Place | None, limit: int) -> list[Row]:
        """Return those that were recalled first, and then the others, the last changed first."""
        own = (self._reach.user.id, self._reach.user.id, self._reach.pair.id)
        found: list[Row] = []
        if after is None or after[0] != 0:
            found = self._recalled(own, after, limit)
            after = None
        if len(found) < limit:
            rest = None if after is None else after[1:]
            never = [("id NOT IN (SELECT ref FROM counted)", ())]
            rows = self._merged(
                ("updated_at", "id"),
                rest,
                limit - len(found),
                never,
                newest_first=True,
                before=(_COUNTED, own),
            )
            found += [((0, *place), entry) for place, entry in rows]
        return found

    def _recalled(self, own: Sequence[int], after: Place | None, limit: int) -> list[Row]:
        mark = self._database.param
        met = met_by_entries(self._database, self._where)
        met.add(f"scope_id IN ({placeholders(self._database, len(self._scopes))})", *self._scopes)
        if after is not None:
            met.add(f"(recalled, updated_at, id) < ({placeholders(self._database, 3)})", *after)
        sql = (
            f"{_COUNTED.replace('?', mark)} SELECT {_COLUMNS}, recalled FROM counted JOIN entries ON id = ref "
            f"WHERE {' AND '.join(met.texts)} ORDER BY recalled DESC, updated_at DESC, id DESC LIMIT {mark}"
        )
        rows = rows_of(self._database, sql, *own, *met.values, limit)
        entries = [(int(row[-1]), entry_from(row[:-1])) for row in rows]
        return [((times, one.updated_at, one.id), one) for times, one in entries]

    def _merged(
        self,
        order: tuple[str, ...],
        after: Place | None,
        limit: int,
        met: Sequence[tuple[str, Sequence[Any]]],
        *,
        newest_first: bool = False,
        before: tuple[str, Sequence[Any]] = ("", ()),
    ) -> list[Row]:
        """Return the first entries after a place, of every owner and status.

        Args:
            order: The columns of the order, and of the place.
            after: The place; None for the beginning.
            limit: Maximum entries.
            met: Further conditions with their values.
            newest_first: True for the descending order.
            before: Text before each statement, and its values.
        """
        mark, way = self._database.param, " DESC" if newest_first else ""
        conditions = met_by_entries(self._database, replace(self._where, scope_id=None, statuses=(), ids=()))
        if self._where.ids:
            is_few = len(self._where.ids) <= _FEW
            among = f"{'' if is_few else '+'}id IN (SELECT value FROM json_each({mark}))"
            conditions.add(among, json.dumps(self._where.ids))
        # Few are found by an index of their own and sorted; of many, an index in this order has the first at once.
        first, *rest = order
        order = (f"+{first}" if self._are_few() else first, *rest)
        conditions.texts[:0] = [f"scope_id = {mark}", f"status = {mark}"]
        for text, values in met:
            conditions.add(text, *values)
        if after is not None:
            sign = "<" if newest_first else ">"
            conditions.add(
                f"({', '.join(order)}) {sign} ({placeholders(self._database, len(order))})", *after
            )
        sql = (
            f"{before[0].replace('?', mark)} SELECT {_COLUMNS} FROM entries WHERE {' AND '.join(conditions.texts)} "
            f"ORDER BY {', '.join(name + way for name in order)} LIMIT {mark}"
        )
        names = [name.removeprefix("+") for name in order]
        found: list[Row] = []
        for scope in self._scopes:
            for status in self._where.statuses or STATUSES:
                values = (*before[1], scope, status, *conditions.values, limit)
                entries = map(entry_from, rows_of(self._database, sql, *values))
                found += [(tuple(getattr(one, name) for name in names), one) for one in entries]
        found.sort(key=lambda row: row[0], reverse=newest_first)
        return found[:limit]

    def _are_few(self) -> bool:
        return self._sources_wrote_few or (
            0 < len(self._where.ids) <= _FEW
            or any(getattr(self._where, name) is not None for name in _SELECTIVE)
        )

    @cached_property
    def _sources_wrote_few(self) -> bool:
        where, mark = self._where, self._database.param
        if not where.sources:
            return False
        statuses = where.statuses or STATUSES
        among = (
            f"{name} IN ({placeholders(self._database, len(values))})"
            for name, values in (("scope_id", self._scopes), ("status", statuses), ("source", where.sources))
        )
        sql = (
            f"SELECT count(*) FROM (SELECT 1 FROM entries WHERE {' AND '.join(among)} LIMIT {mark}) AS found"
        )
        values = (*self._scopes, *statuses, *where.sources, _FEW + 1)
        return int(rows_of(self._database, sql, *values)[0][0]) <= _FEW
