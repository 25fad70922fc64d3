"""Removing entries for good: their rows go, and tombstones stay in the stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.store.scrubbing import executed, selected
from tiermem.store.sql import marks

if TYPE_CHECKING:
    from peewee import Database

COMPLETE, PENDING = "complete", "pending"
"""States of an erasure: whether old pages of the file may still show what it took out."""


def texts_of(database: Database, entry_id: str, quotes: Sequence[str]) -> list[str]:
    """Every text the entry ever had, and the quotes."""
    rows = selected(database, "SELECT content FROM entry_versions WHERE entry_id = ?", entry_id)
    return sorted({row[0].strip() for row in rows} | {quote.strip() for quote in quotes} - {""})


def origins_of(database: Database, entry_id: str) -> list[str]:
    """Where each version of the entry came from, where that is known."""
    rows = selected(database, "SELECT origin FROM entry_versions WHERE entry_id = ?", entry_id)
    return [row[0] for row in rows if row[0]]


def remove(database: Database, entry_id: str, scope_id: int, at: str) -> dict[str, int]:
    """Delete an entry and all that is about it but its events; gives table → rows."""
    keys = {
        "vectors": "entry_id",
        "entries": "id",
        "entry_versions": "entry_id",
        "documents": "entry_id",
        "recalled": "ref",
    }
    removed = {
        table: executed(database, f"DELETE FROM {table} WHERE {key} = ?", entry_id)
        for table, key in keys.items()
    }
    return removed | {"events": _tombstones(database, entry_id, scope_id, at)}


def _tombstones(database: Database, entry_id: str, scope_id: int, at: str) -> int:
    """Empty the payloads of the entry's events, and say that it was erased, and that old pages still show it."""
    emptied = executed(
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
