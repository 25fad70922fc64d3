"""The contract for the full-text index.

On PostgreSQL (tried on 15) the planned terms become a ``tsquery`` over a ``tsvector`` that Python writes, narrowed by
the owner; candidates come by the words that they hold, and the same BM25 in Python ranks them: ``ts_rank_cd`` had 15
points of recall@10 less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.store.contract.shapes import Favour, Progress, Remaining, SearchFilter, Terms
    from tiermem.values import Candidate


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
            terms: What is looked for.
            where: Filters.
            scopes: Whose documents.
            limit: Candidates at most.
            favour: What decides besides relevance which they are. Then there are at most so many turns and so many
                entries, so that the ones do not crowd out the others, and what is far below the best may be left out.
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
        """Return the matching entries that are not among those found, the latest first.

        Args:
            terms: What is looked for.
            where: Filters; its turns are left out.
            scopes: Whose entries.
            refs: Ids of those that were found.
            limit: Ids to give at most.
            offset: Ids to leave out, the latest ones.
        """
        ...

    def newest(self, where: SearchFilter, scopes: Sequence[int], limit: int) -> list[Candidate]:
        """Return the latest documents, whatever their words; their relevance is 0."""
        ...

    def by_ref(self, refs: Sequence[str], scopes: Sequence[int]) -> list[Candidate]:
        """Return the documents of these refs that are in these scopes, in the order of *refs*, each once.

        Their relevance is 0.0: they were found by other means than words.
        """
        ...

    def frequencies(
        self, words: Sequence[str], scopes: Sequence[int], *, turns: bool = True
    ) -> dict[str, int]:
        """Return how many documents of these scopes each word finds; of very many an estimate.

        It finds those that hold it, and the short turns beside these.

        Args:
            words: Any words.
            scopes: Whose documents.
            turns: False to count entries alone.
        """
        ...

    def stems(self, words: Sequence[str]) -> dict[str, str]:
        """Return each word as the index knows it."""
        ...

    def size(self, scopes: Sequence[int] | None = None) -> int:
        """Return the number of documents, of these scopes or of all."""
        ...

    def reindex(self, progress: Progress | None = None) -> int:
        """Rebuild the index from the records and the journal; return the number of documents."""
        ...
