"""Decide the effect of an observation: changes, or the reason for none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.lives.partings import mentions_death, tells_of_known
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.learning.corrections import Corrections
from tiermem.engine.learning.decision import ENDS, Decision, concerns, is_said, may_replace, sentence_of
from tiermem.engine.learning.forgetting import Forgetting
from tiermem.engine.learning.known_entries import KnownEntries
from tiermem.engine.learning.observations import (
    ASKED_FOR,
    CHANGE,
    FORGET,
    NOBODY,
    SCAFFOLD_UPDATE,
    SLIP,
    in_words,
    trust,
)
from tiermem.engine.learning.renewals import Renewals, is_believed
from tiermem.engine.reading.clauses import (
    clauses,
    own_statement,
    stands_alone,
    swaps,
    with_apostrophes,
    without_asides,
)
from tiermem.engine.reading.given_values import recurs_weekly, values_in, without_dated_weekdays
from tiermem.engine.reading.reading import (
    adds,
    announces_surely,
    changes_something,
    is_news,
    is_of_kind,
    lasts,
)
from tiermem.engine.statements.amendments.moves import moves_named
from tiermem.engine.statements.false_starts import settled
from tiermem.engine.statements.overlap import Overlap
from tiermem.engine.statements.repairs.wording import is_bare_value, only_tells
from tiermem.engine.writes.authority import holds_for, is_about_another, is_elsewhere, reaches
from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter
from tiermem.support import nested
from tiermem.text import fold, statement_key
from tiermem.text.sentences import SENTENCE
from tiermem.values import Change, Draft, StagingReason
from tiermem.values.changes import Outcome
from tiermem.values.frozen import replace
from tiermem.values.words import PINNED, RECALLED_ONLY, SUMMARY

if TYPE_CHECKING:
    from tiermem.engine.learning.decision import Compared
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Event, Observation, Reach

MOST_VALUES = 50
"""Maximum values of one scaffold update that become entries; larger updates are refused."""
_MARKS = ("", *".,;:!?，、。！？")


class Decider:
    """Decide on observations, by the stored entries.

    Args:
        store: The store.
        has_profile: True if profiles are made; updates of a scaffold are left to them.
    """

    def __init__(self, store: Store, *, has_profile: bool = False) -> None:
        self._store = store
        self._has_profile = has_profile
        self._overlap = Overlap(store.search.stems)
        self._known = KnownEntries(store, self._overlap)
        self._forgotten = Forgetting(store, self._overlap, self._known)
        self._corrections = Corrections(self._overlap, self._known)
        self._renewals = Renewals(self._overlap, self._known)

    def decide(self, event: Event, observation: Observation, reach: Reach) -> Decision:
        """Decide what to do with the observation of an event."""
        observation = self._without_a_date(_settled(observation), reach)
        change = _addition(event, observation)
        if observation.kind == SUMMARY:
            return self._summary(change, event, reach)
        if observation.kind == SCAFFOLD_UPDATE:
            return self._scaffold_update(change, observation, reach)
        if observation.kind == FORGET:
            return self._forgetting(change, event, observation, reach)
        if observation.noted:
            return self._noted(change, event, observation, reach)
        return self._said(change, event, observation, reach)

    def _said(self, change: Change, event: Event, observation: Observation, reach: Reach) -> Decision:
        """Decide on a statement of the user or a tool."""
        if observation.kind == SLIP:
            return self._corrections.slip(change, observation, reach)
        if known := self._met_before(observation, reach):
            return Decision(self._said_again(change, known, reach), known)
        return self._anew(change, event, observation, reach)

    def _anew(self, change: Change, event: Event, observation: Observation, reach: Reach) -> Decision:
        """Decide on a statement that is new in these words."""
        known = self._updated_since(observation, reach) or self._said_with_more(observation, reach)
        if known := known or self._put_right_before(observation, reach):
            return Decision((), known)
        if trust(observation, event.source) == NOBODY:
            return self._of_a_tool(change)
        if known := self._corrected_before(observation, reach):
            return Decision((), known)
        content = observation.draft.content
        is_told = is_said(observation) and not any(map(str.isalnum, own_statement(content)))
        wrong_values = [denied for right, denied in swaps(observation.quote or "") if right not in content]
        if (is_told and not _is_wish(observation)) or only_tells(content, wrong_values):
            return Decision((), Outcome("changes nothing that is known"))
        return self._against_known(change, observation, reach)

    def _noted(self, change: Change, event: Event, observation: Observation, reach: Reach) -> Decision:
        """End what a statement ends that a tool has noted: the note stands for it, or the user's words beside it.

        A note that is only recalled stands for nothing.
        """
        name = observation.noted or ""
        note, known = self._store.records.get(name, reach.ids), Outcome("known", name)
        if note is None or note.status != "active":
            return Decision((), known)
        if RECALLED_ONLY in note.tags and PINNED not in note.tags:
            return self._said(change, event, observation, reach)
        changes, decision = [], self._against_known(change, observation, reach)
        for one in (*decision.changes, *decision.resting):
            target = self._store.records.get(one.target, reach.ids) if one.target else None
            if target is None:
                continue
            stands = one.operation == "correct" and (target.tier, target.scope_id) == (
                note.tier,
                note.scope_id,
            )
            changes.append(one.with_content(note.content) if stands else one)
        return Decision(tuple(changes), known)

    def _against_known(self, change: Change, observation: Observation, reach: Reach) -> Decision:
        """Decide on a statement by the entries that it corrects or changes."""
        wrong = self._known.corrected_by(observation, reach)
        if wrong is not None and (observation.replaces or concerns(observation, wrong)):
            return self._corrections.of_entry(change, observation, wrong, reach)
        return self._new(change, observation, reach)

    def _without_a_date(self, observation: Observation, reach: Reach) -> Observation:
        """Take the date from a new weekday of what is known to recur: "bins are on Wednesday now"."""
        content = observation.draft.content
        bare = without_dated_weekdays(content)
        if bare == content or not changes_something(bare):
            return observation
        about = self._overlap.words(bare)
        recurs = any(
            not about.isdisjoint(self._overlap.words(entry.content)) and recurs_weekly(entry.content)
            for entry in self._known.active_here(observation, reach)
        )
        return replace(observation, draft=replace(observation.draft, content=bare)) if recurs else observation

    def _met_before(self, observation: Observation, reach: Reach) -> Outcome | None:
        """Return the outcome if the same words are stored, or were removed and not requested again."""
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

    def _said_again(self, change: Change, known: Outcome, reach: Reach) -> tuple[Change, ...]:
        """Return the change that withdraws the proposal to remove an entry as overtaken, if there is one."""
        if known.kind != "known" or known.entry_id not in self._known.overtaken(reach):
            return ()
        entry = self._store.records.get(known.entry_id, reach.ids)
        assert entry is not None
        draft = Draft(content=entry.content, layer=entry.layer, tier=entry.tier)
        return (replace(change, operation="update", target=entry.id, draft=draft),)

    def _updated_since(self, observation: Observation, reach: Reach) -> Outcome | None:
        """Return the outcome if an entry said the same until it was updated; a later correction may say it again."""
        draft = observation.draft
        if observation.kind == ASKED_FOR:
            return None
        for entry, until in self._known.worded(statement_key(draft.content), reach):
            again = draft.correction and (draft.valid_from or "") > until
            if not again and not is_elsewhere(entry, draft):
                return Outcome("was updated before", entry.id)
        return None

    def _corrected_before(self, observation: Observation, reach: Reach) -> Outcome | None:
        """Return the outcome if the wrong statement was put right already, by these words or in the same turn."""
        if not observation.corrects or not observation.quote:
            return None
        key = statement_key(observation.corrects)
        right, at = self._overlap.words(observation.quote), observation.draft.valid_from
        worded = [entry for entry, _ in self._known.worded(key, reach)]
        known = (entry for entry in worded if right and right <= self._overlap.words(entry.content))
        put_away = {entry.id for entry in self._known.entries(reach, key=key, statuses=("inactive",))}
        here = (
            entry
            for entry in (self._known.active_here(observation, reach) if put_away else ())
            if entry.supersedes in put_away and at and entry.valid_from == at
        )
        entry = next(known, None) or next(here, None)
        return Outcome("known", entry.id) if entry else None

    def _put_right_before(self, observation: Observation, reach: Reach) -> Outcome | None:
        """Return the outcome if the same turn has put the value of a change into an entry already."""
        is_change = observation.kind == CHANGE
        entry = self._corrections.put_right_by(observation, reach) if is_change else None
        return Outcome("known", entry.id) if entry else None

    def _said_with_more(self, observation: Observation, reach: Reach) -> Outcome | None:
        """Return the outcome if a statement is a clause of an entry that applies in the same places."""
        said = observation.draft.content.rstrip(ENDS).lower()
        for entry in self._known.holding(said, reach) if said else ():
            before, _, behind = entry.content.lower().partition(said)
            is_clause = before.rstrip()[-1:] in _MARKS and not behind[:1].isalnum()
            if is_clause and (before or behind.strip(ENDS)) and holds_for(entry, observation.draft):
                return Outcome("known", entry.id, ", with more")
        return None

    def _new(self, change: Change, observation: Observation, reach: Reach) -> Decision:
        """Decide on a statement that corrects nothing known."""
        compared = self._renewals.compared(observation, reach)
        draft = observation.draft
        for entry, found in compared:
            if found.relation == "same" and holds_for(entry, draft):
                known = Outcome("known", entry.id, ", in other words")
                return Decision(self._said_again(change, known, reach), known)
        compared = [
            (entry, found)
            for entry, found in compared
            if reaches(draft, entry)
            and (not found.kept or stands_alone(found.kept[0]))
            and (found.relation != "updates" or is_believed(observation, entry, found))
        ]
        updated = [(entry, found) for entry, found in compared if found.relation == "updates"]
        outdated = [(entry, found) for entry, found in updated if may_replace(observation, entry, reach)]
        if right := self._corrections.found(change, observation, outdated, reach):
            return right
        outdated = outdated or self._renewals.denied_alone(observation, reach)
        is_parting = any(found.reason == "gone" for _, found in outdated)  # "Tito died": that is no mere hint
        is_parting = is_parting or self._is_of_known(observation, reach)
        is_unclear = len(outdated) != 1 or self._known.denied_in(observation, reach) > 1
        is_unclear = is_unclear or _has_said(outdated[0][0], observation)
        if observation.points and is_unclear and not is_parting:
            return Decision((), Outcome("points at nothing that is known"))
        if renewed := self._renewals.decision(change, observation, compared, outdated, reach):
            return renewed
        is_kept = bool(updated) or observation.kind != CHANGE or self._is_news(observation, reach)
        is_kept = is_kept and not (is_said(observation) and is_bare_value(draft.content))
        if not is_kept:
            return Decision((), Outcome("changes nothing that is known"))
        return self._beside(change, observation, compared, reach)

    @staticmethod
    def _beside(change: Change, observation: Observation, compared: Compared, reach: Reach) -> Decision:
        """Add a statement that ends nothing; one that contradicts another replaces it or waits beside it."""
        other = _contradicted(compared, reach)
        if other is None:
            return Decision((change,), Outcome("added"))
        change = replace(change, operation="correct", target=other.id)
        if may_replace(observation, other, reach):
            return Decision((change,), Outcome("renewed", other.id))
        reason = StagingReason(f"it contradicts entry {other.id}, which is as trustworthy")
        return Decision((replace(change, stage_because=reason),), Outcome("staged", other.id))

    def _is_news(self, observation: Observation, reach: Reach) -> bool:
        """Return True if a single clause says that something is new, or of another thing what is known of its kind."""
        content, new = observation.draft.content, Statement.of(observation)
        if self._is_of_known(observation, reach):
            return True
        is_one = len(SENTENCE.findall(content)) == 1
        if is_one and (announces_surely(content) or moves_named(content) or self._adds(observation, reach)):
            return True
        if not is_one or len(clauses(content)) > 1:
            return False
        if is_news(content):
            return True
        said = self._overlap.words(new.content)
        return any(
            compare(Statement.of(entry), new).reason in ("one more", "another number", "another attribute")
            for entry in self._known.active_here(observation, reach)
            if not said.isdisjoint(self._overlap.words(entry.content))
        )

    def _is_of_known(self, observation: Observation, reach: Reach) -> bool:
        """Return True if a statement tells of the death of somebody who is known."""
        content = observation.draft.content
        bearing = self._known.bearing(Statement.of(observation), reach) if mentions_death(content) else ()
        return any(tells_of_known(one.content, content) for one in bearing)

    def _adds(self, observation: Observation, reach: Reach) -> bool:
        """Return True if a statement adds another one to what is known of a kind: "猫も飼い始めた" to a dog."""
        content = observation.draft.content
        return adds(content) and any(
            is_of_kind(entry.content, content) for entry in self._known.active_here(observation, reach)
        )

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
        """Add a tool's statement; it corrects nothing, whatever it claims."""
        assert change.draft is not None
        return Decision((replace(change, draft=replace(change.draft, correction=False)),), Outcome("added"))

    def _summary(self, change: Change, event: Event, reach: Reach) -> Decision:
        """Keep one summary per session: a later one replaces the earlier one."""
        assert change.draft is not None
        origin = f"session:{event.session_id}"
        change = replace(change, draft=replace(change.draft, origin=origin))
        for entry in self._known.entries(reach, origin=origin):
            if entry.layer == "L2":
                update = replace(change, operation="update", target=entry.id)
                return Decision((update,), Outcome("updated", entry.id))
        return Decision((change,), Outcome("added"))

    def _forgetting(self, change: Change, event: Event, observation: Observation, reach: Reach) -> Decision:
        """Propose to remove what the user asked to forget: a person decides, never an automatic writer."""
        changes = self._forgotten.changes(change, observation, reach)
        said = self._forgotten.said(observation, changes, reach, observation.draft.valid_from or event.at)
        outcome = (
            Outcome("asked to forget", more=f" {len(changes)}")
            if changes
            else Outcome("points at nothing that is known")
        )
        return Decision(changes, outcome, said)


