"""What a filter leaves is found without reading all entries of a scope, or all sessions of a user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.sql import run_script

if TYPE_CHECKING:
    from peewee import Database

SCRIPT = """
CREATE INDEX entries_by_project ON entries(scope_id, project_id);
CREATE INDEX entries_by_task ON entries(scope_id, task_id);
CREATE INDEX entries_by_connection ON entries(scope_id, connection_id);
CREATE INDEX entries_by_change ON entries(scope_id, updated_at);
CREATE INDEX entries_by_category ON entries(scope_id, category) WHERE category IS NOT NULL;
CREATE INDEX entries_by_context_type ON entries(scope_id, context_type) WHERE context_type IS NOT NULL;
CREATE INDEX entries_by_superseded ON entries(supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX sessions_by_project ON sessions(user_id, project_id);
CREATE INDEX sessions_by_task ON sessions(user_id, task_id);
"""


def apply(database: Database) -> None:
    """Make the indexes."""
    run_script(database, SCRIPT)
