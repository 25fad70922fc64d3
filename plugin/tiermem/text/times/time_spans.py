"""Calendar periods around a day. All are local times without a zone, and exclude their end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.text.languages.language import Unit

Span = tuple[datetime, datetime]
_SMALLER = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_EVENING = timedelta(hours=18)
"""The hour at which an evening and its night begin; they last twelve hours."""


def start_of_day(now: datetime) -> datetime:
    """Return the midnight at which the day of *now* begins."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def week_of(now: datetime) -> datetime:
    """Return the midnight at which the Monday of its week begins."""
    day = start_of_day(now)
    return day - timedelta(days=day.weekday())


def _month_away(now: datetime, months: int) -> datetime:
    """Return the first day of the month that is *months* away."""
    year, month = divmod(now.year * 12 + now.month - 1 + months, 12)
    return start_of_day(now).replace(year=year, month=month + 1, day=1)


def months(first: datetime, number: int) -> Span:
    """Return *number* months, from the first day of one."""
    return first, _month_away(first, number)


def day(start: datetime) -> Span:
    """Return the day that begins at *start*."""
    return start, start + timedelta(days=1)


def night(start: datetime) -> Span:
    """Return the evening and night of the day that begins at *start*."""
    return start + _EVENING, start + _EVENING + timedelta(hours=12)


def unit(name: Unit, now: datetime, away: int) -> Span:
    """Return the unit that is *away* units from that of *now*."""
    if name in _SMALLER:
        start = now.replace(second=0, microsecond=0, minute=now.minute if name == "minute" else 0)
        return start + away * _SMALLER[name], start + (away + 1) * _SMALLER[name]
    if name in _MONTHS:
        length = _MONTHS[name]
        return months(_month_away(now, away * length - (now.month - 1) % length), length)
    if name in ("day", "night"):
        start = start_of_day(now) + timedelta(days=away)
        return day(start) if name == "day" else night(start)
    monday = week_of(now) + timedelta(weeks=away)
    return (monday + timedelta(days=5) if name == "weekend" else monday), monday + timedelta(weeks=1)


def amount(name: Unit, now: datetime, away: int) -> Span:
    """Return the time an amount away, as exactly as people mean it: for weeks, the seven days around that day."""
    if name != "week":
        return unit(name, now, away)
    start = start_of_day(now) + timedelta(weeks=away)
    return start - timedelta(days=3), start + timedelta(days=4)


def reach(name: Unit, now: datetime, number: int) -> Span:
    """Return the last *number* of units up to today's end; the next ones, from today on, when it is negative."""
    if name in _SMALLER:
        other = now - number * _SMALLER[name]
        return min(other, now), max(other, now) + _SMALLER["minute"]
    if name in ("day", "night", "week"):
        other = start_of_day(now) - timedelta(days=number * (7 if name == "week" else 1))
    elif name == "weekend":
        other = unit(name, now, -number)[0]
    else:
        first = _month_away(now, -number * _MONTHS[name])
        other = min(first + timedelta(days=now.day - 1), _month_away(first, 1) - timedelta(days=1))
    return min(other, start_of_day(now)), max(other, start_of_day(now)) + timedelta(days=1)
