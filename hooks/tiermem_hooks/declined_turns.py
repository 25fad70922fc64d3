"""Turns in which the user asks that what they say is not remembered: they stay in the journal and out of recall."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem import Turn
from tiermem.plugins.text import fold, languages

if TYPE_CHECKING:
    from tiermem import Passage

_SOME_TIME = "2000-01-01T00:00:00Z"


def is_declined(passage: Passage) -> bool:
    """Whether a passage is a turn of the user's that says of itself that it is not to be remembered.

    What a later turn takes back ("don't save that") is not looked at; gap-fill does, before it keeps anything.
    """
    return passage.kind == "turn" and passage.label not in ("assistant", "tool") and _declines(passage.text)


@lru_cache(maxsize=2048)
def _declines(text: str) -> bool:
    """Return True if a turn declines; its date makes no difference, and the same turns are recalled time and again."""
    if not _may_decline(text):
        return False
    from tiermem_hooks.extraction.declines import declined
    from tiermem_hooks.extraction.extract import spoken

    return bool(declined(spoken([Turn(speaker="user", content=text, at=_SOME_TIME)])))


def _may_decline(text: str) -> bool:
    """Whether the user may speak of the talk itself, and not of software that is not to store or log something.

    Only then the rules are asked: reading them from their files takes some 100 ms.
    """
    said = fold(text).replace("’", "'")
    known = languages.statements_of(text)
    if known.secrecy.search(said):
        return True
    names = known.remembers.search(said) or (known.keeps.search(said) and known.talk.search(said))
    return names is not None and known.refuses.search(said) is not None
