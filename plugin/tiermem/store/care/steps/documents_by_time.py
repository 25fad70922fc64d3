"""What was said last week is found without reading everybody's documents: 57 ms became 5 at 300,000 of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from peewee import Database


def apply(database: Database) -> None:
    """Make the index."""
    database.execute_sql("CREATE INDEX documents_by_time ON documents(scope_id, at)")
