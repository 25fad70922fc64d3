"""Decide what an observation leads to: changes, or the reason for none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.engine.learning.known_entries import KnownEntries
from tiermem.engine.learning.observations import (
    ASKED_FOR,
    CHANGE,
    FORGET,
    NOBODY,
    SCAFFOLD_UPDATE,
    SUMMARY,
    in_words,
    trust,
)
from tiermem.engine.statements.compare import Comparison, Statement, compare
from tiermem.engine.statements.frames import stands_beside
from tiermem.engine.statements.overlap import Overlap
from tiermem.engine.writes.rules import holds_for, is_about_another, is_elsewhere, reaches
from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter
from tiermem.text import statement_key, words
from tiermem.text.languages import everywhere, languages_of
from tiermem.values import Change, nested
from tiermem.values.changes import Outcome
from tiermem.values.frozen import dataclass, replace

if TYPE_CHECKING:
    from tiermem.store.contract import Store
    from tiermem.values import Draft, Entry, Event, Observation, Reach

MOST_VALUES = 50
"""Values of one scaffold update that become entries; a larger one is refused."""
_MOST_FORGOTTEN = 10
"""Entries whose removal one request proposes."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The changes to make, and the outcome of the observation."""

    changes: tuple[Change, ...]
    outcome: Outcome


