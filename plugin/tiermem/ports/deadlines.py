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

A person waits for the first word after a prompt, so every hook on that path has 300 ms. An agent's memory gives the
hooks of `ON_PROMPT_PATH` its ``recall.deadline_ms`` instead. The hooks of a turn and of a write have 2 s. Compaction
has 5 s and the end of a session 10 s, because hosts kill slow hooks there. Embedding has a minute, for many documents
on a slow machine; a query's caller waits no longer than recall may take. A model's answer may take
``completion.deadline_s``, an hour at most.
"""
TOOL_DEADLINE_MS: Final = 30_000
"""Maximum milliseconds of a plugin's tool. The model waits for it, and hosts give tools about a minute."""
ON_PROMPT_PATH: Final = ("on_user_prompt", "score_entries", "render_passages")
"""Hooks that a person waits for at every prompt. `tiermem.Memory.open` gives each the deadline of recall."""


def resolve_deadlines(overrides: Mapping[str, int] | None) -> Mapping[str, int]:
    """Return `DEADLINES_MS` with some values replaced.

    Raises:
        InputError: A name is not that of a hook, or a deadline is not above 0.
    """
    for hook, deadline_ms in (overrides or {}).items():
        if hook not in DEADLINES_MS:
            raise InputError(f"There is no hook {hook!r} to set a deadline for.")
        if deadline_ms <= 0:
            raise InputError(f"The deadline of {hook} must be above 0 ms, not {deadline_ms}.")
    return {**DEADLINES_MS, **(overrides or {})}
