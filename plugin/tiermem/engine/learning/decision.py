"""Decide the effect of an observation: changes, or the reason for none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.endings import is_real_end
from tiermem.engine.comparison.likelihood import (
    is_beside,
    likely_overtaken,
    may_overtake,
    most_likely,
    says_the_same,
)
from tiermem.engine.comparison.statement import Comparison, Statement
from tiermem.engine.learning.forgetting import Forgetting
from tiermem.engine.learning.known_entries import KnownEntries
from tiermem.engine.learning.observations import (
    ASKED_FOR,
    CHANGE,
    FORGET,
    NOBODY,
    SCAFFOLD_UPDATE,
    in_words,
    trust,
)
from tiermem.engine.reading.clauses import (
    clauses,
    joined,
    own_statement,
    own_words,
    stands_alone,
    swaps,
    without_asides,
)
from tiermem.engine.reading.given_values import values_in
from tiermem.engine.reading.reading import (
    adds,
    announces_surely,
    corrects,
    is_news,
    is_of_kind,
    lasts,
    says_end,
    size_of,
)
from tiermem.engine.statements.amendments import (
    Amended,
    amended,
    introduced,
    is_of_another_kind,
    moved,
    moves,
    moves_only,
)
from tiermem.engine.statements.overlap import Overlap
from tiermem.engine.statements.parts import with_value, without_part
from tiermem.engine.statements.repairs import (
    exchanged,
    exchanges,
    gives_spelling,
    is_bare_value,
    only_tells,
    repaired,
    restated,
    settled,
)
from tiermem.engine.statements.subjects import is_of_another_subject
from tiermem.engine.writes.authority import holds_for, is_about_another, is_elsewhere, reaches
from tiermem.errors import InputError
from tiermem.store.contract import EntryFilter
from tiermem.support import nested
from tiermem.text import fold, statement_key
from tiermem.text.sentences import SENTENCE
from tiermem.values import Change, Draft, instant, moment
from tiermem.values.changes import Outcome
from tiermem.values.frozen import dataclass, field, replace
from tiermem.values.words import OVERTAKEN, PINNED, SUMMARY, TO_FORGET

if TYPE_CHECKING:
    from tiermem.engine.comparison.statement import Reason
    from tiermem.engine.recall.withheld import Declined
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Event, Observation, Reach

MOST_VALUES = 50
"""Maximum values of one scaffold update that become entries; larger updates are refused."""
_RECENT = timedelta(hours=1)
"""Maximum age of a statement that a correction with only a value may concern."""
_MOST_TURNS_BETWEEN = 3
"""Maximum distance of a user's turn from the one before, with an answer and a tool between them."""
_MOST_BARE = 6
"""Maximum words and values of such a correction: "oh no, I meant the 21st, sorry"."""
_ENDS = " .!。！"
_FEWEST_OF_FORM = 4
"""Minimum letters of a word that is known in another form."""
_MARKS = ("", *".,;:!?，、。！？")


