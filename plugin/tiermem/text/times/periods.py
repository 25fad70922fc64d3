"""Time expressions in a text, resolved against the present: "two weeks ago", "im Mai 2025", 上周."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text.folding import normalized_with_offsets
from tiermem.text.languages import compiled, languages_of
from tiermem.text.times import time_spans
from tiermem.text.times.ranges import FoundTime, TimeReading
from tiermem.text.times.words import Values, tokens
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.text.languages import Language
    from tiermem.text.times.time_spans import Span


@dataclass(frozen=True, slots=True)
class Period:
    """The time from *since* to before *until*; None leaves one side open, never both."""

    since: datetime | None
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Mention:
    """A time expression.

    Attributes:
        start: Its offset in the text.
        end: Where it ends.
        period: The time that it means.
        rank: How surely it says when something was, rather than what is spoken of: 0 by its distance from the present
            ("last week"), 1 by a day, 2 by a month, season or year ("the June release").
        is_past: True if it can only be past, as "yesterday" and "since May" and unlike "in May".
    """

    start: int
    end: int
    period: Period
    rank: int = 0
    is_past: bool = False


_AWAY = "(?:lu|ul|r)"
_GRAMMAR = pattern(
    "|".join(
        f"(?P<{name}>{pattern})"
        for name, pattern in {
            "exact": "q",
            "date": rf"(?:y|{_AWAY}o*)?m[nD]u|[DN]o*[mM](?:[oi]*y|[oi]*{_AWAY})?|[mM]o*[DN](?!u)(?:o*y|[oi]*{_AWAY})?"
            "|(?<=[oSbFU])Q",
            "month": rf"[mM][oi]*(?:y|{_AWAY})|yo*m|{_AWAY}[io]*m",
            "season": rf"[sz][oi]*(?:y|{_AWAY})|yo*[sz]|{_AWAY}[io]*[sz]",
            "weekday": rf"[wW][oi]*{_AWAY}|{_AWAY}[io]*[wW]",
            "stretch": "l[nDvy]u|[nDvy]lu|[nDv]ul",
            "ago": "[nDvy]uA|Po*[nDvy]u|(?<=S)[nDv]u",
            "ahead": "i[nDv]u|[nDv]uJ",
            "named": "lo?[mMwWsz]|[mMwWsz]l",
            "day_of": rf"{_AWAY}[oi]*[DN]u?|o?[DN]o*{_AWAY}",
            "relative": "lu|ul(?![uwmsW])|r",
            "day": "d",
            "bare": r"[mw]|(?<=[ioSbFUP])(?:[MWs])|(?<=[mMwWs]\+)[MWs]",
            "year": "y",
        }.items()
    )
)
"""The grammar of times over the letters of `words`; the first alternative that fits is taken."""
_APART = pattern(rf"(?P<before>[mMsz])[oi]*(?P<away>{_AWAY})|(?P<away_before>{_AWAY})[oi]*(?P<named>[mMsz])")
_OF_MONTH = pattern(
    rf"(?P<first>{_AWAY})(?P<joins>[oi]*)(?P<day>[DN])(?P<amount>u?)"
    rf"|(?P<on>o?)(?P<number>[DN])(?P<of>o*)(?P<last>{_AWAY})"
)
"""A day of a month said by its distance: "next month on the 15th", "le 15 du mois prochain", 来月10日."""
_READ_AS = {"before": "bare", "named": "bare", "away": "relative", "away_before": "relative"}
_BEFORE: Mapping[str, str] = {"S": "since", "b": "before", "P": "before", "F": "after", "U": "until"}
_BEHIND: Mapping[str, str] = {"e": "since", "x": "until"}
_BEHIND_UNSPACED: Mapping[str, str] = {**_BEHIND, "A": "before", "J": "after"}
"""五月之前; elsewhere such words only follow an amount: "next week, back on Friday" does not mean before next week."""
_YEARS = range(1900, 2100)


def periods(text: str, now: datetime, languages: Sequence[Language] | None = None) -> list[Mention]:
    """Return the time expressions of *text*, in order, none inside another.

    Weeks begin on Monday; seasons are those of the north. What is less exact gets the period that people mean by it:
    three days ago that day, two weeks ago the seven days around the day, two months ago that calendar month, a few
    weeks ago two to five weeks. A month or weekday alone is the latest one that has begun, unless the text looks
    ahead. Holidays are not known.

    Args:
        text: Any text.
        now: The present, aware; times are those of its zone.
        languages: Those that are looked for; `languages_of` the text when None.
    """
    view, places = normalized_with_offsets(text)
    mentions: list[Mention] = []
    for language in languages_of(text) if languages is None else languages:
        for one in _Reading(view, language, now.replace(tzinfo=None)).times():
            since, until = (side and side.replace(tzinfo=now.tzinfo) for side in one.sides)
            period, is_past = Period(since, until), one.is_past(now.replace(tzinfo=None))
            mention = Mention(places[one.start], places[one.end - 1] + 1, period, one.rank, is_past)
            if all(mention.end <= other.start or other.end <= mention.start for other in mentions):
                mentions.append(mention)
    return sorted(mentions, key=lambda mention: mention.start)


class _Reading:
    """The times of a folded text in a language."""

    def __init__(self, view: str, language: Language, now: datetime) -> None:
        self._view = view
        self._language = language
        self._times = language.times
        self._now = now
        self._today = time_spans.start_of_day(now)
        self._tokens = tokens(view, language)
        self._kinds = "".join(token.kind for token in self._tokens)

    def times(self) -> list[FoundTime]:
        """Return the times in the view, in order."""
        found = self._singles() if self._tokens else []
        if not found:
            return found
        latest = None if self._looks_ahead() else self._now
        return TimeReading(self._view, self._language, self._all_of, latest).joined(found)

    def _singles(self) -> list[FoundTime]:
        found: list[FoundTime] = []
        for name, start, end in self._readings():
            values = Values.of(self._tokens[start:end])
            side, first, last = self._side(name, start, end)
            try:
                span = self._span(name, values, ahead=side == "until")
            except (ValueError, OverflowError):  # the 31st of February, a year beyond the calendar
                continue
            if span is not None:
                place = self._tokens[first].start, self._tokens[last - 1].end
                if name == "day_of" and self._is_marked(place[1]):
                    place = place[0], place[1] + 1
                found.append(FoundTime(*place, name, values, side, span))
        return found

    def _readings(self) -> Iterator[tuple[str, int, int]]:
        """Yield (name, first token, token behind) of what may be a time; a month beside a week apart from it."""
        for match in _GRAMMAR.finditer(self._kinds):
            name, (start, end) = match.lastgroup or "", match.span()
            if name == "day_of":
                yield self._day_of(start, end)
                continue
            if name == "stretch" and self._kinds[start + 1] == "l" and not self._times.number_first:
                yield "relative", start + 1, end  # "Leo turned 4 last week"
                continue
            parts = _APART.fullmatch(match[0]) if name in ("month", "season") else None
            if parts and Values.of(self._tokens[start:end]).unit not in (None, "year"):
                yield from sorted(
                    (
                        (_READ_AS[group], start + parts.start(group), start + parts.end(group))
                        for group in parts.groupdict()
                        if parts[group]
                    ),
                    key=lambda one: one[1],
                )
            else:
                yield name, start, end

    def _day_of(self, start: int, end: int) -> tuple[str, int, int]:
        """Return a day of a month that is said by its distance, or that month, week or year alone beside a number."""
        parts = _OF_MONTH.fullmatch(self._kinds, start, end)
        assert parts is not None
        first, last = parts.span("first" if parts["first"] else "last")
        is_ordinal = (parts["day"] or parts["number"]) == "N"
        if self._times.spaced:
            is_day = not parts["amount"] and bool(is_ordinal or parts["joins"] or parts["on"] or parts["of"])
        else:
            end = parts.end("day" if parts["day"] else "last")
            is_day = self._is_marked(self._tokens[end - 1].end)
        is_month = Values.of(self._tokens[first:last]).unit == "month"
        return ("day_of", start, end) if is_day and is_month else ("relative", first, last)

    def _is_marked(self, place: int) -> bool:
        """Return True if the number before a place is that of a day: 10日."""
        mark = self._view[place : place + 1]
        return bool(mark) and mark in self._times.day_marks

    def _side(self, name: str, start: int, end: int) -> tuple[str | None, int, int]:
        """Return the side from which the period is open, if any, and the tokens of the whole expression."""
        before, behind = self._kinds[start - 1 : start] if start else "", self._kinds[end : end + 1]
        if before == "P" and name == "ago":
            before = ""
        first = start - 1
        while first > 0 and self._kinds[first] == "o":  # "by the end of March"
            first -= 1
        if first < start - 1 and self._kinds[first] in "SbFU":
            before = self._kinds[first]
        if before in _BEFORE and before:
            return _BEFORE[before], first, end
        sides = _BEHIND if self._times.spaced else _BEHIND_UNSPACED
        if behind and behind in sides:
            return sides[behind], start, end + 1
        return None, start, end

    def _span(self, name: str, values: Values, *, ahead: bool) -> Span | None:
        if name in ("bare", "date", "month", "season", "weekday", "named"):
            return self._named(values, ahead)
        by_name: Mapping[str, Callable[[Values], Span | None]] = {
            "exact": lambda one: self._exact(one.exact),
            "stretch": self._stretch,
            "ago": lambda one: self._amount(one, -1),
            "ahead": lambda one: self._amount(one, 1),
            "relative": self._relative,
            "day_of": self._day_of_month,
            "day": self._day,
            "year": self._year,
        }
        return by_name[name](values)

    def _exact(self, said: str) -> Span:
        parts = [int(part) for part in re.split(r"\D", said)]
        if len(parts) == 2:
            return time_spans.months(datetime(parts[0], parts[1], 1), 1)  # noqa: DTZ001 local by design
        if parts[0] > 31:
            year, month, day = parts
        else:
            first, second, year = parts
            day_first = self._times.day_first or "." in said or first > 12
            day, month = (first, second) if day_first and second <= 12 else (second, first)
            year += 2000 if year < 100 else 0
        return time_spans.day(datetime(year, month, day))  # noqa: DTZ001

    def _year(self, values: Values) -> Span | None:
        """Return the span of a year alone; a number that is round or in the future is more often an amount."""
        year = values.year or 0
        if year == 2000 or not 1970 <= year <= self._now.year + 1:
            return None
        return time_spans.months(self._today.replace(year=year, month=1, day=1), 12)

    def _day(self, values: Values) -> Span:
        kind, away = values.day_away or ("day", 0)
        return time_spans.unit("night" if kind == "night" else "day", self._now, away)

    def _relative(self, values: Values) -> Span | None:
        if values.unit in ("minute", "day", None):  # "last minute", "this day" are no times
            return None
        if values.is_up_to_now:
            return time_spans.reach(values.unit, self._now, 1)
        return time_spans.unit(values.unit, self._now, values.step or 0)

    def _day_of_month(self, values: Values) -> Span:
        month = time_spans.unit("month", self._now, values.step or 0)[0]
        return time_spans.day(month.replace(day=values.day or 1))

    def _stretch(self, values: Values) -> Span | None:
        if values.unit is None or not values.step or (values.step < 0 and not values.is_past_step):
            return None
        return time_spans.reach(values.unit, self._now, -values.step * values.amount[1])

    def _amount(self, values: Values, sign: int) -> Span | None:
        if values.unit is None:
            return None
        least, most = values.amount
        sides = [time_spans.amount(values.unit, self._now, sign * number) for number in (least, most)]
        return min(sides)[0], max(sides)[1]

    def _named(self, values: Values, ahead: bool) -> Span | None:
        """Return the span of a named day, month, season or weekday: of a year or week, or the last or next one."""
        if values.weekday is not None:
            return self._weekday(values.weekday, values, ahead)
        year = values.year
        if year is None and values.unit == "year":
            year = self._now.year + (values.step or 0)
        elif values.unit is not None and values.day is None:
            return None
        if year is not None:
            return self._of_year(values, year) if year in _YEARS else None
        return self._nearest(self._all_of(values), values, ahead)

    def _all_of(self, values: Values) -> list[Span]:
        """Return the spans of a weekday, month, season or day in the weeks or years around."""
        if values.weekday is not None:
            week = time_spans.week_of(self._now) + timedelta(days=values.weekday)
            return [time_spans.day(week + timedelta(weeks=number)) for number in range(-3, 4)]
        around = range(self._now.year - 8, self._now.year + 9)
        return [span for span in map(_tried(self._of_year, values), around) if span]

    def _of_year(self, values: Values, year: int) -> Span:
        if values.season is not None:
            return time_spans.months(datetime(year, values.season, 1), 3)  # noqa: DTZ001
        first = datetime(year, values.month or 1, 1)  # noqa: DTZ001
        return time_spans.day(first.replace(day=values.day)) if values.day else time_spans.months(first, 1)

    def _nearest(self, several: Sequence[Span], values: Values, ahead: bool) -> Span | None:
        """Return the one that is meant of the same month, season or day in several years."""
        begun = [span for span in several if span[0] <= self._now]
        ended = [span for span in begun if span[1] <= self._now]
        if values.step == 0:
            current = [span for span in begun if span not in ended]
            return next(iter(current or [span for span in several if span[0].year == self._now.year]), None)
        if values.step is not None and values.step > 0:
            return next((span for span in several if span not in begun), None)
        if values.step is None and (ahead or self._looks_ahead()):
            return next((span for span in several if span not in ended), None)
        past = begun if values.step is None else ended
        return past[-1] if past else None

    def _weekday(self, weekday: int, values: Values, ahead: bool) -> Span | None:
        if values.unit not in (None, "week"):
            return None
        step = values.step
        if values.unit == "week" or (step is not None and (step == 0 or self._times.step_of_week)):
            return time_spans.day(time_spans.week_of(self._now) + timedelta(weeks=step or 0, days=weekday))
        back = (self._now.weekday() - weekday) % 7
        if step == -1:
            back = back or 7
        elif step == 1 or ahead or self._looks_ahead():
            back = back - 7 if back or step == 1 else 0
        return time_spans.day(self._today - timedelta(days=back))

    def _looks_ahead(self) -> bool:
        return compiled(self._times.looks_ahead).search(self._view) is not None


def _tried(of_year: Callable[[Values, int], Span], values: Values) -> Callable[[int], Span | None]:
    """Wrap *of_year* to return None for a year without such a day."""

    def tried(year: int) -> Span | None:
        try:
            return of_year(values, year)
        except ValueError:
            return None

    return tried
