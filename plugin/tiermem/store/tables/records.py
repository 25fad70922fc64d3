"""Entries and their versions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from tiermem.errors import ErasedOwner, InputError, StoreError
from tiermem.store.contract import Growth, Retraction
from tiermem.store.full_text import documents
from tiermem.store.full_text.conditions import asks_for_tags, met_by_entries
from tiermem.store.full_text.tables import MOST_OWNERS
from tiermem.store.sql.rows import ENTRY_COLUMNS, VERSION_COLUMNS, entry_from, entry_row
from tiermem.store.sql.statements import NO_LIMIT, columns, in_portions, insert_into, placeholders, rows_of
from tiermem.values import SEPARATOR, TIERS, OwnedScope, Reach, Scope, Version
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.contract import EntryFilter, Place
    from tiermem.store.full_text.conditions import Conditions
    from tiermem.store.sql.database import Database
    from tiermem.values import Entry, EntrySort, ScopeKind, Tier


_BLOCK_ORDER = "category IS NULL, category, created_at, id"
_NEWEST_FIRST = "created_at DESC, id"

LATEST_VERSIONS = 5
"""Contents of an entry that `Records.retractions` reads: one that is edited again and again crowds out no other."""
_SUCCESSORS = "FROM entries s WHERE s.supersedes = e.id AND s.status = 'active'"
_GONE = f"""
    SELECT v.content, e.updated_at, (SELECT s.content {_SUCCESSORS} ORDER BY s.created_at LIMIT 1),
        NOT EXISTS (SELECT 1 {_SUCCESSORS} AND s.correction = 0), e.project_id, e.origin
    FROM {{owner}}(
        SELECT * FROM entries WHERE scope_id = {{scope}} AND status = 'inactive' ORDER BY updated_at DESC LIMIT ?
    ) e {{on}}
    JOIN entry_versions v ON v.entry_id = e.id AND v.version > e.version - {LATEST_VERSIONS}
    WHERE NOT EXISTS (
        SELECT 1 FROM entries a WHERE a.key = e.key AND a.scope_id = e.scope_id AND a.status = 'active'
    )
"""
_CHANGED = f"""
    SELECT v.content, next.created_at, e.content, e.correction <> 0, e.project_id, NULL
    FROM {{owner}}(
        SELECT * FROM entries
        WHERE scope_id = {{scope}} AND (version > 1) = (1 = 1) AND version > 1 AND status = 'active'
        ORDER BY updated_at DESC LIMIT ?
    ) e {{on}}
    JOIN entry_versions v ON v.entry_id = e.id
        AND v.version BETWEEN e.version - {LATEST_VERSIONS} AND e.version - 1
    JOIN entry_versions next ON next.entry_id = e.id AND next.version = v.version + 1
    WHERE v.content <> e.content
