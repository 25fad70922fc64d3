"""Propose statements that recur over sessions as lines of the user's profile, for a person to accept or reject.

Only the user's own observations are read. By design, nothing is learned across users.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tiermem.engine.learning.observations import AGENT, readable, trust
from tiermem.errors import InputError, WriteRefused
from tiermem.store.contract import EntryFilter
from tiermem.text import statement_key
from tiermem.values import Change, Draft, StagingReason
from tiermem.values.changes import Outcome

if TYPE_CHECKING:
    from tiermem.engine.writes.gate import Gate
    from tiermem.ports import Clock
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Event, Observation, Reach

SESSIONS = 3
"""Minimum number of sessions for a pattern."""
MOST_PROPOSALS = 3
"""Maximum proposals of one run."""
LATEST_OBSERVATIONS = 2_000
"""Approximate number of the user's latest observations to read."""
TAG = "pattern"
"""Tag of proposals, to find earlier ones, including accepted and rejected ones."""
_KINDS = ("fact", "preference", "person", "correction", "request", "project_details", "learned_fact")
_PAGE = 500


@dataclass(slots=True)
class _Recurring:
    """A statement and the sessions in which it occurred."""

    entry: Entry
    sessions: dict[str, None] = field(default_factory=dict)


class Patterns:
    """Find recurring statements and propose them.

    Args:
        store: The store.
        gate: Writes the proposals.
    """

    def __init__(self, store: Store, gate: Gate) -> None:
        self._store = store
        self._gate = gate

    def propose(self, reach: Reach, clock: Clock) -> int:
        """Stage statements that recur in `SESSIONS` sessions as lines of the user block. Return their number.

        A run makes at most `MOST_PROPOSALS`. Each statement is proposed only once, whatever the decision.
        """
        proposed = 0
        for found in self._recurring(reach):
            if proposed >= MOST_PROPOSALS:
                break
            if len(found.sessions) >= SESSIONS and self._is_new(found.entry, reach):
                proposed += self._stage(found, reach, clock)
        return proposed

    def _recurring(self, reach: Reach) -> list[_Recurring]:
        """Return recurring statements by number of sessions."""
        found: dict[str, _Recurring] = {}
        for event, observation in self._observations(reach):
            entry = self._entry(event, observation, reach)
            if entry is None or event.session_id is None:
                continue
            met = found.setdefault(entry.id, _Recurring(entry))
            met.sessions[event.session_id] = None
        return sorted(found.values(), key=lambda one: (-len(one.sessions), one.entry.id))

    def _observations(self, reach: Reach) -> Iterator[tuple[Event, Observation]]:
        """Yield the latest observations of sessions, except those of tools."""
        scopes = (reach.user.id,)
        after = self._latest(scopes)
        while page := self._store.stream.events(scopes, kinds=("observation",), after=after, limit=_PAGE):
            after = page[-1].seq
            for event in page:
                if event.session_id is None or event.reason not in _KINDS or event.processed is None:
                    continue
                try:
                    observation = readable(event)
                except InputError:
                    continue
                if trust(observation, event.source) >= AGENT:
                    yield event, observation

    def _latest(self, scopes: tuple[int, ...]) -> int:
        """Return a position in the stream followed by about `LATEST_OBSERVATIONS` observations."""
        events, head = self._store.stream.events, self._store.stream.head(scopes)
        width = LATEST_OBSERVATIONS
        while width < head:
            found = events(scopes, kinds=("observation",), after=head - width, limit=LATEST_OBSERVATIONS)
            if len(found) == LATEST_OBSERVATIONS:
                return head - width
            width *= 4  # others' events stand between them
        return 0

    def _entry(self, event: Event, observation: Observation, reach: Reach) -> Entry | None:
        """Return the active entry that an observation created or repeated."""
        outcome = Outcome.parse(event.outcome)
        if outcome is not None and outcome.kind == "known" and outcome.entry_id:
            found = self._store.records.get(outcome.entry_id, reach.ids)
        else:
            where = EntryFilter(origin=f"event:{event.seq}")
            found = next(iter(self._store.records.select(where, reach.ids)), None)
        usable = found is not None and found.status == "active" and found.layer == "L1"
        return found if usable and observation.draft.tier in ("user", "memory") else None

    def _is_new(self, entry: Entry, reach: Reach) -> bool:
        """Return True if the statement was never proposed and is not in a block."""
        key = statement_key(entry.content)
        said = EntryFilter(key=key, statuses=("active", "inactive", "staged"))
        others = self._store.records.select(said, reach.ids)
        return not any(TAG in other.tags or other.layer == "L0" for other in others)

    def _stage(self, found: _Recurring, reach: Reach, clock: Clock) -> int:
        entry = found.entry
        sessions = tuple(found.sessions)
        change = Change(
            operation="add",
            source="system",
            draft=Draft(
                content=entry.content,
                layer="L0",
                tier="user",
                category=entry.category,
                subject=entry.subject,
                tags=(TAG,),
                speaker=entry.speaker,
            ),
            reason=str(_reason(sessions)),
            stage_because=_reason(sessions),
            allow_same_subject=True,
            to_user=True,
        )
        try:
            (written,) = self._gate.write([change], reach, clock=clock)
        except WriteRefused:
            return 0
        return int(written.staged and not written.duplicate)


def _reason(sessions: Sequence[str]) -> StagingReason:
    named = ", ".join(sessions[-5:])
    return StagingReason(f"it came up in {len(sessions)} sessions", named)
