"""Find the entries and turns that may matter to a prompt; tiermem shows those that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.plugins import hookimpl

if TYPE_CHECKING:
    from tiermem import RecallResult
    from tiermem.plugins import HookSession

MOST_SAID = 400
"""Characters of statements made in passing that are shown beside other passages, at most."""


@hookimpl
def on_user_prompt(session: HookSession, prompt: str) -> RecallResult:
    """Return all candidates, best first; tiermem keeps to its budgets."""
    found = session.find_passages(prompt)
    return _with_said(found, prompt, session.settings.recall.char_limit) if found.said else found


def _with_said(found: RecallResult, prompt: str, most: int) -> RecallResult:
    """Return the passages found and statements made in passing; all that fit where the prompt asks about the user."""
    from dataclasses import replace

    from tiermem_hooks.extraction.unlearned import unlearned  # reading the rules takes some 100 ms

    room = most if found.is_about_user else MOST_SAID
    said = unlearned(found.said, room, prompt, of_everything=found.is_about_user)
    return replace(found, passages=(*found.passages, *said))
