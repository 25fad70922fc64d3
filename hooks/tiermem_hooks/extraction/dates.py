"""Days said by their distance ("tomorrow", "last week"), written out for readers of another day."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from tiermem.plugins import moment
from tiermem.plugins.text import fold, languages, periods, time_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.plugins.text import Language, Mention
    from tiermem_hooks.extraction.rules import Rules

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
    """Return the day that an instant as stored has in a zone; None when it is none."""
    try:
        said = moment(instant)
        return (said.astimezone(zone) if said.tzinfo else said).date()
    except (ValueError, TypeError, OverflowError):
        return None


def with_dates(text: str, kind: str, today: date | None, rules: Rules) -> str:
    """Return *text* with the ISO date in brackets behind each expression that gives a time by its distance.

    A range of days, and a day that is unsure, stay as they were said.

    Args:
        text: A statement in the language of *rules*.
        kind: Of the observation. A weekday alone is that of the week that the text names; told in the past it is the
            last one before today; of commitments and decisions it is the coming one; elsewhere it is left.
        today: The day on which it was said; None leaves the text as it is.
        rules: Of a language that `tiermem.text` knows.
    """
    if today is None or rules.pattern("dates", "unsure").search(text):
        return text
    now = datetime(today.year, today.month, today.day, 12, tzinfo=UTC)
    try:
        additions = dict(_additions(text, kind, now, languages.language(rules.language), rules))
    except OverflowError:  # at either end of the calendar
        return text
    for end, resolved in sorted(additions.items(), reverse=True):
        text = f"{text[:end]} ({resolved}){text[end:]}"
    return text


@dataclass(frozen=True, slots=True)
class _Named:
    """A time that a statement names: its words, and both ends of it: of "before Friday" those of the Friday."""

    mention: Mention
    said: str
    since: datetime
    until: datetime
    is_weekday: bool
    has_step: bool

    @property
    def is_whole_week(self) -> bool:
        """True if it is a week of the calendar: "next week"."""
        return self.has_step and self.since.weekday() == 0 and self.until - self.since == _WEEK * _DAY


def _additions(
    text: str, kind: str, now: datetime, spoken: Language, rules: Rules
) -> Iterator[tuple[int, str]]:
    """Yield the place and the date of each expression."""
    for unit in rules.table("dates.current"):
        for match in rules.pattern("dates.current", unit).finditer(text):
            yield match.end(), _rendered(*time_spans.unit(unit, now, 0), rules)  # type: ignore[arg-type]
    others = [match.span() for match in rules.pattern("dates", "leave").finditer(text)]
    named = [_named(mention, text, now, spoken) for mention in _mentions(text, now, spoken)]
    weeks = {one.since for one in named if one.is_whole_week}
    is_past = kind != "correction" and rules.pattern("dates", "past").search(text) is not None
    latest = None
    for one in named:
        start, end = one.mention.start, one.mention.end
        if any(begin < end and start < stop for begin, stop in others):
            continue
        if not one.is_weekday:
            found = None if _is_absolute(one, now, spoken) else _moved(one, now, rules)
        elif weeks:
            found = _of_week(one, weeks)
        else:
            found = _gone(one, now) if is_past else _coming(one, now) if kind in _AHEAD else None
        if found is None or (one.is_weekday and latest is not None and found[0] < latest):
            continue  # a weekday before a day that the sentence named before it is another one
        if one.is_weekday or found[1] - found[0] <= _DAY:
            latest = found[0]
        if resolved := _rendered(*found, rules, is_week=not one.is_weekday):
            yield end, resolved


def _named(mention: Mention, text: str, now: datetime, spoken: Language) -> _Named:
    said = text[mention.start : mention.end]
    since, until = _closed(mention, said, now, spoken) or (now, now)
    return _Named(mention, said, since, until, _is_weekday(said, spoken), _has_step(said, spoken))


def _of_week(one: _Named, weeks: set[datetime]) -> tuple[datetime, datetime] | None:
    """Return the weekday of the week that the text names; None where it names several weeks."""
    if len(weeks) > 1:
        return None
    (monday,) = weeks
    moved = monday + one.since.weekday() * _DAY - one.since
    return one.since + moved, one.until + moved


def _coming(one: _Named, now: datetime) -> tuple[datetime, datetime]:
    """Return the weekday from today on."""
    moved = timedelta()
    while one.since + moved < now.replace(hour=0):
        moved += _WEEK * _DAY
    return one.since + moved, one.until + moved


def _gone(one: _Named, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the last such weekday before today; None where today is one, which is as likely to be meant."""
    since, until = _coming(one, now)
    return None if since == now.replace(hour=0) else (since - _WEEK * _DAY, until - _WEEK * _DAY)


