"""Erase an entry and its words from every table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.errors import Outdated, UnknownEntry
from tiermem.store.contract import Erased
from tiermem.store.erasing.cleanup import (
    erased_observations,
    settle_connections,
    settle_frozen,
    settle_observations,
    settle_profiles,
)
from tiermem.store.erasing.columns import TEXTS, with_texts
from tiermem.store.erasing.needles import Needles
from tiermem.store.erasing.related import (
    forget_summaries,
    learned_parts,
    made_of,
    observations_in,
    said_in,
    sessions_of,
    shared,
    summaries_in_other_words,
    twins,
)
from tiermem.store.sql.rows import ENTRY_COLUMNS, entry_from
from tiermem.store.sql.statements import columns, insert_into, placeholders, rows_of
from tiermem.store.tables.adopted import erase_rows
from tiermem.store.tables.records import RecordTables
from tiermem.store.tables.sessions import SessionTables
from tiermem.text import escape, escape_data, escape_line, strip_injected

if TYPE_CHECKING:
    from tiermem.store.erasing.related import Owned
    from tiermem.store.sql.database import Database

COMPLETE, PENDING = "complete", "pending"
OUT_OF_REACH = (
    "backups and exports made before",
    "copies on other machines",
    "what models and hosts have seen",
)


def erase(
    database: Database,
    entries: Mapping[str, Sequence[str]],
    scopes: Sequence[int],
    at: str,
    states: Mapping[str, str] | None = None,
) -> Erased:
    """Remove entries, and their quotes from all texts in these scopes. Tombstones stay in the stream.

    Other entries there that never said anything but these words, or the part of them that gap-fill took out of the
    very turn, are removed with it. So is what was made of its sources in other words: entries that name one of its
    observations, and summaries of its sessions that are not in the words of the session.

    What a user owned is looked for in that user's sessions; what an agent or a house owned, in all of its sessions,
    because every user's may show it. See `needles.Needles` for how texts are found.

    Args:
        database: The database.
        entries: Id of each entry to erase → texts to remove besides its own contents: the words it was learned from.
        scopes: Where to look for them.
        at: Instant of the tombstones.
        states: Id → expected `Entry.state`, of those that must not have changed.

    Raises:
        UnknownEntry: None of these scopes owns one of the entries.
        Outdated: One of them has another state than expected; none was erased.
    """
    touched: Counter[str] = Counter()
    with database.atomic("IMMEDIATE"):
        found = [_traces(database, entry_id, quotes, scopes) for entry_id, quotes in entries.items()]
        for entry_id, state in (states or {}).items():
            _ensure_unchanged(database, entry_id, state)
        for traces in _by_sessions(found):
            touched["adopted rows"] += erase_rows(database, traces.origins, traces.texts)
            for each, scope_id in traces.gone:
                touched.update(remove(database, each, scope_id, at))
            for table in TEXTS:
                number, sessions = scrub_and_follow(database, table, traces, scopes, at)
                touched[table] += number
                touched["sessions"] = max(touched["sessions"], sessions)
        database.forget_deleted_words()
    return receipt(database, ", ".join(entries), touched)


def _ensure_unchanged(database: Database, entry_id: str, state: str) -> None:
    (row,) = rows_of(database, f"SELECT {columns(ENTRY_COLUMNS)} FROM entries WHERE id = ?", entry_id)
    entry = entry_from(row)
    if entry.state != state:
        raise Outdated(entry_id, seen=entry.version, version=entry.version, content=entry.content)


def receipt(database: Database, what: str, touched: Mapping[str, int], *, entombed: bool = True) -> Erased:
    """Remove the old pages from the file and return the receipt. An erasure without a tombstone is not retried."""
    done = finish(database) if entombed else database.remove_old_pages()
    return Erased(
        entry_id=what,
        state=COMPLETE if done else PENDING,
        touched={table: number for table, number in touched.items() if number},
        out_of_reach=OUT_OF_REACH,
    )


def erase_words(database: Database, texts: Sequence[str], scopes: Sequence[int], at: str) -> Erased:
    """Remove texts of which no entry was made from everything that these scopes' sessions hold."""
    touched: Counter[str] = Counter()
    with database.atomic("IMMEDIATE"):
        said = needles(texts)
        traces = Traces([], [], [*texts], said, said, [], [])
        for table in TEXTS:
            number, sessions = scrub_and_follow(database, table, traces, scopes, at)
            touched[table] += number
            touched["sessions"] = max(touched["sessions"], sessions)
        entomb(database, "words", scopes[0], at)
        database.forget_deleted_words()
    return receipt(database, "words", touched)


