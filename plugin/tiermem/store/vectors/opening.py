"""The vectors of an opened store: an index by its name, made when it is first asked for."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.errors import StoreError
from tiermem.store.vectors.table import VectorTable

if TYPE_CHECKING:
    from peewee import SqliteDatabase

    from tiermem.store.contract import VectorIndex
    from tiermem.store.vectors.index import Index


class OpenedVectors:
    """The indexes in use, and the copies that they keep beside the store.

    Args:
        database: The store's.
        path: The store's file.
    """

    def __init__(self, database: SqliteDatabase, path: Path) -> None:
        self._database = database
        self._folder = path.with_name(f"{path.name}.chroma")
        self._indexes: dict[VectorIndex, Index] = {}
        self._lock = threading.Lock()

    def by(self, name: VectorIndex) -> VectorTable:
        """The vectors, searched by this index.

        Raises:
            StoreError: What it needs is not installed, or does not run here.
        """
        with self._lock:
            if name not in self._indexes:
                self._indexes[name] = self._made(name)
            return VectorTable(self._database, self._indexes[name])

    def _made(self, name: VectorIndex) -> Index:
        try:
            if name == "sqlite-vec":
                from tiermem.store.vectors.in_sqlite import SqliteVec

                return SqliteVec(self._database)
            if name == "chroma":
                from tiermem.store.vectors.in_chroma import Chroma

                return Chroma(self._database, self._folder)
            from tiermem.store.vectors.in_memory import InMemory
        except ImportError as error:
            extra = {"numpy": "vectors"}.get(name, name)
            raise StoreError(
                f"The index '{name}' over vectors needs a package that is not installed ({error}). "
                f"Install it with: pip install 'tiermem[{extra}]'."
            ) from error
        return InMemory(self._database)

    def forget_copies(self) -> tuple[str, ...]:
        """Let go of all copies of vectors, after an erasure; they are made again when needed.

        Returns:
            The copies that could not be reached, in words.
        """
        with self._lock:
            for index in self._indexes.values():
                index.forget()
        if not self._folder.exists():
            return ()
        from tiermem.store.vectors.copies import removed

        return (
            () if removed(self._folder) else (f"the copy of vectors in {self._folder}: delete that folder",)
        )

    def close(self) -> None:
        """Close every index."""
        with self._lock:
            for index in self._indexes.values():
                index.close()
            self._indexes.clear()
