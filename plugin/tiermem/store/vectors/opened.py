"""The vectors of an opened store. Each index has a name and is opened at its first use."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.errors import StoreError
from tiermem.store.encryption import key
from tiermem.store.sql.statements import rows_of
from tiermem.store.tables.provenance import COLUMNS, JOINS, metadata_from
from tiermem.store.vectors.table import VectorTable
from tiermem.support.resources import install_command
from tiermem.values import StoredVector

if TYPE_CHECKING:
    from tiermem.store.contract import OpenIndex
    from tiermem.store.sql.database import Database
    from tiermem.values import VectorIndex

_EXTRAS = {"numpy": "vectors", "sqlite-vec": "sqlite-vec", "pgvector": "postgres"}
"""Index of this package → the extra that installs its packages. Other indexes come from plugins."""
_ELSEWHERE = "elsewhere"
"""Name of the file, in an index's folder, that holds the place of a copy kept somewhere else."""
_ROWS = f"""
    SELECT d.id, d.vector, d.scope_id, coalesce(d.layer, 'turn'), coalesce(e.content, t.content), {COLUMNS}
    FROM vectors d {JOINS} WHERE d.model = ? AND d.id > ? ORDER BY d.id LIMIT ?
"""


class TableRows:
    """`values.VectorRows` for one index."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self.folder = folder

    @property
    def is_settled(self) -> bool:
        """See `VectorRows.is_settled`."""
        return not self._database.in_transaction()

    def count(self, model: str) -> tuple[int, int]:
        """See `VectorRows.count`."""
        sql = "SELECT count(*), coalesce(max(id), 0) FROM vectors WHERE model = ?"
        ((number, newest),) = rows_of(self._database, sql, model)
        return number, newest

    def after(self, model: str, row: int, limit: int) -> Sequence[StoredVector]:
        """See `VectorRows.after`."""
        found = rows_of(self._database, _ROWS, model, row, limit)
        return [StoredVector._make((*one[:5], metadata_from(one[5:]))) for one in found]


class OpenedVectors:
    """The indexes in use, and the copies that they keep.

    Args:
        database: The store's database.
        engines: The index that runs in the database → its opener.
        path: The store's file. Plugins' indexes keep their files in folders of ``PATH.vectors`` beside it. Without one
            they are refused.
    """

    def __init__(
        self, database: Database, engines: Mapping[str, Callable[[], VectorIndex]], path: str | None
    ) -> None:
        self._database = database
        self._engines = engines
        self._folder = None if path is None else Path(f"{path}.vectors")
        self._indexes: dict[str, VectorIndex] = {}
        self._lock = threading.Lock()

    def by(self, name: str, open_index: OpenIndex | None = None) -> VectorTable:
        """Return the vectors, searched by this index.

        Raises:
            StoreError: A package that it needs is not installed, or no plugin supplies it.
        """
        with self._lock:
            if name not in self._indexes:
                self._indexes[name] = self._open(name, open_index)
            return VectorTable(self._database, self._indexes[name])

    def _open(self, name: str, open_index: OpenIndex | None) -> VectorIndex:
        if name not in _EXTRAS:
            return self._opened_by_plugin(name, open_index)
        try:
            if name in self._engines:
                return self._engines[name]()
            if name != "numpy":
                raise StoreError(
                    f"The index '{name}' over vectors does not run in this kind of store. "
                    f"Use one of: {', '.join(('numpy', *self._engines))}."
                )
            from tiermem.store.vectors.in_memory import InMemory
        except ImportError as error:
            raise StoreError(
                f"The index '{name}' over vectors needs a package that is not installed ({error}). "
                f"Install it with: {install_command(_EXTRAS[name])}."
            ) from error
        return InMemory(self._database)

    def _opened_by_plugin(self, name: str, open_index: OpenIndex | None) -> VectorIndex:
        if open_index is None:
            raise StoreError(f"The index '{name}' over vectors comes from a plugin, and none was asked here.")
        if self._folder is None:
            raise StoreError(
                f"The index '{name}' keeps a copy beside the store's file, and this store has none. "
                f"Use one of: {', '.join(('numpy', *self._engines))}."
            )
        if key() is not None:
            raise StoreError(
                f"The index '{name}' would keep a copy outside of the encrypted store. "
                "Use the index 'numpy' or 'sqlite-vec'."
            )
        folder = self._folder / name
        index = open_index(TableRows(self._database, folder))
        if index.elsewhere is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _ELSEWHERE).write_text(index.elsewhere, encoding="utf-8")
        return index

    def forget_copies(self) -> tuple[str, ...]:
        """Delete all copies of vectors after an erasure. They are filled again when needed.

        Returns:
            Descriptions of the copies that could not be reached.
        """
        left = []
        with self._lock:
            for name, index in self._indexes.items():
                try:
                    index.forget()
                except Exception as error:  # noqa: BLE001 - a plugin may raise anything; the receipt shows it
                    left.append(f"the copy of vectors that the index '{name}' keeps: {error}")
            folders = sorted(self._folder.iterdir()) if self._folder and self._folder.is_dir() else []
            return *left, *(unreached for folder in folders if (unreached := self._forget_folder(folder)))

    def _forget_folder(self, folder: Path) -> str | None:
        """Delete the folder of an index, opened here or not. Return a description of a copy that is left."""
        note = folder / _ELSEWHERE
        if folder.name not in self._indexes and note.is_file():
            place = note.read_text(encoding="utf-8")
            return (
                f"the copy of vectors that the index '{folder.name}' keeps at {place}: "
                "it is brought up to date when the plugin opens it"
            )
        if note.is_file():
            return None
        shutil.rmtree(folder, ignore_errors=True)
        return f"the copy of vectors in {folder}: delete that folder" if folder.exists() else None

    def close(self) -> None:
        """Close every index."""
        with self._lock:
            for index in self._indexes.values():
                index.close()
            self._indexes.clear()
