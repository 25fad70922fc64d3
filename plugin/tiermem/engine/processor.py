"""The one consumer of observations: each becomes an entry, changes one, or is put aside, and is marked with it."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

from tiermem.engine.judging import Decision, Judge, readable
from tiermem.engine.ports import Clock
from tiermem.engine.writing import Gate
from tiermem.errors import InputError, OverBudget, WriteRefused
from tiermem.store.contract import Store
from tiermem.values import Change, Event, Reach, instant

_LOG = logging.getLogger("tiermem")
_BATCH = 200
ABANDONED = timedelta(hours=1)
"""Age from which on another session's waiting observation is taken: that session died before it could."""
_SESSIONS = 1000
"""Latest sessions of a user that are looked through for who left an observation behind."""


class _TakenByAnother(Exception):
    """Another process settled the observation first: what this one wrote for it is rolled back."""


class Processor:
    """The processor of one agent."""

    def __init__(self, store: Store, gate: Gate) -> None:
        self._store = store
        self._gate = gate
        self._judge = Judge(store)

    def drain(self, reach: Reach, clock: Clock, *, session_id: str | None = None) -> int:
        """Process what waits in these scopes, oldest first; gives how many observations.

        Each is marked in the transaction that writes what it says, so that none is applied twice, here or by
        another process. Of a session also what other sessions of the same reach left behind, see `ABANDONED`.
        """
        done = 0
        for event in self._left_behind(reach, clock, session_id) if session_id is not None else ():
            self._process(event, reach, clock)
            done += 1
        while events := self._store.stream.waiting(reach.ids, session_id=session_id, limit=_BATCH):
            for event in events:
                self._process(event, reach, clock)
            done += len(events)
        return done

    def waiting(self, reach: Reach) -> int:
        """How many observations of the user wait, counted to 10,000."""
        return len(self._store.stream.waiting((reach.user.id,), limit=10_000))

    def _left_behind(self, reach: Reach, clock: Clock, session_id: str) -> list[Event]:
        """Other sessions' observations of the same user, agent and house, which nobody works on any more."""
        waiting = self._store.stream.waiting((reach.user.id,), limit=_BATCH)
        others = [event for event in waiting if event.session_id != session_id]
        if not others:
            return []
        known = {row.id: row for row in self._store.sessions.find((reach.user.id,), limit=_SESSIONS)}
        before = instant(clock() - ABANDONED)
        left = []
        for event in others:
            row = known.get(event.session_id or "")
            if row is not None and row.reach != reach:
                continue
            if event.at < before or (row is not None and row.ended_at is not None):
                left.append(event)
        return left

    def _process(self, event: Event, reach: Reach, clock: Clock) -> None:
        try:
            decision = self._judge.decide(event, readable(event), reach)
            self._carry_out(decision, event, reach, clock)
        except _TakenByAnother:
            _LOG.debug("observation %d was processed by another", event.seq)
        except (WriteRefused, InputError) as refusal:
            _LOG.info("observation %d was not taken: %s", event.seq, refusal)
            self._put_aside(event, f"refused: {refusal}"[:300], clock)

    def _carry_out(self, decision: Decision, event: Event, reach: Reach, clock: Clock) -> None:
        if decision.change is None:
            self._put_aside(event, decision.outcome, clock)
            return
        try:
            self._write(decision.change, decision.outcome, event, reach, clock)
        except OverBudget:
            if decision.change.operation != "correct":
                raise
            beside = replace(decision.change, beside_block=True)
            self._write(beside, f"{decision.outcome} in L1: no room in the block", event, reach, clock)

    def _write(self, change: Change, outcome: str, event: Event, reach: Reach, clock: Clock) -> None:
        def settle() -> None:
            if not self._store.stream.settle(event.seq, at=instant(clock()), outcome=outcome):
                raise _TakenByAnother

        self._gate.write([change], reach, within=settle, clock=clock)

    def _put_aside(self, event: Event, outcome: str, clock: Clock) -> None:
        with self._store.transaction():
            self._store.stream.settle(event.seq, at=instant(clock()), outcome=outcome)
