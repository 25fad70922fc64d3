"""Copy a whole store, and replace a store with a copy.

A copy is made by SQLite's online backup, so that others go on writing. It is readable by its owner alone from its
first byte, lies beside its place under another name until it is verified, and is then renamed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

from tiermem.errors import DamagedStore, ForeignStore, InputError, UnusableStore
from tiermem.store.care import migrations
from tiermem.store.care.salvage import all_rows, malformed, readable
from tiermem.store.connection import Database, reason
from tiermem.store.encryption import connect
from tiermem.values.store_urls import sqlite_url

WAITING_S = 30
"""Seconds to wait for a locked store."""
_FILES = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite creates beside a database."""


def backup(path: str, target: str | None = None) -> Path:
    """Copy a store and verify the copy; return its path.

    Args:
        path: The store's file.
        target: A new file, or a folder (default: a free name beside the store).

    Raises:
        InputError: The target exists already, or cannot be created, for example because its folder is missing.
        DamagedStore: The store is damaged; no copy was kept.
        UnusableStore: One of the files cannot be read or written.
    """
    place = _new_file(Path(target), Path(path).name) if target else _free(Path(path), "backup")

    def ensure_sound(copy: str) -> None:
        if found := problems(copy):
            raise DamagedStore(path, found, "No backup was kept. Run 'tiermem doctor --repair'.")

    _made(path, place, ensure_sound)
    return place


def keep(path: str, before: str) -> Path:
    """Copy a store beside itself, in any state, before it is changed.

    Raises:
        UnusableStore: It cannot be copied.
    """
    place = _free(Path(path), f"before-{before}")
    try:
        _made(path, place, lambda _: None)
    except UnusableStore as error:
        if error.is_busy:
            raise
        _copy_bytes(path, place)  # too damaged to be a database
    return place


def restore(path: str, source: str) -> Path | None:
    """Replace a store with a copy; return the copy of the previous store, None if there was none.

    Other processes with the store open see the new rows in their next statement.

    Args:
        path: The store's file.
        source: The copy.

    Raises:
        InputError: There is no such copy, or it is the store itself.
        DamagedStore: The copy is damaged; nothing was changed.
        ForeignStore, NewerStore: It is not a store, or one of a later version; nothing was changed.
        UnusableStore: A file cannot be read or written.
    """
    if not Path(source).is_file():
        raise InputError(f"There is no file {source}. Name what 'tiermem backup' wrote.")
    if Path(path).exists() and Path(path).samefile(source):
        raise InputError("A store cannot be restored from itself. Name a backup of it.")
    ensure_ours(source)
    if found := problems(source):
        raise DamagedStore(source, found, "Nothing was restored. Name an older backup.")
    kept = keep(path, "restore") if Path(path).exists() else None
    pour(source, path)
    return kept


def ensure_ours(path: str) -> None:
    """Check that a file is a store that this version can open, without changing it."""
    database = Database(path, WAITING_S)
    try:
        migrations.ensure_usable(database, path)
        if not migrations.is_ours(database):
            raise InputError(f"{path} is empty.")
    except UnusableStore as error:
        raise error if error.is_busy else unreadable(path, error, "Name another backup.") from error
    except sqlite3.DatabaseError as error:
        raise unreadable(path, error, "Name another backup.") from error
    finally:
        database.close()


def unreadable(path: str, error: Exception, way_out: str) -> ForeignStore | DamagedStore:
    """Return the error of a file that SQLite cannot read: damaged, or no database with the present key."""
    if "not a database" in str(error):
        return ForeignStore(path, ())
    return DamagedStore(path, [str(error)], way_out)


def problems(path: str) -> list[str]:
    """Return the problems with the pages and rows of a file that nobody is writing."""
    try:
        with closing(readable(path)) as connection:
            pages = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checksums'").fetchone() is None:
                return pages
            rows = (row for row in all_rows(connection) if row.state != "sound")
            return pages + [f"Row {row.key} of table {row.table} is {row.state}." for row in rows]
    except sqlite3.DatabaseError as error:
        return [str(error)]