@dataclass(frozen=True, slots=True)
class Decision:
    """The changes to make, the outcome of the observation, and the places of turns that recall must leave out."""

    changes: tuple[Change, ...]
    outcome: Outcome
    declined: Mapping[str, Sequence[Declined]] = field(default_factory=dict)


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

    def decide(self, event: Event, observation: Observation, reach: Reach) -> Decision:
        """Decide what to do with the observation of an event."""
        observation = _settled(observation)
        change = _addition(event, observation)
        if observation.kind == SUMMARY:
            return self._summary(change, event, reach)
        if observation.kind == SCAFFOLD_UPDATE:
            return self._scaffold_update(change, observation, reach)
        if observation.kind == FORGET:
            return self._forgetting(change, event, observation, reach)
        if known := self._met_before(observation, reach):
            return Decision(self._said_again(change, known, reach), known)
        return self._said(change, event, observation, reach)

    def _said(self, change: Change, event: Event, observation: Observation, reach: Reach) -> Decision:
        """Decide on a statement that is new in these words."""
        if known := self._updated_since(observation, reach) or self._said_with_more(observation, reach):
            return Decision((), known)
        if trust(observation, event.source) == NOBODY:
            return self._of_a_tool(change)
        if known := self._corrected_before(observation, reach):
            return Decision((), known)
        content = observation.draft.content
        is_told = _is_said(observation) and not any(map(str.isalnum, own_statement(content)))
        wrong_values = [denied for right, denied in swaps(observation.quote or "") if right not in content]
        if (is_told and not _is_wish(observation)) or only_tells(content, wrong_values):
            return Decision((), Outcome("changes nothing that is known"))
        wrong = self._known.corrected_by(observation, reach)
        said = observation.quote or content
        if wrong is not None and (observation.replaces or not is_of_another_subject(wrong.content, said)):
            return self._correction(change, observation, wrong, reach)
        return self._new(change, observation, reach)

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

    def _active(self, draft: Draft, reach: Reach) -> list[Entry]:
        """Return the active entries, without those of another project or connection."""
        return [entry for entry in self._known.active(reach) if not is_elsewhere(entry, draft)]

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
            for entry in (self._active(observation.draft, reach) if put_away else ())
            if entry.supersedes in put_away and at and entry.valid_from == at
        )
        entry = next(known, None) or next(here, None)
        return Outcome("known", entry.id) if entry else None

    def _said_with_more(self, observation: Observation, reach: Reach) -> Outcome | None:
        """Return the outcome if a statement is a clause of an entry that applies in the same places."""
        said = observation.draft.content.rstrip(_ENDS).lower()
        for entry in self._known.holding(said, reach) if said else ():
            before, _, behind = entry.content.lower().partition(said)
            is_clause = before.rstrip()[-1:] in _MARKS and not behind[:1].isalnum()
            if is_clause and (before or behind.strip(_ENDS)) and holds_for(entry, observation.draft):
                return Outcome("known", entry.id, ", with more")
        return None

    def _new(
        self,
        change: Change,
        observation: Observation,
        reach: Reach,
    ) -> Decision:
        """Decide on a statement that corrects nothing known."""
        compared = self._compared(observation, reach)
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
            and (found.relation != "updates" or _is_believed(observation, entry, found))
        ]
        updated = [(entry, found) for entry, found in compared if found.relation == "updates"]
        outdated = [(entry, found) for entry, found in updated if _may_replace(observation, entry, reach)]
        amendment = (
            self._exchange(change, observation, reach)
            or self._amendment(change, observation, reach)
            or self._right_already(observation, reach)
            or self._moved(change, observation, outdated, reach)
        )
        if amendment is not None:
            return amendment
        outdated = outdated or self._denied_alone(observation, reach)
        is_unclear = len(outdated) != 1 or self._holding(observation, reach) > 1
        if observation.points and (is_unclear or _has_said(outdated[0][0], observation)):
            return Decision((), Outcome("points at nothing that is known"))
        proposals = _proposals(change, [one for one in updated if _may_propose(observation, one[0], reach)])
        if outdated or proposals:
            changes = _renewal(change, outdated) if outdated else (change,)
            outcome = Outcome("renewed", outdated[0][0].id) if outdated else Outcome("added")
            likely = [_likely(change, one) for one in self._same_as(outdated, compared, observation, reach)]
            return Decision((*changes, *proposals, *likely), outcome)
        if not compared and (entries := self._likely_overtaken(observation, reach)):
            return Decision(_beside_likely(change, entries), Outcome("added"))
        is_kept = bool(updated) or observation.kind != CHANGE or self._is_news(observation, reach)
        is_kept = is_kept and not (_is_said(observation) and is_bare_value(draft.content))
        return (
            self._beside(change, observation, compared, reach)
            if is_kept
            else Decision((), Outcome("changes nothing that is known"))
        )

    def _right_already(self, observation: Observation, reach: Reach) -> Decision | None:
        """Change nothing if an entry has X of "it's X, not Y", which says no more, and not Y."""
        said = observation.quote or observation.draft.content
        pairs = swaps(said) if observation.points or not stands_alone(said) else ()
        given = [(fold(right), fold(wrong)) for right, wrong in pairs]
        held = ((entry, fold(entry.content)) for entry in self._active(observation.draft, reach) if given)
        known = next(
            (one for one, text in held if any(right in text and wrong not in text for right, wrong in given)),
            None,
        )
        return Decision((), Outcome("known", known.id)) if known else None

    def _denied_alone(self, observation: Observation, reach: Reach) -> list[tuple[Entry, Comparison]]:
        """Return the only entry that has the wrong value of "X, not Y", perhaps in another form: "vegan", "Veganer"."""
        if size_of(observation.draft.content) > _MOST_BARE:
            return []
        wrong = [fold(one) for _, one in swaps(observation.quote or observation.draft.content)]
        stems = {
            one[: max(_FEWEST_OF_FORM, len(one) - 2)]
            for one in wrong
            if one.isalpha() and len(one) >= _FEWEST_OF_FORM
        }
        found = [
            entry
            for entry in (self._doubtful(observation, reach) if stems else ())
            if any(re.search(rf"\b{re.escape(stem)}", fold(entry.content)) for stem in stems)
        ]
        if len(found) != 1:
            return []
        part = without_part(found[0].content, observation.quote or observation.draft.content)
        return [(found[0], Comparison(kept=(part,) if part else ()))]

    def _likely_overtaken(self, observation: Observation, reach: Reach) -> list[Entry]:
        """Return the entries that a statement likely overtakes although no comparison shows it.

        Statements of the last hour belong to the same conversation and are hardly overtaken in it, only corrected, and
        not by a correction that names a wrong value: if they have that, they are amended.
        """
        said = observation.quote or observation.draft.content
        names_wrong = bool(swaps(said) or observation.denied or observation.corrects)
        puts_right = not names_wrong and (observation.draft.correction or corrects(said))
        if not (puts_right or may_overtake(said)) or moves_only(observation.draft.content):
            return []
        entries = {
            entry.content: entry
            for entry in self._doubtful(observation, reach)
            if puts_right or not _is_recent(observation, entry)
        }
        overtaken = likely_overtaken(entries, said, corrects=puts_right)
        new = observation.draft.content
        return [
            entries[old]
            for old in overtaken
            if puts_right
            or (is_real_end(old, new) and compare(Statement(old), Statement(said)).reason != "a liking")
        ]

    def _same_as(
        self, outdated: _Compared, compared: _Compared, observation: Observation, reach: Reach
    ) -> list[Entry]:
        """Return the other entries that say the same as those that a statement updates as a whole."""
        ended = [entry.content for entry, found in outdated if not found.kept]
        known = {entry.id for entry, _ in (*compared, *outdated)}
        return [
            entry
            for entry in (self._doubtful(observation, reach) if ended else ())
            if entry.id not in known and any(says_the_same(entry.content, one) for one in ended)
        ]

    def _doubtful(self, observation: Observation, reach: Reach) -> Iterator[Entry]:
        """Yield the entries that a statement may overtake, and of which that is not likely already."""
        doubted = self._known.overtaken(reach)
        said = observation.quote or observation.draft.content
        for entry in self._active(observation.draft, reach):
            is_here = entry.project_id == observation.draft.project_id and reaches(observation.draft, entry)
            if (
                is_here
                and entry.id not in doubted
                and _may_replace(observation, entry, reach)
                and not is_of_another_subject(entry.content, said)
            ):
                yield entry

    def _amendment(self, change: Change, observation: Observation, reach: Reach) -> Decision | None:
        """Correct the value of the latest entry that a correction fits: said shortly before it, or spelt alike.

        The rest of the correction is kept in its own words.
        """
        said = observation.quote or observation.draft.content
        is_unclear = observation.points and self._holding(observation, reach) > 1
        shows = corrects(said) or bool(swaps(said) or observation.denied) or observation.points
        if is_unclear or not (shows or observation.draft.correction):
            return None
        done = self._put_right_by(observation, said, reach)
        if done is not None:
            return Decision((), Outcome("known", done.id))
        words, looks_back = self._overlap.words(said), observation.draft.correction or own_words(said) != said

        def nearness(entry: Entry) -> tuple[bool, int, str]:
            shared = words & self._overlap.words(entry.content) if looks_back else ()
            return _is_recent(observation, entry), len(shared), _said_at(entry)

        for entry in sorted(self._amendable(observation, said, reach), key=nearness, reverse=True):
            is_recent = _is_recent(observation, entry)
            right, is_repair = amended(entry.content, said, observation.denied), False
            is_meant = is_recent and self._is_just_said(observation, entry, reach)
            if right is None and (is_meant or (looks_back and self._is_about(entry, said))):
                repair = repaired(entry.content, said, fills=is_meant and corrects(said))
                is_repair = repair is not None
                right = Amended(repair.content, has_more=repair.has_more) if repair else None
            if right is None or not self._may_amend(observation, entry, reach):
                continue
            if not right.is_certain and is_of_another_kind(entry.content, said):
                continue
            if right.has_more and not shows and not (right.is_certain and is_recent):
                continue
            if self._may_mean(observation, entry, right, reach, is_repair=is_repair):
                changed = replace(change, operation="correct", target=entry.id).with_content(right.content)
                looked_back = is_repair and not is_meant
                is_bare = observation.kind == CHANGE or observation.points or looked_back
                has_more = right.has_more and not is_bare
                return Decision((changed, change) if has_more else (changed,), Outcome("corrected", entry.id))
        return None

    def _moved(
        self, change: Change, observation: Observation, outdated: _Compared, reach: Reach
    ) -> Decision | None:
        """Give the one statement that a message can mean which names nothing a new day: "they moved it to the 10th"."""
        said = observation.quote or observation.draft.content
        if not (moves(said) and moves(observation.draft.content)) or any(
            self._overlap.words(said) & self._overlap.words(one.content) for one, _ in outdated
        ):
            return None
        known = [entry for entry, _ in outdated] or [
            entry
            for entry in self._active(observation.draft, reach)
            if entry.project_id == observation.draft.project_id
            and reaches(observation.draft, entry)
            and self._may_amend(observation, entry, reach)
        ]
        found = {
            entry.content: (entry, right)
            for entry in known
            if (right := moved(entry.content, said, observation.draft.content)) is not None
            and not is_beside(entry.content, said)
        }
        just_said = [
            content for content, (entry, _) in found.items() if self._is_just_said(observation, entry, reach)
        ]
        meant = just_said if len(just_said) == 1 else most_likely(found, said)
        if len(meant) != 1:
            return None
        entry, right = found[meant[0]]
        changed = replace(change, operation="correct", target=entry.id).with_content(right)
        return Decision((changed,), Outcome("renewed", entry.id))

    def _exchange(self, change: Change, observation: Observation, reach: Reach) -> Decision | None:
        """Exchange two names in what was just said, or replace it with what the user says instead."""
        said = observation.quote or observation.draft.content
        if not exchanges(said):
            return None
        entries = [
            entry
            for entry in self._active(observation.draft, reach)
            if self._is_just_said(observation, entry, reach) and self._may_amend(observation, entry, reach)
        ]
        instead = restated(said)
        words = self._overlap.words(instead)
        if words:
            concerned = [one for one in entries if len(words & self._overlap.words(one.content)) > 1]
            contents = [joined([instead.rstrip(_ENDS)])] * len(concerned)
        else:
            concerned = sorted(entries, key=_said_at)
            contents = exchanged([one.content for one in concerned]) or []
        pairs = list(zip(concerned, contents, strict=False))
        changes = [
            replace(change, operation="correct", target=entry.id).with_content(content)
            for entry, content in pairs
        ]
        return Decision(tuple(changes), Outcome("corrected", pairs[0][0].id)) if pairs else None

    def _is_about(self, entry: Entry, said: str) -> bool:
        """Return True if a text that looks back at a slip names what an entry is about, and not only a value of it."""
        values = self._overlap.words(" ".join(one.text for one in values_in(said)))
        shared = self._overlap.words(said) & self._overlap.words(entry.content)
        return bool(shared - values)

    def _may_amend(self, observation: Observation, entry: Entry, reach: Reach) -> bool:
        """Return True if a correction may replace an entry by itself: an earlier one, of the same turn too."""
        if _may_replace(observation, entry, reach):
            return True
        is_of_turn = _is_said(observation) and observation.draft.valid_from == _said_at(entry)
        return is_of_turn and _is_open(entry, reach) and self._is_just_said(observation, entry, reach)

    def _put_right_by(self, observation: Observation, said: str, reach: Reach) -> Entry | None:
        """Return the entry into which this turn has put the value of a short correction already, or None.

        "Oops, Luton" puts one statement right, not each with a name in it.
        """
        at, words = observation.draft.valid_from, self._overlap.words(said)
        values = self._overlap.words(" ".join(one.text for one in values_in(said)))
        is_bare = size_of(said) <= _MOST_BARE
        if not at or not words or not (is_bare or values):
            return None
        put = (
            (entry, words & self._overlap.words(entry.content))
            for entry in self._active(observation.draft, reach)
            if entry.supersedes and entry.valid_from == at
        )
        return next((entry for entry, shared in put if shared and (is_bare or values <= shared)), None)

    def _is_just_said(self, observation: Observation, entry: Entry, reach: Reach) -> bool:
        """Return True if an entry was said before an observation in the user's turn, or in the one before."""
        session, _, position = (observation.evidence or "").rpartition("/")
        seq = (entry.origin or "").removeprefix("event:")
        if not session or not seq.isdigit() or not position.isdigit():
            return False
        event = self._store.stream.find([int(seq)], reach.ids).get(int(seq))
        evidence = str(event.payload.get("evidence") or "") if event else ""
        before, _, place = evidence.rpartition("/")
        return (
            before == session and place.isdigit() and 0 <= int(position) - int(place) <= _MOST_TURNS_BETWEEN
        )

    def _amendable(self, observation: Observation, said: str, reach: Reach) -> Iterator[Entry]:
        """Yield the entries that a correction may concern: with one of its words, spelt alike, or said just before."""
        words = self._overlap.words(said)
        alike = self._known.spelt_alike(said, reach)
        denied = [fold(wrong) for _, wrong in swaps(said)]
        since = _shortly_before(observation)
        is_bare = observation.points and _begins_session(observation) and is_bare_value(said)
        for entry in self._active(observation.draft, reach):
            is_near = is_bare or entry.id in alike or (since is not None and _said_at(entry) >= since)
            is_near = is_near or any(wrong in fold(entry.content) for wrong in denied)
            is_near = is_near or not words.isdisjoint(self._overlap.words(entry.content))
            if entry.supersedes and entry.valid_from == observation.draft.valid_from:
                continue  # this turn has put it right
            if is_near and not is_of_another_subject(entry.content, said):
                yield entry

    def _may_mean(
        self, observation: Observation, entry: Entry, right: Amended, reach: Reach, *, is_repair: bool
    ) -> bool:
        """Return True if a correction may concern an entry, which it names, is about, or comes just after.

        A repair of what was just said is seldom worded like it: "it must be 71 Elm Road".
        """
        is_bare = observation.points or size_of(observation.draft.content) <= _MOST_BARE
        is_near = _is_recent(observation, entry)
        if is_near and is_bare_value(observation.quote or observation.draft.content):
            is_near = self._is_just_said(observation, entry, reach)
        if right.is_certain or (is_bare and is_near):
            return True
        said = observation.quote or observation.draft.content
        if gives_spelling(said) and not right.has_more:
            return len(self._known.spelt_alike(said, reach)) == 1
        if observation.points and is_bare_value(said):
            if not _begins_session(observation):
                return False  # it puts right what was said in this one
            every = self._active(observation.draft, reach)
            return sum(amended(one.content, said) is not None for one in every) == 1
        found = compare(Statement.of(entry), Statement.of(observation))
        is_beside = found.is_beside and not (is_repair and found.reason == "another thing")
        if not observation.points and is_beside:
            return False
        return not self._overlap.words(said).isdisjoint(self._overlap.words(entry.content))

    def _holding(self, observation: Observation, reach: Reach) -> int:
        """Count the entries with the value that an observation calls wrong."""
        wrong = self._overlap.words(observation.denied or observation.corrects or "")
        entries = self._active(observation.draft, reach) if wrong else []
        return sum(wrong <= self._overlap.words(entry.content) for entry in entries)

    def _is_news(self, observation: Observation, reach: Reach) -> bool:
        """Return True if a single clause says that something is new, or of another thing what is known of its kind."""
        content = observation.draft.content
        is_one = len(SENTENCE.findall(content)) == 1
        if is_one and (announces_surely(content) or self._adds(observation, reach)):
            return True
        if not is_one or len(clauses(content)) > 1:
            return False
        if is_news(content):
            return True
        new = Statement.of(observation)
        said = self._overlap.words(new.content)
        return any(
            compare(Statement.of(entry), new).reason in ("one more", "another number", "another attribute")
            for entry in self._active(observation.draft, reach)
            if not said.isdisjoint(self._overlap.words(entry.content))
        )

    def _adds(self, observation: Observation, reach: Reach) -> bool:
        """Return True if a statement adds another one to what is known of a kind: "猫も飼い始めた" to a dog."""
        content = observation.draft.content
        return adds(content) and any(
            is_of_kind(entry.content, content) for entry in self._active(observation.draft, reach)
        )

    def _compared(self, observation: Observation, reach: Reach) -> _Compared:
        """Return the entries that a statement concerns; a correction only concerns those with the wrong value.

        Statements of the same message ("I left the school! I work at the museum now") stay beside it.
        """
        new, draft = Statement.of(observation), observation.draft
        said = observation.quote or draft.content
        wrong = (
            self._overlap.wrong_words(observation.corrects, draft.content, observation.denied)
            if observation.corrects
            else frozenset()
        )
        entries = (one for one in self._known.bearing(new, reach) if not is_elsewhere(one, draft))
        compared = ((entry, compare(Statement.of(entry), new)) for entry in entries)
        return [
            (entry, found)
            for entry, found in compared
            if (
                found.relation == "same"
                or (found.relation != "unrelated" and wrong <= self._overlap.words(entry.content))
            )
            if not draft.valid_from
            or entry.valid_from != draft.valid_from
            or (found.relation != "contradicts" and (found.relation != "updates" or draft.correction))
            if found.relation == "same" or not is_of_another_subject(entry.content, said)
        ]

    @staticmethod
    def _beside(change: Change, observation: Observation, compared: _Compared, reach: Reach) -> Decision:
        """Add a statement that ends nothing; one that contradicts another replaces it or waits beside it."""
        other = _contradicted(compared, reach)
        if other is None:
            return Decision((change,), Outcome("added"))
        change = replace(change, operation="correct", target=other.id)
        if _may_replace(observation, other, reach):
            return Decision((change,), Outcome("renewed", other.id))
        reason = f"it contradicts entry {other.id}, which is as trustworthy"
        return Decision((replace(change, stage_because=reason),), Outcome("staged", other.id))

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

    def _correction(self, change: Change, observation: Observation, wrong: Entry, reach: Reach) -> Decision:
        """Replace the wrong statement; in a block only at the user's word, otherwise a person decides."""
        draft = observation.draft
        change = replace(change, operation="correct", target=wrong.id)
        said = observation.quote or draft.content
        right = amended(wrong.content, said, observation.denied) or _repairing(wrong.content, observation)
        if right is not None and self._says_no_more(observation, right.content, wrong.content):
            change = change.with_content(right.content)
        elif observation.points:
            content = draft.content
            if wrong.content not in content:
                content = f"{content.rstrip('. ')} (not: {wrong.content})"
            if self._known.entries(
                reach, key=statement_key(content), statuses=("active", "inactive", "staged")
            ):
                return Decision((), Outcome("known"))
            change = change.with_content(content)
        if wrong.layer == "L0" and not (draft.correction and draft.speaker == "user"):
            change = replace(change, stage_because="only the agent or a person writes the blocks")
        return Decision((change,), Outcome("corrected", wrong.id))

    def _says_no_more(self, observation: Observation, right: str, wrong: str) -> bool:
        """Return True if a correction only points at the statement that it corrects, or has no words of its own."""
        said = observation.draft.content
        if observation.points or (observation.corrects and observation.corrects in said):
            return True
        return self._overlap.words(said) <= self._overlap.words(f"{right} {wrong} {observation.denied or ''}")

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


