"""What every write must pass before it reaches the store: shape, lengths, and the `check_write` hooks."""

from __future__ import annotations

from tiermem.engine.ports import Hooks
from tiermem.errors import CheckRefused, ContentLength, InputError, NotAllowed
from tiermem.text import storable
from tiermem.values import AgentSettings, Change, Checked, Draft, LimitSettings, Operation, Source, Speaker

LONGEST_CONTENT = 20_000
"""Characters that anyone may write into one entry; longer texts are documents, not statements."""


def check_shape(change: Change, settings: AgentSettings) -> None:
    """Raise unless a change is one that can be stored.

    Raises:
        InputError: The text holds NUL or lone surrogates.
        NotAllowed: The layer is not this writer's, or the tier is switched off.
        ContentLength: Content or subject is too short or too long.
    """
    draft = change.draft
    if draft is None:
        return
    texts = (draft.content, draft.subject, draft.project_id, draft.task_id, *draft.tags)
    if not all(storable(text or "") for text in texts):
        raise InputError("The text holds NUL or broken Unicode, which cannot be stored. Remove it.")
    if draft.layer == "L2" and change.source != "system":
        raise NotAllowed("The archive (L2) is written at a session's end only. Use layer L1.")
    if draft.tier == "identity" and draft.layer != "L0":
        raise NotAllowed("The identity tier has layer L0 only.")
    if change.source != "user" and not settings.enabled(draft.tier):
        raise NotAllowed(f"The tier '{draft.tier}' is switched off for this agent.")
    if draft.layer == "L0" and settings.char_limit(draft.tier) < len(draft.content) <= LONGEST_CONTENT:
        return  # the budget refuses it, with usage and what could make room
    _check_lengths(change, draft, settings.limits)


def _check_lengths(change: Change, draft: Draft, limits: LimitSettings) -> None:
    """The configured bounds hold for the agent and for gap-fill, not for a person or the archive (seed 002)."""
    bound = change.source != "user" and draft.layer != "L2" and not _is_import(draft)
    low, high = limits.content_chars if bound else (1, LONGEST_CONTENT)
    length = len(draft.content.strip())
    if not low <= length <= high:
        raise ContentLength("content", length, low, high)
    if draft.subject is not None and len(draft.subject) > limits.subject_chars:
        raise ContentLength("subject", len(draft.subject), 0, limits.subject_chars)


def _is_import(draft: Draft) -> bool:
    return (draft.origin or "").startswith("import:")


def check_hooks(hooks: Hooks, change: Change) -> Checked:
    """The change as the `check_write` hooks leave it, and their verdict.

    Raises:
        CheckRefused: A hook refused, or failed: a check that cannot be made is not passed.
    """
    checked = hooks.check_write(change)
    if checked.verdict.action == "refuse":
        raise CheckRefused(checked.plugin or "a check", checked.verdict.reason or "no reason given")
    return checked


def redacted(
    hooks: Hooks,
    text: str,
    operation: Operation,
    *,
    source: Source = "system",
    speaker: Speaker | None = None,
    session_id: str | None = None,
) -> str:
    """A text on its way into journal, stream or receipt, or out to the model, without what hooks take out.

    Raises:
        CheckRefused: A hook refused the text as a whole.
    """
    if not text:
        return text
    draft = Draft(content=text, speaker=speaker)
    change = Change(operation=operation, source=source, draft=draft, session_id=session_id)
    return check_hooks(hooks, change).change.content
