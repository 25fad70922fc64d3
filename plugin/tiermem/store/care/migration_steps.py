"""The steps that make the tables, oldest first.

Never change a released step, because databases made by it exist. Add a new step instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from tiermem.store.full_text.fts5 import Fts5
from tiermem.store.full_text.index import FullText
from tiermem.store.full_text.tables import OWNER_SHIFT, drop_tables, make_index, make_tables, renew_totals
from tiermem.store.sql.statements import rows_of, run_script
from tiermem.store.tables.records import scope_of
from tiermem.store.tables.sessions import SessionTables

if TYPE_CHECKING:
    from tiermem.store.connection import Database

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
_DOCUMENTS_BY_TIME = """
CREATE INDEX documents_by_time ON documents(scope_id, at);
"""
"""Find last week's turns without reading everybody's documents: 57 ms became 5 at 300,000 of them."""
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
_VECTORS_OF_TURNS = """
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
"""
_VECTORS_WITH_THE_TURN_BEFORE = f"""
DROP TRIGGER vectors_of_changed_turns;
DROP TRIGGER vectors_of_removed_turns;
{_VECTORS_OF_TURNS}DELETE FROM vectors WHERE turn_id IN (
    SELECT t.id FROM turns t JOIN turns b ON b.session_id = t.session_id AND b.position = t.position - 1
    WHERE length(t.content) <= 400 AND length(b.content) <= 400
);
"""
"""A short turn is embedded with the one before it, and its vector goes with both."""
_RETRACTED = """
CREATE INDEX entries_inactive ON entries(scope_id, status, updated_at) WHERE status = 'inactive';
CREATE INDEX entries_changed ON entries(scope_id, (version > 1), updated_at) WHERE version > 1;
"""
_FILTERS = """
CREATE INDEX entries_by_project ON entries(scope_id, project_id);
CREATE INDEX entries_by_task ON entries(scope_id, task_id);
CREATE INDEX entries_by_connection ON entries(scope_id, connection_id);
CREATE INDEX entries_by_change ON entries(scope_id, updated_at);
CREATE INDEX entries_by_category ON entries(scope_id, category) WHERE category IS NOT NULL;
CREATE INDEX entries_by_context_type ON entries(scope_id, context_type) WHERE context_type IS NOT NULL;
CREATE INDEX entries_by_superseded ON entries(supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX sessions_by_project ON sessions(user_id, project_id);
CREATE INDEX sessions_by_task ON sessions(user_id, task_id);
"""

_CONFIRMATIONS = """
CREATE INDEX events_known ON events(scope_id, outcome)
    WHERE kind = 'observation' AND outcome >= 'known as ' AND outcome < 'known as!';
CREATE INDEX events_declined ON events(scope_id) WHERE kind = 'declined';
"""

_CHECKSUMS = """
CREATE TABLE checksums (
    of_table TEXT NOT NULL,
    row_key NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (of_table, row_key)
) WITHOUT ROWID;
"""
"""They are filled when the last step is done: see `migrations.migrate`."""
_GRANTS = """
CREATE TABLE grants (
    scope_id INTEGER NOT NULL REFERENCES scopes(id),
    reader_id INTEGER NOT NULL REFERENCES scopes(id),
    PRIMARY KEY (scope_id, reader_id)
) WITHOUT ROWID;
CREATE INDEX grants_by_reader ON grants(reader_id);
"""
_ACCESS_TOKENS = """
CREATE TABLE access_tokens (
    id TEXT PRIMARY KEY,
    user TEXT,
    label TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    expires_at TEXT
) WITHOUT ROWID;
"""
_PAGES = """
CREATE INDEX entries_in_order ON entries(scope_id, status, category, created_at, id, layer, tier);
CREATE INDEX entries_by_age ON entries(scope_id, status, created_at, id, layer, tier);
CREATE INDEX entries_by_last_change ON entries(scope_id, status, updated_at, id, layer, tier);
DROP INDEX entries_inactive;
"""
"""Page through 100,000 entries by a cursor in any order, and count them by layer and tier from an index alone. The last
index serves the dropped one's searches too."""
_TAGGED = """
CREATE INDEX entries_tagged ON entries(scope_id, status, created_at, id) WHERE tags <> '[]';
"""
"""A block and each look for proposals read entries by a tag, which few have."""
_SOURCES = """
CREATE INDEX entries_by_source ON entries(scope_id, status, source);
"""
"""Entries of a source that wrote few are found among very many: a page of them took 0.2 s at 100,000."""
_EVENTS_OF_SESSIONS = """
CREATE INDEX events_by_session ON events(session_id, seq) WHERE session_id IS NOT NULL;
"""


def _index_again(database: Database) -> None:
    """Build the index again: documents have other columns and ids, and texts are found by other words than before.

    This step alone follows the present code, on the present tables: a later step that changes what is read brings
    an indexing with it, and leaves nothing to do here.
    """
    if database.execute_sql("SELECT 1 FROM documents LIMIT 1").fetchone() is None:
        drop_tables(database)
        make_tables(database)
        make_index(database)
        return
    index = FullText(database, SessionTables(database), Fts5(database))
    try:
        index.reindex()
    finally:
        index.close()


_TRACES = (
    ("entries", "scope_id"),
    ("events", "scope_id"),
    ("sessions", "user_id"),
    ("recalls", "user_id"),
    ("profiles", "scope_id"),
    ("connections", "scope_id"),
    ("projects", "scope_id"),
    ("tasks", "scope_id"),
    ("runs", "user_id"),
    ("spending", "user_id"),
)
"""Table and column in which a user leaves a trace; of one who has none, only the name was ever looked up."""
_USERS = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {name} = u.id)" for table, name in _TRACES)
_MOVED = f"""
UPDATE entries SET scope_id = :pair WHERE scope_id = :agent;
UPDATE events SET scope_id = :pair, payload = CASE
    WHEN json_valid(payload) AND json_type(CASE WHEN json_valid(payload) THEN payload END, '$.scope_id') = 'integer'
    THEN json_set(payload, '$.scope_id', :pair) ELSE payload END
WHERE entry_id IN (SELECT id FROM entries WHERE scope_id = :pair);
CREATE TEMP TABLE moved AS SELECT * FROM documents WHERE scope_id = :agent;
DELETE FROM documents WHERE scope_id = :agent;
UPDATE moved SET id = id - (:agent << {OWNER_SHIFT}) + (:pair << {OWNER_SHIFT}), scope_id = :pair;
INSERT INTO documents SELECT * FROM moved ORDER BY id;
DROP TABLE moved;
"""
"""The id of a document begins with its owner, so that it is stored again; triggers keep index and totals in step."""


