"""What a hook sees of the session that it is called for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo

    from tiermem.values import (
        AgentSettings,
        Block,
        Connection,
        Entry,
        EntryFilter,
        Layer,
        Matches,
        Profile,
        Purpose,
        Reach,
        RecallResult,
        Task,
        Tier,
        Turn,
    )


class HookEntries(Protocol):
    """The entries that a session can see, for hooks: they read, and only tools and the gate write."""

    def get(self, entry_id: str) -> Entry:
        """Return the entry of an id, whatever its status.

        Raises:
            UnknownEntry: None is visible here.
        """
        ...

    def list(self, where: EntryFilter | None = None) -> tuple[list[Entry], int]:
        """Return the entries that match, in the fixed order, and their number without the filter's limit."""
        ...

    def search(
        self,
        query: str,
        *,
        layers: tuple[Layer, ...] = (),
        tiers: tuple[Tier, ...] = (),
        turns: bool = False,
        where: EntryFilter | None = None,
        limit: int = 20,
    ) -> Matches:
        """Return the entries (and turns) that match the words of a query, best first."""
        ...


class HookSession(Protocol):
    """The session that a hook is called for."""

    @property
    def id(self) -> str:
        """Its id; "" for a preview, which writes nothing."""
        ...

    @property
    def settings(self) -> AgentSettings:
        """The agent's settings."""
        ...

    @property
    def reach(self) -> Reach:
        """The scopes that it reads."""
        ...

    @property
    def project(self) -> str | None:
        """Its project."""
        ...

    @property
    def task(self) -> str | None:
        """Its task."""
        ...

    @property
    def connections(self) -> tuple[str, ...] | None:
        """Active connections: of entries that belong to one, only theirs are recalled. None for all."""
        ...

    @property
    def zone(self) -> tzinfo:
        """The time zone in which "today" and "tomorrow" are meant."""
        ...

    @property
    def entries(self) -> HookEntries:
        """The entries that it can see."""
        ...

    @property
    def profile(self) -> Profile:
        """The user's profile as it is now; an empty one where none was made."""
        ...

    @property
    def active_tasks(self) -> list[Task]:
        """The session's task; without one, the user's active ones of its project, those changed last first."""
        ...

    @property
    def known_connections(self) -> list[Connection]:
        """What is known of the active connections, by id."""
        ...

    @property
    def frozen_prompt(self) -> str:
        """Guidance and blocks as they were frozen into the system prompt; "" before."""
        ...

    @property
    def unread_from(self) -> int:
        """Position of the first turn that gap-fill has not read."""
        ...

    def block(self, tier: Tier) -> Block | None:
        """Return the block of a tier as it is now; None when it is empty or switched off."""
        ...

    def find_passages(self, prompt: str, *, depth: int | None = None) -> RecallResult:
        """Find what may matter to a prompt, best first, within the recall deadline.

        Args:
            prompt: The user's own words.
            depth: Passages at most; None for what budgets may choose from.
        """
        ...

    def earlier_turns(self, prompt: str, *, limit: int = 30) -> tuple[tuple[Turn, ...], ...]:
        """Return the user's turns of earlier sessions that resemble a prompt, each with what followed it.

        Args:
            prompt: The user's own words.
            limit: Turns of the user at most, the most alike first.
        """
        ...

    def turns(self, start: int = 0) -> list[Turn]:
        """Return what was said from a position on."""
        ...

    def journal(self, turns: Sequence[Turn], *, unless_kept: bool = False) -> tuple[Turn, ...]:
        """Keep turns as they were said, redacted; return those that were new.

        Args:
            turns: In the order they were said.
            unless_kept: Leave out turns that are in the journal already.

        Raises:
            CheckRefused: A check refused a turn; none of them was kept.
        """
        ...

    def complete(self, purpose: Purpose, prompt: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the generative model that the YAML names; the user is charged, and the daily caps hold.

        Args:
            purpose: The prompt of this name goes with it.
            prompt: The text to work on; secrets are taken out.
            schema: JSON Schema of the answer, an object.

        Raises:
            SpendingCap: The user's daily cap is reached; no model was asked.
            CompletionFailed: There is no usable answer. A hook that lets either of these through is called again
                with the same turns another time.
        """
        ...
