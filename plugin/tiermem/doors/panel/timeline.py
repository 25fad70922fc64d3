"""The page Timeline: is memory healthy, and what happened?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import Frame, FrameOf, templates
from tiermem.doors.panel.plots import Plot, Series, plot
from tiermem.values import LAYERS, EntryFilter, local_now, moment, utc_now

if TYPE_CHECKING:
    from tiermem.engine.measures import Counts, Measures, Point, Rate
    from tiermem.values import Entry, Event, Layer, Run

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
}
_BLOCKS: Mapping[str, str] = {
    "identity": "identity",
    "memory": "agent notes",
    "user": "user profile",
    "learned": "learned information",
    "narrative": "narrative",
    "scaffold": "scaffold",
    "task": "task",
}


@dataclass(frozen=True)
class Figure:
    """A rate of the whole time, in words.

    Attributes:
        id: Its name.
        title: Its title.
        value: The rate; "too few to say" where it says nothing.
        of: What it is a part of.
        is_known: True if there is a rate.
    """

    id: str
    title: str
    value: str
    of: str
    is_known: bool


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
    figures: str | None = None,
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
        **(_measured(frame, days) if figures else {"measures": None}),
    )


@router.get("/timeline/figures")
def measured(frame: FrameOf, days: str = "30") -> Response:
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
        "figures_": _figures(measures.total),
        "plots": _plots(measures),
        "switched_off": frame.memory.switched_off,
        "aside": frame.memory.timeline.set_aside(frame.user),
    }


def _age(frame: Frame, most: int) -> int:
    """Return the days since the first event."""
    began = frame.memory.timeline.began(frame.user)
    age = (utc_now() - moment(began)).days + 1 if began else 1
    return max(min(age, most), 7)


def _share(rate: Rate) -> str:
    return "too few to say" if rate.share is None else f"{100 * rate.share:.0f} %"


def _figures(total: Counts) -> list[Figure]:
    rates = total.rates
    told: Iterable[tuple[str, str, str]] = (
        ("recall_hits", "Prompts that recalled something", "prompts with something to search for"),
        ("corrections", "Recalls that had to be corrected", "prompts with something to search for"),
        ("repeated_questions", "Questions whose answer was known", "questions the assistant asked"),
        ("utilisation", "Recalled and used in the answer", "passages shown"),
    )
    found = [
        Figure(
            name,
            title,
            _share(rates[name]),
            f"{rates[name].part:,} of {rates[name].of:,} {of}",
            rates[name].share is not None,
        )
        for name, title, of in told
    ]
    each = total.observations_per_session
    found.append(
        Figure(
            "observations",
            "Noticed in each conversation",
            "too few to say" if each is None else f"{each:.1f}",
            f"{total.observations:,} in {total.sessions:,} conversations, {total.corrections:,} of them corrections",
            each is not None,
        )
    )
    cost = f"${total.usd:,.2f}" if total.usd else f"{total.tokens:,} tokens" if total.tokens else "nothing"
    of = (
        f"{total.tokens:,} tokens of models"
        if total.usd
        else "no model was asked"
        if not total.tokens
        else ""
    )
    found.append(Figure("cost", "Cost of models", cost, of, True))
    return found


def _plots(measures: Measures) -> list[Plot]:
    points = measures.points
    starts = [point.start for point in points]

    def series(name: str, value: Callable[[Point], float | None], style: int = 1) -> Series:
        return Series(name, [value(point) for point in points], style)

    def made(name: str, title: str, told: Sequence[Series], **words: Any) -> Plot:
        return plot(name, title, starts=starts, step=measures.step, series=told, **words)

    last = points[-1]
    blocks = dict.fromkeys(name for point in points for name in point.blocks)
    limited = [name for name in _BLOCKS if name in blocks]
    return [
        made(
            "growth",
            "Memories",
            [series(f"{layer} {word}", _entries_of(layer), style) for layer, word, style in (
                (LAYERS[0], "in every prompt", 1), (LAYERS[1], "recalled", 2), (LAYERS[2], "archive", 3))],
            now=f"{sum(last.entries.values()):,}",
            hint="How many are in use, by layer.",
            empty="No memory yet. The curve shows how many there are, by layer.",
        ),
        made(
            "budgets",
            "Budgets of the prompt",
            [
                series(
                    _BLOCKS[name],
                    _filled(name),
                    style,
                )
                for style, name in enumerate(limited, 1)
            ],
            now=_fullest(measures),
            hint="How full each block was when a session began.",
            shown=lambda value: f"{value:.0f} %",
            limit=100,
            empty="No session asked for its prompt in this time. The curve shows how full each block was.",
        ),
        made(
            "recalls",
            "Recalls",
            [
                series("brought something", lambda p: p.counts.shown, 1),
                series("brought nothing", lambda p: p.counts.recalls - p.counts.shown, 4),
            ],
            kind="bars",
            now=_share(measures.total.rates["recall_hits"]),
            hint="Prompts with something to search for, and whether they recalled anything.",
            empty="No prompt in this time. The bars show how many recalled something.",
        ),
        made(
            "corrections",
            "Corrections",
            [
                series("recalls corrected", lambda p: p.counts.corrected, 5),
                series("corrections heard", lambda p: p.counts.corrections, 2),
            ],
            now=_share(measures.total.rates["corrections"]),
            hint="Recalls that the user or the agent corrected afterwards. They should become fewer.",
            empty="No correction in this time.",
        ),
        made(
            "repeated",
            "Repeated questions",
            [
                series("answer was known", lambda p: p.counts.asked_again, 5),
                series("answer was new", lambda p: p.counts.questions - p.counts.asked_again, 4),
            ],
            kind="bars",
            now=_share(measures.total.rates["repeated_questions"]),
            hint="The assistant's latest questions, and whether memory had the answer. It should be almost none.",
            empty="The assistant asked nothing in this time, or no conversation is kept.",
        ),
        made(
            "used",
            "Use of what was recalled",
            [
                series("used", lambda p: p.counts.used, 1),
                series("not used", lambda p: p.counts.passages - p.counts.used, 4),
            ],
            kind="bars",
            now=_share(measures.total.rates["utilisation"]),
            hint="Recalled passages whose words the answer has.",
            empty="No answer in this time had anything recalled.",
        ),
        made(
            "observations",
            "What was noticed",
            [series("observations", lambda p: p.counts.observations, 2)],
            kind="bars",
            now=f"{measures.total.observations:,}",
            hint="Facts, preferences, decisions and corrections heard in conversations or found elsewhere.",
            empty="Nothing was noticed in this time.",
        ),
        made(
            "keys",
            "Keys of the scaffold",
            [series("keys", lambda p: p.scaffold_keys or None, 3)],
            now=f"{last.scaffold_keys:,}",
            hint="Values of the profile. The curve should flatten as the user is known.",
            empty="No scaffold yet: consolidation makes it of what is noticed.",
        ),
        made(
            "cost",
            "Cost of models",
            [series("dollars", lambda p: p.counts.usd or None, 2)]
            if measures.total.usd
            else [series("tokens", lambda p: p.counts.tokens or None, 2)],
            kind="bars",
            now=f"${measures.total.usd:,.2f}" if measures.total.usd else f"{measures.total.tokens:,} tokens",
            hint="What generative and embedding models were paid for.",
            shown=(lambda value: f"${value:,.2f}") if measures.total.usd else (lambda value: f"{value:,.0f}"),
            least_top=0.01 if measures.total.usd else 1,
            empty="Nothing was spent: rules need no model.",
        ),
    ]  # fmt: skip


def _entries_of(layer: Layer) -> Callable[[Point], float | None]:
    return lambda point: point.entries[layer]


def _filled(block: str) -> Callable[[Point], float | None]:
    """Return how full a block was, in percent; None without sessions."""
    return lambda point: float(point.blocks[block].percent) if block in point.blocks else None


def _fullest(measures: Measures) -> str:
    """Return the block that was the fullest lately."""
    latest = {name: usage.percent for point in measures.points for name, usage in point.blocks.items()}
    if not latest:
        return "no session"
    name = max(latest, key=lambda one: latest[one])
    return f"{_BLOCKS.get(name, name)} {latest[name]} %"


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
