"""Look up stored entries that a statement may be about."""

from __future__ import annotations

from itertools import count, pairwise
from typing import TYPE_CHECKING

from tiermem.engine.comparison.statement_index import StatementIndex
from tiermem.engine.learning.decision import is_here
from tiermem.engine.reading.people import people_of
from tiermem.engine.reading.reading import read
from tiermem.engine.recall.candidates import BUDGET_OF_NEAREST, plan
from tiermem.engine.recall.withheld import observation_of
from tiermem.engine.statements.amendments.spellings import Names
from tiermem.store.contract import EntryFilter, SearchFilter
from tiermem.text import query_words, statement_key
from tiermem.values.frozen import NamedTuple
from tiermem.values.words import OVERTAKEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.engine.comparison.statement import Statement
    from tiermem.engine.reading.people import Person
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Observation, Reach, Status

_MEANT = 0.6
"""Minimum Jaccard index of an entry and the corrected words for it to be the one that was wrong; it must also contain
all words of the wrong value."""
_NEAREST = 20
"""Number of entries with most of its words that a statement is compared with."""
_COUNTED = 200
"""Number of searches after which the frequencies of words are counted again; until then they change little."""

_MOST_WRITTEN = 100
"""Number of new events after which all active entries are read again."""
_MOST_READ = 4
"""Number of persons whose active entries are cached."""
_MOST_TURNS_BETWEEN = 3
"""Maximum distance of a user's turn from the one before, with an answer and a tool between them."""


class Wording(NamedTuple):
    """Former words of an entry (as `text.statement_key` has them), and the instant until which it had them."""

    key: str
    until: str


class _Known:
    """The active entries of a person at a place of the stream."""

    def __init__(self) -> None:
        self.head = 0
        self.entries: dict[str, Entry] = {}
        self.places: dict[str, int] = {}
        self.numbers = count()
        self.small: dict[str, str] = {}
        self.index = StatementIndex()
        self.names = Names()
        self.wordings: dict[str, list[Wording]] = {}


