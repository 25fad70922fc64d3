"""Open SQLite files, encrypted where a key is given. All of the store's connections to files are opened here.

``TIERMEM_KEY`` is a key of 64 hexadecimal digits, or ``keyring`` for the one that the system's keyring keeps under
``tiermem``. It is used as it is: deriving one from a passphrase would take a tenth of a second of every hook.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from tiermem.errors import InputError, StoreError
from tiermem.support.resources import install_command

VARIABLE: Final = "TIERMEM_KEY"
_DIGITS: Final = 64


def key() -> str | None:
    """Return the key of all stores, None where they are not encrypted.

    Raises:
        InputError: The variable holds something else than a key, or the keyring has no key.
        StoreError: It is in the keyring, and the package for it is not installed.
    """
    said = os.environ.get(VARIABLE, "").strip()
    if said == "keyring":
        said = _from_keyring()
    if not said:
        return None
    if len(said) != _DIGITS or not set(said.lower()) <= set("0123456789abcdef"):
        raise InputError(
            f"{VARIABLE} has to be {_DIGITS} hexadecimal digits, or 'keyring'. Make a key with: "
            "python3 -c 'import secrets; print(secrets.token_hex(32))'"
        )
    return said.lower()


def _from_keyring() -> str:
    try:
        import keyring
    except ImportError as error:
        raise StoreError(_missing(f"{VARIABLE}=keyring", error)) from error
    found = keyring.get_password("tiermem", "key")
    if not found:
        raise InputError("The keyring has no key. Store one with: keyring set tiermem key")
    return str(found).strip()


def _missing(what: str, error: ImportError) -> str:
    return f"{what} needs a package that is not installed ({error}). Install it with: {install_command('encrypted')}."


def ensure_possible() -> None:
    """Raise the error that opening any file would raise: before a file is made that would stay empty.

    Raises:
        InputError: The key is invalid.
        StoreError: There is a key, and the package that encrypts is not installed.
    """
    if key() is not None:
        _driver()


def connect(
    path: str, *, factory: Callable[[type, type], Any] | None = None, **options: Any
) -> sqlite3.Connection:
    """Open a file.

    Args:
        path: The file.
        factory: Makes the class of the connection from those of a connection and a cursor.
        options: As `sqlite3.connect` takes them.

    Raises:
        InputError: The key is invalid.
        StoreError: There is a key, and the package that encrypts is not installed.
        sqlite3.OperationalError: The file cannot be opened.
    """
    secret = key()
    bases = (sqlite3.Connection, sqlite3.Cursor) if secret is None else _encrypting()
    if factory is not None or secret is not None:
        options["factory"] = bases[0] if factory is None else factory(*bases)
    if secret is None:
        plain: sqlite3.Connection = sqlite3.connect(path, **options)
        return plain
    with _as_sqlite3():
        connection: sqlite3.Connection = _driver().connect(path, **options)
    try:
        connection.execute("PRAGMA cipher_log_level = NONE")  # it would write to stderr
        connection.execute(f"PRAGMA key = \"x'{secret}'\"")
    except BaseException:
        connection.close()
        raise
    return connection


@cache
def _driver() -> Any:
    try:
        from sqlcipher3 import dbapi2
    except ImportError as error:
        raise StoreError(_missing(f"An encrypted store ({VARIABLE})", error)) from error
    return dbapi2


@contextmanager
def _as_sqlite3() -> Iterator[None]:
    """Raise the errors of the encrypting driver as those of `sqlite3`, which everything else knows."""
    try:
        yield
    except _driver().Error as error:
        kind = getattr(sqlite3, type(error).__name__, sqlite3.DatabaseError)
        raised = kind(*error.args)
        for name in ("sqlite_errorcode", "sqlite_errorname"):
            if hasattr(error, name):
                setattr(raised, name, getattr(error, name))
        raise raised from error


@cache
def _encrypting() -> tuple[type, type]:
    """Return the classes of a connection and a cursor of the encrypting driver."""
    driver = _driver()

    def translated(base: type) -> dict[str, Any]:
        """Return all methods of a class, their errors translated; a method that is left out would raise others."""

        def wrap(name: str) -> Callable[..., Any]:
            inner = getattr(base, name)

            def call(self: Any, *arguments: Any, **options: Any) -> Any:
                with _as_sqlite3():
                    return inner(self, *arguments, **options)

            return call

        names = {name for name in dir(base) if not name.startswith("_") and callable(getattr(base, name))}
        names -= {
            name for name in names if isinstance(getattr(base, name), type)
        }  # a connection has those of errors
        return {name: wrap(name) for name in names | ({"__next__"} & set(dir(base)))}

    cursor = type("Cursor", (driver.Cursor,), translated(driver.Cursor))

    def opened(self: Any, factory: Any = None) -> Any:
        return driver.Connection.cursor(self, factory or cursor)

    def executed(self: Any, *arguments: Any) -> Any:
        return opened(self).execute(*arguments)

    own = {**translated(driver.Connection), "cursor": opened, "execute": executed}
    return type("Connection", (driver.Connection,), own), cursor
