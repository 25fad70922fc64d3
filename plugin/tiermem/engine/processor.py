"""The one consumer of observations: each becomes an entry, changes one, or is put aside, and is marked with it."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial

from tiermem.engine.gapfill import SUMMARY
from tiermem.engine.ports import Clock
from tiermem.engine.query import plan
from tiermem.engine.writing import Gate
from tiermem.errors import InputError, WriteRefused
from tiermem.store.contract import EntryFilter, SearchFilter, Store
from tiermem.text import STOP_WORDS, statement_key, words
from tiermem.values import Change, Entry, Event, Observation, Reach, Status, instant

_LOG = logging.getLogger("tiermem")
SAME = 0.8
"""Jaccard index of words from which on two statements about the same thing are one."""
MEANT = 0.6
"""Jaccard index of the corrected words and an entry from which on it is the one that was wrong."""
ASKED_FOR = "request"
"""Kind of an observation that the user asked to be remembered in so many words."""


class Processor:
    """The processor of one agent."""

    def __init__(self, store: Store, gate: Gate) -> None:
        self._store = store
        self._gate = gate

    def drain(self, reach: Reach, clock: Clock, *, session_id: str | None = None) -> int:
        """Process what waits in these scopes, oldest first; gives how many observations.

        Each is marked in the transaction that writes what it says, so that none is applied twice.
        """
        done = 0
        while events := self._store.stream.waiting(reach.ids, session_id=session_id, limit=200):
            for event in events:
                self._process(event, reach, clock)
            done += len(events)
        return done

    def _process(self, event: Event, reach: Reach, clock: Clock) -> None:
        change, outcome = self._decide(event, reach)
        settle = partial(self._store.stream.settle, event.seq, at=instant(clock()))
        if change is None:
            with self._store.transaction():
                settle(outcome=outcome)
            return
        try:
            self._gate.write([change], reach, within=partial(settle, outcome=outcome), clock=clock)
        except (WriteRefused, InputError) as refusal:
            _LOG.info("observation %d was not taken: %s", event.seq, refusal)
            with self._store.transaction():
                settle(outcome=f"refused: {refusal}"[:300])

    def _decide(self, event: Event, reach: Reach) -> tuple[Change | None, str]:
        """What an observation leads to: a change, or the reason for none."""
        observation = Observation.from_payload(event.payload)
        change = Change(
            operation="add",
            source="system",
            draft=replace(observation.draft, origin=f"event:{event.seq}"),
            session_id=event.session_id,
            reason=f"gap-fill: {observation.kind}",
            allow_same_subject=True,
            to_user=True,
        )
        if observation.kind == SUMMARY:
            return self._summary(change, event, reach)
        key = statement_key(observation.draft.content)
        if self._entries(reach, key=key):
            return None, "known"
        if observation.kind != ASKED_FOR and self._entries(reach, key=key, statuses=("inactive", "staged")):
            return None, "was put away before"
        wrong = self._wrong_entry(observation, reach)
        if wrong is not None:
            return replace(change, operation="correct", target=wrong.id), f"corrected {wrong.id}"
        if any(
            _alike(observation.draft.content, entry.content) >= SAME
            for entry in self._near(observation, reach)
        ):
            return None, "known in other words"
        return change, "added"

    def _summary(self, change: Change, event: Event, reach: Reach) -> tuple[Change | None, str]:
        """One archive entry per session: a later summary of the same session replaces the earlier one."""
        assert change.draft is not None
        origin = f"session:{event.session_id}"
        change = replace(change, draft=replace(change.draft, origin=origin))
        for entry in self._entries(reach, origin=origin):
            if entry.layer == "L2":
                return replace(change, operation="update", target=entry.id), f"updated {entry.id}"
        return change, "added"

    def _entries(
        self,
        reach: Reach,
        *,
        key: str | None = None,
        origin: str | None = None,
        statuses: tuple[Status, ...] = ("active",),
    ) -> list[Entry]:
        return self._store.records.select(EntryFilter(key=key, origin=origin, statuses=statuses), reach.ids)

    def _near(self, observation: Observation, reach: Reach) -> list[Entry]:
        """Active entries about the same subject."""
        if observation.draft.subject is None:
            return []
        where = EntryFilter(subject=observation.draft.subject, layers=("L0", "L1"))
        return self._store.records.select(where, reach.ids)

    def _wrong_entry(self, observation: Observation, reach: Reach) -> Entry | None:
        """The entry that a correction says is wrong: named by id, or holding nearly all of the wrong words."""
        if observation.replaces is not None:
            return self._store.records.get(observation.replaces, reach.ids)
        if observation.corrects is None:
            return None
        wrong = _telling(observation.corrects)
        if len(wrong) < 2:
            return None
        terms = plan(tuple(sorted(wrong)), self._store.search, reach.ids)
        where = SearchFilter(layers=("L0", "L1"))
        found = self._store.search.candidates(terms, where, reach.ids, limit=20)
        likeness = {candidate.ref: _alike(observation.corrects, candidate.text) for candidate in found}
        best = max(likeness, key=lambda ref: likeness[ref], default=None)
        if best is None or likeness[best] < MEANT:
            return None
        return self._store.records.get(best, reach.ids)


def _telling(text: str) -> set[str]:
    return {word for word in words(text) if word not in STOP_WORDS}


def _alike(one: str, other: str) -> float:
    first, second = _telling(one), _telling(other)
    return len(first & second) / max(len(first | second), 1)