class Traces(NamedTuple):
    """The entries and words to erase, and the places to search for the words.

    Attributes:
        gone: The entries to remove.
        origins: The origins of the erased entry and its twins.
        texts: Every text of the erased entry, and the quotes.
        said: Words to remove from people's speech.
        shown: Words to remove from places that show entries, including the words of entries with the same sources.
        agents: Agents whose sessions show the entries of the erased entry's owner.
        showing: Agents whose sessions show any of these entries.
    """

    gone: list[Owned]
    origins: list[str]
    texts: list[str]
    said: Needles
    shown: Needles
    agents: list[int]
    showing: list[int]


def _traces(database: Database, entry_id: str, quotes: Sequence[str], scopes: Sequence[int]) -> Traces:
    """Find the traces of an entry, see `erase`, and empty the observations of removed summaries."""
    owner = [row[0] for row in rows_of(database, "SELECT scope_id FROM entries WHERE id = ?", entry_id)]
    if not set(owner) & set(scopes):
        raise UnknownEntry(entry_id)
    texts, agents = _texts(database, entry_id, quotes), _agents(database, owner)
    turns = said_in(database, needles(texts), *_among(database, "turns", _Where(scopes, agents)))
    learned = learned_parts(database, _texts(database, entry_id, ()), turns, scopes)
    said = needles([*texts, *learned.values()])
    showing = _agents(database, [*owner, *shared(database, said, scopes)])
    same = [(entry_id, owner[0]), *twins(database, entry_id, said, learned, scopes)]
    proposals = _proposals(database, [one for one, _ in same], scopes)
    gone = list(dict.fromkeys((*same, *proposals)))
    origins = [origin for each in same if each not in proposals for origin in _origins(database, each[0])]
    origins += _only_of(database, proposals, gone, scopes)
    sources = observations_in(origins) | set(learned)
    derived = _derived(database, sources, sessions_of(database, origins, turns), said, scopes)
    shown = needles([*texts, *learned.values(), *said_by(database, (*derived, *gone))])
    gone += [each for each in derived if each not in gone]
    return Traces(gone, origins, texts, said, shown, agents, showing)


def _by_sessions(found: Sequence[Traces]) -> Iterator[Traces]:
    """Yield the traces, those that are looked for in the same sessions joined: each reads all texts there."""
    groups: dict[tuple[tuple[int, ...], tuple[int, ...]], list[Traces]] = {}
    for one in found:
        groups.setdefault((tuple(one.agents), tuple(one.showing)), []).append(one)
    removed: set[Owned] = set()
    for same in groups.values():
        gone = dict.fromkeys(each for one in same for each in one.gone if each not in removed)
        removed.update(gone)
        yield Traces(
            list(gone),
            [origin for one in same for origin in one.origins],
            [text for one in same for text in one.texts],
            Needles.joined([one.said for one in same]),
            Needles.joined([one.shown for one in same]),
            same[0].agents,
            same[0].showing,
        )


def scrub_and_follow(
    database: Database, table: str, traces: Traces, scopes: Sequence[int], at: str
) -> tuple[int, int]:
    """Remove the words from a table and update the data derived from it. Return changed (rows, sessions)."""
    where = _Where(scopes, traces.showing if table == "sessions" else traces.agents)
    rewritten = _scrub(database, table, traces.shown if table in _SHOWING else traces.said, where)
    _follow(database, table, rewritten)
    sessions = 0
    if table == "profiles":
        owned, bound = _among(database, table, where)
        users = rows_of(database, f"SELECT scope_id FROM profiles WHERE {owned}", *bound)
        erased = erased_observations(database, traces.origins, scopes)
        rewritten = settle_profiles(database, [row[0] for row in users], erased, rewritten, at)
        sessions = len(settle_frozen(database, rewritten))
    return len(rewritten), sessions


def unfinished(database: Database) -> list[str]:
    """Return the ids of erased entries whose words may still be in old pages of the file."""
    rows = rows_of(database, "SELECT entry_id FROM events WHERE kind = 'erased' AND outcome = ?", PENDING)
    return [row[0] for row in rows]


def finish(database: Database) -> bool:
    """Remove the old pages from the file. Return False while a reader holds them."""
    if not unfinished(database):
        return True
    if not database.remove_old_pages():
        return False
    run(database, "UPDATE events SET outcome = ? WHERE kind = 'erased' AND outcome = ?", COMPLETE, PENDING)
    return True


