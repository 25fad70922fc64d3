"""Vectors in ChromaDB (seed 004): a copy of the table in a folder beside the store, one collection per model.

The table stays the record: the copy follows by reading on behind the last row that it took, and a lost folder is
filled again. It holds vectors and metadata, no texts: those have one home, where an erasure finds them. ChromaDB
is made for one process; others that search the same store at the same time should use another index.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from tiermem.errors import StoreError
from tiermem.store.vectors.copies import removed
from tiermem.store.vectors.index import Scored

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.vectors.index import Best, Question

PAGE = 1_000
"""Rows copied or read at once."""
MOST_ASKED = 10_000
"""Rows asked for at most: ChromaDB fails on more than SQLite can bind, some 32,000."""
TURN = "turn"
"""What stands for the layer of a turn."""
_NONE = ""
"""What stands for no connection and no context type: ChromaDB has no null to ask for."""
_SOURCES = {
    "user": "user_provided",
    "agent": "system_learned",
    "system": "system_learned",
    "assistant": "system_learned",
    "memory": "system_learned",
    "tool": "tool_extracted_content",
}
"""An entry's source or a turn's speaker → seed 004's word for it."""
_ROWS = """
    SELECT v.id, v.vector, v.digest, v.scope_id, coalesce(v.layer, 'turn'),
        coalesce(v.entry_id, t.session_id || '/' || t.position), coalesce(e.connection_id, ''),
        coalesce(e.context_type, ''), coalesce(e.source, t.speaker)
    FROM vectors v LEFT JOIN entries e ON e.id = v.entry_id LEFT JOIN turns t ON t.id = v.turn_id
    WHERE v.model = ? AND v.id > ? ORDER BY v.id LIMIT ?
"""


class _Row(NamedTuple):
    """A row of the table with what ChromaDB is told of it."""

    row: int
    vector: bytes
    digest: bytes
    user_id: int
    layer: str
    ref: str
    connection_id: str
    context_type: str
    source: str

    @property
    def document_id(self) -> str:
        """The same for the same text of the same document and owner, wherever and whenever it is made."""
        return str(uuid5(NAMESPACE_URL, json.dumps([self.digest.hex(), self.user_id, self.ref])))

    @property
    def metadata(self) -> dict[str, str | int]:
        """Seed 004's metadata, and what leads back to the table."""
        told: dict[str, str | int] = {
            "row": self.row,
            "layer": self.layer,
            "user_id": self.user_id,
            "connection_id": self.connection_id,
            "context_type": self.context_type,
            "source": _SOURCES[self.source],
        }
        return told | {"message_id" if self.layer == TURN else "entry_id": self.ref}


