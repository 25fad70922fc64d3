"""Named, append-only steps that make the tables; each is applied with its record in one transaction."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tiermem.errors import ForeignStore, NewerStore
from tiermem.values import instant, utc_now
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from peewee import Database, SqliteDatabase


@dataclass(frozen=True, slots=True)
class Migration:
    """One step, a module of `steps`: its name for good is the module's behind a number."""

    name: str

    def apply(self, database: SqliteDatabase) -> None:
        """Do it, in the caller's transaction."""
        _, _, module = self.name.partition("_")
        import_module(f"tiermem.store.care.steps.{module}").apply(database)


MIGRATIONS = (
    Migration("0001_first_tables"),
    Migration("0002_full_text"),
    Migration("0003_vectors"),
    Migration("0004_words_of_all_scripts"),
    Migration("0005_documents_by_time"),
    Migration("0006_learning"),
    Migration("0007_vectors_with_the_turn_before"),
    Migration("0008_irregular_forms"),
    Migration("0009_withdrawn"),
    Migration("0010_filters"),
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
