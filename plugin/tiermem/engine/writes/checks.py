"""Check every write before it reaches the store: shape, lengths, and the `check_write` hooks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.errors import CheckRefused, ContentLength, InputError, NotAllowed
from tiermem.support.lazy import pattern
from tiermem.text import STOP_WORDS, is_blank, storable, words
from tiermem.text.scripts import UNSPACED
from tiermem.values import (
    LAYERS,
    TIERS,
    Change,
    Draft,
)
from tiermem.values.recall import ALL_TAKEN
from tiermem.values.words import APPROVED

if TYPE_CHECKING:
    from tiermem.ports import Hooks
    from tiermem.values import (
        AgentSettings,
        Checked,
        Entry,
        LimitSettings,
        Operation,
        Source,
        Speaker,
    )

_LONGEST_CONTENT = 20_000
"""Maximum characters of an entry, whoever writes it; longer texts are documents, not statements."""
WITHHELD = "[withheld: a check refused this text]"
"""Replaces a text that a check refused or had no time for."""
_STORED: tuple[Operation, ...] = ("add", "update", "correct")


def check_shape(change: Change, settings: AgentSettings, *, staged: bool = False) -> None:
    """Raise unless a change can be stored.

    Args:
        change: The change.
        settings: The bounds.
        staged: True if it will be staged: then no budget limits its length.

    Raises:
        InputError: A text contains NUL or lone surrogates, nothing of the content can be seen, a field has an invalid
            value, or a number is out of range.
        NotAllowed: This writer may not write the layer, or the tier is switched off.
        ContentLength: Content or subject is too short or too long.
    """
    draft = change.draft
    if draft is None:
        return
    if not all(storable(text or "") for text in _texts(draft)):
        raise InputError("The text holds NUL or broken Unicode, which cannot be stored. Remove it.")
    if draft.content.strip() and is_blank(draft.content):
        raise InputError("The content has only invisible characters. Write a statement that can be read.")
    _check_words(draft)
    if draft.layer == "L2" and not _may_write_archive(change):
        raise NotAllowed("The archive (L2) is written at a session's end only. Use layer L1.")
    if draft.tier == "identity" and draft.layer != "L0":
        raise NotAllowed("The identity tier has layer L0 only. Use layer L0, or the tier 'user'.")
    if change.source != "user" and not settings.enabled(draft.tier):
        raise NotAllowed(settings.switched_off(draft.tier))
    for name, label in (("subject", draft.subject), ("category", draft.category)):
        if label is not None and len(label) > settings.limits.subject_chars:
            raise ContentLength(name, len(label), 0, settings.limits.subject_chars)
    over_budget = draft.layer == "L0" and settings.char_limit(draft.tier) < len(draft.content)
    if over_budget and not staged and len(draft.content) <= _LONGEST_CONTENT:
        return  # the budget refuses it, with usage and what could make room
    _check_length(change, draft, settings.limits)


def _texts(draft: Draft) -> tuple[str | None, ...]:
    labels = (
        draft.category,
        draft.subject,
        draft.project_id,
        draft.task_id,
        draft.connection_id,
        draft.context_type,
    )
    return (draft.content, draft.origin, *labels, *draft.tags)


def _check_words(draft: Draft) -> None:
    for name, word, known in (
        ("layer", draft.layer, LAYERS),
        ("tier", draft.tier, TIERS),
    ):
        if word not in known:
            raise InputError(f"There is no {name} {word!r}. Possible: {', '.join(known)}.")
    for name, number in (("importance", draft.importance), ("confidence", draft.confidence)):
        if not 0 <= number <= 1:
            raise InputError(f"The {name} must be from 0 to 1, not {number}.")


def _may_write_archive(change: Change) -> bool:
    """Return True if the writer may write the archive: a session's end, or a person's correction or import."""
    return change.source == "system" or (
        change.source == "user"
        and (change.operation != "add" or (change.draft is not None and is_import(change.draft)))
    )


def _check_length(change: Change, draft: Draft, limits: LimitSettings) -> None:
    """Check the configured lengths, which apply to the agent and gap-fill, not to a person or the archive."""
    bound = change.source != "user" and draft.layer != "L2" and not is_import(draft) and not change.any_length
    low, high = limits.content_chars if bound else (1, _LONGEST_CONTENT)
    length = len(draft.content.strip())
    says = length if length >= low else length + len(UNSPACED.findall(draft.content))  # 我姓邸 is a statement
    if says < low or length > high:
        raise ContentLength("content", length, low, high)


def is_import(draft: Draft) -> bool:
    """Return True if it was imported from another program or a file."""
    return (draft.origin or "").startswith("import:")


def check_hooks(hooks: Hooks, change: Change, *, patience_ms: float | None = None) -> Checked:
    """Return the change as the `check_write` hooks leave it, and their verdict.

    Args:
        hooks: The hooks.
        change: The change.
        patience_ms: Milliseconds for all third-party checks, besides each one's deadline.

    Raises:
        CheckRefused: A hook refused the change or failed (an unchecked text is not stored), or left a text that cannot
            be stored.
    """
    checked = hooks.check_write(change, patience_ms=patience_ms)
    if checked.verdict.action == "refuse":
        reason = checked.verdict.reason or "no reason given"
        raise CheckRefused(checked.plugin or "a check", reason, failed=checked.failure is not None)
    left = checked.change.content
    if not storable(left) or (change.operation in _STORED and is_blank(left)):
        raise CheckRefused(checked.plugin or "a check", "what it left of the text cannot be stored")
    return checked


def redacted(
    hooks: Hooks,
    text: str,
    operation: Operation,
    *,
    source: Source = "system",
    speaker: Speaker | None = None,
    session_id: str | None = None,
    patience_ms: float | None = None,
) -> str:
    """Redact a text before it is stored in journal, stream or receipt, or sent to the model.

    Raises:
        CheckRefused: A hook refused the whole text.
    """
    if not text:
        return text
    draft = Draft(content=text, speaker=speaker)
    change = Change(operation=operation, source=source, draft=draft, session_id=session_id)
    return check_hooks(hooks, change, patience_ms=patience_ms).change.content


def blocked(hooks: Hooks, entry: Entry, *, is_altered: bool = False) -> str | None:
    """Return the reason to keep an entry out of blocks: a check would now stage or refuse it; None if there is none.

    This shows entries that were changed on disk as blocked.

    Args:
        hooks: The agent's plugins.
        entry: The entry.
        is_altered: True if another program changed it, see `Records.altered`. Otherwise an entry that a person wrote or
            accepted is not checked.
    """
    is_own = entry.source == "user" and not (entry.origin or "").startswith("import:")
    if (is_own or APPROVED in entry.tags) and not is_altered:
        return None
    source = "system" if is_altered else entry.source
    draft = Draft(
        content=entry.content,
        layer=entry.layer,
        tier=entry.tier,
        speaker=None if is_altered else entry.speaker,
        origin=entry.origin,
    )
    checked = hooks.check_write(Change(operation="load", source=source, draft=draft))
    held_back = checked.verdict.action in ("stage", "refuse") and checked.failure is None
    return f"blocked: {checked.verdict.reason or checked.plugin}" if held_back else None


_IDENTIFIES = pattern(
    r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,30}|https?://[^\s\"'<>)]{4,200}|\+?\d(?:[ ./-]?\d){5,18}"
    r"|\[redacted: (?:IBAN|card number)\]"
)
"""Addresses, numbers and links that lead to a person, an account or a sign-in page."""
_QUANTITY = pattern(r"\d+\.\d+|(?:19|20)\d\d-\d\d-\d\d|\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d")
"""Decimal numbers and dates, which lead to nobody."""


def _identifying(text: str) -> list[str]:
    return [one for one in _IDENTIFIES.findall(text) if not _QUANTITY.fullmatch(one)]


def changes_a_contact(old: str, new: str) -> bool:
    """Return True if the new text changes an address, number or link of the old one."""
    before, after = (set(_identifying(text)) for text in (old, new))
    return bool(before - after and after - before)


_SHARE_SAID = 0.6
"""Minimum share of a text's telling words that the user said for the text to count as the user's."""


def is_said(content: str, said: str) -> bool:
    """Return True if the user said most of a text in the session, including all of its numbers and links."""
    heard = set(words(said))
    wanted = _telling(content)
    found = sum(
        word in heard or any(word[:_STEM] == one[:_STEM] for one in heard if len(one) > _STEM)
        for word in wanted
    )
    named = all(one in said for one in _identifying(content))
    return bool(wanted) and named and found >= _SHARE_SAID * len(wanted)


def is_repeated(content: str, told: Sequence[str]) -> bool:
    """Return True if one of several texts in a row, with the one after it, holds most of what *content* says."""
    wanted = _telling(content)
    if len(wanted) < _FEWEST_TOLD:
        return False
    for first, second in pairwise((*told, "")):
        both = f"{first}\n{second}"
        lowered = both.casefold()  # a quick look: reading the words of a large result takes long
        if sum(word[:_STEM] in lowered for word in wanted) >= _SHARE_SAID * len(wanted) and is_said(
            content, both
        ):
            return True
    return False


def _telling(content: str) -> list[str]:
    """Return the words of a text that carry its meaning."""
    return [word for word in words(content) if word not in STOP_WORDS and word not in ("user", "users")]


_FEWEST_TOLD = 3
"""Minimum telling words of a text that can be recognised as another's."""
_STEM = 4
"""Number of first letters that the forms of a word share."""


