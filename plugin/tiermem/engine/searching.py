"""A search that somebody asks for, with filters: unlike recall it has no budgets, and finds what is not active."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from tiermem.engine.narrowing import CANDIDATES
from tiermem.engine.planning import plan
from tiermem.engine.ranking import Ranking
from tiermem.store.contract import EntryFilter, SearchFilter
from tiermem.text import words
from tiermem.values import LAYERS, STATUSES

if TYPE_CHECKING:
    from tiermem.engine.ports import Hooks
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Passage, Query, Reach


class Searching:
    """One search in one reach."""

    def __init__(self, store: Store, hooks: Hooks, reach: Reach, query: Query, now: datetime) -> None:
        self._store = store
        self._hooks = hooks
        self._reach = reach
        self._query = query
        self._now = now

    def entries(self, where: EntryFilter) -> list[Entry]:
        """The entries that match, best first; those that are not active last, as they are not in the index."""
        where = replace(where, statuses=where.statuses or STATUSES, limit=None, offset=0)
        return [*self._indexed(where), *self._unindexed(where)]

    def turns(self, where: EntryFilter) -> list[Passage]:
        """The turns of the journal that match, best first, narrowed by the filter's project, task and times."""
        since, until = where.bounds
        said = SearchFilter(
            layers=(),
            turns=True,
            project_id=where.project_id,
            task_id=where.task_id,
            since=since,
            until=until,
        )
        return self._ranked(said)

    def _indexed(self, where: EntryFilter) -> list[Entry]:
        searched = SearchFilter(layers=where.layers or LAYERS, entries=where)
        refs = [passage.ref for passage in self._ranked(searched)]
        found = {entry.id: entry for entry in self._select(EntryFilter(ids=tuple(refs) or ("",)))}
        return [found[ref] for ref in refs if ref in found]

    def _ranked(self, where: SearchFilter) -> list[Passage]:
        terms = plan(self._query.words, self._store.search, self._reach.ids)
        candidates = self._store.search.candidates(terms, where, self._reach.ids, limit=CANDIDATES)
        return Ranking(candidates, self._query, self._store.search, self._hooks, self._now).best(CANDIDATES)

    def _unindexed(self, where: EntryFilter) -> list[Entry]:
        """Those with most of the words first."""
        statuses = tuple(status for status in where.statuses if status != "active")
        if not statuses:
            return []
        counted = [(self._hits(entry), entry) for entry in self._select(replace(where, statuses=statuses))]
        return [entry for hits, entry in sorted(counted, key=lambda one: -one[0]) if hits]

    def _hits(self, entry: Entry) -> int:
        own = words(" ".join((entry.content, entry.subject or "", *entry.tags)))
        return len(self._stems(self._query.words) & self._stems(own))

    def _stems(self, texts: Sequence[str]) -> set[str]:
        return set(self._store.search.stems(texts).values())

    def _select(self, where: EntryFilter) -> list[Entry]:
        return self._store.records.select(where, self._reach.ids)
