"""Limit how long each hook of a third-party plugin may take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tiermem.errors import InputError

DEADLINES_MS: Final[Mapping[str, int]] = {
    "on_session_start": 2_000,
    "on_user_prompt": 300,
    "on_turn_end": 2_000,
    "on_pre_compact": 5_000,
    "on_session_end": 10_000,
    "on_task_complete": 5_000,
    "on_tool_result": 5_000,
    "complete": 3_600_000,
    "extract_observations": 10_000,
    "after_write": 2_000,
    "check_write": 2_000,
    "score_entries": 300,
    "embed": 60_000,
    "open_vector_index": 10_000,
    "render_block": 300,
    "render_passages": 300,
    "suggest_tools": 300,
    "register_tools": 2_000,
    "check_settings": 2_000,
}
"""Milliseconds that each hook of a third-party plugin may take.

A person waits for the first word after a prompt, so everything on that path has 300 ms; an agent's memory gives the
hooks of `ON_PROMPT_PATH` its ``recall.deadline_ms`` instead. The hooks of a turn and of a write have 2 s; compaction
and the end of a session, where hosts kill what is slow, have 5 s and 10 s. Embedding has a minute, for many documents
on a slow machine; a query's caller waits no longer than recall may take. A model's answer may take as long as
``completion.deadline_s`` says, an hour at most.
"""
TOOL_DEADLINE_MS: Final = 30_000
"""Milliseconds that a plugin's tool may take: the model waits for it, and hosts give tools a minute or so."""
ON_PROMPT_PATH: Final = ("on_user_prompt", "score_entries", "render_passages")
"""Hooks that a person waits for at every prompt: `tiermem.Memory.open` gives each the deadline of recall."""


def resolve_deadlines(overrides: Mapping[str, int] | None) -> Mapping[str, int]:
    """Return `DEADLINES_MS` with some replaced.

    Raises:
        InputError: A name is not a hook's, or a deadline is not above 0.
    """
    for hook, deadline_ms in (overrides or {}).items():
        if hook not in DEADLINES_MS:
            raise InputError(f"There is no hook {hook!r} to set a deadline for.")
        if deadline_ms <= 0:
            raise InputError(f"The deadline of {hook} must be above 0 ms, not {deadline_ms}.")
    return {**DEADLINES_MS, **(overrides or {})}
