"""Turns in which the user asks that what they say is not remembered: they stay in the journal and out of recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem import Turn
from tiermem.plugins.text import everywhere, fold

if TYPE_CHECKING:
    from tiermem import Passage


def is_declined(passage: Passage) -> bool:
    """Whether a passage is a turn of the user's that says of itself that it is not to be remembered.

    What a later turn takes back ("don't save that") is not looked at; gap-fill does, before it keeps anything.
    """
    if passage.kind != "turn" or passage.label in ("assistant", "tool") or not _may_decline(passage.text):
        return False
    from tiermem_hooks.extraction.declines import declined
    from tiermem_hooks.extraction.extract import spoken

    return bool(declined(spoken([Turn(speaker="user", content=passage.text, at=passage.at)])))


def _may_decline(text: str) -> bool:
    """Whether the user may speak of the talk itself, and not of software that is not to store or log something.

    Only then the rules are asked: reading them from their files takes some 100 ms.
    """
    said = fold(text).replace("’", "'")
    known = everywhere()
    cues = (known.secrecy, known.refuses, known.remembers, known.keeps, known.talk)
    is_secret, refuses, remembers, keeps, talks = (cue.search(said) is not None for cue in cues)
    return is_secret or (refuses and (remembers or (keeps and talks)))
