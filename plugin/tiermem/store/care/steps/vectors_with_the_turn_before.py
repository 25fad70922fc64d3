"""A short turn is embedded with the one before it, see `vectors.wording`; its vector goes with both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.sql import run_script

if TYPE_CHECKING:
    from peewee import Database

SCRIPT = """
DROP TRIGGER vectors_of_changed_turns;
DROP TRIGGER vectors_of_removed_turns;
CREATE TRIGGER vectors_of_changed_turns AFTER UPDATE ON turns WHEN new.content IS NOT old.content BEGIN
    DELETE FROM vectors WHERE turn_id IN (
        old.id, (SELECT id FROM turns WHERE session_id = old.session_id AND position = old.position + 1)
    );
END;
CREATE TRIGGER vectors_of_removed_turns AFTER DELETE ON turns BEGIN
    DELETE FROM vectors WHERE turn_id IN (
        old.id, (SELECT id FROM turns WHERE session_id = old.session_id AND position = old.position + 1)
    );
END;
DELETE FROM vectors WHERE turn_id IN (
    SELECT t.id FROM turns t JOIN turns b ON b.session_id = t.session_id AND b.position = t.position - 1
    WHERE length(t.content) <= 400 AND length(b.content) <= 400
);
"""


def apply(database: Database) -> None:
    """Replace the triggers, and drop the vectors that were made of a short turn alone."""
    run_script(database, SCRIPT)
