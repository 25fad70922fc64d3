"""Values that a plugin needs to supply an index over the stored vectors (`open_vector_index`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol
from uuid import NAMESPACE_URL, uuid5

from tiermem.values.frozen import dataclass

TURN = "turn"
"""The kind of a turn of the journal. The kind of an entry is its layer."""


class ScoredVector(NamedTuple):
    """A row of the table of vectors, and its cosine with the searched vector."""

    row: int
    similarity: float


class StoredVector(NamedTuple):
    """A row of the table of vectors with its text and metadata.

    Attributes:
        row: Its number. A changed vector gets a new, greater one.
        vector: Unit vector, packed as little-endian float32.
        scope_id: The owner's number, see `VectorQuestion.scopes`.
        kind: The entry's layer, or `TURN`.
        text: The content of the entry or turn.
        metadata: `org_id`, `user_id`, `agent_id`, `context_type`, `source`, `connection_id`, `tool_id`, `message_id`,
            `attachment_id`, `filename`, `session_id` and `entry_id`, as far as they are known.
    """

    row: int
    vector: bytes
    scope_id: int
    kind: str
    text: str
    metadata: Mapping[str, str]

    @property
    def document_id(self) -> str:
        """UUID of the text and its metadata. It is the same on every machine and at any time."""
        return str(uuid5(NAMESPACE_URL, json.dumps([self.text, dict(self.metadata)], sort_keys=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorQuestion:
    """A search for the vectors nearest to *vector*.

    Attributes:
        scopes: Owners. Rows of other owners must not be returned.
        kinds: Layers of entries, and `TURN` if turns are searched.
        connections: Only entries of these connections or of none; None for all.
        context_type: Only entries of this type; None for all.
    """

    model: str
    dims: int
    vector: bytes
    scopes: tuple[int, ...]
    kinds: tuple[str, ...]
    connections: tuple[str, ...] | None = None
    context_type: str | None = None


class VectorRows(Protocol):
    """The table of vectors, from which an index fills its copy. The table is the record; a copy can be rebuilt."""

    @property
    def folder(self) -> Path:
        """Folder beside the store for the index's files. It may not exist yet. Erasing an entry deletes it."""
        ...

    @property
    def is_settled(self) -> bool:
        """False inside a transaction. Its rows may still be rolled back, so they must not be copied."""
        ...

    def count(self, model: str) -> tuple[int, int]:
        """Return the number of the model's rows, and its greatest row."""
        ...

    def after(self, model: str, row: int, limit: int) -> Sequence[StoredVector]:
        """Return the model's rows after *row*, ascending."""
        ...


NearestRows = Callable[[int], Sequence[ScoredVector]]
"""Returns the best N rows, best first. It may return more than N, and fewer only if there are no more."""


class VectorIndex(Protocol):
    """An index over the table of vectors, or over a copy of it. Its methods may be called from several threads.

    It may return deleted rows, and rows that *connections* and *context_type* exclude: the store filters them.
    """

    @property
    def elsewhere(self) -> str | None:
        """The place of the copy, if it is not in the folder. An erasure that cannot reach it names it."""
        ...

    def search(self, question: VectorQuestion) -> NearestRows:
        """Return a function that returns the nearest rows."""
        ...

    def discard(self, model: str, rows: Sequence[int]) -> None:
        """Delete the copies of rows that are no longer in the table."""
        ...

    def forget(self) -> None:
        """Delete every copy of vectors and texts, because something was erased.

        The receipt of the erasure shows an error that it raises.
        """
        ...

    def close(self) -> None:
        """Close files and connections."""
        ...
