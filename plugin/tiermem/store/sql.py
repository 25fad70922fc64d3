"""Running peewee's queries on a given database, typed.

The models are bound to no database, so that several stores live in one process side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from peewee import Database

HAS_TAG = "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = {})"
"""Whether the list of tags of an entry holds a bound value."""


def fetch(database: Database, query: Any) -> list[Sequence[Any]]:
    """The rows of a select, as tuples."""
    return list(query.tuples().execute(database))


def run(database: Database, query: Any) -> Any:
    """Execute an insert, update or delete; gives what peewee gives."""
    return query.execute(database)


def marks(database: Database, count: int) -> str:
    """``?, ?, ?``: placeholders for *count* bound values."""
    return ", ".join([database.param] * count)
