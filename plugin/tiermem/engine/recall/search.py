"""Search on request, with filters: unlike recall it has no budgets, and it also finds inactive entries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tiermem.engine.recall.candidates import CANDIDATES, plan
from tiermem.engine.recall.ranking import Ranking
from tiermem.store.contract import EntryFilter, SearchFilter
from tiermem.text import words
from tiermem.values import LAYERS, STATUSES
from tiermem.values.frozen import replace
from tiermem.values.words import without_marks

if TYPE_CHECKING:
    from tiermem.ports import Hooks
    from tiermem.ports.context import Query
    from tiermem.store.contract import Store, Terms
    from tiermem.values import Entry, Passage, Reach

_AT_ONCE = 1_000
"""Number of entries read by id at a time."""


class EntrySearch:
    """One search in one reach."""

    def __init__(self, store: Store, hooks: Hooks, reach: Reach, query: Query, now: datetime) -> None:
        self._store = store
        self._hooks = hooks
        self._reach = reach
        self._query = query
        self._now = now

    def entries(self, where: EntryFilter, limit: int, offset: int) -> tuple[list[Entry], int]:
        """Return a page of the matching entries, and their number.

        The best `CANDIDATES` come first, then the other active ones, the latest first. Inactive ones come last, because
        they are not in the index.
        """
        where = replace(where, statuses=where.statuses or STATUSES, limit=None, offset=0)
        unindexed = self._unindexed(where)
        refs, indexed = self._indexed(where, limit, offset) if "active" in where.statuses else ([], 0)
        start = max(offset - indexed, 0)
        page = [*self._of_refs(refs), *unindexed[start : start + limit - len(refs)]]
        return page, indexed + len(unindexed)

    def turns(self, where: EntryFilter) -> list[Passage]:
        """Return the matching turns of the journal, best first, narrowed by the filter's project, task and times."""
        since, until = where.bounds
        said = SearchFilter(
            layers=(),
            turns=True,
            project_id=where.project_id,
            task_id=where.task_id,
            since=since,
            until=until,
        )
        return self._ranking(self._terms(), said).best(CANDIDATES)

    def _indexed(self, where: EntryFilter, limit: int, offset: int) -> tuple[list[str], int]:
        """Return the ids on a page of active entries, and the number of matches."""
        where = replace(where, layers=where.layers or LAYERS)
        # The index holds each layer's active entries apart: nothing is left to ask of them.
        searched = SearchFilter(layers=where.layers, entries=replace(where, layers=(), statuses=()))
        terms = self._terms()
        ranked = self._ranking(terms, searched).refs()
        page = ranked[offset : offset + limit]
        remaining = self._store.search.remaining(
            terms,
            searched,
            self._reach.ids,
            ranked,
            limit=limit - len(page),
            offset=max(offset - len(ranked), 0),
        )
        return [*page, *remaining.refs], len(ranked) + remaining.total

    def _of_refs(self, refs: Sequence[str]) -> list[Entry]:
        found = {
            entry.id: entry
            for some in (refs[start : start + _AT_ONCE] for start in range(0, len(refs), _AT_ONCE))
            for entry in self._select(EntryFilter(ids=tuple(some)))
        }
        return [found[ref] for ref in refs if ref in found]

    def _terms(self) -> Terms:
        return plan(self._query.words, self._store.search, self._reach.ids)

    def _ranking(self, terms: Terms, where: SearchFilter) -> Ranking:
        candidates = self._store.search.candidates(terms, where, self._reach.ids, limit=CANDIDATES)
        return Ranking(
            candidates,
            self._query,
            self._store.search,
            self._hooks,
            scopes=self._reach.ids,
            now=self._now,
        )

    def _unindexed(self, where: EntryFilter) -> list[Entry]:
        """Return inactive documents, those with most of the words first."""
        statuses = tuple(status for status in where.statuses if status != "active")
        if not statuses:
            return []
        counted = [(self._hits(entry), entry) for entry in self._select(replace(where, statuses=statuses))]
        return [entry for hits, entry in sorted(counted, key=lambda one: -one[0]) if hits]

    def _hits(self, entry: Entry) -> int:
        own = words(" ".join((entry.content, entry.subject or "", *without_marks(entry.tags))))
        return len(self._stems(self._query.words) & self._stems(own))

    def _stems(self, texts: Sequence[str]) -> set[str]:
        return set(self._store.search.stems(texts).values())

    def _select(self, where: EntryFilter) -> list[Entry]:
        return self._store.records.select(where, self._reach.ids)
