"""The write gate: every write of every door, tool and background process goes through `Gate.write`.

Its order: shape and lengths; the `check_write` hooks; then, in one transaction, authority, the same-subject rule,
record, version, event, document, and the budget of the result. A refused write leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tiermem.engine.writes import authority, budget, checks, staging
from tiermem.engine.writes.commit import Writer
from tiermem.engine.writes.once import Once
from tiermem.errors import NotAllowed
from tiermem.text import clean
from tiermem.values import CATEGORIES, StagingReason, Written, instant
from tiermem.values.changes import Author
from tiermem.values.frozen import replace
from tiermem.values.words import (
    APPROVED,
    OTHERS,
    RECALLED_ONLY,
    SENSITIVE,
    category_named,
    sensitive_until,
    without_marks,
)

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import Withdraw, WriteResult
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import Store
    from tiermem.values import AgentSettings, Change, Reach, Tier, Usage, Verdict


_MARKS = frozenset({RECALLED_ONLY, APPROVED})


def _without_marks(change: Change) -> Change:
    """Remove from a draft the tags that only checks and people set."""
    draft = change.draft
    if draft is None or change.source == "user":
        return change
    tags = tuple(tag for tag in without_marks(draft.tags) if tag not in _MARKS)
    return replace(change, draft=replace(draft, tags=tags))


_PERSON = Author("user")
_PROMPTS = 20
"""Number of a session's latest prompts whose words count as said, besides the journal's."""
_RESULTS = 600
"""Number of a session's latest passages of tools' results with which a note is compared."""
_STEP = timedelta(microseconds=1)
"""Time between two changes of one call, because blocks list entries in order of creation."""
_LABELS = ("subject", "connection_id", "context_type")
"""Labels of a draft that are checked here; project and task were checked by the session."""


class Gate:
    """The gate of one agent.

    Args:
        store: The store.
        hooks: Hooks whose `check_write` is called.
        settings: Limits and policy.
        clock: The present.
        withdraw: Removes statements that no longer hold from profiles; None closes the gate, for previews.
        wrote: Called after each write with the owner of the memory.

    Attributes:
        once: The id of a write that is to be applied once.
    """

    def __init__(
        self,
        store: Store,
        hooks: Hooks,
        settings: AgentSettings,
        clock: Clock,
        *,
        withdraw: Withdraw | None,
        wrote: Callable[[Reach], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings
        self._clock = clock
        self._wrote = wrote
        self._withdraw = withdraw
        self.once = Once()

    def write(
        self,
        changes: Sequence[Change],
        reach: Reach,
        *,
        resting: Sequence[Change] = (),
        to: Reach | None = None,
        first: Callable[[], object] | None = None,
        within: Callable[[], object] | None = None,
        clock: Clock | None = None,
        durable: bool = True,
    ) -> list[WriteResult]:
        """Make all of the changes, or none. The budget is checked on the result of all.

        Args:
            changes: The changes.
            reach: The writer's reach: its entries may be changed, and new entries belong to it.
            resting: Changes that rest on what *changes* say: they are made after them, and not if a check keeps that
                out of blocks, because what is not shown hides nothing.
            to: Another owner for new entries, whose blocks must have room for them.
            first: Called in the same transaction, before the changes; if it raises, nothing is written. It may be
                called once more, if the transaction was undone.
            within: Called in the same transaction, after the changes, as often.
            clock: A clock instead of the gate's, for replays.
            durable: False if the change can be repeated after a loss of power.

        Raises:
            WriteRefused: A check, a rule, a missing grant or the budget refused it.
            InputError: A change is invalid.
        """
        self._ensure_open()
        taking = to or reach
        if any(change.draft is not None and change.draft.tier == "memory" for change in changes):
            authority.ensure_may_share(self._store.records, taking)
        whose = [taking if change.operation == "add" else reach for change in (*changes, *resting)]
        checked = [self._check(*one) for one in zip(changes, whose, strict=False)]
        if any(self._is_kept_out(*one) for one in checked):
            del whose[len(checked) :]
        else:
            checked += [self._check(*one) for one in zip(resting, whose[len(checked) :], strict=True)]
            changes = (*changes, *resting)
        now = (clock or self._clock)()
        whose_lock = self._apart([change.target for change in changes], reach) if taking == reach else None

        def write() -> list[WriteResult]:
            if first is not None:
                first()
            fills_a_block = any(self._may_fill_a_block(change, reach) for change in changes)
            before = self._usage(taking) if fills_a_block else {}
            written = [
                self._writer(one, change.at or instant(now + number * _STEP)).do(change, reason)
                for number, (one, (change, reason)) in enumerate(zip(whose, checked, strict=True))
            ]
            self._ensure_budget(taking, before, written)
            self.once.note(self._store, reach, instant(now))
            if within is not None:
                within()
            return written

        written = self._store.transact(write, whose_lock, durable=durable)
        for one in dict.fromkeys((reach, taking)):
            self._wrote(one)
        self._tell(reach, _made(checked, written))
        return written

    def _apart(self, targets: Iterable[str | None], reach: Reach) -> Reach | None:
        """Return whose rows alone a transaction changes; None if one of these entries is also read by others."""
        known = [self._store.records.get(target, reach.ids) for target in targets if target is not None]
        return reach if all(one is None or reach.owns(one.scope_id) for one in known) else None

    def _tell(self, reach: Reach, done: Iterable[tuple[str, Author, WriteResult]]) -> None:
        """Call the `after_write` hooks with the committed changes."""
        written = [
            Written(
                operation=operation,
                source=author.source,
                agent=reach.agent.name,
                user=reach.user.name,
                entry=one.entry,
                before=one.before,
                staged=one.staged,
                session_id=author.session_id,
            )
            for operation, author, one in done
            if not one.duplicate
        ]
        if written:
            self._hooks.after_write(written)

    def check(self, change: Change) -> None:
        """Raise the errors that `write` would raise before it reads the store."""
        self._check(change, None)

    def decide(self, entry_id: str, reach: Reach, *, accept: bool, edit: Change | None = None) -> WriteResult:
        """Accept or reject a staged entry, by a person's decision.

        Args:
            entry_id: The entry.
            reach: The entry's owner.
            accept: True to accept it.
            edit: An edit to apply first, in the same transaction.

        Raises:
            UnknownEntry: No staged entry has this id.
            OverBudget: Its block would become too large; the entry stays staged.
        """
        self._ensure_open()
        edits = [] if edit is None else [self._check(edit, reach)]
        now = self._clock()

        def write() -> tuple[list[WriteResult], WriteResult]:
            before = self._usage(reach)
            edited = [self._writer(reach, instant(now)).do(*one) for one in edits]
            writer = self._writer(reach, instant(now + len(edits) * _STEP))
            written = staging.decide(writer, self._store, entry_id, reach, accept=accept)
            self._ensure_budget(reach, before, [written])
            return edited, written

        edited, written = self._store.transact(write, self._apart([entry_id], reach))
        self._wrote(reach)
        decision = ("accept" if accept else "reject", _PERSON, written)
        self._tell(reach, [*_made(edits, edited), decision])
        return written

    def undo(
        self, steps: Sequence[tuple[str, int]], reach: Reach, author: Author = _PERSON
    ) -> list[WriteResult]:
        """Undo the last changes of some entries, all or none. The budget is checked on the result of all.

        Args:
            steps: Entry ids, each with the place of its last change in the stream; the last one first of an entry
                that is named more than once.
            reach: The entries' owner.
            author: A person, or an automatic writer that puts away what the user declined.

        Raises:
            UnknownEntry: No entry has one of the ids.
            Outdated: One of the entries was changed again.
            OverBudget: A block would become too large.
            NotAllowed: The author may not undo one of them.
            WriteRefused: Another entry already says what one of them said before, or one waits for a decision.
        """
        from tiermem.engine.writes.undoing import Undoing  # only when asked for

        self._ensure_open()
        now = self._clock()

        def write() -> list[WriteResult]:
            before = self._usage(reach)
            undoings = [
                Undoing(self._writer(reach, instant(now + number * _STEP)), self._store, reach, author)
                for number in range(len(steps))
            ]
            written = [undoing.undo(*step) for undoing, step in zip(undoings, steps, strict=True)]
            for undoing in undoings:
                undoing.ensure_no_twin()
            self._ensure_budget(reach, before, written)
            return written

        written = self._store.transact(write, self._apart([one for one, _ in steps], reach))
        self._wrote(reach)
        self._tell(reach, [("undo", author, one) for one in written])
        return written

    def _writer(self, reach: Reach, now: str) -> Writer:
        return Writer(self._store, self._settings, reach, now, withdraw=self._ensure_open())

    def _ensure_open(self) -> Withdraw:
        if self._withdraw is None:
            raise NotAllowed("A preview writes nothing. Open a session to write.")
        return self._withdraw

    def _check(self, change: Change, reach: Reach | None) -> tuple[Change, StagingReason | None]:
        """Return the checked change, and the reason to stage it, if any; *reach* is None if nothing is written."""
        change = _without_marks(change)
        needs_approval = authority.needs_approval(change, self._settings)
        checks.check_shape(change, self._settings, staged=needs_approval)
        checked = checks.check_hooks(self._hooks, change)
        change = self._redact_reason(self._redact_labels(checked.change))
        change = self._ending(change, checked.verdict)
        if checked.verdict.action == "stage":
            checks.check_shape(change, self._settings, staged=True)
            return change, StagingReason.parse(
                checked.verdict.reason or f"{checked.plugin} asks for approval"
            )
        if needs_approval:
            return change, StagingReason("writes of the agent and the system need approval")
        because = change.stage_because or _anothers_words(change)
        if reach is None or change.draft is None or because is not None:
            return change, because
        return self._vouched(change, reach, checked.verdict)

    def _is_kept_out(self, checked: Change, because: StagingReason | None) -> bool:
        """Return True if a check, and not the agent's policy, keeps a change out of blocks."""
        if because is not None:
            return checked.stage_because is None and not authority.needs_approval(checked, self._settings)
        return checked.draft is not None and RECALLED_ONLY in checked.draft.tags

    def _ending(self, change: Change, verdict: Verdict) -> Change:
        """Give a sensitive statement the end that the agent's YAML sets; one that was moved keeps its own."""
        days, draft = self._settings.personal_data.sensitive_days, change.draft
        if not verdict.sensitive or days is None or draft is None or sensitive_until(draft.tags) is not None:
            return change
        mark = f"{SENSITIVE}{verdict.sensitive}:{instant(self._clock() + timedelta(days=days))}"
        return replace(change, draft=replace(draft, tags=(*draft.tags, mark)))

    def _vouched(self, change: Change, reach: Reach, verdict: Verdict) -> tuple[Change, StagingReason | None]:
        """Keep statements of others out of blocks, and stage changes of contacts and accounts.

        If a check doubts a statement from the user's own turns, the turns cannot clear it, because the check knew them.
        """
        assert change.draft is not None
        target = self._store.records.get(change.target, reach.ids) if change.target else None
        another = (
            change.source != "user"
            and target is not None
            and checks.changes_a_contact(target.content, change.draft.content)
        )
        is_heard = change.draft.speaker == "user" and change.source == "system"
        is_doubted = verdict.action == "recall"
        repeats = not is_doubted and self._repeats_a_tool(change, reach)
        if not (is_doubted or another or repeats) or (
            not is_doubted if is_heard else self._is_said(change, reach)
        ):
            return change, None
        if another and target is not None:
            return change, StagingReason(
                "it changes an address, number or link; before", repr(target.content)
            )
        if target is not None and target.layer == "L0":
            return change, StagingReason.parse(
                "it repeats the result of a tool" if repeats else verdict.reason
            )
        draft = change.draft
        kept = replace(
            draft,
            layer="L1" if draft.layer == "L0" else draft.layer,
            tier="user" if draft.tier == "identity" else draft.tier,
            tags=tuple(dict.fromkeys((*draft.tags, RECALLED_ONLY))),
        )
        return replace(change, draft=kept), None

    def _repeats_a_tool(self, change: Change, reach: Reach) -> bool:
        """Return True if the agent says what a tool told it in the same session, in the order of its results."""
        if change.source != "agent" or not change.session_id:
            return False
        assert change.draft is not None
        drafts = [
            event.payload.get("draft", {})
            for event in self._store.stream.of_session(change.session_id, reach.ids)
            if event.kind == "observation"
        ]
        told = [str(draft.get("content", "")) for draft in drafts if draft.get("speaker") == "tool"]
        turns = self._store.sessions.turns(change.session_id)
        told += [turn.content for turn in turns if turn.speaker == "tool"]
        return checks.is_repeated(change.draft.content, told[-_RESULTS:])

    def _is_said(self, change: Change, reach: Reach) -> bool:
        """Return True if the user said the content of a change in its session."""
        assert change.draft is not None
        if not change.session_id:
            return False
        turns = self._store.sessions.turns(change.session_id)
        said = [turn.content for turn in turns if turn.speaker == "user"]
        receipts = self._store.sessions.receipts(reach, session_id=change.session_id, limit=_PROMPTS)
        asked = [str(one.get("query") or "") for one in receipts]
        return checks.is_said(change.draft.content, "\n".join([*said, *asked]))

    def _redact_labels(self, change: Change) -> Change:
        """Pass subject, category, tags, connection, context type and an import's name through the hooks."""
        draft = change.draft
        if draft is None:
            return change
        kept: dict[str, Any] = {
            name: self._redacted(getattr(draft, name), change) or None for name in _LABELS
        }
        kept["category"] = category_named(
            draft.category if draft.category in CATEGORIES else self._redacted(draft.category, change)
        )
        tags = tuple(self._redacted(text, change) for text in draft.tags)
        origin = self._redacted(draft.origin, change) if checks.is_import(draft) else draft.origin
        return replace(change, draft=replace(draft, tags=tags, origin=origin or None, **kept))

    def _redact_reason(self, change: Change) -> Change:
        """Pass the reason through the hooks, because the stream keeps it."""
        if change.reason is None:
            return change
        return replace(change, reason=self._redacted(clean(change.reason), change))

    def _redacted(self, text: str | None, change: Change) -> str:
        return checks.redacted(self._hooks, text or "", "log", source=change.source)

    def _usage(self, reach: Reach) -> dict[Tier, Usage]:
        return budget.usage(self._store.records, self._settings, reach)

    def _ensure_budget(self, reach: Reach, before: dict[Tier, Usage], written: Sequence[WriteResult]) -> None:
        if before and any(done.entry.layer == "L0" for done in written):
            budget.ensure(
                self._store.records,
                self._settings,
                reach,
                before=before,
                contents=[done.entry.content for done in written],
            )

    def _may_fill_a_block(self, change: Change, reach: Reach) -> bool:
        """Return True if a change may enlarge a block."""
        if change.draft is not None and change.draft.layer == "L0":
            return True
        target = self._store.records.get(change.target, reach.ids) if change.target else None
        return target is not None and target.layer == "L0"


def _made(
    checked: Iterable[tuple[Change, StagingReason | None]], written: Iterable[WriteResult]
) -> list[tuple[str, Author, WriteResult]]:
    """Return (operation, author, result) of the changes of a write."""
    return [(change.operation, change.author, one) for (change, _), one in zip(checked, written, strict=True)]


def _anothers_words(change: Change) -> StagingReason | None:
    """Return why a person decides on a text for a block that is neither the user's nor the agent's word; else None."""
    draft = change.draft
    if change.source == "user" or draft is None or draft.layer != "L0" or draft.speaker not in OTHERS:
        return None
    return StagingReason(f"it rests on words of the {draft.speaker}, and a block is in every prompt")