"""
_RETRACTED = f"{_GONE} UNION ALL {_CHANGED}"


_OWNERS = "(SELECT CAST(value AS BIGINT) AS id FROM json_each(?)) owner JOIN LATERAL "


def scope_of(database: Database, kind: ScopeKind, name: str, parent_id: int | None) -> Scope:
    """Return the scope of a name under its parent; a new one is made.

    Raises:
        StoreError: There are so many that the index has no ids for the documents of another one.
    """
    known = _known_scope(database, kind, name, parent_id)
    if not known.id:
        mark = database.param
        insert = insert_into(database, "scopes", ("kind", "name", "parent_id"))
        row = f"SELECT {mark}, {mark}, CAST({mark} AS BIGINT)"
        fits = f"{row} WHERE (SELECT coalesce(max(id), 0) FROM scopes) < {MOST_OWNERS}"
        insert = insert.replace(f"VALUES ({placeholders(database, 3)})", f"{fits} ON CONFLICT DO NOTHING")
        database.execute_sql(insert, (kind, name, parent_id))
        known = _known_scope(database, kind, name, parent_id)
    if not known.id:
        raise StoreError(
            f"The store has {MOST_OWNERS:,} houses, agents, users and pairs of these; another one, {name!r}, does not "
            "fit. Keep this one in a store of its own."
        )
    return known


def _known_scope(database: Database, kind: ScopeKind, name: str, parent_id: int | None) -> Scope:
    """Return the scope of a name under its parent. One that is not there has the number 0, which owns nothing."""
    mark = database.param
    parent = "parent_id IS NULL" if parent_id is None else f"parent_id = {mark}"
    select = f"SELECT id FROM scopes WHERE kind = {mark} AND name = {mark} AND {parent}"
    same = (kind, name) if parent_id is None else (kind, name, parent_id)
    ((number,),) = rows_of(database, select, *same) or ((0,),)
    return Scope(id=number, kind=kind, name=name, parent_id=parent_id)


def ensure_owner(database: Database, scope_id: int) -> None:
    """Check, in the transaction of a write, that its owner was not erased: numbers are not given again.

    Raises:
        ErasedOwner: It was.
    """
    if not is_there(database, scope_id):
        raise ErasedOwner


def is_there(database: Database, scope_id: int) -> bool:
    """Return True if there is such an owner: of one who was erased, nothing is kept."""
    return bool(rows_of(database, f"SELECT 1 FROM scopes WHERE id = {database.param}", scope_id))


def house_of(database: Database, name: str) -> Scope:
    """Return the house of a name, wherever it stands; a new one is a root."""
    return _known_house(database, name) or scope_of(database, "house", name, None)


def _known_house(database: Database, name: str) -> Scope | None:
    sql = f"SELECT id, parent_id FROM scopes WHERE kind = 'house' AND name = {database.param} ORDER BY id LIMIT 1"
    for scope_id, parent_id in rows_of(database, sql, name):
        return Scope(id=scope_id, kind="house", name=name, parent_id=parent_id)
    return None


_SCOPE = ("id", "kind", "name", "parent_id")
_NAMED = """
SELECT h.id, h.parent_id, a.id, u.id, p.id FROM scopes h
JOIN scopes a ON a.kind = 'agent' AND a.name = ? AND coalesce(a.parent_id, 0) = h.id
JOIN scopes u ON u.kind = 'user' AND u.name = ? AND coalesce(u.parent_id, 0) = h.id
JOIN scopes p ON p.kind = 'pair' AND p.name = u.name AND coalesce(p.parent_id, 0) = a.id
WHERE h.id = (SELECT min(id) FROM scopes WHERE kind = 'house' AND name = ?)
"""
"""The scopes of three names, if all are there."""
_ABOVE = """
WITH RECURSIVE above(id) AS (
    SELECT parent_id FROM scopes WHERE id = ?
    UNION SELECT s.parent_id FROM scopes s JOIN above USING (id) WHERE s.parent_id IS NOT NULL
)
"""
"""The ids of the houses above a house, each once: it ends even where houses stand in a circle."""
_WIDER = f"""
{_ABOVE}
SELECT id, kind, name, parent_id, 1 FROM scopes WHERE id IN (SELECT id FROM above)
UNION ALL SELECT s.id, s.kind, s.name, s.parent_id, 0 FROM grants g JOIN scopes s ON s.id = g.scope_id
WHERE g.reader_id IN (?, ?, ?) AND s.kind IN ('house', 'agent') ORDER BY 1, 5 DESC
"""
_READERS = """
SELECT g.scope_id, r.kind, r.name, h.name
FROM grants g JOIN scopes r ON r.id = g.reader_id LEFT JOIN scopes h ON h.id = r.parent_id
"""


def widened(database: Database, reach: Reach) -> Reach:
    """Return a reach with the houses above its house, and with what was granted to that, its agent or its user."""
    own, readers = (reach.house.id, reach.agent.id), (reach.house.id, reach.agent.id, reach.user.id)
    above: dict[int, Scope] = {}
    granted: dict[int, Scope] = {}
    sql = _WIDER.replace("?", database.param)
    for *row, is_above in rows_of(database, sql, reach.house.id, *readers):
        scope = Scope(**dict(zip(_SCOPE, row, strict=True)))
        if scope.id not in own and scope.id not in above:
            (above if is_above else granted)[scope.id] = scope
    return replace(reach, above=tuple(above.values()), granted=tuple(granted.values()))


class RecordTables:
    """`contract.Records`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        mark = database.param
        self._insert = insert_into(database, "entries", ENTRY_COLUMNS)
        self._update = (
            f"UPDATE entries SET {', '.join(f'{name} = {mark}' for name in ENTRY_COLUMNS)} WHERE id = {mark}"
        )
        self._add_version = insert_into(database, "entry_versions", VERSION_COLUMNS)
        self._select = f"SELECT {columns(ENTRY_COLUMNS)} FROM entries WHERE"

    def reach(self, *, house: str, agent: str, user: str, make: bool = True) -> Reach:
        """See `contract.Records.reach`."""
        sql = _NAMED.replace("?", self._database.param)
        for house_id, above_id, agent_id, user_id, pair_id in rows_of(
            self._database, sql, agent, user, house
        ):
            reach = Reach(
                house=Scope(id=house_id, kind="house", name=house, parent_id=above_id),
                agent=Scope(id=agent_id, kind="agent", name=agent, parent_id=house_id),
                user=Scope(id=user_id, kind="user", name=user, parent_id=house_id),
                pair=Scope(id=pair_id, kind="pair", name=user, parent_id=agent_id),
            )
            return widened(self._database, reach)
        scope = partial(scope_of if make else _known_scope, self._database)
        root = _known_house(self._database, house) or scope("house", house, None)
        agent_scope, user_scope = scope("agent", agent, root.id), scope("user", user, root.id)
        pair = scope("pair", user, agent_scope.id)
        return widened(self._database, Reach(house=root, agent=agent_scope, user=user_scope, pair=pair))

    def stands(self, reach: Reach) -> bool:
        """See `contract.Records.stands`."""
        own = (reach.house, reach.agent, reach.user, reach.pair)
        sql = f"SELECT id, kind, name FROM scopes WHERE id IN ({placeholders(self._database, len(own))})"
        there = {tuple(row) for row in rows_of(self._database, sql, *(one.id for one in own))}
        return there.issuperset((one.id, one.kind, one.name) for one in own)

    def scopes(self, kind: ScopeKind | None = None, name: str | None = None) -> list[OwnedScope]:
        """See `contract.Records.scopes`."""
        wanted = {column: value for column, value in (("kind", kind), ("name", name)) if value is not None}
        named = tuple(wanted.values())
        one = " AND ".join(f"s.{column} = {self._database.param}" for column in wanted) or "1 = 1"
        sql = (
            "SELECT s.id, s.kind, s.name, s.parent_id, CASE WHEN p.kind = 'agent' THEN h.name ELSE p.name END, "
            "(SELECT count(*) FROM entries e WHERE e.scope_id = s.id AND e.status = 'active') "
            "FROM scopes s LEFT JOIN scopes p ON p.id = s.parent_id LEFT JOIN scopes h ON h.id = p.parent_id "
            f"WHERE {one} ORDER BY s.id"
        )
        readers: dict[int, list[str]] = {}
        of = f"{_READERS} WHERE g.scope_id IN (SELECT s.id FROM scopes s WHERE {one}) ORDER BY r.kind, r.name, r.id"
        for scope_id, of_kind, reader, house in rows_of(self._database, of, *named):
            shown = f"{of_kind}:{reader}" if of_kind == "house" else f"{of_kind}:{reader}@{house}"
            readers.setdefault(scope_id, []).append(shown)
        return [
            OwnedScope(
                scope=Scope(**dict(zip(_SCOPE, row[:4], strict=True))),
                parent=row[4],
                entries=row[5],
                granted=tuple(readers.get(row[0], ())),
            )
            for row in rows_of(self._database, sql, *named)
        ]

    def put_house(self, name: str, parent: str | None) -> Scope:
        """See `contract.Records.put_house`."""
        if parent is None:
            return house_of(self._database, name)
        above = _known_house(self._database, parent)
        if above is None:
            raise InputError(f"There is no house {parent!r}. 'tiermem scope list' shows those there are.")
        house, mark = house_of(self._database, name), self._database.param
        circle = f"{_ABOVE.replace('?', mark)} SELECT 1 FROM above WHERE id = {mark}"
        if above.id == house.id or rows_of(self._database, circle, above.id, house.id):
            raise InputError(f"House {parent!r} is house {name!r} or below it.")
        self._database.execute_sql(
            f"UPDATE scopes SET parent_id = {mark} WHERE id = {mark}", (above.id, house.id)
        )
        return replace(house, parent_id=above.id)

    def free_house(self, name: str) -> Scope:
        """See `contract.Records.free_house`."""
        house, mark = _known_house(self._database, name), self._database.param
        if house is None:
            raise InputError(f"There is no house {name!r}. 'tiermem scope list' shows those there are.")
        self._database.execute_sql(f"UPDATE scopes SET parent_id = NULL WHERE id = {mark}", (house.id,))
        return replace(house, parent_id=None)

    def grant(self, scope_id: int, reader_id: int, *, withdraw: bool = False) -> bool:
        """See `contract.Records.grant`."""
        mark, row = self._database.param, (scope_id, reader_id)
        sql = insert_into(self._database, "grants", ("scope_id", "reader_id")) + " ON CONFLICT DO NOTHING"
        if withdraw:
            sql = f"DELETE FROM grants WHERE scope_id = {mark} AND reader_id = {mark}"
        return int(self._database.execute_sql(sql, row).rowcount) > 0

    def is_granted(self, scope_id: int, reader_id: int) -> bool:
        """See `contract.Records.is_granted`."""
        mark = self._database.param
        sql = f"SELECT 1 FROM grants WHERE scope_id = {mark} AND reader_id = {mark}"
        return bool(rows_of(self._database, sql, scope_id, reader_id))

    def users(self, house_id: int) -> list[str]:
        """See `contract.Records.users`."""
        mark = self._database.param
        sql = (
            "SELECT DISTINCT s.name FROM scopes s LEFT JOIN scopes agent ON agent.id = s.parent_id "
            f"WHERE (s.kind = 'user' AND s.parent_id = {mark} OR s.kind = 'pair' AND agent.parent_id = {mark}) "
            "AND EXISTS (SELECT 1 FROM entries WHERE scope_id = s.id AND status = 'active') ORDER BY s.name"
        )
        return [name for (name,) in rows_of(self._database, sql, house_id, house_id)]

    def insert(self, entry: Entry) -> None:
        """See `contract.Records.insert`."""
        ensure_owner(self._database, entry.scope_id)
        self._database.execute_sql(self._insert, entry_row(entry))
        self._keep_version(entry)
        self._index(entry)

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
            self._keep_version(entry)
        execute(f"DELETE FROM documents WHERE entry_id = {mark}", (entry.id,))
        self._index(entry)

    def _keep_version(self, entry: Entry) -> None:
        row = (entry.id, entry.version, entry.content, entry.source, entry.origin, entry.updated_at)
        self._database.execute_sql(self._add_version, row)

    def _index(self, entry: Entry) -> None:
        if entry.status == "active":
            documents.add_entry(self._database, entry)

    def get(self, entry_id: str, scopes: Sequence[int]) -> Entry | None:
        """See `contract.Records.get`."""
        rows = rows_of(self._database, f"{self._select} id = {self._database.param}", entry_id)
        entry = entry_from(rows[0]) if rows else None
        return entry if entry is not None and entry.scope_id in scopes else None

    def select(self, where: EntryFilter, scopes: Sequence[int]) -> list[Entry]:
        """See `contract.Records.select`."""
        if where.layers and not (where.tiers or where.ids or asks_for_tags(where)):
            where = replace(where, tiers=TIERS)  # the index of layers begins with the tier
        conditions = self._within(where, scopes)
        order = _NEWEST_FIRST if where.newest_first else _BLOCK_ORDER
        sql = f"{self._select} {' AND '.join(conditions.texts)} ORDER BY {order}"
        if where.limit is not None or where.offset:
            sql += f" LIMIT {self._database.param} OFFSET {self._database.param}"
            conditions.values += [NO_LIMIT if where.limit is None else where.limit, where.offset]
        return [entry_from(row) for row in rows_of(self._database, sql, *conditions.values)]

    def count(self, where: EntryFilter, scopes: Sequence[int]) -> int:
        """See `contract.Records.count`."""
        conditions = self._within(where, scopes)
        sql = f"SELECT count(*) FROM entries WHERE {' AND '.join(conditions.texts)}"
        return int(rows_of(self._database, sql, *conditions.values)[0][0])

    def page(
        self, where: EntryFilter, reach: Reach, *, sort: EntrySort, after: Place | None, limit: int
    ) -> list[tuple[Place, Entry]]:
        """See `contract.Records.page`."""
        from tiermem.store.tables.pages import EntryPages  # no prompt needs it

        return EntryPages(self._database, where, reach).page(sort, after, limit)

    def _within(self, where: EntryFilter, scopes: Sequence[int]) -> Conditions:
        conditions = met_by_entries(self._database, where)
        # SQLite takes a few owners for more selective than many ids; the plus keeps it from looking for the owners.
        owner = "+scope_id" if where.ids else "scope_id"
        conditions.add(f"{owner} IN ({placeholders(self._database, len(scopes))})", *scopes)
        return conditions

    def growth(self, scopes: Sequence[int]) -> list[Growth]:
        """See `contract.Records.growth`."""
        owned = f"scope_id IN ({placeholders(self._database, len(scopes))})"
        days = (
            f"SELECT substr(created_at, 1, 10) AS day, layer, tier, 1 AS added, 0 AS ended FROM entries "
            f"WHERE {owned} AND status <> 'staged' UNION ALL "
            f"SELECT substr(updated_at, 1, 10), layer, tier, 0, 1 FROM entries WHERE {owned} AND status = 'inactive'"
        )
        sql = (
            f"SELECT day, layer, tier, sum(added), sum(ended) FROM ({days}) AS days "
            "GROUP BY day, layer, tier ORDER BY day, layer, tier"
        )
        return [Growth(*row) for row in rows_of(self._database, sql, *scopes, *scopes)]

    def used(self, tier: Tier, scopes: Sequence[int]) -> tuple[int, int]:
        """See `contract.Records.used`."""
        shown = f"tier = {self._database.param} AND layer = 'L0' AND status = 'active'"
        sql = (
            f"SELECT coalesce(sum(length(content)), 0), count(*) FROM entries WHERE {shown} "
            f"AND scope_id IN ({placeholders(self._database, len(scopes))})"
        )
        ((characters, number),) = rows_of(self._database, sql, tier, *scopes)
        return int(characters) + len(SEPARATOR) * max(number - 1, 0), number

    def versions(self, entry_id: str, scopes: Sequence[int]) -> list[Version]:
        """See `contract.Records.versions`."""
        if self.get(entry_id, scopes) is None:
            return []
        where = f"entry_id = {self._database.param} ORDER BY version"
        sql = f"SELECT {columns(VERSION_COLUMNS)} FROM entry_versions WHERE {where}"
        rows = rows_of(self._database, sql, entry_id)
        return [Version(**dict(zip(VERSION_COLUMNS, row, strict=True))) for row in rows]

    def altered(self, scopes: Sequence[int]) -> frozenset[str]:
        """See `contract.Records.altered`."""
        sql = (
            "SELECT e.id FROM entries e LEFT JOIN entry_versions v ON v.entry_id = e.id AND v.version = e.version "
            "WHERE e.layer IN ('L0', 'L1') AND e.status = 'active' AND (v.content IS NULL OR v.content <> e.content) "
            f"AND e.scope_id IN ({placeholders(self._database, len(scopes))})"
        )
        return frozenset(row[0] for row in rows_of(self._database, sql, *scopes))

    def retractions(self, scopes: Sequence[int], limit: int) -> list[Retraction]:
        """See `contract.Records.retractions`."""
        owners = list(dict.fromkeys(scopes))
        asked: list[tuple[dict[str, str], tuple[object, ...]]]
        if self._database.has_lateral:  # all owners at once: a question to a server is what costs
            asked = [({"owner": _OWNERS, "scope": "owner.id", "on": "ON 1 = 1"}, (json.dumps(owners), limit))]
        else:
            asked = [({"owner": "", "scope": "?", "on": ""}, (scope, limit)) for scope in owners]
        found = (
            Retraction(content, at, instead, bool(wrong), project_id, origin)
            for told, values in asked
            for content, at, instead, wrong, project_id, origin in rows_of(
                self._database, _RETRACTED.format(**told).replace("?", self._database.param), *values, *values
            )
        )
        return sorted(found, key=lambda one: one.at, reverse=True)

    def metadata(self, refs: Sequence[str], scopes: Sequence[int]) -> dict[str, dict[str, str]]:
        """See `contract.Records.metadata`."""
        from tiermem.store.tables import provenance  # no prompt needs it

        return provenance.metadata(self._database, refs, scopes)

    def recalls(self, entry_ids: Sequence[str], reach: Reach) -> dict[str, tuple[int, str]]:
        """See `contract.Records.recalls`."""
        counted: dict[str, tuple[int, str]] = {}
        mark, own = self._database.param, (reach.user.id, reach.user.id, reach.pair.id)
        for some in in_portions(entry_ids):
            sql = (
                "SELECT s.ref, count(s.at), max(s.at) FROM recalled s LEFT JOIN recalls r ON r.id = s.recall_id "
                f"WHERE s.ref IN ({placeholders(self._database, len(some))}) "
                f"AND (r.user_id = {mark} OR s.recall_id = '' "
                f"AND EXISTS (SELECT 1 FROM entries e WHERE e.id = s.ref AND e.scope_id IN ({mark}, {mark}))) "
                "GROUP BY s.ref"
            )
            found = rows_of(self._database, sql, *some, *own)
            counted |= {ref: (times, last) for ref, times, last in found}
        return counted
