"""Writing what a file says through the gate, as a person would write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tiermem.errors import InputError, OverBudget, WriteRefused
from tiermem.text import statement_key
from tiermem.transfer.contract import Told
from tiermem.values import Change, EntryFilter

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import Written
    from tiermem.memory.entries import Entries
    from tiermem.memory.memory import Memory
    from tiermem.transfer.contract import Item, Reading
    from tiermem.values import Draft

ADDED, UPDATED, KNOWN, MOVED = "added", "updated", "known", "moved to L1"
WAITING, REFUSED, LEFT = "waiting for approval", "refused", "left out"
_FULL = "the {} block has no room for it; it is recalled when it matters"
_ALL_FULL = (
    "the {} entries do not fit the blocks as a whole: all of them are in layer L1, recalled when it matters"
)


@dataclass
class Outcome:
    """What became of a file's entries.

    Attributes:
        entries: Outcome → entries.
        told: What happened that a person should know.
        notes: The same about the file as a whole.
    """

    entries: Counter[str] = field(default_factory=Counter)
    told: list[Told] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Taking:
    """Takes in what files say, for one user.

    Args:
        memory: Where to.
        user: Whose the entries become; the YAML's user when none is named.
    """

    def __init__(self, memory: Memory, user: str | None) -> None:
        self._memory = memory
        self._user = user
        self._subject_chars = memory.settings.limits.subject_chars

    @cached_property
    def _entries(self) -> Entries:
        return self._memory.entries(self._user)

    @cached_property
    def _origins(self) -> set[str | None]:
        """Where all that was ever added came from, whatever became of it since."""
        added = self._memory.timeline.events(self._user, kinds=("added", "staged"))
        return {event.payload.get("origin") for event in added}

    @cached_property
    def _statements(self) -> set[str]:
        there, _ = self._entries.list(EntryFilter(layers=("L0", "L1")))
        return {statement_key(entry.content) for entry in there}

    def take(self, reading: Reading) -> Outcome:
        """Write what is new of a file."""
        outcome = Outcome()
        self._leave(reading.left, outcome)
        if reading.known_by_origin:
            self._as_a_whole(reading.items, outcome)
        else:
            for item in reading.items:
                self._alone(item, outcome)
        return outcome

    def _leave(self, left: Sequence[Told], outcome: Outcome) -> None:
        for told in left:
            outcome.entries[REFUSED if told.refused else LEFT] += 1
            outcome.told.append(told)

    def _as_a_whole(self, items: Sequence[Item], outcome: Outcome) -> None:
        """In one transaction; one by one only where something is refused, so that the rest is not.

        Into the blocks as the file wants it if all of it fits, otherwise all into L1, as with an adopted database.
        """
        new = [item for item in map(self._fitted, items) if not self._is_known(item)]
        if known := len(items) - len(new):
            outcome.entries[KNOWN] = known
        for wanted in (new, [_beside_the_blocks(item) for item in new]):
            try:
                written = self._entries.rewrite([_change(item) for item in wanted])
            except OverBudget:
                continue
            except (WriteRefused, InputError):
                for item in wanted:
                    self._alone(item, outcome)
            else:
                for item, one in zip(wanted, written, strict=True):
                    self._note(item, one, outcome)
            if wanted is not new:
                outcome.notes.append(_ALL_FULL.format(len(new)))
            return

    def _is_known(self, item: Item) -> bool:
        """Whether it was taken in once, or an entry in reach says the same, of whatever tier or layer."""
        return item.draft.origin in self._origins or statement_key(item.draft.content) in self._statements

    def _alone(self, item: Item, outcome: Outcome) -> None:
        moved = False
        try:
            try:
                (written,) = self._entries.rewrite([_change(item)])
            except OverBudget:
                if item.draft.tier == "identity":
                    raise
                (written,) = self._entries.rewrite([_change(_beside_the_blocks(item))])
                moved = not written.duplicate
        except (WriteRefused, InputError) as error:
            outcome.entries[REFUSED] += 1
            content = item.draft.content
            told = Told(line=item.line, entry_id=None, content=content, why=str(error), refused=True)
            outcome.told.append(told)
            return
        self._note(item, written, outcome, moved=moved)

    def _note(self, item: Item, written: Written, outcome: Outcome, *, moved: bool = False) -> None:
        entry = written.entry
        self._origins.add(item.draft.origin)
        self._statements.add(statement_key(entry.content))
        if moved:
            why = _FULL.format(entry.tier)
            outcome.told.append(Told(line=item.line, entry_id=entry.id, content=entry.content, why=why))
        outcome.entries[MOVED if moved else _kind(written)] += 1

    def _fitted(self, item: Item) -> Item:
        """Another program's subject may be longer than ours: then it is a part of the text instead."""
        subject = item.draft.subject
        if subject is None or len(subject) <= self._subject_chars:
            return item
        content = item.draft.content
        content = content if subject.lower() in content.lower() else f"{subject}: {content}"
        return replace(item, draft=replace(item.draft, subject=None, content=content))


def _kind(written: Written) -> str:
    if written.staged:
        return WAITING
    if written.duplicate:
        return KNOWN
    return UPDATED if written.before else ADDED


def _beside_the_blocks(item: Item) -> Item:
    draft: Draft = item.draft
    return replace(item, draft=replace(draft, layer="L1")) if draft.layer == "L0" else item


def _change(item: Item) -> Change:
    return Change(
        operation="add",
        source="user",
        draft=item.draft,
        allow_same_subject=True,
        to_user=item.of_user,
        reason="imported",
        at=item.at,
    )
