"""The contract for the queue of work that workers on many machines share."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from tiermem.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """The right of one worker to process the observations of one user.

    Attributes:
        scope_id: The user.
        user: The user's name.
        worker: The worker that has it.
        fence: Counts the claims of the user's work: a worker that was too slow has an older one.
        taken_over: True if another worker had it and did not renew it.
        waited_s: Seconds that the work waited.
    """

    scope_id: int
    user: str
    worker: str
    fence: int
    taken_over: bool = False
    waited_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimCounts:
    """The state of the queue of a house.

    Attributes:
        queued: Users with work that nobody has.
        resting: Users whose work waits for another try; they are not in *queued*.
        held: Users with work that a worker has.
        expired: Those of *held* whose worker did not renew its claim.
        workers: Workers that have any.
        oldest_s: Seconds that the oldest work in *queued* has waited.
    """

    queued: int = 0
    resting: int = 0
    held: int = 0
    expired: int = 0
    workers: int = 0
    oldest_s: float = 0.0


class Listener(Protocol):
    """Waits for work to be announced."""

    @property
    def problem(self) -> str | None:
        """The reason why nothing is heard at present, so that only the interval counts; None if something is."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait for an announcement; return False if there was none."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


class Claims(Protocol):
    """The queue: users with work, and who has it.

    Appending an observation puts its user there, in the same transaction.
    """

    def put(self, scopes: Sequence[int], *, at_once: bool = False) -> None:
        """Put users with other work into the queue, if they are not there.

        Args:
            scopes: The users.
            at_once: True to end the rest of those that rest.
        """
        ...

    def take(
        self,
        worker: str,
        house_id: int,
        agent_id: int,
        *,
        lease_s: float,
        limit: int = 1,
        scopes: Sequence[int] | None = None,
    ) -> list[Claim]:
        """Claim users whose work nobody has, or whose worker did not renew its claim, those that wait longest first.

        It waits for nobody: what another worker takes at the same time is left out.

        Args:
            worker: Who claims.
            house_id: Users of this house.
            agent_id: Whose worker it is: users that it left are taken again when their rest is over.
            lease_s: Seconds until another worker may take what is not renewed.
            limit: Maximum number.
            scopes: Only these users.
        """
        ...

    def guard(self, claim: Claim, lease_s: float) -> AbstractContextManager[None]:
        """Let each transaction that this thread writes in begin with the renewal of a claim.

        Raises:
            LostClaim: Another worker has taken over, in each such transaction. It wrote nothing.
        """
        ...

    def renew(self, claim: Claim, lease_s: float) -> bool:
        """Renew a claim without waiting; return False if another worker has it, or a writer for a moment."""
        ...

    def finish(self, claim: Claim, *, again: bool = False) -> bool:
        """Give up a claim. Remove the user from the queue if no observation waits; otherwise put it at the end.

        Args:
            claim: The claim.
            again: True to put the user at the end in any case.

        Returns:
            False if another worker has it by now; nothing was changed.
        """
        ...

    def leave(self, claim: Claim, agent_id: int, rest_s: float) -> bool:
        """Give up a claim of what an agent's workers cannot do now: other agents' may at once, they after a rest.

        Those that left it before rest as long as the last one.

        Returns:
            False if another worker has it by now; nothing was changed.
        """
        ...

    def counts(self, house_id: int) -> ClaimCounts:
        """Return the state of the queue."""
        ...

    def listener(self, url: str | None = None) -> Listener:
        """Return what waits for work of any house.

        Args:
            url: A server's address without a pooler in its transaction mode, which would deliver nothing; None for
                that of the store.
        """
        ...