def _moved(one: _Named, now: datetime, rules: Rules) -> tuple[datetime, datetime]:
    """Shift a time by a week if it is still to come in this week but was said to be in the next."""
    is_next = rules.pattern("dates", "next_week").search(one.said) is not None
    if is_next and one.since - _monday(now) < _WEEK * _DAY:
        return one.since + _WEEK * _DAY, one.until + _WEEK * _DAY
    return one.since, one.until


def _mentions(text: str, now: datetime, spoken: Language) -> list[Mention]:
    try:
        return periods(text, now, [spoken])
    except (ValueError, OverflowError):  # at either end of the calendar
        return []


def _closed(mention: Mention, said: str, now: datetime, spoken: Language) -> tuple[datetime, datetime] | None:
    """Return both ends of the time itself: of "before Friday" those of the Friday."""
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


def _is_absolute(one: _Named, now: datetime, spoken: Language) -> bool:
    """Return True if it names a year, a month, a season or a day by name or number, without "last" or "next"."""
    words = set(_WORD.findall(fold(one.said))) if spoken.times.spaced else fold(one.said)
    if _NUMBERED_MONTH.search(one.said) or any(month in words for month in spoken.months):
        return True
    if one.mention.rank and not one.has_step:
        return True
    alone = _mentions(one.said, now, spoken)
    return bool(alone) and alone == _mentions(one.said, now + _ANOTHER_YEAR, spoken)


def _is_weekday(said: str, spoken: Language) -> bool:
    """Return True if it is a weekday, or a range of them, and nothing else: "on Friday", without "last" or "next"."""
    if spoken.times.spaced:
        named = not spoken.weekdays.keys().isdisjoint(_WORD.findall(fold(said)))
        return named and not _has_step(said, spoken)
    before = [fold(said).partition(name)[0] for name in spoken.weekdays if name in fold(said)]
    return bool(before) and not _has_step(min(before, key=len), spoken)


def _has_step(said: str, spoken: Language) -> bool:
    """Return True if it says "last", "next" or the like."""
    said = f" {' '.join(_WORD.findall(fold(said)))} " if spoken.times.spaced else fold(said)
    steps = [*spoken.times.steps, *spoken.times.stretches]
    return any((f" {step} " if spoken.times.spaced else step) in said for step in steps)


def _monday(now: datetime) -> datetime:
    return now.replace(hour=0) - timedelta(days=now.weekday())


def _rendered(since: datetime, until: datetime, rules: Rules, *, is_week: bool = True) -> str:
    """Write a time; "" if it is too vague, or shorter than part of a day.

    Seven days are a week where *is_week*, and otherwise a first and a last day.
    """
    if until - since < _SHORTEST:
        return ""
    days = max(1, round((until - since) / _DAY))
    first, last = since.date(), (until - timedelta(seconds=1)).date()
    if days == 1:
        return first.isoformat()
    if days == _WEEK and is_week:
        middle = first + timedelta(days=3)
        return str(rules.table("dates")["week_of"]).format(
            date=(middle - timedelta(days=middle.weekday())).isoformat()
        )
    if first.day == 1 and (last + _DAY).day == 1:
        months = (first.isoformat()[:7], last.isoformat()[:7])
        if days > 360:
            return months[0][:4] if months[0][:4] == months[1][:4] else ""
        return months[0] if months[0] == months[1] else "/".join(months)
    return f"{first.isoformat()}/{last.isoformat()}" if days <= _LONGEST else ""
