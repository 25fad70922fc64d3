"""All about one entry, beside the page or as a page of its own: why it exists, its versions, and where it was used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiermem.doors.panel.showing import Part, difference
from tiermem.errors import InputError
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.doors.panel.frame import Frame
    from tiermem.memory.provenance import Evidence, History
    from tiermem.values import Entry, Event, Turn, Version

_RECEIPTS = 300
"""The latest receipts that are looked through for recalls of an entry."""
_MOST_RECALLS = 5
_MOST_NEAR = 5
_KINDS = {
    "observation": "Noticed",
    "added": "Added",
    "updated": "Changed",
    "tagged": "Tags changed",
    "removed": "Retired",
    "superseded": "Replaced",
    "restored": "Brought back",
    "staged": "Proposed",
    "accepted": "Accepted",
    "rejected": "Rejected",
    "reviewed": "Kept in a review",
    "adopted": "Adopted from another program",
    "caught_up": "Stored late",
    "declined": "Declined",
}
_DATED = re.compile(r" \([^()]*\d{4}[^()]*\)")
_BY = {"user": "a person", "agent": "the agent", "system": "tiermem"}


@dataclass(frozen=True)
class Change:
    """A version of an entry, with what it changed."""

    version: Version
    parts: Sequence[Part]


@dataclass(frozen=True)
class Told:
    """An event about an entry, in words."""

    at: str
    what: str
    by: str
    reason: str
    session_id: str | None


@dataclass(frozen=True)
class Peek:
    """All that the pane shows of an entry.

    Attributes:
        entry: The entry; None if there is none of this id.
        entry_id: The id that was asked for.
        evidence: What it was learned from, if it was.
        turn: The turn that was it, if it is still there.
        versions: Newest first.
        events: Oldest first.
        recalls: How often it was recalled, and when last.
        recalled: The latest recalls: receipt, query, time.
        same_subject: Others about the same subject.
        near: Others that speak of the same.
        superseded_by: What replaced it.
        replaces: What it replaced.
    """

    entry_id: str
    entry: Entry | None = None
    evidence: Evidence | None = None
    turn: Turn | None = None
    versions: Sequence[Change] = ()
    events: Sequence[Told] = ()
    recalls: tuple[int, str | None] = (0, None)
    recalled: Sequence[dict[str, Any]] = ()
    same_subject: Sequence[Entry] = ()
    near: Sequence[Entry] = ()
    superseded_by: Entry | None = None
    replaces: Entry | None = None


def peek(frame: Frame, entry_id: str | None) -> Peek | None:
    """Return what the pane shows of an entry; None if none is opened."""
    if not entry_id:
        return None
    entry = frame.known(entry_id)
    if entry is None:
        return Peek(entry_id)
    entries = frame.entries
    history = entries.history(entry.id)
    evidence = entries.evidence([entry]).get(entry.id)
    same = _same_subject(frame, entry)
    return Peek(
        entry.id,
        entry=entry,
        evidence=evidence,
        turn=turn_of(frame, evidence, history.events),
        versions=changes_of(history),
        events=[_told(event) for event in history.events],
        recalls=entries.recalls([entry]).get(entry.id, (0, None)),
        recalled=_recalled(frame, entry.id),
        same_subject=same,
        near=[one for one in near(frame, entry) if one.id not in {other.id for other in same}],
        superseded_by=frame.known(history.superseded_by),
        replaces=frame.known(entry.supersedes),
    )


def turn_of(frame: Frame, evidence: Evidence | None, events: Sequence[Event] = ()) -> Turn | None:
    """Return the turn that an entry came from, if it is still there.

    Args:
        frame: The request.
        evidence: What the entry was learned from, if it was.
        events: Those of the entry: without evidence it came from what the user said before the first of them, in its
            session, or from the turn that its reason quotes.
    """
    erasing = frame.memory.erasing(frame.user)
    try:
        if evidence is not None:
            return erasing.shown(evidence.ref) if evidence.ref else None
        first = events[0] if events else None
        if first is None or not first.session_id:
            return None
        said = [one for one in erasing.turns(first.session_id) if one.speaker == "user"]
    except InputError:
        return None
    reason = without_dates(first.reason or "")
    quoted = [one for one in said if one.content.strip(" .!") in reason]
    before = [one for one in said if one.at <= first.at] if first.source == "agent" else []
    return next(reversed(quoted or before), None)


def without_dates(text: str) -> str:
    """Return a statement without the dates in brackets that learning adds to it."""
    return _DATED.sub("", text)


def changes_of(history: History) -> list[Change]:
    """Return the versions of an entry, newest first, each with its difference to the one before."""
    versions = history.versions
    before = ["", *(one.content for one in versions)]
    return [
        Change(one, difference(old, one.content) if old else [Part("same", one.content)])
        for old, one in zip(before, versions, strict=False)
    ][::-1]


def near(frame: Frame, entry: Entry, limit: int = _MOST_NEAR) -> list[Entry]:
    """Return other entries that speak of the same: with half of the words of one of its sentences."""
    refs = (ref for ref in frame.entries.speaking_of([entry.content]) if "/" not in ref and ref != entry.id)
    found = (one for ref in refs if (one := frame.known(ref)) is not None and one.status == "active")
    return [one for one, _ in zip(found, range(limit), strict=False)]


def _same_subject(frame: Frame, entry: Entry) -> list[Entry]:
    if not entry.subject or entry.tier == "identity":
        return []
    where = EntryFilter(subject=entry.subject, limit=_MOST_NEAR + 1)
    return [one for one in frame.entries.list(where)[0] if one.id != entry.id][:_MOST_NEAR]


def _recalled(frame: Frame, entry_id: str) -> list[dict[str, Any]]:
    receipts = frame.memory.timeline.receipts(frame.user, limit=_RECEIPTS)
    shown = (one for one in receipts if any(passage["ref"] == entry_id for passage in one["rendered"]))
    return [one for one, _ in zip(shown, range(_MOST_RECALLS), strict=False)]


def _told(event: Event) -> Told:
    kind = event.kind
    layer = event.reason if (event.reason or "").startswith("moved to L") else None
    return Told(
        at=event.at,
        what=layer.capitalize().replace("l", "L", 0) if layer else _KINDS.get(kind, kind),
        by=_BY[event.source],
        reason="" if layer else _reason(event),
        session_id=event.session_id,
    )


def _reason(event: Event) -> str:
    """Return the reason of an event, without words that are for programs."""
    reason = event.reason or ""
    if event.kind == "observation":
        return reason.replace("_", " ")
    return reason.removeprefix("gap-fill: ").replace("_", " ")
