"""The contract for the stream of events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.store.contract.shapes import Backlog
    from tiermem.values import Event


class Stream(Protocol):
    """The append-only table of events."""

    def append(self, event: Event) -> int:
        """Append an event and return its place; return 0, and append nothing, when its key is there already."""
        ...

    def waiting(
        self, scopes: Sequence[int], *, session_id: str | None = None, after: int = 0, limit: int = 1000
    ) -> list[Event]:
        """Return observations after a place that are not processed yet, oldest first."""
        ...

    def settle(self, seq: int, *, at: str, outcome: str) -> bool:
        """Mark an observation as processed; False, and nothing changed, when it was marked already."""
        ...

    def events(
        self,
        scopes: Sequence[int],
        *,
        entry_id: str | None = None,
        kinds: Sequence[str] = (),
        after: int = 0,
        limit: int = 1000,
    ) -> list[Event]:
        """Return events after a place, oldest first."""
        ...

    def connections(self, seqs: Sequence[int], scopes: Sequence[int]) -> dict[int, str]:
        """Return place → connection of those of these observations that belong to one."""
        ...

    def confirmations(self, scopes: Sequence[int]) -> dict[str, int]:
        """Return id of an entry → how often an observation said again what it says."""
        ...

    def declined(self, scopes: Sequence[int]) -> dict[str, list[tuple[int, int, int]]]:
        """Return `Turn.ref` → (start, end, length of the turn) of what the user declined to have remembered."""
        ...

    def head(self) -> int:
        """Return the place of the last event; 0 for an empty stream."""
        ...

    def unconsolidated(self, scopes: Sequence[int], *, after: int = 0, limit: int) -> list[Event]:
        """Return processed observations after a place that are in no profile yet, oldest first.

        Those that were set aside, because they failed too often, are not among them.
        """
        ...

    def consolidate(self, seqs: Sequence[int], *, at: str) -> int:
        """Mark observations as being in the profile; return how many were not marked before.

        Events that are not processed observations are left alone.
        """
        ...

    def fail(self, seq: int, *, problem: str) -> int:
        """Note that an observation could not be processed; return its number of failures, 0 for no such observation.

        The problem is its outcome until it is settled; of one that is settled, only the failure is counted.
        """
        ...

    def set_aside(self, seq: int, *, at: str, problem: str) -> bool:
        """Stop trying an observation; its outcome names the number of tries and the problem.

        False, and nothing changed, when it is in the profile, or was set aside already.
        """
        ...

    def try_again(self, seq: int, scopes: Sequence[int]) -> bool:
        """Let an observation wait again, as if it had never been tried; False when it was not set aside."""
        ...

    def backlog(self, scopes: Sequence[int] | None = None) -> Backlog:
        """Count what waits, in these scopes or in all."""
        ...
