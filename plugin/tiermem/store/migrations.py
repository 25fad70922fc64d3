"""Named, append-only steps that make the tables; each is applied with its record in one transaction.

A released step is never changed: databases that were made by it exist. A new need is a new step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tiermem.errors import ForeignStore, NewerStore
from tiermem.values import instant, utc_now
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from peewee import Database, SqliteDatabase

_FIRST_TABLES = """
CREATE TABLE scopes (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    parent_id INTEGER REFERENCES scopes(id)
);
CREATE UNIQUE INDEX scopes_by_name ON scopes(kind, name, coalesce(parent_id, 0));
CREATE TABLE entries (
    id TEXT PRIMARY KEY,
    scope_id INTEGER NOT NULL REFERENCES scopes(id),
    layer TEXT NOT NULL,
    tier TEXT NOT NULL DEFAULT 'memory',
    category TEXT,
    subject TEXT,
    content TEXT NOT NULL,
    version INTEGER NOT NULL,
    source TEXT NOT NULL,
    speaker TEXT,
    correction INTEGER NOT NULL DEFAULT 0,
    origin TEXT,
    status TEXT NOT NULL DEFAULT 'active',
    supersedes TEXT,
    importance REAL NOT NULL,
    confidence REAL NOT NULL,
    project_id TEXT,
    task_id TEXT,
    connection_id TEXT,
    context_type TEXT,
    tags TEXT NOT NULL,
    valid_from TEXT,
    valid_to TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    key TEXT NOT NULL
);
CREATE INDEX entries_by_tier ON entries(tier, scope_id, layer, status);
CREATE INDEX entries_by_key ON entries(key, scope_id);
CREATE INDEX entries_by_subject ON entries(subject, scope_id) WHERE subject IS NOT NULL;
CREATE INDEX entries_by_origin ON entries(origin) WHERE origin IS NOT NULL;
CREATE TABLE entry_versions (
    entry_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    source TEXT NOT NULL,
    origin TEXT,
    created_at TEXT NOT NULL,
    PRIMARY KEY (entry_id, version)
) WITHOUT ROWID;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    scope_id INTEGER NOT NULL,
    entry_id TEXT,
    version INTEGER,
    source TEXT NOT NULL,
    session_id TEXT,
    reason TEXT,
    payload TEXT NOT NULL,
    key TEXT UNIQUE,
    processed TEXT,
    outcome TEXT
);
CREATE INDEX events_by_entry ON events(entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX events_waiting ON events(scope_id, seq) WHERE kind = 'observation' AND processed IS NULL;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    house_id INTEGER NOT NULL,
    agent_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    project_id TEXT,
    task_id TEXT,
    connections TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    frozen TEXT,
    frozen_at INTEGER NOT NULL,
    offset INTEGER NOT NULL
);
CREATE INDEX sessions_by_user ON sessions(user_id, started_at);
CREATE TABLE turns (
    id INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions(id),
    position INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    name TEXT,
    content TEXT NOT NULL,
    at TEXT NOT NULL,
    external_id TEXT,
    UNIQUE (session_id, position)
);
CREATE UNIQUE INDEX turns_by_external_id ON turns(session_id, external_id) WHERE external_id IS NOT NULL;
CREATE TABLE recalls (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    session_id TEXT,
    agent_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    receipt TEXT NOT NULL
);
CREATE INDEX recalls_by_user ON recalls(user_id, agent_id, at);
CREATE TABLE recalled (
    recall_id TEXT NOT NULL,
    ref TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (recall_id, ref)
) WITHOUT ROWID;
CREATE INDEX recalled_by_ref ON recalled(ref, at);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    entry_id TEXT UNIQUE,
    turn_id INTEGER UNIQUE,
    scope_id INTEGER NOT NULL,
    layer TEXT,
    at TEXT NOT NULL,
    content TEXT NOT NULL,
    subject TEXT NOT NULL,
    tags TEXT NOT NULL,
    dates TEXT NOT NULL,
    context TEXT NOT NULL,
    scope TEXT NOT NULL
);
"""

INDEX_COLUMNS = ("content", "subject", "tags", "dates", "context", "scope")
TOKENIZER = "porter unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"
"""For use between single quotes. Marks are parts of words: the vowels of Thai and Hindi are marks."""

_FULL_TEXT = f"""
CREATE VIRTUAL TABLE documents_fts USING fts5(
    {", ".join(INDEX_COLUMNS)}, content='documents', content_rowid='id', tokenize='{TOKENIZER}'
);
CREATE VIRTUAL TABLE documents_vocabulary USING fts5vocab(documents_fts, 'row');
CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO documents_fts(rowid, {", ".join(INDEX_COLUMNS)})
    VALUES (new.id, {", ".join("new." + column for column in INDEX_COLUMNS)});
