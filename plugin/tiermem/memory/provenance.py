"""The origin of entries: their versions and events, and the words that they were learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.writes.commit import Proposal
from tiermem.engine.writes.review import ended
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiermem.store.contract import Store
    from tiermem.values import Entry, Event, Reach, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """An entry with its versions and events, and the id of the entry that replaced it, if any."""

    entry: Entry
    versions: tuple[Version, ...]
    events: tuple[Event, ...]
    superseded_by: str | None = None

    @property
    def operation(self) -> str | None:
        """The `Change.operation` that the entry proposes or proposed; None if it was never staged."""
        staged = next((event for event in self.events if event.kind == "staged"), None)
        return None if staged is None else Proposal.read(staged).operation


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The words that an entry was learned from.

    Attributes:
        quote: The very words; "" if they were not kept.
        ref: `Turn.ref` of the turn; None if it was no turn.
        session_id: Its session, if any.
        at: Instant at which it was observed.
        kind: Kind of the observation.
    """

    quote: str
    ref: str | None
    session_id: str | None
    at: str
    kind: str | None


class Provenance:
    """Reads the origins of entries in one reach.

    Args:
        store: The records and the stream.
        reach: Whose entries.
    """

    def __init__(self, store: Store, reach: Reach) -> None:
        self._store = store
        self._reach = reach

    def history(self, entry: Entry) -> History:
        """Return all contents of an entry and all events about it, starting with its observation."""
        versions = self._store.records.versions(entry.id, self._reach.ids)
        origins = dict.fromkeys(version.origin for version in versions)
        learned = [event for origin in origins if (event := self._learned_from(origin)) is not None]
        told = self._store.stream.events(self._reach.ids, entry_id=entry.id)
        _, after = ended(self._store, entry, self._reach.ids)
        return History(entry=entry, versions=tuple(versions), events=(*learned, *told), superseded_by=after)

    def evidence(self, entries: Iterable[Entry]) -> dict[str, Evidence]:
        """Return id → what an entry's present version was learned from, for those that were learned."""
        found = ((entry.id, self._learned_from(entry.origin)) for entry in entries)
        return {entry_id: _evidence(event) for entry_id, event in found if event is not None}

    def _learned_from(self, origin: str | None) -> Event | None:
        """Return the observation named by an origin, if any."""
        kind, _, seq = (origin or "").partition(":")
        if kind != "event" or not seq.isdigit():
            return None
        found = self._store.stream.events(self._reach.ids, after=int(seq) - 1, limit=1)
        return next((event for event in found if event.seq == int(seq)), None)


def _evidence(event: Event) -> Evidence:
    return Evidence(
        quote=event.payload.get("quote") or "",
        ref=event.payload.get("evidence"),
        session_id=event.session_id,
        at=event.at,
        kind=event.reason,
    )