def label(hooks: Hooks, name: str | None) -> str | None:
    """Return the name of a project, task or connection, redacted and on one line.

    Raises:
        InputError: It cannot be stored.
        CheckRefused: A hook refused it.
    """
    if name is None:
        return None
    if not storable(name):
        raise InputError("The name of a project, task or connection holds NUL or broken Unicode.")
    return redacted(hooks, " ".join(name.splitlines()), "log", source="user")


class Checks:
    """The checks of all texts of one prompt. They share one budget, because a person is waiting.

    Texts that third-party checks had no time for are withheld. Built-in checks always run.

    Args:
        hooks: The hooks.
        budget_ms: Milliseconds for all texts; `recall.deadline_ms`.

    Attributes:
        notes: Notes for the receipt on withheld texts, with reasons. They quote no text of a person.
    """

    def __init__(self, hooks: Hooks, budget_ms: float) -> None:
        self._hooks = hooks
        self._budget_ms = budget_ms
        self._left_ms = budget_ms
        self.notes: list[str] = []

    def shown(self, text: str) -> str:
        """Return a text for the model."""
        return self._passed(text, "render")

    def kept(self, text: str) -> str:
        """Return a text for a receipt."""
        return self._passed(text, "log")

    def _passed(self, text: str, operation: Operation) -> str:
        until = time.perf_counter() + self._left_ms / 1000
        try:
            return redacted(self._hooks, text, operation, patience_ms=max(self._left_ms, 0))
        except CheckRefused as refusal:
            self._note(refusal, out_of_time=time.perf_counter() >= until)
            return WITHHELD
        finally:
            self._left_ms = (until - time.perf_counter()) * 1000

    def _note(self, refusal: CheckRefused, *, out_of_time: bool) -> None:
        note = f"{refusal.plugin} refused a text, or could not check it: it was withheld"
        if out_of_time:
            given = f"{self._budget_ms:g} ms"
            note = f"the checks of this prompt {ALL_TAKEN} {given}: what they did not see was withheld"
        if note not in self.notes:
            self.notes.append(note)
