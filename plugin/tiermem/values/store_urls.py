"""Read and write the URLs of stores. The scheme names the kind of store; a plain path means SQLite."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import PurePath

_SQLITE = "sqlite"
POSTGRESQL = ("postgresql", "postgres")
"""Schemes of stores on a server."""
USER = "{user}"
"""The place of the user in the URL of a store with a file per user."""


def sqlite_url(path: PurePath | str) -> str:
    """Return the URL of the store in a file."""
    return f"{_SQLITE}:///{path}"


def scheme_of(url: str) -> str:
    """Return the scheme of a store's URL."""
    scheme, separator, _ = url.partition(":")
    is_path = (
        not separator or len(scheme) < 2 or not scheme.replace("+", "").isalnum()
    )  # a single letter is a drive
    return _SQLITE if is_path else scheme


def sqlite_file(url: str) -> str | None:
    """Return the path in the URL of a SQLite store; None for another kind of store or a URL with other parts."""
    if scheme_of(url) != _SQLITE:
        return None
    if not url.startswith(f"{_SQLITE}:"):
        return url
    has_only_a_path = url.startswith(f"{_SQLITE}:///") and "?" not in url and "#" not in url
    return url.removeprefix(f"{_SQLITE}:///") if has_only_a_path else None


def is_per_user(url: str | None) -> bool:
    """Return True if the URL names a file for each user."""
    return url is not None and USER in (sqlite_file(url) or "")


def without_password(url: str) -> str:
    """Return the URL of a store without its password."""
    import re

    named = re.sub(r"(?<=://)([^@/:?]*):[^@/?]*@", r"\1@", url)
    return re.sub(r"([?&]password=)[^&]*", r"\1…", named)
