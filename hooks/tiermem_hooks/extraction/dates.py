"""Days said by their distance ("tomorrow", "last week"), written out for readers of another day."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from tiermem.text import fold, spans
from tiermem.text.languages import language
from tiermem.text.times import periods
from tiermem.values import moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.text.languages import Language
    from tiermem.text.times import Mention
    from tiermem_hooks.extraction.rules import DateRules

_AHEAD = frozenset({"commitment", "decision"})
"""Kinds of observations in which a weekday alone is the coming one."""
_DAY = timedelta(days=1)
_WEEK = 7
_LONGEST = 31
"""Days; a longer time that is no calendar month or year is too vague to be written out."""
_SHORTEST = timedelta(hours=6)
_ANOTHER_YEAR = timedelta(days=400)
_WORD_EDGE = re.compile(r"\b")
_NUMBERED_MONTH = re.compile(r"\d\s*月")
_WORD = re.compile(r"[^\W\d_]+")


def day_of(instant: str, zone: tzinfo = UTC) -> date | None:
    """The day that an instant as stored has in a zone; None when it is none."""
    try:
        said = moment(instant)
        return (said.astimezone(zone) if said.tzinfo else said).date()
    except (ValueError, TypeError, OverflowError):
        return None


def with_dates(text: str, kind: str, today: date | None, code: str, rules: DateRules) -> str:
    """*text* with the ISO date in brackets behind each expression that says a time by its distance.

    Args:
        text: A statement in the language *code*.
        kind: Of the observation. Of commitments and decisions a weekday alone is the coming one; elsewhere it
            is left.
        today: The day on which it was said; None leaves the text as it is.
        code: Of a language that `tiermem.text` knows.
        rules: How the language writes a week; see the rule files.
    """
    if today is None:
        return text
    now = datetime(today.year, today.month, today.day, 12, tzinfo=UTC)
    try:
        additions = dict(_additions(text, kind, now, language(code), rules))
    except OverflowError:  # at either end of the calendar
        return text
    for end, resolved in sorted(additions.items(), reverse=True):
        text = f"{text[:end]} ({resolved}){text[end:]}"
    return text


def _additions(
    text: str, kind: str, now: datetime, spoken: Language, rules: DateRules
) -> Iterator[tuple[int, str]]:
    """(place, date) for each expression."""
    for unit, pattern in rules.current.items():
        for match in pattern.finditer(text):
            yield match.end(), _rendered(*spans.unit(unit, now, 0), rules)
    others = [match.span() for match in rules.leave.finditer(text)] if rules.leave else []
    for mention in _mentions(text, now, spoken):
        said = text[mention.start : mention.end]
        weekday = _is_weekday(said, spoken)
        if (
            _is_absolute(said, now, spoken)
            or (weekday and kind not in _AHEAD)
            or any(start < mention.end and mention.start < end for start, end in others)
        ):
            continue
        since, until = _closed(mention, said, now, spoken) or (now, now)
        later = rules.next_week and rules.next_week.search(said) and since - _monday(now) < _WEEK * _DAY
        if later or (weekday and since.date() < now.date()):
            since, until = since + _WEEK * _DAY, until + _WEEK * _DAY
        if resolved := _rendered(since, until, rules):
            yield mention.end, resolved


def _mentions(text: str, now: datetime, spoken: Language) -> list[Mention]:
    try:
        return periods(text, now, [spoken])
    except (ValueError, OverflowError):  # at either end of the calendar
        return []


def _closed(mention: Mention, said: str, now: datetime, spoken: Language) -> tuple[datetime, datetime] | None:
    """Both ends of the time itself: of "before Friday" those of the Friday."""
    period = mention.period
    if period.since and period.until:
        return period.since, period.until
    inner = [said[edge.end() :] for edge in _WORD_EDGE.finditer(said)]
    inner += [said[:place] for place in range(len(said) - 1, 0, -1)]
    for part in inner:
        for found in _mentions(part, now, spoken):
            if found.period.since and found.period.until:
                return found.period.since, found.period.until
    return None


def _is_absolute(said: str, now: datetime, spoken: Language) -> bool:
    """Whether it says a year or a month by name or number."""
    words = set(_WORD.findall(fold(said))) if spoken.times.spaced else fold(said)
    if _NUMBERED_MONTH.search(said) or any(month in words for month in spoken.months):
        return True
    one = _mentions(said, now, spoken)
    return bool(one) and one == _mentions(said, now + _ANOTHER_YEAR, spoken)


def _is_weekday(said: str, spoken: Language) -> bool:
    """Whether it is a weekday and nothing else: "on Friday", without "last" or "next"."""
    said = fold(said)
    steps = [*spoken.times.steps, *spoken.times.stretches]
    if spoken.times.spaced:
        words = set(_WORD.findall(said))
        return not words.isdisjoint(spoken.weekdays) and words.isdisjoint(steps)
    before = [said.partition(name)[0] for name in spoken.weekdays if name in said]
    return bool(before) and not any(step in before[0] for step in steps)


def _monday(now: datetime) -> datetime:
    return now.replace(hour=0) - timedelta(days=now.weekday())


def _rendered(since: datetime, until: datetime, rules: DateRules) -> str:
    """A time as written; "" for what is too vague, or shorter than a day's part."""
    if until - since < _SHORTEST:
        return ""
    days = max(1, round((until - since) / _DAY))
    first, last = since.date(), (until - timedelta(seconds=1)).date()
    if days == 1:
        return first.isoformat()
    if days == _WEEK:
        middle = first + timedelta(days=3)
        return rules.week_of.format(date=(middle - timedelta(days=middle.weekday())).isoformat())
    if first.day == 1 and (last + _DAY).day == 1:
        months = (first.isoformat()[:7], last.isoformat()[:7])
        if days > 360:
            return months[0][:4] if months[0][:4] == months[1][:4] else ""
        return months[0] if months[0] == months[1] else "/".join(months)
    return f"{first.isoformat()}/{last.isoformat()}" if days <= _LONGEST else ""
