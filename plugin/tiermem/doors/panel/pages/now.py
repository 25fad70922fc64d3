"""The page Now: the system prompt of the next session, each block with its budget, and why each line is there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from fastapi.responses import Response

from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import ActionOf, FormOf, Frame, FrameOf
from tiermem.doors.panel.pages.peek import peek
from tiermem.doors.server.problems import Stale, status_of, told
from tiermem.errors import WriteRefused
from tiermem.text import clean
from tiermem.text.escaping import escape_line
from tiermem.transfer import identity
from tiermem.values import TIERS, EntryFilter

if TYPE_CHECKING:
    from tiermem.engine.prompt.explanation import BlockLine
    from tiermem.memory.provenance import Evidence
    from tiermem.values import Entry

router = APIRouter(route_class=PanelRoute)
_TITLES = {
    "narrative": ("What goes on now", "Current projects, decisions and plans, from the profile."),
    "scaffold": ("What is known", "Facts about the user by name, from the profile."),
    "learned": ("Learned information", "Said in earlier sessions, and needed whatever the next task is."),
    "identity": ("Identity", "The core profile, in sections that the agent and the user both edit."),
    "memory": ("Agent notes", "What the agent noted for itself: conventions, environment, lessons."),
    "user": ("User profile", "Who the user is and how they like things."),
    "task": ("Task", "The state of the task at hand."),
}
"""Block → how the page calls it, and what it is."""
_ORDER = {"narrative": 1, "scaffold": 2, "learned": 3, "identity": 10, "memory": 20, "user": 30}
_WHY = {
    "it stands": "holds for every task",
    "the user said it": "a project's own statement",
    "a person wrote it": "",
    "the agent stored it": "",
    "it was learned": "",
    "text of the block": "",
}
"""Reasons of `BlockLine` → words for the page; "" where the line's author says as much."""
_CHARS_A_TOKEN = 4
_MOST_LEFT_OUT = 100
"""Statements that are in no block and are listed; the rest is counted."""


@dataclass(frozen=True)
class Line:
    """A line of a block."""

    told: BlockLine
    entry: Entry | None
    evidence: Evidence | None

    @property
    def text(self) -> str:
        """The line as a person reads it: without a list's dash, and a value of the scaffold without JSON's signs."""
        text = self.told.text.removeprefix("- ")
        if self.told.block != "scaffold":
            return text
        try:
            return _in_words(json.loads(f"{{{text}}}"))
        except ValueError:
            return text

    @property
    def why(self) -> str:
        """The reason why it is there, beside whose words it is."""
        return _WHY.get(self.told.why, self.told.why)


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_in_words(one)}" for name, one in value.items())
    if isinstance(value, list):
        return " · ".join(map(_in_words, value))
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True)
class Section:
    """A block of the prompt, or the place of one that is empty.

    Attributes:
        name: The block's name.
        title: How the page calls it.
        hint: What it is.
        usage: ``used``, ``limit``, ``percent``; None without a limit.
        lines: By Markdown section; "" for lines of none.
        tier: The tier to which a new line is added; None if lines are not added there.
    """

    name: str
    title: str
    hint: str
    usage: Mapping[str, int] | None
    lines: Mapping[str, Sequence[Line]] = field(default_factory=dict)
    tier: str | None = None

    @property
    def is_empty(self) -> bool:
        """True if it has no line."""
        return not any(self.lines.values())


@router.get("/")
def now(frame: FrameOf, open: str | None = None) -> Response:  # noqa: A002 the address's own word
    """Show what the agent will know before anything is said."""
    return _page(frame, open=open)


