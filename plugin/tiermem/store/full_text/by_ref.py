"""Documents by their refs or their time: what was found by other means than words, as candidates for ranking."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.store.full_text.candidates import read
from tiermem.store.full_text.conditions import met_by_documents
from tiermem.store.tables.sql import marks

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.contract import Candidate, SearchFilter

_FOUND = "SELECT d.entry_id, d.turn_id, d.at, d.tags, d.content"
_ENTRIES = f"{_FOUND} FROM json_each(?) wanted CROSS JOIN documents d ON d.entry_id = wanted.value"
_TURNS = (
    f"{_FOUND} FROM json_each(?) wanted CROSS JOIN turns t ON t.session_id = json_extract(wanted.value, '$[0]') "
    "AND t.position = json_extract(wanted.value, '$[1]') CROSS JOIN documents d ON d.turn_id = t.id"
)


def turn_place(ref: str) -> tuple[str, int] | None:
    """Session and position of a turn's ref; None for an entry's."""
    session_id, separator, position = ref.rpartition("/")
    return (session_id, int(position)) if separator and position.isdecimal() and len(position) < 19 else None


def named(database: Database, refs: Sequence[str], scopes: Sequence[int]) -> list[Candidate]:
    """See `contract.Search.named`."""
    if not refs or not scopes:
        return []
    places = {ref: turn_place(ref) for ref in refs}
    entries = json.dumps([ref for ref, place in places.items() if place is None])
    turns = json.dumps([place for place in places.values() if place is not None])
    owned = f"WHERE d.scope_id IN ({marks(database, len(scopes))})"
    candidates = read(
        database,
        f"{_ENTRIES} {owned} UNION ALL {_TURNS} {owned}",
        [entries, *scopes, turns, *scopes],
    )
    found = {candidate.ref: candidate for candidate in candidates}
    return [found[ref] for ref in places if ref in found]


def newest(database: Database, where: SearchFilter, scopes: Sequence[int], limit: int) -> list[Candidate]:
    """See `contract.Search.newest`."""
    if not scopes or not (where.layers or where.turns):
        return []
    conditions = met_by_documents(database, where)
    kinds = [f"d.layer IN ({marks(database, len(where.layers))})"] if where.layers else []
    kinds += ["d.layer IS NULL"] if where.turns else []
    narrowed = " AND ".join(
        [f"d.scope_id IN ({marks(database, len(scopes))})", f"({' OR '.join(kinds)})", *conditions.texts]
    )
    found = f"{_FOUND} FROM documents d WHERE {narrowed} ORDER BY d.at DESC, d.id DESC LIMIT ?"
    candidates = read(database, found, [*scopes, *where.layers, *conditions.values, limit])
    return sorted(candidates, key=lambda one: (one.at, one.ref), reverse=True)
