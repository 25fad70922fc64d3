"""What plugins supply to the engine. The engine knows this protocol, not the plugin manager."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tiermem.plugins.queries import Asked
    from tiermem.plugins.session import HookSession
    from tiermem.values import (
        Block,
        Candidate,
        Change,
        Checked,
        Collected,
        Completion,
        CompletionRequest,
        EmbeddedKind,
        Embeddings,
        Observation,
        Passage,
        RecallResult,
        Signal,
        Task,
        Tool,
        ToolResult,
        ToolSuggestion,
        Turn,
        VectorIndex,
        VectorRows,
    )

Clock = Callable[[], datetime]
"""Gives the present as an aware datetime; a replay brings the transcript's own."""


class Hooks(Protocol):
    """The hooks as the engine calls them: failures are in the results, nothing raises."""

    @property
    def switched_off(self) -> tuple[str, ...]:
        """The names of plugins that were too slow, and are not asked any more."""
        ...

    def on_session_start(self, session: HookSession) -> Collected[Block]:
        """Blocks for the system prompt."""
        ...

    def on_user_prompt(self, session: HookSession, prompt: str) -> Collected[RecallResult]:
        """Passages for the user's message."""
        ...

    def on_turn_end(self, session: HookSession, turns: Sequence[Turn]) -> Collected[None]:
        """A turn ended."""
        ...

    def on_pre_compact(self, session: HookSession, turns: Sequence[Turn]) -> Collected[None]:
        """The host is about to compact its context."""
        ...

    def on_session_end(self, session: HookSession, turns: Sequence[Turn]) -> Collected[Observation]:
        """Observations at the session's end."""
        ...

    def on_task_complete(self, session: HookSession, task: Task) -> Collected[None]:
        """A task is done."""
        ...

    def on_tool_result(self, session: HookSession, result: ToolResult) -> Collected[Observation]:
        """Observations on a tool's result."""
        ...

    def complete(self, request: CompletionRequest) -> Collected[Completion]:
        """The answer of a generative model, one value or none; the failures say why there is none."""
        ...

    def suggest_tools(self, session: HookSession, prompt: str) -> Collected[ToolSuggestion]:
        """Tools that the user's habits point to."""
        ...

    def extract_observations(self, session: HookSession, turns: Sequence[Turn]) -> Collected[Observation]:
        """What gap-fill finds in turns."""
        ...

    def check_write(self, change: Change, *, patience_ms: float | None = None) -> Checked:
        """The strictest verdict on a change, and the change as redacted.

        Third-party checks together get *patience_ms*; those that have no time left refuse.
        """
        ...

    def score_entries(self, asked: Asked, entries: Sequence[Candidate]) -> Collected[Signal]:
        """What is measured of candidates, for ranking."""
        ...

    def embed(
        self, texts: Sequence[str], kind: EmbeddedKind, model: str, deadline_ms: int
    ) -> Collected[Embeddings]:
        """The vectors of texts, one value or none; the failures say why there is none."""
        ...

    def open_vector_index(self, name: str, rows: VectorRows) -> Collected[VectorIndex]:
        """Open the index of this name over the stored vectors, one value or none; the failures say why."""
        ...

    def render_block(self, block: Block) -> str | None:
        """Another look for a block; None for the usual one."""
        ...

    def render_passages(self, passages: Sequence[Passage]) -> str | None:
        """Another look for the recalled passages; None for the usual one."""
        ...

    def register_tools(self) -> Collected[Tool]:
        """More tools."""
        ...
