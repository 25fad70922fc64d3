"""Vectors, and the triggers that keep them to their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.sql import run_script

if TYPE_CHECKING:
    from peewee import Database

SCRIPT = """
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id TEXT,
    turn_id INTEGER,
    scope_id INTEGER NOT NULL,
    layer TEXT,
    model TEXT NOT NULL,
    dims INTEGER NOT NULL,
    digest BLOB NOT NULL,
    vector BLOB NOT NULL
);
CREATE UNIQUE INDEX vectors_by_entry ON vectors(entry_id, model) WHERE entry_id IS NOT NULL;
CREATE UNIQUE INDEX vectors_by_turn ON vectors(turn_id, model) WHERE turn_id IS NOT NULL;
CREATE INDEX vectors_by_scope ON vectors(model, scope_id);
CREATE TRIGGER vectors_outdated AFTER UPDATE ON entries
WHEN new.content IS NOT old.content OR new.status <> 'active' BEGIN
    DELETE FROM vectors WHERE entry_id = old.id;
END;
CREATE TRIGGER vectors_moved AFTER UPDATE ON entries
WHEN new.content IS old.content AND new.status = 'active' AND (
    new.scope_id <> old.scope_id OR new.layer <> old.layer OR new.source <> old.source
    OR new.connection_id IS NOT old.connection_id OR new.context_type IS NOT old.context_type
) BEGIN
    INSERT OR REPLACE INTO vectors (entry_id, scope_id, layer, model, dims, digest, vector)
    SELECT entry_id, new.scope_id, new.layer, model, dims, digest, vector FROM vectors WHERE entry_id = old.id;
END;
CREATE TRIGGER vectors_of_removed_entries AFTER DELETE ON entries BEGIN
    DELETE FROM vectors WHERE entry_id = old.id;
END;
CREATE TRIGGER vectors_of_changed_turns AFTER UPDATE ON turns WHEN new.content IS NOT old.content BEGIN
    DELETE FROM vectors WHERE turn_id = old.id;
END;
CREATE TRIGGER vectors_of_removed_turns AFTER DELETE ON turns BEGIN
    DELETE FROM vectors WHERE turn_id = old.id;
END;
"""
"""A vector never outlives its text, whoever changes it; and each change of a row that copies of the table hold makes
it a new row, with a greater id, so that copies follow by reading on."""


def apply(database: Database) -> None:
    """Make the tables."""
    run_script(database, SCRIPT)
