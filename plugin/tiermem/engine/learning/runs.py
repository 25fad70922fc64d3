"""Count the work of a processor's run, and decide from earlier runs when a model may be asked again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from tiermem.values import Run, moment, new_id

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import Reach, Trigger


class RunStats:
    """Counts of a run's reading and writing.

    Args:
        started_at: Instant of the start.

    Attributes:
        read: Places in the stream that it processed.
        problem: The last problem; None if all went well.
        waiting: Number of read observations that wait for another try.
    """

    def __init__(self, started_at: str) -> None:
        self._started_at = started_at
        self.read: list[int] = []
        self.problem: str | None = None
        self.waiting = 0
        self._wrote: dict[str, Any] = {}
        self._counted: dict[str, int] = {}

    def wrote(self, seq: int, kind: str, what: str | int) -> None:
        """Count an observation that resulted in something with an id or a path."""
        self._read(seq)
        self._wrote.setdefault(kind, []).append(what)

    def count(self, seq: int, kind: str) -> None:
        """Count an observation without a result, by reason."""
        self._read(seq)
        self._counted[kind] = self._counted.get(kind, 0) + 1

    def failed(self, seq: int, problem: str, *, aside: bool) -> None:
        """Count an observation that could not be processed."""
        self.wrote(seq, "set aside" if aside else "failed", seq)
        self.problem = problem
        self.waiting += not aside

    @property
    def settled(self) -> int:
        """Count the observations that no longer wait."""
        return len(self.read) - self.waiting

    def add(self, kind: str, items: list[Any]) -> None:
        """Add other written things."""
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
        """Return the record of the run."""
        return Run(
            id=new_id(),
            stage=stage,
            by=by,
            trigger=trigger,
            started_at=self._started_at,
            ended_at=ended_at,
            read=tuple(self.read),
            wrote=self._wrote
            | {f"{kind} besides" if kind in self._wrote else kind: n for kind, n in self._counted.items()},
            problem=self.problem,
        )

    def _read(self, seq: int) -> None:
        if not self.read or self.read[-1] != seq:
            self.read.append(seq)


WAITING = "waiting"
"""Key of a run without an answer: the places of the waiting observations."""
OF_CONTENT = "not answered for what is in it"
"""Further key of such a run if the model may answer other questions: the same places."""
HALVED = "halved in vain"
"""Further key if half of the batch was not answered either: the same places."""
PATIENCE = 2
"""Runs for which a batch waits before it is halved; the same question may be answered next time."""
MORE_PATIENCE = 8
"""The same after halving did not help: then the model seems to give no usable answers at all."""
_LONGEST_REST = timedelta(hours=1)
"""Longest wait between two unanswered questions, so that a model's return is noticed."""
_LATEST_RUNS = 50
"""Number of latest runs that are read; seven of the profile's reach a pause of an hour."""


def resting(store: Store, reach: Reach, now: datetime, interval_s: float) -> str | None:
    """Return the reason of the last run why the model must not be asked yet; None if it may be.

    After a run without an answer, the next one waits for the interval, doubled after each further one, because unusable
    answers are paid for as well, and a worker asks around the clock.
    """
    failed = list(_unanswered(store, reach))
    if not failed:
        return None
    rest = min(timedelta(seconds=interval_s) * 2 ** (len(failed) - 1), _LONGEST_REST)
    return failed[0].problem if now - moment(failed[0].ended_at) < rest else None


def is_to_be_halved(store: Store, reach: Reach) -> bool:
    """Return True if a batch whose content prevents an answer has waited long enough to be halved.

    That is after `PATIENCE` consecutive runs, or `MORE_PATIENCE` if halving produced no answer before.
    """
    waited = 0
    for run in _unanswered(store, reach):
        if HALVED in run.wrote:
            return waited >= MORE_PATIENCE
        waited += OF_CONTENT in run.wrote
    return waited >= PATIENCE


def _unanswered(store: Store, reach: Reach) -> Iterator[Run]:
    """Yield the latest runs of the stage without an answer, newest first, up to one with an answer."""
    for run in store.runs.find(reach, limit=_LATEST_RUNS):
        if run.stage != "profile":
            continue
        if WAITING not in run.wrote:
            return
        yield run
