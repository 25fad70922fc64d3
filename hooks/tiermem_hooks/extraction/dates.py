"""Days said by their distance ("tomorrow", "last week"), written out for readers of another day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from tiermem.values import moment

if TYPE_CHECKING:
    import re

    from tiermem_hooks.extraction.rules import DateExpression, DateRules

_WEEK = 7
_MONTHS = 12


def day_of(instant: str) -> date | None:
    """The day of an instant as stored; None when it is none."""
    try:
        return moment(instant).date()
    except (ValueError, TypeError):
        return None


def with_dates(text: str, kind: str, today: date | None, rules: DateRules) -> str:
    """*text* with the ISO date in brackets behind each expression that says a day by its distance."""
    if today is None:
        return text
    additions: list[tuple[int, int, str]] = []
    for expression in rules.expressions:
        if expression.kinds and kind not in expression.kinds:
            continue
        for match in expression.pattern.finditer(text):
            resolved = _resolved(match, expression, today, rules)
            if resolved and not any(
                match.start() < end and start < match.end() for start, end, _ in additions
            ):
                additions.append((*match.span(), resolved))
    for _, end, resolved in sorted(additions, reverse=True):
        text = f"{text[:end]} ({resolved}){text[end:]}"
    return text


def _resolved(match: re.Match[str], expression: DateExpression, today: date, rules: DateRules) -> str | None:
    try:
        if expression.which:
            return _weekday(match["weekday"], expression.which, today, rules).isoformat()
        return _shifted(expression.unit or "day", _count(match, rules) * expression.shift, today, rules)
    except (OverflowError, ValueError, LookupError):
        return None


def _count(match: re.Match[str], rules: DateRules) -> int:
    if "n" not in match.re.groupindex:
        return 1
    said = match["n"].lower()
    return int(said) if said.isdigit() else rules.numbers[said.split()[-1]]


def _shifted(unit: str, shift: int, today: date, rules: DateRules) -> str:
    if unit == "day":
        return (today + timedelta(days=shift)).isoformat()
    if unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=shift)
        return rules.week_of.format(date=monday.isoformat())
    if unit == "month":
        years, month = divmod(today.month - 1 + shift, _MONTHS)
        return date(today.year + years, month + 1, 1).isoformat()[:7]
    return date(today.year + shift, 1, 1).isoformat()[:4]


def _weekday(word: str, which: str, today: date, rules: DateRules) -> date:
    wanted = rules.weekdays.index(word.lower()) % _WEEK
    ahead = (wanted - today.weekday()) % _WEEK
    if which == "past":
        return today - timedelta(days=_WEEK - ahead if ahead else _WEEK)
    if which == "next_week":
        return today + timedelta(days=_WEEK - today.weekday() + wanted)
    return today + timedelta(days=ahead)