class Decider:
    """Decide on observations by what is stored.

    Args:
        store: Where.
        has_profile: True if profiles are made: then updates of a scaffold are left to them.
    """

    def __init__(self, store: Store, *, has_profile: bool = False) -> None:
        self._store = store
        self._has_profile = has_profile
        self._overlap = Overlap(store.search.stems)
        self._known = KnownEntries(store, self._overlap)

    def decide(self, event: Event, observation: Observation, reach: Reach) -> Decision:
        """Decide what to do with the observation of an event."""
        change = _addition(event, observation)
        if observation.kind == SUMMARY:
            return self._summary(change, event, reach)
        if observation.kind == SCAFFOLD_UPDATE:
            return self._scaffold_update(change, observation, reach)
        if observation.kind == FORGET:
            return self._forgetting(change, observation, reach)
        if known := self._met_before(observation, reach):
            return Decision((), known)
        return self._said(change, event, observation, reach)

    def _said(self, change: Change, event: Event, observation: Observation, reach: Reach) -> Decision:
        """Decide on a statement that is new in these words."""
        draft = observation.draft
        near = [one for one in self._known.about(draft.subject, reach) if not is_elsewhere(one, draft)]
        alike = [one for one in self._known.nearest(draft.content, reach) if not is_elsewhere(one, draft)]
        if known := self._updated_since(observation, (*near, *alike), reach):
            return Decision((), known)
        if trust(observation, event.source) == NOBODY:
            return self._of_a_tool(change)
        wrong = self._known.corrected_by(observation, reach)
        if wrong is not None:
            return self._correction(change, observation, wrong, reach)
        return self._new(change, observation, near, alike, reach)

    def _met_before(self, observation: Observation, reach: Reach) -> Outcome | None:
        """Return True if the same words are stored, or were put away and not asked for again."""
        draft = observation.draft
        key = statement_key(draft.content)
        found = self._known.entries(reach, key=key, statuses=("active", "inactive", "staged"))
        for entry in found:
            if entry.status == "active" and holds_for(entry, draft):
                return Outcome("known", entry.id)
        put_away = [entry for entry in found if entry.status != "active" and reach.owns(entry.scope_id)]
        others = (is_elsewhere(entry, draft) or is_about_another(entry, draft) for entry in put_away)
        if observation.kind == ASKED_FOR or all(others):
            return None
        return Outcome("was put away before")

    def _updated_since(
        self, observation: Observation, entries: Sequence[Entry], reach: Reach
    ) -> Outcome | None:
        """Return the outcome if an entry said the same until it was updated; a later correction may say it again."""
        draft = observation.draft
        if observation.kind == ASKED_FOR:
            return None
        key = statement_key(draft.content)
        for entry in entries:
            versions = self._store.records.versions(entry.id, reach.ids) if entry.version > 1 else []
            for old, new in pairwise(versions):
                again = draft.correction and (draft.valid_from or "") > new.created_at
                if statement_key(old.content) == key and not again:
                    return Outcome("was updated before", entry.id)
        return None

    def _new(
        self,
        change: Change,
        observation: Observation,
        near: Sequence[Entry],
        alike: Sequence[Entry],
        reach: Reach,
    ) -> Decision:
        """Decide on a statement that corrects nothing known."""
        if observation.points:
            return Decision((), Outcome("points at nothing that is known"))
        new, draft = Statement.of(observation), observation.draft
        entries = {entry.id: entry for entry in (*near, *alike)}.values()
        compared = [(entry, compare(Statement.of(entry), new, self._overlap)) for entry in entries]
        for entry, found in compared:
            if found.relation == "same" and holds_for(entry, draft):
                return Decision((), Outcome("known", entry.id, ", in other words"))
        compared = [
            (entry, found)
            for entry, found in compared
            if reaches(draft, entry) and reach.owns(entry.scope_id)
        ]
        other = _updated(observation, compared, reach)
        if other is None and observation.kind == CHANGE and not _is_one_more(draft, alike):
            return Decision((), Outcome("changes nothing that is known"))
        other = other or _contradicted(compared, reach)
        if other is None:
            return Decision((change,), Outcome("added"))
        if _may_replace(observation, other, reach):
            return Decision(
                (replace(change, operation="correct", target=other.id),), Outcome("renewed", other.id)
            )
        reason = f"it contradicts entry {other.id}, which is as trustworthy"
        staged = replace(change, operation="correct", target=other.id, stage_because=reason)
        return Decision((staged,), Outcome("staged", other.id))

    def _scaffold_update(self, change: Change, observation: Observation, reach: Reach) -> Decision:
        """Make each value an entry with its key as the subject; another value replaces it."""
        if self._has_profile:
            return Decision((), Outcome("for the profile"))
        keys = nested.split(observation.path or "")
        values = list(nested.leaves(observation.value, keys))
        if len(values) > MOST_VALUES:
            raise InputError(
                f"a scaffold update of {len(values):,} values; {MOST_VALUES} at most become entries"
            )
        found = [
            found
            for names, value in values
            for item in (value if isinstance(value, list) else [value])
            if (found := self._value(change, names, item, reach, beside=isinstance(value, list))) is not None
        ]
        return Decision(tuple(found), Outcome("added" if found else "known"))

    def _value(
        self, change: Change, keys: tuple[str, ...], value: object, reach: Reach, *, beside: bool
    ) -> Change | None:
        """Return the change for one value of a scaffold or one item of a list; None for null and known values."""
        if value is None or value == {}:
            return None
        subject = " / ".join(keys)
        content = f"{subject}: {in_words(value)}"
        assert change.draft is not None
        draft = replace(change.draft, content=content, subject=subject)
        known = self._known.entries(reach, key=statement_key(content))
        if any(holds_for(entry, draft) for entry in known):
            return None
        change = replace(change, draft=draft)
        where = EntryFilter(subject=subject, layers=("L1",))
        for entry in () if beside else self._store.records.select(where, reach.ids):
            if entry.content.startswith(f"{subject}: ") and not is_elsewhere(entry, draft):
                return replace(change, operation="correct", target=entry.id)
        return change

    @staticmethod
    def _of_a_tool(change: Change) -> Decision:
        """Add what a tool said; it corrects nothing, whatever it claims."""
        assert change.draft is not None
        return Decision((replace(change, draft=replace(change.draft, correction=False)),), Outcome("added"))

    def _summary(self, change: Change, event: Event, reach: Reach) -> Decision:
        """One archive entry per session: a later summary of the same session replaces the earlier one."""
        assert change.draft is not None
        origin = f"session:{event.session_id}"
        change = replace(change, draft=replace(change.draft, origin=origin))
        for entry in self._known.entries(reach, origin=origin):
            if entry.layer == "L2":
                update = replace(change, operation="update", target=entry.id)
                return Decision((update,), Outcome("updated", entry.id))
        return Decision((change,), Outcome("added"))

    def _correction(self, change: Change, observation: Observation, wrong: Entry, reach: Reach) -> Decision:
        """Replace the wrong statement; in a block only at the user's word, otherwise a person decides."""
        draft = observation.draft
        change = replace(change, operation="correct", target=wrong.id)
        if observation.points:
            content = f"{draft.content.rstrip('. ')} (not: {wrong.content})"
            if self._known.entries(
                reach, key=statement_key(content), statuses=("active", "inactive", "staged")
            ):
                return Decision((), Outcome("known"))
            change = change.with_content(content)
        if wrong.layer == "L0" and not (draft.correction and draft.speaker == "user"):
            change = replace(change, stage_because="only the agent or a person writes the blocks")
        return Decision((change,), Outcome("corrected", wrong.id))

    def _forgetting(self, change: Change, observation: Observation, reach: Reach) -> Decision:
        """Proposals to remove what the user asked to have forgotten: a person decides, never an automatic writer."""
        what = observation.draft.content
        wanted = self._overlap.words(" ".join(_naming(what)))
        if not wanted:
            everything = EntryFilter(scope_id=reach.user.id, tiers=("user",), layers=("L0", "L1"))
            meant = self._store.records.select(everything, reach.ids) if words(what) else []
        else:
            meant = [
                entry
                for entry in self._known.nearest(what, reach)
                if reach.owns(entry.scope_id)
                and wanted <= self._overlap.words(f"{entry.subject or ''} {entry.content}")
                and (not everywhere().i.search(what) or everywhere().i.search(entry.content))
            ][:_MOST_FORGOTTEN]
        because = f"the user asked to forget it: {observation.quote or observation.draft.content}"
        changes = tuple(
            replace(change, operation="remove", target=entry.id, draft=None, stage_because=because)
            for entry in meant
        )
        told = (
            Outcome("asked to forget", more=f" {len(meant)}")
            if meant
            else Outcome("points at nothing that is known")
        )
        return Decision(changes, told)


