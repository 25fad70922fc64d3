"""Show what observations taught: what became of each, and the entry that it led to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.store.contract import EntryFilter
from tiermem.values import STATUSES
from tiermem.values.changes import Outcome
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Event, Reach, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """An observation and what became of it.

    Attributes:
        seq: Its place in the stream.
        at: Instant at which it was made.
        kind: Its kind: fact, preference, correction and so on.
        source: Who made it.
        statement: The statement that it proposed.
        quote: The exact words that it rests on; None if they are not known.
        turn: Ref of the turn that supports it; None if there is none.
        session_id: The session it was made in.
        outcome: What became of it, in words; None while it waits.
        entry: The entry it led to, as it is now; None if there is none.
    """

    seq: int
    at: str
    kind: str
    source: Source
    statement: str
    quote: str | None
    turn: str | None
    session_id: str | None
    outcome: str | None
    entry: Entry | None

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return {
            "seq": self.seq,
            "at": self.at,
            "kind": self.kind,
            "source": self.source,
            "statement": self.statement,
            "quote": self.quote,
            "turn": self.turn,
            "session_id": self.session_id,
            "outcome": self.outcome,
            "entry": None if self.entry is None else self.entry.as_dict(),
        }


class Teaching:
    """Follow observations of one reach to what they became.

    Args:
        store: Where stream and entries are.
        reach: Whose.
    """

    def __init__(self, store: Store, reach: Reach) -> None:
        self._store = store
        self._reach = reach

    def at(self, seqs: Iterable[int]) -> dict[int, Taught]:
        """Return place → observation; erased ones are missing."""
        found = self._store.stream.find(sorted(set(seqs)), self._reach.ids)
        return {one.seq: one for one in self.of(found.values())}

    def of(self, events: Iterable[Event]) -> list[Taught]:
        """Return the observations among some events."""
        return [self._taught(event) for event in events if event.kind == "observation" and event.payload]

    def _taught(self, event: Event) -> Taught:
        payload = event.payload
        draft = payload.get("draft")
        draft = draft if isinstance(draft, dict) else {}
        return Taught(
            seq=event.seq,
            at=event.at,
            kind=event.reason or str(payload.get("kind") or ""),
            source=event.source,
            statement=str(draft.get("content") or "") or _of_scaffold(payload),
            quote=payload.get("quote"),
            turn=payload.get("evidence"),
            session_id=event.session_id,
            outcome=event.outcome if event.processed else None,
            entry=self._entry(event, draft.get("layer")),
        )

    def _entry(self, event: Event, layer: Any) -> Entry | None:
        """Return the entry that an observation made, or met."""
        records, outcome = self._store.records, Outcome.parse(event.outcome)
        if outcome is not None and outcome.entry_id is not None and not outcome.wrote:
            return records.get(outcome.entry_id, self._reach.ids)
        made = EntryFilter(origin=f"event:{event.seq}", statuses=STATUSES)
        found: Sequence[Entry] = records.select(made, self._reach.ids)
        if not found and layer == "L2" and event.session_id:
            summary = EntryFilter(origin=f"session:{event.session_id}", statuses=STATUSES)
            found = records.select(summary, self._reach.ids)
        if not found and outcome is not None and outcome.entry_id is not None:
            return records.get(outcome.entry_id, self._reach.ids)
        return next(iter(found), None)


def _of_scaffold(payload: dict[str, Any]) -> str:
    path = payload.get("path")
    return f"{path}: {json.dumps(payload.get('value'), ensure_ascii=False)}" if path else ""