# -- whom a statement may overrule ---------------------------------------------------------------

_Compared = Sequence[tuple["Entry", Comparison]]


def _is_wish(observation: Observation) -> bool:
    """Return True for a wish of what the listener says: "from now on you call me Jo"."""
    return lasts(observation.quote or observation.draft.content) or observation.kind in (
        "preference",
        "request",
    )


def _settled(observation: Observation) -> Observation:
    """Return an observation without asides and false starts, and without what the listener is said to say.

    "We live in Leeds, sorry, York" is that they live in York, and "you have me down as a nurse, I'm a midwife" that the
    user is a midwife.
    """
    if not _is_said(observation):
        return observation
    quote = without_asides(observation.quote) if observation.quote else observation.quote
    draft = replace(observation.draft, content=without_asides(observation.draft.content))
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


def _repairing(wrong: str, observation: Observation) -> Amended | None:
    """Return a statement that is surely meant, put right by the words of an observation that only points at it."""
    repair = repaired(wrong, observation.quote or "", fills=True) if observation.points else None
    return Amended(repair.content, has_more=repair.has_more) if repair else None


def _has_said(entry: Entry, observation: Observation) -> bool:
    """Return True if an entry has all the values that a correction gives: the listener had it wrong."""
    said = values_in(observation.quote or observation.draft.content)
    return bool(said) and all(fold(one.text) in fold(entry.content) for one in said)


