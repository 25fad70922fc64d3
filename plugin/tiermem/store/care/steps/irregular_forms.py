"""Index everything anew, as texts are found by other words than before.

It alone is done as this version does it, on the tables of this version: a step behind it that changes what is read
brings an indexing of its own, and leaves nothing to do here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.full_text.index import FullText
from tiermem.store.full_text.tables import drop_index, make_index
from tiermem.store.tables.sessions import PeeweeSessions

if TYPE_CHECKING:
    from peewee import SqliteDatabase


def apply(database: SqliteDatabase) -> None:
    """Index everything anew."""
    if database.execute_sql("SELECT 1 FROM documents LIMIT 1").fetchone() is None:
        drop_index(database)
        make_index(database)
        return
    index = FullText(database, PeeweeSessions(database))
    try:
        index.reindex()
    finally:
        index.close()
