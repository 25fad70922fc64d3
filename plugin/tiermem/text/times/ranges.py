"""Join two times that are the ends of a range: "between May and July", "vom 7. bis 9. September", 从周一到周三."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tiermem.text.languages import compiled
from tiermem.values.frozen import dataclass, replace

if TYPE_CHECKING:
    from tiermem.text.languages import Language
    from tiermem.text.times.time_spans import Span
    from tiermem.text.times.words import Values

_LONGEST = timedelta(days=183)
"""Maximum length of a range into the future. Beyond it, "between yesterday and 3 May" are two times."""
_AWAY = frozenset({"relative", "day", "ago"})
_NO_MORE = r"(?=\s*(?:[.,;:!?)？。，、]|$))"


@dataclass(frozen=True, slots=True)
class FoundTime:
    """A time in a text.

    Attributes:
        start: Its offset in the text.
        end: The offset of its end.
        name: Its kind in the grammar.
        values: The values of its words.
        side: Its preposition: since, after, before, until, or None.
        span: The time without the preposition.
    """

    start: int
    end: int
    name: str
    values: Values
    side: str | None
    span: Span

    @property
    def sides(self) -> tuple[datetime | None, datetime | None]:
        """The beginning and end of its period."""
        since, until = self.span
        if self.side == "since":
            return since, None
        if self.side == "after":
            return until, None
        return (since, until) if self.side is None else (None, until if self.side == "until" else since)

    @property
    def rank(self) -> int:
        """The rank, as in `times.Mention`."""
        values = self.values
        if values.weekday is None and (values.month or values.season or self.name == "year"):
            return 1 if values.day else 2
        return 1 if self.name == "exact" or (values.weekday is not None and values.step is None) else 0

    def is_past(self, now: datetime) -> bool:
        """Return True if it can only be past."""
        values = self.values
        is_over = self.span[1] <= now and (values.year is not None or self.name == "exact")
        if self.side is not None:
            return is_over or (self.side == "since" and self.span[0] <= now)
        away = values.day_away[1] if values.day_away else values.step or 0
        return is_over or away < 0 or self.name == "ago"


@dataclass(frozen=True, slots=True)
class TimeReading:
    """The context for joining the ends of ranges.

    Attributes:
        view: The text.
        language: Its language.
        all_of: Returns the times near the present that words without a year or week can mean.
        latest: Limits ranges to the past: the first end is the first one after it, and the last end the latest one
            before it; None if the text looks ahead.
    """

    view: str
    language: Language
    all_of: Callable[[Values], Sequence[Span]]
    latest: datetime | None

    def joined(self, found: Sequence[FoundTime]) -> list[FoundTime]:
        """Return the times in order, with the ends of each range joined."""
        times: list[FoundTime] = []
        for one in found:
            whole = times and self._range(times[-1], one)
            if whole:
                times[-1] = whole
            else:
                times.append(self._days(one))
        return times

    def _range(self, first: FoundTime, last: FoundTime) -> FoundTime | None:
        end = self._end(first, last)
        if end is None:
            return None
        since, until = self._ends(first, last)
        if until[1] <= since[1] or (self.latest and until[0] - since[0] > _LONGEST and last.values.is_free):
            return None
        surer = min(first, last, key=lambda one: (one.name not in _AWAY, one.values.is_free))
        return replace(surer, start=first.start, end=end, side=None, span=(since[0], until[1]))

    def _ends(self, first: FoundTime, last: FoundTime) -> tuple[Span, Span]:
        """Return both ends. An end without year or week is the one nearest to the other."""
        since, until = first.span, last.span
        if last.values.is_free and (self.latest is None or not first.values.is_free):
            return since, min((one for one in self.all_of(last.values) if one[0] >= since[0]), default=until)
        until = self._begun(last)
        if first.values.is_free:
            since = max((one for one in self.all_of(first.values) if one[0] <= until[0]), default=since)
        return since, until

    def _begun(self, one: FoundTime) -> Span:
        """Return the latest such time that has begun, if its words are ambiguous."""
        if self.latest is None or not one.values.is_free:
            return one.span
        return max((span for span in self.all_of(one.values) if span[0] <= self.latest), default=one.span)

    def _end(self, first: FoundTime, last: FoundTime) -> int | None:
        """Return the offset of the range's end; None if the two times are not a range."""
        if first.side not in (None, "since") or last.side not in (None, "until"):
            return None
        times, gap = self.language.times, self.view[first.end : last.start]
        is_said = last.side == "until" or (first.side == "since" and not times.spaced)
        if self._between("" if is_said else times.to).fullmatch(gap):
            return last.end
        before, between, behind = times.both
        if last.side or first.side or not self._between(between).fullmatch(gap):
            return None
        opening = compiled(rf"(?:{before})\ ?$" if before else "").search(self.view, 0, first.start)
        closing = compiled(behind).match(self.view, last.end)
        return closing.end() if opening and closing else None

    def _between(self, said: str) -> re.Pattern[str]:
        """Return a pattern for the words between the ends."""
        return compiled(rf"\s*(?:{said})\s*(?:(?:{self._small})\s*)?")

    @property
    def _day(self) -> str:
        """Return the pattern of a day's number."""
        times = self.language.times
        endings = filter(None, (r"\.", times.ordinals, times.day_marks and f"[{times.day_marks}]"))
        return rf"(\d{{1,2}})(?:{'|'.join(endings)})?"

    @property
    def _small(self) -> str:
        roles = self.language.times.roles
        return "|".join(re.escape(word) for word, role in roles.items() if role == "of")

    def _days(self, one: FoundTime) -> FoundTime:
        """Extend a date by a day before or after it that is the other end: "7 to 9 May", 9月7日到9日."""
        if one.name != "date" or one.values.day is None:
            return one
        return self._day_before(one, one.values.day) or self._day_behind(one, one.values.day) or one

    def _day_before(self, one: FoundTime, last: int) -> FoundTime | None:
        if one.side not in (None, "until"):
            return None
        opening, between, _ = self.language.times.both
        said = [
            rf"(?<![\w.,/:-]){self._day}" + self._between("" if one.side else self.language.times.to).pattern
        ]
        if opening and not one.side:
            said.append(rf"(?:{opening})\ {self._day}" + self._between(between).pattern)
        for pattern in said:
            found = compiled(pattern + "$").search(self.view, 0, one.start)
            if found and 0 < int(found[1]) < last:
                since, until = self._begun(one)
                span = since.replace(day=int(found[1])), until
                return replace(one, start=found.start(1), side=None, span=span)
        return None

    def _day_behind(self, one: FoundTime, first: int) -> FoundTime | None:
        if one.side not in (None, "since"):
            return None
        times = self.language.times
        limit = _NO_MORE if times.spaced else f"(?<=[{times.day_marks}])(?:{times.range_end})?"
        pattern = self._between("" if one.side else times.to).pattern + self._day + limit
        found = compiled(pattern).match(self.view, one.end)
        if not found or int(found[1]) <= first:
            return None
        try:
            last = one.span[0].replace(day=int(found[1]))
        except ValueError:  # the month has no such day
            return None
        return replace(one, end=found.end(), side=None, span=(one.span[0], last + timedelta(days=1)))