def _page(frame: Frame, *, open: str | None = None) -> Response:  # noqa: A002 the same
    preview = frame.memory.preview(frame.user, project=frame.project)
    prompt, blocks, told = preview.explained()
    left_out = told.left_out[:_MOST_LEFT_OUT]
    ids = tuple(dict.fromkeys(line.id for line in (*told.lines, *left_out) if line.id))
    every = EntryFilter(ids=ids, statuses=("active", "inactive", "staged"))
    found = {entry.id: entry for entry in frame.entries.list(every)[0]} if ids else {}
    evidence = frame.entries.evidence(found.values())

    def line(one: BlockLine) -> Line:
        return Line(one, found.get(one.id or ""), evidence.get(one.id or ""))

    query = frame.request.query_params
    return frame.page(
        "now",
        sections=_sections(frame, blocks, [line(one) for one in told.lines]),
        left_out=[line(one) for one in left_out],
        left_out_in_all=len(told.left_out),
        prompt=list(segments(prompt, [one for one in told.lines if one.id])),
        chars=len(prompt),
        tokens=round(len(prompt) / _CHARS_A_TOKEN, -1),
        projects=[one.id for one in frame.memory.tasks(frame.user).projects()],
        document=_document(frame) if "sections" in query else None,
        editing=query.get("edit"),
        adding=query.get("add"),
        peek=peek(frame, open),
    )


def _sections(frame: Frame, blocks: Sequence[Mapping[str, Any]], lines: Sequence[Line]) -> list[Section]:
    """Return the blocks in their order, with the empty ones of the agent's tiers."""
    settings, usage = frame.memory.settings, frame.entries.usage()
    tiers = [tier for tier in TIERS if settings.enabled(tier)]
    shown = [_section(block, lines, tiers) for block in blocks]
    missing = [tier for tier in tiers if tier not in {one.name for one in shown}]
    for tier in missing:
        title, hint = _TITLES[tier]
        shown.append(Section(tier, title, hint, usage[tier].as_dict(), tier=tier))
    return sorted(shown, key=lambda one: _ORDER.get(one.name, 40))


def _section(block: Mapping[str, Any], lines: Sequence[Line], tiers: Sequence[str]) -> Section:
    name = block["name"]
    title, hint = _TITLES.get(name, (block["title"], "From a plugin."))
    grouped: dict[str, list[Line]] = {}
    for line in lines:
        if line.told.block == name:
            heading = (line.entry.subject if line.entry and name == "identity" else None) or ""
            grouped.setdefault(heading, []).append(line)
    grouped = dict(sorted(grouped.items(), key=lambda one: one[0] != ""))
    return Section(name, title, hint, block["usage"], grouped, tier=name if name in tiers else None)


def segments(prompt: str, lines: Sequence[BlockLine]) -> Iterator[tuple[str, str | None]]:
    """Yield the prompt in pieces, each with the id of the entry that it shows, if any.

    The lines stand in the prompt in their order, as they were rendered.
    """
    place = 0
    for line in lines:
        shown = escape_line(clean(line.text))
        found = prompt.find(shown, place) if shown else -1
        if found < 0:
            continue
        if found > place:
            yield prompt[place:found], None
        yield shown, line.id
        place = found + len(shown)
    if place < len(prompt):
        yield prompt[place:], None


# -- the identity as one document ----------------------------------------------------------------


def _document(frame: Frame) -> str:
    return identity.render(identity.of(frame.entries))


@router.post("/identity")
def save_sections(frame: ActionOf, form: FormOf) -> Response:
    """Make the identity equal the edited document, unless it was changed since the form was shown."""
    edited = form.one("document")

    def ensure(document: str) -> None:
        if form.one("seen") != document.strip():
            raise Stale("The identity", document)

    try:
        written = identity.put(frame.entries, edited, ensure=ensure)
    except Stale:
        problem = "The identity was changed elsewhere since you opened it. Look, and save again."
        return _refused(frame, edited, problem, 409)
    except WriteRefused as error:
        return _refused(frame, edited, told(error, error.for_people), status_of(error))
    return frame.done("sections", *(one.entry.id for _, one in written)) if written else frame.done("nothing")


def _refused(frame: Frame, edited: str, problem: str, status: int) -> Response:
    return frame.refused(
        problem, "sections_form.html", "sections", status=status, document=_document(frame), typed=edited
    )
