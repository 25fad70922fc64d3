"""The contract for entries and their versions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.store.contract.shapes import Growth, Place, Retraction
    from tiermem.values import (
        Entry,
        EntryFilter,
        EntrySort,
        OwnedScope,
        Reach,
        Scope,
        ScopeKind,
        Tier,
        Version,
    )


class Records(Protocol):
    """Entries and their versions. Every change keeps the index in step, within the caller's transaction."""

    def reach(self, *, house: str, agent: str, user: str, make: bool = True) -> Reach:
        """Return the scopes of these names, creating new ones.

        Args:
            house: The house.
            agent: The agent.
            user: The user.
            make: False to create none: those that are missing own nothing, and nothing can be written to them.
        """
        ...

    def stands(self, reach: Reach) -> bool:
        """Return True if its scopes are still there: anybody may erase a user. Their numbers are not given again."""
        ...

    def scopes(self, kind: ScopeKind | None = None, name: str | None = None) -> list[OwnedScope]:
        """Return houses, agents, users and pairs, each below its house, with their entries and grants.

        Args:
            kind: Only those of this kind and name; None for all.
            name: See *kind*.
        """
        ...

    def put_house(self, name: str, parent: str | None) -> Scope:
        """Make a house, or put one that is there below another, within the caller's transaction.

        Without a parent, one that is there stays where it stands.

        Raises:
            InputError: There is no such parent, or it is below the house already.
        """
        ...

    def free_house(self, name: str) -> Scope:
        """Take a house out of the one above it, within the caller's transaction.

        Raises:
            InputError: There is no such house.
        """
        ...

    def grant(self, scope_id: int, reader_id: int, *, withdraw: bool = False) -> bool:
        """Let a reader (a house, an agent or a user) read what a scope owns, or no longer; return True if it is new."""
        ...

    def is_granted(self, scope_id: int, reader_id: int) -> bool:
        """Return True if what a scope owns was granted to this reader."""
        ...

    def users(self, house_id: int) -> list[str]:
        """Return the sorted names of a house's users who have active entries."""
        ...

    def insert(self, entry: Entry) -> None:
        """Store a new entry and its first version."""
        ...

    def update(self, entry: Entry) -> None:
        """Store a changed entry. If its version number is greater, its content is kept as a version."""
        ...

    def get(self, entry_id: str, scopes: Sequence[int]) -> Entry | None:
        """Return the entry with this id in these scopes, with any status; None if there is none."""
        ...

    def select(self, where: EntryFilter, scopes: Sequence[int]) -> list[Entry]:
        """Return entries by category (none last), then created, then id: the fixed order of blocks."""
        ...

    def count(self, where: EntryFilter, scopes: Sequence[int]) -> int:
        """Return how many `select` would return without its limit."""
        ...

    def page(
        self, where: EntryFilter, reach: Reach, *, sort: EntrySort, after: Place | None, limit: int
    ) -> list[tuple[Place, Entry]]:
        """Return the next entries of a list, each with its place, from which the list can be continued.

        Args:
            where: Filters; its own order, limit and offset are ignored.
            reach: The owners, and whose recalls count.
            sort: The order.
            after: The place of the last entry before, in the same order; None for the beginning.
            limit: Maximum entries.
        """
        ...

    def used(self, tier: Tier, scopes: Sequence[int]) -> tuple[int, int]:
        """Return (characters of all contents, number) of the active L0 entries of a tier."""
        ...

    def growth(self, scopes: Sequence[int]) -> list[Growth]:
        """Return how many entries were made and ended on each day, without staged ones, oldest day first."""
        ...

    def versions(self, entry_id: str, scopes: Sequence[int]) -> list[Version]:
        """Return every content that the entry had, oldest first."""
        ...

    def altered(self, scopes: Sequence[int]) -> frozenset[str]:
        """Return the ids of active entries of L0 and L1 that another program changed.

        No version of that number is stored, or it has another content.
        """
        ...

    def retractions(self, scopes: Sequence[int], limit: int) -> list[Retraction]:
        """Return former statements of entries that no active entry makes in the same words, latest first.

        Args:
            scopes: The owners of the entries.
            limit: Maximum entries read per scope: those removed last, and as many of those changed last.
        """
        ...

    def metadata(self, refs: Sequence[str], scopes: Sequence[int]) -> dict[str, dict[str, str]]:
        """Return ref → the origin of a document, for active entries and turns.

        `org_id`, `user_id` or `agent_id`, `context_type` (the entry's own, else `user_profile`, `user_persistent`,
        `tool_entity` or `tool_persistent`), `source` (`user_provided`, `system_learned`, `tool_indexed` or
        `tool_extracted_content`), and where known `connection_id`, `tool_id`, `message_id`, `attachment_id`,
        `filename`, `session_id`, `entry_id`.
        """
        ...

    def recalls(self, entry_ids: Sequence[str], reach: Reach) -> dict[str, tuple[int, str]]:
        """Return id → (number of times rendered, last time), counted from the user's receipts.

        After receipts are deleted, only the last time is known, for entries that are not shared.
        """
        ...
