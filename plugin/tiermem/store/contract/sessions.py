"""The contract for sessions, the journal and receipts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from tiermem.store.contract.shapes import SessionRow, Unread
    from tiermem.values import Reach, Receipt, Turn


class Sessions(Protocol):
    """Sessions' working state, the journal, and the receipts.

    Functions that take a session's id alone do not ask whose it is: an id is only ever got through `begin`, which
    checks the reach, and is handed to nobody else.
    """

    def is_open_to(self, session_id: str, reach: Reach) -> bool:
        """Return True if a session of this id is of this reach, or there is none yet."""
        ...

    def known(self, row: SessionRow) -> SessionRow | None:
        """Return the stored row of this id and reach, or None; it waits for no writer.

        Raises:
            InputError: The session of this id has another reach.
        """
        ...

    def begin(self, row: SessionRow) -> SessionRow:
        """Store the row, or give the stored one when a session of this id and reach exists.

        Raises:
            InputError: The session of this id has another reach.
        """
        ...

    def freeze(self, session_id: str, frozen: Mapping[str, Any] | None, frozen_at: int) -> SessionRow:
        """Keep the rendered blocks unless others are kept already; None thaws them."""
        ...

    def told(self, session_id: str, head: int) -> None:
        """Move the head of the stream up to which a session with frozen blocks was told of changes."""
        ...

    def shown(self, reach: Reach, session_id: str, since: str) -> frozenset[str]:
        """Return what a session's prompts were shown: ids of entries that did not change since, `Turn.ref` of turns.

        Args:
            reach: The agent and the user.
            session_id: The session.
            since: Shown at this instant or later.
        """
        ...

    def find(self, scopes: Sequence[int], *, limit: int = 100) -> list[SessionRow]:
        """Return the latest sessions of a user, newest first."""
        ...

    def end(self, session_id: str, at: str) -> None:
        """Note when a session ended; ending again moves the time."""
        ...

    def journal(self, session_id: str, turns: Sequence[Turn]) -> tuple[Turn, ...]:
        """Append turns; those with an external id that is there already are left out."""
        ...

    def turns(self, session_id: str, *, start: int = 0, stop: int | None = None) -> list[Turn]:
        """Return the journaled turns of positions *start* to *stop* (exclusive)."""
        ...

    def advance(self, session_id: str, offset: int) -> None:
        """Move the offset of what gap-fill has worked through; it never goes back."""
        ...

    def unread(self, reach: Reach, *, since: str | None = None) -> list[Unread]:
        """Return the sessions of this reach with turns that gap-fill has not read, the latest first.

        Args:
            reach: House, agent and user.
            since: Only those that began at this instant or later.
        """
        ...

    def log(self, receipt: Receipt, reach: Reach) -> None:
        """Keep the receipt of a recall by the agent for the user of *reach*."""
        ...

    def receipts(
        self, reach: Reach, *, session_id: str | None = None, since: str | None = None, limit: int = 1
    ) -> list[dict[str, Any]]:
        """Return the latest receipts of this agent and user, newest first, as plain data.

        Args:
            reach: The agent and the user.
            session_id: Of this session only.
            since: Of this instant or later only.
            limit: At most so many.
        """
        ...

    def forget_turns(self, before: str, reach: Reach, *, unread: bool = False) -> int:
        """Delete the turns that were said before an instant (retention that a person set); return how many.

        Args:
            before: The instant.
            reach: Of the sessions of its agent, whoever their users.
            unread: Also those that gap-fill has not worked through, from a session's offset on.
        """
        ...