class KnownEntries:
    """Look up stored entries that a statement may be about.

    Args:
        store: The store.
        overlap: Measures the words that statements share.
    """

    def __init__(self, store: Store, overlap: Overlap) -> None:
        self._store = store
        self._overlap = overlap
        self._frequencies: dict[Sequence[int], dict[str, int]] = {}
        self._searches = 0
        self._read: dict[Sequence[int], _Known] = {}

    def entries(
        self,
        reach: Reach,
        *,
        key: str | None = None,
        origin: str | None = None,
        statuses: tuple[Status, ...] = ("active",),
    ) -> list[Entry]:
        """Return the entries with these words (`text.statement_key`) or of this origin."""
        return self._store.records.select(EntryFilter(key=key, origin=origin, statuses=statuses), reach.ids)

    def overtaken(self, reach: Reach) -> set[str]:
        """Return the ids of the entries that a later statement likely overtakes."""
        waiting = self._store.records.select(EntryFilter(statuses=("staged",), tags=(OVERTAKEN,)), reach.ids)
        return {one.supersedes for one in waiting if one.supersedes}

    def active(self, reach: Reach) -> list[Entry]:
        """Return the active entries in blocks and in recall."""
        return list(self._read_since(reach).entries.values())

    def active_here(self, observation: Observation, reach: Reach) -> list[Entry]:
        """Return the active entries, without those of another project or connection and the note of an observation."""
        return [entry for entry in self.active(reach) if is_here(observation, entry)]

    def holding(self, small: str, reach: Reach) -> list[Entry]:
        """Return the active entries that contain a text in small letters."""
        known = self._read_since(reach)
        if small not in "\n".join(known.small.values()):
            return []
        return [known.entries[name] for name, text in known.small.items() if small in text]

    def bearing(self, new: Statement, reach: Reach) -> list[Entry]:
        """Return those of the active entries that a statement may repeat, update or contradict."""
        known = self._read_since(reach)
        found = known.index.bearing(new) & known.entries.keys()
        return [known.entries[name] for name in sorted(found, key=known.places.__getitem__)]

    def relative(self, person: Person, code: str, reach: Reach) -> str:
        """Return the word for the relative or pet that somebody is known to be; "" if others are known as one too."""
        readings = [one for entry in self.active(reach) if (one := read(entry.content)).language == code]
        known = [people_of(one.text, code) for one in readings if one.introduced]
        found = {word for one in known if person.is_of(one) for word in one.kin}
        if len(found) != 1:
            return ""
        names = {one.owner.name for one in readings if one.owner.word in found and one.owner.name.isalpha()}
        return "" if names - person.names else found.pop()

    def worded(self, key: str, reach: Reach) -> list[tuple[Entry, str]]:
        """Return the active entries that had these words (`text.statement_key`), and until when."""
        known = self._read_since(reach)
        every = ((known.entries[name], one) for name, wordings in known.wordings.items() for one in wordings)
        return [(entry, one.until) for entry, one in every if one.key == key]

    def spelt_alike(self, correction: str, reach: Reach) -> set[str]:
        """Return the ids of the active entries with a name that a correction may spell in another way."""
        known = self._read_since(reach)
        for entry in known.entries.values():
            known.names.add(entry.id, entry.content)
        return known.names.alike(correction)

    def _read_since(self, reach: Reach) -> _Known:
        """Return the active entries, reading only those written since the last call."""
        head = self._store.stream.head(reach.ids)
        known = self._read.pop(reach.ids, None)
        if known is None or not 0 < known.head <= head:
            known = self._with(_Known(), reach)
        elif known.head < head:
            known = self._renewed(known, reach)
        known.head = head
        self._read[reach.ids] = known
        if len(self._read) > _MOST_READ:
            del self._read[next(iter(self._read))]
        return known

    def _with(self, known: _Known, reach: Reach, ids: tuple[str, ...] = ()) -> _Known:
        """Return the known entries, including those with these ids; None for all."""
        where = EntryFilter(layers=("L0", "L1"), ids=ids)
        for entry in self._store.records.select(where, reach.ids):
            known.places[entry.id] = next(known.numbers)
            known.entries[entry.id] = entry
            known.small[entry.id] = entry.content.lower()
            known.index.add(entry.id, entry.content)
            if entry.version > 1:
                versions = pairwise(self._store.records.versions(entry.id, reach.ids))
                known.wordings[entry.id] = [
                    Wording(statement_key(old.content), new.created_at) for old, new in versions
                ]
        return known

    def _renewed(self, known: _Known, reach: Reach) -> _Known:
        """Return the known entries, with those written since read again; all of them after many events."""
        written = self._store.stream.events(reach.ids, after=known.head, limit=_MOST_WRITTEN)
        if len(written) == _MOST_WRITTEN:
            return self._with(_Known(), reach)
        changed = tuple({event.entry_id: None for event in written if event.entry_id})
        for name in changed:
            for of_entries in (known.entries, known.small, known.wordings):
                of_entries.pop(name, None)
        return self._with(known, reach, changed) if changed else known

    def nearest(self, text: str, reach: Reach) -> list[Entry]:
        """Return the active entries that share most words with *text*, best first."""
        words = tuple(query_words(text))
        frequencies = self._frequencies_of(words, reach)
        terms = plan(words, self._store.search, reach.ids, BUDGET_OF_NEAREST, frequencies)
        where = SearchFilter(layers=("L0", "L1"))
        found = self._store.search.candidates(terms, where, reach.ids, limit=_NEAREST)
        refs = tuple(candidate.ref for candidate in found)
        entries = self._store.records.select(EntryFilter(ids=refs), reach.ids) if refs else []
        known = {entry.id: entry for entry in entries}
        return [known[ref] for ref in refs if ref in known]

    def _frequencies_of(self, words: Sequence[str], reach: Reach) -> dict[str, int]:
        """Return the number of entries with each word, as counted some time ago; unknown words are counted again."""
        if self._searches % _COUNTED == 0:
            self._frequencies.clear()
        self._searches += 1
        known = self._frequencies.setdefault(reach.ids, {})
        if new := [word for word in words if not known.get(word)]:
            known |= self._store.search.frequencies(new, reach.ids, turns=False)
        return {word: known[word] for word in words}

    def is_just_said(self, observation: Observation, entry: Entry, reach: Reach) -> bool:
        """Return True if an entry was said before an observation in the user's turn, or in the one before."""
        session, _, position = (observation.evidence or "").rpartition("/")
        if not session or not position.isdigit():
            return False
        event = observation_of(entry.origin, self._store, reach.ids)
        evidence = str(event.payload.get("evidence") or "") if event else ""
        before, _, place = evidence.rpartition("/")
        return (
            before == session and place.isdigit() and 0 <= int(position) - int(place) <= _MOST_TURNS_BETWEEN
        )

    def denied_in(self, observation: Observation, reach: Reach) -> int:
        """Count the entries with the value that an observation calls wrong."""
        wrong = self._overlap.words(observation.denied or observation.corrects or "")
        entries = self.active_here(observation, reach) if wrong else []
        return sum(wrong <= self._overlap.words(entry.content) for entry in entries)

    def corrected_by(self, observation: Observation, reach: Reach) -> Entry | None:
        """Return the entry that a correction calls wrong: by id, or by the wrong value in the same words."""
        if observation.replaces is not None:
            named = self._store.records.get(observation.replaces, reach.ids)
            return named if named is not None and reach.owns(named.scope_id) else None
        if observation.corrects is None:
            return None
        wrong = self._overlap.words(observation.corrects)
        value = self._overlap.wrong_words(observation.corrects, observation.draft.content, observation.denied)
        right = self._overlap.words(observation.draft.content)
        holding = [
            entry
            for entry in self.nearest(observation.corrects, reach)
            if reach.owns(entry.scope_id)
            and is_here(observation, entry)
            and value <= (held := self._overlap.words(entry.content))
            and not (entry.correction and right <= held)
        ]
        if observation.points and wrong <= value:
            return holding[0] if len(holding) == 1 else None
        if len(wrong) < 2:
            return None
        shares = [self._overlap.jaccard(observation.corrects, entry.content) for entry in holding]
        best = max(range(len(holding)), key=shares.__getitem__, default=None)
        return holding[best] if best is not None and shares[best] >= _MEANT else None
