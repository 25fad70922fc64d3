"""The page Timeline: is memory healthy, and what happened?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from tiermem.doors.panel.charts import figures, plots
from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import Frame, FrameOf, templates
from tiermem.values import EntryFilter, local_now, moment, utc_now

if TYPE_CHECKING:
    from tiermem.values import Entry, Event, Run

router = APIRouter(route_class=PanelRoute)
PERIODS: Mapping[str, tuple[int, str]] = {
    "7": (7, "7 days"),
    "30": (30, "30 days"),
    "365": (365, "a year"),
    "all": (3_660, "all time"),
}
PAGE = 40
_MOST_RUNS = 30
_KINDS: Mapping[str, tuple[str, ...]] = {
    "": (),
    "learned": ("observation",),
    "changed": ("added", "updated", "tagged", "adopted", "restored", "accepted", "moved"),
    "gone": ("removed", "superseded", "rejected", "erased", "declined"),
    "waiting": ("staged",),
}
"""Choice of the filter → kinds of events."""
_WHAT: Mapping[str, str] = {
    "observation": "noticed",
    "added": "added",
    "updated": "changed",
    "removed": "retired",
    "superseded": "replaced",
    "restored": "brought back",
    "staged": "proposed",
    "accepted": "accepted",
    "rejected": "rejected",
    "erased": "erased for good",
    "tagged": "labelled",
    "declined": "not to be remembered",
    "adopted": "taken over",
    "caught_up": "stored late",
}


@dataclass(frozen=True)
class Happening:
    """An event of the stream on the page."""

    event: Event
    what: str
    text: str
    entry: Entry | None


@router.get("/timeline")
def timeline(
    frame: FrameOf,
    days: str = "30",
    show: str = "",
    before: str | None = None,
    measured: Annotated[str | None, Query(alias="figures")] = None,
) -> Response:
    """Show runs of the worker and what happened, and figures and plots that the page asks for once it is shown."""
    days = days if days in PERIODS else "30"
    show = show if show in _KINDS else ""
    place = int(before) if before and before.isascii() and before.isdecimal() and len(before) < 19 else None
    events = frame.memory.timeline.latest(frame.user, kinds=_KINDS[show], before=place, limit=PAGE + 1)
    stats = frame.memory.timeline.stats(frame.user)
    return frame.page(
        "timeline",
        days=days,
        periods={name: words for name, (_, words) in PERIODS.items()},
        runs=frame.memory.timeline.runs(frame.user, limit=_MOST_RUNS),
        wrote=_wrote,
        stats=stats,
        show=show,
        shows={
            "": "everything",
            "learned": "noticed",
            "changed": "changed",
            "gone": "gone",
            "waiting": "proposed",
        },
        events=_happenings(frame, events[:PAGE]),
        more=str(events[PAGE - 1].seq) if len(events) > PAGE else None,
        is_first=place is None,
        **(_measured(frame, days) if measured else {"measures": None}),
    )


@router.get("/timeline/figures")
def measured_alone(frame: FrameOf, days: str = "30") -> Response:
    """Return figures and plots alone, which take longer than the page."""
    days = days if days in PERIODS else "30"
    html = templates().get_template("measured.html")
    return HTMLResponse(html.render(frame=frame, days=days, now=local_now(), **_measured(frame, days)))


def _measured(frame: Frame, days: str) -> dict[str, Any]:
    number = PERIODS[days][0]
    measures = frame.memory.timeline.measures(
        frame.user, days=_age(frame, number) if days == "all" else number
    )
    return {
        "measures": measures,
        "figures_": figures(measures.total),
        "plots": plots(measures),
        "switched_off": frame.memory.switched_off,
        "aside": frame.memory.timeline.set_aside(frame.user),
    }


def _age(frame: Frame, most: int) -> int:
    """Return the days since the first event, with its day and today."""
    began = frame.memory.timeline.began(frame.user)
    age = (utc_now().date() - moment(began).date()).days + 1 if began else 1
    return max(min(age, most), 7)


def _wrote(run: Run) -> str:
    """Return what a run read and wrote, in words."""
    told = [f"{len(run.read)} observation{'' if len(run.read) == 1 else 's'}"] if run.read else []
    for kind, what in run.wrote.items():
        number = len(what) if isinstance(what, list) else what
        told.append(f"{number} {kind.replace(' besides', '')}")
    return ", ".join(told)


def _happenings(frame: Frame, events: Sequence[Event]) -> list[Happening]:
    ids = sorted({event.entry_id for event in events if event.entry_id})
    where = EntryFilter(ids=tuple(ids), statuses=("active", "inactive", "staged"), limit=len(ids))
    entries = {entry.id: entry for entry in frame.entries.list(where)[0]} if ids else {}
    return [
        Happening(
            event,
            _WHAT.get(event.kind, event.kind),
            _words(event, entries.get(event.entry_id or "")),
            entries.get(event.entry_id or ""),
        )
        for event in events
    ]


def _words(event: Event, entry: Entry | None) -> str:
    if entry is not None:
        return entry.content
    draft = event.payload.get("draft")
    said = draft.get("content") if isinstance(draft, dict) else None
    return str(said or event.payload.get("path") or "")
