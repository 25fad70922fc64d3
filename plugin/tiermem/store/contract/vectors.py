"""The contract for stored vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.store.contract.shapes import Near, SearchFilter, Unembedded


class Vectors(Protocol):
    """The vectors of documents, by model. They are derived from the records and the journal.

    A vector goes with its text, in the same transaction: when an entry's content changes, when it is no longer
    active, when it or a turn is erased or forgotten. What is embedded of a short turn is the short turn before it
    too, and goes with the words of both. Vectors are unit vectors, packed as little-endian float32.
    """

    def missing(
        self, model: str, scopes: Sequence[int] | None, limit: int, *, after: Unembedded | None = None
    ) -> list[Unembedded]:
        """Return documents without a vector of this model: entries by id, then turns, the most recent first.

        Args:
            model: The model.
            scopes: The owners; None for all.
            limit: Maximum number.
            after: The last one of the answer before, to read on from there: what has come since is not seen.
        """
        ...

    def put(self, model: str, dims: int, rows: Sequence[tuple[Unembedded, bytes]]) -> int:
        """Store vectors, all or none, except those whose text has changed; return their number.

        Raises:
            InputError: A vector has not *dims* numbers, or the model's vectors here have other dims; see `drop`.
        """
        ...

    def nearest(
        self, model: str, vector: bytes, where: SearchFilter, scopes: Sequence[int], limit: int
    ) -> list[Near]:
        """Return the documents nearest to a vector of the same model, best first, ties by ref, each embedded text once.

        Of documents with equal texts the entry is returned, else the least ref. A vector of zeros, which is
        that of a text without words, is near to nothing. ChromaDB's index is approximate.

        Raises:
            InputError: The vector has other dims than the model's.
            DeadlineExceeded: Reading was stopped; what was read is kept where the index keeps vectors in memory.
        """
        ...

    def similarities(
        self, model: str, vector: bytes, refs: Sequence[str], scopes: Sequence[int]
    ) -> dict[str, float]:
        """Return ref → cosine with a vector of the same model, for the *refs* in these scopes that have a vector.

        Used for documents found by words and their neighbours. Exact on every index.

        Raises:
            InputError: The vector has other dims than the model's.
        """
        ...

    def progress(self, model: str, scopes: Sequence[int] | None = None) -> tuple[int, int]:
        """Return the number of documents with a vector of this model, and of all documents."""
        ...
