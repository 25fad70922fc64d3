"""Page through the entries of one reach: filtered, sorted, searched as one types, continued by a cursor."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter, SearchFilter
from tiermem.text import clean, words
from tiermem.text.terms import base_form
from tiermem.values import ENTRY_SORTS, LAYERS, STATUSES
from tiermem.values.frozen import dataclass, replace
from tiermem.values.words import without_marks

if TYPE_CHECKING:
    from tiermem.store.contract import Place, Store, Typed, TypedHit
    from tiermem.support.kept import Kept
    from tiermem.values import Entry, EntrySort, Reach

RANKED = 1_000
"""Number of matches that are ranked, the last written; the others follow in order of writing."""
_BY_MATCH = "match"
_ARCHIVE = LAYERS[2]
_GREATEST = 2**63
_PLACES: Mapping[str, tuple[tuple[type, ...], ...]] = {
    "category": ((str, str, str), (NoneType, str, str)),
    "newest": ((str, str),),
    "updated": ((str, str),),
    "recalled": ((int, str, str),),
    _BY_MATCH: ((int,),),
}
"""Order → types of the values in its cursors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """A page of a list of entries.

    Attributes:
        entries: The entries, in order.
        total: Number of entries on all pages; None if it was not requested.
        next: The cursor of the next page; None on the last page.
    """

    entries: tuple[Entry, ...]
    total: int | None
    next: str | None


class EntryPages:
    """Pages of the entries in one reach."""

    def __init__(self, store: Store, reach: Reach, counts: Kept[int]) -> None:
        self._store = store
        self._reach = reach
        self._counts = counts

    def page(
        self,
        where: EntryFilter,
        *,
        query: str = "",
        sort: EntrySort | None = None,
        limit: int,
        cursor: str | None = None,
        count: bool = True,
    ) -> EntryPage:
        """See `memory.Entries.page`.

        Raises:
            InputError: The sort, the limit or the cursor is invalid.
        """
        if sort is not None and sort not in ENTRY_SORTS:
            raise InputError(f"There is no order {sort!r} of entries. Possible: {', '.join(ENTRY_SORTS)}.")
        if limit < 1:
            raise InputError(f"A page has at least one entry, not {limit}.")
        typed = clean(query).strip()
        if typed and sort is None:
            return self._matching(where, typed, limit, cursor)
        if typed:
            matching = tuple(self._every_match(where, typed))
            page = self._sorted(
                replace(where, ids=matching or ("",)), sort or "category", limit, cursor, count=False
            )
            return replace(page, total=len(matching))
        return self._sorted(where, sort or "category", limit, cursor, count=count)

    def _sorted(
        self, where: EntryFilter, sort: EntrySort, limit: int, cursor: str | None, *, count: bool
    ) -> EntryPage:
        after = None if cursor is None else _place(cursor, sort)
        records = self._store.records
        total = counted(where, self._store, self._reach.ids, self._counts) if count else None
        if total == 0:
            return EntryPage(entries=(), total=0, next=None)
        found = records.page(where, self._reach, sort=sort, after=after, limit=limit + 1)
        following = _cursor(sort, found[limit - 1][0]) if len(found) > limit else None
        return EntryPage(entries=tuple(entry for _, entry in found[:limit]), total=total, next=following)

    def _matching(self, where: EntryFilter, typed: str, limit: int, cursor: str | None) -> EntryPage:
        """Return the best matches among active entries, followed by the others."""
        start = 0 if cursor is None else int(_place(cursor, _BY_MATCH)[0] or 0)
        others = self._unindexed(where, typed)
        refs, indexed = self._indexed(where, typed, limit, start)
        entries = self._of_refs(refs)
        entries += others[max(start - indexed, 0) :][: limit - len(refs)]
        total, end = indexed + len(others), start + limit
        following = _cursor(_BY_MATCH, (end,)) if end < total else None
        return EntryPage(entries=tuple(entries), total=total, next=following)

    def _indexed(self, where: EntryFilter, typed: str, limit: int, start: int) -> tuple[list[str], int]:
        """Return the ids on a page of active entries, and the number of matches."""
        found = self._typed(where, typed)
        if found is None or start >= found.total:
            return [], 0 if found is None else found.total
        ranked = _ranked(found.latest(RANKED), typed)
        page = ranked[start : start + limit]
        if len(page) < limit and len(ranked) < found.total:
            offset = max(start - len(ranked), 0)
            page += found.earlier(RANKED, limit=limit - len(page), offset=offset)
        return page, found.total

    def _every_match(self, where: EntryFilter, typed: str) -> list[str]:
        found = self._typed(where, typed)
        return [*(found.refs() if found else ()), *(one.id for one in self._unindexed(where, typed))]

    def _typed(self, where: EntryFilter, typed: str) -> Typed | None:
        if "active" not in (where.statuses or STATUSES):
            return None
        # The index holds each layer's active entries apart: nothing is left to ask of them.
        asked = replace(where, layers=(), statuses=(), limit=None, offset=0)
        searched = SearchFilter(layers=where.layers or LAYERS, entries=asked)
        return self._store.search.typed(words(typed), searched, self._reach.ids)

    def _unindexed(self, where: EntryFilter, typed: str) -> list[Entry]:
        """Return the inactive entries that have all words, the last changed first."""
        statuses = tuple(one for one in where.statuses or STATUSES if one != "active")
        wanted = words(typed)
        if not statuses or not wanted:
            return []
        found = self._store.records.select(
            replace(where, statuses=statuses, limit=None, offset=0), self._reach.ids
        )
        held = [one for one in found if _holds(one, wanted)]
        return sorted(held, key=lambda one: (one.updated_at, one.id), reverse=True)

    def _of_refs(self, refs: Sequence[str]) -> list[Entry]:
        if not refs:
            return []
        wanted = EntryFilter(ids=tuple(refs), statuses=())
        found = {one.id: one for one in self._store.records.select(wanted, self._reach.ids)}
        return [found[ref] for ref in refs if ref in found]


