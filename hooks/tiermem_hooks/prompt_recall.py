"""Find entries and turns that are relevant to a prompt; tiermem shows those that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.plugins import hookimpl
from tiermem.plugins.text import has_words

if TYPE_CHECKING:
    from tiermem import RecallResult
    from tiermem.plugins import HookSession

TO_FORGET = (
    "The user asks to have something forgotten. The blocks above may show it until this session ends: use it no more, "
    "and remove its entry with delete_memory."
)
"""The advice for a prompt that asks to forget something. Blocks are frozen for the session to keep a cached prefix."""
MOST_SAID = 400
"""Maximum characters of statements made in passing to show beside other passages."""


@hookimpl
def on_user_prompt(session: HookSession, prompt: str) -> RecallResult:
    """Return all candidates, best first; tiermem applies the budgets."""
    found = session.find_passages(prompt)
    if found.said:
        found = _with_said(found, prompt, session.settings.recall.char_limit)
    return _with_advice(found) if _may_ask_to_forget(prompt) and _asks_to_forget(prompt) else found


def _may_ask_to_forget(prompt: str) -> bool:
    """Return False for most prompts, cheaply."""
    return has_words(prompt, "remembers", "keeps")


def _asks_to_forget(prompt: str) -> bool:
    from tiermem_hooks.memory_requests.to_forget import asks_to_forget  # for the few prompts that may

    return asks_to_forget(prompt)


def _with_advice(found: RecallResult) -> RecallResult:
    from dataclasses import replace

    return replace(found, advice=(TO_FORGET,))


def _with_said(found: RecallResult, prompt: str, most: int) -> RecallResult:
    """Return the passages found and statements made in passing; all that fit where the prompt asks about the user."""
    from dataclasses import replace

    from tiermem_hooks.extraction.unlearned import unlearned  # reading the rules takes some 100 ms

    room = most if found.is_about_user else MOST_SAID
    said = unlearned(found.said, room, prompt, of_everything=found.is_about_user)
    return replace(found, passages=(*found.passages, *said))