def _give_notes_to_pairs(database: Database) -> list[str]:
    """Give an agent's notes to the pair with its house's only user; those of several users stay shared by them."""
    notices = []
    agents = (
        "SELECT a.id, a.name, a.parent_id, sum(e.status = 'active') FROM scopes a JOIN entries e ON e.scope_id = a.id "
        "WHERE a.kind = 'agent' GROUP BY a.id ORDER BY a.id"
    )
    for agent, name, house, number in rows_of(database, agents):
        of_house = "SELECT u.name FROM scopes u WHERE u.kind = 'user' AND u.parent_id = ?"
        users = rows_of(database, f"{of_house} AND ({_USERS})", house) or rows_of(database, of_house, house)
        if len(users) == 1:
            pair = scope_of(database, "pair", users[0][0], agent).id
            run_script(database, _MOVED.replace(":agent", str(int(agent))).replace(":pair", str(pair)))
        elif number:
            notices.append(
                f"From now on the notes that an agent takes of a user are that user's alone. {number:,} older ones of "
                f"agent {name!r} are of {len(users)} users, it is not known whose: all of its users still see them. "
                "'tiermem list --target memory' shows them, 'tiermem remove ID' takes one away. To go on sharing "
                "notes, say 'scope: {notes: agent}' in the agent's YAML."
            )
    return notices


