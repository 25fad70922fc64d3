"""Fit guidance and blocks into a host's limit: leave out whole blocks, least needed first, and name them.

If guidance and names alone exceed the limit, their end is cut off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NEEDED = ("identity", "user", "memory", "task", "narrative", "learned", "scaffold")
"""Blocks, most needed first; blocks of plugins come last."""


def within_cap(prompt: str, blocks: Sequence[Mapping[str, Any]], cap: int) -> str:
    """Return the prompt, or as much of it as fits.

    Args:
        prompt: Guidance, then the texts of the blocks in order.
        blocks: The blocks as plain data, see `Session.frozen_blocks`.
        cap: Maximum characters.
    """
    if len(prompt) <= cap:
        return prompt
    texts = [str(block["text"]) for block in blocks]
    guidance = prompt[: prompt.find(texts[0])].rstrip() if texts and texts[0] in prompt else ""
    names = [str(block["name"]) for block in blocks]
    room = cap - len(guidance) - len(_left_out(names)) - 4
    kept: set[int] = set()
    for place in sorted(range(len(blocks)), key=lambda place: (_rank(names[place]), place)):
        if len(texts[place]) + 2 <= room:
            kept.add(place)
            room -= len(texts[place]) + 2
    missing = [name for place, name in enumerate(names) if place not in kept]
    shown = [text for place, text in enumerate(texts) if place in kept]
    return "\n\n".join([part for part in (guidance, *shown) if part] + [_left_out(missing)])[:cap]


def _rank(name: str) -> int:
    return NEEDED.index(name) if name in NEEDED else len(NEEDED)


def _left_out(names: Sequence[str]) -> str:
    return (
        f"[Left out, as this host takes no more: {', '.join(names)}. search_memories finds what is in them.]"
    )
