"""Find entries for a person to review: contradicting, duplicated, stale, never used."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.reading.given_values import EXACT
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.overlap import Overlap
from tiermem.store.contract import EntryFilter
from tiermem.text import statement_key
from tiermem.text.languages import language
from tiermem.text.languages.changes import ONE
from tiermem.values import instant
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.engine.reading.reading import Reading
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Reach
    from tiermem.values.words import EventKind

Concern = Literal["contradicting", "duplicated", "stale", "never used"]
"""Concerns in the order in which they are shown; those that make answers wrong come first."""
_STALE_DAYS = 180
"""Days without a change, a recall or a person's decision after which an entry may be stale."""
UNUSED_DAYS = 60
"""Days in which an entry was never recalled while others were."""
SAME = 0.7
"""Minimum Jaccard index of the words of two statements for one of them to be redundant; lower than the processor's 0.8,
because a person decides."""
REVIEWED: EventKind = "reviewed"
"""Kind of the event of a person's decision to keep an entry as it is."""
_COMPARED = 40
"""Maximum entries with a common word that are compared with an entry; bounds the work."""
_REREAD = 5
"""Number of these, with the most common words, that are checked for the same meaning in other words, which takes a
thousand times as long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """An entry for a person to review.

    Attributes:
        concern: The concern.
        other: The entry that it contradicts or repeats, if any.
        reason: The reason, for a person.
    """

    concern: Concern
    entry: Entry
    other: Entry | None = None
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        other = None if self.other is None else self.other.as_dict()
        return {
            "concern": self.concern,
            "entry": self.entry.as_dict(),
            "other": other,
            "reason": self.reason,
        }


class Reviewer:
    """Review the entries of one reach.

    Args:
        store: The store.
        reach: The owner.
        now: The present.
        shown: Ids of entries in blocks, which are used without being recalled.
        entries: The active entries to review; None for all.
    """

    def __init__(
        self,
        store: Store,
        reach: Reach,
        now: datetime,
        shown: Container[str] = (),
        *,
        entries: Sequence[Entry] | None = None,
    ) -> None:
        self._entries = entries
        self._shown = shown
        self._store = store
        self._reach = reach
        self._now = now
        self._overlap = Overlap(store.search.stems)

    def doubts(self) -> Iterator[Doubt]:
        """Yield each entry of concern once, in the order of `Concern`, unless kept by a person since it changed."""
        entries = self._entries
        if entries is None:
            entries = self._store.records.select(EntryFilter(layers=("L0", "L1")), self._reach.ids)
        staged = self._store.records.select(EntryFilter(statuses=("staged",)), self._reach.ids)
        kept = self._kept()
        told: set[str] = set()
        for doubt in (*self._contradicting(staged), *self._repeated(entries), *self._unused(entries)):
            settled = kept.get(doubt.entry.id, "") >= doubt.entry.updated_at
            if doubt.entry.id not in told and not settled:
                told.add(doubt.entry.id)
                yield doubt

    def _kept(self) -> dict[str, str]:
        """Return entry → time of a person's last decision to keep it."""
        found: dict[str, str] = {}
        after = 0
        while events := self._store.stream.events(self._reach.ids, kinds=(REVIEWED,), after=after):
            after = events[-1].seq
            found |= {event.entry_id: event.at for event in events if event.entry_id}
        return found

    def _contradicting(self, staged: Sequence[Entry]) -> Iterator[Doubt]:
        """Yield staged statements that contradict an active one."""
        for proposal in staged:
            target = self._store.records.get(proposal.supersedes or "", self._reach.ids)
            if target is None or statement_key(target.content) == statement_key(proposal.content):
                continue  # a removal that waits: it contradicts nothing
            if proposal.source == "agent":
                continue  # so does an edit that waits
            if target.status == "active":
                reason = "both cannot be true, and neither is more to be trusted"
                yield Doubt(concern="contradicting", entry=proposal, other=target, reason=reason)

    def _repeated(self, entries: Sequence[Entry]) -> Iterator[Doubt]:
        """Yield the later of two entries of a tier that say the same, or nearly so, in any words."""
        words = {entry.id: self._overlap.words(entry.content) for entry in entries}
        holding: dict[tuple[str, str], list[Entry]] = {}
        for entry in sorted(entries, key=lambda entry: (entry.created_at, entry.id)):
            near = {
                other.id: other
                for word in words[entry.id]
                for other in holding.get((entry.tier, word), ())[-_COMPARED:]
            }
            twin = _nearest(entry, near.values(), words)
            if twin is not None and _differ(read(twin.content), read(entry.content)):
                twin = None
            if twin is not None:
                reason = f"says nearly the same as {twin.id}"
            else:
                nearest = _by_words(entry, near.values(), words)[:_REREAD]
                twin = next((one for one in nearest if says_the_same(one.content, entry.content)), None)
                reason = f"says the same as {twin.id} in other words" if twin else ""
            if twin is not None:
                yield Doubt(concern="duplicated", entry=entry, other=twin, reason=reason)
            for word in words[entry.id]:
                holding.setdefault((entry.tier, word), []).append(entry)

    def _unused(self, entries: Sequence[Entry]) -> Iterator[Doubt]:
        """Yield stale entries, then entries that were never recalled. L0 is in every prompt and needs no recall."""
        recalled = self._store.records.recalls([entry.id for entry in entries], self._reach)
        stale = instant(self._now - timedelta(days=_STALE_DAYS))
        unused = instant(self._now - timedelta(days=UNUSED_DAYS))
        for entry in entries:
            last = max(entry.updated_at, recalled.get(entry.id, (0, ""))[1])
            if last < stale:
                days = _STALE_DAYS
                yield Doubt(concern="stale", entry=entry, reason=f"not changed or recalled for {days} days")
        if not recalled:
            return
        for entry in entries:
            is_used = entry.id in recalled or entry.id in self._shown
            if entry.layer == "L1" and not is_used and entry.updated_at < unused:
                reason = f"not recalled once in {UNUSED_DAYS} days"
                yield Doubt(concern="never used", entry=entry, reason=reason)


