"""What goes in front of the user's message: changes since the freeze, recalled passages, and the receipt."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tiermem.engine import rendering
from tiermem.engine.checking import redacted
from tiermem.engine.ports import Clock, Hooks
from tiermem.engine.recall import select
from tiermem.errors import StoreError, WriteRefused
from tiermem.store.contract import Store
from tiermem.text import clean, strip_injected
from tiermem.values import AgentSettings, Collected, Entry, Event, Passage, Reach, Receipt, instant, new_id

_LOG = logging.getLogger("tiermem")
_LONGEST_KEPT = 2_000
WITHHELD = "[withheld: a check refused this text]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What one prompt recalled.

    Attributes:
        context: The ``<memory-context>`` block; "" when there is nothing to show.
        passages: The passages in it.
        receipt: The record of it.
    """

    context: str
    passages: tuple[Passage, ...]
    receipt: Receipt


class Prompting:
    """The prompt path of one agent. It reads; only the receipt is written, best effort."""

    def __init__(self, store: Store, hooks: Hooks, settings: AgentSettings) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings

    def clean(self, text: str) -> str:
        """A text on its way to the model, without what the checks take out."""
        try:
            return redacted(self._hooks, text, "render")
        except WriteRefused:
            return WITHHELD

    def recall(
        self, session: Any, prompt: str, reach: Reach, clock: Clock, frozen_at: int | None
    ) -> Recalled:
        """The context for a prompt. Store, plugins and deadline never make it fail: it gives less, and says so.

        Args:
            session: What the hooks are handed; `find_passages` of it leaves notes and terms in ``session.found``.
            prompt: The user's message as it came.
            reach: Whose memory.
            clock: The present.
            frozen_at: Head of the stream when the blocks were frozen; None where no blocks were.
        """
        started = time.perf_counter()
        own_words = clean(strip_injected(prompt))
        notes: list[str] = []
        collected = self._collect(session, own_words)
        recall = self._settings.recall
        selected = select(collected.values, top_k=recall.top_k, char_limit=recall.char_limit)
        changes = self._changes(reach, frozen_at, notes)
        notes += [str(failure) for failure in collected.failures]
        context = rendering.fence(rendering.render_changes(changes, self.clean), self._render(selected.shown))
        found = session.found
        receipt = Receipt(
            id=new_id(),
            at=instant(clock()),
            session_id=session.id or None,
            query=self._kept(own_words),
            terms=found.terms,
            rendered=selected.shown,
            dropped=selected.dropped,
            notes=tuple(self._kept(note) for note in (*found.notes, *notes)),
            took_ms=round((time.perf_counter() - started) * 1000, 3),
        )
        return Recalled(context=context, passages=selected.shown, receipt=receipt)

    def _collect(self, session: Any, own_words: str) -> Collected[Passage]:
        if not self._settings.recall.enabled or not own_words:
            return Collected(values=())
        return self._hooks.on_user_prompt(session, own_words)

    def _changes(
        self, reach: Reach, frozen_at: int | None, notes: list[str]
    ) -> Sequence[tuple[Event, Entry | None]]:
        """The latest event of each L0 entry that changed since the freeze, with the entry as it is now."""
        if frozen_at is None:
            return ()
        try:
            events = self._store.stream.events(reach.ids, after=frozen_at, kinds=rendering.CHANGE_KINDS)
        except StoreError as error:
            notes.append(f"changes: {error}")
            return ()
        latest = {event.entry_id: event for event in events if event.payload.get("layer", "L0") == "L0"}
        tiers = {tier for tier in ("memory", "user", "identity") if self._settings.enabled(tier)}
        return [
            (event, self._store.records.get(entry_id or "", reach.ids))
            for entry_id, event in latest.items()
            if event.payload.get("tier", "memory") in tiers
        ]

    def _render(self, passages: Sequence[Passage]) -> str:
        if not passages:
            return ""
        own_look = self._hooks.render_passages(passages)
        if own_look is not None:
            return own_look
        return rendering.render_passages(passages, self.clean)

    def _kept(self, text: str) -> str:
        """A text as a receipt may keep it."""
        try:
            return redacted(self._hooks, text[:_LONGEST_KEPT], "log")
        except WriteRefused:
            return WITHHELD

    def keep(self, receipt: Receipt, reach: Reach) -> None:
        """Store a receipt, best effort: a lost receipt costs no turn."""
        try:
            with self._store.transaction(durable=False):
                self._store.sessions.log(receipt, reach.ids)
        except StoreError as error:
            _LOG.warning("receipt %s was not kept: %s", receipt.id, error)
