"""Check that database, records, versions, stream and index agree."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from tiermem.errors import StoreError, UnusableStore
from tiermem.store import connection
from tiermem.store.care.row_check import JSON, ensure_fits
from tiermem.store.care.salvage import damaged_rows
from tiermem.store.contract import Finding
from tiermem.store.erasing.erase import unfinished
from tiermem.store.full_text import documents
from tiermem.store.sql.learning_rows import VALUE_OF
from tiermem.store.sql.rows import (
    ENTRY_COLUMNS,
    EVENT_COLUMNS,
    TURN_COLUMNS,
    entry_from,
    event_from,
    record_from,
    turn_from,
)
from tiermem.store.sql.schema import RECORD_TABLES, TABLE_COLUMNS
from tiermem.store.sql.statements import columns
from tiermem.store.vectors.table import unfit
from tiermem.values.store_urls import sqlite_url
from tiermem.values.words import RecordEventKind

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database
    from tiermem.values import Entry
    from tiermem.values.words import EventKind

_REINDEX = "Run 'tiermem reindex'."
REPAIR = "Run 'tiermem doctor --repair', or 'tiermem restore FILE' with a backup."
CHANGES: tuple[EventKind, ...] = get_args(RecordEventKind)


def check(database: connection.Database) -> list[Finding]:
    """Return all findings about a file; none if everything agrees.

    Raises:
        UnusableStore: Another process has it.
    """
    of_file = (_pages, _schema, _checksums, _index)
    try:
        found = [finding for examine in of_file for finding in _readable(examine(database))]
    except sqlite3.Error as error:
        raise UnusableStore(sqlite_url(database.path), connection.reason(error)) from error
    return list(dict.fromkeys([*found, *check_tables(database)]))


def check_tables(database: Database) -> list[Finding]:
    """Return the findings about the rows of a database of any engine.

    Raises:
        StoreError: The database cannot be reached.
    """
    examinations = (
        _versions,
        _documents,
        _texts,
        _totals,
        _vectors,
        _stream,
        _json,
        _values,
        _marks,
        _erasures,
    )
    return list(
        dict.fromkeys(finding for examine in examinations for finding in _readable(examine(database)))
    )


def _readable(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Yield *findings*, and one more if damage ends the examination."""
    try:
        yield from findings
    except (StoreError, sqlite3.Error, ValueError, TypeError, LookupError) as error:
        if _is_out_of_reach(error):
            raise
        yield Finding(what=f"The database file is damaged: {_reason(error)}", mend=REPAIR)


def _is_out_of_reach(error: Exception) -> bool:
    """Return True if a later examination may succeed: nothing is known of the database."""
    return error.is_away if isinstance(error, StoreError) else "locked" in str(error)


def _reason(error: Exception) -> str:
    return error.reason if isinstance(error, UnusableStore) else str(error)


def _pages(database: connection.Database) -> Iterator[Finding]:
    for row in database.execute_sql("PRAGMA integrity_check").fetchall():
        if row[0] != "ok":
            yield Finding(what=f"The database file is damaged: {row[0]}", mend=REPAIR)
    for row in database.execute_sql("PRAGMA foreign_key_check").fetchall():
        yield Finding(what=f"Table {row[0]}, row {row[1]} refers to a missing row of {row[2]}.", mend=REPAIR)


def _schema(database: connection.Database) -> Iterator[Finding]:
    """Find tables and triggers that differ from those of a new store. A missing index only costs time."""
    from tiermem.store.care.migrations import migrate

    new = connection.Database(":memory:", 0)
    migrate(new, "")
    expected, found = ({(kind, name): sql for kind, name, sql in _made(one)} for one in (new, database))
    new.close()
    for kind, name in sorted(expected):
        if found.get((kind, name)) != expected[kind, name]:
            mend = _REINDEX if name.startswith("documents") else REPAIR
            yield Finding(what=f"The {kind} '{name}' differs from that of a new store.", mend=mend)


def _made(database: connection.Database) -> list[Sequence[Any]]:
    return database.execute_sql("SELECT type, name, sql FROM sqlite_master WHERE type <> 'index'").fetchall()


_STATES = {
    "changed": "is not as it was written",
    "mended": "is not as it was written",
    "unsealed": "was not written by tiermem: it has no checksum",
    "missing": "is missing",
}


def _checksums(database: connection.Database) -> Iterator[Finding]:
    """Find rows that have changed since they were written."""
    for row in damaged_rows(database.path):
        key = str(row.key).replace("\x1f", "/")
        yield Finding(what=f"Row {key} of table {row.table} {_STATES[row.state]}.", mend=REPAIR)


