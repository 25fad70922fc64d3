"""The page Memories: what is remembered, searched, filtered, sorted, selected and changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import APIRouter
from fastapi.responses import Response

from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import Frame, FrameOf
from tiermem.doors.panel.pages.peek import peek, turn_of
from tiermem.values import CATEGORIES, LAYERS, STATUSES, TIERS, EntryFilter
from tiermem.values.words import SOURCES

if TYPE_CHECKING:
    from starlette.datastructures import QueryParams

    from tiermem.engine.recall.entry_pages import EntryPage
    from tiermem.values import Entry, EntrySort, Turn
    from tiermem.values.words import Status

router = APIRouter(route_class=PanelRoute)
PAGE = 50
MOST = 500
"""Rows of a page at most; then another page begins."""
_SORTS: Mapping[EntrySort, str] = {
    "updated": "last changed",
    "newest": "newest",
    "recalled": "most recalled",
    "category": "category",
}
_FILTERS = ("q", "layer", "tier", "category", "source", "status", "tag", "project")
_MOST_ERASED = 100


@dataclass(frozen=True)
class Row:
    """An entry in the list; one that the last action took out of it stays in its place."""

    entry: Entry
    recalls: int = 0
    step: str | None = None


@router.get("/memories")
def memories(frame: FrameOf, open: str | None = None) -> Response:  # noqa: A002 the address's own word
    """Show the list, with the entry that is opened beside it."""
    query = frame.request.query_params
    asked = {name: query.get(name, "") for name in _FILTERS}
    sort = next((one for one in _SORTS if one == query.get("sort")), None)
    rows = max(PAGE, min(MOST, _number(query.get("rows"), PAGE)))
    page = _page(frame, asked, sort, query.get("from") or None, rows)
    return frame.page(
        "memories",
        rows=_rows(frame, page.entries, query),
        total=page.total or 0,
        everything=frame.entries.list(EntryFilter(limit=0))[1],
        more=_more(frame, page, rows),
        is_first=not query.get("from"),
        asked=asked,
        sort=sort or "",
        choices=_choices(frame.who, is_searched=bool(asked["q"].strip())),
        is_filtered=any(asked[name] for name in _FILTERS if name != "project"),
        page_size=PAGE,
        editing=query.get("edit"),
        labelling=query.get("labels"),
        adding=query.get("add"),
        erasing=_to_erase(frame, query.getlist("erase")),
        merging=_to_merge(frame, query.getlist("merge")),
        peek=peek(frame, open),
    )


@router.get("/memories/{entry_id}")
def entry_page(frame: FrameOf, entry_id: str) -> Response:
    """Show one entry as a page of its own."""
    query = frame.request.query_params
    frame.entries.get(entry_id)
    return frame.page(
        "memories",
        "entry.html",
        peek=peek(frame, entry_id),
        is_alone=True,
        editing=query.get("edit"),
        labelling=query.get("labels"),
        erasing=_to_erase(frame, query.getlist("erase")),
        merging=_to_merge(frame, query.getlist("merge")),
    )


def _choices(who: str, *, is_searched: bool) -> dict[str, tuple[str, Mapping[str, str]]]:
    """Return the filters to choose from, and the order: parameter → label, and its values with their words.

    Args:
        who: The user as the page calls him.
        is_searched: True if words are searched for.
    """
    others: dict[str, str] = {
        name: words for name, words in _SORTS.items() if is_searched or name != "updated"
    }
    return {
        "tier": ("About", {"": "any", "memory": "agent notes", "user": "the user", "identity": "identity"}),
        "category": ("Category", {"": "any"} | {one: one for one in CATEGORIES}),
        "source": ("Written by", {"": "any", "user": who, "agent": "the agent", "system": "tiermem"}),
        "status": ("Status", {"": "active", "inactive": "retired", "staged": "waiting", "any": "any"}),
        "sort": ("Sort", {"": "best match" if is_searched else _SORTS["updated"], **others}),
    }


def _number(text: str | None, default: int) -> int:
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) <= 9
    return int(text or 0) if is_number else default


def _page(
    frame: Frame, asked: Mapping[str, str], sort: EntrySort | None, cursor: str | None, rows: int
) -> EntryPage:
    """Return the entries of the page."""
    where = EntryFilter(
        layers=tuple(one for one in LAYERS if one == asked["layer"]),
        tiers=tuple(one for one in TIERS if one == asked["tier"]),
        statuses=_statuses(asked["status"]),
        sources=tuple(one for one in SOURCES if one == asked["source"]),
        category=asked["category"] or None,
        project_id=asked["project"] or None,
        tags=(asked["tag"],) if asked["tag"] else (),
    )
    query = asked["q"].strip()
    return frame.entries.page(
        where, query=query, sort=sort or (None if query else "updated"), limit=rows, cursor=cursor
    )


def _statuses(named: str) -> tuple[Status, ...]:
    if named == "any":
        return STATUSES
    return tuple(one for one in STATUSES if one == named) or ("active",)


def _rows(frame: Frame, found: Sequence[Entry], query: QueryParams) -> list[Row]:
    """Return the rows, with the entry in its place that the last action took out of the list."""
    recalls = frame.entries.recalls(found)
    rows = [Row(entry, recalls.get(entry.id, (0, ""))[0]) for entry in found]
    steps = query.getlist("on")
    if "at" not in query or len(steps) != 1 or query.get("done") == "undone":
        return rows
    entry = frame.known(steps[0].partition(".")[0])
    if entry is None:
        return rows
    place = _number(query.get("at"), 0)
    if all(row.entry.id != entry.id for row in rows):
        rows.insert(place, Row(entry, step=steps[0]))
    return rows


def _more(frame: Frame, page: EntryPage, rows: int) -> str | None:
    """Return the address that shows more entries; None if these are the last."""
    if page.next is None:
        return None
    if rows + PAGE <= MOST:
        return frame.back_place(rows=rows + PAGE)
    return frame.back_place(**{"from": page.next, "rows": None})


@dataclass(frozen=True)
class Goes:
    """The rows that are erased along with an entry."""

    entry: Entry
    versions: int
    recalls: int
    quote: str
    turn: Turn | None
    also: Sequence[tuple[str, str]]


def _to_erase(frame: Frame, ids: Sequence[str]) -> list[Goes]:
    entries = [entry for one in ids[:_MOST_ERASED] if (entry := frame.known(one)) is not None]
    recalls, evidence = frame.entries.recalls(entries), frame.entries.evidence(entries)
    gone = {entry.id for entry in entries}
    found = []
    for entry in entries:
        words = evidence.get(entry.id)
        turn = turn_of(frame, words)
        refs = [ref for ref in frame.entries.speaking_of([entry.content]) if ref not in gone]
        if turn is not None:
            refs = [ref for ref in refs if ref != turn.ref]
        found.append(
            Goes(
                entry=entry,
                versions=len(frame.entries.history(entry.id).versions),
                recalls=recalls.get(entry.id, (0, ""))[0],
                quote=words.quote if words else "",
                turn=turn,
                also=frame.all_told(refs),
            )
        )
    return found


def _to_merge(frame: Frame, ids: Sequence[str]) -> list[Entry]:
    """Return the two entries to merge, the one that stays first: it is the older one."""
    found = [entry for one in dict.fromkeys(ids) if (entry := frame.known(one)) is not None]
    return sorted(found, key=lambda entry: (entry.created_at, entry.id))
