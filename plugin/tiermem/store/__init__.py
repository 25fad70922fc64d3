"""The store of entries, stream, index, journal and receipts: a contract, implemented with SQLite."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tiermem.errors import UnusableStore
from tiermem.values.store_urls import scheme_of, sqlite_file, sqlite_url

if TYPE_CHECKING:
    from tiermem.store.contract import Store

__all__ = ["default_url", "open_store"]


def default_url() -> str:
    """Return the URL of the store in the platform's data folder."""
    from pathlib import Path

    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return sqlite_url(base / "tiermem" / "memory.db")


def open_store(url: str | None = None, *, create: bool = True, wait_s: float | None = None) -> Store:
    """Open the store at a URL.

    Args:
        url: ``sqlite:///PATH`` or a plain path; None for `default_url`.
        create: Create a missing store; otherwise it reads as an empty one, with a notice.
        wait_s: Maximum seconds to wait for a store locked by another process; None for half a minute.

    Raises:
        DeadlineExceeded: It was locked for that long.
        StoreError: It cannot be opened, is not a tiermem store, or was written by a later version.
    """
    url = url or default_url()
    path = sqlite_file(url)
    if path is None:
        raise UnusableStore(
            url, f"stores of the kind '{scheme_of(url)}' are not supported, only sqlite:///PATH"
        )
    if not path or path == ":memory:":
        raise UnusableStore(url, "a store needs a file: it is shared by threads and processes")
    from tiermem.store.sqlite import AbsentStore, SqliteStore

    file = os.path.expanduser(path)
    return AbsentStore(file) if not create and _is_absent(file) else SqliteStore(file, wait_s)


def _is_absent(path: str) -> bool:
    """Return True if the file is missing; one that cannot be accessed may exist."""
    try:
        os.stat(path)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
    return False
