"""The hard form of deleting: an entry and its words leave every table."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from peewee import Database, SqliteDatabase

from tiermem.errors import UnusableStore
from tiermem.store.adopt import erase_rows
from tiermem.store.contract import Erased
from tiermem.store.rows import compact
from tiermem.store.sql import marks
from tiermem.text import search_text, statement_key

ERASED = "[erased]"
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

    Args:
        database: The database.
        entry_id: The entry to erase.
        quotes: Texts to remove besides the entry's own contents: the words it was learned from.
        scopes: Where to look for them.
        at: Instant of the tombstone.
    """
    touched: dict[str, int] = {}
    with database.atomic("IMMEDIATE"):
        needles = _needles(database, entry_id, quotes)
        shown_in = _shown_in(database, entry_id, needles, scopes)
        touched["adopted rows"] = erase_rows(database, _origins(database, entry_id), needles)
        touched["entries"] = _run(database, "DELETE FROM entries WHERE id = ?", entry_id)
        touched["entry_versions"] = _run(database, "DELETE FROM entry_versions WHERE entry_id = ?", entry_id)
        touched["documents"] = _run(database, "DELETE FROM documents WHERE entry_id = ?", entry_id)
        touched["recalled"] = _run(database, "DELETE FROM recalled WHERE ref = ?", entry_id)
        touched["events"] = _tombstones(database, entry_id, at)
        for table, columns in _TEXTS.items():
            where = shown_in if table == "sessions" else scopes
            touched[table] = touched.get(table, 0) + _scrub(database, table, columns, needles, where)
        _scrub_documents(database, needles, scopes)
        database.execute_sql("INSERT INTO documents_fts(documents_fts) VALUES ('optimize')")
    return Erased(
        entry_id=entry_id,
        state="complete" if _truncate_log(database) else "pending",
        touched={table: number for table, number in touched.items() if number},
        out_of_reach=OUT_OF_REACH,
    )


_TEXTS: dict[str, tuple[str, ...]] = {
    "turns": ("content",),
    "entries": ("content", "subject"),
    "entry_versions": ("content",),
    "events": ("payload", "reason"),
    "sessions": ("frozen",),
    "recalls": ("receipt",),
}
_JSON = {"payload", "frozen", "receipt"}
_IN_SCOPES = {
    "turns": "session_id IN (SELECT id FROM sessions WHERE user_id IN ({0}))",
    "entries": "scope_id IN ({0})",
    "entry_versions": "entry_id IN (SELECT id FROM entries WHERE scope_id IN ({0}))",
    "events": "scope_id IN ({0})",
    "sessions": "(user_id IN ({0}) OR agent_id IN ({0}) OR house_id IN ({0}))",
    "recalls": "user_id IN ({0})",
}


def _run(database: Database, sql: str, *values: Any) -> int:
    return int(database.execute_sql(sql, values).rowcount)


def _needles(database: Database, entry_id: str, quotes: Sequence[str]) -> list[str]:
    """Every text the entry ever had, and the quotes, the longest first."""
    rows = database.execute_sql(
        "SELECT content FROM entry_versions WHERE entry_id = ?", (entry_id,)
    ).fetchall()
    texts = {row[0].strip() for row in rows} | {quote.strip() for quote in quotes}
    return sorted((text for text in texts if len(text) > 2), key=len, reverse=True)


def _shown_in(
    database: Database, entry_id: str, needles: Sequence[str], scopes: Sequence[int]
) -> Sequence[int]:
    """Whose frozen blocks may show it: only its owner's where a user owns it and no shared entry says it too."""
    owner = database.execute_sql(
        "SELECT s.id FROM entries e JOIN scopes s ON s.id = e.scope_id WHERE e.id = ? AND s.kind = 'user'",
        (entry_id,),
    ).fetchone()
    if owner is None:
        return scopes
    shared = database.execute_sql(
        f"SELECT content FROM entries WHERE scope_id IN ({marks(database, len(scopes))}) AND scope_id <> ?",
        (*scopes, owner[0]),
    ).fetchall()
    return scopes if any(_replaced(text, needles) != text for (text,) in shared) else owner


