"""Profiles, connections, projects, tasks, runs and spending; what became of an observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.sql import run_script

if TYPE_CHECKING:
    from peewee import Database

SCRIPT = """
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


def apply(database: Database) -> None:
    """Make the tables."""
    run_script(database, SCRIPT)
