"""Find the entries and turns that may matter to a prompt; tiermem shows those that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import RecallResult
    from tiermem.plugins import HookSession


@hookimpl
def on_user_prompt(session: HookSession, prompt: str) -> RecallResult:
    """Return all candidates, best first; tiermem keeps to its budgets."""
    return session.find_passages(prompt)
