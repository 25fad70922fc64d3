"""Apply the named, append-only steps that create the tables, each with its record in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import ForeignStore, NewerStore
from tiermem.values import instant, utc_now

if TYPE_CHECKING:
    from tiermem.store.connection import Database


MIGRATIONS = (
    "0001_first_tables",
    "0002_full_text",
    "0003_vectors",
    "0004_words_of_all_scripts",
    "0005_documents_by_time",
    "0006_learning",
    "0007_vectors_with_the_turn_before",
    "0008_irregular_forms",
    "0009_withdrawn",
    "0010_filters",
    "0011_documents_of_owners",
    "0012_pairs",
    "0013_confirmations",
    "0014_checksums",
    "0015_grants",
    "0016_access_tokens",
    "0017_events_of_sessions",
    "0018_pages",
    "0019_grants_of_notes",
    "0020_numbered_once",
    "0021_tagged",
    "0022_stamps",
    "0023_sources",
)
"""The names of `steps.STEPS`, which is imported only to apply them."""


def tables(database: Database) -> list[str]:
    """Return the names of all tables but SQLite's and the index's."""
    return [name for name in database.tables() if not name.startswith(("sqlite_", "documents_fts"))]


def applied(database: Database) -> list[str]:
    """Return the names of the applied migrations; none for a database without the table of migrations."""
    if not _has_our_migrations(database):
        return []
    return [row[0] for row in database.execute_sql("SELECT name FROM migrations ORDER BY name").fetchall()]


def _has_our_migrations(database: Database) -> bool:
    """Return True if the table of migrations exists and is not another program's."""
    return {*database.columns("migrations")} >= {"name", "applied_at"}


def is_ours(database: Database) -> bool:
    """Return True if the first of our migrations was applied here."""
    return MIGRATIONS[0] in applied(database)


def holds_something(database: Database) -> bool:
    """Return True if one of our earlier versions kept anything here."""
    return is_ours(database) and any(
        database.execute_sql(f"SELECT 1 FROM {table} LIMIT 1").fetchone()
        for table in ("events", "turns", "entries")
    )


def ensure_usable(database: Database, path: str, *, adopting: bool = False) -> None:
    """Check that the database is empty, ours, or adopted, without changing it.

    Raises:
        ForeignStore: It has only tables of another program.
        NewerStore: It has a migration unknown to this version.
    """
    # Before the steps: another process may make ours in between, and then they are not foreign.
    foreign = tables(database)
    present = applied(database)
    if MIGRATIONS[0] not in present:
        if foreign and (not adopting or "migrations" in foreign):
            raise ForeignStore(path, foreign)
    elif unknown := sorted(map(str, set(present) - set(MIGRATIONS))):
        raise NewerStore(path, unknown)


def migrate(database: Database, path: str, *, adopting: bool = False) -> tuple[str, ...]:
    """Apply missing steps, one process at a time, each step with its record in one transaction.

    Args:
        database: The opened database.
        path: For messages.
        adopting: Foreign tables are there and may stay beside ours.

    Returns:
        Notices for a person about the applied steps.

    Raises:
        ForeignStore: It has only tables of another program.
        NewerStore: It has a migration unknown to this version.
    """
    if is_current(database):
        return ()
    # A step makes tables again that others refer to. SQLite ignores this within a transaction.
    database.execute_sql("PRAGMA foreign_keys = 0")
    try:
        return _apply_missing(database, path, adopting=adopting)
    finally:
        database.execute_sql("PRAGMA foreign_keys = 1")


def _apply_missing(database: Database, path: str, *, adopting: bool) -> tuple[str, ...]:
    from tiermem.store.care.migration_steps import STEPS
    from tiermem.store.sql.checksums import seal

    notices: list[str] = []
    for name in MIGRATIONS:
        with database.atomic("IMMEDIATE"):
            ensure_usable(database, path, adopting=adopting)
            if name in applied(database):
                continue
            database.execute_sql(
                "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)"
            )
            notices += STEPS[name](database) or ()
            # The tables have all their columns now. Those that are there are kept: they know of damage.
            if name == MIGRATIONS[-1] and not _has_checksums(database):
                seal(database.execute_sql)
            database.execute_sql(
                "INSERT INTO migrations (name, applied_at) VALUES (?, ?)",
                (name, instant(utc_now())),
            )
    return tuple(notices)


def _has_checksums(database: Database) -> bool:
    return database.execute_sql("SELECT 1 FROM checksums LIMIT 1").fetchone() is not None


def is_current(database: Database) -> bool:
    """Return True if all steps of this version, and no others, were applied."""
    return applied(database) == list(MIGRATIONS)
