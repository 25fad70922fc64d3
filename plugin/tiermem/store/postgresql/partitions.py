"""Split the tables that grow most into hash partitions by owner, so that VACUUM and REINDEX work on one at a time.

Turns, sessions, versions and what hangs on them stay whole: triggers put their owner, and PostgreSQL moves no row to
another partition within a trigger.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.store.postgresql.migrations import protect

if TYPE_CHECKING:
    from tiermem.store.postgresql.database import PostgresDatabase

SPLIT = ("documents", "events", "entries")
"""The tables that are split."""
MOST = 1_024
"""Maximum partitions."""
_IS_SPLIT = "SELECT relkind = 'p' FROM pg_class WHERE oid = to_regclass(?)"
_OPTIONS = "SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = to_regclass(?)"
_CONSTRAINTS = """
    SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE conrelid = to_regclass(?) AND contype IN ('p', 'u', 'f') ORDER BY contype DESC, conname
"""
_INDEXES = """
    SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = to_regclass(?)
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
"""
_TRIGGERS = (
    "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = to_regclass(?) AND NOT tgisinternal"
)


def split(database: PostgresDatabase, number: int) -> None:
    """Split the tables, which are empty, into so many partitions each. What is split already stays as it is.

    Raises:
        InputError: The number is not one from 2 to `MOST`, or a table has rows.
    """
    if not 2 <= number <= MOST:
        raise InputError(f"A table is split into 2 to {MOST:,} partitions, not {number}.")
    with database.everything(), database.atomic("IMMEDIATE"):
        for table in SPLIT:
            ((is_split,),) = database.execute_sql(_IS_SPLIT, (table,))
            if is_split:
                continue
            if database.execute_sql(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None:
                raise InputError(
                    f"The table {table} has rows. Split the tables of a new database, and copy the store into it."
                )
            _split(database, table, number)


def _split(database: PostgresDatabase, table: str, number: int) -> None:
    """Make a table again in partitions, with its keys, indexes, triggers and policy under the same names."""
    ((options,),) = database.execute_sql(_OPTIONS, (table,))
    constraints = [
        f"ALTER TABLE {table} ADD CONSTRAINT {name} {text}"
        for name, text in database.execute_sql(_CONSTRAINTS, (table,))
    ]
    further = [text for sql in (_INDEXES, _TRIGGERS) for (text,) in database.execute_sql(sql, (table,))]
    kept = "DEFAULTS INCLUDING CONSTRAINTS INCLUDING IDENTITY INCLUDING GENERATED INCLUDING STORAGE"
    parts = [f"{table}_{part}" for part in range(number)]
    within = f" WITH ({options})" if options else ""
    for statement in (
        f"ALTER TABLE {table} RENAME TO whole_{table}",
        f"CREATE TABLE {table} (LIKE whole_{table} INCLUDING {kept}) PARTITION BY HASH (scope_id)",
        f"DROP TABLE whole_{table}",
        *(
            f"CREATE TABLE {name} PARTITION OF {table} FOR VALUES WITH (MODULUS {number}, REMAINDER {part}){within}"
            for part, name in enumerate(parts)
        ),
        *constraints,
        *further,
    ):
        database.run(statement)
    for name in (table, *parts):  # a partition can be named in a query too
        protect(database, name)