def counted(where: EntryFilter, store: Store, scopes: Sequence[int], counts: Kept[int]) -> int:
    """Return the number of entries that a filter leaves, without its limit; that of active ones is counted once.

    Counting 100,000 entries takes 4 ms, even from an index.
    """
    where = replace(where, limit=None, offset=0, newest_first=False)
    if where.statuses != ("active",):
        return store.records.count(where, scopes)
    state = store.search.state(scopes, turns=False)
    return counts.get((where, tuple(scopes)), state, lambda: store.records.count(where, scopes))


def _holds(entry: Entry, wanted: Sequence[str]) -> bool:
    """Return True if an entry has all words; the last may be the beginning of one."""
    said = words(" ".join((entry.content, entry.subject or "", *without_marks(entry.tags))))
    *whole, last = wanted
    return set(whole) <= set(said) and any(one.startswith(last) for one in said)


def _ranked(hits: Sequence[TypedHit], typed: str) -> list[str]:
    """Return the ids of matches: entries about it first, then those with exactly these words, then the last written.

    Entries of the archive come last: a summary repeats the others.
    """
    *whole, last = words(typed)
    phrase = " ".join((*map(base_form, whole), last))
    single = len(last) == 1 and not whole  # one letter says nothing yet

    def score(hit: TypedHit) -> tuple[bool, int]:
        if single:
            return hit.layer != _ARCHIVE, 0
        subject, content = f" {hit.subject} ", f" {hit.content} "
        about = 4 * (f" {phrase}" in subject) + (f" {phrase} " in subject)
        return hit.layer != _ARCHIVE, about + 2 * (f" {phrase}" in content) + (f" {phrase} " in content)

    latest = sorted(hits, key=lambda hit: (hit.at, hit.ref), reverse=True)
    return [hit.ref for hit in sorted(latest, key=score, reverse=True)]


def after(entry: Entry) -> str:
    """Return the cursor of the page behind an entry, in the fixed order of blocks."""
    return _cursor("category", (entry.category, entry.created_at, entry.id))


def _cursor(sort: str, place: Place) -> str:
    text = json.dumps([sort, *place], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _place(cursor: str, sort: str) -> Place:
    """Return the place that a cursor names.

    Raises:
        InputError: The cursor belongs to another order.
    """
    try:
        parts = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
        named, *place = parts if isinstance(parts, list) else ("",)
    except (ValueError, RecursionError):
        named, place = "", []
    if named != sort or tuple(map(type, place)) not in _PLACES[sort] or not all(map(_is_bindable, place)):
        raise InputError("The cursor is not one that a page of this list, in this order, gave.")
    return tuple(place)


def _is_bindable(part: str | int | None) -> bool:
    return clean(part) == part if isinstance(part, str) else part is None or 0 <= part < _GREATEST
