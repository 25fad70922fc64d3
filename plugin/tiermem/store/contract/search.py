"""The contract for the full-text index.

On SQLite the words are found by FTS5, on PostgreSQL in a ``tsvector`` that Python writes, and the same BM25 in Python
ranks them: ``ts_rank_cd`` had 15 points of recall@10 less.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.store.contract.shapes import Favour, Progress, Remaining, SearchFilter, Terms, TypedHit
    from tiermem.values import Candidate


class Typed(Protocol):
    """Active entries that match what somebody types, in one state of the index."""

    @property
    def total(self) -> int:
        """Number of them."""
        ...

    def latest(self, number: int) -> list[TypedHit]:
        """Return about so many, each owner's share of them, the last written first."""
        ...

    def earlier(self, number: int, *, limit: int, offset: int) -> list[str]:
        """Return ids of those that `latest` leaves out for the same number, owner by owner, the last written first."""
        ...

    def refs(self) -> list[str]:
        """Return the ids of all."""
        ...


class Search(Protocol):
    """The index over entries and turns; disposable."""

    def candidates(
        self,
        terms: Terms,
        where: SearchFilter,
        scopes: Sequence[int],
        limit: int,
        favour: Favour | None = None,
    ) -> list[Candidate]:
        """Return the best matching documents, best first.

        Args:
            terms: The terms to search for.
            where: Filters.
            scopes: The owners of the documents.
            limit: Maximum candidates.
            favour: Bonuses added to relevance. The limit then applies to turns and to entries separately,
                so that neither displaces the other, and candidates far below the best may be left out.
        """
        ...

    def remaining(
        self,
        terms: Terms,
        where: SearchFilter,
        scopes: Sequence[int],
        refs: Sequence[str],
        *,
        limit: int,
        offset: int = 0,
    ) -> Remaining:
        """Return the matching entries that were not found yet, latest first.

        Args:
            terms: The terms to search for.
            where: Filters; its turns are left out.
            scopes: The owners of the entries.
            refs: Ids of the entries found already.
            limit: Maximum ids to return.
            offset: Number of latest ids to skip.
        """
        ...

    def typed(self, words: Sequence[str], where: SearchFilter, scopes: Sequence[int]) -> Typed:
        """Find the entries that hold all words, the last of them as a beginning; if there are none, any of the words.

        Args:
            words: Words in the order in which they were typed.
            where: Filters; its turns are left out.
            scopes: The owners of the entries.
        """
        ...

    def newest(self, where: SearchFilter, scopes: Sequence[int], limit: int) -> list[Candidate]:
        """Return the latest documents, with relevance 0."""
        ...

    def by_ref(self, refs: Sequence[str], scopes: Sequence[int]) -> list[Candidate]:
        """Return the documents with these refs in these scopes, in the order of *refs*, without duplicates.

        Their relevance is 0.0, because they were not found by words.
        """
        ...

    def frequencies(
        self, words: Sequence[str], scopes: Sequence[int], *, turns: bool = True
    ) -> dict[str, int]:
        """Return the number of documents of these scopes that each word finds; an estimate if there are very many.

        A word finds the documents that contain it and the short turns next to them.

        Args:
            words: Any words.
            scopes: The owners of the documents.
            turns: False to count only entries.
        """
        ...

    def state(self, scopes: Sequence[int], *, turns: bool = True) -> Hashable:
        """Return what differs after each change of these owners' active entries or turns.

        Args:
            scopes: The owners.
            turns: False for what differs after each change of their active entries alone.
        """
        ...

    def stems(self, words: Sequence[str]) -> dict[str, str]:
        """Return each word as it is indexed."""
        ...

    def size(self, scopes: Sequence[int] | None = None) -> int:
        """Return the number of documents, of these scopes or of all."""
        ...

    def reindex(self, progress: Progress | None = None) -> int:
        """Rebuild the index from the records and the journal; return the number of documents."""
        ...
