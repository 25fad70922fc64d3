"""The vector index ``chroma``: ChromaDB, filled from the table of vectors and searched by its approximate HNSW.

Each model has a collection in a folder beside the store. A document is the text of an entry or turn with its vector
and metadata; its id is the UUID of both. The store remains the record: the collection copies the rows after the last
one it has, and a lost folder is filled again. ChromaDB is made for one process; other processes that search the same
store should use another index.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from itertools import count
from shutil import rmtree
from typing import TYPE_CHECKING, Any

from tiermem.plugins import ScoredVector, StoreError, hookimpl, install_command

if TYPE_CHECKING:
    from tiermem.plugins import NearestRows, StoredVector, VectorIndex, VectorQuestion, VectorRows

PAGE = 1_000
"""Rows to copy or read at once."""
MOST_RESULTS = 10_000
"""Maximum results to request: ChromaDB fails beyond the number of values that SQLite can bind, about 32,000."""
_NONE = ""
"""Connection and context type of documents that have none, because ChromaDB cannot search for null."""


@hookimpl
def open_vector_index(name: str, rows: VectorRows) -> VectorIndex | None:
    """Open ChromaDB for ``vectors.index: chroma``."""
    return Chroma(rows) if name == "chroma" else None


class Chroma:
    """`values.VectorIndex` over ChromaDB.

    Args:
        rows: The table of vectors.

    Raises:
        StoreError: chromadb is not installed.
    """

    elsewhere = None

    def __init__(self, rows: VectorRows) -> None:
        try:
            self._chromadb: Any = import_module("chromadb")
        except ImportError as error:
            raise StoreError(
                f"The index 'chroma' over vectors needs a package that is not installed ({error}). "
                f"Install it with: {install_command('chroma')}."
            ) from error
        self._errors = (import_module("chromadb.errors").ChromaError, OSError, RuntimeError, ValueError)
        self._rows = rows
        self._client: Any = None
        self._last: dict[str, int] = {}
        self._lock = threading.Lock()

    def search(self, question: VectorQuestion) -> NearestRows:
        """See `VectorIndex.search`.

        The first query has no filter, because a filter makes ChromaDB ten times slower: 40 ms measured for 10,000
        matching documents. The store drops other results and requests more if needed.
        """
        with self._lock, self._explained():
            collection = self._collection(question.model, question.dims)
            self._follow(collection, question.model)
            there = collection.count()
        looks = count()

        def nearest(number: int) -> list[ScoredVector]:
            with self._explained():
                found = collection.query(
                    query_embeddings=[_numbers(question.vector)],
                    n_results=min(number, there, MOST_RESULTS),
                    where=filter_of(question) if next(looks) else None,
                    include=["metadatas", "distances"],
                )
            pairs = zip(found["metadatas"][0], found["distances"][0], strict=True)
            return [ScoredVector(metadata["row"], 1.0 - float(distance)) for metadata, distance in pairs]

        return nearest if there else lambda _: ()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except self._errors as error:
            raise StoreError(
                f"ChromaDB in {self._rows.folder} cannot be used: {error}. "
                "It is a copy: delete the folder, and it is filled again from the store."
            ) from error

    def _collection(self, model: str, dims: int) -> Any:
        if self._client is not None and not (self._rows.folder / "chroma.sqlite3").exists():
            self._close()
        if self._client is None:
            settings = import_module("chromadb.config").Settings(anonymized_telemetry=False)
            self._client = self._chromadb.PersistentClient(str(self._rows.folder), settings=settings)
        return self._client.get_or_create_collection(
            collection_name(model),
            embedding_function=None,
            metadata={"model": model, "dims": dims},
            configuration={"hnsw": {"space": "cosine"}},
        )

    def _follow(self, collection: Any, model: str) -> None:
        """Copy the table's new rows."""
        if not self._rows.is_settled:
            return
        if model not in self._last:
            self._reconcile(collection, model)
        for page in self._pages(model, self._last[model]):
            _copy(collection, page)
            self._last[model] = page[-1].row

    def _pages(self, model: str, after: int) -> Iterator[Sequence[StoredVector]]:
        while page := self._rows.after(model, after, PAGE):
            yield page
            after = page[-1].row

    def _reconcile(self, collection: Any, model: str) -> None:
        """Bring the collection of an earlier process up to date."""
        number, newest = self._rows.count(model)
        has_newest = bool(collection.get(where={"row": newest}, include=[])["ids"])
        if not (has_newest and collection.count() == number):
            self._compare_all(collection, model)
        self._last[model] = newest

    def _compare_all(self, collection: Any, model: str) -> None:
        there: dict[str, int] = {}
        for first in range(0, collection.count(), PAGE):
            stored = collection.get(limit=PAGE, offset=first, include=["metadatas"])
            rows = (metadata["row"] for metadata in stored["metadatas"])
            there |= dict(zip(stored["ids"], rows, strict=True))
        for page in self._pages(model, 0):
            _copy(collection, [row for row in page if there.get(row.document_id) != row.row])
            for row in page:
                there.pop(row.document_id, None)
        gone = list(there)
        for first in range(0, len(gone), PAGE):
            collection.delete(ids=gone[first : first + PAGE])

    def discard(self, model: str, rows: Sequence[int]) -> None:
        """See `VectorIndex.discard`."""
        with self._lock, self._explained():
            if self._client is None or not self._rows.is_settled:
                return
            collection = self._client.get_collection(collection_name(model), embedding_function=None)
            for first in range(0, len(rows), PAGE):
                collection.delete(where={"row": {"$in": list(rows[first : first + PAGE])}})

    def forget(self) -> None:
        """Delete the whole folder, because a deleted collection's vectors stay in its files."""
        with self._lock:
            self._close()
            rmtree(self._rows.folder, ignore_errors=True)

    def close(self) -> None:
        """See `VectorIndex.close`."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None
        self._last.clear()


def collection_name(model: str) -> str:
    """Return a name that ChromaDB accepts for any model."""
    return f"tiermem_context_{blake2b(model.encode(), digest_size=8).hexdigest()}"


def filter_of(question: VectorQuestion) -> dict[str, Any]:
    """Return the filter of a search: the owner, the active connections or none, and the context type."""
    wanted: list[dict[str, Any]] = [
        {"scope_id": {"$in": list(question.scopes)}},
        {"kind": {"$in": list(question.kinds)}},
    ]
    if question.connections is not None:
        wanted.append({"connection_id": {"$in": [_NONE, *question.connections]}})
    if question.context_type is not None:
        wanted.append({"$or": [{"context_type": question.context_type}, {"kind": "turn"}]})
    return {"$and": wanted}


def _copy(collection: Any, rows: Sequence[StoredVector]) -> None:
    if rows:
        collection.upsert(
            ids=[row.document_id for row in rows],
            embeddings=[_numbers(row.vector) for row in rows],
            documents=[row.text for row in rows],
            metadatas=[
                {"connection_id": _NONE, "user_id": _NONE}
                | dict(row.metadata)
                | {"row": row.row, "scope_id": row.scope_id, "kind": row.kind}
                for row in rows
            ],
        )


def _numbers(vector: bytes) -> Any:
    return import_module("numpy").frombuffer(vector, "<f4")