def _totals(database: Database) -> Iterator[Finding]:
    """Find owners whose totals, which rank a search, differ from their documents."""
    counted = (
        "SELECT scope_id, layer IS NULL, count(*), sum(length), "
        "sum((neighbours & 1) + (neighbours >> 1 & 1) + (neighbours >> 2 & 1) + (neighbours >> 3)) "
        "FROM documents GROUP BY 1, 2"
    )
    kept = (
        "SELECT scope_id, is_turn, documents, tokens, neighbours FROM documents_totals WHERE documents <> 0"
    )
    for owner in sorted(
        {row[0] for row in database.execute_sql(f"SELECT * FROM ({counted}) AS counted EXCEPT {kept}")}
        | {row[0] for row in database.execute_sql(f"{kept} EXCEPT SELECT * FROM ({counted}) AS counted")}
    ):
        yield Finding(what=f"The totals of owner {owner} differ from its documents.", mend=_REINDEX)


def _versions(database: Database) -> Iterator[Finding]:
    rows = database.execute_sql(
        "SELECT e.id FROM entries e LEFT JOIN entry_versions v ON v.entry_id = e.id AND v.version = e.version "
        f"WHERE v.content {database.differs} e.content ORDER BY e.id"
    ).fetchall()
    for row in rows:
        yield Finding(what=f"Entry {row[0]} differs from its newest version.", mend=REPAIR)
    questions = {
        "Entry {} lacks an older version.": (
            "SELECT id FROM entries e WHERE version - 1 <> "
            "(SELECT count(*) FROM entry_versions WHERE entry_id = e.id AND version < e.version)"
        ),
        "Entry {} has versions, but no record.": (
            "SELECT DISTINCT entry_id FROM entry_versions WHERE entry_id NOT IN (SELECT id FROM entries)"
        ),
    }
    yield from _answers(database, questions, REPAIR)


def _documents(database: Database) -> Iterator[Finding]:
    questions = {
        "Entry {} is active, but not in the index.": (
            "SELECT id FROM entries WHERE status = 'active' AND id NOT IN "
            "(SELECT entry_id FROM documents WHERE entry_id IS NOT NULL)"
        ),
        "Entry {} is in the index, but not active.": (
            "SELECT d.entry_id FROM documents d LEFT JOIN entries e ON e.id = d.entry_id "
            "WHERE d.entry_id IS NOT NULL AND coalesce(e.status, '') <> 'active'"
        ),
        "Turn {} of the journal is not in the index.": (
            "SELECT id FROM turns WHERE id NOT IN (SELECT turn_id FROM documents WHERE turn_id IS NOT NULL)"
        ),
        "Turn {} is in the index, but not in the journal.": (
            "SELECT turn_id FROM documents WHERE turn_id IS NOT NULL AND turn_id NOT IN (SELECT id FROM turns)"
        ),
    }
    yield from _answers(database, questions, _REINDEX)


def _answers(database: Database, questions: Mapping[str, str], mend: str) -> Iterator[Finding]:
    """Yield a finding for each row that a question finds, in the words that stand for it."""
    for sentence, question in questions.items():
        for row in database.execute_sql(question).fetchall():
            yield Finding(what=sentence.format(row[0]), mend=mend)


def _texts(database: Database) -> Iterator[Finding]:
    """Find documents that differ from their present entries or turns."""
    names = columns(documents.COLUMNS)
    stored = {
        (entry_id, turn_id): row
        for entry_id, turn_id, *row in database.execute_sql(
            f"SELECT entry_id, turn_id, {names} FROM documents"
        )
    }
    for entry in _entries(database):
        row = stored.get((entry.id, None))
        if entry.status == "active" and row is not None and row != documents.of_entry(entry).row:
            yield Finding(
                what=f"Entry {entry.id} is in the index with other words than its own.", mend=_REINDEX
            )
    sessions = database.execute_sql("SELECT id, user_id FROM sessions").fetchall()
    for session_id, user_id in sessions:
        rows = database.execute_sql(
            f"SELECT id, {columns(TURN_COLUMNS)} FROM turns WHERE session_id = {database.param} ORDER BY position",
            (session_id,),
        ).fetchall()
        made = documents.of_session([turn_from(row[1:]) for row in rows], user_id)
        for (turn_id, *_), (_, document) in zip(rows, made, strict=True):
            if stored.get((None, turn_id), document.row) != document.row:
                yield Finding(
                    what=f"Turn {turn_id} is in the index with other words than its own.", mend=_REINDEX
                )


def _index(database: connection.Database) -> Iterator[Finding]:
    try:
        database.execute_sql("INSERT INTO documents_fts(documents_fts, rank) VALUES ('integrity-check', 1)")
    except (sqlite3.DatabaseError, StoreError) as error:
        if _is_out_of_reach(error):
            raise
        yield Finding(what=f"The full-text index differs from its documents: {_reason(error)}", mend=_REINDEX)