def _settled(observation: Observation) -> Observation:
    """Return an observation without asides and false starts, and without what the listener is said to say.

    "We live in Leeds, sorry, York" is that they live in York, and "you have me down as a nurse, I'm a midwife" that the
    user is a midwife.
    """
    if not is_said(observation):
        return observation
    quote = with_apostrophes(without_asides(observation.quote)) if observation.quote else observation.quote
    content = with_apostrophes(without_asides(observation.draft.content))
    draft = replace(observation.draft, content=content)
    observation = replace(observation, draft=draft, quote=quote)
    if observation.corrects or observation.denied:
        return observation
    content = settled(draft.content)
    if content != draft.content and quote:
        quote = settled(quote)
    own = content if _is_wish(observation) else own_statement(content)
    if own != content and stands_alone(own):
        content = own[:1].upper() + own[1:]
    if content == draft.content:
        return observation
    return replace(observation, draft=replace(draft, content=content), quote=quote)


def _is_wish(observation: Observation) -> bool:
    """Return True for a wish of what the listener says: "from now on you call me Jo"."""
    return lasts(sentence_of(observation)) or observation.kind in (
        "preference",
        "request",
    )


def _has_said(entry: Entry, observation: Observation) -> bool:
    """Return True if an entry has all the values that a correction gives: the listener had it wrong."""
    said = values_in(sentence_of(observation))
    return bool(said) and all(fold(one.text) in fold(entry.content) for one in said)


def _contradicted(compared: Compared, reach: Reach) -> Entry | None:
    """Return the first equally trusted entry with a conflicting value."""
    for entry, found in compared:
        is_equal = entry.source in ("agent", "system") and reach.owns(entry.scope_id)
        if is_equal and found.relation in ("contradicts", "updates"):
            return entry
    return None


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
