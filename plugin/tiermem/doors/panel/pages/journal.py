"""The page Journal: what was said in which session, what it taught, and erasing it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from fastapi.responses import Response

from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import ActionOf, FormOf, Frame, FrameOf
from tiermem.doors.server.shapes import cursors
from tiermem.errors import InputError
from tiermem.values.changes import Outcome, OutcomeKind

if TYPE_CHECKING:
    from tiermem.memory.user.journal import JournaledSession, JournaledTurn
    from tiermem.memory.user.taught import Taught
    from tiermem.values import Entry

router = APIRouter(route_class=PanelRoute)
PAGE = 50
"""Sessions that are listed at once."""
TURNS = 200
"""Turns of a session that are shown at once."""
_ALSO = 8
_MOST_ASKED = 200
"""Characters of a prompt by which a receipt is matched with the turn it was for."""


@dataclass(frozen=True)
class Said:
    """A turn on the page.

    Attributes:
        number: Its place in the session.
        told: The turn, and what it taught.
        receipt: The receipt of its recall, if it is known.
    """

    number: int
    told: JournaledTurn
    receipt: Mapping[str, Any] | None


@dataclass(frozen=True)
class Erasing:
    """The turn or session that is about to be erased.

    Attributes:
        ref: The turn's ref, or the session's id.
        words: The words of a turn; "" for a session.
        turns: Number of turns.
        taught: The entries that go with it.
        also: Refs and texts of what else speaks of the same.
        more: Number of others that do.
    """

    ref: str
    words: str
    turns: int
    taught: tuple[Entry, ...]
    also: tuple[tuple[str, str], ...]
    more: int


_OUTCOMES: Mapping[OutcomeKind, str] = {
    "added": "new",
    "known": "known already",
    "was put away before": "not kept: it was put away before",
    "was updated before": "not kept: it was changed before",
    "points at nothing that is known": "not kept: it refers to nothing that is known",
    "changes nothing that is known": "not kept: it changes nothing that is known",
    "corrected": "a correction",
    "updated": "replaces what was known",
    "renewed": "replaces what was known",
    "staged": "waits for a decision",
    "for the profile": "for the profile",
    "asked to forget": "something to forget",
    "refused": "not kept: a check refused it",
    "set aside": "failed too often",
}
"""Outcome of an observation → its words on the page."""


def outcome(one: Taught) -> str:
    """Return what became of an observation, in words."""
    if one.entry is not None and one.entry.status != "active":
        return "waits for a decision" if one.entry.status == "staged" else "retired since"
    parsed = Outcome.parse(one.outcome)
    return _OUTCOMES[parsed.kind] if parsed is not None else one.outcome or "not worked in yet"


@router.get("/journal")
def journal(frame: FrameOf, session: str | None = None, before: str | None = None) -> Response:
    """Show the list of sessions, or one of them with its turns."""
    if session:
        return _session(frame, session)
    page = frame.memory.journal(frame.user).sessions(
        project=frame.project, before=cursors.read(before, str, str), limit=PAGE
    )
    everything = page.total
    if frame.project:
        everything = frame.memory.journal(frame.user).sessions(limit=1).total
    settings = frame.memory.settings
    return frame.page(
        "journal",
        listed=page.sessions,
        total=page.total,
        everything=everything,
        more=cursors.write(*page.next) if page.next else None,
        is_first=before is None,
        is_kept=settings.journal.enabled,
        retention=settings.journal.retention_days,
        shown=None,
        erasing=None,
    )


def _session(frame: Frame, session_id: str) -> Response:
    query = frame.request.query_params
    with frame.naming():
        found = frame.memory.journal(frame.user).session(session_id)
    rows = _number(query.get("rows"), TURNS)
    return frame.page(
        "journal",
        shown=found,
        outcome=outcome,
        said=_said(found, rows),
        rows=rows,
        step=TURNS,
        erasing=_to_erase(frame, found, query.get("erase")),
        is_kept=frame.memory.settings.journal.enabled,
    )


def _number(text: str | None, least: int) -> int:
    return max(int(text), least) if text and text.isascii() and text.isdecimal() and len(text) < 7 else least


def _said(found: JournaledSession, rows: int) -> list[Said]:
    """Return the first turns, each of the user's with the receipt of its recall."""
    left = list(found.receipts)
    shown = []
    for number, told in enumerate(found.turns[:rows]):
        receipt = None
        if told.turn.speaker == "user" and not told.is_erased:
            words = told.turn.content.strip()[:_MOST_ASKED]
            receipt = next((one for one in left if one["query"].strip()[:_MOST_ASKED] == words), None)
            if receipt is not None:
                left.remove(receipt)
        shown.append(Said(told.turn.position if told.turn.position >= 0 else number, told, receipt))
    return shown


def _to_erase(frame: Frame, found: JournaledSession, ref: str | None) -> Erasing | None:
    """Return what would go with a turn or the session, and what else speaks of it."""
    if not ref:
        return None
    if ref == found.row.id:
        taught = [*(one for turn in found.turns for one in turn.taught), *found.taught]
        return _erasing(frame, ref, "", len(found.turns), taught, ())
    turn = next((one for one in found.turns if one.turn.ref == ref), None)
    if turn is None:
        raise InputError(f"There is no turn {ref!r} in this conversation.")
    summaries = (one for one in found.taught if one.entry is not None and one.entry.layer == "L2")
    return _erasing(frame, ref, turn.turn.content, 1, (*turn.taught, *summaries), (turn.turn.content,))


def _erasing(  # noqa: PLR0917 what a dialog says
    frame: Frame, ref: str, words: str, turns: int, taught: Iterable[Taught], texts: tuple[str, ...]
) -> Erasing:
    entries = {one.entry.id: one.entry for one in taught if one.entry is not None}
    refs = [one for one in frame.entries.speaking_of(texts) if one not in (ref, *entries)]
    also = frame.all_told(refs)
    return Erasing(ref, words, turns, tuple(entries.values()), tuple(also[:_ALSO]), max(len(also) - _ALSO, 0))


@router.post("/journal/erase")
def erase(frame: ActionOf, form: FormOf) -> Response:
    """Erase a turn or a session for good. The answer is the receipt, which is nowhere else."""
    erasing, ref, session_id = frame.memory.erasing(frame.user), form.one("ref"), form.one("session")
    if not ref:
        raise InputError("Nothing is named to erase.")
    is_session = ref == session_id
    with frame.naming():
        erased = erasing.session(ref) if is_session else erasing.turn(ref)
    what = "session" if is_session else "turn"
    return frame.receipt(
        "journal", "forgotten.html", erased=erased, also=frame.all_told(erased.also), what=what
    )