def _derived(
    database: Database,
    sources: Collection[int],
    sessions: Collection[str],
    said: Needles,
    scopes: Sequence[int],
) -> list[Owned]:
    """Return the entries that were made of the same sources in other words: of observations, or in sessions."""
    summaries = list(summaries_in_other_words(database, sessions, said, scopes))
    forget_summaries(database, [session_id for _, session_id in summaries])
    made = made_of(database, sources, scopes)
    return sorted({*made, *(entry for entry, _ in summaries)})


def said_by(database: Database, entries: Sequence[Owned]) -> list[str]:
    """Return every text that these entries ever had."""
    return [text for entry_id, _ in entries for text in _texts(database, entry_id, ())]


_SHOWING = ("profiles", "sessions", "recalls")
"""Tables that show entries. Rephrased statements are searched only here, not in people's speech, because people may
have said the same words independently."""


class _Where(NamedTuple):
    """Rows of these scopes, and of sessions with these agents."""

    scopes: Sequence[int]
    agents: Sequence[int]


_OF_A_USER = "(scope_id || '/' || id)"
_KEYS = {
    "events": "seq",
    "entries": "id",
    "entry_versions": "(entry_id || '/' || version)",
    "profiles": "scope_id",
    "connections": _OF_A_USER,
    "projects": _OF_A_USER,
    "tasks": _OF_A_USER,
}
_OF_PEOPLE = "(user_id IN ({scopes}) OR agent_id IN ({agents}))"
_OF_USERS = (
    "(scope_id IN ({scopes}) OR scope_id IN (SELECT user_id FROM sessions WHERE agent_id IN ({agents})))"
)
_AMONG = {
    "turns": f"session_id IN (SELECT id FROM sessions WHERE {_OF_PEOPLE})",
    "entries": "scope_id IN ({scopes})",
    "entry_versions": "entry_id IN (SELECT id FROM entries WHERE scope_id IN ({scopes}))",
    "events": "scope_id IN ({scopes})",
    "sessions": _OF_PEOPLE,
    "recalls": _OF_PEOPLE,
    "profiles": _OF_USERS,
    "connections": _OF_USERS,
    "projects": _OF_USERS,
    "tasks": _OF_USERS,
    "runs": _OF_PEOPLE,
    "spending": _OF_PEOPLE,
}


def run(database: Database, sql: str, *values: Any) -> int:
    """Execute a statement; return the number of rows it changed."""
    return int(database.execute_sql(sql, values).rowcount)


def _texts(database: Database, entry_id: str, quotes: Sequence[str]) -> list[str]:
    """Return every text that the entry ever had, and the quotes."""
    rows = rows_of(database, "SELECT content FROM entry_versions WHERE entry_id = ?", entry_id)
    return sorted({row[0].strip() for row in rows} | {quote.strip() for quote in quotes} - {""})


def needles(texts: Sequence[str]) -> Needles:
    """Return needles for the texts in every form in which they are shown."""
    forms = (str, escape, escape_line, escape_data, strip_injected)
    return Needles(sorted({form(text) for text in texts for form in forms}))


def _proposals(database: Database, entries: Sequence[str], scopes: Sequence[int]) -> list[Owned]:
    """Return the proposals to change these entries. They have the same topic, and their target no longer exists."""
    rows = rows_of(
        database,
        "SELECT id, scope_id FROM entries WHERE status = 'staged' "
        f"AND supersedes IN ({placeholders(database, len(entries))}) "
        f"AND scope_id IN ({placeholders(database, len(scopes))})",
        *entries,
        *scopes,
    )
    return [(row[0], row[1]) for row in rows]


def _only_of(
    database: Database, proposals: Sequence[Owned], gone: Collection[Owned], scopes: Sequence[int]
) -> list[str]:
    """Return the origins of proposals, without statements of which another entry was made: these stay."""
    origins = [origin for each, _ in proposals for origin in _origins(database, each)]
    return [
        origin for origin in origins if set(made_of(database, observations_in([origin]), scopes)) <= {*gone}
    ]


def _agents(database: Database, owners: Sequence[int]) -> list[int]:
    """Return the agents whose sessions show entries of these scopes; none for a user."""
    among = placeholders(database, len(owners))
    sql = f"SELECT id FROM scopes WHERE kind = 'agent' AND (id IN ({among}) OR parent_id IN ({among}))"
    return [row[0] for row in rows_of(database, sql, *owners, *owners)]


