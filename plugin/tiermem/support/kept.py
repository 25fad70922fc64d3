"""Keep results in memory for as long as what they were made from is the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The results that were last asked for, for all threads.

    Args:
        most: Maximum results.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: dict[Hashable, tuple[Hashable, T]] = {}
        self._lock = Lock()

    def get(self, asked: Hashable, state: Hashable, make: Callable[[], T]) -> T:
        """Return the result of *make*, or an earlier one for the same question in the same state.

        Args:
            asked: The question.
            state: What differs whenever the result would, read before it is made.
            make: Returns the result. If it raises, nothing is kept.
        """
        with self._lock:
            known = self._results.pop(asked, None)
            if known is not None and known[0] == state:
                self._results[asked] = known  # the oldest question stands first
                return known[1]
        made = make()
        with self._lock:
            self._results[asked] = state, made
            while len(self._results) > self._most:
                del self._results[next(iter(self._results))]
        return made
