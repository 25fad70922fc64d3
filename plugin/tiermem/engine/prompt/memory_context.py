"""Build the ``<memory-context>`` of a user's message: changes since the freeze, recalled passages, and the receipt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING

from tiermem.engine.prompt import rendering
from tiermem.engine.prompt.selection import select, without
from tiermem.engine.writes.checks import Checks
from tiermem.errors import StoreError
from tiermem.support.lazy import logger
from tiermem.text import clean, escape_line, strip_injected
from tiermem.values import Collected, EntryFilter, Receipt, instant, new_id
from tiermem.values.frozen import dataclass, replace
from tiermem.values.words import day_of

if TYPE_CHECKING:
    from tiermem.engine.prompt.selection import Selected
    from tiermem.ports import Clock, Hooks
    from tiermem.ports.context import HookSession
    from tiermem.store.contract import SessionRow, Store
    from tiermem.values import AgentSettings, Event, Passage, Reach, RecallResult

_LOG = logger("tiermem")
_LONGEST_KEPT = 2_000
"""Maximum characters of a prompt to keep in a receipt: its beginning, and its end, which may say what not to keep."""
_LONGEST_SEEN = 8_000
"""Maximum characters of either end to check first: enough for any secret that reaches into the part that is kept."""
_LEFT_OUT = "\n\n…\n\n"
"""In place of the middle of a prompt."""
_DROPPED_KEPT = 12
"""Maximum dropped candidates in a receipt: with 20, a receipt takes 1.3 KB on LoCoMo's prompts."""
_LEAST_FOR_RECEIPT_MS = 20
"""Milliseconds allowed to store a receipt after the deadline has passed, because the receipt explains the delay."""
MOST_CHANGES = 50
"""Maximum changed entries to show for a prompt, latest first. Others are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The recall of one prompt.

    Attributes:
        context: The ``<memory-context>`` block; "" if there is nothing to show.
        passages: The passages in it.
        receipt: Its receipt.
        told: The stream position up to which changes were reported; None if later prompts report them again.
        began: The place of the last event before anything was read; None if unknown.
    """

    context: str
    passages: tuple[Passage, ...]
    receipt: Receipt
    told: int | None = None
    began: int | None = None


