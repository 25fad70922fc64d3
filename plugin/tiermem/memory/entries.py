"""Read and change the entries that one session or person may see."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.engine.recall.query import respelt, understand
from tiermem.engine.recall.search import EntrySearch
from tiermem.engine.recall.withheld import without_declined
from tiermem.engine.writes import budget, staging
from tiermem.engine.writes.authority import ensure_not_granted, stored_filter
from tiermem.errors import InputError, UnknownEntry, WrongTier
from tiermem.memory.provenance import Provenance
from tiermem.support.spans import span
from tiermem.text import clean, ensure_text, query_words
from tiermem.text.names import FEW, names_in
from tiermem.values import (
    LAYERS,
    Change,
    Draft,
    EntryFilter,
    Event,
    Matches,
    Observation,
    instant,
)
from tiermem.values.entries import as_instant
from tiermem.values.frozen import replace
from tiermem.values.words import HIDDEN, PINNED, RECALLED_ONLY, SENSITIVE, category_named

if TYPE_CHECKING:
    from tiermem.engine.recall.entry_pages import EntryPage
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.memory.engine import Engine
    from tiermem.memory.provenance import Evidence, History
    from tiermem.ports import Clock
    from tiermem.store.contract import Erased
    from tiermem.values import (
        Entry,
        EntrySort,
        Layer,
        Reach,
        Source,
        Tier,
        Usage,
    )

_NO_DRAFT = Draft(content="")
_STANDING = EntryFilter(statuses=("active", "staged"))
_MOST_SENTENCES = 100
"""Maximum erased sentences for which related texts are looked up; a session may have thousands."""
_LEAST_WORDS = 2
"""Minimum words of a sentence, without stop words, to find other texts about the same thing."""


class Entries:
    """Entries in one reach, written as one source.

    Returned by `Memory.entries` (for a person) and `Session.entries` (for the agent).

    Args:
        engine: The engine of the agent's memory.
        reach: Whose entries.
        source: The source of its writes.
        clock: Returns the present (default: the memory's clock).
        session_id: The session that writes; None outside of one, "" in a preview, where nothing may be written.
        defaults: Values of fields that drafts leave out: project and task of a session.
        said: Returns the `Change.said` of its session.
    """

    def __init__(
        self,
        engine: Engine,
        reach: Reach,
        *,
        source: Source,
        clock: Clock | None = None,
        session_id: str | None = None,
        defaults: Draft | None = None,
        said: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._store = engine.store
        self._gate = engine.closed_gate if session_id == "" else engine.gate
        self._hooks = engine.hooks
        self._counts = engine.counts
        self._settings = engine.settings
        self._reach = reach
        self._source: Source = source
        self._clock = clock or engine.clock
        self._session_id = session_id or None
        self._defaults = defaults or _NO_DRAFT
        self._said = said
        self._provenance = Provenance(self._store, reach)

    def draft(self, content: str, **fields: Any) -> Draft:
        """Return a draft with this object's defaults. Fields that are None are ignored.

        Raises:
            TypeError: A draft has no such field.
            InputError: The content is not text, or *valid_to* is not a time.
        """
        ensure_text(content, "the content")
        given = {name: value for name, value in fields.items() if value is not None}
        if "valid_to" in given:
            given["valid_to"] = _end(given["valid_to"])
        if self._session_id is not None:
            given.setdefault("origin", f"session:{self._session_id}")
        return replace(self._defaults, content=content, **given)

    def add(
        self,
        draft: Draft,
        *,
        allow_same_subject: bool = False,
        any_length: bool = False,
        reason: str | None = None,
    ) -> WriteResult:
        """Store a new entry.

        Args:
            draft: The entry.
            allow_same_subject: See `Change`.
            any_length: See `Change`.
            reason: Why, for the stream.

        Raises:
            WriteRefused: A rule, a check or the budget refused it. `OverBudget` lists entries that could make room.
            InputError: The draft cannot be stored.
        """
        return self._write(
            "add", draft=draft, allow_same_subject=allow_same_subject, any_length=any_length, reason=reason
        )

    def update(
        self,
        entry_id: str,
        draft: Draft,
        *,
        tier: Tier | None = None,
        any_length: bool = False,
        version: int | None = None,
        state: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> WriteResult:
        """Change the content of an entry. The id stays, and the old content is kept as a version.

        Args:
            entry_id: The entry.
            draft: The new content, and the labels to change.
            tier: The tier that it must be in.
            any_length: See `Change`.
            version: The expected version; None for any.
            state: The expected `Entry.state`, which other labels change too; None for any.
            tags: All its tags; None for those of the draft, and if it has none, those that the entry has.

        Raises:
            UnknownEntry: No such entry. WrongTier: It is not in *tier*. Outdated: It has changed since.
            WriteRefused: as for `add`.
        """
        target = self._target(entry_id, tier)
        draft = replace(self._of_speaker(draft, target), layer=target.layer, tier=target.tier)
        if tags is not None:
            draft = replace(draft, tags=tuple(dict.fromkeys(tags)))
        return self._write(
            "update",
            draft=draft,
            target=entry_id,
            any_length=any_length,
            version=version,
            state=state,
            all_tags=tags is not None,
        )

    def remove(
        self,
        entry_id: str,
        *,
        tier: Tier | None = None,
        version: int | None = None,
        state: str | None = None,
        reason: str | None = None,
    ) -> WriteResult:
        """Make an entry inactive: it leaves blocks and recall, but is kept for audit. `restore` undoes it.

        With *version* or *state*, as for `update`, an entry that has changed since is left alone.
        """
        self._target(entry_id, tier)
        return self._write("remove", target=entry_id, version=version, state=state, reason=reason)

    def restore(self, entry_id: str) -> WriteResult:
        """Make a removed or superseded entry active again. The entry that superseded it stays active too."""
        return self._write("restore", target=entry_id)

    def label(
        self,
        entry_id: str,
        *,
        layer: Layer | None = None,
        category: str | None = None,
        subject: str | None = None,
        tags: Sequence[str] | None = None,
        version: int | None = None,
        state: str | None = None,
    ) -> WriteResult:
        """Move an entry to another layer, or change its labels. Only for a person's object. The content stays.

        Args:
            entry_id: The entry.
            layer: L0 puts it into its block, L1 has it recalled; None leaves it where it is.
            category: Its category; "" for none, None to leave it.
            subject: Its subject, in the same way.
            tags: All its tags; None to leave them.
            version: The expected version; None for any.
            state: The expected `Entry.state`; None for any.

        Raises:
            UnknownEntry: No such entry. Outdated: It has changed since.
            WriteRefused: The block has no room (`OverBudget`), or the entry cannot be moved.
        """
        entry = self.get(entry_id)
        draft = Draft(
            content=entry.content,
            layer=layer or entry.layer,
            tier=entry.tier,
            category=entry.category if category is None else category_named(category),
            subject=entry.subject if subject is None else " ".join(subject.split()) or None,
            tags=entry.tags if tags is None else tuple(dict.fromkeys(tag for tag in tags if tag.strip())),
            speaker=entry.speaker,
            origin=entry.origin,
        )
        reason = f"moved to {draft.layer}" if draft.layer != entry.layer else None
        return self._write("label", draft=draft, target=entry.id, version=version, state=state, reason=reason)

    def last_change(self, entry_id: str) -> int:
        """Return the place in the stream of an entry's last change, for `undo`. The undoing of a change is one, too."""
        entry = self.get(entry_id)
        return staging.record_events(self._store, entry.id, self._reach)[-1].seq

    def steps_back(self, entry_id: str) -> dict[str, int]:
        """Return what `undo` takes to undo the last change of an entry that is not undone yet.

        Called again after that, it leads to the change before. A correction is undone in both of its entries.

        Raises:
            UnknownEntry: No entry has this id.
            WriteRefused: All its changes are undone.
        """
        from tiermem.engine.writes.undoing import steps_back  # only when asked for

        return steps_back(self._store, self.get(entry_id), self._reach)

    def last_decision(self, entry_id: str) -> int | None:
        """Return the place in the stream of the decision on a proposal, for `undo`; None if none was its last change.

        Raises:
            UnknownEntry: No entry has this id.
        """
        last = staging.record_events(self._store, self.get(entry_id).id, self._reach)[-1]
        return last.seq if last.kind in ("accepted", "rejected") else None

    def undo(self, steps: Mapping[str, int]) -> tuple[WriteResult, ...]:
        """Undo changes of entries, all or none: by new changes, so that the history keeps both.

        A decision on a proposal is undone too: it waits again, and what its acceptance changed goes back. Undoing the
        undoing of a change makes it again. Only for a person's object.

        Args:
            steps: `steps_back`, or id → `last_change` as it was when the change was made, or `last_decision`.

        Raises:
            UnknownEntry: No such entry. Outdated: It has changed again since.
            OverBudget: A block has no room for what it held before.
            WriteRefused: Another entry already says what one said before, or one is a proposal that waits.
        """
        if self._source != "user":
            raise InputError("Only a person undoes changes.")
        return tuple(self._gate.undo([(clean(one), seq) for one, seq in steps.items()], self._reach))

    def pin(self, entry_id: str, *, undo: bool = False) -> WriteResult:
        """Pin an entry to the beginning of the block of learned information. Only for a person's object.

        Args:
            entry_id: An entry of layer L1.
            undo: Unpin it.
        """
        return self._place(entry_id, PINNED, undo=undo, reason="unpinned" if undo else "pinned")

    def hide(self, entry_id: str, *, undo: bool = False) -> WriteResult:
        """Keep an entry out of the block of learned information; it can still be recalled. Only for a person's object.

        Args:
            entry_id: An entry of layer L1.
            undo: Show it again.
        """
        return self._place(entry_id, HIDDEN, undo=undo, reason="shown again" if undo else "hidden")

    def _place(self, entry_id: str, tag: str, *, undo: bool, reason: str) -> WriteResult:
        if self._source != "user":
            raise InputError("Only a person pins and hides.")
        entry = self.get(entry_id)
        if entry.layer != "L1" or entry.status != "active":
            where = "is always in its block" if entry.layer == "L0" else "is in no block"
            raise InputError(f"Entry {entry.id} {where}; active entries of layer L1 are pinned and hidden.")
        gone = (tag,) if undo else (PINNED, HIDDEN)
        others = tuple(one for one in entry.tags if one not in gone)
        tags = others if undo else (*others, tag)
        return self._write("tag", target=entry.id, tags=tags, reason=reason)

    def correct(
        self,
        entry_id: str,
        content: str,
        *,
        tier: Tier | None = None,
        version: int | None = None,
        state: str | None = None,
        reason: str | None = None,
        **fields: Any,
    ) -> WriteResult:
        """Replace a wrong statement with the right one, in one transaction.

        The wrong one leaves blocks, index and recall. Later extractions do not bring it back. With *version* or
        *state*, as for `update`, an entry that has changed since is left alone.
        """
        target = self._target(entry_id, tier)
        draft = self._of_speaker(self.draft(content, **fields), target)
        draft = replace(draft, tier=target.tier, layer=target.layer, correction=True)
        return self._write(
            "correct", draft=draft, target=entry_id, version=version, state=state, reason=reason
        )

    def _of_speaker(self, draft: Draft, target: Entry) -> Draft:
        """Return the draft as the user's own statement if a person rewords such a statement."""
        is_own = self._source == "user" and target.speaker == "user" and draft.speaker is None
        return replace(draft, speaker="user") if is_own else draft

    def rewrite(
        self, changes: Sequence[Change], *, first: Callable[[], object] | None = None
    ) -> tuple[WriteResult, ...]:
        """Make several changes as this source, all or none. The budget applies to the result.

        Args:
            changes: The changes.
            first: Called in the same transaction, before the changes; if it raises, nothing is written.
        """
        for change in changes:
            self._ensure_no_marks(change.draft, change.target)
        said = tuple(self._said())
        ours = [
            replace(change, source=self._source, session_id=self._session_id, said=said) for change in changes
        ]
        return tuple(self._gate.write(ours, self._reach, first=first, clock=self._clock))

    def _write(self, operation: Any, **fields: Any) -> WriteResult:
        if not isinstance(draft := fields.get("draft", _NO_DRAFT), Draft):
            given = type(draft).__name__
            raise InputError(f"Expected a Draft, as Entries.draft makes it of a text, not {given}.")
        self._ensure_no_marks(fields.get("draft"), fields.get("target"))
        said = tuple(self._said()) if "draft" in fields else ()
        change = Change(
            operation=operation, source=self._source, session_id=self._session_id, said=said, **fields
        )
        with span("write", operation=operation, source=self._source) as spanned:
            written = self._gate.write([change], self._reach, clock=self._clock)[0]
            spanned.set(staged=written.staged, duplicate=written.duplicate)
        if self._settings.consolidation.enabled and operation in ("add", "update", "correct"):
            self._note_for_profile(written)
        return written

    def _ensure_no_marks(self, draft: Draft | None, target_id: str | None) -> None:
        """Refuse tags that decide when an entry is erased, except those that the entry has.

        Raises:
            InputError: The draft has one.
        """
        marks = {tag for tag in draft.tags if tag.startswith(SENSITIVE)} if draft is not None else set()
        if not marks or self._source != "user":  # the gate takes them off the drafts of others
            return
        target = self._store.records.get(target_id, self._reach.ids) if target_id else None
        if foreign := marks.difference(target.tags if target is not None else ()):
            raise InputError(
                f"The tag {min(foreign)!r} is reserved: tags that begin with '{SENSITIVE}' are given by checks alone."
            )

    def _note_for_profile(self, written: WriteResult) -> None:
        """Add a deliberately written statement about the person to the profile, as observations are."""
        entry = written.entry
        is_barred = RECALLED_ONLY in entry.tags
        if written.staged or written.duplicate or entry.tier != "user" or entry.layer == "L2" or is_barred:
            return
        if entry.project_id is not None or entry.task_id is not None:  # the profile is shown in all of them
            return
        kind = "preference" if entry.category == "preference" else "fact"
        draft = self.draft(
            entry.content,
            layer="L1",
            tier="user",
            category=entry.category,
            subject=entry.subject,
            connection_id=entry.connection_id,
        )
        now = instant(self._clock())
        with self._store.transaction(self._reach):
            self._store.stream.append(
                Event(
                    kind="observation",
                    scope_id=self._reach.user.id,
                    at=now,
                    source=self._source,
                    session_id=self._session_id,
                    reason=kind,
                    payload=Observation(kind=kind, draft=draft).as_payload(),
                    processed=now,
                    outcome="added",
                )
            )

    def _target(self, entry_id: str, tier: Tier | None) -> Entry:
        entry = self.get(entry_id)
        if tier is not None and entry.tier != tier:
            raise WrongTier(entry_id, actual=entry.tier, named=tier)
        return entry

    def get(self, entry_id: str) -> Entry:
        """Return the entry of an id, whatever its status.

        Raises:
            UnknownEntry: None is in reach.
        """
        entry = self._store.records.get(clean(entry_id), self._reach.ids)
        if entry is None:
            raise UnknownEntry(entry_id)
        return entry

    def list(self, where: EntryFilter | None = None) -> tuple[list[Entry], int]:
        """Return the entries in the fixed order, and their number without the filter's limit.

        Raises:
            InputError: A time of the filter is invalid.
        """
        from tiermem.engine.recall.entry_pages import counted  # no prompt needs it

        where = stored_filter(where or EntryFilter())
        found = self._store.records.select(where, self._reach.ids) if where.limit != 0 else []
        if where.limit is None and not where.offset:
            return found, len(found)
        return found, counted(where, self._store, self._reach.ids, self._counts)

    def page(
        self,
        where: EntryFilter | None = None,
        *,
        query: str = "",
        sort: EntrySort | None = None,
        limit: int = 50,
        cursor: str | None = None,
        after: str | None = None,
        count: bool = True,
    ) -> EntryPage:
        """Return a page of a list of entries, for programs and people who go through all of them.

        A page costs the same wherever it is, and entries that are written meanwhile neither repeat nor hide others.

        Args:
            where: Conditions; its own order, limit and offset are ignored.
            query: Text as somebody types it: entries with all of its words, the last of them as a beginning, or with
                any of them where there are none.
            sort: The order (default: the best match first with a query, otherwise the fixed order of blocks).
            limit: Maximum entries.
            cursor: `EntryPage.next` of the page before, with the same conditions, query and order.
            after: Instead of a cursor, the id of the last entry of the page before, in the order of blocks.
            count: False to leave out the total of a list without a query.

        Raises:
            InputError: A time of the filter, the order, the limit or the cursor is invalid.
            UnknownEntry: There is no entry *after*.
        """
        from tiermem.engine.recall import entry_pages  # no prompt needs it
        from tiermem.engine.recall.entry_pages import EntryPages

        if after is not None:
            cursor = entry_pages.after(self.get(after))

        pages = EntryPages(self._store, self._reach, self._counts)
        where = stored_filter(where or EntryFilter())
        return pages.page(where, query=query, sort=sort, limit=limit, cursor=cursor, count=count)

    def search(
        self,
        query: str,
        *,
        layers: tuple[Layer, ...] = (),
        tiers: tuple[Tier, ...] = (),
        turns: bool = False,
        where: EntryFilter | None = None,
        limit: int = 20,
        offset: int = 0,
    ) -> Matches:
        """Return entries (and turns) that match the words of a query: the best 150 first, then the latest.

        Args:
            query: Any text, without special syntax.
            layers: Layers of entries to search (default: those of *where*, or L0 and L1).
            tiers: Tiers of entries to search (default: those of *where*, or all).
            turns: True to search the journal too. Only a person finds turns that the user declined to have remembered.
            where: Further conditions on entries. Its times narrow turns as well, and so do project and task:
                to turns of sessions of it or of none. Entries that are not active are not in the index: they
                come last, those with most of the words first.
            limit: Maximum entries, and maximum turns.
            offset: Number of best entries to skip.

        Raises:
            InputError: A time of the filter is invalid.
        """
        now = self._clock()
        understood = respelt(understand(clean(query), now), self._store.search, self._reach.ids)
        if not understood.words:
            return Matches(entries=())
        where = stored_filter(where or EntryFilter())
        where = replace(where, layers=layers or where.layers or ("L0", "L1"), tiers=tiers or where.tiers)
        searching = EntrySearch(self._store, self._hooks, self._reach, understood, now)
        entries, total = searching.entries(where, limit, offset)
        said = tuple(searching.turns(where)[:limit]) if turns else ()
        return Matches(
            entries=tuple(entries),
            turns=said if self._source == "user" else without_declined(said, self._store, self._reach.ids),
            total=total,
        )

    def history(self, entry_id: str) -> History:
        """Return all contents of an entry and all events about it, starting with its observation."""
        return self._provenance.history(self.get(entry_id))

    def evidence(self, entries: Iterable[Entry]) -> dict[str, Evidence]:
        """Return id → the words that an entry's present version was learned from, for those that were learned."""
        return self._provenance.evidence(entries)

    def recalls(self, entries: Sequence[Entry]) -> dict[str, tuple[int, str]]:
        """Return id → (number of recalls, last recall), from the receipts."""
        return self._store.records.recalls([entry.id for entry in entries], self._reach)

    def usage(self) -> dict[Tier, Usage]:
        """Return the usage of each tier's block."""
        return budget.usage(self._store.records, self._settings, self._reach)

    def pending(self) -> tuple[tuple[Entry, str, str], ...]:
        """Return (staged entry, proposed operation, reason for waiting) of each proposal."""
        return tuple(staging.proposals(self._store, self._reach))

    def accept(self, entry_id: str, content: str | None = None) -> WriteResult:
        """Accept a staged entry. Only for a person's object.

        Args:
            entry_id: The entry.
            content: Other words for it; if they are refused, it waits as it was. None for its own.
        """
        edit = None
        if content is not None and content != (target := self._target(entry_id, None)).content:
            draft = self._of_speaker(self.draft(content), target)
            draft = replace(draft, layer=target.layer, tier=target.tier)
            edit = Change(operation="update", source=self._source, draft=draft, target=target.id)
        return self._decide(entry_id, accept=True, edit=edit)

    def reject(self, entry_id: str) -> WriteResult:
        """Reject a staged entry. Only for a person's object."""
        return self._decide(entry_id, accept=False)

    def _decide(self, entry_id: str, *, accept: bool, edit: Change | None = None) -> WriteResult:
        if self._source != "user":
            raise InputError("Only a person accepts or rejects what is staged.")
        return self._gate.decide(self.get(entry_id).id, self._reach, accept=accept, edit=edit)

    def erase(self, *entry_ids: str, states: Mapping[str, str] | None = None) -> Erased:
        """Delete entries permanently, with their versions and their words in journal, receipts and frozen blocks.

        All of them or none. Only for a person's object. The receipt lists what could not be reached, and other texts
        about the same thing.

        Args:
            entry_ids: The ids.
            states: Id → expected `Entry.state`, of those that must not have changed; None for any.

        Raises:
            UnknownEntry: One of them is not in reach; none was erased.
            Outdated: One of them has changed since; none was erased.
            NotAllowed: One of them is only granted to be read; none was erased.
        """
        if self._source != "user":
            raise InputError("Only a person erases.")
        histories = [self.history(one) for one in entry_ids]
        for one in histories:
            ensure_not_granted(one.entry, self._reach)
        quotes = {one.entry.id: self._quotes(one) for one in histories}
        expected = {clean(one): state for one, state in (states or {}).items()}
        erased = self._store.erase_each(quotes, self._reach.changeable, instant(self._clock()), expected)
        return replace(erased, also=self.speaking_of([one.entry.content for one in histories]))

    def speaking_of(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Return the refs of entries and turns that share half of a sentence's words with these texts, or a rare name.

        What waits for approval is among them.
        """
        sentences = [part for text in texts for part in re.split(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+", text)]
        found: dict[str, None] = {}
        for sentence in sentences[:_MOST_SENTENCES]:
            wanted = set(query_words(sentence))
            if len(wanted) < _LEAST_WORDS:
                continue
            near = self.search(sentence, layers=LAYERS, turns=True, where=_STANDING)
            told = [(one.id, one.content) for one in near.entries] + [
                (one.ref, one.text) for one in near.turns
            ]
            spoken = {ref: set(query_words(said)) for ref, said in told}
            held = Counter(word for said in spoken.values() for word in said)
            names = {word for word in names_in(sentence) if held[word] <= FEW}
            found |= {
                ref: None
                for ref, said in spoken.items()
                if 2 * len(wanted & said) >= len(wanted) or names & said
            }
        return tuple(found)

    @staticmethod
    def _quotes(history: History) -> tuple[str, ...]:
        """Return the very words that the entry was learned from."""
        quotes = (event.payload.get("quote") for event in history.events if event.kind == "observation")
        return tuple(quote for quote in quotes if quote)


def _end(said: Any) -> str:
    """Return the instant at which an entry expires."""
    try:
        return as_instant(said)
    except (TypeError, ValueError):
        raise InputError(
            f"The end of an entry is a date or an instant, as 2026-12-24, not {said!r}."
        ) from None