class Chroma:
    """`index.Index` over ChromaDB's HNSW, an approximate one.

    Args:
        database: The store's.
        folder: ChromaDB's own; made when missing.

    Raises:
        ImportError: chromadb is not installed.
    """

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder
        self._chromadb: Any = import_module("chromadb")
        self._errors = (import_module("chromadb.errors").ChromaError, OSError, RuntimeError, ValueError)
        self._client: Any = None
        self._last: dict[str, int] = {}
        self._lock = threading.Lock()

    def ranking(self, question: Question) -> Best:
        """See `Index.ranking`.

        The first look is without the filter, which was measured to cost ChromaDB ten times the search: 40 ms for
        10,000 documents that pass it. The table keeps from being told what it leaves out, and asks on if need be.
        """
        with self._lock, self._telling():
            collection = self._collection(question.model, question.dims)
            self._follow(collection, question.model)
            there = collection.count()

        looks = count()

        def best(number: int) -> list[Scored]:
            with self._telling():
                found = collection.query(
                    query_embeddings=[_numbers(question.vector)],
                    n_results=min(number, there, MOST_ASKED),
                    where=filter_of(question) if next(looks) else None,
                    include=["metadatas", "distances"],
                )
            pairs = zip(found["metadatas"][0], found["distances"][0], strict=True)
            return [Scored(metadata["row"], 1.0 - float(distance)) for metadata, distance in pairs]

        return best if there else lambda _: ()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except self._errors as error:
            raise StoreError(
                f"ChromaDB in {self._folder} cannot be used: {error}. "
                "It is a copy: delete the folder, and it is filled again from the store."
            ) from error

    def _collection(self, model: str, dims: int) -> Any:
        if self._client is not None and not (self._folder / "chroma.sqlite3").exists():
            self._close()
        if self._client is None:
            settings = import_module("chromadb.config").Settings(anonymized_telemetry=False)
            self._client = self._chromadb.PersistentClient(str(self._folder), settings=settings)
        return self._client.get_or_create_collection(
            collection_name(model),
            embedding_function=None,
            metadata={"model": model, "dims": dims},
            configuration={"hnsw": {"space": "cosine"}},
        )

    def _follow(self, collection: Any, model: str) -> None:
        """Copy what is new in the table; nothing of a transaction that may yet be undone."""
        if self._database.in_transaction():
            return
        if model not in self._last:
            self._reconcile(collection, model)
        for page in self._pages(model, self._last[model]):
            _copy(collection, page)
            self._last[model] = page[-1].row

    def _pages(self, model: str, after: int) -> Iterator[list[_Row]]:
        while page := self._database.execute_sql(_ROWS, (model, after, PAGE)).fetchall():
            rows = [_Row._make(row) for row in page]
            yield rows
            after = rows[-1].row

    def _reconcile(self, collection: Any, model: str) -> None:
        """Make the copy of an earlier process what the table is now."""
        number, newest = self._database.execute_sql(
            "SELECT count(*), coalesce(max(id), 0) FROM vectors WHERE model = ?", (model,)
        ).fetchone()
        has_newest = bool(collection.get(where={"row": newest}, include=[])["ids"])
        if not (has_newest and collection.count() == number):
            self._mend(collection, model)
        self._last[model] = newest

    def _mend(self, collection: Any, model: str) -> None:
        there: dict[str, int] = {}
        for first in range(0, collection.count(), PAGE):
            stored = collection.get(limit=PAGE, offset=first, include=["metadatas"])
            rows = (metadata["row"] for metadata in stored["metadatas"])
            there |= dict(zip(stored["ids"], rows, strict=True))
        for page in self._pages(model, 0):
            ids = [row.document_id for row in page]
            _copy(
                collection,
                [row for row, known in zip(page, ids, strict=True) if there.get(known) != row.row],
            )
            for document_id in ids:
                there.pop(document_id, None)
        _delete(collection, list(there))

    def compared(self, vector: bytes, others: Sequence[bytes]) -> Sequence[float]:
        """See `Index.compared`: there is nothing to ask ChromaDB for."""
        asked = _numbers(vector)
        return [float(_numbers(other) @ asked) for other in others]

    def gone(self, model: str, rows: Sequence[int]) -> None:
        """See `Index.gone`."""
        with self._lock, self._telling():
            if self._client is None or self._database.in_transaction():
                return
            collection = self._client.get_collection(collection_name(model), embedding_function=None)
            for first in range(0, len(rows), PAGE):
                collection.delete(where={"row": {"$in": list(rows[first : first + PAGE])}})

    def forget(self, model: str | None = None) -> None:  # noqa: ARG002 - see below
        """See `Index.forget`: the whole folder goes, because a deleted collection's vectors stay in its files."""
        with self._lock:
            self._close()
            removed(self._folder)

    def close(self) -> None:
        """See `Index.close`."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None
        self._last.clear()


def collection_name(model: str) -> str:
    """A name that ChromaDB takes, whatever the model is called."""
    return f"tiermem_context_{blake2b(model.encode(), digest_size=8).hexdigest()}"


def filter_of(question: Question) -> dict[str, Any]:
    """Seed 004's filter: the owner, the active connections or none, and the context type."""
    where = question.where
    wanted: list[dict[str, Any]] = [
        {"user_id": {"$in": list(question.scopes)}},
        {"layer": {"$in": [kind or TURN for kind in question.kinds]}},
    ]
    if where.connections is not None:
        wanted.append({"connection_id": {"$in": [_NONE, *where.connections]}})
    if where.context_type is not None:
        wanted.append({"$or": [{"context_type": where.context_type}, {"layer": TURN}]})
    return {"$and": wanted}


def _copy(collection: Any, rows: Sequence[_Row]) -> None:
    if rows:
        collection.upsert(
            ids=[row.document_id for row in rows],
            embeddings=[_numbers(row.vector) for row in rows],
            metadatas=[row.metadata for row in rows],
        )


def _delete(collection: Any, ids: Sequence[str]) -> None:
    for first in range(0, len(ids), PAGE):
        collection.delete(ids=list(ids[first : first + PAGE]))


def _numbers(vector: bytes) -> Any:
    return import_module("numpy").frombuffer(vector, "<f4")