END;
CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    INSERT INTO documents_fts(documents_fts, rowid, {", ".join(INDEX_COLUMNS)})
    VALUES ('delete', old.id, {", ".join("old." + column for column in INDEX_COLUMNS)});
END;
CREATE TRIGGER documents_changed AFTER UPDATE ON documents BEGIN
    INSERT INTO documents_fts(documents_fts, rowid, {", ".join(INDEX_COLUMNS)})
    VALUES ('delete', old.id, {", ".join("old." + column for column in INDEX_COLUMNS)});
    INSERT INTO documents_fts(rowid, {", ".join(INDEX_COLUMNS)})
    VALUES (new.id, {", ".join("new." + column for column in INDEX_COLUMNS)});
END;
"""

_VECTORS = """
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id TEXT,
    turn_id INTEGER,
    scope_id INTEGER NOT NULL,
    layer TEXT,
    model TEXT NOT NULL,
    dims INTEGER NOT NULL,
    digest BLOB NOT NULL,
    vector BLOB NOT NULL
);
CREATE UNIQUE INDEX vectors_by_entry ON vectors(entry_id, model) WHERE entry_id IS NOT NULL;
CREATE UNIQUE INDEX vectors_by_turn ON vectors(turn_id, model) WHERE turn_id IS NOT NULL;
CREATE INDEX vectors_by_scope ON vectors(model, scope_id);
CREATE TRIGGER vectors_outdated AFTER UPDATE ON entries
WHEN new.content IS NOT old.content OR new.status <> 'active' BEGIN
    DELETE FROM vectors WHERE entry_id = old.id;
END;
CREATE TRIGGER vectors_moved AFTER UPDATE ON entries
WHEN new.content IS old.content AND new.status = 'active' AND (
    new.scope_id <> old.scope_id OR new.layer <> old.layer OR new.source <> old.source
    OR new.connection_id IS NOT old.connection_id OR new.context_type IS NOT old.context_type
) BEGIN
    INSERT OR REPLACE INTO vectors (entry_id, scope_id, layer, model, dims, digest, vector)
    SELECT entry_id, new.scope_id, new.layer, model, dims, digest, vector FROM vectors WHERE entry_id = old.id;
END;
CREATE TRIGGER vectors_of_removed_entries AFTER DELETE ON entries BEGIN
    DELETE FROM vectors WHERE entry_id = old.id;
END;
CREATE TRIGGER vectors_of_changed_turns AFTER UPDATE ON turns WHEN new.content IS NOT old.content BEGIN
    DELETE FROM vectors WHERE turn_id = old.id;
END;
CREATE TRIGGER vectors_of_removed_turns AFTER DELETE ON turns BEGIN
    DELETE FROM vectors WHERE turn_id = old.id;
END;
"""
"""A vector never outlives its text, whoever changes it; and each change of a row that copies of the table hold makes
it a new row, with a greater id, so that copies follow by reading on."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: its name for good, and what it does."""

    name: str
    apply: Callable[[SqliteDatabase], None]


def _statements(script: str) -> list[str]:
    """The statements of a script, triggers kept whole."""
    found, current = [], ""
    for line in script.splitlines():
        current += line + "\n"
        inside_trigger = "CREATE TRIGGER" in current and not line.startswith("END;")
        if line.endswith(";") and not inside_trigger:
            found.append(current.strip().rstrip(";") if "CREATE TRIGGER" not in current else current.strip())
            current = ""
    return found


def _first_tables(database: Database) -> None:
    for statement in _statements(_FIRST_TABLES):
        database.execute_sql(statement)


