"""Score texts that mention a time if the question asks for one, and texts from the time asked about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import log
from typing import TYPE_CHECKING

from tiermem import Signal
from tiermem.plugins import hookimpl, moment
from tiermem.plugins.text import words

if TYPE_CHECKING:
    from tiermem import Candidate, QueryContext
    from tiermem.plugins.text import Period

_YEAR_DIGITS = 4


@hookimpl
def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Sequence[Signal] | None:
    """Measure words of time, the distance from the time asked about, and being said in a named month or year."""
    signals = []
    if asked.query.asks_when:
        time_words = frozenset[str]().union(*(language.time_words for language in asked.query.languages))
        tells = [_tells_a_time(asked.words[one.ref], time_words) for one in entries]
        signals += [
            Signal(name="tells_time", values=[float(one) for one in tells]),
            Signal(name="tells_no_time", values=[float(not one) for one in tells]),
        ]
    if asked.query.period is not None:
        away = [_days_away(moment(one.at), asked.query.period) for one in entries]
        signals += [
            Signal(name="said_then", values=[float(days == 0) for days in away]),
            Signal(name="days_away", values=[log(1 + days) for days in away]),
        ]
    months, years = _named(asked)
    if months or years:
        named = [int(one.at[5:7]) in months or one.at[:4] in years for one in entries]
        signals += [
            Signal(name="said_in_named", values=[float(one) for one in named]),
            Signal(name="said_in_another", values=[float(not one) for one in named]),
        ]
    return signals or None


def _named(asked: QueryContext) -> tuple[set[int], set[str]]:
    """Return the months and the years that the query names, in whatever year or month."""
    own = words(asked.query.text)
    months = {
        names[word]
        for word in own
        for names in (one.months for one in asked.query.languages)
        if word in names
    }
    return months, {word for word in own if len(word) == _YEAR_DIGITS and word.isdecimal()}


def _tells_a_time(own: Sequence[str], time_words: frozenset[str]) -> bool:
    return not time_words.isdisjoint(own) or any(
        len(word) == _YEAR_DIGITS and word.isdecimal() for word in own
    )


def _days_away(said: datetime, period: Period) -> float:
    """Return the days between an instant and a period; 0 within it."""
    if period.since is not None and said < period.since:
        return (period.since - said) / timedelta(days=1)
    if period.until is not None and said >= period.until:
        return (said - period.until) / timedelta(days=1) + 1e-6
    return 0.0
