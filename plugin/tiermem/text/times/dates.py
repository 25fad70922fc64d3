"""Add dates to relative times ("tomorrow", "in two weeks"), for readers on another day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text.folding import fold
from tiermem.text.languages import compiled, languages_of
from tiermem.text.sentences import SENTENCE
from tiermem.text.times import time_spans
from tiermem.text.times.periods import periods
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiermem.text.languages import Language
    from tiermem.text.languages.language import Dates
    from tiermem.text.times.periods import Mention

_AHEAD = frozenset({"commitment", "decision"})
"""Kinds of observations in which a bare weekday means the next one."""
_DAY = timedelta(days=1)
_WEEK = 7
_LONGEST = 31
"""Maximum days of a period. A longer one that is not a calendar month or year is too vague for a date."""
_SHORTEST = timedelta(hours=6)
_ANOTHER_YEAR = timedelta(days=400)
_MOST_CHARS = 2_000
"""Maximum characters of a text to date. A longer one is a paste."""
_WORD_EDGE = pattern(r"\b")
_NUMBERED_MONTH = pattern(r"\d\s*月")
_WORD = pattern(r"[^\W\d_]+")
_CLAUSE_END = pattern(r"[,;:](?=\s)|\s(?:-\s|[–—]\s)|—|[，；]|：|[、。]|[.!?](?=\s|$)")
_GAP = pattern(r"[\s,()/の的-]*|[（），、]*")
"""What may be between a weekday and its date, without words."""
_MOST_BETWEEN = 2
"""Maximum words there: "Tuesday of the 9th"."""
_NUMBER = pattern(r"\d+")
_PARTICLE = 1
"""Maximum characters of a particle after a time in scripts without spaces."""


def with_dates(text: str, today: date | None, language: Language, kind: str = "") -> str:
    """Return a statement with the ISO date in brackets after each relative time.

    A bare weekday is in the week that the text names. In the past tense, it is the last one before today; in
    commitments and decisions, and where something is cancelled, the next one; otherwise it gets no date. Ranges of days
    and uncertain days get none.

    Args:
        text: A statement.
        today: The day it was said; None leaves the text unchanged.
        language: The language of the text.
        kind: The kind of the observation, if it is one.
    """
    dates = language.dates
    if today is None or dates is None:
        return text
    now = datetime(today.year, today.month, today.day, 12, tzinfo=UTC)
    try:
        additions = dict(_Dating(text, now, language, dates).additions(kind))
    except OverflowError:  # at either end of the calendar
        return text
    if additions and dates.matches(dates.unsure, text):
        return text
    for end, resolved in sorted(additions.items(), reverse=True):
        text = f"{text[:end]} ({resolved}){text[end:]}"
    return text


def with_dates_throughout(text: str, today: date | None) -> str:
    """Return a message of any length with the dates that `with_dates` adds to each of its sentences."""
    if today is None or len(text) > _MOST_CHARS:
        return text
    now = datetime(today.year, today.month, today.day, 12, tzinfo=UTC)
    spoken = next((language for language in languages_of(text) if periods(text, now, [language])), None)
    return text if spoken is None else SENTENCE.sub(lambda match: with_dates(match[0], today, spoken), text)


@dataclass(frozen=True, slots=True)
class _Named:
    """A time in a statement: its words and both its ends. Those of "before Friday" are the ends of the Friday."""

    mention: Mention
    said: str
    since: datetime
    until: datetime
    is_weekday: bool
    has_step: bool

    @property
    def is_whole_week(self) -> bool:
        """True for a calendar week: "next week"."""
        return self.has_step and self.since.weekday() == 0 and self.until - self.since == _WEEK * _DAY

    def is_day_of(self, week: _Named) -> bool:
        """Return True if it names the day in a week that is named next to it."""
        is_in_it = week.since <= self.since and self.until <= week.until
        return self.is_weekday or (is_in_it and self.until - self.since <= _DAY)


class _Dating:
    """One statement, read on the day it was said."""

    def __init__(self, text: str, now: datetime, language: Language, dates: Dates) -> None:
        self._text = text
        self._now = now
        self._language = language
        self._dates = dates

    def additions(self, kind: str) -> Iterator[tuple[int, str]]:
        """Yield the place and the date of each expression."""
        for unit, said in (("month", self._dates.month_end), ("year", self._dates.year_end)):
            for match in self._dates.finditer(said, self._text):
                yield match.end(), self._rendered(*time_spans.unit(unit, self._now, 0))  # type: ignore[arg-type]
        mentions = self._mentions(self._text)
        if not mentions:
            return
        left = [match.span() for match in self._dates.finditer(self._dates.leave, self._text)]
        named = [
            self._named(mention)
            for mention in mentions
            if not any(start < mention.end and mention.start < end for start, end in left)
        ]
        weeks = {one.since for one in named if one.is_whole_week}
        has_weekday = kind != "correction" and any(one.is_weekday for one in named)
        is_past = has_weekday and self._dates.matches(self._dates.past, self._text)
        latest = max((one.since for one in named if one.has_step and not one.is_weekday), default=None)
        for one in named:
            told = is_past and self._is_told_in_past(one)
            found = self._time_of(one, weeks, is_past=told, looks_ahead=kind in _AHEAD)
            if found is None or (one.is_weekday and latest is not None and found[0] < latest):
                continue  # a weekday before a time that the sentence names beside it is another one
            if one.is_weekday and self._has_a_date(one, found[0], named):
                continue
            if one.is_weekday or found[1] - found[0] <= _DAY:
                latest = found[0]
            is_said_closer = one.is_whole_week and any(other.is_day_of(one) for other in named)
            if not is_said_closer and (resolved := self._rendered(*found, one)):
                yield one.mention.end, resolved

    def _time_of(
        self, one: _Named, weeks: set[datetime], *, is_past: bool, looks_ahead: bool
    ) -> tuple[datetime, datetime] | None:
        """Return the time that is meant; None if it is absolute or unclear."""
        if self._is_called_off(one) and (
            self._is_of_this_week(one) or (one.is_weekday and is_past and not weeks)
        ):
            return _coming(one, self._now)
        if not one.is_weekday:
            return None if self._is_absolute(one) else self._moved(one)
        if weeks:
            return _of_week(one, weeks)
        if is_past and not self._is_within(one, self._dates.deadline):
            return _gone(one, self._now)
        if looks_ahead and self._is_within(one, self._dates.begun):
            return _gone(one, self._now)
        return _coming(one, self._now) if looks_ahead or is_past else None

    def _has_a_date(self, one: _Named, day: datetime, named: Sequence[_Named]) -> bool:
        """Return True if the date of a weekday stands beside it: "Monday 4 May", 6月20日土曜日.

        One by a number alone, "Monday the 4th", may be *day*.
        """
        for other in named:
            first, last = sorted((one.mention, other.mention), key=lambda each: each.start)
            if not other.is_weekday and self._is_beside(first.end, last.start) and self._is_absolute(other):
                return True
        return any(
            found.start() < one.mention.end and one.mention.start < found.end()
            for found in self._dates.finditer(self._dates.numbered, self._text)
            if str(day.day) not in _NUMBER.findall(found[0])
        )

    def _is_beside(self, start: int, end: int) -> bool:
        """Return True if at most punctuation within a sentence and small words are between two places."""
        between = self._text[start:end]
        if not self._language.times.spaced:
            return _GAP.fullmatch(between) is not None
        words = _WORD.findall(fold(between))
        roles, stop_words = self._language.times.roles, self._language.stop_words
        are_small = all(word in stop_words and roles.get(word, "of") in ("of", "in") for word in words)
        return (
            are_small and len(words) <= _MOST_BETWEEN and _GAP.fullmatch(_WORD.sub("", between)) is not None
        )

    def _is_within(self, one: _Named, pattern: str) -> bool:
        """Return True if a time is in something of what one of the patterns finds."""
        found = self._dates.finditer(pattern, self._text)
        return any(match.start() < one.mention.end and one.mention.start < match.end() for match in found)

    def _is_of_this_week(self, one: _Named) -> bool:
        """Return True for "this Tuesday", which may be the next one, unlike 这周二."""
        is_named = not self._language.weekdays.keys().isdisjoint(_WORD.findall(fold(one.said)))
        is_near = timedelta() <= one.since - time_spans.week_of(self._now) < _WEEK * _DAY
        return self._language.times.spaced and is_named and is_near and one.until - one.since <= _DAY

    def _is_called_off(self, one: _Named) -> bool:
        """Return True if the clause around a time says that something is cancelled, and no other tells of the past.

        "The flight on Friday was cancelled, she slept at the airport" is of last Friday.
        """
        start, end = self._clause_around(one.mention)
        rest = f"{self._text[:start]} {self._text[end:]}"
        is_of_past = self._dates.matches(self._dates.past, rest)
        return not is_of_past and self._dates.matches(self._dates.called_off, self._text[start:end])

    def _mentions(self, text: str) -> list[Mention]:
        try:
            return periods(text, self._now, [self._language])
        except (ValueError, OverflowError):  # at either end of the calendar
            return []

    def _named(self, mention: Mention) -> _Named:
        said = self._text[mention.start : mention.end]
        since, until = self._closed(mention, said) or (self._now, self._now)
        return _Named(mention, said, since, until, self._is_weekday(said), self._has_step(said))

    def _closed(self, mention: Mention, said: str) -> tuple[datetime, datetime] | None:
        """Return both ends of the time itself: for "before Friday", those of the Friday."""
        period = mention.period
        if period.since and period.until:
            return period.since, period.until
        inner = [said[edge.end() :] for edge in _WORD_EDGE.finditer(said)]
        inner += [said[:place] for place in range(len(said) - 1, 0, -1)]
        for part in inner:
            for found in self._mentions(part):
                if found.period.since and found.period.until:
                    return found.period.since, found.period.until
        return None

    def _is_told_in_past(self, one: _Named) -> bool:
        """Return True if a weekday of a text about the past is past too: not in "he cancelled, he comes on Monday".

        That of a clause with "will" is still to come.
        """
        if not one.is_weekday:
            return True
        start, end = self._clause_around(one.mention)
        if compiled(self._language.times.looks_ahead).search(fold(self._text[start:end])):
            return False
        beside = f"{self._text[start : one.mention.start]} {self._text[one.mention.end : end]}"
        cues = self._dates.finditer(self._dates.past, self._text)
        return self._says_no_more(beside) or any(cue.start() < end and start < cue.end() for cue in cues)

    def _says_no_more(self, beside: str) -> bool:
        """Return True if a time between two punctuation marks is not part of a clause: "on Tuesday, I started"."""
        if not self._language.times.spaced:
            return len("".join(beside.split())) <= _PARTICLE
        return self._language.stop_words.issuperset(_WORD.findall(fold(beside)))

    def _clause_around(self, mention: Mention) -> tuple[int, int]:
        """Return both ends of the text between the punctuation marks around a time."""
        ends = [match.span() for match in _CLAUSE_END.finditer(self._text)]
        start = max((after for _, after in ends if after <= mention.start), default=0)
        return start, min((before for before, _ in ends if before >= mention.end), default=len(self._text))

    def _moved(self, one: _Named) -> tuple[datetime, datetime]:
        """Shift a time by a week if it is in this week but "next" was said."""
        is_next = self._dates.matches(self._dates.next_week, one.said)
        if is_next and one.since - time_spans.week_of(self._now) < _WEEK * _DAY:
            return one.since + _WEEK * _DAY, one.until + _WEEK * _DAY
        return one.since, one.until

    def _is_absolute(self, one: _Named) -> bool:
        """Return True if it names a year, month, season or day by name or number, without "last" or "next"."""
        is_spaced = self._language.times.spaced
        words = set(_WORD.findall(fold(one.said))) if is_spaced else fold(one.said)
        if _NUMBERED_MONTH.search(one.said) or any(month in words for month in self._language.months):
            return True
        if one.mention.rank and not one.has_step:
            return True
        alone = self._mentions(one.said)
        later = _Dating(one.said, self._now + _ANOTHER_YEAR, self._language, self._dates)
        return bool(alone) and alone == later._mentions(one.said)

    def _is_weekday(self, said: str) -> bool:
        """Return True if it is a weekday, or a range of them: "on Friday", without "last" or "next"."""
        weekdays = self._language.weekdays
        if self._language.times.spaced:
            named = not weekdays.keys().isdisjoint(_WORD.findall(fold(said)))
            return named and not self._has_step(said)
        before = [fold(said).partition(name)[0] for name in weekdays if name in fold(said)]
        return bool(before) and not self._has_step(min(before, key=len))

    def _has_step(self, said: str) -> bool:
        """Return True if it says "last", "next" or the like."""
        times = self._language.times
        said = f" {' '.join(_WORD.findall(fold(said)))} " if times.spaced else fold(said)
        steps = [*times.steps, *times.stretches]
        return any((f" {step} " if times.spaced else step) in said for step in steps)

    def _rendered(self, since: datetime, until: datetime, one: _Named | None = None) -> str:
        """Format a time; "" if it is too vague, or shorter than part of a day."""
        if until - since < _SHORTEST:
            return ""
        days = max(1, round((until - since) / _DAY))
        first, last = since.date(), (until - timedelta(seconds=1)).date()
        if days == 1:
            return first.isoformat()
        if days == _WEEK and not (one and one.is_weekday):
            return self._week(first + timedelta(days=3), is_whole=one is None or one.has_step)
        if first.day == 1 and (last + _DAY).day == 1:
            return _months(first.isoformat()[:7], last.isoformat()[:7], days)
        return f"{first.isoformat()}/{last.isoformat()}" if days <= _LONGEST else ""

    def _week(self, middle: date, *, is_whole: bool) -> str:
        """Format seven days: a calendar week, or the days around a day ("in two weeks")."""
        if not is_whole:
            return self._dates.about.format(date=middle.isoformat())
        return self._dates.week_of.format(date=(middle - timedelta(days=middle.weekday())).isoformat())


def _months(first: str, last: str, days: int) -> str:
    """Format a month, a quarter or a year; "" if the period crosses a year."""
    if days > 360:
        return first[:4] if first[:4] == last[:4] else ""
    return first if first == last else f"{first}/{last}"


def _of_week(one: _Named, weeks: set[datetime]) -> tuple[datetime, datetime] | None:
    """Return the weekday of the week that the text names; None if it names several weeks."""
    if len(weeks) > 1:
        return None
    (monday,) = weeks
    moved = monday + one.since.weekday() * _DAY - one.since
    return one.since + moved, one.until + moved


def _coming(one: _Named, now: datetime) -> tuple[datetime, datetime]:
    """Return the next such weekday, today included."""
    moved = timedelta()
    while one.since + moved < now.replace(hour=0):
        moved += _WEEK * _DAY
    return one.since + moved, one.until + moved


def _gone(one: _Named, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the last such weekday before today; None if today is one, which may be meant just as well."""
    since, until = _coming(one, now)
    return None if since == now.replace(hour=0) else (since - _WEEK * _DAY, until - _WEEK * _DAY)
