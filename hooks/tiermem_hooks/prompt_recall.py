"""For every prompt, find the entries and turns that may matter to it; what fits is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem import RecallResult
from tiermem.plugins import hookimpl
from tiermem_hooks.declined_turns import is_declined

if TYPE_CHECKING:
    from tiermem.plugins import HookSession

_LOOKED_AT = 4
"""Passages that are looked at, the best ones, as a multiple of those that may be shown; behind them none is."""


@hookimpl
def on_user_prompt(session: HookSession, prompt: str) -> RecallResult:
    """All candidates, best first, but for what the user declined to have remembered; tiermem keeps to its budgets."""
    found = session.find_passages(prompt)
    best = found.passages[: _LOOKED_AT * session.settings.recall.top_k]
    declined = {passage.ref for passage in best if is_declined(passage)}
    kept = (one for one in found.passages if one.ref not in declined and one.answers not in declined)
    return RecallResult(passages=tuple(kept), terms=found.terms, notes=found.notes)
