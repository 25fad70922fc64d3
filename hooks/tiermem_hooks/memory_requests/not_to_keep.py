"""Judge whether a message asks that something is not kept, and what: itself, what was said before, or all of it.

People ask in countless words ("you never heard this from me", "that last bit was just me venting, let it go"), so each
language has fitted models beside the patterns of gap-fill: ``declines.model`` tells whether a message asks it,
``declines_before.model`` and ``declines_session.model`` of which part. They are fitted by ``python -m
benchmarks.declining``, which shifts their biases so that few messages about anything else have log odds above 0.
"""

from __future__ import annotations

from typing import Final, Literal

from tiermem.plugins.text import MOST_JUDGED, fold, has_words, languages_of, log_odds

DECLINES: Final = "declines.model"
BEFORE, SESSION = _SCOPES = "declines_before.model", "declines_session.model"
Scope = Literal["turn", "before", "session"]
"""What is not to be kept: the turn itself, the user's turn before it too, or all turns of the session."""
_LIKELY, _SURE = 1.2, 2.0
"""Least log odds of a message with a word of keeping, secrecy or refusal, and of one without. Messages of two friends
(LoCoMo) speak of much that sounds alike: of 5,882 that ask nothing of the sort, 156 have more than 0, and 17 these."""
TURNS_BACK: Final = 40
"""Number of earlier turns in which a turn may mean something; bounds the work in a session."""
_SHORT = 40
"""Maximum characters of a message with no room to name a thing besides the refusal to store it."""


def scope_declined(content: str, language: str) -> Scope | None:
    """Return what a message asks not to keep; None if it asks nothing of the sort.

    Of one longer than a model reads, the beginning and the end are judged.

    Args:
        content: The user's own words.
        language: ISO 639-1 code of their language.
    """
    for text in dict.fromkeys((content[:MOST_JUDGED], content[-MOST_JUDGED:])):
        least = _LIKELY if has_words(text, "refuses", "remembers", "keeps", "secrecy") else _SURE
        if log_odds(text, language, (DECLINES,))[DECLINES] > least:
            odds = log_odds(text, language, _SCOPES)
            return "session" if odds[SESSION] > 0 else "before" if odds[BEFORE] > 0 else "turn"
    return None


def leans_to_decline(content: str, language: str) -> bool:
    """Return True if a sentence more likely than not asks that something is not kept."""
    return log_odds(content[:MOST_JUDGED], language, (DECLINES,))[DECLINES] > 0


def may_decline(content: str) -> bool:
    """Return True if a text may ask not to keep what is said here, and not be about software that must not store.

    Gap-fill's patterns, whose rules take time to load, decide.
    """
    if has_words(content, "secrecy") or any(_scopes(content)):
        return True
    stores = has_words(content, "keeps") and (len(fold(content)) <= _SHORT or has_words(content, "talk"))
    return (stores or has_words(content, "remembers")) and has_words(content, "refuses")


def declines_session(content: str) -> bool:
    """Return True if a text asks that nothing of its session is kept, in a language that it may be in."""
    return "session" in _scopes(content)


def _scopes(content: str) -> tuple[Scope | None, ...]:
    return tuple(scope_declined(content, language.code) for language in languages_of(content))
