"""Undo the last change of an entry, as a new change, so that the history keeps both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiermem.engine.writes import staging
from tiermem.engine.writes.authority import ensure_declined, ensure_not_granted
from tiermem.errors import InputError, Outdated, UnknownEntry
from tiermem.values.frozen import fields, replace
from tiermem.values.words import APPROVED

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import Writer, WriteResult
    from tiermem.store.contract import Store
    from tiermem.values import Change, Entry, Event, Reach
    from tiermem.values.words import EventKind

_FIXED = frozenset({"id", "scope_id", "created_at", "updated_at", "version", "content"})
"""Fields that an undo does not restore from the former record; the content comes from its version."""


class Undoing:
    """Undoes last changes within the caller's transaction.

    Args:
        writer: Makes the changes.
        store: The records and the stream.
        reach: The entries' owner.
        author: Whose change the undoing is: a person's, or an automatic removal of what the user declined.
    """

    def __init__(self, writer: Writer, store: Store, reach: Reach, author: Change) -> None:
        self._writer = writer
        self._store = store
        self._reach = reach
        self._author = author

    def undo(self, entry_id: str, seq: int) -> WriteResult:
        """Restore an entry to its state before the last change.

        Args:
            entry_id: The entry.
            seq: Place in the stream of the change to undo, which has to be the entry's last.

        Raises:
            UnknownEntry: No entry has this id.
            Outdated: The entry was changed again since.
            NotAllowed: The author may not undo it.
        """
        entry = self._store.records.get(entry_id, self._reach.ids)
        if entry is None:
            raise UnknownEntry(entry_id)
        ensure_not_granted(entry, self._reach)
        if self._author.source != "user":
            ensure_declined(self._author, entry, self._reach)
        told = staging.record_events(self._store, entry.id, self._reach)
        if not told or told[-1].seq != seq:
            seen = next((event.version for event in told if event.seq == seq), None)
            raise Outdated(entry.id, seen=seen or 0, version=entry.version, content=entry.content)
        if told[-1].kind in ("accepted", "rejected"):
            return self._reopen(entry, told[-1])
        return self._go_back(entry, told)

    def _go_back(self, entry: Entry, told: list[Event]) -> WriteResult:
        """Restore an entry to its record before the last of its events; a new entry is removed."""
        change = replace(self._author, reason=f"undone: {told[-1].kind}")
        if len(told) == 1:
            return self._writer.change(change, entry, "removed", status="inactive")
        former = self._former(entry, told[-2])
        again = {"version": entry.version + 1} if former["content"] != entry.content else {}
        return self._writer.change(change, entry, _kind(entry.status, former["status"]), **former | again)

    def _former(self, entry: Entry, event: Event) -> dict[str, Any]:
        """Return an entry's fields after one of its events."""
        versions = self._store.records.versions(entry.id, self._reach.ids)
        kept = {one.name: event.payload[one.name] for one in fields(entry) if one.name in event.payload}
        defaults = {one.name: one.default for one in fields(entry)}
        found = {name: kept.get(name, default) for name, default in defaults.items() if name not in _FIXED}
        content = next((one.content for one in versions if one.version == event.version), entry.content)
        return found | {"tags": tuple(kept.get("tags", ())), "content": content}

    def _reopen(self, staged: Entry, decided: Event) -> WriteResult:
        """Make a proposal wait again, and undo the effects of its acceptance."""
        proposal = staging.proposal(self._store, staged, self._reach)
        if decided.kind == "accepted" and proposal.operation != "add":
            self._take_back(staged)
        return self._writer.change(
            replace(self._author, reason=f"undone: {decided.kind}"),
            staged,
            "staged",
            proposal=proposal._replace(reason=""),  # the event has that of the undoing
            status="staged",
            tags=tuple(tag for tag in staged.tags if tag != APPROVED),
        )

    def _take_back(self, staged: Entry) -> None:
        """Undo the effect of an accepted proposal on the entry that it concerns.

        Raises:
            InputError: That entry is gone, or was changed again since.
        """
        target = self._store.records.get(staged.supersedes or "", self._reach.ids)
        if target is None:
            raise InputError(f"Entry {staged.supersedes}, which it changed, is not there any more.")
        told = staging.record_events(self._store, target.id, self._reach)
        if not told or told[-1].at != staged.updated_at:
            raise Outdated(target.id, seen=target.version - 1, version=target.version, content=target.content)
        self._go_back(target, told)


def _kind(before: str, after: str) -> EventKind:
    """Return the event of a change from one status to another."""
    if before == after:
        return "updated"
    return "restored" if after == "active" else "removed"
