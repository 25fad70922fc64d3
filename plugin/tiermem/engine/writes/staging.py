"""Staged entries, which await a person's decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from tiermem.engine.writes.authority import ensure_not_granted
from tiermem.engine.writes.commit import Proposal, updated
from tiermem.errors import InputError, UnknownEntry
from tiermem.store.contract import EntryFilter
from tiermem.values.changes import Author
from tiermem.values.frozen import replace
from tiermem.values.words import APPROVED, IN_PART, TO_FORGET, RecordEventKind

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import Writer, WriteResult
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Event, Reach

_MOST = 1_000_000
"""Maximum events of one entry."""


def proposals(store: Store, reach: Reach) -> list[tuple[Entry, str, str]]:
    """Return (staged entry, proposed operation, reason), in the order of blocks."""
    staged = store.records.select(EntryFilter(statuses=("staged",)), reach.changeable)
    found = ((entry, proposal(store, entry, reach)) for entry in staged)
    return [(entry, proposed.operation, proposed.reason) for entry, proposed in found]


def record_events(store: Store, entry_id: str, reach: Reach) -> list[Event]:
    """Return the events that changed an entry's record, oldest first."""
    return store.stream.events(reach.ids, entry_id=entry_id, kinds=get_args(RecordEventKind), limit=_MOST)


def proposal(store: Store, entry: Entry, reach: Reach) -> Proposal:
    """Return what a staged entry proposes: as it was first staged, before a decision on it was undone."""
    told = store.stream.events(reach.ids, entry_id=entry.id, kinds=("staged",), limit=_MOST)
    return Proposal.read(told[0] if told else None)


def decide(writer: Writer, store: Store, entry_id: str, reach: Reach, *, accept: bool) -> WriteResult:
    """See `writing.Gate.decide`."""
    staged = store.records.get(entry_id, reach.ids)
    if staged is None:
        raise UnknownEntry(entry_id)
    ensure_not_granted(staged, reach)
    if staged.status != "staged":
        raise InputError(
            f"Entry {staged.id} does not wait for approval: it is {staged.status}. 'tiermem pending' lists what waits."
        )
    operation, _, why = proposal(store, staged, reach)
    author = Author("user", reason=f"proposal {staged.id}: {why}" if why else None)
    if not accept:
        return writer.change(author, staged, "rejected", status="inactive")
    if operation == "add":
        return _take_in(writer, author, staged)
    target = store.records.get(staged.supersedes or "", reach.ids)
    if target is None:
        raise UnknownEntry(staged.supersedes or "")
    if target.status == "inactive" and operation != "correct":
        raise InputError(
            f"Entry {target.id}, which it would {operation}, was removed meanwhile. 'tiermem pending reject "
            f"{staged.id}' ends it."
        )
    return _carry_out(writer, author, operation, staged, target)


def _take_in(writer: Writer, author: Author, staged: Entry) -> WriteResult:
    """Activate it, or remove it if the same statement was stored meanwhile."""
    twin = writer.twin(staged, staged.scope_id)
    if twin is None:
        approved = tuple(dict.fromkeys((*staged.tags, APPROVED)))
        return writer.change(author, staged, "accepted", status="active", tags=approved)
    writer.change(author, staged, "accepted", status="inactive")
    return writer.meet(author, staged.layer, twin)


def _carry_out(writer: Writer, author: Author, operation: str, staged: Entry, target: Entry) -> WriteResult:
    if operation == "correct":
        writer.supersede(author, target, by=staged)
        return replace(_take_in(writer, author, staged), before=target)
    writer.change(author, staged, "accepted", status="inactive")
    if operation == "remove":
        return writer.remove(author, target)
    kept = replace(staged, tags=tuple(tag for tag in staged.tags if tag not in (TO_FORGET, IN_PART)))
    return writer.change(
        author, target, "updated", **updated(kept, target, staged.source, at=staged.created_at)
    )
