"""Keep a checksum of every row of the record tables, so that the doctor finds each changed row.

SQLite's own checks miss most damage: of 155 flipped bits that changed a text, ``integrity_check`` found 24, and a
checksum per row found all. A removed row leaves its checksum behind. Temporary triggers in each of our connections keep
the checksums in step, so that no statement can forget them. Other programs can still write to the file, and the doctor
reports their changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any
from zlib import adler32, crc32

from tiermem.store.sql.schema import RECORD_TABLES, TABLE_COLUMNS

_KEYS = {
    "grants": ("scope_id", "reader_id"),
    "entry_versions": ("entry_id", "version"),
    "recalled": ("recall_id", "ref"),
    "connections": ("scope_id", "id"),
    "projects": ("scope_id", "id"),
    "tasks": ("scope_id", "id"),
}
"""Table without a rowid → the columns of its key. The key of any other table is its first column."""


def keys(table: str) -> tuple[str, ...]:
    """Return the columns of a table's key."""
    return _KEYS.get(table, TABLE_COLUMNS[table][:1])


def key_of(table: str, prefix: str = "") -> str:
    """Return the SQL expression of a row's key: the column, or several joined by U+001F."""
    return " || char(31) || ".join(_quoted(keys(table), prefix))


def _quoted(names: Sequence[str], prefix: str) -> list[str]:
    return [f'{prefix}"{name}"' for name in names]


def checksum(*values: Any) -> int:
    """Return the CRC-32 and the Adler-32 of the values of a row, joined by U+001F, as one signed integer.

    A hash of `hashlib` would take longer, and loads OpenSSL in every hook.
    """
    text = "\x1f".join([value if type(value) is str else f"\0{value!r}" for value in values])
    data = text.encode("utf-8", "surrogateescape")
    return (crc32(data) << 32 | adler32(data)) - (1 << 63)


def _of(table: str, prefix: str = "") -> str:
    """Return the SQL expression of a row's checksum."""
    return f"row_checksum({', '.join(_quoted(TABLE_COLUMNS[table], prefix))})"


@lru_cache(maxsize=256)
def kept_by(statement: str) -> tuple[str, ...]:
    """Return the names of the triggers that keep the checksums of the rows a statement writes."""
    verb, *behind = statement.split(maxsplit=3)[:3] or [""]
    verbs = [verb.upper(), *(["UPDATE"] if "DO UPDATE" in statement.upper() else ())]
    if verbs[0] not in _TRIGGER:
        return ()
    if behind[0].upper() in ("INTO", "FROM"):
        behind.pop(0)
    table = behind[0].partition("(")[0].strip('"')
    return tuple(f"{table}_{_TRIGGER[verb]}" for verb in verbs) if table in RECORD_TABLES else ()


_TRIGGER = {"INSERT": "sealed", "UPDATE": "resealed", "DELETE": "unsealed"}


@cache
def trigger(name: str) -> str:
    """Return the statement that makes a trigger. A damaged row keeps its old checksum when it is changed."""
    table, _, does = name.rpartition("_")
    here = f"of_table = '{table}' AND row_key = {key_of(table, 'old.')}"
    new_key, new, old = key_of(table, "new."), _of(table, "new."), _of(table, "old.")
    on, body = {
        "sealed": (
            "INSERT",
            f"INSERT INTO checksums VALUES ('{table}', {new_key}, {new}) "
            "ON CONFLICT (of_table, row_key) DO UPDATE SET checksum = excluded.checksum",
        ),
        "resealed": (
            "UPDATE",
            f"UPDATE checksums SET row_key = {new_key}, checksum = {new} WHERE {here} AND checksum = {old}",
        ),
        "unsealed": ("DELETE", f"DELETE FROM checksums WHERE {here}"),
    }[does]
    return f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {on} ON main.{table} BEGIN {body}; END"


def seal(execute: Callable[[str], object]) -> None:
    """Make all checksums from the current rows, after migrating a store that had none.

    Args:
        execute: Executes a statement, in the caller's transaction.
    """
    for table in RECORD_TABLES:
        execute(f"INSERT INTO checksums SELECT '{table}', {key_of(table)}, {_of(table)} FROM {table}")
