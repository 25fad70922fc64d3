"""Texts are found by other words than before. `irregular_forms` indexes everything anew for this as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from peewee import SqliteDatabase


def apply(database: SqliteDatabase) -> None:
    """Nothing to do here."""
