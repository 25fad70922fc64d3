"""The hard form of deleting, of all that came of a session, and of all that is kept of a user."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.adopt import erase_rows
from tiermem.store.derived import made_of
from tiermem.store.erasure import SHOWING, carried_out
from tiermem.store.needles import ERASED
from tiermem.store.removal import PENDING, origins_of, remove, texts_of
from tiermem.store.rows import compact
from tiermem.store.scrubbing import Where, agents_of, executed, follow, needles_of, scrub, selected
from tiermem.store.settling import settle_frozen, settle_profiles
from tiermem.store.sql import marks

if TYPE_CHECKING:
    from peewee import Database, SqliteDatabase

    from tiermem.store.contract import Erased
    from tiermem.store.derived import Owned
    from tiermem.store.needles import Needles

AGAIN = ("transcripts of hosts, which may bring a session again",)
NAMES = ("the name itself, to which tombstones belong",)
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n")
_AMONG = "session_id IN (SELECT value FROM json_each(?))"
_OF_USERS = ("profiles", "connections", "projects", "tasks")
_OF_PEOPLE = ("runs", "spending")


def erase_session(
    database: SqliteDatabase, session_id: str, scopes: Sequence[int], at: str, *, preview: bool = False
) -> Erased:
    """Remove what was said in a session, and what came of it; the session's row stays, as a tombstone does.

    That are its turns, receipts and observations; the entries that were begun in it or say what was said in it last,
    its summary among them; what the profile rests on them for; and its notes in the working state of a task. What was
    said in other sessions as well is learned from those again.

    Args:
        database: The database.
        session_id: The session.
        scopes: House, agent and user of the session.
        at: Instant of the tombstone.
        preview: Whether it is only tried, for the numbers in the receipt.
    """

    def work() -> Counter[str]:
        leaving = _Leaving(database, [session_id], scopes, at)
        touched = leaving.settled()
        executed(
            database,
            "UPDATE sessions SET frozen = NULL, connections = '[]', ended_at = coalesce(ended_at, ?), "
            '"offset" = max("offset", coalesce((SELECT max(position) + 1 FROM turns '
            "WHERE session_id = sessions.id), 0)) WHERE id = ?",
            at,
            session_id,
        )
        touched.update(leaving.without_turns())
        _tombstone(database, scopes[-1], at, session_id)
        return touched

    return carried_out(database, session_id, work, preview=preview, out_of_reach=AGAIN)


def erase_user(
    database: SqliteDatabase,
    name: str,
    scopes: Sequence[int],
    at: str,
    *,
    preview: bool = False,
) -> Erased:
    """Remove all that is kept of a user, and what came of the user's sessions with whichever agent.

    Args:
        database: The database.
        name: The user's, for the receipt.
        scopes: House, agent and user; the last is the one.
        at: Instant of the tombstones.
        preview: Whether it is only tried, for the numbers in the receipt.
    """

    def work() -> Counter[str]:
        user = scopes[-1]
        sessions = [row[0] for row in selected(database, "SELECT id FROM sessions WHERE user_id = ?", user)]
        leaving = _Leaving(database, sessions, scopes, at)
        touched = leaving.settled_elsewhere()
        touched.update(leaving.without_turns())
        owned = selected(database, "SELECT id FROM entries WHERE scope_id = ?", user)
        origins = [origin for (entry_id,) in owned for origin in origins_of(database, entry_id)]
        touched["adopted rows"] = erase_rows(database, origins, ())
        for (entry_id,) in owned:
            touched.update(remove(database, entry_id, user, at))
        touched.update(_rows_of_a_user(database, user))
        _tombstone(database, user, at)
        return touched

    return carried_out(database, name, work, preview=preview, out_of_reach=NAMES)


def _rows_of_a_user(database: Database, user: int) -> Counter[str]:
    """Delete what is kept of a user besides entries and turns; events are emptied. Gives table → rows."""
    touched: Counter[str] = Counter()
    executed(
        database, "DELETE FROM recalled WHERE recall_id IN (SELECT id FROM recalls WHERE user_id = ?)", user
    )
    for table in ("recalls", "sessions", *_OF_PEOPLE):
        touched[table] += executed(database, f"DELETE FROM {table} WHERE user_id = ?", user)
    for table in _OF_USERS:
        touched[table] += executed(database, f"DELETE FROM {table} WHERE scope_id = ?", user)
    touched["events"] += executed(
        database,
        "UPDATE events SET kind = 'erased', payload = '{}', reason = NULL, outcome = NULL, session_id = NULL "
        "WHERE scope_id = ? AND kind <> 'erased'",
        user,
    )
    return touched


def _tombstone(database: Database, scope_id: int, at: str, session_id: str | None = None) -> None:
    database.execute_sql(
        "INSERT INTO events (at, kind, scope_id, session_id, source, payload, outcome) "
        f"VALUES ({marks(database, 7)})",
        (at, "erased", scope_id, session_id, "user", "{}", PENDING),
    )


class _Leaving:
    """What came of sessions, on its way out.

    Args:
        database: The database.
        sessions: Ids of the sessions.
        scopes: House, agent and user.
        at: Instant of the tombstones.
    """

    def __init__(self, database: Database, sessions: Sequence[str], scopes: Sequence[int], at: str) -> None:
        self._database = database
        self._sessions = sessions
        self._named = json.dumps(list(sessions))
        self._scopes = scopes
        self._at = at

    def settled(self) -> Counter[str]:
        """Remove what came of the sessions; gives table → rows. Their turns are still there."""
        told = self._select(
            f"SELECT seq, payload FROM events WHERE kind = 'observation' AND {_AMONG}", self._named
        )
        seqs = [seq for seq, _ in told]
        gone = sorted({*self._gone(), *made_of(self._database, seqs, self._scopes)})
        texts = self._texts(gone)
        texts += [text for _, payload in told for text in _said(json.loads(payload))]
        notes = self._without_notes()
        sentences = [part for text in (*texts, *notes) for part in _SENTENCES.split(text)]
        needles = needles_of([*texts, *notes, *sentences])
        touched = self._removed(gone)
        touched["tasks"] += len(notes)
        touched.update(self._shown_no_more(needles, gone, seqs))
        touched["entries"] += self._out_of_archive(needles)
        self._wait_again(gone)
        touched["events"] += self._without_events()
        return touched

    def settled_elsewhere(self) -> Counter[str]:
        """Remove what came of the sessions and is owned by others than their user; gives table → rows."""
        gone = [each for each in self._gone() if each[1] != self._scopes[-1]]
        needles = needles_of(self._texts(gone))
        touched = self._removed(gone)
        touched.update(self._shown_no_more(needles, gone, ()))
        return touched

    def _texts(self, entries: Sequence[Owned]) -> list[str]:
        return [text for entry_id, _ in entries for text in texts_of(self._database, entry_id, ())]

    def _removed(self, gone: Sequence[Owned]) -> Counter[str]:
        touched: Counter[str] = Counter()
        for entry_id, scope_id in gone:
            touched.update(remove(self._database, entry_id, scope_id, self._at))
        touched["entry_versions"] += self._without_versions()
        return touched

    def without_turns(self) -> Counter[str]:
        """Remove the turns, with their documents and vectors, and the receipts; gives table → rows."""
        turns = f"SELECT id FROM turns WHERE {_AMONG}"
        receipts = f"SELECT id FROM recalls WHERE {_AMONG}"
        self._execute(f"DELETE FROM recalled WHERE recall_id IN ({receipts})", self._named)
        return Counter(
            {
                "documents": self._execute(f"DELETE FROM documents WHERE turn_id IN ({turns})", self._named),
                "turns": self._execute(f"DELETE FROM turns WHERE {_AMONG}", self._named),
                "recalls": self._execute(f"DELETE FROM recalls WHERE {_AMONG}", self._named),
            }
        )

    def _gone(self) -> set[Owned]:
        """The entries that were begun in the sessions, or whose present words were said in them."""
        begun = self._select(
            "SELECT e.id, e.scope_id FROM entries e JOIN events v ON v.entry_id = e.id WHERE "
            "(v.kind IN ('added', 'staged') OR (v.kind = 'updated' AND v.version = e.version)) "
            f"AND v.{_AMONG}",
            self._named,
        )
        origins = json.dumps([f"session:{session_id}" for session_id in self._sessions])
        summaries = self._select(
            "SELECT id, scope_id FROM entries WHERE context_type = 'session_summary' "
            "AND origin IN (SELECT value FROM json_each(?))",
            origins,
        )
        return {(row[0], row[1]) for row in (*begun, *summaries)}

    def _without_versions(self) -> int:
        """Erase what other entries said for a time because it was said in the sessions."""
        return self._execute(
            "UPDATE entry_versions SET content = ? WHERE EXISTS (SELECT 1 FROM events v WHERE v.kind = 'updated' "
            "AND v.entry_id = entry_versions.entry_id AND v.version = entry_versions.version "
            f"AND v.{_AMONG})",
            ERASED,
            self._named,
        )

    def _shown_no_more(self, needles: Needles, gone: Sequence[Owned], seqs: Sequence[int]) -> Counter[str]:
        """Take the words out of profile, blocks, receipts, runs and the archive of tasks; gives table → rows."""
        touched: Counter[str] = Counter()
        owners = sorted({scope_id for _, scope_id in gone})
        where = Where(self._scopes[-1:], agents_of(self._database, owners) if owners else ())
        for table in (*SHOWING, "runs"):
            rewritten = scrub(self._database, table, needles, where)
            if table == "profiles":
                rewritten = settle_profiles(self._database, self._scopes[-1:], set(seqs), rewritten, self._at)
                touched["sessions"] += len(settle_frozen(self._database, rewritten)) if rewritten else 0
            touched[table] += len(rewritten)
        return touched

    def _out_of_archive(self, needles: Needles) -> int:
        """The notes of the sessions that went into the archive with those of others."""
        found = self._select(
            "SELECT id, content FROM entries WHERE context_type = 'task_archive' AND scope_id = ?",
            self._scopes[-1],
        )
        rewritten = [entry_id for entry_id, text in found if needles.without(text) != text]
        for entry_id, text in found:
            if entry_id in rewritten:
                left = needles.without(text)
                self._execute("UPDATE entries SET content = ? WHERE id = ?", left, entry_id)
                self._execute("UPDATE entry_versions SET content = ? WHERE entry_id = ?", left, entry_id)
        follow(self._database, "entries", rewritten)
        return len(rewritten)

    def _without_notes(self) -> list[str]:
        """Take the notes of the sessions out of the working state of tasks; gives them."""
        taken: list[str] = []
        for task_id, text, sessions in self._select(
            "SELECT id, notes, sessions FROM tasks WHERE scope_id = ?", self._scopes[-1]
        ):
            notes, worked = json.loads(text), json.loads(sessions)
            kept = [note for note in notes if note.get("session_id") not in self._sessions]
            taken += [note["text"] for note in notes if note not in kept]
            left = [session_id for session_id in worked if session_id not in self._sessions]
            if (kept, left) != (notes, worked):
                self._execute(
                    "UPDATE tasks SET notes = ?, sessions = ? WHERE id = ? AND scope_id = ?",
                    compact(kept),
                    compact(left),
                    task_id,
                    self._scopes[-1],
                )
        return taken

    def _wait_again(self, gone: Sequence[Owned]) -> None:
        """What other sessions said as well becomes an entry by that."""
        for entry_id, _ in gone:
            self._execute(
                "UPDATE events SET processed = NULL, consolidated = NULL, outcome = NULL, tries = 0 "
                "WHERE kind = 'observation' AND scope_id = ? AND substr(outcome, 1, ?) = ?",
                self._scopes[-1],
                len(known := f"known as {entry_id}"),
                known,
            )

    def _without_events(self) -> int:
        """Empty what the stream tells of the sessions; what is told of entries that stay keeps their records."""
        self._execute(f"UPDATE events SET reason = NULL WHERE {_AMONG}", self._named)
        return self._execute(
            "UPDATE events SET payload = '{}', outcome = NULL, processed = coalesce(processed, ?), "
            f"consolidated = coalesce(consolidated, ?) WHERE kind = 'observation' AND {_AMONG}",
            self._at,
            self._at,
            self._named,
        )

    def _select(self, sql: str, *values: Any) -> list[Sequence[Any]]:
        return selected(self._database, sql, *values)

    def _execute(self, sql: str, *values: Any) -> int:
        return executed(self._database, sql, *values)


def _said(payload: dict[str, Any]) -> list[str]:
    """The statement of an observation, and the words that it rests on."""
    texts = (payload.get("draft", {}).get("content"), payload.get("quote"))
    return [text for text in texts if isinstance(text, str) and text]
