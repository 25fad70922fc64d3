"""Scopes, entries with their versions, events, sessions with their turns, receipts, documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.sql import run_script

if TYPE_CHECKING:
    from peewee import Database

SCRIPT = """
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


def apply(database: Database) -> None:
    """Make the tables."""
    run_script(database, SCRIPT)
