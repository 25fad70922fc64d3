"""What one run of the processor did, while it does it: for the record of runs, and for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tiermem.values import Run, new_id

if TYPE_CHECKING:
    from tiermem.values import Trigger


class Tally:
    """Counts what a run reads and writes.

    Args:
        started_at: Instant at which it began.

    Attributes:
        read: Places in the stream of what it worked through.
        problem: The last thing that went wrong; None when all went well.
        waiting: How many of those that it read wait for another try.
    """

    def __init__(self, started_at: str) -> None:
        self._started_at = started_at
        self.read: list[int] = []
        self.problem: str | None = None
        self.waiting = 0
        self._wrote: dict[str, Any] = {}

    def wrote(self, seq: int, kind: str, what: str | int) -> None:
        """An observation led to something with an id or a path."""
        self._read(seq)
        self._wrote.setdefault(kind, []).append(what)

    def count(self, seq: int, kind: str) -> None:
        """An observation led to nothing, for this reason."""
        self._read(seq)
        self._wrote[kind] = self._wrote.get(kind, 0) + 1

    def failed(self, seq: int, problem: str, *, aside: bool) -> None:
        """An observation could not be worked through."""
        self.wrote(seq, "set aside" if aside else "failed", seq)
        self.problem = problem
        self.waiting += not aside

    @property
    def settled(self) -> int:
        """How many of those that it read wait no more."""
        return len(self.read) - self.waiting

    def add(self, kind: str, items: list[Any]) -> None:
        """Something else that was written."""
        if items:
            self._wrote.setdefault(kind, []).extend(items)

    def run(
        self,
        stage: Literal["entries", "profile"],
        by: Literal["rules", "model"],
        trigger: Trigger,
        *,
        ended_at: str,
    ) -> Run:
        """The record of it."""
        return Run(
            id=new_id(),
            stage=stage,
            by=by,
            trigger=trigger,
            started_at=self._started_at,
            ended_at=ended_at,
            read=tuple(self.read),
            wrote=self._wrote,
            problem=self.problem,
        )

    def _read(self, seq: int) -> None:
        if not self.read or self.read[-1] != seq:
            self.read.append(seq)
