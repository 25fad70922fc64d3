"""Read and write the URLs of stores; the scheme says which kind of store it is, and a plain path means SQLite."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import PurePath

_SQLITE = "sqlite"


def sqlite_url(path: PurePath | str) -> str:
    """Return the URL of the store in a file."""
    return f"{_SQLITE}:///{path}"


def scheme_of(url: str) -> str:
    """Return the scheme of a store's URL."""
    scheme, separator, _ = url.partition("://")
    return scheme if separator else _SQLITE


def sqlite_file(url: str) -> str | None:
    """Return the path in the URL of a SQLite store, or None where the URL is that of another kind."""
    if scheme_of(url) != _SQLITE:
        return None
    return url.removeprefix(f"{_SQLITE}:///")