def _origins(database: Database, entry_id: str) -> list[str]:
    rows = rows_of(database, "SELECT origin FROM entry_versions WHERE entry_id = ?", entry_id)
    return [row[0] for row in rows if row[0]]


def remove(database: Database, entry_id: str, scope_id: int, at: str) -> dict[str, int]:
    """Delete an entry and all rows about it except its events; return table → rows."""
    keys = {
        "vectors": "entry_id",
        "entries": "id",
        "entry_versions": "entry_id",
        "documents": "entry_id",
        "recalled": "ref",
    }
    removed = {
        table: run(database, f"DELETE FROM {table} WHERE {key} = ?", entry_id) for table, key in keys.items()
    }
    return removed | {"events": _tombstones(database, entry_id, scope_id, at)}


def _tombstones(database: Database, entry_id: str, scope_id: int, at: str) -> int:
    """Empty the payloads of the entry's events, and append the tombstone."""
    emptied = run(
        database,
        "UPDATE events SET payload = '{}', reason = NULL, kind = 'erased' WHERE entry_id = ?",
        entry_id,
    )
    entomb(database, entry_id, scope_id, at)
    return emptied


def entomb(database: Database, what: str, scope_id: int, at: str) -> None:
    """Append a tombstone to the stream, which records an erasure and its time."""
    tombstone: dict[str, Any] = {"at": at, "kind": "erased", "scope_id": scope_id, "entry_id": what}
    tombstone |= {"source": "user", "payload": "{}", "outcome": PENDING}
    database.execute_sql(insert_into(database, "events", tuple(tombstone)), tuple(tombstone.values()))


def drafted(database: Database, seqs: Collection[int]) -> list[str]:
    """Return the statements and quotes of these observations."""
    among = placeholders(database, len(seqs))
    rows = rows_of(database, f"SELECT payload FROM events WHERE seq IN ({among})", *seqs)
    payloads = [json.loads(row[0]) for row in rows]
    return [
        text for one in payloads for text in (one.get("draft", {}).get("content"), one.get("quote")) if text
    ]


def _scrub(database: Database, table: str, needles: Needles, where: _Where) -> list[Any]:
    """Remove the needles from the texts of a table. Return the keys of the rewritten rows."""
    rewritten: dict[Any, None] = {}
    key = _KEYS.get(table, "id")
    owned, bound = _among(database, table, where)
    is_asked = table == "recalls"
    rewrite = needles.without_questions(_kept(database, where)) if is_asked else needles.without
    for column in TEXTS[table]:
        sql = f"SELECT {key}, {column} FROM {table} WHERE {column} IS NOT NULL AND {owned}"
        for place, text in rows_of(database, sql, *bound):
            without = with_texts(table, column, text, rewrite)
            if without != text:
                run(database, f"UPDATE {table} SET {column} = ? WHERE {key} = ?", without, place)
                rewritten[place] = None
    return list(rewritten)


def _kept(database: Database, where: _Where) -> Iterator[str]:
    """Yield the statements and turns that are left."""
    for table in ("entries", "turns"):
        owned, bound = _among(database, table, where)
        yield from (row[0] for row in rows_of(database, f"SELECT content FROM {table} WHERE {owned}", *bound))


def _among(database: Database, table: str, where: _Where) -> tuple[str, list[int]]:
    """Return the condition that a row of a table belongs to *where*, and its bound values."""
    owned = _AMONG[table].format(
        scopes=placeholders(database, len(where.scopes)), agents=placeholders(database, len(where.agents))
    )
    return owned, [*where.scopes, *(where.agents if "agent_id" in owned else ())]


def _follow(database: Database, table: str, rewritten: Sequence[Any]) -> None:
    """Derive keys and documents again from the rewritten rows and their neighbours."""
    if table == "entries":
        for entry_id in rewritten:
            (row,) = rows_of(database, f"SELECT {columns(ENTRY_COLUMNS)} FROM entries WHERE id = ?", entry_id)
            RecordTables(database).update(entry_from(row))
    elif table == "turns":
        sessions = dict[str, None]()
        for turn_id in rewritten:
            run(database, "DELETE FROM documents WHERE turn_id = ?", turn_id)
            ((session_id,),) = rows_of(database, "SELECT session_id FROM turns WHERE id = ?", turn_id)
            sessions[session_id] = None
        for session_id in sessions:
            SessionTables(database).reindex(session_id)
    elif table == "events":
        settle_observations(database, rewritten)
    elif table == "connections":
        settle_connections(database, rewritten, _OF_A_USER)
