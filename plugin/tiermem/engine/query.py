"""From the user's words to what is searched for."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from tiermem.text import query_words, words
from tiermem.text.languages import languages_of
from tiermem.text.times import periods
from tiermem.text.views import view
from tiermem.values import Query, local_now

if TYPE_CHECKING:
    from tiermem.text.languages import Language
    from tiermem.text.times import Mention

LOOKED_AT = 2_000
"""Characters at the beginning of a prompt, and at its end, in which phrases and times are looked for: what is asked
stands before or behind what was pasted."""


def understand(text: str, now: datetime | None = None) -> Query:
    """The query in a prompt.

    Args:
        text: The user's own words.
        now: The present that "last week" is said in; this computer's when None.
    """
    now = now or local_now()
    ends = text if len(text) <= 2 * LOOKED_AT else f"{text[:LOOKED_AT]}\n\n{text[-LOOKED_AT:]}"
    languages = languages_of(ends)
    seen = view(ends)
    mention = _looking_back(periods(ends, now, languages), now)
    return Query(
        text=text,
        words=tuple(query_words(text, languages=languages)),
        languages=languages,
        asks_about_past=any(one.says(seen, one.asks_about_past) for one in languages),
        asks_when=any(one.says(seen, one.asks_when) for one in languages),
        period=mention.period if mention is not None else None,
        period_words=_period_words(mention, ends, languages) if mention is not None else frozenset(),
    )


def _looking_back(mentions: list[Mention], now: datetime) -> Mention | None:
    """The first that has begun."""
    begun = (one for one in mentions if one.period.since is None or one.period.since <= now)
    return next(begun, None)


def _period_words(mention: Mention, text: str, languages: tuple[Language, ...]) -> frozenset[str]:
    """The words of a time that stand nowhere else in the text, but for names of months, days and years."""
    own = {word for word in words(text[mention.start : mention.end]) if not _is_a_name(word, languages)}
    own.difference_update(words(text[: mention.start]), words(text[mention.end :]))
    return frozenset(own)


def _is_a_name(word: str, languages: tuple[Language, ...]) -> bool:
    """Whether a word names a time whoever says it and whenever: 3 May, Monday, summer, 2024."""
    return word.isdigit() or any(
        word in names for one in languages for names in (one.months, one.weekdays, one.times.seasons)
    )
