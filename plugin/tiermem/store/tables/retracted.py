"""What entries said and say no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
_GONE = f"""
    SELECT v.content, e.updated_at, {_INSTEAD}, {_IS_WRONG}, e.project_id
    FROM (SELECT * FROM entries WHERE scope_id = ? AND status = 'inactive' ORDER BY updated_at DESC LIMIT ?) e
    JOIN entry_versions v ON v.entry_id = e.id AND v.version > e.version - {{versions}}
    WHERE NOT {_SAID_AGAIN}
"""
_CHANGED = """
    SELECT v.content, next.created_at, e.content, e.correction, e.project_id
    FROM (
        SELECT * FROM entries WHERE scope_id = ? AND (version > 1) = 1 AND version > 1 AND status = 'active'
        ORDER BY updated_at DESC LIMIT ?
    ) e
    JOIN entry_versions v ON v.entry_id = e.id AND v.version BETWEEN e.version - {versions} AND e.version - 1
    JOIN entry_versions next ON next.entry_id = e.id AND next.version = v.version + 1
    WHERE v.content <> e.content
"""
VERSIONS = 5
"""Contents of an entry that are looked at, the latest: one that is edited again and again crowds out no other."""


def withdrawn(database: Database, scopes: Sequence[int], limit: int) -> list[Withdrawn]:
    """See `contract.Records.withdrawn`."""
    found = (one for scope in dict.fromkeys(scopes) for one in _of_scope(database, scope, limit))
    return sorted(found, key=lambda one: one.at, reverse=True)


def _of_scope(database: Database, scope: int, limit: int) -> Iterator[Withdrawn]:
    for sql in (_GONE, _CHANGED):
        marked = sql.format(versions=VERSIONS).replace("?", database.param)
        for content, at, instead, wrong, project_id in database.execute_sql(
            marked, (scope, limit)
        ).fetchall():
            yield Withdrawn(content, at, instead, bool(wrong), project_id)