def pour(source: str, path: str) -> None:
    """Replace a store's content with that of another file, even if others have it open.

    Raises:
        UnusableStore: It cannot be written.
    """
    try:
        _copy_pages(source, path)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) not in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
            raise UnusableStore(sqlite_url(path), reason(error)) from error
        beside = _free(Path(path), "part")
        _made(source, beside, lambda _: None)
        for ending in _FILES:
            Path(path + ending).unlink(missing_ok=True)
        beside.replace(path)


def _made(path: str, place: Path, verify: Callable[[str], None]) -> None:
    """Copy a store to a reserved path, which gets the copy once it is verified."""
    partial = _free(place, "partial")
    try:
        _copy_pages(path, str(partial))
        verify(str(partial))
        partial.replace(place)
    except BaseException as error:
        place.unlink(missing_ok=True)
        if not isinstance(error, (OSError, sqlite3.Error)):
            raise
        raise UnusableStore(sqlite_url(path), f"it cannot be copied to {place}: {_why(error)}") from error
    finally:
        for ending in ("", *_FILES):
            Path(f"{partial}{ending}").unlink(missing_ok=True)


def _why(error: Exception) -> str:
    return reason(error) if isinstance(error, sqlite3.Error) else getattr(error, "strerror", "") or str(error)


def _copy_pages(source: str, target: str) -> None:
    """Copy all pages, as of one moment, over those of the target.

    Raises:
        sqlite3.DatabaseError: One of them is locked for `WAITING_S`, full, or not a database.
    """
    until = time.monotonic() + WAITING_S

    def ensure_time(status: int, *_: int) -> None:
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} and time.monotonic() > until:
            raise sqlite3.OperationalError("database is locked")

    with (
        closing(connect(source, timeout=WAITING_S)) as read,
        closing(connect(target)) as written,
    ):
        try:
            read.backup(written, progress=ensure_time, sleep=0.05)
            written.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except UnicodeDecodeError as error:
            raise malformed() from error


def _copy_bytes(path: str, place: Path) -> None:
    try:
        for ending in ("", "-wal"):
            if Path(path + ending).exists():
                copy = Path(f"{place}{ending}")
                _took(copy)
                shutil.copyfile(path + ending, copy)
    except OSError as error:
        raise UnusableStore(sqlite_url(path), f"it cannot be copied to {place}: {_why(error)}") from error


def _free(path: Path, what: str) -> Path:
    """Return the first free name such as ``memory.db.backup-1``, and reserve it."""
    names = (path.with_name(f"{path.name}.{what}-{number}") for number in count(1))
    return next(name for name in names if _took(name))


def _new_file(target: Path, name: str) -> Path:
    """Take the file that somebody named for a copy; return it.

    Args:
        target: A file that is not there yet, or a folder.
        name: What a copy in a folder is called, with a number.

    Raises:
        InputError: The file is there, or cannot be made.
    """
    try:
        if target.is_dir():
            return _free(target / name, "backup")
        if not target.parent.is_dir():
            raise InputError(
                f"There is no folder {target.parent} for FILE {target}. Make it, or name another FILE."
            )
        if not _made_empty(target):
            raise InputError(f"{target} is there already. Name another file, or a folder.")
    except (OSError, UnusableStore) as error:
        why = error.reason if isinstance(error, UnusableStore) else _why(error)
        raise InputError(f"FILE {target} cannot be made: {why}. Name another FILE.") from error
    return target


def _took(place: Path) -> bool:
    """Create an empty file next to a store; return False if it exists."""
    try:
        return _made_empty(place)
    except OSError as error:
        raise UnusableStore(sqlite_url(str(place)), f"no copy can be made: {_why(error)}") from error


def _made_empty(place: Path) -> bool:
    """Create an empty file readable only by its owner; return False if it exists."""
    try:
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    return True
