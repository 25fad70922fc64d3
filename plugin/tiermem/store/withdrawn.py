"""What entries said and say no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.store.contract import Withdrawn

if TYPE_CHECKING:
    from peewee import Database

_SAID_AGAIN = """
    EXISTS (SELECT 1 FROM entries a WHERE a.key = e.key AND a.scope_id = e.scope_id AND a.status = 'active')
"""
_SUCCESSORS = "FROM entries s WHERE s.supersedes = e.id AND s.status = 'active'"
_INSTEAD = f"(SELECT s.content {_SUCCESSORS} ORDER BY s.created_at LIMIT 1)"
_IS_WRONG = f"NOT EXISTS (SELECT 1 {_SUCCESSORS} AND NOT s.correction)"


def withdrawn(database: Database, scopes: Sequence[int], limit: int) -> list[Withdrawn]:
    """See `contract.Records.withdrawn`."""
    if not scopes:
        return []
    mark = database.param
    gone = (
        f"SELECT v.content, e.updated_at, {_INSTEAD}, {_IS_WRONG} FROM entries e "
        "JOIN entry_versions v ON v.entry_id = e.id "
        f"WHERE e.scope_id = {mark} AND e.status = 'inactive' AND NOT {_SAID_AGAIN} "
        f"ORDER BY e.updated_at DESC LIMIT {mark}"
    )
    changed = (
        "SELECT v.content, e.updated_at, e.content, e.correction FROM entries e "
        "JOIN entry_versions v ON v.entry_id = e.id AND v.version < e.version AND v.content <> e.content "
        f"WHERE e.scope_id = {mark} AND e.status = 'active' AND e.version > 1 "
        f"ORDER BY e.updated_at DESC LIMIT {mark}"
    )
    own = tuple(dict.fromkeys(scopes))
    sql = " UNION ALL ".join(f"SELECT * FROM ({part})" for _ in own for part in (gone, changed))
    values = [value for scope in own for value in (scope, limit) * 2]
    rows = database.execute_sql(sql, values).fetchall()
    found = [Withdrawn(content, at, instead, bool(wrong)) for content, at, instead, wrong in rows]
    return sorted(found, key=lambda one: one.at, reverse=True)[:limit]
