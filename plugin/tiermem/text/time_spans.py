"""Stretches of the calendar around a day. All are local times without a zone, the end not included."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.text.languages.language import Unit

Span = tuple[datetime, datetime]
_SMALLER = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
EVENING = timedelta(hours=18)
"""Where an evening and its night begin; they last twelve hours."""


def day_of(now: datetime) -> datetime:
    """Its midnight."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def week_of(now: datetime) -> datetime:
    """The midnight on which its Monday begins."""
    day = day_of(now)
    return day - timedelta(days=day.weekday())


def month_away(now: datetime, months: int) -> datetime:
    """The first day of the month that is so many months away."""
    year, month = divmod(now.year * 12 + now.month - 1 + months, 12)
    return day_of(now).replace(year=year, month=month + 1, day=1)


def months(first: datetime, number: int) -> Span:
    """So many months from the first day of one on."""
    return first, month_away(first, number)


def day(start: datetime) -> Span:
    """The day that begins there."""
    return start, start + timedelta(days=1)


def night(start: datetime) -> Span:
    """Evening and night of the day that begins there."""
    return start + EVENING, start + EVENING + timedelta(hours=12)


def unit(name: Unit, now: datetime, away: int) -> Span:
    """The unit that is so many units away from the one that *now* is in."""
    if name in _SMALLER:
        start = now.replace(second=0, microsecond=0, minute=now.minute if name == "minute" else 0)
        return start + away * _SMALLER[name], start + (away + 1) * _SMALLER[name]
    if name in _MONTHS:
        length = _MONTHS[name]
        return months(month_away(now, away * length - (now.month - 1) % length), length)
    if name in ("day", "night"):
        start = day_of(now) + timedelta(days=away)
        return day(start) if name == "day" else night(start)
    monday = week_of(now) + timedelta(weeks=away)
    return (monday + timedelta(days=5) if name == "weekend" else monday), monday + timedelta(weeks=1)


def amount(name: Unit, now: datetime, away: int) -> Span:
    """The time an amount away, as exact as people mean it: of weeks, the seven days around that day."""
    if name != "week":
        return unit(name, now, away)
    start = day_of(now) + timedelta(weeks=away)
    return start - timedelta(days=3), start + timedelta(days=4)


def reach(name: Unit, now: datetime, number: int) -> Span:
    """The last *number* of units up to today's end; the next ones, from today on, when it is negative."""
    if name in _SMALLER:
        other = now - number * _SMALLER[name]
        return min(other, now), max(other, now) + _SMALLER["minute"]
    if name in ("day", "night", "week"):
        other = day_of(now) - timedelta(days=number * (7 if name == "week" else 1))
    elif name == "weekend":
        other = unit(name, now, -number)[0]
    else:
        first = month_away(now, -number * _MONTHS[name])
        other = min(first + timedelta(days=now.day - 1), month_away(first, 1) - timedelta(days=1))
    return min(other, day_of(now)), max(other, day_of(now)) + timedelta(days=1)
