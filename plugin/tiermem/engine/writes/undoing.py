"""Undo changes of an entry, the last one first, as new changes, so that the history keeps both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.engine.writes import staging
from tiermem.engine.writes.authority import ensure_declined, ensure_not_granted
from tiermem.errors import InputError, Outdated, UnknownEntry, WriteRefused
from tiermem.values.frozen import fields, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.engine.writes.commit import Writer, WriteResult
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Event, Reach
    from tiermem.values.changes import Author
    from tiermem.values.words import EventKind

_DECISIONS = ("accepted", "rejected")
_FIXED = frozenset({"id", "scope_id", "created_at", "updated_at", "version", "content"})
"""Fields that an undo does not restore from the former record; the content comes from its version."""


def standing(changes: Sequence[Event]) -> list[Event]:
    """Return the changes that are not undone, oldest first; a change made again is its second undoing.

    Args:
        changes: All changes of one entry, oldest first.
    """
    found: list[Event] = []
    for event in changes:
        if found and event.payload.get("undoes") == found[-1].seq:
            found.pop()
        else:
            found.append(event)
    return found


def steps_back(store: Store, entry: Entry, reach: Reach) -> dict[str, int]:
    """Return what `Undoing.undo` takes to undo an entry's last change that stands: id → place in the stream.

    A correction is undone in both of its entries.

    Raises:
        Outdated: What corrected the entry was changed again since.
        WriteRefused: All changes of the entry are undone.
    """
    last = _last_standing(store, entry.id, reach)
    if last is None:
        raise WriteRefused(
            f"All changes of entry {entry.id} are undone. 'tiermem history {entry.id}' shows them."
        )
    new = store.records.get(last.payload.get("superseded_by", entry.id), reach.ids)
    if new is not None and new.supersedes is not None:
        began = _last_standing(store, new.id, reach)
        ended = _last_standing(store, new.supersedes, reach)
        if began and ended and ended.payload.get("superseded_by") == new.id:
            if began.kind == "accepted":  # one decision made both changes
                return {new.id: began.seq}
            if began.kind == "added":
                return {new.id: began.seq, new.supersedes: ended.seq}
            if new.id != entry.id and began.kind != "removed":  # both statements would hold
                raise Outdated(new.id, seen=None, version=new.version, content=new.content)
    return {entry.id: last.seq}


def _last_standing(store: Store, entry_id: str, reach: Reach) -> Event | None:
    kept = standing(staging.record_events(store, entry_id, reach))
    return kept[-1] if kept else None


class Undoing:
    """Undoes changes within the caller's transaction.

    Args:
        writer: Makes the changes.
        store: The records and the stream.
        reach: The entries' owner.
        author: A person, or an automatic writer that puts away what the user declined.
    """

    def __init__(self, writer: Writer, store: Store, reach: Reach, author: Author) -> None:
        self._writer = writer
        self._store = store
        self._reach = reach
        self._author = author
        self._gone_back: list[Entry] = []

    def undo(self, entry_id: str, seq: int) -> WriteResult:
        """Restore an entry to its state before a change.

        Args:
            entry_id: The entry.
            seq: Place in the stream of the change to undo. It has to be the last one that stands, or the entry's very
                last one: the undoing of another, which is then made again.

        Raises:
            UnknownEntry: No entry has this id.
            Outdated: The entry was changed again since.
            NotAllowed: The author may not undo it.
            WriteRefused: It is a proposal that waits for a decision.
        """
        entry = self._store.records.get(entry_id, self._reach.ids)
        if entry is None:
            raise UnknownEntry(entry_id)
        ensure_not_granted(entry, self._reach)
        if self._author.source != "user":
            ensure_declined(self._author.source, entry, self._reach)
        told = staging.record_events(self._store, entry.id, self._reach)
        undone = next((one for one in (*told[-1:], *standing(told)[-1:]) if one.seq == seq), None)
        if undone is None:
            raise Outdated(entry.id, seen=None, version=entry.version, content=entry.content)
        if undone.kind in _DECISIONS:
            return self._reopen(entry, told, undone)
        decided = next((one for one in told if one.seq == undone.payload.get("undoes")), None)
        if decided is not None and decided.kind in _DECISIONS:
            accept = decided.kind == "accepted"
            return staging.decide(self._writer, self._store, entry.id, self._reach, accept=accept)
        return self._go_back(entry, told, undone)

    def ensure_no_twin(self) -> None:
        """Check, once all steps are taken, that no other entry says what an entry says again.

        Raises:
            WriteRefused: One does.
        """
        for entry in self._gone_back:
            twin = self._writer.twin(entry, entry.scope_id, but=entry.id)
            if twin is not None:
                raise WriteRefused(
                    f"Entry {twin.id} already says what entry {entry.id} said before: {twin.content!r}. "
                    f"'tiermem remove {twin.id}' makes way for it."
                )

    def _go_back(self, entry: Entry, told: list[Event], undone: Event) -> WriteResult:
        """Restore an entry to its record before one of its events; a new entry is removed."""
        if (entry.status, undone.kind) == ("staged", "staged"):
            raise WriteRefused(
                f"Entry {entry.id} waits for a decision. Decide with 'tiermem pending reject {entry.id}'."
            )
        author = replace(self._author, reason=f"undone: {undone.kind}")
        if undone.seq == told[0].seq:
            return self._writer.change(author, entry, "removed", undoes=undone.seq, status="inactive")
        former = self._former(entry, told[told.index(undone) - 1])
        again = {"version": entry.version + 1} if former["content"] != entry.content else {}
        kind = _kind(entry.status, former["status"])
        back = self._writer.change(author, entry, kind, undoes=undone.seq, **former | again)
        if back.entry.status == "active" and (again or entry.status != "active"):
            self._gone_back.append(back.entry)
        return back

    def _former(self, entry: Entry, event: Event) -> dict[str, Any]:
        """Return an entry's fields after one of its events."""
        versions = self._store.records.versions(entry.id, self._reach.ids)
        kept = {one.name: event.payload[one.name] for one in fields(entry) if one.name in event.payload}
        defaults = {one.name: one.default for one in fields(entry)}
        found = {name: kept.get(name, default) for name, default in defaults.items() if name not in _FIXED}
        content = next((one.content for one in versions if one.version == event.version), entry.content)
        return found | {"tags": tuple(kept.get("tags", ())), "content": content}

    def _reopen(self, staged: Entry, told: list[Event], decided: Event) -> WriteResult:
        """Make a proposal wait again, and undo the effects of its acceptance."""
        proposal = staging.proposal(self._store, staged, self._reach)
        if decided.kind == "accepted" and proposal.operation != "add":
            self._take_back(staged, decided)
        return self._writer.change(
            replace(self._author, reason=f"undone: {decided.kind}"),
            staged,
            "staged",
            proposal=proposal._replace(reason=""),  # the event has that of the undoing
            undoes=decided.seq,
            status="staged",
            tags=self._former(staged, told[told.index(decided) - 1])["tags"],
        )

    def _take_back(self, staged: Entry, decided: Event) -> None:
        """Undo the effect of an accepted proposal on the entry that it concerns.

        Raises:
            InputError: That entry is gone.
            Outdated: It was changed again since.
            WriteRefused: The effect is undone already.
        """
        target = self._store.records.get(staged.supersedes or "", self._reach.ids)
        if target is None:
            raise InputError(f"Entry {staged.supersedes}, which it changed, is not there any more.")
        told = staging.record_events(self._store, target.id, self._reach)
        kept = standing(told)
        if all(one.at != decided.at for one in kept):
            raise WriteRefused(
                f"What it changed of entry {target.id} is undone already. 'tiermem history {target.id}' shows it."
            )
        if kept[-1].at != decided.at:
            raise Outdated(target.id, seen=None, version=target.version, content=target.content)
        self._go_back(target, told, kept[-1])


def _kind(before: str, after: str) -> EventKind:
    """Return the event of a change from one status to another."""
    if before == after:
        return "updated"
    return "restored" if after == "active" else "removed"
