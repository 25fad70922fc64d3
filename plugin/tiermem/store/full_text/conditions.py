"""Translate filters into SQL, for entries and for documents.

The SQL is composed by hand, because the processor makes several queries for every observation. peewee's query builder
was measured to cost several times as much as the statements themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.sql.statements import HAS_TAG, HAS_TAG_LIKE, placeholders
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.contract import EntryFilter, SearchFilter
    from tiermem.store.sql.database import Database

_AMONG = (
    ("id", "ids"), ("layer", "layers"), ("tier", "tiers"), ("status", "statuses"), ("source", "sources"),
)  # fmt: skip
"""(column, field with its permitted values). An empty field permits any value."""
_AMONG_TAGGED = (("id", "ids"), ("+layer", "layers"), ("+tier", "tiers"), ("status", "statuses"))
_MOST_BOUND = 500
"""Maximum values that are bound one by one."""
_EQUAL = ("scope_id", "category", "key", "origin", "supersedes", "project_id", "task_id", "context_type")
_OF_ENTRIES_ALONE = (
    "ids",
    "layers",
    "tiers",
    "sources",
    "category",
    "subject",
    "key",
    "origin",
    "supersedes",
    "context_type",
    "tags",
    "tag_prefix",
)
"""Fields of an `EntryFilter` that a turn of the journal lacks."""


class Conditions:
    """SQL conditions with their values."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.values: list[Any] = []

    def add(self, text: str, *values: Any) -> None:
        """Add a condition with the values of its placeholders."""
        self.texts.append(text)
        self.values += values


def met_by_entries(database: Database, where: EntryFilter) -> Conditions:
    """Return the conditions on a row of ``entries``. Order, limit and offset are ignored."""
    found, mark = Conditions(), database.param
    # Entries with tags are few, and have an index of their own; the plus keeps SQLite from the one of layers and tiers.
    among = _AMONG_TAGGED if asks_for_tags(where) else _AMONG
    for column, name in among:
        wanted = getattr(where, name)
        if len(wanted) > _MOST_BOUND:
            found.add(f"{column} IN (SELECT value FROM json_each({mark}))", json.dumps(wanted))
        elif wanted:
            found.add(f"{column} IN ({placeholders(database, len(wanted))})", *wanted)
    for name in _EQUAL:
        if (value := getattr(where, name)) is not None:
            found.add(f"{name} = {mark}", value)
    _add_tags(found, where, mark)
    if where.subject is not None:
        found.add(*_is_subject(where.subject, mark))
    if where.connections is not None:
        owned = placeholders(database, len(where.connections))
        found.add(f"(connection_id IS NULL OR connection_id IN ({owned}))", *where.connections)
    bounds = ("updated_at >=", where.since), ("updated_at <", where.until), ("valid_to <=", where.ended_by)
    for compared, bound in bounds:
        if bound is not None:
            found.add(f"{compared} {mark}", bound)
    return found


def asks_for_tags(where: EntryFilter) -> bool:
    """Return True if only entries with tags meet a filter."""
    return bool(where.tags) or where.tag_prefix is not None


def _add_tags(found: Conditions, where: EntryFilter, mark: str) -> None:
    if asks_for_tags(where):
        found.add("tags <> '[]'")
    for tag in where.tags:
        # Reading the list costs ten times as much as looking for the tag's text in it.
        found.add(
            f"instr(tags, {mark}) > 0 AND {HAS_TAG.format(mark)}", json.dumps(tag, ensure_ascii=False), tag
        )
    if where.tag_prefix is not None:
        found.add(HAS_TAG_LIKE.format(mark, mark), len(where.tag_prefix), where.tag_prefix)


def _is_subject(subject: str, mark: str) -> tuple[str, str]:
    """Return a comparison that ignores case. It uses an index for ASCII and for scripts without case."""
    if subject.lower() == subject.upper():
        return f"subject = {mark}", subject
    lower = "lower" if subject.isascii() else "unicode_lower"
    return f"{lower}(subject) = {mark}", subject.lower()


