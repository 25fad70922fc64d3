"""Entries and their versions on any of peewee's databases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tiermem.errors import StoreError
from tiermem.store.full_text import documents
from tiermem.store.full_text.conditions import met_by_entries
from tiermem.store.tables import retracted as withdrawn
from tiermem.store.tables.models import ScopeRow
from tiermem.store.tables.rows import (
    ENTRY_COLUMNS,
    VERSION_COLUMNS,
    columns,
    entry_from,
    entry_row,
    plain,
)
from tiermem.store.tables.sql import fetch, marks, run
from tiermem.values import SEPARATOR, Reach, Scope, Version

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.contract import EntryFilter, Withdrawn
    from tiermem.store.full_text.conditions import Conditions
    from tiermem.values import Entry, ScopeKind, Status, Tier


_ORDER = "category IS NULL, category, created_at, id"
"""The order of blocks."""
_NEWEST = "created_at DESC, id"


class PeeweeRecords:
    """`contract.Records`.

    The statements of the write path are composed once: peewee's query builder was measured to cost
    several times what the statements themselves do.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        mark = database.param
        self._insert = (
            f"INSERT INTO entries ({columns(ENTRY_COLUMNS)}) VALUES ({marks(database, len(ENTRY_COLUMNS))})"
        )
        self._update = (
            f"UPDATE entries SET {', '.join(f'{name} = {mark}' for name in ENTRY_COLUMNS)} WHERE id = {mark}"
        )
        self._add_version = (
            f"INSERT INTO entry_versions ({columns(VERSION_COLUMNS)}) "
            f"VALUES ({marks(database, len(VERSION_COLUMNS))})"
        )
        self._add_document = (
            f"INSERT INTO documents (entry_id, {columns(documents.COLUMNS)}) "
            f"VALUES ({marks(database, len(documents.COLUMNS) + 1)})"
        )
        self._drop_document = f"DELETE FROM documents WHERE entry_id = {mark}"
        self._get = f"SELECT {columns(ENTRY_COLUMNS)} FROM entries WHERE id = {mark}"
        self._same = (
            f"SELECT {columns(ENTRY_COLUMNS)} FROM entries "
            f"WHERE key = {mark} AND scope_id = {mark} AND tier = {mark}"
        )
        self._reaches: dict[tuple[str, str, str], Reach] = {}

    def reach(self, *, house: str, agent: str, user: str) -> Reach:
        """See `contract.Records.reach`."""
        names = (house, agent, user)
        if names not in self._reaches:
            root = self._scope("house", house, None)
            agent_scope, user_scope = self._scope("agent", agent, root.id), self._scope("user", user, root.id)
            reach = Reach(house=root, agent=agent_scope, user=user_scope)
            if (
                self._database.in_transaction()
            ):  # its end may undo new scopes, and others may get their numbers
                return reach
            self._reaches[names] = reach
        return self._reaches[names]

    def forget_reaches(self) -> None:
        """Scopes have other numbers than before."""
        self._reaches.clear()

    def _scope(self, kind: ScopeKind, name: str, parent_id: int | None) -> Scope:
        same = (ScopeRow.kind == kind) & (ScopeRow.name == name)
        same &= ScopeRow.parent.is_null() if parent_id is None else ScopeRow.parent == parent_id
        query = ScopeRow.select(ScopeRow.id).where(same)
        found = fetch(self._database, query)
        if not found:
            new = ScopeRow.insert(kind=kind, name=name, parent=parent_id).on_conflict_ignore()
            run(self._database, new)
            found = fetch(self._database, query.clone())
        return Scope(id=found[0][0], kind=kind, name=name, parent_id=parent_id)

    def insert(self, entry: Entry) -> None:
        """See `contract.Records.insert`."""
        execute = self._database.execute_sql
        execute(self._insert, entry_row(entry))
        execute(self._add_version, self._version_row(entry))
        if entry.status == "active":
            execute(self._add_document, [entry.id, *documents.of_entry(entry).row])

    def update(self, entry: Entry) -> None:
        """See `contract.Records.update`."""
        execute, mark = self._database.execute_sql, self._database.param
        before = execute(
            f"SELECT version FROM entries WHERE id = {mark} AND scope_id = {mark}", (entry.id, entry.scope_id)
        ).fetchone()
        if before is None:
            raise StoreError(f"Its owner has no entry {entry.id!r} to update.")
        execute(self._update, [*entry_row(entry), entry.id])
        if entry.version > before[0]:
            execute(self._add_version, self._version_row(entry))
        execute(self._drop_document, (entry.id,))
        if entry.status == "active":
            execute(self._add_document, [entry.id, *documents.of_entry(entry).row])

    @staticmethod
    def _version_row(entry: Entry) -> list[Any]:
        return [entry.id, entry.version, entry.content, entry.source, entry.origin, entry.updated_at]

    def get(self, entry_id: str, scopes: Sequence[int]) -> Entry | None:
        """See `contract.Records.get`."""
        row = self._database.execute_sql(self._get, (entry_id,)).fetchone()
        entry = entry_from(row) if row else None
        return entry if entry is not None and entry.scope_id in scopes else None

    def select(self, where: EntryFilter, scopes: Sequence[int]) -> list[Entry]:
        """See `contract.Records.select`."""
        conditions = self._within(where, scopes)
        order = _NEWEST if where.newest_first else _ORDER
        sql = f"SELECT {columns(ENTRY_COLUMNS)} FROM entries WHERE {' AND '.join(conditions.texts)} ORDER BY {order}"
        if where.limit is not None or where.offset:
            sql += f" LIMIT {self._database.param} OFFSET {self._database.param}"
            conditions.values += [-1 if where.limit is None else where.limit, where.offset]
        return [entry_from(row) for row in self._database.execute_sql(sql, conditions.values).fetchall()]

    def same_statement(self, key: str, tier: Tier, scope_id: int, statuses: Sequence[Status]) -> Entry | None:
        """See `contract.Records.same_statement`."""
        row = self._database.execute_sql(
            f"{self._same} AND status IN ({marks(self._database, len(statuses))}) ORDER BY created_at, id LIMIT 1",
            (key, scope_id, tier, *statuses),
        ).fetchone()
        return entry_from(row) if row else None

    def count(self, where: EntryFilter, scopes: Sequence[int]) -> int:
        """See `contract.Records.count`."""
        conditions = self._within(where, scopes)
        sql = f"SELECT count(*) FROM entries WHERE {' AND '.join(conditions.texts)}"
        return int(self._database.execute_sql(sql, conditions.values).fetchone()[0])

    def _within(self, where: EntryFilter, scopes: Sequence[int]) -> Conditions:
        conditions = met_by_entries(self._database, where)
        conditions.add(f"scope_id IN ({marks(self._database, len(scopes))})", *scopes)
        return conditions

    def used(self, tier: Tier, scopes: Sequence[int]) -> tuple[int, int]:
        """See `contract.Records.used`."""
        characters, number = self._database.execute_sql(
            "SELECT coalesce(sum(length(content)), 0), count(*) FROM entries "
            f"WHERE tier = {self._database.param} AND layer = 'L0' AND status = 'active' AND "
            f"scope_id IN ({marks(self._database, len(scopes))})",
            (tier, *scopes),
        ).fetchone()
        return characters + len(SEPARATOR) * max(number - 1, 0), number

    def versions(self, entry_id: str, scopes: Sequence[int]) -> list[Version]:
        """See `contract.Records.versions`."""
        if self.get(entry_id, scopes) is None:
            return []
        rows = self._database.execute_sql(
            f"SELECT {columns(VERSION_COLUMNS)} FROM entry_versions WHERE entry_id = {self._database.param} "
            "ORDER BY version",
            (entry_id,),
        ).fetchall()
        return [Version(**plain(row, VERSION_COLUMNS)) for row in rows]

    def withdrawn(self, scopes: Sequence[int], limit: int) -> list[Withdrawn]:
        """See `contract.Records.withdrawn`."""
        return withdrawn.withdrawn(self._database, scopes, limit)

    def recalls(self, entry_ids: Sequence[str]) -> dict[str, tuple[int, str]]:
        """See `contract.Records.recalls`."""
        counted: dict[str, tuple[int, str]] = {}
        for start in range(0, len(entry_ids), 500):
            some = list(entry_ids[start : start + 500])
            for ref, times, last in self._database.execute_sql(
                "SELECT ref, count(*), max(at) FROM recalled "
                f"WHERE ref IN ({marks(self._database, len(some))}) GROUP BY ref",
                some,
            ).fetchall():
                counted[ref] = (times, last)
        return counted