def _origins(database: Database, entry_id: str) -> list[str]:
    rows = database.execute_sql(
        "SELECT origin FROM entry_versions WHERE entry_id = ?", (entry_id,)
    ).fetchall()
    return [row[0] for row in rows if row[0]]


def _tombstones(database: Database, entry_id: str, at: str) -> int:
    """Empty the payloads of the entry's events, and say that it was erased."""
    scope = database.execute_sql("SELECT scope_id FROM events WHERE entry_id = ?", (entry_id,)).fetchone()
    emptied = _run(
        database,
        "UPDATE events SET payload = '{}', reason = NULL, kind = 'erased' WHERE entry_id = ?",
        entry_id,
    )
    database.execute_sql(
        f"INSERT INTO events (at, kind, scope_id, entry_id, source, payload) VALUES ({marks(database, 6)})",
        (at, "erased", scope[0] if scope else 0, entry_id, "user", "{}"),
    )
    return emptied


def _scrub(
    database: Database, table: str, columns: Sequence[str], needles: Sequence[str], scopes: Sequence[int]
) -> int:
    """Replace the needles in the texts of a table; gives the number of rows rewritten."""
    rewritten = 0
    owned = _IN_SCOPES[table]
    key = "seq" if table == "events" else "rowid"
    if table == "entry_versions":
        key = "(entry_id || '/' || version)"
    bound = [*scopes] * owned.count("{0}")
    for column in columns:
        rows = database.execute_sql(
            f"SELECT {key}, {column} FROM {table} "
            f"WHERE {column} IS NOT NULL AND {owned.format(marks(database, len(scopes)))}",
            bound,
        ).fetchall()
        for place, text in rows:
            without = _without(text, needles, is_json=column in _JSON)
            if without != text:
                database.execute_sql(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (without, place))
                rewritten += 1
    if table == "entries" and rewritten:
        _rekey(database, scopes)
    return rewritten


def _rekey(database: Database, scopes: Sequence[int]) -> None:
    rows = database.execute_sql(
        f"SELECT id, content FROM entries WHERE scope_id IN ({marks(database, len(scopes))}) "
        "AND instr(content, ?) > 0",
        (*scopes, ERASED),
    ).fetchall()
    for entry_id, content in rows:
        database.execute_sql("UPDATE entries SET key = ? WHERE id = ?", (statement_key(content), entry_id))


def _without(text: str, needles: Sequence[str], *, is_json: bool) -> str:
    if not is_json:
        return _replaced(text, needles)
    data = json.loads(text)
    changed = _each_string(data, lambda part: _replaced(part, needles))
    return text if changed == data else compact(changed)


def _replaced(text: str, needles: Sequence[str]) -> str:
    """*text* without the needles, whatever their case."""
    for needle in needles:
        lower, wanted = text.lower(), needle.lower()
        if wanted not in lower or len(lower) != len(text):
            text = text.replace(needle, ERASED)
            continue
        kept, position = [], 0
        while (place := lower.find(wanted, position)) >= 0:
            kept += [text[position:place], ERASED]
            position = place + len(wanted)
        text = "".join([*kept, text[position:]])
    return text


def _each_string(data: Any, change: Callable[[str], str]) -> Any:
    if isinstance(data, str):
        return change(data)
    if isinstance(data, list):
        return [_each_string(item, change) for item in data]
    if isinstance(data, dict):
        return {key: _each_string(value, change) for key, value in data.items()}
    return data


def _scrub_documents(database: Database, needles: Sequence[str], scopes: Sequence[int]) -> None:
    """The index's texts, neighbours' included."""
    folded = [search_text(needle) for needle in needles]
    for column in ("content", "context", "subject"):
        rows = database.execute_sql(
            f"SELECT id, {column} FROM documents WHERE scope_id IN ({marks(database, len(scopes))})", scopes
        ).fetchall()
        for document_id, text in rows:
            without = text
            for needle in folded:
                without = without.replace(needle, " ")
            if without != text:
                database.execute_sql(
                    f"UPDATE documents SET {column} = ? WHERE id = ?", (without, document_id)
                )


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
