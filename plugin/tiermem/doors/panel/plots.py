"""Plots over time, as coordinates for SVG and as rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Literal

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 170, 44, 432, 12, 140
_MOST_DAYS_NAMED = 5


@dataclass(frozen=True)
class Series:
    """One measure over time; None where there is nothing to say."""

    name: str
    values: Sequence[float | None]
    style: int = 1


@dataclass(frozen=True)
class Spot:
    """A point or a bar of a drawing."""

    x: float
    y: float
    width: float = 0
    height: float = 0
    label: str = ""
    anchor: str = "middle"


@dataclass(frozen=True)
class Drawn:
    """A series as it is drawn: runs of points, points that stand alone, or bars."""

    name: str
    style: int
    runs: tuple[str, ...] = ()
    dots: tuple[Spot, ...] = ()
    bars: tuple[Spot, ...] = ()


@dataclass(frozen=True)
class Plot:
    """A plot, ready for its template.

    Attributes:
        id: Its name in addresses.
        title: Its title.
        now: What it comes to, in words.
        hint: What it shows.
        of: What a row of the table is: a day or a week.
        columns: The headings of the table beside that.
        rows: Its rows, the latest first.
        lines: The series; empty if there is nothing to draw.
        ticks: Lines across, with their labels.
        days: Labels of the time.
        limit_y: Height of a limit; None for no limit.
        empty: What to say in the place of a drawing.
    """

    id: str
    title: str
    now: str
    hint: str
    of: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    lines: Sequence[Drawn] = ()
    ticks: Sequence[Spot] = ()
    days: Sequence[Spot] = ()
    limit_y: float | None = None
    empty: str = ""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


def plot(
    name: str,
    title: str,
    *,
    now: str,
    hint: str,
    starts: Sequence[str],
    step: int,
    series: Sequence[Series],
    kind: Literal["lines", "bars"] = "lines",
    shown: Callable[[float], str] = lambda value: f"{value:,.0f}",
    limit: float | None = None,
    least_top: float = 1.0,
    empty: str = "Nothing in this time.",
) -> Plot:
    """Return a plot of some series.

    Args:
        name: Its id.
        title: Its title.
        now: What it comes to, in words.
        hint: What it shows.
        starts: First day of each point.
        step: Days of each point.
        series: What is shown; those without any value are left out.
        kind: Lines, or bars that stand on each other.
        shown: Returns a value as text.
        limit: A limit that is drawn as a line.
        least_top: The least that the scale reaches to.
        empty: What to say if there is no value at all.
    """
    told = [one for one in series if any(value is not None for value in one.values)]
    empty_one = Plot(
        id=name,
        title=title,
        now=now,
        hint=hint,
        of={1: "Day", 7: "Week from"}.get(step, f"{step} days from"),
        columns=[one.name for one in told],
        rows=_rows(told, starts, shown),
        empty=empty,
    )
    if not any(value for one in told for value in one.values) and not (told and limit):
        return empty_one
    top = _nice(max(_highest(told, kind), least_top, limit or 0))

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * min(value, top) / top, 1)

    slot = (RIGHT - LEFT) / len(starts)
    return replace(
        empty_one,
        lines=tuple(_bars(told, slot, y) if kind == "bars" else (_line(one, slot, y) for one in told)),
        ticks=_ticks(top, y, shown),
        days=_days(starts, slot),
        limit_y=None if limit is None else y(limit),
    )


def _rows(told: Sequence[Series], starts: Sequence[str], shown: Callable[[float], str]) -> list[list[str]]:
    """Return the rows of the table, newest first: the day and what each series has there."""
    return [
        [start, *("" if (value := one.values[place]) is None else shown(value) for one in told)]
        for place, start in reversed(list(enumerate(starts)))
        if any(one.values[place] is not None for one in told)
    ]


def _highest(told: Sequence[Series], kind: Literal["lines", "bars"]) -> float:
    """Return the highest value to draw; bars stand on each other."""
    if kind == "bars":
        points = zip(*(one.values for one in told), strict=True)
        return max((sum(value or 0 for value in values) for values in points), default=0)
    return max((value for one in told for value in one.values if value is not None), default=0)


def _ticks(top: float, y: Callable[[float], float], shown: Callable[[float], str]) -> tuple[Spot, ...]:
    """Return the lines across at nothing, half and top; without the half if its label says no more."""
    labels = [shown(top * part) for part in (0, 0.5, 1)]
    return tuple(
        Spot(0, y(top * part), label=label)
        for part, label in zip((0, 0.5, 1), labels, strict=True)
        if part != 0.5 or (label not in (labels[0], labels[2]) and (top >= 2 or "." in label))
    )


def _nice(value: float) -> float:
    """Return a round number at or above a value."""
    size = 1.0
    while size < value:
        size *= 10
    while size / 10 >= value:
        size /= 10
    return next(size * part for part in (0.1, 0.2, 0.4, 0.5, 0.6, 0.8, 1.0) if size * part >= value * 0.9999)


def _line(series: Series, slot: float, y: Callable[[float], float]) -> Drawn:
    points = [
        None if value is None else Spot(round(LEFT + (place + 0.5) * slot, 1), y(value))
        for place, value in enumerate(series.values)
    ]
    runs = [list(run) for is_told, run in groupby(points, lambda point: point is not None) if is_told]
    told = [[point for point in run if point is not None] for run in runs]
    return Drawn(
        series.name,
        series.style,
        runs=tuple(" ".join(f"{point.x},{point.y}" for point in run) for run in told if len(run) > 1),
        dots=tuple(point for run in told for point in run if len(run) == 1 or len(points) <= 31),
    )


def _bars(series: Sequence[Series], slot: float, y: Callable[[float], float]) -> list[Drawn]:
    width = round(max(min(slot * 0.7, 26), 1), 1)
    below = [0.0] * len(series[0].values)
    drawn = []
    for one in series:
        bars = []
        for place, value in enumerate(one.values):
            if value:
                high, low = y(below[place] + value), y(below[place])
                x = round(LEFT + (place + 0.5) * slot - width / 2, 1)
                bars.append(Spot(x, high, width, round(max(low - high, 0.8), 1)))
                below[place] += value
        drawn.append(Drawn(one.name, one.style, bars=tuple(bars)))
    return drawn


def _days(starts: Sequence[str], slot: float) -> tuple[Spot, ...]:
    """Return the labels of the first and last point, and of some between."""
    is_long = (date.fromisoformat(starts[-1]) - date.fromisoformat(starts[0])).days > 400
    every = max(-(-len(starts) // _MOST_DAYS_NAMED), 1)
    places = range(len(starts) - 1, -1, -every)
    return tuple(
        Spot(round(LEFT + (place + 0.5) * slot, 1), 0, label=_day(starts[place], with_year=is_long))
        for place in sorted(places)
    )


def _day(start: str, *, with_year: bool) -> str:
    day = date.fromisoformat(start)
    return f"{day:%b %Y}" if with_year else f"{day.day} {day:%b}"
