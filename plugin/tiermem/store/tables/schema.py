"""The tables and their columns, for peewee's query builder. The migrations make them; a test holds both together.

Ordinary statements are built from these, so that they run on every database that peewee knows. Statements of the
prompt path, and those that run once for each entry, turn or event, are composed as text: building one costs
15 to 40 times its execution (select by id 0.93 ms against 0.02 ms, insert 0.26 ms against 0.02 ms), and a prompt hook
runs 20 of them. Plain tables are used instead of models because defining 17 models costs 2.8 ms at each start,
a fifth of a bare Python.
"""

from __future__ import annotations

from typing import Any

from peewee import Table

SCOPES: Any = Table("scopes", ("id", "kind", "name", "parent_id"))
ENTRIES: Any = Table(
    "entries",
    (
        "id", "scope_id", "layer", "tier", "category", "subject", "content", "version", "source", "speaker",
        "correction", "origin", "status", "supersedes", "importance", "confidence", "project_id", "task_id",
        "connection_id", "context_type", "tags", "valid_from", "valid_to", "created_at", "updated_at", "key",
    ),
)  # fmt: skip
"""`values.Entry`, and `key`: the statement without case and punctuation."""
VERSIONS: Any = Table("entry_versions", ("entry_id", "version", "content", "source", "origin", "created_at"))
EVENTS: Any = Table(
    "events",
    (
        "seq", "at", "kind", "scope_id", "entry_id", "version", "source", "session_id", "reason", "payload", "key",
        "processed", "outcome", "consolidated", "tries",
    ),
)  # fmt: skip
SESSIONS: Any = Table(
    "sessions",
    (
        "id", "house_id", "agent_id", "user_id", "project_id", "task_id", "connections", "started_at", "ended_at",
        "frozen", "frozen_at", "offset",
    ),
)  # fmt: skip
TURNS: Any = Table(
    "turns", ("id", "session_id", "position", "speaker", "name", "content", "at", "external_id")
)
RECALLS: Any = Table("recalls", ("id", "at", "session_id", "agent_id", "user_id", "receipt"))
RECALLED: Any = Table("recalled", ("recall_id", "ref", "at"))
"""The entries that a receipt rendered: recall counts and last use are derived from here."""
PROFILES: Any = Table(
    "profiles",
    ("scope_id", "narrative", "scaffold", "marks", "learned", "inbox_guidance", "version", "updated_at"),
)
CONNECTIONS: Any = Table(
    "connections", ("id", "scope_id", "learned", "cached", "cached_at", "ttl_s", "updated_at")
)
PROJECTS: Any = Table(
    "projects", ("id", "scope_id", "title", "status", "created_at", "updated_at", "completed_at")
)
TASKS: Any = Table(
    "tasks",
    (
        "id", "scope_id", "title", "status", "project_id", "notes", "archive", "sessions", "created_at",
        "updated_at", "completed_at",
    ),
)  # fmt: skip
RUNS: Any = Table(
    "runs",
    (
        "id", "agent_id", "user_id", "stage", "by", "trigger", "started_at", "ended_at", "read", "wrote", "problem",
    ),
)  # fmt: skip
SPENDING: Any = Table(
    "spending",
    (
        "id", "agent_id", "user_id", "at", "purpose", "model", "input_tokens", "output_tokens", "usd", "session_id",
        "outcome",
    ),
)  # fmt: skip
DOCUMENTS: Any = Table(
    "documents",
    (
        "id", "entry_id", "turn_id", "scope_id", "layer", "at", "content", "subject", "tags", "dates", "length",
        "neighbours",
    ),
)  # fmt: skip
"""What is searched; made from entries and turns, and disposable."""
DOCUMENTS_TOTALS: Any = Table(
    "documents_totals", ("scope_id", "is_turn", "documents", "tokens", "neighbours")
)
"""The sums of an owner's entries and of its turns in the index, kept by triggers."""
VECTORS: Any = Table(
    "vectors", ("id", "entry_id", "turn_id", "scope_id", "layer", "model", "dims", "digest", "vector")
)
"""Vectors of active entries and of turns, by model; derived, and made again where lost."""

RECORD_TABLES: tuple[Any, ...] = (
    SCOPES, ENTRIES, VERSIONS, EVENTS, SESSIONS, TURNS, RECALLS, RECALLED, PROFILES, CONNECTIONS, PROJECTS, TASKS,
    RUNS, SPENDING,
)  # fmt: skip
"""The tables of an export, those that others refer to first: all but migrations, index and vectors."""
TABLE_COLUMNS: dict[str, tuple[str, ...]] = {
    table.__name__: tuple(table._columns)  # noqa: SLF001 - peewee gives them no public name
    for table in (*RECORD_TABLES, DOCUMENTS, VECTORS)
}
"""Name of a table → its columns."""