def _vectors(database: Database) -> Iterator[Finding]:
    for model, what in unfit(database).values():
        yield Finding(what=f"A vector of {model} is not that of {what} as it is now.", mend=_REINDEX)


def _stream(database: Database) -> Iterator[Finding]:
    """Find records that differ from the last event about them."""
    marks = ", ".join([database.param] * len(CHANGES))
    last = database.execute_sql(
        f"SELECT ev.seq, {columns(EVENT_COLUMNS, 'ev.')}, v.content FROM events ev "
        f"JOIN (SELECT entry_id, max(seq) AS seq FROM events WHERE kind IN ({marks}) GROUP BY entry_id) latest "
        "ON latest.seq = ev.seq "
        "LEFT JOIN entry_versions v ON v.entry_id = ev.entry_id AND v.version = ev.version",
        CHANGES,
    ).fetchall()
    events = [(event_from(row[:-1]), row[-1]) for row in last]
    in_stream = {
        event.entry_id or "": record_from(event, content) if content is not None else None
        for event, content in events
    }
    stored = {entry.id: entry for entry in _entries(database)}
    for entry_id in sorted(stored.keys() | in_stream.keys()):
        if entry_id not in in_stream:
            yield Finding(what=f"Entry {entry_id} has no event in the stream.", mend=REPAIR)
        elif entry_id not in stored:
            yield Finding(what=f"Entry {entry_id} is in the stream, but has no record.", mend=REPAIR)
        elif in_stream[entry_id] not in (
            None,
            stored[entry_id],
        ):  # None lacks its version, which is a finding already
            yield Finding(what=f"Entry {entry_id} differs from the last event about it.", mend=REPAIR)
    without_event = database.execute_sql(
        "SELECT entry_id, version FROM entry_versions v WHERE version < "
        "(SELECT max(version) FROM entry_versions WHERE entry_id = v.entry_id) AND NOT EXISTS "
        "(SELECT 1 FROM events WHERE entry_id = v.entry_id AND version = v.version)"
    ).fetchall()
    for entry_id, version in without_event:
        yield Finding(what=f"Entry {entry_id} has no event of its version {version}.", mend=REPAIR)


def _json(database: Database) -> Iterator[Finding]:
    """Find columns of JSON that cannot be read."""
    types = {dict: "object", list: "array"}
    for table in RECORD_TABLES:
        names = TABLE_COLUMNS[table]
        key = names[0]
        if table in VALUE_OF:
            continue
        for name in JSON.keys() & set(names):
            rows = database.execute_sql(
                f"SELECT {key} FROM {table} WHERE {name} IS NOT NULL "
                f"AND CASE WHEN json_valid({name}) THEN json_type({name}) END "
                f"{database.differs} {database.param}",
                (types[JSON[name]],),
            ).fetchall()
            for row in rows:
                yield Finding(what=f"Row {row[0]} of table {table} has no readable {name}.", mend=REPAIR)


def _values(database: Database) -> Iterator[Finding]:
    """Find profiles, connections, tasks, projects and runs that cannot be read."""
    for table in VALUE_OF:
        names = TABLE_COLUMNS[table]
        for row in database.execute_sql(f"SELECT {columns(names)} FROM {table}").fetchall():
            data = dict(zip(names, row, strict=True))
            try:
                ensure_fits(table, data)
            except (ValueError, TypeError, LookupError) as error:
                key = "/".join(str(data[name]) for name in ("scope_id", "id") if name in data)
                yield Finding(what=f"Row {key} of table {table} cannot be read: {error}.", mend=REPAIR)


def _marks(database: Database) -> Iterator[Finding]:
    """Find observations in a profile that were never processed."""
    rows = database.execute_sql(
        "SELECT seq FROM events WHERE consolidated IS NOT NULL AND processed IS NULL ORDER BY seq"
    ).fetchall()
    for row in rows:
        yield Finding(
            what=f"Observation {row[0]} is marked as being in the profile, but was not processed.",
            mend=REPAIR,
        )


def _erasures(database: Database) -> Iterator[Finding]:
    for entry_id in unfinished(database):
        yield Finding(
            what=f"Entry {entry_id} is erased, but old pages of the file may still hold its words.",
            mend="Run 'tiermem reindex' when nothing else has the store open.",
        )


def _entries(database: Database) -> list[Entry]:
    rows = database.execute_sql(f"SELECT {columns(ENTRY_COLUMNS)} FROM entries").fetchall()
    return [entry_from(row) for row in rows]
