"""The hard form of deleting: an entry and its words leave every table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from peewee import Database, SqliteDatabase

from tiermem.errors import UnknownEntry, UnusableStore
from tiermem.store.adopt import erase_rows
from tiermem.store.contract import Erased
from tiermem.store.needles import ERASED, Needles
from tiermem.store.profiles import PeeweeProfiles
from tiermem.store.records import PeeweeRecords
from tiermem.store.rows import ENTRY_COLUMNS, columns, compact, entry_from
from tiermem.store.scaffolds import says_nothing, without_erased, without_erased_values
from tiermem.store.sessions import PeeweeSessions
from tiermem.store.sql import marks
from tiermem.store.texts import TEXTS
from tiermem.store.texts import rewritten as with_texts
from tiermem.text import escape, strip_injected

COMPLETE, PENDING = "complete", "pending"
PATIENCE_MS = 2_000
"""Milliseconds that an erasure waits for readers to let go of old pages; after that its state is ``pending``."""
OUT_OF_REACH = (
    "backups and exports made before",
    "copies on other machines",
    "what models and hosts have seen",
)


def erase(
    database: SqliteDatabase, entry_id: str, quotes: Sequence[str], scopes: Sequence[int], at: str
) -> Erased:
    """Remove an entry, and *quotes* wherever they stand in these scopes; a tombstone stays in the stream.

    What a user owned is looked for in that user's sessions; what an agent or a house owned, in all of its sessions,
    because every user's may show it. How texts are found is told at `needles.Needles`.

    Args:
        database: The database.
        entry_id: The entry to erase.
        quotes: Texts to remove besides the entry's own contents: the words it was learned from.
        scopes: Where to look for them.
        at: Instant of the tombstone.

    Raises:
        UnknownEntry: None of these scopes owns the entry.
    """
    touched: dict[str, int] = {}
    with database.atomic("IMMEDIATE"):
        owner = [row[0] for row in _rows(database, "SELECT scope_id FROM entries WHERE id = ?", entry_id)]
        if not set(owner) & set(scopes):
            raise UnknownEntry(entry_id)
        texts = _texts(database, entry_id, quotes)
        needles = Needles([form(text) for text in texts for form in (str, escape, strip_injected)])
        agents = _agents(database, owner)
        showing = _agents(database, [*owner, *_shared(database, needles, scopes)])
        origins = _origins(database, entry_id)
        touched["adopted rows"] = erase_rows(database, origins, texts)
        touched["vectors"] = _run(database, "DELETE FROM vectors WHERE entry_id = ?", entry_id)
        touched["entries"] = _run(database, "DELETE FROM entries WHERE id = ?", entry_id)
        touched["entry_versions"] = _run(database, "DELETE FROM entry_versions WHERE entry_id = ?", entry_id)
        touched["documents"] = _run(database, "DELETE FROM documents WHERE entry_id = ?", entry_id)
        touched["recalled"] = _run(database, "DELETE FROM recalled WHERE ref = ?", entry_id)
        touched["events"] = _tombstones(database, entry_id, owner[0], at)
        for table in TEXTS:
            where = _Where(scopes, showing if table == "sessions" else agents)
            rewritten = _scrub(database, table, needles, where)
            _follow(database, table, rewritten)
            if table == "profiles":
                rewritten = _settle_profiles(database, origins, where, rewritten, at)
            touched[table] = touched.get(table, 0) + len(rewritten)
        database.execute_sql("INSERT INTO documents_fts(documents_fts) VALUES ('optimize')")
    return Erased(
        entry_id=entry_id,
        state=COMPLETE if finish(database) else PENDING,
        touched={table: number for table, number in touched.items() if number},
        out_of_reach=OUT_OF_REACH,
    )


def unfinished(database: Database) -> list[str]:
    """The ids of erased entries whose words may still stand in old pages of the file."""
    rows = _rows(database, "SELECT entry_id FROM events WHERE kind = 'erased' AND outcome = ?", PENDING)
    return [row[0] for row in rows]


def finish(database: Database) -> bool:
    """Take the old pages out of the file; False while a reader holds them, and nothing to do is done."""
    if not unfinished(database):
        return True
    if not _truncate_log(database):
        return False
    _run(database, "UPDATE events SET outcome = ? WHERE kind = 'erased' AND outcome = ?", COMPLETE, PENDING)
    return True


class _Where(NamedTuple):
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


def _run(database: Database, sql: str, *values: Any) -> int:
    return int(database.execute_sql(sql, values).rowcount)


def _rows(database: Database, sql: str, *values: Any) -> list[Sequence[Any]]:
    return list(database.execute_sql(sql, values).fetchall())


def _texts(database: Database, entry_id: str, quotes: Sequence[str]) -> list[str]:
    """Every text the entry ever had, and the quotes."""
    rows = _rows(database, "SELECT content FROM entry_versions WHERE entry_id = ?", entry_id)
    return sorted({row[0].strip() for row in rows} | {quote.strip() for quote in quotes} - {""})


def _agents(database: Database, owners: Sequence[int]) -> list[int]:
    """The agents whose sessions show what these scopes own; none for a user."""
    among = marks(database, len(owners))
    sql = f"SELECT id FROM scopes WHERE kind = 'agent' AND (id IN ({among}) OR parent_id IN ({among}))"
    return [row[0] for row in _rows(database, sql, *owners, *owners)]


def _shared(database: Database, needles: Needles, scopes: Sequence[int]) -> list[int]:
    """The owners, other than users, of entries that say it too."""
    rows = _rows(
        database,
        "SELECT e.scope_id, e.content FROM entries e JOIN scopes s ON s.id = e.scope_id "
        f"WHERE s.kind <> 'user' AND e.scope_id IN ({marks(database, len(scopes))})",
        *scopes,
    )
    return [scope_id for scope_id, text in rows if needles.without(text) != text]


def _origins(database: Database, entry_id: str) -> list[str]:
    rows = _rows(database, "SELECT origin FROM entry_versions WHERE entry_id = ?", entry_id)
    return [row[0] for row in rows if row[0]]


def _tombstones(database: Database, entry_id: str, scope_id: int, at: str) -> int:
    """Empty the payloads of the entry's events, and say that it was erased, and that old pages still show it."""
    emptied = _run(
        database,
        "UPDATE events SET payload = '{}', reason = NULL, kind = 'erased' WHERE entry_id = ?",
        entry_id,
    )
    database.execute_sql(
        f"INSERT INTO events (at, kind, scope_id, entry_id, source, payload, outcome) "
        f"VALUES ({marks(database, 7)})",
        (at, "erased", scope_id, entry_id, "user", "{}", PENDING),
    )
    return emptied