_SURE: frozenset[Reason] = frozenset(
    {"another value", "one at a time", "overtaken", "swapped", "corrected", "allowed", "withdrawn"}
)
"""Reasons to update an entry that name what changed, which chat does not do by chance."""


def _is_believed(observation: Observation, entry: Entry, found: Comparison) -> bool:
    """Return True if a statement that seems to end an entry is believed to; people who chat seem to end a lot."""
    is_sure = observation.draft.correction or found.reason in _SURE
    return is_sure or is_real_end(entry.content, observation.draft.content)


def _renewal(change: Change, outdated: _Compared) -> tuple[Change, ...]:
    """Return the changes that replace the statements that another one ended.

    Of an entry with several facts, the others are kept.
    """
    draft = change.draft
    assert draft is not None
    content = draft.content
    if not says_end(content):  # "My girlfriend Dana and I broke up": she is that no more
        for entry, _ in outdated:
            content = introduced(entry.content, content)
    rest = next((found.rest for _, found in outdated if found.rest and not found.kept), "")
    if rest:  # "My flight to Oslo is on 12 December. They moved the flight to 9:15."
        content = f"{joined([rest])} {content}"
    whole = [entry for entry, found in outdated if not (found.kept or found.rest)]
    is_one = len(whole) == len(outdated) == 1 and whole[0].speaker == "user"
    right = with_value(whole[0].content, draft.content) if is_one else ""
    change = change.with_content(joined([right.rstrip(_ENDS)]) if right else content)
    changes = [
        replace(change, operation="correct", target=entry.id) for entry, found in outdated if not found.kept
    ]
    others = replace(draft, subject=None, category=None, tags=(), correction=False)
    kept = [
        replace(
            change, operation="update", target=entry.id, draft=replace(others, content=joined(found.kept))
        )
        for entry, found in outdated
        if found.kept
    ]
    return (*kept, *(changes or [change]))


