"""Vectors that are not those of a text in the store, though their triggers should have seen to it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tiermem.store.vectors.table import digest
from tiermem.store.vectors.wording import BEFORE, EMBEDDED

if TYPE_CHECKING:
    from peewee import Database

_WITH_TEXTS = f"""
    SELECT v.id, v.model, coalesce('entry ' || v.entry_id, 'turn ' || v.turn_id), v.digest,
        coalesce(e.content, {EMBEDDED}), coalesce(e.scope_id, s.user_id) IS v.scope_id AND e.layer IS v.layer
        AND length(v.vector) = 4 * v.dims
    FROM vectors v LEFT JOIN entries e ON e.id = v.entry_id AND e.status = 'active'
    LEFT JOIN turns t ON t.id = v.turn_id LEFT JOIN sessions s ON s.id = t.session_id {BEFORE}
    ORDER BY v.id
"""


def unfit(database: Database) -> dict[int, tuple[str, str]]:
    """Row → model and the document meant, of vectors of other texts, owners or lengths than their documents'."""
    return {
        row: (model, what)
        for row, model, what, known, text, fits in database.execute_sql(_WITH_TEXTS)
        if text is None or not fits or digest(text) != known
    }


def mend(database: Database) -> int:
    """Delete those, so that they are missing and made again; gives how many."""
    rows = json.dumps(list(unfit(database)))
    return int(
        database.execute_sql(
            "DELETE FROM vectors WHERE id IN (SELECT value FROM json_each(?))", (rows,)
        ).rowcount
    )
