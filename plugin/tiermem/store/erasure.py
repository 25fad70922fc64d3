"""The hard form of deleting: an entry and its words leave every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from tiermem.errors import UnknownEntry, UnusableStore
from tiermem.store.adopt import erase_rows
from tiermem.store.contract import Erased
from tiermem.store.derived import (
    forget_summaries,
    made_of,
    places,
    sessions_of,
    summaries_in_other_words,
)
from tiermem.store.echoes import learned_parts, said_in, shared, twins
from tiermem.store.removal import COMPLETE, PENDING, origins_of, remove, texts_of
from tiermem.store.scrubbing import (
    Where,
    agents_of,
    among,
    executed,
    follow,
    needles_of,
    scrub,
    selected,
)
from tiermem.store.settling import erased_observations, settle_frozen, settle_profiles
from tiermem.store.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from peewee import Database, SqliteDatabase

    from tiermem.store.derived import (
        Owned,
    )
    from tiermem.store.needles import Needles

PREVIEW = "preview"
"""State of an erasure that was only tried: nothing is gone."""
PATIENCE_MS = 2_000
"""Milliseconds that an erasure waits for readers to let go of old pages; after that its state is ``pending``."""
OUT_OF_REACH = (
    "backups and exports made before",
    "copies on other machines",
    "what models and hosts have seen",
)


class _Tried(Exception):
    """All was done that an erasure does: it is rolled back."""


def carried_out(
    database: SqliteDatabase,
    name: str,
    work: Callable[[], Counter[str]],
    *,
    preview: bool,
    out_of_reach: Sequence[str] = (),
) -> Erased:
    """The receipt of an erasure, done in one transaction.

    Args:
        database: The database.
        name: What is erased, for the receipt: the id of an entry or a session, or the name of a user.
        work: Does it; gives table → rows.
        preview: Whether it is rolled back.
        out_of_reach: What it cannot reach besides `OUT_OF_REACH`.
    """
    touched: Counter[str] = Counter()
    with suppress(_Tried), database.atomic("IMMEDIATE"):
        touched = work()
        if preview:
            raise _Tried
        database.execute_sql("INSERT INTO documents_fts(documents_fts) VALUES ('optimize')")
    state = PREVIEW if preview else COMPLETE if finish(database) else PENDING
    return Erased(
        name=name,
        state=state,
        touched={table: number for table, number in touched.items() if number},
        out_of_reach=(*OUT_OF_REACH, *out_of_reach),
    )


def erase(
    database: SqliteDatabase,
    entry_id: str,
    quotes: Sequence[str],
    scopes: Sequence[int],
    at: str,
    *,
    preview: bool = False,
) -> Erased:
    """Remove an entry, and *quotes* wherever they stand in these scopes; a tombstone stays in the stream.

    Other entries there that never said anything but these words, or the part of them that gap-fill took out of the
    very turn, are removed with it. So is what was made of its sources in other words: entries that name one of its
    observations, and summaries of its sessions that are not in the words of the session.

    What a user owned is looked for in that user's sessions; what an agent or a house owned, in all of its sessions,
    because every user's may show it. How texts are found is told at `needles.Needles`.

    Args:
        database: The database.
        entry_id: The entry to erase.
        quotes: Texts to remove besides the entry's own contents: the words it was learned from.
        scopes: Where to look for them.
        at: Instant of the tombstone.
        preview: Whether it is only tried, for the numbers in the receipt.

    Raises:
        UnknownEntry: None of these scopes owns the entry.
    """

    def work() -> Counter[str]:
        owner = [row[0] for row in selected(database, "SELECT scope_id FROM entries WHERE id = ?", entry_id)]
        if not set(owner) & set(scopes):
            raise UnknownEntry(entry_id)
        texts = texts_of(database, entry_id, quotes)
        echoing = _echoing(database, (entry_id, owner[0]), texts, scopes)
        touched = Counter({"adopted rows": erase_rows(database, echoing.origins, texts)})
        for each, scope_id in echoing.gone:
            touched.update(remove(database, each, scope_id, at))
        return touched + _taken_out(database, echoing, scopes, at)

    return carried_out(database, entry_id, work, preview=preview)


class _Echoing(NamedTuple):
    """What goes with an entry.

    Attributes:
        gone: The entries that go, with their owners, the entry itself among them.
        origins: Where those come from that say its words.
        needles: Its words.
        shown: Its words, and those of what was made of its sources in others.
        agents: Whose sessions may hold its words, because they own it.
        showing: Whose sessions may show them.
    """

    gone: Sequence[Owned]
    origins: Sequence[str]
    needles: Needles
    shown: Needles
    agents: Sequence[int]
    showing: Sequence[int]


def _echoing(database: Database, entry: Owned, texts: Sequence[str], scopes: Sequence[int]) -> _Echoing:
    entry_id, owner = entry
    agents = agents_of(database, [owner])
    turns = said_in(database, needles_of(texts), *among(database, "turns", Where(scopes, agents)))
    learned = learned_parts(database, texts_of(database, entry_id, ()), turns, scopes)
    needles = needles_of([*texts, *learned.values()])
    showing = agents_of(database, [owner, *shared(database, needles, scopes)])
    gone = [entry, *twins(database, entry_id, needles, learned, scopes)]
    origins = [origin for each, _ in gone for origin in origins_of(database, each)]
    derived = _derived(database, origins, learned, turns, scopes)
    shown = needles_of([*texts, *learned.values(), *(_said_by(database, (*derived, *gone)))])
    gone += [each for each in derived if each not in gone]
    return _Echoing(gone, origins, needles, shown, agents, showing)


def _taken_out(database: Database, echoing: _Echoing, scopes: Sequence[int], at: str) -> Counter[str]:
    """Take the words out of every table; gives table → rows rewritten."""
    touched: Counter[str] = Counter()
    for table in TEXTS:
        where = Where(scopes, echoing.showing if table == "sessions" else echoing.agents)
        needles = echoing.shown if table in SHOWING else echoing.needles
        rewritten = scrub(database, table, needles, where)
        follow(database, table, rewritten)
        if table == "profiles":
            owned, bound = among(database, table, where)
            users = selected(database, f"SELECT scope_id FROM profiles WHERE {owned}", *bound)
            erased = erased_observations(database, echoing.origins, scopes)
            rewritten = settle_profiles(database, [row[0] for row in users], erased, rewritten, at)
            touched["sessions"] = max(touched["sessions"], len(settle_frozen(database, rewritten)))
        touched[table] += len(rewritten)
    return touched


def unfinished(database: Database) -> list[str]:
    """What is erased while its words may still stand in old pages of the file: ``Entry a1b2c3d4``."""
    rows = selected(
        database,
        "SELECT coalesce('Entry ' || entry_id, 'Session ' || session_id, 'What was known of a user') FROM events "
        "WHERE kind = 'erased' AND outcome = ?",
        PENDING,
    )
    return [row[0] for row in rows]


def finish(database: Database) -> bool:
    """Take the old pages out of the file; False while a reader holds them, and nothing to do is done."""
    if not unfinished(database):
        return True
    if not _truncate_log(database):
        return False
    executed(
        database, "UPDATE events SET outcome = ? WHERE kind = 'erased' AND outcome = ?", COMPLETE, PENDING
    )
    return True


def _derived(
    database: Database,
    origins: Sequence[str],
    learned: Collection[int],
    turns: Collection[str],
    scopes: Sequence[int],
) -> list[Owned]:
    """The entries that were made of the same sources in other words."""
    sessions = sessions_of(database, origins, turns)
    summaries = list(summaries_in_other_words(database, sessions, scopes))
    forget_summaries(database, [session_id for _, session_id in summaries])
    made = made_of(database, places(origins) | set(learned), scopes)
    return sorted({*made, *(entry for entry, _ in summaries)})


def _said_by(database: Database, entries: Sequence[Owned]) -> list[str]:
    """Every text that these entries ever had."""
    return [text for entry_id, _ in entries for text in texts_of(database, entry_id, ())]


SHOWING = ("profiles", "sessions", "recalls")
"""Tables that show entries: what was made in other words is looked for there. Where people speak it is not, because
they may have said the very same by themselves."""


def _truncate_log(database: Database) -> bool:
    """Empty the write-ahead log and the free pages; False while a reader holds old pages."""
    patience = database.execute_sql("PRAGMA busy_timeout").fetchone()[0]
    database.execute_sql(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    try:
        busy = database.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if busy:
            return False
        database.execute_sql("VACUUM")
        return not database.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except UnusableStore:
        return False
    finally:
        database.execute_sql(f"PRAGMA busy_timeout = {patience}")
