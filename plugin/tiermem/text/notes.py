"""Notes about the user in the third person, as agents write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text.languages import changes_of, languages_of
from tiermem.text.terms import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_STEM = 4
"""Number of first letters that the forms of a word share."""
_SHARED, _SHARE = 2, 0.5
"""Words that a note shares with what was declined, or their share of those that nothing else explains, to say it."""
_OF_NOTES = frozenset({"user", "users", "nutzer", "benutzer", "utilisateur", "usuario", "用户"})
"""Words for the user in notes."""


def in_first_person(text: str) -> str:
    """Return a note about the user in the first person; any other text as it is."""
    said = text
    for one in languages_of(text):
        changes = changes_of(one.code)
        for find, put in changes.to_first if changes else ():
            said = pattern(find, re.IGNORECASE).sub(put, said)
    return said if said == text else said[:1].upper() + said[1:]


def unexplained(note: str, kept: Iterable[str]) -> list[str]:
    """Return the telling words of a note that no kept sentence has."""
    known = frozenset().union(*map(_stems, kept))
    return [word for word in _telling(note) if word[:_STEM] not in known]


def says_declined(note: str, declined: Sequence[str], kept: Iterable[str]) -> bool:
    """Return True if a note says something that was declined, in its words or on its topic, beside what is kept.

    Args:
        note: The note.
        declined: The sentences that the user asked not to keep.
        kept: What else the user said.
    """
    left = unexplained(note, kept)
    secret = frozenset().union(*map(_stems, declined))
    shared = {word for word in left if word[:_STEM] in secret}
    if len(shared) >= _SHARED or (shared and len(shared) >= _SHARE * len(left)):
        return True
    from tiermem.text.topics import topics_of  # few sessions decline anything

    topics = topics_of(" ".join(left))
    return any(not topics.keys().isdisjoint(topics_of(one)) for one in declined)


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _telling(text))


def _telling(text: str) -> list[str]:
    empty = STOP_WORDS | _OF_NOTES | languages_of(text)[0].stop_words
    return [word for word in words(text) if word not in empty]