def _vectors(database: Database) -> None:
    for statement in _statements(_VECTORS):
        database.execute_sql(statement)


def make_index(database: Database) -> None:
    """Make the full-text index, empty, and what keeps it in step with the documents."""
    for statement in _statements(_FULL_TEXT):
        database.execute_sql(statement)


def drop_index(database: Database) -> None:
    """Undo `make_index`, whatever is left of it."""
    for trigger in ("documents_added", "documents_removed", "documents_changed"):
        database.execute_sql(f"DROP TRIGGER IF EXISTS {trigger}")
    for table in ("documents_vocabulary", "documents_fts"):
        database.execute_sql(f"DROP TABLE IF EXISTS {table}")


def _index_anew(database: SqliteDatabase) -> None:
    """Index everything anew, as texts are found by other words than before.

    It is done as this version does it, on the tables of this version, and so it stays behind every other step: a
    step that is added later and changes what is read brings an indexing of its own behind it, and leaves nothing to do
    here.
    """
    from tiermem.store.full_text import FullText
    from tiermem.store.sessions import PeeweeSessions

    if database.execute_sql("SELECT 1 FROM documents LIMIT 1").fetchone() is None:
        drop_index(database)
        make_index(database)
        return
    index = FullText(database, PeeweeSessions(database))
    try:
        index.reindex()
    finally:
        index.close()


def _documents_by_time(database: Database) -> None:
    """What was said last week is found without reading everybody's documents: 57 ms became 5 at 300,000 of them."""
    database.execute_sql("CREATE INDEX documents_by_time ON documents(scope_id, at)")


_LEARNING = """
ALTER TABLE events ADD COLUMN consolidated TEXT;
ALTER TABLE events ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_waiting_of_session ON events(session_id, seq) WHERE kind = 'observation' AND processed IS NULL;
CREATE INDEX events_unconsolidated ON events(scope_id, seq)
WHERE kind = 'observation' AND processed IS NOT NULL AND consolidated IS NULL
AND substr(coalesce(outcome, ''), 1, 9) <> 'set aside';
CREATE INDEX entries_by_lower_subject ON entries(lower(subject), scope_id);
CREATE INDEX events_set_aside ON events(scope_id)
WHERE kind = 'observation' AND substr(coalesce(outcome, ''), 1, 9) = 'set aside';
CREATE TABLE profiles (
    scope_id INTEGER PRIMARY KEY REFERENCES scopes(id),
    narrative TEXT NOT NULL,
    scaffold TEXT NOT NULL,
    marks TEXT NOT NULL,
    learned TEXT NOT NULL,
    inbox_guidance TEXT NOT NULL,
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL
);
CREATE TABLE connections (
    id TEXT NOT NULL,
    scope_id INTEGER NOT NULL REFERENCES scopes(id),
    learned TEXT NOT NULL,
    cached TEXT,
    cached_at TEXT,
    ttl_s INTEGER,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
CREATE TABLE projects (
    id TEXT NOT NULL,
    scope_id INTEGER NOT NULL REFERENCES scopes(id),
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    completed_at TEXT,
    PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
CREATE TABLE tasks (
    id TEXT NOT NULL,
    scope_id INTEGER NOT NULL REFERENCES scopes(id),
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    project_id TEXT,
    notes TEXT NOT NULL,
    archive TEXT,
    sessions TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    completed_at TEXT,
    PRIMARY KEY (scope_id, id)
) WITHOUT ROWID;
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    agent_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    stage TEXT NOT NULL,
    by TEXT NOT NULL,
    trigger TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    read TEXT NOT NULL,
    wrote TEXT NOT NULL,
    problem TEXT
);
CREATE INDEX runs_by_user ON runs(user_id, agent_id, started_at);
CREATE TABLE spending (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    at TEXT NOT NULL,
    purpose TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    usd REAL,
    session_id TEXT,
    outcome TEXT NOT NULL
);
CREATE INDEX spending_by_user ON spending(user_id, at);
"""


def _learning(database: Database) -> None:
    for statement in _statements(_LEARNING):
        database.execute_sql(statement)


