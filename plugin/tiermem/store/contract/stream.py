"""The contract for the stream of events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.store.contract.shapes import Backlog
    from tiermem.values import Event


class Stream(Protocol):
    """The append-only table of events."""

    def append(self, event: Event) -> int:
        """Append an event and return its place. If its key exists already, append nothing and return 0.

        Raises:
            ErasedOwner: Its owner was erased.
        """
        ...

    def waiting(
        self, scopes: Sequence[int], *, session_id: str | None = None, after: int = 0, limit: int = 1000
    ) -> list[Event]:
        """Return observations after a place that are not processed yet, oldest first."""
        ...

    def settle(self, seq: int, *, at: str, outcome: str) -> bool:
        """Mark an observation as processed. If it was marked already, change nothing and return False."""
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

    def find(self, seqs: Sequence[int], scopes: Sequence[int]) -> dict[int, Event]:
        """Return place → event of those of these places that belong to the scopes."""
        ...

    def of_session(self, session_id: str, scopes: Sequence[int]) -> list[Event]:
        """Return the events of a session, oldest first."""
        ...

    def latest(
        self,
        scopes: Sequence[int],
        *,
        kinds: Sequence[str] = (),
        since: str = "",
        before: int | None = None,
        limit: int = 50_000,
    ) -> list[Event]:
        """Return the latest events, oldest first.

        Args:
            scopes: Whose events.
            kinds: Only these kinds; all when empty.
            since: Only events at or after this instant.
            before: Only events before this place.
            limit: Maximum number.
        """
        ...

    def mentioning(
        self, words: Sequence[str], scopes: Sequence[int], within: tuple[str | None, str | None]
    ) -> Iterator[tuple[Event, str]]:
        """Yield events that may have one of these folded words, with the content of the entry then, oldest first.

        Args:
            words: As `text.words` returns them; the caller compares words exactly.
            scopes: Whose events.
            within: Instants of the first event, and of the first one after the last; None for no bound.
        """
        ...

    def connections(self, seqs: Sequence[int], scopes: Sequence[int]) -> dict[int, str]:
        """Return place → connection of these observations, if they belong to one."""
        ...

    def confirmations(self, scopes: Sequence[int]) -> dict[str, int]:
        """Return entry id → number of observations that repeated it."""
        ...

    def declined(self, scopes: Sequence[int]) -> dict[str, list[tuple[int, int, int]]]:
        """Return `Turn.ref` → (start, end, length of the turn) of text that the user declined to have remembered."""
        ...

    def head(self, scopes: Sequence[int] | None = None) -> int:
        """Return the place of the last event of these scopes, or of all; 0 if there is none.

        Events of a session's scopes become visible in the order of their places, so that those after the head of the
        same scopes are all that came since. Those of others may come between them later.
        """
        ...

    def pulse(self) -> str:
        """Return a value that changes whenever an event may have been appended, whoever appends it."""
        ...

    def unconsolidated(self, scopes: Sequence[int], *, after: int = 0, limit: int) -> list[Event]:
        """Return processed observations after a place that are not in a profile yet, oldest first.

        Observations set aside after failing too often are not included.
        """
        ...

    def consolidate(self, seqs: Sequence[int], *, at: str) -> int:
        """Mark observations as included in the profile; return how many were not marked before.

        Events that are not processed observations are not changed.
        """
        ...

    def fail(self, seq: int, *, problem: str) -> int:
        """Record a failure to process an observation; return its number of failures, 0 for no such observation.

        The problem is its outcome until it is settled. For a settled one only the failure is counted.
        """
        ...

    def set_aside(self, seq: int, *, at: str, problem: str) -> bool:
        """Stop trying an observation; its outcome names the number of tries and the problem.

        If it is in the profile or was set aside already, change nothing and return False.
        """
        ...

    def try_again(self, seq: int, scopes: Sequence[int]) -> bool:
        """Queue an observation again as if it had never been tried. Return False if it was not set aside."""
        ...

    def backlog(self, scopes: Sequence[int] | None = None) -> Backlog:
        """Count waiting observations, in these scopes or in all."""
        ...