def _scrub(database: Database, table: str, needles: Needles, where: _Where) -> list[Any]:
    """Take the needles out of the texts of a table; gives the keys of the rows rewritten."""
    rewritten: dict[Any, None] = {}
    key = _KEYS.get(table, "rowid")
    owned, bound = _among(database, table, where)
    for column in TEXTS[table]:
        sql = f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL AND {owned}"
        for place, text in _rows(database, sql, *bound):
            without = with_texts(table, column, text, needles.without)
            if without != text:
                _run(database, f"UPDATE {table} SET {column} = ? WHERE {key} = ?", without, place)
                rewritten[place] = None
    return list(rewritten)


def _among(database: Database, table: str, where: _Where) -> tuple[str, list[int]]:
    """The condition that a row of a table belongs to *where*, and what is bound in it."""
    owned = _AMONG[table].format(
        scopes=marks(database, len(where.scopes)), agents=marks(database, len(where.agents))
    )
    return owned, [*where.scopes, *(where.agents if "agent_id" in owned else ())]


def _settle_profiles(
    database: Database, origins: Sequence[str], where: _Where, rewritten: Sequence[int], at: str
) -> list[int]:
    """Take out of profiles what rests on erased observations, and what the erased words left empty.

    Gives the users whose profiles were changed; *rewritten* are those in which the words stood.
    """
    profiles = PeeweeProfiles(database)
    erased = _erased_observations(database, origins, where.scopes)
    owned, bound = _among(database, "profiles", where)
    changed = []
    for (scope_id,) in _rows(database, f"SELECT scope_id FROM profiles WHERE {owned}", *bound):
        profile = profiles.get(scope_id)
        left = without_erased(profile, erased)
        if left != profile or scope_id in rewritten:
            profiles.put(replace(left, version=profile.version + 1, updated_at=at))
            changed.append(scope_id)
    return changed


def _erased_observations(database: Database, origins: Sequence[str], scopes: Sequence[int]) -> set[int]:
    """The observations that the entry was learned from, and those that now say nothing more."""
    emptied = _rows(
        database,
        "SELECT seq, json_extract(payload, '$.draft.content') FROM events WHERE kind = 'observation' "
        f"AND instr(payload, ?) > 0 AND scope_id IN ({marks(database, len(scopes))})",
        ERASED,
        *scopes,
    )
    places = [origin.removeprefix("event:") for origin in origins if origin.startswith("event:")]
    return {int(place) for place in places if place.isdigit()} | {
        seq for seq, content in emptied if content is not None and says_nothing(content)
    }


def _follow(database: Database, table: str, rewritten: Sequence[Any]) -> None:
    """Make anew what is derived from the rewritten rows: keys and documents, neighbours' included.

    What was learned of a connection is acted on, so that nothing is left there rather than a word for it.
    """
    if table == "entries":
        for entry_id in rewritten:
            (row,) = _rows(database, f"SELECT {columns(ENTRY_COLUMNS)} FROM entries WHERE id = ?", entry_id)
            PeeweeRecords(database).update(entry_from(row))
    elif table == "turns":
        sessions = dict[str, None]()
        for turn_id in rewritten:
            _run(database, "DELETE FROM documents WHERE turn_id = ?", turn_id)
            ((session_id,),) = _rows(database, "SELECT session_id FROM turns WHERE id = ?", turn_id)
            sessions[session_id] = None
        for session_id in sessions:
            PeeweeSessions(database).reindex(session_id)
    elif table == "connections":
        for place in rewritten:
            ((text,),) = _rows(database, f"SELECT learned FROM connections WHERE {_OF_A_USER} = ?", place)
            left = compact(without_erased_values(json.loads(text)))
            _run(database, f"UPDATE connections SET learned = ? WHERE {_OF_A_USER} = ?", left, place)


def _truncate_log(database: Database) -> bool:
    """Empty the write-ahead log and the free pages; False while a reader holds old pages."""
    patience = database.execute_sql("PRAGMA busy_timeout").fetchone()[0]
    database.execute_sql(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    try:
        busy = database.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            return False
        database.execute_sql("VACUUM")
        return not database.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except UnusableStore:
        return False
    finally:
        database.execute_sql(f"PRAGMA busy_timeout = {patience}")
