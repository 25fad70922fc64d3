"""Review entries that may be stale, contradicting, duplicated or never used, and decide on them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tiermem.engine.statements.overlap import NAME_OR_NUMBER, Overlap
from tiermem.engine.writes.review import REVIEWED, UNUSED_DAYS, Reviewer, says_the_same
from tiermem.errors import InputError
from tiermem.memory.sessions.view import SessionView
from tiermem.values import Change, Draft, EntryFilter, Event, instant
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.engine.writes.commit import WriteResult
    from tiermem.engine.writes.review import Doubt
    from tiermem.memory.engine import Engine
    from tiermem.memory.entries import Entries
    from tiermem.values import Entry, Reach

_ENDS = ".!?。！？"
_MANNER = 1 / 3
"""Share of a statement's words up to which those that another lacks are its manner, where none is a name or number."""


class Review:
    """A person's review of a user's entries. Returned by `Memory.review`."""

    def __init__(self, engine: Engine, reach: Reach, entries: Entries) -> None:
        self._engine = engine
        self._store = engine.store
        self._entries = entries
        self._reach = reach
        self._clock = engine.clock

    def doubts(self, most: int | None = None) -> list[Doubt]:
        """Return the entries to review. Those that make answers wrong come first.

        Args:
            most: Look only at so many entries that were added last, and at as many that did not change for long: every
                entry is compared with others, which takes minutes where there are tens of thousands. None for all.
        """
        entries = None if most is None else self._some(most)
        shown = self.shown(entries)
        return list(Reviewer(self._store, self._reach, self._clock(), shown, entries=entries).doubts())

    def _some(self, most: int) -> list[Entry]:
        long_ago = instant(self._clock() - timedelta(days=UNUSED_DAYS))
        chosen = EntryFilter(layers=("L0", "L1"), limit=most)
        added = self._entries.list(replace(chosen, newest_first=True))[0]
        unchanged = self._entries.list(replace(chosen, until=long_ago))[0]
        return list({one.id: one for one in (*added, *unchanged)}.values())

    def shown(self, entries: Sequence[Entry] | None = None) -> frozenset[str]:
        """Return the ids of entries in the current blocks of a session, in any project.

        Args:
            entries: Whose projects; None for all.
        """
        found = self._entries.list()[0] if entries is None else entries
        return frozenset(
            shown
            for project in {None, *(entry.project_id for entry in found)}
            for block in self._preview(project).unfrozen()["blocks"]
            for shown in block["entries"]
        )

    def _preview(self, project: str | None) -> SessionView:
        engine = self._engine
        return SessionView(engine, id="", reach=self._reach, clock=self._clock, project=project)

    def keep(self, entry_id: str) -> Entry:
        """Keep an entry as it is, and reject it if it is staged. It is not listed again until it changes.

        Raises:
            UnknownEntry: No entry has this id.
        """
        entry = self._entries.get(entry_id)
        if entry.status == "staged":
            return self._entries.reject(entry.id).entry
        event = Event(
            kind=REVIEWED,
            scope_id=entry.scope_id,
            at=instant(self._clock()),
            source="user",
            entry_id=entry.id,
            version=entry.version,
            reason="kept as it is",
        )
        with self._store.transaction():
            self._store.stream.append(event)
        return entry

    def retire(self, entry_id: str) -> WriteResult:
        """Make an entry inactive; `Entries.restore` undoes it. For a staged entry: accept it in place of the other.

        Raises:
            UnknownEntry: No entry has this id.
        """
        entry = self._entries.get(entry_id)
        if entry.status == "staged":
            return self._entries.accept(entry.id)
        return self._entries.remove(entry.id, reason="retired in a review")

    def merge(self, entry_id: str, into: str, content: str | None = None) -> WriteResult:
        """Merge two entries: *into* keeps its id, and the other becomes inactive.

        Args:
            entry_id: The entry that becomes inactive.
            into: The entry that stays.
            content: The merged content; by default the longer of the two, or both if the shorter one has a name, a
        number or more words of its own.

        Raises:
            UnknownEntry: One of the ids has no entry.
            InputError: They are the same entry, or in different tiers.
            OverBudget: The content does not fit into its block; nothing was changed.
        """
        one, other = self._entries.get(entry_id), self._entries.get(into)
        if one.id == other.id or one.tier != other.tier:
            what = "the same entry" if one.id == other.id else f"of the tiers '{one.tier}' and '{other.tier}'"
            raise InputError(f"{one.id} and {other.id} are {what}. Name two entries of one tier to merge.")
        wanted = content or self._said_by_both(other.content, one.content)
        draft = Draft(content=wanted, layer=other.layer, tier=other.tier)
        changes = [
            Change(operation="remove", source="user", target=one.id, reason=f"merged into {other.id}"),
            Change(
                operation="update",
                source="user",
                target=other.id,
                draft=draft,
                reason=f"merged with {one.id}",
            ),
        ]
        return self._entries.rewrite(changes)[1]

    def _said_by_both(self, stays: str, goes: str) -> str:
        """Return what loses nothing of two contents: the longer one, or both."""
        overlap = Overlap(self._store.search.stems)
        longer, shorter = sorted((stays, goes), key=len, reverse=True)
        own = overlap.words(shorter) - overlap.words(longer)
        exact = overlap.words(" ".join(NAME_OR_NUMBER.findall(shorter)))
        says_less = not own & exact and len(own) <= _MANNER * len(overlap.words(shorter))
        if says_less or says_the_same(stays, goes):
            return longer
        return f"{stays.rstrip()}{'' if stays.rstrip()[-1:] in _ENDS else '.'} {goes}"
