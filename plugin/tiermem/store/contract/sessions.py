"""The contract for sessions, the journal and receipts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from tiermem.store.contract.shapes import SessionBrief, SessionRow, Unread
    from tiermem.values import Reach, Receipt, Turn, Usage


class Sessions(Protocol):
    """Sessions' working state, the journal, and the receipts.

    Functions that take only a session's id do not check its owner. An id comes only from `begin`, which
    checks the reach, and is passed to nobody else.
    """

    def is_open_to(self, session_id: str, reach: Reach) -> bool:
        """Return True if the session with this id has this reach or does not exist."""
        ...

    def known(self, row: SessionRow) -> SessionRow | None:
        """Return the stored row of this id and reach, or None. Never waits for a writer.

        Raises:
            InputError: The session of this id has another reach.
        """
        ...

    def begin(self, row: SessionRow) -> SessionRow:
        """Store the row, or return the stored one if a session with this id and reach exists.

        Raises:
            InputError: The session of this id has another reach.
        """
        ...

    def freeze(self, session_id: str, frozen: Mapping[str, Any] | None, frozen_at: int) -> SessionRow:
        """Store the rendered blocks unless blocks are stored already; None removes them."""
        ...

    def told(self, session_id: str, head: int) -> None:
        """Set the place in the stream up to which a session with frozen blocks was shown changes."""
        ...

    def shown(self, reach: Reach, session_id: str, since: str) -> frozenset[str]:
        """Return what a session's prompts were shown: ids of entries that did not change since, `Turn.ref` of turns.

        Args:
            reach: The agent and the user.
            session_id: The session.
            since: Only what was shown at or after this instant.
        """
        ...

    def find(self, scopes: Sequence[int], *, limit: int = 100) -> list[SessionRow]:
        """Return the latest sessions of a user, newest first."""
        ...

    def brief(
        self,
        reach: Reach,
        *,
        project_id: str | None = None,
        before: tuple[str, str] | None = None,
        limit: int = 50,
    ) -> list[SessionBrief]:
        """Return sessions of this agent and user in brief, those begun last first.

        Args:
            reach: House, agent and user.
            project_id: Only of this project.
            before: Start and id of the last session of the page before; None for the first page.
            limit: Maximum number.
        """
        ...

    def usages(self, reach: Reach, since: str, limit: int = 2_000) -> list[tuple[str, dict[str, Usage]]]:
        """Return (start, block → its usage) of the latest sessions from an instant on whose blocks are frozen."""
        ...

    def count(self, reach: Reach, *, project_id: str | None = None) -> int:
        """Return the number of sessions that `brief` lists on all pages."""
        ...

    def end(self, session_id: str, at: str) -> None:
        """Record the end of a session. Ending it again moves the time."""
        ...

    def journal(self, session_id: str, turns: Sequence[Turn]) -> tuple[Turn, ...]:
        """Append turns. Those with an external id that exists already are skipped."""
        ...

    def turns(self, session_id: str, *, start: int = 0, stop: int | None = None) -> list[Turn]:
        """Return the journaled turns of positions *start* to *stop* (exclusive)."""
        ...

    def advance(self, session_id: str, offset: int) -> None:
        """Advance the offset up to which gap-fill has read. It never goes back."""
        ...

    def unread(self, reach: Reach, *, since: str | None = None) -> list[Unread]:
        """Return the sessions of this reach with turns that gap-fill has not read, latest first.

        Args:
            reach: House, agent and user.
            since: Only sessions that began at or after this instant.
        """
        ...

    def log(self, receipt: Receipt, reach: Reach) -> None:
        """Store the receipt of a recall by the agent for the user of *reach*."""
        ...

    def receipts(
        self,
        reach: Reach,
        *,
        session_id: str | None = None,
        receipt_id: str | None = None,
        since: str | None = None,
        before: tuple[str, str] | None = None,
        limit: int = 1,
    ) -> list[dict[str, Any]]:
        """Return the latest receipts of this agent and user, newest first, as plain data.

        Args:
            reach: The agent and the user.
            session_id: Only of this session.
            receipt_id: Only the one with this id.
            since: Only at or after this instant.
            before: Instant and id of the last receipt of the page before; None for the first page.
            limit: Maximum number.
        """
        ...

    def said_before(self, before: str, reach: Reach) -> list[str]:
        """Return the contents of the turns of this agent and user that were said before an instant."""
        ...

    def forget_turns(self, before: str, reach: Reach, *, unread: bool = False) -> int:
        """Delete the turns said before an instant (the retention set by a person); return their number.

        Args:
            before: The instant.
            reach: Only sessions of its agent, for all users.
            unread: Include turns that gap-fill has not read, from a session's offset on.
        """
        ...