def says_the_same(one: str, other: str) -> bool:
    """Return True if two statements say the same in other words: "Alec is my boss", "The user's manager is Alec"."""
    first, second = Statement(one), Statement(other)
    before, after = read(one), read(other)
    if _differ(before, after):
        return False
    found = [compare(first, second), compare(second, first)]
    if any(comparison.relation == "same" for comparison in found):
        return True
    if any(comparison.is_beside or comparison.relation != "unrelated" for comparison in found):
        return False
    return _gives_the_same(before, after)


def _differ(one: Reading, other: Reading) -> bool:
    """Return True if only one of two statements is in the past, a plan, a hypothesis or a denial, or numbers differ."""
    mine, theirs = _exact_values(one), _exact_values(other)
    return _mood(one) != _mood(other) or bool(mine - theirs and theirs - mine)


def _exact_values(said: Reading) -> frozenset[str]:
    return frozenset().union(*(said.values.get(sort, ()) for sort in EXACT))


def _mood(said: Reading) -> tuple[bool, bool, bool]:
    dates = language(said.language).dates
    is_past = said.has("past", "once") or (dates is not None and dates.matches(dates.past, said.text))
    return is_past, said.has("supposes"), bool(said.denied)


def _gives_the_same(one: Reading, other: Reading) -> bool:
    """Return True if both give the same values for a thing that has only one at a time."""
    shared = one.concepts.keys() & other.concepts.keys()
    if not shared & ONE or one.language != other.language:
        return False
    mine, theirs = (
        (said.words | said.value_words).difference(*(said.concepts[concept] for concept in shared))
        for said in (one, other)
    )
    return bool(mine) and mine == theirs


def _by_words(entry: Entry, others: Iterable[Entry], words: dict[str, frozenset[str]]) -> list[Entry]:
    """Return the other entries, those with the largest share of common words first."""
    mine = words[entry.id]
    return sorted(others, key=lambda one: len(mine & words[one.id]) / len(mine | words[one.id]), reverse=True)


def _nearest(entry: Entry, others: Iterable[Entry], words: dict[str, frozenset[str]]) -> Entry | None:
    """Return the most similar other entry, if one is similar enough."""
    mine = words[entry.id]
    best, found = SAME, None
    for other in {other.id: other for other in others}.values():
        theirs = words[other.id]
        alike = len(mine & theirs) / len(mine | theirs)
        if alike >= best and len(mine) > 1:
            best, found = alike, other
    return found


def ended(store: Store, entry: Entry, scopes: Sequence[int]) -> tuple[bool, str | None]:
    """Return True if an entry was superseded rather than removed, and the id of its replacement, if known."""
    ends = store.stream.events(scopes, entry_id=entry.id, kinds=("superseded", "removed"))
    if entry.status != "inactive" or not ends or ends[-1].kind != "superseded":
        return False, None
    by = str(ends[-1].payload.get("superseded_by"))
    if store.records.get(by, scopes) is not None:
        return True, by
    after = EntryFilter(supersedes=entry.id, statuses=("active", "inactive"), newest_first=True, limit=1)
    return True, next((one.id for one in store.records.select(after, scopes)), None)
