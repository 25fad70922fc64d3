"""The page Profile: who the user is thought to be, each line with its sources, and correcting them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from fastapi.responses import Response

from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import ActionOf, FormOf, Frame, FrameOf
from tiermem.doors.server.problems import status_of
from tiermem.errors import InputError, WriteRefused
from tiermem.support import nested
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.memory.user.profile import ProfileLine
    from tiermem.values import Entry

router = APIRouter(route_class=PanelRoute)
_ALSO = 8


@dataclass(frozen=True)
class Forgetting:
    """A line that is about to be erased.

    Attributes:
        line: The line.
        entries: The entries that it was learned from.
        also: Refs and texts of what else speaks of the same, as far as it is shown.
        more: Number of others that do.
    """

    line: ProfileLine
    entries: tuple[Entry, ...]
    also: tuple[tuple[str, str], ...]
    more: int


@router.get("/profile")
def profile(frame: FrameOf) -> Response:
    """Show the profile, with the form or dialog that the address opens."""
    query = frame.request.query_params
    user = frame.memory.profile(frame.user)
    current, lines = user.current, user.lines()
    settings = frame.memory.settings.consolidation
    stats = frame.memory.timeline.stats(frame.user)
    return frame.page(
        "profile",
        current=current,
        narrative=[line for line in lines if line.kind == "narrative"],
        scaffold=_grouped([line for line in lines if line.kind == "scaffold"]),
        learned=[line for line in lines if line.kind == "learned"],
        words=len(current.text.split()),
        most_words=settings.narrative_words,
        is_enabled=settings.enabled,
        unworked=stats["waiting"] + stats["backlog"]["unconsolidated"] + stats["unread"]["turns"],
        known=_known(frame),
        rivals=user.rivals(),
        editing=query.get("edit"),
        adding=query.get("add"),
        guiding=query.get("guide") is not None,
        forgetting=_forgetting(frame, query.get("forget")),
    )


def _grouped(lines: list[ProfileLine]) -> dict[str, list[tuple[str, ProfileLine]]]:
    """Return first key of the path → (the rest of the path, line)."""
    groups: dict[str, list[tuple[str, ProfileLine]]] = {}
    for line in lines:
        first, *rest = nested.split(line.path or "")
        groups.setdefault(first, []).append((" / ".join(rest), line))
    return groups


def _known(frame: Frame) -> list[Entry]:
    """Return the entries about the user that every prompt shows: of the user's block, and of learned information."""
    blocks = frame.memory.preview(frame.user, frame.project).frozen_blocks
    ids = [one for block in blocks if block["name"] in ("user", "learned") for one in block["entries"]]
    found = {entry.id: entry for entry in frame.entries.list(EntryFilter(ids=tuple(ids)))[0]} if ids else {}
    return [found[one] for one in ids if one in found]


def _forgetting(frame: Frame, line_id: str | None) -> Forgetting | None:
    if not line_id:
        return None
    with frame.naming():
        line = frame.memory.profile(frame.user).line(line_id)
    entries = tuple({one.entry.id: one.entry for one in line.sources if one.entry is not None}.values())
    told = [line.text, *(one.quote or "" for one in line.sources)]
    refs = frame.entries.speaking_of([text for text in told if text])
    also = frame.all_told(refs)
    return Forgetting(line, entries, tuple(also[:_ALSO]), max(len(also) - _ALSO, 0))


@router.post("/profile/lines/{line_id}")
def correct(frame: ActionOf, form: FormOf, line_id: str) -> Response:
    """Correct a line, and the entry that says the same."""
    user = frame.memory.profile(frame.user)
    with frame.naming():
        line = user.line(line_id)
    try:
        user.correct(line_id, _value(form.one("text"), line.value))
    except (InputError, WriteRefused) as error:
        return frame.refused(
            error,
            "line_form.html",
            f"line-{line_id}-form",
            status=status_of(error),
            line=line,
            typed=form.one("text"),
        )
    return frame.done("corrected", version=user.current.version)


def _value(text: str, before: Any) -> Any:
    """Return what a person typed in the place of a value: text for text, lines for a list of texts, otherwise JSON."""
    if isinstance(before, str):
        return text.strip()
    if isinstance(before, list) and all(isinstance(item, str) for item in before):
        return [line.strip() for line in text.splitlines() if line.strip()]
    try:
        return json.loads(text)
    except ValueError:
        return text.strip()


@router.post("/profile")
def add(frame: ActionOf, form: FormOf) -> Response:
    """Add a line, or set a value of the scaffold."""
    user, path, text = frame.memory.profile(frame.user), form.one("path").strip(), form.one("text").strip()
    try:
        if form.one("kind") == "narrative":
            user.add(text, "narrative")
        elif form.one("kind") == "learned":
            user.add(text)
        else:
            user.set(path, text)
    except (InputError, WriteRefused) as error:
        return frame.refused(
            error,
            "line_add_form.html",
            "adding-line",
            status=status_of(error),
            adding=form.one("kind"),
            typed={"path": path, "text": text},
        )
    return frame.done("added", leave=("add",), version=user.current.version)


@router.post("/profile/forget")
def forget(frame: ActionOf, form: FormOf) -> Response:
    """Erase a line for good. The answer is the receipt, which is nowhere else."""
    with frame.naming():
        line = frame.memory.profile(frame.user).line(form.one("line"))
    erased = frame.memory.erasing(frame.user).line(line.key)
    also = frame.all_told(erased.also)
    return frame.receipt("profile", "forgotten.html", erased=erased, also=also, what="line")


@router.post("/profile/guidance")
def guidance(frame: ActionOf, form: FormOf) -> Response:
    """Keep the user's own words on how messages are to be ranked."""
    user = frame.memory.profile(frame.user)
    user.guide_inbox(form.one("text"))
    return frame.done("saved", leave=("guide",), version=user.current.version)


@router.post("/profile/undo")
def undo(frame: ActionOf, form: FormOf) -> Response:
    """Undo the last change of the profile, with what it changed of entries."""
    frame.memory.profile(frame.user).undo(form.number("version") or 0)
    return frame.done("undone")


@router.post("/profile/process")
def process(frame: ActionOf) -> Response:
    """Work what was observed into the profile now."""
    worked = frame.memory.maintenance.work(frame.user)
    for outage in worked.outages:
        raise outage
    if worked.problems:
        raise InputError("; ".join(worked.problems))
    return frame.done("processed")
