"""What was made of an entry's sources in other words: it names them, and goes with them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.store.tables.sql import marks, rows_of
from tiermem.text import fold
from tiermem.text.sentences import summary_sentences

if TYPE_CHECKING:
    from peewee import Database

MANY = 40
"""Sources of what was lost from which on there may be older ones that nothing tells of any more."""
_WAITS_AGAIN = "UPDATE events SET consolidated = NULL WHERE scope_id = ? AND kind = 'observation'"
Owned = tuple[str, int]
"""(id, owner) of an entry."""


def places(origins: Iterable[str]) -> set[int]:
    """The observations among the origins of entries."""
    found = (origin.removeprefix("event:") for origin in origins if origin.startswith("event:"))
    return {int(place) for place in found if place.isdigit()}


def made_of(database: Database, seqs: Collection[int], scopes: Sequence[int]) -> list[Owned]:
    """The entries that were made of these observations, alone or with others."""
    if not seqs:
        return []
    origins = [f"event:{seq}" for seq in seqs]
    found = rows_of(
        database,
        f"SELECT id, scope_id FROM entries WHERE origin IN ({marks(database, len(origins))}) "
        f"AND scope_id IN ({marks(database, len(scopes))})",
        *origins,
        *scopes,
    )
    told = rows_of(
        database,
        "SELECT v.entry_id, e.scope_id, v.payload FROM events v JOIN entries e ON e.id = v.entry_id "
        f"WHERE instr(v.payload, '\"rests_on\"') > 0 AND e.scope_id IN ({marks(database, len(scopes))})",
        *scopes,
    )
    several = [(row[0], row[1]) for row in told if set(json.loads(row[2]).get("rests_on", ())) & set(seqs)]
    return sorted({(row[0], row[1]) for row in found} | set(several))


def sessions_of(database: Database, origins: Iterable[str], turns: Iterable[str]) -> set[str]:
    """The sessions in which it was said or written: those of the observations, of these turns, and of a tool."""
    named = {origin.removeprefix("session:") for origin in origins if origin.startswith("session:")}
    said = {ref.rpartition("/")[0] for ref in turns}
    seqs = sorted(places(origins))
    heard = rows_of(
        database,
        f"SELECT session_id FROM events WHERE session_id IS NOT NULL AND seq IN ({marks(database, len(seqs))})",
        *seqs,
    )
    return named | said | {row[0] for row in heard}


def summaries_in_other_words(
    database: Database, sessions: Collection[str], scopes: Sequence[int]
) -> Iterator[tuple[Owned, str]]:
    """(entry, session) of the summaries of sessions that are not made of what was said in so many words."""
    for session_id in sorted(sessions):
        rows = rows_of(
            database,
            "SELECT id, scope_id, content FROM entries WHERE layer = 'L2' AND context_type = 'session_summary' "
            f"AND origin = ? AND scope_id IN ({marks(database, len(scopes))})",
            f"session:{session_id}",
            *scopes,
        )
        if not rows:
            continue
        said = rows_of(database, "SELECT content FROM turns WHERE session_id = ?", session_id)
        heard = " ".join(fold(" ".join(row[0] for row in said)).split())
        for entry_id, owner, content in rows:
            if not all(core in heard for _, core in summary_sentences(content)):
                yield (entry_id, owner), session_id


def forget_summaries(database: Database, sessions: Collection[str]) -> None:
    """Empty the observations that the summaries of these sessions came from."""
    database.execute_sql(
        "UPDATE events SET payload = '{}' WHERE kind = 'observation' AND reason = 'session_summary' "
        f"AND session_id IN ({marks(database, len(sessions))})",
        tuple(sessions),
    )


def make_anew(database: Database, sources: Collection[int], scope_id: int) -> None:
    """Let observations wait for the profile again, which lost what rested on them too.

    A line or value tells its latest sources only, so where there are many, all that are older wait as well.
    """
    many = max(sources) if len(sources) >= MANY else 0
    for seq in sources:
        database.execute_sql(f"{_WAITS_AGAIN} AND seq = ?", (scope_id, seq))
    database.execute_sql(f"{_WAITS_AGAIN} AND seq < ?", (scope_id, many))
