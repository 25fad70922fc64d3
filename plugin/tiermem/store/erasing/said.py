"""Erase turns, a line of a profile, or a whole user, with everything made from them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.store.care.dump import owned_rows
from tiermem.store.erasing import erase as erasing
from tiermem.store.erasing.cleanup import other_sources, settle_frozen, without_erased
from tiermem.store.erasing.columns import TEXTS
from tiermem.store.erasing.needles import ERASED, MIN_WORDS, Needles
from tiermem.store.erasing.related import made_of, summaries_in_other_words, summaries_of, wait_again
from tiermem.store.sql.schema import RECORD_TABLES
from tiermem.store.sql.statements import placeholders, rows_of
from tiermem.store.tables.learning import ProfileTables
from tiermem.store.tables.sessions import SessionTables
from tiermem.support import nested
from tiermem.text import word_list
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.contract import Erased
    from tiermem.store.erasing.related import Owned
    from tiermem.store.sql.database import Database
    from tiermem.values import Profile, Scope

_SPOKEN = ("turns", "entries", "entry_versions")
"""Tables of other statements. They may repeat the words, and the receipt names them instead."""
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")


def erase_turns(
    database: Database, session_id: str, positions: Sequence[int] | None, scopes: Sequence[int], at: str
) -> Erased:
    """Erase turns of a session, or with None the session: its turns, receipts, summary and learned entries.

    Entries learned from a turn are erased with it. Entries that a tool wrote in the session stay, and so do
    statements made at another time.

    Args:
        database: The database.
        session_id: The session.
        positions: Places of the turns; None for the session as a whole.
        scopes: The owners. The session's user must be one of them.
        at: Instant of the tombstone.

    Raises:
        InputError: These owners have no such session or turn.
    """
    what = session_id if positions is None else f"{session_id}/{positions[0]}"
    touched: Counter[str] = Counter()
    with database.atomic("IMMEDIATE"):
        turns = _turns(database, session_id, positions, scopes)
        refs = {f"{session_id}/{place}" for _, place, _ in turns}
        seqs = _learned_from(database, refs, session_id if positions is None else None, scopes)
        said = _words_of([text for *_, text in turns], erasing.drafted(database, seqs))
        gone = sorted(
            {*made_of(database, seqs, scopes), *_summaries(database, session_id, said, scopes, positions)}
        )
        shown = erasing.needles([*said, *erasing.said_by(database, gone)])
        for entry_id, owner in gone:
            touched.update(erasing.remove(database, entry_id, owner, at))
        touched["turns"] += _forget(database, session_id, turns, whole=positions is None)
        touched["events"] += _empty(database, seqs)
        touched.update(_scrub(database, shown, seqs, scopes, at))
        erasing.entomb(database, what, _user_of(scopes, database), at)
    return erasing.receipt(database, what, touched)


def erase_line(database: Database, user_id: int, line: str, scopes: Sequence[int], at: str) -> Erased:
    """Erase a line of a user's profile, or the value at a path of its scaffold, with its observations.

    Raises:
        InputError: The profile has no such line or path.
    """
    touched: Counter[str] = Counter()
    with database.atomic("IMMEDIATE"):
        profiles = ProfileTables(database)
        profile = profiles.get(user_id)
        left, sources, texts = _without_line(profile, line)
        seqs = set(sources)
        touched["events"] += _empty(database, seqs)
        left = without_erased(left, seqs)
        profiles.put(replace(left, version=profile.version + 1, updated_at=at))
        wait_again(database, other_sources(profile, seqs), user_id)
        touched["profiles"] += 1
        settle_frozen(database, [user_id])
        long = [text for text in texts if len(word_list(text)) >= MIN_WORDS]
        touched.update(_scrub(database, erasing.needles(long), seqs, scopes, at))
        erasing.entomb(database, "profile", user_id, at)
    return erasing.receipt(database, "profile", touched)


def erase_user(database: Database, user: Scope) -> Erased:
    """Erase all data of a user and of the user's pairs with agents, including the names. Nothing is left."""
    touched: dict[str, int] = {}
    with database.atomic("IMMEDIATE"):
        owned, owners = owned_rows(database, user)
        mine = ", ".join(map(str, owners))
        entries = f"entry_id IN (SELECT id FROM entries WHERE scope_id IN ({mine}))"
        said = f"turn_id IN (SELECT id FROM turns WHERE {owned['turns']})"
        for table in ("documents", "vectors"):
            touched[table] = erasing.run(database, f"DELETE FROM {table} WHERE {entries} OR {said}")
        for table in reversed(RECORD_TABLES):
            where = f"id IN ({mine})" if table == "scopes" else owned[table]
            touched[table] = erasing.run(database, f"DELETE FROM {table} WHERE {where}")
        touched["access_tokens"] = erasing.run(
            database, 'DELETE FROM access_tokens WHERE "user" = ?', user.name
        )
        database.forget_deleted_words()
    return erasing.receipt(database, user.name, touched, entombed=False)


# -- what is said --------------------------------------------------------------------------------


