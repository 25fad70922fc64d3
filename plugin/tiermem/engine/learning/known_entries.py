"""What is stored that a statement may be about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.engine.recall.terms import BUDGET_OF_NEAREST, plan
from tiermem.engine.statements.renewal import is_one_of_a_kind
from tiermem.engine.writes.scoping import is_elsewhere
from tiermem.store.contract import EntryFilter, SearchFilter
from tiermem.text import fold, query_words, statement_key

if TYPE_CHECKING:
    from tiermem.engine.statements.similarity import Likeness
    from tiermem.store.contract import Store
    from tiermem.values import Draft, Entry, Observation, Reach, Status

MEANT = 0.6
"""Jaccard index of the corrected words and an entry from which on it may be the one that was wrong; it must hold
all words of the wrong value as well."""
_NEAREST = 20
"""Entries with most of its words that a statement is compared with."""
_LATEST, _OF_A_KIND = 5, 50
"""Entries about its subject that it is compared with besides, those made last: of any subject, and of one of which a
person has one at a time, where the one that holds may stand behind others. However much is known, a statement costs
the same."""


class Stored:
    """Looks up what is stored that a statement may be about.

    Args:
        store: Where.
        likeness: Tells how much two statements have in common.
    """

    def __init__(self, store: Store, likeness: Likeness) -> None:
        self._store = store
        self._likeness = likeness

    def entries(
        self,
        reach: Reach,
        *,
        key: str | None = None,
        origin: str | None = None,
        statuses: tuple[Status, ...] = ("active",),
    ) -> list[Entry]:
        """Entries with these words (`text.statement_key`), or of this origin."""
        return self._store.records.select(EntryFilter(key=key, origin=origin, statuses=statuses), reach.ids)

    def about(self, subject: str | None, reach: Reach) -> list[Entry]:
        """The active entries about a subject that were made last; none about none."""
        if subject is None:
            return []
        most = _OF_A_KIND if is_one_of_a_kind(fold(subject)) else _LATEST
        where = EntryFilter(subject=subject, layers=("L0", "L1"), newest_first=True, limit=most)
        return self._store.records.select(where, reach.ids)

    def alike(self, text: str, reach: Reach) -> list[Entry]:
        """Active entries that share most of the words with *text*, best first."""
        terms = plan(tuple(query_words(text)), self._store.search, reach.ids, BUDGET_OF_NEAREST)
        where = SearchFilter(layers=("L0", "L1"))
        found = self._store.search.candidates(terms, where, reach.ids, limit=_NEAREST)
        refs = tuple(candidate.ref for candidate in found)
        entries = self._store.records.select(EntryFilter(ids=refs), reach.ids) if refs else []
        known = {entry.id: entry for entry in entries}
        return [known[ref] for ref in refs if ref in known]

    def wrong(self, observation: Observation, reach: Reach) -> Entry | None:
        """The entry that a correction says is wrong: named by id, or holding the wrong value in the same words."""
        if observation.replaces is not None:
            return self._store.records.get(observation.replaces, reach.ids)
        if observation.corrects is None:
            return None
        wrong = self._likeness.telling(observation.corrects)
        value = self._likeness.value(observation.corrects, observation.draft.content, observation.denied)
        right = self._likeness.telling(observation.draft.content)
        holding = [
            entry
            for entry in self.alike(observation.corrects, reach)
            if not is_elsewhere(entry, observation.draft)
            and value <= (held := self._likeness.telling(entry.content))
            and not (entry.correction and right <= held)
        ]
        if observation.points and wrong <= value:
            return holding[0] if len(holding) == 1 else None
        if len(wrong) < 2:
            return None
        likeness = [self._likeness.alike(observation.corrects, entry.content) for entry in holding]
        best = max(range(len(holding)), key=likeness.__getitem__, default=None)
        return holding[best] if best is not None and likeness[best] >= MEANT else None

    def contradicted(self, observation: Observation, alike: Sequence[Entry], reach: Reach) -> Entry | None:
        """An entry of equal trust that says something else of the same thing, see `Likeness.contradict`."""
        draft = observation.draft
        if draft.correction or not self._likeness.may_contradict(draft.content):
            return None
        for entry in alike:
            equal = entry.source in ("agent", "system") and entry.scope_id != reach.house.id
            same = entry.category == draft.category and _same_subject(draft, entry)
            if equal and same and self._likeness.contradict(draft.content, entry.content):
                return entry
        return None


def _same_subject(draft: Draft, entry: Entry) -> bool:
    """Whether both have one subject, or each has its own value for one: "Bob" of "My manager is Bob"."""
    mine, others = statement_key(draft.subject or ""), statement_key(entry.subject or "")
    if mine == others:
        return True
    return bool(
        mine
        and others
        and mine not in statement_key(entry.content)
        and others not in statement_key(draft.content)
    )