# -- whom a statement may overrule ---------------------------------------------------------------

_Compared = Sequence[tuple["Entry", Comparison]]


def _updated(observation: Observation, compared: _Compared, reach: Reach) -> Entry | None:
    """Return the first entry that a statement updates: the user's own earlier word, or one that the user denies."""
    for entry, found in compared:
        if found.relation == "updates":
            if _is_outdated(observation, entry):
                return entry
            if "another value" in found.reasons and _is_denied(observation, entry, reach):
                return entry
    return None


def _is_one_more(draft: Draft, alike: Sequence[Entry]) -> bool:
    """Return True if a statement says of another thing what is known of one of its kind."""
    return any(stands_beside(draft.content, entry.content) for entry in alike if reaches(draft, entry))


def _contradicted(compared: _Compared, reach: Reach) -> Entry | None:
    """Return the first entry of equal trust whose value conflicts."""
    for entry, found in compared:
        is_equal = entry.source in ("agent", "system") and reach.owns(entry.scope_id)
        if is_equal and "conflicting values" in found.reasons:
            return entry
    return None


def _may_replace(observation: Observation, entry: Entry, reach: Reach) -> bool:
    """Return True if a statement may replace an entry by itself; otherwise a person is asked."""
    return _is_said(observation) and (
        _is_outdated(observation, entry) or _is_denied(observation, entry, reach)
    )


def _is_outdated(observation: Observation, entry: Entry) -> bool:
    """Return True if gap-fill found an entry in the user's own words, and the statement was made later."""
    is_users_word = entry.source == "system" and entry.speaker == "user"
    return is_users_word and (observation.draft.valid_from or "") > (entry.valid_from or entry.created_at)


def _is_denied(observation: Observation, entry: Entry, reach: Reach) -> bool:
    """Return True if the user says that something was wrong, and the entry, whoever wrote it, is older."""
    denies = observation.draft.correction and _is_said(observation)
    return denies and reach.owns(entry.scope_id) and entry.created_at < (observation.draft.valid_from or "")


def _is_said(observation: Observation) -> bool:
    """Return True if a user said it in a turn that is known."""
    return observation.draft.speaker == "user" and bool(observation.evidence)


def _naming(what: str) -> list[str]:
    """Return the words that name what to forget; none for "me"."""
    spoken = languages_of(what)
    bare = frozenset().union(
        *(one.stop_words | one.first_person | one.question_words for one in spoken), everywhere().myself
    )
    return [word for word in words(what) if word not in bare]


def _addition(event: Event, observation: Observation) -> Change:
    by_gap_fill = event.source == "system" and event.session_id is not None
    return Change(
        operation="add",
        source="agent" if event.source == "agent" else "system",
        draft=replace(observation.draft, origin=f"event:{event.seq}"),
        session_id=event.session_id,
        reason=f"{'gap-fill' if by_gap_fill else 'observed'}: {observation.kind}",
        allow_same_subject=True,
        to_user=True,
    )
