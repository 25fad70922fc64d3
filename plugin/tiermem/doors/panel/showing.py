"""Format values for a page: times, differences, authors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, tzinfo
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal, NamedTuple

from tiermem.values.words import APPROVED, HIDDEN, PINNED, RECALLED_ONLY, STANDING, day_of, moment

if TYPE_CHECKING:
    from tiermem.values import Entry, Layer

_UNITS = ((31_536_000, "y"), (2_592_000, "mo"), (604_800, "w"), (86_400, "d"), (3_600, "h"), (60, "min"))
"""Seconds of a unit of age, largest first, with its abbreviation."""
_WORD = re.compile(r"\s+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+|[^\w\s]")
"""Parts that a difference keeps whole; scripts without spaces are compared character by character."""
_LONGEST_COMPARED = 4_000
"""Parts of two texts up to which they are compared; the time grows with their product."""
MARKS: Mapping[str, str] = {
    STANDING: "holds for every task",
    PINNED: "pinned",
    HIDDEN: "kept out of the prompt",
    RECALLED_ONLY: "unconfirmed: shown only when needed",
    APPROVED: "approved",
}
"""Tags that the engine reads, in words. They are shown, and not edited with a person's own tags."""


LAYER_WORDS: Mapping[Layer, tuple[str, str]] = {
    "L0": ("always", "in every prompt"),
    "L1": ("when needed", "recalled when it matters"),
    "L2": ("archive", "the archive of conversations and finished tasks"),
}
"""Layer → its name on the pages, and what it means."""


class Part(NamedTuple):
    """A piece of a difference."""

    kind: Literal["same", "del", "ins"]
    text: str


def age(instant: str | None, now: datetime) -> str:
    """Return how long ago a stored instant was, as "3 w"; "now" in the first minute and for the future."""
    if not instant:
        return ""
    try:
        seconds = (now - moment(instant)).total_seconds()
    except (ValueError, TypeError):
        return instant
    return next((f"{int(seconds // size)} {unit}" for size, unit in _UNITS if seconds >= size), "now")


def day(instant: str | None, zone: tzinfo = UTC) -> str:
    """Return a stored instant as "3 Nov 2026", in a zone; what is no instant as it is."""
    found = day_of(instant or "", zone)
    return f"{found.day} {found:%b} {found.year}" if found else instant or ""


def minute(instant: str | None, zone: tzinfo = UTC) -> str:
    """Return a stored instant as "3 Nov 2026, 14:02", in a zone."""
    try:
        return f"{day(instant, zone)}, {moment(instant or '').astimezone(zone):%H:%M}"
    except (ValueError, TypeError, OverflowError):
        return instant or ""


def difference(before: str, after: str) -> list[Part]:
    """Return what changed between two texts, word by word."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    if len(old) + len(new) > _LONGEST_COMPARED:
        return [Part("del", before), Part("ins", after)]
    return list(_joined(_parts(old, new)))


def _parts(old: list[str], new: list[str]) -> Iterator[Part]:
    for kind, start, end, from_, to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield Part("same", "".join(old[start:end]))
            continue
        if start < end:
            yield Part("del", "".join(old[start:end]))
        if from_ < to:
            yield Part("ins", "".join(new[from_:to]))


def _joined(parts: Iterator[Part]) -> Iterator[Part]:
    """Join changes that only white space separates, so that a reworded phrase reads as one."""
    taken: list[str] = ["", ""]
    for part in parts:
        if part.kind == "same" and not (part.text.isspace() and any(taken)):
            yield from _taken(taken)
            taken = ["", ""]
            yield part
            continue
        for place, kind in enumerate(("del", "ins")):
            if part.kind in (kind, "same"):
                taken[place] += part.text
    yield from _taken(taken)


def _taken(taken: list[str]) -> Iterator[Part]:
    gone, new = taken
    if gone.isspace() and gone == new:
        yield Part("same", gone)
        return
    if gone:
        yield Part("del", gone)
    if new:
        yield Part("ins", new)


def whose(entry: Entry, who: str) -> str:
    """Return whose words an entry is, or what wrote it.

    Args:
        entry: The entry.
        who: Its author as the reader calls them: "you", a name, or "a person" where several share it.
    """
    if (entry.origin or "").startswith("import:"):
        return f"imported from {(entry.origin or '').split(':')[1]}"
    if entry.source == "user":
        return f"written by {who}"
    if entry.speaker == "user":
        return f"said by {who}"
    if entry.speaker in ("assistant", "tool"):
        return f"said by the {entry.speaker}"
    return {"agent": "noted by the agent", "system": "learned"}[entry.source]


def own_tags(entry: Entry) -> list[str]:
    """Return the tags that people give, without those that the engine reads."""
    return [tag for tag in entry.tags if not is_mark(tag)]


def marks(entry: Entry) -> list[str]:
    """Return the tags of an entry that the engine reads, in words."""
    return [MARKS.get(tag, tag.split(":")[0]) for tag in entry.tags if is_mark(tag)]


def is_mark(tag: str) -> bool:
    """Return True if the engine reads this tag."""
    return tag in MARKS or tag.startswith("sensitive:")
