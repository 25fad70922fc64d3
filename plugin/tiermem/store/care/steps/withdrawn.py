"""What entries say no more is found without reading those that still say what they said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.sql import run_script

if TYPE_CHECKING:
    from peewee import Database

SCRIPT = """
CREATE INDEX entries_inactive ON entries(scope_id, status, updated_at) WHERE status = 'inactive';
CREATE INDEX entries_changed ON entries(scope_id, (version > 1), updated_at) WHERE version > 1;
"""


def apply(database: Database) -> None:
    """Make the indexes."""
    run_script(database, SCRIPT)
