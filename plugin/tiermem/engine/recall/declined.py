"""Keep what the user declined to have remembered out of recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import Passage

Declined = tuple[int, int, int]
"""The start and end of what was declined of a turn, and how long the turn was: erasing may have shortened it since."""


def places(content: str, sentences: Sequence[str]) -> list[Declined]:
    """Return where sentences stand in a turn, in their order; the whole turn if one of them is not found."""
    found, behind = [], 0
    for sentence in sentences:
        start = content.find(sentence, behind)
        if start < 0:
            return [(0, len(content), len(content))]
        behind = start + len(sentence)
        found.append((start, behind, len(content)))
    return found


def without_declined(passages: Sequence[Passage], store: Store, scopes: Sequence[int]) -> tuple[Passage, ...]:
    """Return the passages without what was declined of turns; those of which nothing is left are left out."""
    turns = {one.ref for one in passages if one.kind == "turn"}
    declined: Mapping[str, Sequence[Declined]] = store.stream.declined(scopes) if turns else {}
    if turns.isdisjoint(declined):
        return tuple(passages)
    left = (_left(one, declined[one.ref], store) if one.ref in declined else one for one in passages)
    shown = [one for one in left if one is not None]
    refs = {one.ref for one in shown}
    return tuple(one for one in shown if one.answers is None or one.answers in refs)


def _left(passage: Passage, declined: Sequence[Declined], store: Store) -> Passage | None:
    """Return the passage without its declined sentences; None where it holds nothing else, or a part of one."""
    session_id, _, position = passage.ref.rpartition("/")
    turns = store.sessions.turns(session_id, start=int(position), stop=int(position) + 1)
    whole, text = "".join(turn.content for turn in turns), passage.text
    if any(length != len(whole) for _, _, length in declined):
        return None  # something of the turn was erased: nobody knows where they stand now
    for said in sorted({whole[start:end] for start, end, _ in declined}, key=len, reverse=True):
        if said not in passage.text:
            return None  # an excerpt, which may begin or end within it
        text = text.replace(said, "")
    text = " ".join(text.split()).strip()
    return replace(passage, text=text) if any(map(str.isalnum, text)) else None
