"""Find other records of an erased entry, in the same words or made from the same sources."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.erasing.needles import Needles, is_erased
from tiermem.store.sql.statements import placeholders, rows_of
from tiermem.text import fold
from tiermem.text.sentences import sentence_core, summary_sentences

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database

MANY = 40
"""With this many sources, a lost line may have older ones that it no longer names."""
_WAITS_AGAIN = "UPDATE events SET consolidated = NULL WHERE scope_id = ? AND kind = 'observation'"
Owned = tuple[str, int]
"""(id, owner) of an entry."""


# -- in the same words ---------------------------------------------------------------------------


def said_in(database: Database, needles: Needles, owned: str, bound: Sequence[int]) -> set[str]:
    """Return the refs of turns that hold the words, among those that meet a condition."""
    rows = rows_of(database, f"SELECT session_id, position, content FROM turns WHERE {owned}", *bound)
    return {f"{session_id}/{place}" for session_id, place, text in rows if needles.without(text) != text}


def learned_parts(
    database: Database, texts: Sequence[str], turns: Collection[str], scopes: Sequence[int]
) -> Mapping[int, str]:
    """Return place → statement of observations that say part of the words and rest on turns that say all."""
    rows = rows_of(
        database,
        "SELECT seq, payload FROM events WHERE kind = 'observation' "
        f"AND scope_id IN ({placeholders(database, len(scopes))})",
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
    """Return (id, owner) of the other entries that never said anything but the words.

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
        f"WHERE e.id <> ? AND e.scope_id IN ({placeholders(database, len(scopes))})",
        entry_id,
        *scopes,
    )
    origins = {f"event:{seq}" for seq in learned}
    says_more = {
        each
        for each, _, content, origin in rows
        if origin not in origins and not is_erased(needles.without(content))
    }
    return sorted({(each, owner) for each, owner, *_ in rows if each not in says_more})


def shared(database: Database, needles: Needles, scopes: Sequence[int]) -> Iterator[int]:
    """Return the owners, other than users, of entries that say it too."""
    rows = rows_of(
        database,
        "SELECT e.scope_id, e.content FROM entries e JOIN scopes s ON s.id = e.scope_id "
        f"WHERE s.kind IN ('house', 'agent') AND e.scope_id IN ({placeholders(database, len(scopes))})",
        *scopes,
    )
    return (scope_id for scope_id, text in rows if needles.without(text) != text)


# -- made of the same sources --------------------------------------------------------------------


def observations_in(origins: Iterable[str]) -> set[int]:
    """Return the observations among the origins of entries."""
    found = (origin.removeprefix("event:") for origin in origins if origin.startswith("event:"))
    return {int(place) for place in found if place.isdigit()}


def made_of(database: Database, seqs: Collection[int], scopes: Sequence[int]) -> list[Owned]:
    """Return the entries that were made of these observations, alone or with others."""
    if not seqs:
        return []
    origins = [f"event:{seq}" for seq in seqs]
    found = rows_of(
        database,
        f"SELECT id, scope_id FROM entries WHERE origin IN ({placeholders(database, len(origins))}) "
        f"AND scope_id IN ({placeholders(database, len(scopes))})",
        *origins,
        *scopes,
    )
    resting = rows_of(
        database,
        "SELECT v.entry_id, e.scope_id, v.payload FROM events v JOIN entries e ON e.id = v.entry_id "
        f"WHERE instr(v.payload, '\"rests_on\"') > 0 AND e.scope_id IN ({placeholders(database, len(scopes))})",
        *scopes,
    )
    several = [(row[0], row[1]) for row in resting if set(json.loads(row[2]).get("rests_on", ())) & set(seqs)]
    return sorted({(row[0], row[1]) for row in found} | set(several))


def sessions_of(database: Database, origins: Iterable[str], turns: Iterable[str]) -> set[str]:
    """Return the sessions in which it was said or written: of the observations, these turns, and a tool."""
    named = {origin.removeprefix("session:") for origin in origins if origin.startswith("session:")}
    said = {ref.rpartition("/")[0] for ref in turns}
    seqs = sorted(observations_in(origins))
    heard = rows_of(
        database,
        f"SELECT session_id FROM events WHERE session_id IS NOT NULL AND seq IN ({placeholders(database, len(seqs))})",
        *seqs,
    )
    return named | said | {row[0] for row in heard}


def summaries_in_other_words(
    database: Database, sessions: Collection[str], needles: Needles, scopes: Sequence[int]
) -> Iterator[tuple[Owned, str]]:
    """Yield (entry, session) of session summaries that hold more than what the needles leave of the session's turns.

    That is one in other words, and one with a line of a statement that was said over several.
    """
    for session_id in sorted(sessions):
        rows = summaries_of(database, session_id, scopes)
        if not rows:
            continue
        said = rows_of(database, "SELECT content, name FROM turns WHERE session_id = ?", session_id)
        heard = " ".join(fold(" ".join(needles.without(row[0]) for row in said)).split())
        labels = tuple({f"{row[1]}: " for row in said if row[1]})
        for entry_id, owner, content in rows:
            left = (needles.without(sentence) for sentence, _ in summary_sentences(content))
            if not all(sentence_core(_without(labels, sentence)) in heard for sentence in left):
                yield (entry_id, owner), session_id


def summaries_of(database: Database, session_id: str, scopes: Sequence[int]) -> list[Sequence[Any]]:
    """Return id, owner and content of each summary of a session."""
    return rows_of(
        database,
        "SELECT id, scope_id, content FROM entries WHERE layer = 'L2' AND context_type = 'session_summary' "
        f"AND origin = ? AND scope_id IN ({placeholders(database, len(scopes))})",
        f"session:{session_id}",
        *scopes,
    )


def _without(labels: Sequence[str], sentence: str) -> str:
    """Return a sentence without the name of its speaker."""
    return next((sentence.removeprefix(one) for one in labels if sentence.startswith(one)), sentence)


def forget_summaries(database: Database, sessions: Collection[str]) -> None:
    """Empty the observations that the summaries of these sessions came from."""
    database.execute_sql(
        "UPDATE events SET payload = '{}' WHERE kind = 'observation' AND reason = 'session_summary' "
        f"AND session_id IN ({placeholders(database, len(sessions))})",
        tuple(sessions),
    )


def wait_again(database: Database, sources: Collection[int], scope_id: int) -> None:
    """Let observations wait for the profile again, which lost what also rested on them.

    A line or value names its latest sources only, so where there are many, all older ones wait as well.
    """
    many = max(sources) if len(sources) >= MANY else 0
    for seq in sources:
        database.execute_sql(f"{_WAITS_AGAIN} AND seq = ?", (scope_id, seq))
    database.execute_sql(f"{_WAITS_AGAIN} AND seq < ?", (scope_id, many))
