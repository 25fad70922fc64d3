"""Catching what was said and not written down: narrow, from the journal, as observations in the stream.

It can run twice, late, or not at all: what it has worked through is an offset in the session's working state,
and every observation has a key of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from tiermem.engine.likeness import Likeness
from tiermem.engine.observing import SUMMARY, Observing
from tiermem.engine.ports import Hooks
from tiermem.errors import WriteRefused
from tiermem.store.contract import EntryFilter, SessionRow, Store
from tiermem.values import AgentSettings, Entry, Event, Observation, Turn

_LOG = logging.getLogger("tiermem")
OVERLAP = 4
"""Turns before the offset that are looked at again for what they mean to the turns after it."""
ALREADY_WRITTEN = 0.6
"""Share of the telling words of an observation, or of an entry that a tool wrote in the same session, that both
have: from it on they are the same."""
FEWEST_SHARED = 3
"""Telling words that both must have for the entry's share to count: two ("Alec", "boss") are in many statements."""


class GapFill:
    """Gap-fill of one agent."""

    def __init__(self, store: Store, hooks: Hooks, settings: AgentSettings) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings
        self._likeness = Likeness(store.search)
        self._observing = Observing(store, hooks)

    def observe(self, session: Any, row: SessionRow, turns: Sequence[Turn], at: str, *, ending: bool) -> int:
        """Put what the turns from the row's offset on hold into the stream; gives how many observations.

        Args:
            session: What hooks are handed.
            row: The session's working state.
            turns: Its turns, from `OVERLAP` before the offset on.
            at: Instant of the events.
            ending: Whether the session ends: then `on_session_end` is asked as well.
        """
        new = [turn for turn in turns if turn.position >= row.offset]
        if not self._settings.gap_fill.enabled or not (new or ending):
            return 0
        collected = [self._hooks.extract_observations(session, turns)] if new else []
        if ending:
            collected.append(self._hooks.on_session_end(session, new))
        for failure in (failure for part in collected for failure in part.failures):
            _LOG.warning("gap-fill of session %s: %s", row.id, failure)
        found = [observation for part in collected for observation in part.values]
        events = [self._event(observation, row, at) for observation in self._narrow(found, row)]
        if not (events or new):
            return 0
        with self._store.transaction():
            appended = sum(self._store.stream.append(event) > 0 for event in events if event is not None)
            if new:
                self._store.sessions.advance(row.id, new[-1].position + 1)
        return appended

    def _narrow(self, found: Iterable[Observation], row: SessionRow) -> list[Observation]:
        """Without what lies before the offset, what is switched off, and what a tool wrote in this session."""
        written = self._written_by_tools(row)
        return [
            observation
            for observation in found
            if self._settings.enabled(observation.draft.tier)
            and _position(observation) >= row.offset
            and not any(self._says_the_same(observation, entry) for entry in written)
        ]

    def _says_the_same(self, observation: Observation, entry: Entry) -> bool:
        """Whether a tool's entry says it; of a correction it must say all that is not the wrong statement's."""
        if observation.kind == SUMMARY:
            return False
        written = self._likeness.telling(entry.content)
        said = self._likeness.telling(observation.draft.content)
        if observation.draft.correction:
            wrong = self._likeness.telling(observation.corrects or "")
            right = (said - wrong, self._likeness.telling(observation.quote or "") - wrong)
            return any(new and new <= written for new in right)
        shared = len(said & written)
        by_entry = shared >= FEWEST_SHARED and shared >= ALREADY_WRITTEN * len(written)
        return by_entry or shared >= ALREADY_WRITTEN * max(len(said), 1)

    def _written_by_tools(self, row: SessionRow) -> list[Entry]:
        where = EntryFilter(origin=f"session:{row.id}", statuses=("active", "inactive", "staged"))
        return [
            entry for entry in self._store.records.select(where, row.reach.ids) if entry.source == "agent"
        ]

    def _event(self, observation: Observation, row: SessionRow, at: str) -> Event | None:
        """The observation as an event; None when a check refuses it."""
        try:
            return self._observing.event(
                observation, row.reach, at=at, session_id=row.id, project_id=row.project_id
            )
        except WriteRefused as refusal:
            _LOG.warning("gap-fill of session %s: %s", row.id, refusal)
            return None


def _position(observation: Observation) -> int:
    """The position of the evidence; an observation without evidence is about all of the session."""
    _, _, position = (observation.evidence or "").rpartition("/")
    return int(position) if position.isdigit() else 1 << 30
