"""Taking words out of the rows of tables, and what follows from that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.store.needles import Needles
from tiermem.store.records import PeeweeRecords
from tiermem.store.rows import ENTRY_COLUMNS, columns, entry_from
from tiermem.store.sessions import PeeweeSessions
from tiermem.store.settling import settle_connections, settle_observations
from tiermem.store.sql import marks
from tiermem.store.texts import TEXTS
from tiermem.store.texts import rewritten as with_texts
from tiermem.text import escape, strip_injected

if TYPE_CHECKING:
    from peewee import Database


class Where(NamedTuple):
    """Rows of these scopes, and of sessions with these agents."""

    scopes: Sequence[int]
    agents: Sequence[int]


_OF_A_USER = "(scope_id || '/' || id)"
_KEYS = {
    "events": "seq",
    "entries": "id",
    "entry_versions": "(entry_id || '/' || version)",
    "profiles": "scope_id",
    "connections": _OF_A_USER,
    "projects": _OF_A_USER,
    "tasks": _OF_A_USER,
}
_OF_PEOPLE = "(user_id IN ({scopes}) OR agent_id IN ({agents}))"
_OF_USERS = (
    "(scope_id IN ({scopes}) OR scope_id IN (SELECT user_id FROM sessions WHERE agent_id IN ({agents})))"
)
_AMONG = {
    "turns": f"session_id IN (SELECT id FROM sessions WHERE {_OF_PEOPLE})",
    "entries": "scope_id IN ({scopes})",
    "entry_versions": "entry_id IN (SELECT id FROM entries WHERE scope_id IN ({scopes}))",
    "events": "scope_id IN ({scopes})",
    "sessions": _OF_PEOPLE,
    "recalls": _OF_PEOPLE,
    "profiles": _OF_USERS,
    "connections": _OF_USERS,
    "projects": _OF_USERS,
    "tasks": _OF_USERS,
    "runs": _OF_PEOPLE,
    "spending": _OF_PEOPLE,
}


def executed(database: Database, sql: str, *values: Any) -> int:
    """How many rows a statement changed."""
    return int(database.execute_sql(sql, values).rowcount)


def selected(database: Database, sql: str, *values: Any) -> list[Sequence[Any]]:
    """The rows of a statement."""
    return list(database.execute_sql(sql, values).fetchall())


def needles_of(texts: Sequence[str]) -> Needles:
    """The texts in every form in which they are shown."""
    return Needles([form(text) for text in texts for form in (str, escape, strip_injected)])


def agents_of(database: Database, owners: Sequence[int]) -> list[int]:
    """The agents whose sessions show what these scopes own; none for a user."""
    among = marks(database, len(owners))
    sql = f"SELECT id FROM scopes WHERE kind = 'agent' AND (id IN ({among}) OR parent_id IN ({among}))"
    return [row[0] for row in selected(database, sql, *owners, *owners)]


def scrub(database: Database, table: str, needles: Needles, where: Where) -> list[Any]:
    """Take the needles out of the texts of a table; gives the keys of the rows rewritten."""
    rewritten: dict[Any, None] = {}
    key = _KEYS.get(table, "rowid")
    owned, bound = among(database, table, where)
    for column in TEXTS[table]:
        sql = f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL AND {owned}"
        for place, text in selected(database, sql, *bound):
            without = with_texts(table, column, text, needles.without)
            if without != text:
                executed(database, f"UPDATE {table} SET {column} = ? WHERE {key} = ?", without, place)
                rewritten[place] = None
    return list(rewritten)


def among(database: Database, table: str, where: Where) -> tuple[str, list[int]]:
    """The condition that a row of a table belongs to *where*, and what is bound in it."""
    owned = _AMONG[table].format(
        scopes=marks(database, len(where.scopes)), agents=marks(database, len(where.agents))
    )
    return owned, [*where.scopes, *(where.agents if "agent_id" in owned else ())]


def follow(database: Database, table: str, rewritten: Sequence[Any]) -> None:
    """Make anew what is derived from the rewritten rows: keys and documents, neighbours' included."""
    if table == "entries":
        for entry_id in rewritten:
            (row,) = selected(
                database, f"SELECT {columns(ENTRY_COLUMNS)} FROM entries WHERE id = ?", entry_id
            )
            PeeweeRecords(database).update(entry_from(row))
    elif table == "turns":
        sessions = dict[str, None]()
        for turn_id in rewritten:
            executed(database, "DELETE FROM documents WHERE turn_id = ?", turn_id)
            ((session_id,),) = selected(database, "SELECT session_id FROM turns WHERE id = ?", turn_id)
            sessions[session_id] = None
        for session_id in sessions:
            PeeweeSessions(database).reindex(session_id)
    elif table == "events":
        settle_observations(database, rewritten)
    elif table == "connections":
        settle_connections(database, rewritten, _OF_A_USER)