def _proposals(change: Change, outdated: _Compared) -> tuple[Change, ...]:
    """Return proposals to remove the ended facts from entries that a person wrote."""
    draft = change.draft
    assert draft is not None
    change = replace(change, stage_because=f"the user said later: {draft.content}")
    rest = replace(draft, subject=None, category=None, tags=(), correction=False)
    return tuple(
        replace(change, operation="update", target=entry.id, draft=replace(rest, content=joined(found.kept)))
        if found.kept
        else replace(change, operation="remove", target=entry.id, draft=None)
        for entry, found in outdated
    )


def _beside_likely(change: Change, entries: Sequence[Entry]) -> tuple[Change, ...]:
    """Return the changes for a statement that likely overtakes entries: it is added, with what it leaves of the first.

    What it leaves is a statement of its own, or goes into it.
    """
    draft, old = change.draft, entries[0].content
    assert draft is not None
    rest = without_part(old, draft.content)
    right = "" if rest or entries[0].speaker != "user" else with_value(old, draft.content)
    if right:
        new = change.with_content(joined([right.rstrip(_ENDS)]))
    else:
        new = change if says_end(draft.content) else change.with_content(introduced(old, draft.content))
    others = replace(draft, subject=None, category=None, tags=(), correction=False)
    kept = [replace(change, draft=replace(others, content=joined([rest])))] if rest else []
    return (new, *kept, *(_likely(change, one) for one in entries))


