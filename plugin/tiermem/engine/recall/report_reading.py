"""What `recall_report` needs, read from a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tiermem.engine.recall.report import Corrected, Recalling, Touched, report
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from tiermem.engine.recall.report import RecallReport
    from tiermem.store.contract import Store
    from tiermem.values import Event, Reach, Turn
    from tiermem.values.words import EventKind

MOST_RECEIPTS = 20_000
"""Receipts that are read at most, the latest ones: some 60 MB."""
_CHANGED: tuple[EventKind, ...] = ("updated", "removed", "superseded")


def read(
    store: Store, reach: Reach, *, since: str | None = None, nearness: Callable[[str], float] | None = None
) -> RecallReport:
    """Return the report of an agent's recalls for a user.

    Args:
        store: Where the receipts are.
        reach: The agent and the user.
        since: Recalls of this instant or later; None for all.
        nearness: See `recall_report.report`.
    """
    receipts = store.sessions.receipts(reach, since=since, limit=MOST_RECEIPTS)
    recalls = [Recalling.of(receipt) for receipt in receipts]
    first = min((recall.at for recall in recalls), default="")
    events = [event for event in _events(store, reach) if event.at >= first] if recalls else []
    return report(
        recalls,
        touched=[
            Touched(entry_id=event.entry_id, at=event.at, session_id=event.session_id)
            for event in events
            if event.entry_id is not None and event.kind in _CHANGED and event.source != "system"
        ],
        corrected=[heard for event in events if (heard := _heard(store, event)) is not None],
        entries=[
            entry.id
            for entry in sorted(
                store.records.select(EntryFilter(layers=("L1", "L2")), reach.ids),
                key=lambda entry: (entry.created_at, entry.id),
            )
        ],
        nearness=nearness,
    )


def _events(store: Store, reach: Reach) -> Iterator[Event]:
    after = 0
    while events := store.stream.events(reach.ids, kinds=(*_CHANGED, "observation"), after=after):
        yield from events
        after = events[-1].seq


def _heard(store: Store, event: Event) -> Corrected | None:
    """Return the correction in an observation, at the instant of its turn."""
    turn = _evidence(store, event) if event.kind == "observation" and _corrects(event) else None
    return Corrected(session_id=turn.session_id, at=turn.at) if turn is not None else None


def _corrects(event: Event) -> bool:
    draft = event.payload.get("draft")
    return event.payload.get("kind") == "correction" or (
        isinstance(draft, dict) and bool(draft.get("correction"))
    )


def _evidence(store: Store, event: Event) -> Turn | None:
    session_id, _, position = str(event.payload.get("evidence") or "").rpartition("/")
    if not position.isdecimal() or session_id != event.session_id:
        return None
    turns = store.sessions.turns(session_id, start=int(position), stop=int(position) + 1)
    return turns[0] if turns else None
