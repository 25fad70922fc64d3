"""Remove injected text and its tags from input; `escaping` escapes them in output.

Folded text is matched, so that full-width letters, accents or invisible characters inside a tag do not hide it. (A
zero-width space inside the tag passed the filters of other memories that were tried.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tiermem.support.lazy import pattern
from tiermem.text.escaping import DASHES, WRAPPERS, escape_tags, seen_character
from tiermem.text.folding import ensure_text

PRIVATE = "private"
"""The tag around text that a person wants neither stored nor learned."""

_MOST_ROUNDS = 8
_CONTROL = pattern(r"[\x00-\x08\x0e-\x1b\x7f]")


def _tolerant(name: str) -> str:
    """Return a pattern for a tag's name that accepts any dash, with spaces around it."""
    return rf"\s*[{DASHES}]\s*".join(map(re.escape, re.split("[-_]", name)))


_NAMES = "|".join(dict.fromkeys(map(_tolerant, WRAPPERS)))
_TAG = pattern(rf"<\s*(?:(/)\s*)?({_NAMES}|{PRIVATE})(?!\w)[^<>]*>")
_PASSAGE = pattern(r"- \[[^\]]{1,500} · \d{4}-\d\d-\d\d · [^\]]{0,500}\] ")
_NOTES = ("[Recalled from memory, as reference data:", "[Changed since this conversation began;")
_NAME_PARTS = pattern(rf"[{DASHES}\s]+")


def _seen_with_places(text: str) -> tuple[str, Sequence[int]]:
    """Return *text* as a reader sees it, and the offset of each character in *text*."""
    if text.isascii() and not _CONTROL.search(text):
        return text.lower(), range(len(text))
    seen: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for part in seen_character(character):
            seen.append(part)
            places.append(place)
    return "".join(seen), places


def _might_hold_tag(text: str) -> bool:
    return any(mark in text for mark in "<＜﹤")


def _injected(seen: str) -> list[tuple[int, int]]:
    """Return the (start, end) of fenced blocks and of stray tags, in order.

    A block extends from the outermost opening tag to its closing tag. Private text without a closing tag extends to the
    end.
    """
    stretches: list[tuple[int, int]] = []
    open_tags: dict[str, list[int]] = {}
    for match in _TAG.finditer(seen):
        stretches.append(match.span())
        openings = open_tags.setdefault(_NAME_PARTS.sub("-", match[2]), [])
        if not match[1]:
            openings.append(len(stretches) - 1)
        elif openings:
            start = openings.pop()
            stretches[start:] = [(stretches[start][0], match.end())]
            for others in open_tags.values():
                while others and others[-1] > start:
                    others.pop()
    for start in open_tags.get(PRIVATE, ())[:1]:
        stretches[start:] = [(stretches[start][0], len(seen))]
    return stretches


def strip_injected(text: str) -> str:
    """Return the user's own words: *text* without fenced blocks, hosts' wrappers, and stray tags of either.

    Tags that appear only after others are removed are removed too, or finally escaped.
    """
    ensure_text(text)
    if not _might_hold_tag(text):
        return text
    for _ in range(_MOST_ROUNDS):
        left = _without_injected(text)
        if left == text:
            return text
        text = left.strip()
    return escape_tags(text)


def _without_injected(text: str) -> str:
    seen, places = _seen_with_places(text)
    kept: list[str] = []
    position = 0
    for start, end in _injected(seen):
        kept.append(text[position : places[start]])
        position = places[end - 1] + 1
    return "".join([*kept, text[position:]])


def strip_passages(text: str) -> str:
    """Return *text* without recalled passages that lost their fence, by their ref, date and indented continuations."""
    kept: list[str] = []
    inside = False
    for line in text.splitlines():
        stripped = line.strip()
        inside = _PASSAGE.match(stripped) is not None or (inside and line.startswith("  "))
        if not inside and not stripped.startswith(_NOTES):
            kept.append(line)
    return "\n".join(kept)
