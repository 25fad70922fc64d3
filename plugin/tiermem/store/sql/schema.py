"""The tables and their columns. The migrations make them; a test compares the two.

Statements of the prompt path, and those that run once for each entry, turn or event, are composed as text: building
one with peewee costs 15 to 40 times its execution (select by id 0.93 ms against 0.02 ms, insert 0.26 ms against
0.02 ms), and a prompt hook runs 20 of them. Those of profiles, tasks and runs are built by peewee, which `learning`
imports with the first of them.
"""

from __future__ import annotations

TABLE_COLUMNS: dict[str, tuple[str, ...]] = {
    "scopes": ("id", "kind", "name", "parent_id"),
    # Whose sessions read what a scope owns, besides its own.
    "grants": ("scope_id", "reader_id"),
    # `values.Entry`, and `key`: the statement without case and punctuation.
    "entries": (
        "id", "scope_id", "layer", "tier", "category", "subject", "content", "version", "source", "speaker",
        "correction", "origin", "status", "supersedes", "importance", "confidence", "project_id", "task_id",
        "connection_id", "context_type", "tags", "valid_from", "valid_to", "created_at", "updated_at", "key",
    ),
    "entry_versions": ("entry_id", "version", "content", "source", "origin", "created_at"),
    "events": (
        "seq", "at", "kind", "scope_id", "entry_id", "version", "source", "session_id", "reason", "payload", "key",
        "processed", "outcome", "consolidated", "tries",
    ),
    "sessions": (
        "id", "house_id", "agent_id", "user_id", "project_id", "task_id", "connections", "started_at", "ended_at",
        "frozen", "frozen_at", "offset",
    ),
    "turns": ("id", "session_id", "position", "speaker", "name", "content", "at", "external_id"),
    "recalls": ("id", "at", "session_id", "agent_id", "user_id", "receipt"),
    # The entries that a receipt rendered: recall counts and last use are derived from here.
    "recalled": ("recall_id", "ref", "at"),
    "profiles": (
        "scope_id", "narrative", "scaffold", "marks", "learned", "inbox_guidance", "version", "updated_at",
    ),
    "connections": ("id", "scope_id", "learned", "cached", "cached_at", "ttl_s", "updated_at"),
    "projects": ("id", "scope_id", "title", "status", "created_at", "updated_at", "completed_at"),
    "tasks": (
        "id", "scope_id", "title", "status", "project_id", "notes", "archive", "sessions", "created_at",
        "updated_at", "completed_at",
    ),
    "runs": (
        "id", "agent_id", "user_id", "stage", "by", "trigger", "started_at", "ended_at", "read", "wrote", "problem",
    ),
    "spending": (
        "id", "agent_id", "user_id", "at", "purpose", "model", "input_tokens", "output_tokens", "usd", "session_id",
        "outcome",
    ),
    # Tokens of the HTTP server, by their SHA-256. No export holds them.
    "access_tokens": ("id", "user", "label", "digest", "created_at", "expires_at"),
    # The searched texts, made from entries and turns. They can be made again.
    "documents": (
        "id", "entry_id", "turn_id", "scope_id", "layer", "at", "content", "subject", "tags", "dates", "length",
        "neighbours",
    ),
    # Vectors of active entries and of turns, by model. Lost ones are made again.
    "vectors": ("id", "entry_id", "turn_id", "scope_id", "layer", "model", "dims", "digest", "vector"),
}  # fmt: skip
"""Name of a table → its columns."""
RECORD_TABLES = tuple(name for name in TABLE_COLUMNS if name not in {"documents", "vectors", "access_tokens"})
"""The tables of an export, referenced tables first: all except migrations, tokens, index and vectors."""