def _likely(change: Change, old: Entry) -> Change:
    """Return a proposal to remove an entry that is likely overtaken."""
    draft = change.draft
    assert draft is not None
    return replace(
        change,
        operation="remove",
        target=old.id,
        draft=replace(draft, content=old.content, tags=(*old.tags, TO_FORGET, OVERTAKEN), correction=False),
        stage_because=f"it is likely overtaken: the user said later: {draft.content}",
    )


def _contradicted(compared: _Compared, reach: Reach) -> Entry | None:
    """Return the first equally trusted entry with a conflicting value."""
    for entry, found in compared:
        is_equal = entry.source in ("agent", "system") and reach.owns(entry.scope_id)
        if is_equal and found.relation in ("contradicts", "updates"):
            return entry
    return None


def _may_replace(observation: Observation, entry: Entry, reach: Reach) -> bool:
    """Return True if a later statement of the user may replace an entry by itself; otherwise a person is asked."""
    return _is_open(entry, reach) and _is_said_later(observation, entry)


def _is_open(entry: Entry, reach: Reach) -> bool:
    """Return True if no person wrote or pinned an entry that the session may write."""
    return entry.source in ("agent", "system") and PINNED not in entry.tags and reach.owns(entry.scope_id)


def _may_propose(observation: Observation, entry: Entry, reach: Reach) -> bool:
    """Return True if a later statement may propose to change an entry that a person wrote or pinned."""
    is_of_person = (entry.source == "user" or PINNED in entry.tags) and reach.owns(entry.scope_id)
    return is_of_person and _is_said_later(observation, entry)


def _is_said_later(observation: Observation, entry: Entry) -> bool:
    return _is_said(observation) and (observation.draft.valid_from or "") > _said_at(entry)


def _said_at(entry: Entry) -> str:
    return entry.valid_from or entry.created_at


def _shortly_before(observation: Observation) -> str | None:
    """Return the earliest instant of statements that a correction with only a value may concern."""
    at = observation.draft.valid_from
    return None if at is None else instant(moment(at) - _RECENT)


def _is_recent(observation: Observation, entry: Entry) -> bool:
    """Return True if an entry was said shortly before."""
    since = _shortly_before(observation)
    return since is not None and _said_at(entry) >= since


def _begins_session(observation: Observation) -> bool:
    return (observation.evidence or "").endswith("/0")


def _is_said(observation: Observation) -> bool:
    """Return True if a user said it in a known turn."""
    return observation.draft.speaker == "user" and bool(observation.evidence)


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
