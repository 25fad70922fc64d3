"""The store of entries, stream, index, journal and receipts: a contract, implemented with SQLite."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tiermem.errors import UnusableStore
from tiermem.values.store_urls import (
    POSTGRESQL,
    USER,
    is_per_user,
    scheme_of,
    sqlite_file,
    sqlite_url,
    without_password,
)

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.store.spool import Spool
    from tiermem.store.sqlite import SqliteStore

__all__ = ["default_url", "open_spool", "open_store", "open_when_written"]


def default_url() -> str:
    """Return the URL of the store in the platform's data folder."""
    from pathlib import Path

    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        named = os.environ.get("XDG_DATA_HOME", "")
        # A relative one is invalid by its specification: each working folder would have another store.
        base = Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"
    return sqlite_url(base / "tiermem" / "memory.db")


def open_spool(url: str, *, house: str, agent: str) -> Spool:
    """Return the writes of an agent that wait on this machine for a store on a server."""
    from pathlib import Path

    from tiermem.store.spool import Spool

    folder = str(Path(sqlite_file(default_url()) or "").parent)
    return Spool(without_password(url), folder, house=house, agent=agent)


def open_store(
    url: str | None = None, *, create: bool = True, wait_s: float | None = None, may_be_away: bool = False
) -> Store:
    """Open the store at a URL.

    Args:
        url: ``sqlite:///PATH``, a plain path, or ``postgresql://SERVER/DATABASE``; None for `default_url`.
        create: Create a missing store; otherwise it reads as an empty one, with a notice.
        wait_s: Maximum seconds to wait for a store locked by another process; None for half a minute.
        may_be_away: Open a store on a server that cannot be reached now; its first use tries again.

    Raises:
        DeadlineExceeded: It was locked for that long.
        StoreError: It cannot be opened, is not a tiermem store, or was written by a later version.
    """
    url = url or default_url()
    if scheme_of(url) in POSTGRESQL:
        return _on_server(url, create=create, wait_s=wait_s, may_be_away=may_be_away)
    path = sqlite_file(url)
    if path is None:
        raise UnusableStore(
            url,
            f"stores of the kind '{scheme_of(url)}' are not supported, only sqlite:///PATH and "
            "postgresql://SERVER/DATABASE",
        )
    if is_per_user(url):
        raise UnusableStore(url, f"it has a file for each user; name one of them in the place of {USER}")
    if not path or path == ":memory:":
        raise UnusableStore(url, "a store needs a file: it is shared by threads and processes")
    from tiermem.store.sqlite import AbsentStore, SqliteStore

    file = os.path.expanduser(path)
    return AbsentStore(file) if not create and _is_absent(file) else SqliteStore(file, wait_s)


def open_when_written(path: str, *, wait_s: float | None = None) -> SqliteStore:
    """Open the store in a file that the first write makes if it is not there: reading makes none.

    Raises:
        StoreError: As for `open_store`.
    """
    from tiermem.store.sqlite import SqliteStore, UnmadeStore

    return (UnmadeStore if _is_absent(path) else SqliteStore)(path, wait_s)


def _on_server(url: str, *, create: bool, wait_s: float | None, may_be_away: bool) -> Store:
    """Open a store on a server of PostgreSQL."""
    try:
        from tiermem.store.postgresql.store import NoTables, PostgresStore
    except ImportError as error:
        from tiermem.support.resources import install_command

        raise UnusableStore(
            without_password(url),
            f"it needs a package that is not installed ({error}); install it with: {install_command('postgres')}",
        ) from error
    try:
        return PostgresStore(url, create=create, wait_s=wait_s, may_be_away=may_be_away)
    except NoTables as error:
        from tiermem.store.sqlite import AbsentStore

        return AbsentStore(error.url)


def _is_absent(path: str) -> bool:
    """Return True if the file is missing; one that cannot be accessed may exist."""
    try:
        os.stat(path)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return False