_SHARERS = """
SELECT DISTINCT h.id, h.name, a.id, a.name FROM events e
JOIN sessions s ON s.id = e.session_id JOIN scopes h ON h.id = e.scope_id JOIN scopes a ON a.id = s.agent_id
WHERE h.kind = 'house' AND e.source IN ('agent', 'system') AND a.parent_id = h.id ORDER BY h.id, a.id
"""
"""The agents that wrote notes of their house."""


def _grant_notes_of_houses(database: Database) -> list[str]:
    """Grant their house to the agents that have shared their notes with it so far: from now on it needs a grant."""
    notices = []
    is_sealed = bool(rows_of(database, "SELECT 1 FROM checksums LIMIT 1"))
    for house, name, agent, agent_name in rows_of(database, _SHARERS):
        database.keeps_checksums = is_sealed
        try:
            database.execute_sql(
                "INSERT INTO grants (scope_id, reader_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (house, agent),
            )
        finally:
            database.keeps_checksums = False
        notices.append(
            f"From now on an agent shares its notes with its house only by a grant. Agent {agent_name!r} has shared "
            f"notes with house {name!r}, and was granted it. To take the grant back: 'tiermem scope grant "
            f"house:{name} agent:{agent_name}@{name} --undo'."
        )
    return notices


_NUMBERED_ONCE = f"""
CREATE TABLE scopes_of_new_numbers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    parent_id INTEGER REFERENCES scopes(id)
);
INSERT INTO scopes_of_new_numbers SELECT id, kind, name, parent_id FROM scopes ORDER BY id;
DROP TABLE scopes;
ALTER TABLE scopes_of_new_numbers RENAME TO scopes;
CREATE UNIQUE INDEX scopes_by_name ON scopes(kind, name, coalesce(parent_id, 0));
CREATE TABLE turns_of_new_numbers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES sessions(id),
    position INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    name TEXT,
    content TEXT NOT NULL,
    at TEXT NOT NULL,
    external_id TEXT,
    UNIQUE (session_id, position)
);
INSERT INTO turns_of_new_numbers SELECT id, session_id, position, speaker, name, content, at, external_id
FROM turns ORDER BY id;
DROP TABLE turns;
ALTER TABLE turns_of_new_numbers RENAME TO turns;
CREATE UNIQUE INDEX turns_by_external_id ON turns(session_id, external_id) WHERE external_id IS NOT NULL;
{_VECTORS_OF_TURNS}"""
"""No number of an owner or a turn is given again after it was erased: a program that still holds one finds nothing,
and never what is another's. SQLite cannot change a key of a table that exists."""


def _script(text: str) -> Callable[[Database], None]:
    return partial(run_script, script=text)


def _nothing(_: Any) -> None:
    """Do nothing: the last step that indexes everything again does it for this one as well."""


STEPS: Mapping[str, Callable[[Database], list[str] | None]] = {
    "0001_first_tables": _script(_FIRST_TABLES),
    "0002_full_text": _nothing,
    "0003_vectors": _script(_VECTORS),
    "0004_words_of_all_scripts": _nothing,
    "0005_documents_by_time": _script(_DOCUMENTS_BY_TIME),
    "0006_learning": _script(_LEARNING),
    "0007_vectors_with_the_turn_before": _script(_VECTORS_WITH_THE_TURN_BEFORE),
    "0008_irregular_forms": _nothing,
    "0009_withdrawn": _script(_RETRACTED),
    "0010_filters": _script(_FILTERS),
    "0011_documents_of_owners": _index_again,
    "0012_pairs": _give_notes_to_pairs,
    "0013_confirmations": _script(_CONFIRMATIONS),
    "0014_checksums": _script(_CHECKSUMS),
    "0015_grants": _script(_GRANTS),
    "0016_access_tokens": _script(_ACCESS_TOKENS),
    "0017_events_of_sessions": _script(_EVENTS_OF_SESSIONS),
    "0018_pages": _script(_PAGES),
    "0019_grants_of_notes": _grant_notes_of_houses,
    "0020_numbered_once": _script(_NUMBERED_ONCE),
    "0021_tagged": _script(_TAGGED),
    "0022_stamps": renew_totals,
    "0023_sources": _script(_SOURCES),
}
"""The steps by their names in `migrations.MIGRATIONS`; some return what a person should know."""
