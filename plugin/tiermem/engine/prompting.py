"""What goes in front of the user's message: changes since the freeze, recalled passages, and the receipt."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tiermem.engine import rendering
from tiermem.engine.checking import redacted
from tiermem.engine.ports import Clock, Hooks
from tiermem.engine.recall import Selected, select
from tiermem.errors import CheckRefused, StoreError, WriteRefused
from tiermem.store.contract import Store
from tiermem.text import clean, escape, strip_injected
from tiermem.values import AgentSettings, Collected, Entry, Event, Passage, Reach, Receipt, instant, new_id

_LOG = logging.getLogger("tiermem")
_LONGEST_KEPT = 2_000
"""Characters of a prompt that a receipt keeps."""
_LONGEST_SEEN = 8_000
"""Characters of a prompt that are checked for it; longer than any secret that begins in what is kept."""
_LEAST_FOR_RECEIPT_MS = 20
"""Milliseconds that keeping a receipt may take when the deadline has passed: it tells why."""
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
        return self._cleaned(text, [])

    def _cleaned(self, text: str, notes: list[str]) -> str:
        try:
            return redacted(self._hooks, text, "render")
        except CheckRefused as refusal:
            note = f"{refusal.plugin} refused a text, or could not check it: it was withheld"
            notes += [] if note in notes else [note]
            return WITHHELD

    def recall(
        self,
        session: Any,
        prompt: str,
        reach: Reach,
        clock: Clock,
        *,
        frozen_at: int | None,
        notes: Sequence[str] = (),
    ) -> Recalled:
        """The context for a prompt. Store, plugins and deadline never make it fail: it gives less, and says so.

        Args:
            session: What the hooks are handed; `find_passages` of it leaves notes and terms in ``session.found``.
            prompt: The user's message as it came.
            reach: Whose memory.
            clock: The present.
            frozen_at: Head of the stream when the blocks were frozen; None where no blocks were.
            notes: What went wrong before, for the receipt.
        """
        started = time.perf_counter()
        own_words = clean(strip_injected(prompt))
        said, withheld = list(notes), list[str]()
        collected = self._collect(session, own_words)
        selected = self._select(collected.values, withheld)
        changes = self._changes(reach, frozen_at, said)
        said += [str(failure) for failure in collected.failures]
        shown_changes = rendering.render_changes(changes, lambda text: self._cleaned(text, withheld))
        context = rendering.fence(shown_changes, self._render(selected.shown))
        found = session.found
        receipt = Receipt(
            id=new_id(),
            at=instant(clock()),
            session_id=session.id or None,
            query=self._kept(own_words),
            terms=found.terms,
            rendered=selected.shown,
            dropped=selected.dropped,
            notes=(*(self._kept(note) for note in (*found.notes, *said)), *withheld),
            took_ms=round((time.perf_counter() - started) * 1000, 3),
        )
        return Recalled(context=context, passages=selected.shown, receipt=receipt)

    def _collect(self, session: Any, own_words: str) -> Collected[Passage]:
        if not self._settings.recall.enabled or not own_words:
            return Collected(values=())
        return self._hooks.on_user_prompt(session, own_words)

    def _select(self, passages: Sequence[Passage], withheld: list[str]) -> Selected:
        """The passages to show, without what the checks take out."""
        recall = self._settings.recall
        return select(
            passages,
            top_k=recall.top_k,
            char_limit=recall.char_limit,
            shown_as=lambda passage: replace(passage, text=self._cleaned(passage.text, withheld)),
        )

    def _changes(
        self, reach: Reach, frozen_at: int | None, notes: list[str]
    ) -> Sequence[tuple[Event, Entry | None]]:
        """The latest event of each L0 entry that changed since the freeze, with the entry as it is now."""
        if frozen_at is None:
            return ()
        try:
            events = self._store.stream.events(reach.ids, after=frozen_at, kinds=rendering.CHANGE_KINDS)
            latest = {event.entry_id: event for event in events if event.payload.get("layer", "L0") == "L0"}
            return [
                (event, self._store.records.get(entry_id or "", reach.ids))
                for entry_id, event in latest.items()
                if self._settings.enabled(event.payload.get("tier", "memory"))
            ]
        except StoreError as error:
            notes.append(f"changes: {error}")
            return ()

    def _render(self, passages: Sequence[Passage]) -> str:
        """The passages as a plugin or we show them; a plugin gets texts that can neither close nor forge a fence."""
        if not passages:
            return ""
        harmless = [
            replace(passage, text=escape(passage.text), ref=escape(passage.ref), label=escape(passage.label))
            for passage in passages
        ]
        own_look = self._hooks.render_passages(harmless)
        return own_look if own_look is not None else rendering.render_passages(harmless)

    def _kept(self, text: str) -> str:
        """A text as a receipt may keep it; it is cut behind what the checks saw, so that no half secret is kept."""
        try:
            return redacted(self._hooks, text[:_LONGEST_SEEN], "log")[:_LONGEST_KEPT]
        except WriteRefused:
            return WITHHELD

    def keep(self, receipt: Receipt, reach: Reach) -> None:
        """Store a receipt, best effort inside what is left of the deadline: a lost receipt costs no turn."""
        left_ms = max(self._settings.recall.deadline_ms - receipt.took_ms, _LEAST_FOR_RECEIPT_MS)
        try:
            with self._store.deadline(left_ms / 1000, "receipt"), self._store.transaction(durable=False):
                self._store.sessions.log(receipt, reach)
        except StoreError as error:
            _LOG.warning("receipt %s was not kept: %s", receipt.id, error)
