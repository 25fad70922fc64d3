"""What else says the words of an entry that is to be erased."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem.store.erasing.needles import Needles
from tiermem.store.erasing.scaffolds import says_nothing
from tiermem.store.tables.sql import marks, rows_of

if TYPE_CHECKING:
    from peewee import Database


def said_in(database: Database, needles: Needles, owned: str, bound: Sequence[int]) -> set[str]:
    """The references of the turns in which the words stand, among those that meet a condition."""
    rows = rows_of(database, f"SELECT session_id, position, content FROM turns WHERE {owned}", *bound)
    return {f"{session_id}/{place}" for session_id, place, text in rows if needles.without(text) != text}


def learned_parts(
    database: Database, texts: Sequence[str], turns: Collection[str], scopes: Sequence[int]
) -> Mapping[int, str]:
    """Place → statement of the observations that say a part of the words, and were made of turns that say all."""
    rows = rows_of(
        database,
        f"SELECT seq, payload FROM events WHERE kind = 'observation' AND scope_id IN ({_marks(database, scopes)})",
        *scopes,
    )
    return {
        seq: content
        for seq, payload in ((seq, json.loads(text)) for seq, text in rows)
        if payload.get("evidence") in turns
        and (content := payload.get("draft", {}).get("content"))
        and any(Needles([content]).without(text) != text for text in texts)
    }


def twins(
    database: Database, entry_id: str, needles: Needles, learned: Collection[int], scopes: Sequence[int]
) -> list[tuple[str, int]]:
    """(id, owner) of the other entries that never said anything but the words.

    Args:
        database: The database.
        entry_id: The entry itself.
        needles: The words.
        learned: Places of observations that said nothing else.
        scopes: Whose entries.
    """
    rows = rows_of(
        database,
        "SELECT e.id, e.scope_id, v.content, v.origin FROM entries e "
        "JOIN entry_versions v ON v.entry_id = e.id "
        f"WHERE e.id <> ? AND e.scope_id IN ({_marks(database, scopes)})",
        entry_id,
        *scopes,
    )
    origins = {f"event:{seq}" for seq in learned}
    says_more = {
        each
        for each, _, content, origin in rows
        if origin not in origins and not says_nothing(needles.without(content))
    }
    return sorted({(each, owner) for each, owner, *_ in rows if each not in says_more})


def shared(database: Database, needles: Needles, scopes: Sequence[int]) -> Iterator[int]:
    """The owners, other than users, of entries that say it too."""
    rows = rows_of(
        database,
        "SELECT e.scope_id, e.content FROM entries e JOIN scopes s ON s.id = e.scope_id "
        f"WHERE s.kind <> 'user' AND e.scope_id IN ({_marks(database, scopes)})",
        *scopes,
    )
    return (scope_id for scope_id, text in rows if needles.without(text) != text)


def _marks(database: Database, values: Sequence[int]) -> str:
    return marks(database, len(values))
