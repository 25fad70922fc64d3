"""Search vectors in memory: numpy compares each with the question's. The search is exact, and fast in a long process.

Rows are read once, in pages. Later reads continue after the last row, because a row of the table of vectors never
changes and a new one has a greater id. Deleted rows are found when the best rows are looked up in the table.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tiermem.values.vectors import TURN, ScoredVector

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database
    from tiermem.values import NearestRows, VectorQuestion

MOST_NUMBERS = 100_000_000
"""Maximum numbers in memory per process and store, 400 MB: 390,000 vectors of 256 dimensions, 195,000 of 512. Further
vectors are read again for each question."""
PAGE_NUMBERS = 1_000_000
"""Numbers read at once, 4 MB. A deadline that passes while reading loses at most these."""

_KINDS = {"L0": 0, "L1": 1, "L2": 2, TURN: 3}
_GONE = -1
_Rows: TypeAlias = NDArray[np.int64]
_Kinds: TypeAlias = NDArray[np.int8]
_Matrix: TypeAlias = NDArray[np.float32]
_Shelf: TypeAlias = "list[_Block]"


@dataclass(slots=True)
class _Block:
    """Consecutive rows of one model and scope, ascending."""

    rows: _Rows
    kinds: _Kinds
    matrix: _Matrix = field(repr=False)

    def joined(self, other: _Block) -> _Block:
        return _Block(
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.kinds, other.kinds]),
            np.concatenate([self.matrix, other.matrix]),
        )


class InMemory:
    """`values.VectorIndex` by brute force.

    Args:
        database: The store's database.
        most_numbers: See `MOST_NUMBERS`.
        page_numbers: See `PAGE_NUMBERS`.

    Attributes:
        kept: Current count of numbers in memory.
    """

    elsewhere = None

    def __init__(
        self, database: Database, *, most_numbers: int = MOST_NUMBERS, page_numbers: int = PAGE_NUMBERS
    ) -> None:
        self._database = database
        self._most_numbers = most_numbers
        self._page_numbers = page_numbers
        self._shelves: OrderedDict[tuple[str, int], _Shelf] = OrderedDict()
        self.kept = 0
        self._lock = threading.Lock()

    def search(self, question: VectorQuestion) -> NearestRows:
        """See `VectorIndex.search`."""
        vector = np.frombuffer(question.vector, "<f4")
        asked = np.array([kind in question.kinds for kind in _KINDS] + [False])  # the last is for `_GONE`
        rows: list[_Rows] = []
        similarities: list[_Matrix] = []
        with self._lock:
            for block in self._blocks(question):
                ours = asked[block.kinds]
                rows.append(block.rows[ours])
                similarities.append((block.matrix @ vector)[ours])
        if not rows:
            return lambda _: ()
        return _best_of(np.concatenate(rows), np.concatenate(similarities))

    def _blocks(self, question: VectorQuestion) -> Iterator[_Block]:
        """Yield all vectors of the question's model and scopes, including those new since the last call."""
        for scope in question.scopes:
            key = (question.model, scope)
            shelf = self._shelves.setdefault(key, [])
            self._shelves.move_to_end(key)
            yield from tuple(shelf)
            last = int(shelf[-1].rows[-1]) if shelf else 0
            keeping = True  # a shelf has no gaps: after a page that was not kept, none is kept
            while (page := self._page(key, question.dims, last)) is not None:
                last = int(page.rows[-1])
                yield page
                keeping = keeping and self._keep(key, page, question)

    def _page(self, key: tuple[str, int], dims: int, after: int) -> _Block | None:
        found: list[Sequence[Any]] = self._database.execute_sql(
            "SELECT id, layer, vector FROM vectors WHERE model = ? AND scope_id = ? AND id > ? AND dims = ? "
            "ORDER BY id LIMIT ?",
            (*key, after, dims, max(self._page_numbers // dims, 1)),
        ).fetchall()
        if not found:
            return None
        rows, layers, vectors = zip(*found, strict=True)
        return _Block(
            np.array(rows, np.int64),
            np.array([_KINDS[layer or TURN] for layer in layers], np.int8),
            np.frombuffer(b"".join(vectors), "<f4").reshape(-1, dims),
        )

    def _keep(self, key: tuple[str, int], page: _Block, question: VectorQuestion) -> bool:
        """Keep a page if there is room, and return True if it was kept. A page of an open transaction is never kept."""
        if self._database.in_transaction() or not self._has_room(page.matrix.size, question):
            return False
        shelf = self._shelves[key]
        if shelf and shelf[-1].matrix.size + page.matrix.size <= self._page_numbers:
            shelf[-1] = shelf[-1].joined(page)
        else:
            shelf.append(page)
        self.kept += page.matrix.size
        return True

    def _has_room(self, numbers: int, question: VectorQuestion) -> bool:
        """Make room by dropping the least recently used shelves, except those of this question."""
        own = {(question.model, scope) for scope in question.scopes}
        while self.kept + numbers > self._most_numbers:
            oldest = next((key for key in self._shelves if key not in own), None)
            if oldest is None:
                return False
            self._let_go(oldest)
        return True

    def _let_go(self, key: tuple[str, int]) -> None:
        self.kept -= sum(block.matrix.size for block in self._shelves.pop(key))

    def discard(self, model: str, rows: Sequence[int]) -> None:
        """See `VectorIndex.discard`. A shelf is read again when most of it is deleted."""
        dead = np.array(rows, np.int64)
        with self._lock:
            for key in [key for key in self._shelves if key[0] == model]:
                shelf = self._shelves[key]
                for block in shelf:
                    block.kinds[np.isin(block.rows, dead)] = _GONE
                if 2 * sum(int((block.kinds == _GONE).sum()) for block in shelf) > sum(
                    len(block.rows) for block in shelf
                ):
                    self._let_go(key)

    def forget(self) -> None:
        """See `VectorIndex.forget`."""
        with self._lock:
            for key in list(self._shelves):
                self._let_go(key)

    def close(self) -> None:
        """See `VectorIndex.close`."""
        self.forget()


def _best_of(rows: _Rows, similarities: _Matrix) -> NearestRows:
    def best(number: int) -> list[ScoredVector]:
        chosen = np.arange(len(rows))
        if number < len(rows):
            chosen = np.argpartition(-similarities, number - 1)[:number]
        ordered = chosen[np.argsort(-similarities[chosen], kind="stable")]
        pairs = zip(rows[ordered].tolist(), similarities[ordered].tolist(), strict=True)
        return [ScoredVector(row, similarity) for row, similarity in pairs]

    return best
