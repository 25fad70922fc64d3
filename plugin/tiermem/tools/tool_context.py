"""The arguments and the session that a tool's handler receives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiermem.engine.prompt.memory_context import Recalled
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.values import (
        AgentSettings,
        Connection,
        Draft,
        Entry,
        EntryFilter,
        Layer,
        Matches,
        Tier,
        Usage,
    )


class ToolEntries(Protocol):
    """The entries that a tool reads and writes, as the agent; see `memory.entries.Entries`."""

    def draft(self, content: str, **fields: Any) -> Draft:
        """Make a draft with the session's project and task."""
        ...

    def add(
        self,
        draft: Draft,
        *,
        allow_same_subject: bool = False,
        any_length: bool = False,
        reason: str | None = None,
    ) -> WriteResult:
        """Store a new entry."""
        ...

    def update(
        self,
        entry_id: str,
        draft: Draft,
        *,
        tier: Tier | None = None,
        any_length: bool = False,
        version: int | None = None,
    ) -> WriteResult:
        """Give an entry a new content."""
        ...

    def remove(self, entry_id: str, *, tier: Tier | None = None, reason: str | None = None) -> WriteResult:
        """Make an entry inactive."""
        ...

    def correct(
        self,
        entry_id: str,
        content: str,
        *,
        tier: Tier | None = None,
        reason: str | None = None,
        **fields: Any,
    ) -> WriteResult:
        """Replace a wrong statement."""
        ...

    def get(self, entry_id: str) -> Entry:
        """Return the entry of an id."""
        ...

    def list(self, where: EntryFilter | None = None) -> tuple[list[Entry], int]:
        """Return the entries that match, and their number without the filter's limit."""
        ...

    def search(
        self,
        query: str,
        *,
        layers: tuple[Layer, ...] = (),
        turns: bool = False,
        where: EntryFilter | None = None,
    ) -> Matches:
        """Return the entries (and turns) that match the words of a query, best first."""
        ...

    def usage(self) -> dict[Tier, Usage]:
        """Return the usage of each tier's block."""
        ...


class ToolObservations(Protocol):
    """The stream of observations, as the agent appends to it; see `memory.observations.Observations`."""

    def record(self, content: str, kind: str, *, connection: str | None = None) -> int:
        """Append one statement; return 1, or 0 for a repetition."""
        ...

    def update_user_context(
        self,
        scaffold_updates: Mapping[str, Any],
        persistent_info_additions: Sequence[Any] = (),
        *,
        connection: str | None = None,
    ) -> int:
        """Append each update and each addition; return how many were new."""
        ...

    def update_connection(
        self,
        connection: str,
        *,
        learned: Mapping[str, Any],
        context: Any = None,
        ttl_s: int | None = None,
    ) -> Connection:
        """Store what was learned about a connection."""
        ...


class ToolContext(Protocol):
    """The session that a tool is called in."""

    @property
    def settings(self) -> AgentSettings:
        """The agent's settings."""
        ...

    @property
    def connections(self) -> tuple[str, ...] | None:
        """Active connections; None for all."""
        ...

    @property
    def entries(self) -> ToolEntries:
        """The entries of the session."""
        ...

    @property
    def observations(self) -> ToolObservations:
        """The observations of the session."""
        ...

    @property
    def recalled(self) -> Recalled | None:
        """The recall of the last prompt; None before the first."""
        ...

    def last_recalled(self) -> dict[str, Any] | None:
        """Return the receipt of the last recall, from any process."""
        ...