def _turns(
    database: Database, session_id: str, positions: Sequence[int] | None, scopes: Sequence[int]
) -> list[tuple[int, int, str]]:
    known = rows_of(
        database,
        f"SELECT 1 FROM sessions WHERE id = ? AND user_id IN ({placeholders(database, len(scopes))})",
        session_id,
        *scopes,
    )
    rows = rows_of(database, "SELECT id, position, content FROM turns WHERE session_id = ?", session_id)
    found = [(row[0], row[1], row[2]) for row in rows if positions is None or row[1] in positions]
    if not known or (positions is not None and not found):
        what = "turn" if positions is not None else "session"
        raise InputError(
            f"There is no such {what} in {session_id!r}. 'tiermem search --archive WORDS' lists turns as SESSION/PLACE."
        )
    return found


def _learned_from(
    database: Database, refs: Collection[str], session_id: str | None, scopes: Sequence[int]
) -> set[int]:
    """Return the observations that rest on these turns, or were made in the session."""
    rows = rows_of(
        database,
        "SELECT seq, session_id, payload FROM events WHERE kind = 'observation' "
        f"AND scope_id IN ({placeholders(database, len(scopes))})",
        *scopes,
    )
    return {
        seq
        for seq, heard_in, payload in rows
        if (session_id is not None and heard_in == session_id) or json.loads(payload).get("evidence") in refs
    }


def _words_of(turns: Sequence[str], statements: Sequence[str]) -> list[str]:
    """Return the texts to look for: whole turns, their sentences and what was learned, without the very short."""
    parts = [part for turn in turns for part in (turn, *_SENTENCE.split(turn))]
    return [text.strip() for text in (*parts, *statements) if len(word_list(text)) >= MIN_WORDS]


def _summaries(
    database: Database,
    session_id: str,
    said: Sequence[str],
    scopes: Sequence[int],
    positions: Sequence[int] | None,
) -> list[Owned]:
    """Return the session's summaries that hold the words, or are in other words; all, of the session as a whole."""
    rows = summaries_of(database, session_id, scopes)
    words = Needles(said)
    holding = [(row[0], row[1]) for row in rows if positions is None or words.without(row[2]) != row[2]]
    others = summaries_in_other_words(database, [session_id], words, scopes)
    return [*holding, *(entry for entry, _ in others)]


def _forget(
    database: Database, session_id: str, turns: Sequence[tuple[int, int, str]], *, whole: bool
) -> int:
    for turn_id, *_ in turns:
        erasing.run(database, "DELETE FROM documents WHERE turn_id = ?", turn_id)
        if not whole:
            erasing.run(database, "UPDATE turns SET content = ?, name = NULL WHERE id = ?", ERASED, turn_id)
    if not whole:
        SessionTables(database).reindex(session_id)
        return len(turns)
    recalls = "recall_id IN (SELECT id FROM recalls WHERE session_id = ?)"
    erasing.run(database, f"DELETE FROM recalled WHERE {recalls}", session_id)
    for table, key in (("recalls", "session_id"), ("turns", "session_id"), ("sessions", "id")):
        erasing.run(database, f"DELETE FROM {table} WHERE {key} = ?", session_id)
    return len(turns)


def _empty(database: Database, seqs: Collection[int]) -> int:
    """Turn observations into tombstones, so that nothing is learned from them and no profile rests on them."""
    among = placeholders(database, len(seqs))
    sql = f"UPDATE events SET kind = 'erased', payload = '{{}}', reason = NULL WHERE seq IN ({among})"
    return erasing.run(database, sql, *seqs)


def _scrub(
    database: Database, shown: Needles, seqs: Collection[int], scopes: Sequence[int], at: str
) -> Counter[str]:
    origins = [f"event:{seq}" for seq in seqs]
    traces = erasing.Traces([], origins, [], shown, shown, [], [])
    touched: Counter[str] = Counter()
    for table in TEXTS:
        if table not in _SPOKEN:
            touched[table] += erasing.scrub_and_follow(database, table, traces, scopes, at)[0]
    database.forget_deleted_words()
    return touched


def _user_of(scopes: Sequence[int], database: Database) -> int:
    among = placeholders(database, len(scopes))
    ((user_id,),) = rows_of(
        database, f"SELECT id FROM scopes WHERE kind = 'user' AND id IN ({among})", *scopes
    )
    return int(user_id)


# -- a profile's line ----------------------------------------------------------------------------


def _without_line(profile: Profile, line: str) -> tuple[Profile, list[int], list[str]]:
    """Return the profile without a line or value, the observations that it rests on, and its texts."""
    lines = [one for one in (*profile.narrative, *profile.learned) if one.text == line]
    if lines:
        left = replace(
            profile,
            narrative=tuple(one for one in profile.narrative if one.text != line),
            learned=tuple(one for one in profile.learned if one.text != line),
        )
        return left, [seq for one in lines for seq in one.events], [line]
    keys = nested.split(line)
    value: Any = nested.at(profile.scaffold, keys)
    if value is nested.MISSING:
        raise InputError(f"The profile has no line and no path {line!r}. 'tiermem profile' shows them.")
    under = {
        path: mark for path, mark in profile.marks.items() if path == line or path.startswith(f"{line}/")
    }
    left = replace(
        profile,
        scaffold=nested.without(profile.scaffold, keys),
        marks={path: mark for path, mark in profile.marks.items() if path not in under},
    )
    sources = [seq for mark in under.values() for seq in (*mark.events, *mark.rival_events)]
    return left, sources, [str(one) for _, one in nested.leaves(value, keys)]