_VECTORS_WITH_THE_TURN_BEFORE = """
DROP TRIGGER vectors_of_changed_turns;
DROP TRIGGER vectors_of_removed_turns;
CREATE TRIGGER vectors_of_changed_turns AFTER UPDATE ON turns WHEN new.content IS NOT old.content BEGIN
    DELETE FROM vectors WHERE turn_id IN (
        old.id, (SELECT id FROM turns WHERE session_id = old.session_id AND position = old.position + 1)
    );
END;
CREATE TRIGGER vectors_of_removed_turns AFTER DELETE ON turns BEGIN
    DELETE FROM vectors WHERE turn_id IN (
        old.id, (SELECT id FROM turns WHERE session_id = old.session_id AND position = old.position + 1)
    );
END;
DELETE FROM vectors WHERE turn_id IN (
    SELECT t.id FROM turns t JOIN turns b ON b.session_id = t.session_id AND b.position = t.position - 1
    WHERE length(t.content) <= 400 AND length(b.content) <= 400
);
"""


def _vectors_with_the_turn_before(database: Database) -> None:
    """A short turn is embedded with the one before it, see `vectors.wording`; its vector goes with both."""
    for statement in _statements(_VECTORS_WITH_THE_TURN_BEFORE):
        database.execute_sql(statement)


MIGRATIONS: tuple[Migration, ...] = (
    Migration("0001_first_tables", _first_tables),
    Migration("0002_full_text", make_index),
    Migration("0003_vectors", _vectors),
    Migration("0004_words_of_all_scripts", _index_anew),
    Migration("0005_documents_by_time", _documents_by_time),
    Migration("0006_learning", _learning),
    Migration("0007_vectors_with_the_turn_before", _vectors_with_the_turn_before),
)


def tables(database: Database) -> list[str]:
    """The user's tables in the database."""
    return [name for name in database.get_tables() if not name.startswith(("sqlite_", "documents_fts"))]


def applied(database: Database) -> list[str]:
    """The names of the migrations applied; empty for a database without the table of them."""
    if not _has_our_migrations(database):
        return []
    return [row[0] for row in database.execute_sql("SELECT name FROM migrations ORDER BY name").fetchall()]


def _has_our_migrations(database: Database) -> bool:
    """Whether the table of migrations is there and not another program's of that name."""
    if not database.table_exists("migrations"):
        return False
    return {column.name for column in database.get_columns("migrations")} >= {"name", "applied_at"}


def is_ours(database: Database) -> bool:
    """Whether the first of our migrations was applied here."""
    return MIGRATIONS[0].name in applied(database)


def ensure_usable(database: Database, path: str, *, adopting: bool = False) -> None:
    """Raise unless the database is empty, ours, or adopted; it is only read.

    Raises:
        ForeignStore: There are tables, and none of them is ours.
        NewerStore: A migration was applied that this version does not know.
    """
    # Before the steps: another process may make ours in between, and then they are not foreign.
    foreign = tables(database)
    present = applied(database)
    if MIGRATIONS[0].name not in present:
        if foreign and (not adopting or "migrations" in foreign):
            raise ForeignStore(path, foreign)
    elif unknown := sorted(set(present) - {known.name for known in MIGRATIONS}):
        raise NewerStore(path, unknown)


def migrate(database: SqliteDatabase, path: str, *, adopting: bool = False) -> bool:
    """Apply what is missing; one process at a time, each step with its record in one transaction.

    Args:
        database: The opened database.
        path: For messages.
        adopting: Foreign tables are there and may stay beside ours.

    Returns:
        Whether anything was applied.

    Raises:
        ForeignStore: There are tables, and none of them is ours.
        NewerStore: A migration was applied that this version does not know.
    """
    changed = False
    for migration in MIGRATIONS:
        with database.atomic("IMMEDIATE"):
            ensure_usable(database, path, adopting=adopting)
            if migration.name in applied(database):
                continue
            database.execute_sql(
                "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)"
            )
            migration.apply(database)
            database.execute_sql(
                "INSERT INTO migrations (name, applied_at) VALUES (?, ?)",
                (migration.name, instant(utc_now())),
            )
            changed = True
    return changed


def is_current(database: Database) -> bool:
    """Whether all steps of this version, and no others, were applied."""
    return applied(database) == [migration.name for migration in MIGRATIONS]
