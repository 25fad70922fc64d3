"""A search's filter as SQL: what a document must meet, whatever it was found by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.store.records import passing
from tiermem.store.sql import HAS_TAG, marks

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.contract import SearchFilter


class Conditions:
    """SQL conditions with their values, gathered."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.values: list[Any] = []

    def add(self, text: str, *values: Any) -> None:
        """One more, with the values of its marks."""
        self.texts.append(text)
        self.values += values


def met_by_documents(database: Database, where: SearchFilter) -> Conditions:
    """What a row of ``documents d`` meets beside its scope, whatever the layers and turns of *where*."""
    found = Conditions()
    if where.except_session is not None:
        found.add(
            "(d.turn_id IS NULL OR d.turn_id NOT IN (SELECT id FROM turns WHERE session_id = ?))",
            where.except_session,
        )
    for name in ("project_id", "task_id"):
        if (value := getattr(where, name)) is not None:
            found.add(
                "(d.turn_id IS NULL OR EXISTS (SELECT 1 FROM turns t JOIN sessions s ON s.id = t.session_id "
                f"WHERE t.id = d.turn_id AND (s.{name} IS NULL OR s.{name} = ?)))",
                value,
            )
    if where.since is not None:
        found.add("d.at >= ?", where.since)
    if where.until is not None:
        found.add("d.at < ?", where.until)
    if (entry := _met_by_entries(database, where)).texts:
        inside = f"SELECT 1 FROM entries WHERE id = d.entry_id AND {' AND '.join(entry.texts)}"
        found.add(f"(d.entry_id IS NULL OR EXISTS ({inside}))", *entry.values)
    if where.entries is not None:
        passes, values = passing(database, where.entries, "d.entry_id")
        found.add(f"(d.entry_id IS NULL OR {passes})", *values)
    return found


def _met_by_entries(database: Database, where: SearchFilter) -> Conditions:
    found = Conditions()
    if where.tiers:
        found.add(f"tier IN ({marks(database, len(where.tiers))})", *where.tiers)
    for name in ("category", "context_type"):
        if (value := getattr(where, name)) is not None:
            found.add(f"{name} = ?", value)
    for name in ("project_id", "task_id"):
        if (value := getattr(where, name)) is not None:
            found.add(f"({name} IS NULL OR {name} = ?)", value)
    for tag in where.tags:
        found.add(HAS_TAG.format("?"), tag)
    if where.connections is not None:
        owned = marks(database, len(where.connections))
        found.add(f"(connection_id IS NULL OR connection_id IN ({owned}))", *where.connections)
    return found
