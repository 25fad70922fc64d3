"""Keep, in a file of this machine, what is written while the server of a store is away."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tiermem.errors import UnusableStore
from tiermem.values.frozen import dataclass

_TABLE = """
CREATE TABLE IF NOT EXISTS waiting (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    refused TEXT
)
"""
_WAIT_S = 10.0


@dataclass(frozen=True, slots=True)
class Spooled:
    """A write that waits.

    Attributes:
        id: Its id, by which it is stored once.
        at: Instant at which it was written.
        kind: What to do with *data*.
    """

    id: str
    at: str
    kind: str
    data: Mapping[str, Any]


class Spool:
    """Writes that wait for a store, in their order; a file shared by processes.

    Args:
        url: The store's URL without its password.
        folder: Folder of the file; it is made with the first write.
        house: House of the agent.
        agent: The agent. What another one writes has a file of its own, because it is stored as the agent's.

    Attributes:
        path: The file.
    """

    def __init__(self, url: str, folder: str, *, house: str, agent: str) -> None:
        from hashlib import blake2b  # few stores are on a server

        digest = blake2b(json.dumps([url, house, agent]).encode(), digest_size=8).hexdigest()
        self.path = str(Path(folder, f"spool-{digest}.db"))

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction, which is on the disk when it ends.

        Raises:
            UnusableStore: It cannot be used.
        """
        try:
            path = Path(self.path)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            with closing(sqlite3.connect(self.path, timeout=_WAIT_S, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous = extra")
                connection.execute("PRAGMA secure_delete = on")
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(_TABLE)
                yield connection
                connection.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            raise UnusableStore(self.path, str(error)) from error

    def put(self, kind: str, data: Mapping[str, Any], at: str) -> str:
        """Add a write, durably; return its id."""
        name = os.urandom(12).hex()
        with self._opened() as connection:
            connection.execute(
                "INSERT INTO waiting (id, at, kind, data) VALUES (?, ?, ?, ?)",
                (name, at, kind, json.dumps(data, ensure_ascii=False)),
            )
        return name

    def next(self) -> Spooled | None:
        """Return the oldest write that waits."""
        if not self.is_used:
            return None
        with self._opened() as connection:
            row = connection.execute(
                "SELECT id, at, kind, data FROM waiting WHERE refused IS NULL ORDER BY seq LIMIT 1"
            ).fetchone()
        return None if row is None else Spooled(row[0], row[1], row[2], json.loads(row[3]))

    def remove(self, name: str) -> None:
        """Remove a write that is stored."""
        with self._opened() as connection:
            connection.execute("DELETE FROM waiting WHERE id = ?", (name,))

    def refuse(self, name: str, reason: str) -> None:
        """Put a write aside that the store will not take. It stays in the file for a person."""
        with self._opened() as connection:
            connection.execute("UPDATE waiting SET refused = ? WHERE id = ?", (reason, name))

    def forget(self, user: str) -> int:
        """Delete all writes of a user, those put aside included, and return their number."""
        if not self.is_used:
            return 0
        with self._opened() as connection:
            return connection.execute(
                "DELETE FROM waiting WHERE json_extract(data, '$.place.user') = ?", (user,)
            ).rowcount

    @property
    def is_used(self) -> bool:
        """True if anything was ever written."""
        return Path(self.path).exists()

    def counts(self) -> tuple[int, str | None, list[str]]:
        """Return the number of writes that wait, the instant of the oldest, and the reasons of those put aside."""
        if not self.is_used:
            return 0, None, []
        with self._opened() as connection:
            number, oldest = connection.execute(
                "SELECT count(*), min(at) FROM waiting WHERE refused IS NULL"
            ).fetchone()
            refused = connection.execute("SELECT refused FROM waiting WHERE refused IS NOT NULL ORDER BY seq")
            return number, oldest, [reason for (reason,) in refused]
