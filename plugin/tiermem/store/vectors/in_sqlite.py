"""Compare vectors inside SQLite with sqlite-vec. It keeps nothing in memory, which suits one process per question.

Its functions read the table of vectors itself. Its virtual table (``vec0``) was measured and is not used. It is a
quarter faster, but it is a second copy that other processes cannot update or delete without the extension.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from tiermem.errors import StoreError
from tiermem.store.sql.statements import placeholders
from tiermem.values.vectors import ScoredVector

if TYPE_CHECKING:
    from tiermem.store.connection import Database
    from tiermem.values import NearestRows, VectorQuestion

_NO_EXTENSIONS = (
    "This Python's sqlite3 loads no extensions, so that the index 'sqlite-vec' cannot run. "
    "Use the index 'numpy', or a Python whose sqlite3 was built with them."
)


class SqliteVec:
    """`values.VectorIndex` by sqlite-vec's functions.

    Args:
        database: The store's database.

    Raises:
        ImportError: sqlite-vec is not installed.
        StoreError: This Python's sqlite3 loads no extensions.
    """

    elsewhere = None

    def __init__(self, database: Database) -> None:
        self._database = database
        self._extension: Any = import_module("sqlite_vec")
        self._loaded: WeakSet[sqlite3.Connection] = WeakSet()
        self._load()

    def _load(self) -> None:
        """Load the extension into this thread's connection."""
        connection: sqlite3.Connection = self._database.connection()
        if connection in self._loaded:
            return
        if not hasattr(connection, "enable_load_extension"):
            raise StoreError(_NO_EXTENSIONS)
        try:
            connection.enable_load_extension(True)
            self._extension.load(connection)
            connection.enable_load_extension(False)
        except sqlite3.Error as error:
            raise StoreError(f"{_NO_EXTENSIONS} ({error})") from error
        self._loaded.add(connection)

    def search(self, question: VectorQuestion) -> NearestRows:
        """See `VectorIndex.search`."""
        self._load()
        scopes = placeholders(self._database, len(question.scopes))
        kinds = placeholders(self._database, len(question.kinds))
        sql = (
            "SELECT id, 1.0 - coalesce(vec_distance_cosine(vector, ?), 1.0) AS similarity FROM vectors "
            f"WHERE model = ? AND scope_id IN ({scopes}) AND coalesce(layer, 'turn') IN ({kinds}) AND dims = ? "
            "ORDER BY similarity DESC LIMIT ?"
        )
        values = [question.vector, question.model, *question.scopes, *question.kinds]
        known: list[ScoredVector] = []

        def best(number: int) -> list[ScoredVector]:
            if len(known) < number:  # each query compares every vector, so a second one asks for more
                limit = number * (8 if known else 1)
                rows = self._database.execute_sql(sql, [*values, question.dims, limit]).fetchall()
                known[:] = map(ScoredVector._make, rows)
            return known[:number]

        return best

    def discard(self, model: str, rows: Sequence[int]) -> None:
        """See `VectorIndex.discard`; nothing to do without a copy."""

    def forget(self) -> None:
        """See `VectorIndex.forget`; nothing to do without a copy."""

    def close(self) -> None:
        """See `VectorIndex.close`; nothing to close."""