def met_by_documents(database: Database, where: SearchFilter) -> Conditions:
    """Return the conditions on a row of ``documents d`` besides its scope, layer and kind."""
    found = Conditions()
    if where.except_session is not None:
        found.add(
            "(d.turn_id IS NULL OR d.turn_id NOT IN (SELECT id FROM turns WHERE session_id = ?))",
            where.except_session,
        )
    for name, value in _ties(where):
        found.add(
            "(d.turn_id IS NULL OR EXISTS (SELECT 1 FROM turns t JOIN sessions s ON s.id = t.session_id "
            f"WHERE t.id = d.turn_id AND (s.{name} IS NULL OR s.{name} = ?)))",
            value,
        )
    if where.entries is not None and _names_what_turns_lack(where.entries):
        found.add("d.turn_id IS NULL")
    if where.since is not None:
        found.add("d.at >= ?", where.since)
    if where.until is not None:
        found.add("d.at < ?", where.until)
    narrowed = [_met_by_their_entries(database, where)]
    narrowed += [met_by_entries(database, where.entries)] if where.entries is not None else []
    for entry in narrowed:
        if entry.texts:
            own = "id = d.entry_id AND +scope_id = d.scope_id"
            inside = f"SELECT 1 FROM entries WHERE {own} AND {' AND '.join(entry.texts)}"
            found.add(f"(d.entry_id IS NULL OR EXISTS ({inside}))", *entry.values)
    return found


def met_by_kind(database: Database, where: SearchFilter) -> Conditions:
    """Return the conditions on ``documents d`` for the searched layers and kinds."""
    kinds = [f"d.layer IN ({placeholders(database, len(where.layers))})"] if where.layers else []
    kinds += ["d.layer IS NULL"] if where.turns else []
    found = Conditions()
    found.add(f"({' OR '.join(kinds)})", *where.layers)
    return found


def few_left(database: Database, where: SearchFilter, scopes: Sequence[int], most: int) -> list[int] | None:
    """Return the ids of all documents that a filter leaves; None if there are more than *most*.

    Entries and turns are found by the filter's conditions on them, which have indexes.
    """
    kinds = [_entries_left(database, where, scopes)] if where.layers else []
    kinds += [_turns_left(database, where, scopes)] if where.turns else []
    met = met_by_documents(database, where)
    found: list[int] = []
    for kind in kinds:
        texts = (f"d.scope_id IN ({placeholders(database, len(scopes))})", *kind.texts, *met.texts)
        sql = f"SELECT d.id FROM documents d WHERE {' AND '.join(texts)} LIMIT {database.param}"
        values = (*scopes, *kind.values, *met.values, most + 1)
        found += [row[0] for row in database.execute_sql(sql, values).fetchall()]
        if len(found) > most:
            return None
    return found


def _entries_left(database: Database, where: SearchFilter, scopes: Sequence[int]) -> Conditions:
    found = met_by_kind(database, replace(where, turns=False))
    entries = [_met_by_their_entries(database, where)]
    entries += [met_by_entries(database, where.entries)] if where.entries is not None else []
    if any(one.texts for one in entries):
        texts = [
            f"scope_id IN ({placeholders(database, len(scopes))})",
            *(text for one in entries for text in one.texts),
        ]
        inside = f"SELECT id FROM entries WHERE {' AND '.join(texts)}"
        found.add(f"d.entry_id IN ({inside})", *scopes, *(value for one in entries for value in one.values))
    return found


def _turns_left(database: Database, where: SearchFilter, scopes: Sequence[int]) -> Conditions:
    found = met_by_kind(database, replace(where, layers=()))
    owned = placeholders(database, len(scopes))
    for name, value in _ties(where):
        found.add(
            "d.turn_id IN (SELECT t.id FROM sessions s CROSS JOIN turns t ON t.session_id = s.id "
            f"WHERE s.user_id IN ({owned}) AND (s.{name} IS NULL OR s.{name} = {database.param}))",
            *scopes,
            value,
        )
    return found


def _ties(where: SearchFilter) -> Iterator[tuple[str, str]]:
    """Yield the columns of sessions, with the values, to which a filter ties what it finds."""
    for one in filter(None, (where, where.entries)):
        for name in ("project_id", "task_id"):
            if (value := getattr(one, name)) is not None:
                yield name, value


def _names_what_turns_lack(where: EntryFilter) -> bool:
    return bool(where.statuses and "active" not in where.statuses) or any(
        getattr(where, name) for name in _OF_ENTRIES_ALONE
    )


def _met_by_their_entries(database: Database, where: SearchFilter) -> Conditions:
    found = Conditions()
    if where.tiers:
        found.add(f"tier IN ({placeholders(database, len(where.tiers))})", *where.tiers)
    for name in ("category", "context_type"):
        if (value := getattr(where, name)) is not None:
            found.add(f"{name} = ?", value)
    for name in ("project_id", "task_id"):
        if (value := getattr(where, name)) is not None:
            found.add(f"({name} IS NULL OR {name} = ?)", value)
    for tag in where.tags:
        found.add(HAS_TAG.format("?"), tag)
    if where.connections is not None:
        owned = placeholders(database, len(where.connections))
        found.add(f"(connection_id IS NULL OR connection_id IN ({owned}))", *where.connections)
    return found