class MemoryContext:
    """Recall for the prompts of one agent. It writes only receipts and the costs of queries, best effort.

    Args:
        store: The store, for receipts.
        hooks: The agent's plugins.
        settings: The deadline and the budgets.
        settle: Charges the costs of queries.
    """

    def __init__(
        self, store: Store, hooks: Hooks, settings: AgentSettings, settle: Callable[[], None]
    ) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings
        self._settle = settle

    def recall(
        self,
        session: HookSession,
        prompt: str,
        reach: Reach,
        clock: Clock,
        *,
        frozen: SessionRow | None,
        once: bool = False,
        prefix: Mapping[str, int] | None = None,
        learned: Sequence[str] = (),
        notes: Sequence[str] = (),
        advice: Sequence[str] = (),
    ) -> Recalled:
        """Return the context for a prompt. If store, plugins or deadline fail, it is shorter and its receipt says why.

        Args:
            session: Passed to the hooks.
            prompt: The user's message as received.
            reach: The owners of the memory.
            clock: Returns the current time.
            frozen: The session's working state; None if no blocks are frozen.
            once: Leave out passages that the session was shown since the freeze.
            prefix: Block → number of its characters in the system prompt, for the receipt.
            learned: Ids of the entries in the frozen block of learned information.
            notes: Earlier failures, for the receipt.
            advice: Lines for the model in addition to those of hooks.
        """
        started = time.perf_counter()
        checks = Checks(self._hooks, self._settings.recall.deadline_ms)
        own_words = clean(strip_injected(prompt))
        said = list(notes)
        began = self._place()
        collected = self._collect(session, own_words)
        found = collected.values
        zone = clock().tzinfo or UTC
        selected = self._select(found, learned, reach, checks, zone)
        if once and frozen is not None and selected.shown:
            selected = without(selected, self._shown(frozen, reach, said))
        changes, told = self._changes(reach, frozen, said, checks, frozenset(learned))
        advised = _advised((*(line for one in found for line in one.advice), *advice))
        context = rendering.fence(changes, advised, self._render(selected.shown, zone))
        said = [*(note for one in found for note in one.notes), *said, *map(str, collected.failures)]
        receipt = Receipt(
            id=new_id(),
            at=instant(clock()),
            session_id=session.id or None,
            query=_kept(own_words, checks),
            terms=tuple(term for one in found for term in one.terms),
            rendered=selected.shown,
            dropped=(*selected.dropped, *(drop for one in found for drop in one.dropped))[:_DROPPED_KEPT],
            notes=(*(_kept(note, checks) for note in said), *checks.notes),
            injected={**(prefix or {}), **({"memory-context": len(context)} if context else {})},
            took_ms=round((time.perf_counter() - started) * 1000, 3),
        )
        return Recalled(
            context=context,
            passages=selected.shown,
            receipt=receipt,
            told=told if once and changes else None,
            began=began,
        )

    def _place(self) -> int | None:
        """Return the place of the last event; None if it is unknown or the store fails."""
        try:
            with self._store.deadline(self._settings.recall.deadline_ms / 1000, "the last event"):
                return self._store.place()
        except StoreError:
            return None

    def _shown(self, row: SessionRow, reach: Reach, notes: list[str]) -> frozenset[str]:
        """Return the passages that the session was shown since the freeze; if the store fails, none, and add a note."""
        since = str((row.frozen or {}).get("at") or row.started_at)
        try:
            with self._store.deadline(self._settings.recall.deadline_ms / 1000, "what was shown earlier"):
                return self._store.sessions.shown(reach, row.id, since)
        except StoreError as error:
            notes.append(str(error))
            return frozenset()

    def _collect(self, session: HookSession, own_words: str) -> Collected[RecallResult]:
        if not self._settings.recall.enabled or not own_words:
            return Collected(values=())
        return self._hooks.on_user_prompt(session, own_words)

    def _contents(self, ids: Sequence[str], reach: Reach) -> dict[str, str]:
        """Return id → content of the entries that are still active; none if the store fails."""
        if not ids:
            return {}
        try:
            with self._store.deadline(self._settings.recall.deadline_ms / 1000, "learned information"):
                entries = self._store.records.select(EntryFilter(ids=tuple(ids)), reach.ids)
        except StoreError:
            return {}
        return {entry.id: entry.content for entry in entries}

    def _select(
        self,
        found: Sequence[RecallResult],
        learned: Sequence[str],
        reach: Reach,
        checks: Checks,
        zone: tzinfo,
    ) -> Selected:
        """Return the passages to show, redacted, and in turns with a date after words such as "yesterday"."""
        passages = [passage for one in found for passage in one.passages]
        is_about_user = any(one.is_about_user for one in found)

        def shown(passage: Passage) -> Passage:
            text = checks.shown(passage.text)
            if passage.kind == "turn":
                from tiermem.text.times.dates import with_dates_throughout

                text = with_dates_throughout(text, day_of(passage.at, zone))
            return replace(passage, text=text)

        return select(
            passages,
            top_k=len(passages) if is_about_user else self._settings.recall.top_k,
            char_limit=self._settings.recall.char_limit,
            in_block=self._contents(learned, reach) if passages else {},
            shown_as=shown,
        )

    def _changes(
        self,
        reach: Reach,
        frozen: SessionRow | None,
        notes: list[str],
        checks: Checks,
        learned: frozenset[str],
    ) -> tuple[str, int | None]:
        """Render the latest changes in the blocks since the freeze, and return the position of the last one too."""
        if frozen is None:
            return "", None
        try:
            with self._store.deadline(self._settings.recall.deadline_ms / 1000, "changes"):
                events = self._latest(reach, frozen.frozen_at, learned)
                changes = [
                    (event, self._store.records.get(event.entry_id or "", reach.ids))
                    for event in events[-MOST_CHANGES:]
                ]
        except StoreError as error:
            notes.append(f"changes: {error}")
            return "", None
        rendered = rendering.render_changes(changes, checks.shown, more=len(events) - len(changes))
        return rendered, events[-1].seq if events else None

    def _latest(self, reach: Reach, frozen_at: int, learned: frozenset[str]) -> list[Event]:
        """Return the latest event of each block entry that changed since the freeze, oldest first."""
        latest: dict[str | None, Event] = {}
        stream, kinds, after = self._store.stream, rendering.CHANGE_KINDS, frozen_at
        while events := stream.events(reach.ids, after=after, kinds=kinds):
            after = events[-1].seq
            latest |= {event.entry_id: event for event in events if self._is_in_a_block(event, learned)}
        return sorted(latest.values(), key=lambda event: event.seq)

    def _is_in_a_block(self, event: Event, learned: frozenset[str]) -> bool:
        payload = event.payload
        if event.entry_id in learned or payload.get("supersedes") in learned:
            return True
        return payload.get("layer", "L0") == "L0" and self._settings.enabled(payload.get("tier", "memory"))

    def _render(self, passages: Sequence[Passage], zone: tzinfo) -> str:
        """Render passages, by a plugin if there is one; its texts are escaped, so that they cannot forge a fence."""
        if not passages:
            return ""
        harmless = [
            replace(
                passage,
                text=escape_line(passage.text),
                ref=rendering.label(passage.ref),
                label=rendering.label(passage.label),
            )
            for passage in passages
        ]
        own_look = self._hooks.render_passages(harmless).first
        return own_look if own_look is not None else rendering.render_passages(harmless, zone=zone)

    def keep(self, recalled: Recalled, reach: Reach) -> None:
        """Store a receipt, best effort, within the rest of the deadline: a lost receipt must not cost a turn.

        Without a journal, the receipt of a session's prompt is stored without the prompt's words. If something was
        erased since the recall began, it is dropped: it may have been read before.
        """
        receipt = recalled.receipt
        if receipt.session_id is not None and not self._settings.journal.enabled:
            receipt = replace(receipt, query="", terms=())
        left_ms = max(self._settings.recall.deadline_ms - receipt.took_ms, _LEAST_FOR_RECEIPT_MS)
        try:
            with self._store.deadline(left_ms / 1000, "receipt"):
                self._store.keep(receipt, reach, recalled.told, recalled.began)
                self._settle()
        except StoreError as error:
            _LOG.warning("receipt %s was not kept: %s", receipt.id, error)


def _advised(lines: Iterable[str]) -> str:
    """Return lines of advice as the model sees them."""
    return "\n".join(f"[{escape_line(line)}]" for line in lines)


def _kept(text: str, checks: Checks) -> str:
    """Return a text for a receipt. It is cut after the checks, so that no part of a secret is kept."""
    seen = checks.kept(text[:_LONGEST_SEEN])
    end = seen if len(text) <= _LONGEST_SEEN else checks.kept(text[-_LONGEST_SEEN:])
    if len(seen) <= _LONGEST_KEPT and end == seen:
        return seen
    half = (_LONGEST_KEPT - len(_LEFT_OUT)) // 2
    return f"{seen[:half]}{_LEFT_OUT}{end[-half:]}"
