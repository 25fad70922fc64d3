"""What an index over the vectors does, and what it is asked with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.store.contract import SearchFilter

GROWTH = 8
"""By how much more is looked at, when filters left too few of the best."""


class Scored(NamedTuple):
    """A row of the table of vectors, and how similar it is."""

    row: int
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is near to *vector*, in the scopes, and in the layers or turns of *where*."""

    model: str
    dims: int
    vector: bytes
    scopes: tuple[int, ...]
    where: SearchFilter

    @property
    def kinds(self) -> tuple[str | None, ...]:
        """The layers that are searched, and None where turns are."""
        return (*self.where.layers, None) if self.where.turns else tuple(self.where.layers)


Best = Callable[[int], Sequence[Scored]]
"""The best so many rows, best first. More of them may be given, fewer only when there are no more."""


class Index(Protocol):
    """Searches the table of vectors, or a copy of it.

    What it gives may include rows that are gone and rows that the rest of the filter leaves out: the table looks.
    """

    def ranking(self, question: Question) -> Best:
        """All rows that the question is about, by their similarity."""
        ...

    def compared(self, vector: bytes, others: Sequence[bytes]) -> Sequence[float]:
        """The similarity of a vector to each of others."""
        ...

    def gone(self, model: str, rows: Sequence[int]) -> None:
        """These rows are no longer in the table."""
        ...

    def forget(self, model: str | None = None) -> None:
        """Let go of every copy of a model's vectors, or of all."""
        ...

    def close(self) -> None:
        """Let go of files."""
        ...
