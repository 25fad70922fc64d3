"""The tags around what is injected: escaped on the way out of the store, taken off on the way in.

Matching is done on folded text, so that full-width letters or invisible characters inside a tag hide nothing
(a zero-width space inside the tag passed the peers' filters that were tried).
"""

from __future__ import annotations

import re

from tiermem.text.folding import fold_with_places
from tiermem.values.words import SEPARATOR

FENCE = "memory-context"
HOST_WRAPPERS = (
    "hook_context",
    "system-reminder",
    "system_reminder",
    "current_datetime",
    "command-name",
    "command-message",
    "command-args",
    "local-command-stdout",
    "local-command-caveat",
)
"""Tags that hosts put around what they add to a prompt (Gemini CLI, Claude Code, Copilot)."""

_NAMES = "|".join(re.escape(name) for name in (FENCE, *HOST_WRAPPERS))
_OPENING = re.compile(rf"<\s*/?\s*(?:{_NAMES})")
_TAG = re.compile(rf"<\s*(/?)\s*({_NAMES})\b[^<>]*>")
_RULE_LINE = re.compile(r"^[ \t]*═{3,}", re.MULTILINE)
_SEPARATOR_LINE = re.compile(rf"^[ \t]*{SEPARATOR.strip()}[ \t]*$", re.MULTILINE)


def _might_hold_tag(text: str) -> bool:
    return any(mark in text for mark in "<＜﹤")


def _injected(folded: str) -> list[tuple[int, int]]:
    """The stretches of fenced blocks and of stray tags, in order: a tag that closes ends at the next of its name."""
    tags = [(match.start(), match.end(), bool(match[1]), match[2]) for match in _TAG.finditer(folded)]
    next_closing: dict[str, int] = {}
    closed_at: list[int | None] = []
    for _, end, closes, name in reversed(tags):
        closed_at.append(None if closes else next_closing.get(name))
        if closes:
            next_closing[name] = end
    stretches: list[tuple[int, int]] = []
    for (start, end, _, _), closing in zip(tags, reversed(closed_at), strict=True):
        if not stretches or start >= stretches[-1][1]:
            stretches.append((start, closing or end))
    return stretches


def escape(text: str) -> str:
    """*text* so that it can neither close nor forge a fence, a wrapper, or the rules of a block."""
    if "═" in text:
        text = _RULE_LINE.sub(lambda match: match[0].replace("═", "="), text)
    if SEPARATOR.strip() in text:
        text = _SEPARATOR_LINE.sub("(§)", text)
    if not _might_hold_tag(text):
        return text
    folded, places = fold_with_places(text)
    openings = {places[match.start()] for match in _OPENING.finditer(folded)}
    return "".join("&lt;" if place in openings else character for place, character in enumerate(text))


def strip_injected(text: str) -> str:
    """The user's own words: *text* without fenced blocks, hosts' wrappers, and stray tags of either."""
    if not _might_hold_tag(text):
        return text
    folded, places = fold_with_places(text)
    kept: list[str] = []
    position = 0
    for start, end in _injected(folded):
        kept.append(text[position : places[start]])
        position = places[end - 1] + 1
    kept.append(text[position:])
    return "".join(kept).strip()
