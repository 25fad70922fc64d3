"""Renew entries: find those that a statement ends, replaces or likely overtakes, and the changes that follow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.endings import is_real_end, likely_overtaken
from tiermem.engine.comparison.likelihood import may_overtake, says_the_same
from tiermem.engine.comparison.lives.events import detour, is_detour
from tiermem.engine.comparison.lives.growing import mentions_growth, names_alone
from tiermem.engine.comparison.statement import Comparison, Statement
from tiermem.engine.learning.decision import (
    ENDS,
    MOST_BARE,
    Decision,
    concerns,
    is_here,
    is_recent,
    may_propose,
    may_replace,
    sentence_of,
)
from tiermem.engine.reading.clauses import facts, joined, swaps
from tiermem.engine.reading.given_values import exact_values
from tiermem.engine.reading.lasting import left_beside
from tiermem.engine.reading.lexicon import alike
from tiermem.engine.reading.reading import corrects, read, says_end, size_of
from tiermem.engine.reading.wishes import aspects_in, may_end_wish
from tiermem.engine.statements.amendments.moves import moves_only
from tiermem.engine.statements.amendments.persons import introduced
from tiermem.engine.statements.amendments.swapped import exchanged_value
from tiermem.engine.statements.parts import with_value, without_part
from tiermem.engine.writes.authority import reaches
from tiermem.text import fold
from tiermem.values import StagingReason
from tiermem.values.changes import Outcome
from tiermem.values.frozen import replace
from tiermem.values.words import OVERTAKEN, TO_FORGET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.engine.comparison.statement import Reason
    from tiermem.engine.learning.decision import Compared
    from tiermem.engine.learning.known_entries import KnownEntries
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.values import Change, Entry, Observation, Reach

_FEWEST_OF_FORM = 4
"""Minimum letters of a word that is known in another form."""
_SURE: frozenset[Reason] = frozenset({
    "another value", "one at a time", "in its place", "overtaken", "gone", "swapped", "corrected", "allowed",
    "withdrawn",
})  # fmt: skip
"""Reasons to update an entry that name what changed, which chat does not do by chance."""

_EXACT = frozenset({"date", "number", "time", "weekday"})
"""Sorts of values that a note repeats exactly."""
_FEWEST_OF_NOTE = 2
"""Minimum words that a note shares with a statement with the same value."""
_LEAVING: tuple[Reason, ...] = ("a liking", "another side", "about the company", "to come")
"""Reasons for which a statement does not even likely overtake one."""


class Renewals:
    """Renew entries by what users say later.

    Args:
        overlap: Measures the words that statements share.
        known: The active entries.
    """

    def __init__(self, overlap: Overlap, known: KnownEntries) -> None:
        self._overlap = overlap
        self._known = known

    def compared(self, observation: Observation, reach: Reach) -> Compared:
        """Return the entries that a statement concerns; a correction only concerns those with the wrong value.

        Statements of the same message ("I left the school! I work at the museum now") stay beside it.
        """
        new, draft = self._resolved(Statement.of(observation), reach), observation.draft
        wrong = (
            self._overlap.wrong_words(observation.corrects, draft.content, observation.denied)
            if observation.corrects
            else frozenset()
        )
        entries = (one for one in self._known.bearing(new, reach) if is_here(observation, one))
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
            if found.relation == "same" or concerns(observation, entry)
        ]

    def _resolved(self, new: Statement, reach: Reach) -> Statement:
        """Return a statement with the relative it means, if it says that somebody known only by name reached an age."""
        person = names_alone(new.content)
        if person is None:
            return new
        return new._replace(known_as=self._known.relative(person, read(new.content).language, reach))

    def denied_alone(self, observation: Observation, reach: Reach) -> list[tuple[Entry, Comparison]]:
        """Return the only entry that has the wrong value of "X, not Y", perhaps in another form: "vegan", "Veganer"."""
        if size_of(observation.draft.content) > MOST_BARE:
            return []
        wrong = [fold(one) for _, one in swaps(sentence_of(observation))]
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
        part = without_part(found[0].content, sentence_of(observation))
        return [(found[0], Comparison(kept=(part,) if part else ()))]

    def decision(
        self,
        change: Change,
        observation: Observation,
        compared: Compared,
        outdated: Compared,
        reach: Reach,
    ) -> Decision | None:
        """Return the decision on a statement that renews entries, or None if it renews none.

        Args:
            change: The addition of the statement.
            observation: The statement.
            compared: The entries that it concerns.
            outdated: Those that it replaces by itself.
            reach: The owners of the entries.
        """
        ended = [
            (entry, found)
            for entry, found in compared
            if found.relation == "updates" and may_propose(observation, entry, reach)
        ]
        if outdated or ended:
            changes = _renewal(change, outdated) if outdated else (change,)
            outcome = Outcome("renewed", outdated[0][0].id) if outdated else Outcome("added")
            likely = [_likely(change, one) for one in self._same_as(outdated, compared, observation, reach)]
            return Decision(changes, outcome, resting=(*_proposals(change, ended), *likely))
        if not compared and (entries := self._likely_overtaken(observation, reach)):
            notes = self._notes_of(entries, observation, reach)
            new, *resting = _beside_likely(change, [*entries, *notes])
            return Decision((new,), Outcome("added"), resting=tuple(resting))
        return None

    def _likely_overtaken(self, observation: Observation, reach: Reach) -> list[Entry]:
        """Return the entries that a statement likely overtakes although no comparison shows it.

        Statements of the last hour belong to the same conversation and are hardly overtaken in it, only corrected, and
        not by a correction that names a wrong value: if they have that, they are amended.
        """
        said = sentence_of(observation)
        names_wrong = bool(swaps(said) or observation.denied or observation.corrects)
        puts_right = not names_wrong and (observation.draft.correction or corrects(said))
        may_be = (puts_right or may_overtake(said)) and not moves_only(observation.draft.content)
        if not (may_be or is_detour(said)):
            return []
        entries = {
            entry.content: entry
            for entry in self._doubtful(observation, reach)
            if puts_right or not is_recent(observation, entry)
        }
        kept = observation.draft.content
        overtaken = likely_overtaken(entries, said, kept=kept, corrects=puts_right) if may_be else ()
        if not overtaken and (old := detour(entries, said)):
            return [entries[old]]
        return [
            entries[old]
            for old in overtaken
            if puts_right or compare(Statement(old), Statement(said)).reason not in _LEAVING
            if puts_right
            or not (_is_of_another_value(old, said) or (aspects_in(old) and not may_end_wish(said)))
        ]

    def _same_as(
        self, outdated: Compared, compared: Compared, observation: Observation, reach: Reach
    ) -> list[Entry]:
        """Return the other entries that say the same as those that a statement updates as a whole."""
        ended = [entry for entry, found in outdated if not (found.kept or found.renewed)]
        known = {entry.id for entry, _ in (*compared, *outdated)}
        same = [
            entry
            for entry in (self._doubtful(observation, reach) if ended else ())
            if entry.id not in known and any(says_the_same(entry.content, one.content) for one in ended)
        ]
        notes = self._notes_of(ended, observation, reach)
        return [*same, *(one for one in notes if one.id not in known and one not in same)]

    def _notes_of(self, ended: Sequence[Entry], observation: Observation, reach: Reach) -> list[Entry]:
        """Return the agent's notes of the exact values that a statement takes from others."""
        said = [one.content for one in ended if one.speaker == "user"]
        return [
            entry
            for entry in (self._doubtful(observation, reach) if said else ())
            if entry.source == "agent"
            and entry not in ended
            and any(_notes_value(entry.content, old, observation.draft.content) for old in said)
        ]

    def _doubtful(self, observation: Observation, reach: Reach) -> Iterator[Entry]:
        """Yield the entries that a statement may overtake, and of which that is not likely already."""
        doubted = self._known.overtaken(reach)
        for entry in self._known.active_here(observation, reach):
            is_of_place = entry.project_id == observation.draft.project_id and reaches(
                observation.draft, entry
            )
            if (
                is_of_place
                and entry.id not in doubted
                and may_replace(observation, entry, reach)
                and concerns(observation, entry)
            ):
                yield entry


def _is_of_another_value(old: str, said: str) -> bool:
    """Return True if a message gives a date or time, an entry has no value of its sorts, and they share nothing.

    "They moved the physio to the 17th" overtakes no "I'm a cook"; "days only since Monday" may.
    """
    given, had = ({one.sort for one in exact_values(text)} for text in (said, old))
    before, after = read(old), read(said)
    shares = before.concepts.keys() & after.concepts.keys() or alike(before.telling, after.says)
    return bool(given & {"date", "time"}) and given.isdisjoint({"weekday", *had}) and not shares


def is_believed(observation: Observation, entry: Entry, found: Comparison) -> bool:
    """Return True if a statement that seems to end an entry is believed to; people who chat seem to end a lot."""
    is_sure = observation.draft.correction or found.reason in _SURE
    return is_sure or is_real_end(entry.content, observation.draft.content)


def _notes_value(note: str, old: str, new: str) -> bool:
    """Return True if a note has the day, time or number that a statement replaces, and tells of the same.

    "The choir meets on Tuesdays in the town hall" does of "We meet on Tuesdays at eight in the hall".
    """
    noted, before, after = read(note), read(old), read(new)
    gone = (
        (sort, value)
        for sort in _EXACT & before.values.keys() & after.values.keys()
        for value in before.values[sort] - after.values[sort]
    )
    has_value = any(value in noted.values.get(sort, ()) for sort, value in gone)
    return has_value and len(alike(noted.telling, before.says)) >= _FEWEST_OF_NOTE


def _renewal(change: Change, outdated: Compared) -> tuple[Change, ...]:
    """Return the changes that replace the statements that another one ended.

    Of an entry with several facts, the others are kept.
    """
    draft = change.draft
    assert draft is not None
    if any(found.renewed for _, found in outdated):
        return _older(change, outdated)
    content = draft.content
    if not says_end(content):  # "My girlfriend Dana and I broke up": she is that no more
        for entry, _ in outdated:
            content = introduced(entry.content, content)
    rest = next((found.rest for _, found in outdated if found.rest and not found.kept), "")
    if rest:  # "My flight to Oslo is on 12 December. They moved the flight to 9:15."
        content = f"{joined([rest])} {content}"
    whole = [entry for entry, found in outdated if not (found.kept or found.rest)]
    is_one = len(whole) == len(outdated) == 1
    right = exchanged_value(whole[0].content, draft.content) if is_one else ""
    if is_one and whole[0].speaker == "user":
        right = right or with_value(whole[0].content, draft.content)
    change = change.with_content(joined([right.rstrip(ENDS)]) if right else content)
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


def _older(change: Change, outdated: Compared) -> tuple[Change, ...]:
    """Return the changes that a birthday makes: it replaces what only gave an age, and puts the age right elsewhere.

    An age without a birthday is not kept besides: "Emil is 4 now".
    """
    draft = change.draft
    assert draft is not None
    others = [(entry, found) for entry, found in outdated if not found.renewed]
    aged = [
        replace(change, operation="correct", target=entry.id).with_content(joined([found.renewed]))
        for entry, found in outdated
        if found.renewed and not _gives_only_age(entry.content, draft.content)
    ]
    only = [
        replace(change, operation="correct", target=entry.id)
        for entry, found in outdated
        if found.renewed and _gives_only_age(entry.content, draft.content)
    ]
    if others:
        return (*aged, *only, *_renewal(change, others))
    is_known = any(found.renewed and _gives_only_age(draft.content, found.renewed) for _, found in outdated)
    is_said = bool(only) or (is_known and not mentions_growth(draft.content))
    return (*aged, *(only if is_said else [change]))


def _gives_only_age(old: str, new: str) -> bool:
    """Return True if an earlier statement says nothing but an age, apart from what a later one says of the person."""
    before, after = read(old), read(new)
    rest = before.telling - before.words_of({"age"} & before.concepts.keys())
    rest -= before.values.get("number", frozenset()) | alike(rest, after.says | after.all_words)
    return not rest and before.related <= after.related and len(facts(old)) == 1


def _proposals(change: Change, outdated: Compared) -> tuple[Change, ...]:
    """Return proposals to remove the ended facts from entries that a person wrote."""
    draft = change.draft
    assert draft is not None
    change = replace(change, stage_because=StagingReason("the user said later", draft.content))
    rest = replace(draft, subject=None, category=None, tags=(), correction=False)
    left = [found.kept or (found.renewed,) if found.renewed or found.kept else () for _, found in outdated]
    return tuple(
        replace(change, operation="update", target=entry.id, draft=replace(rest, content=joined(kept)))
        if kept
        else replace(change, operation="remove", target=entry.id, draft=None)
        for (entry, _), kept in zip(outdated, left, strict=True)
    )


def _beside_likely(change: Change, entries: Sequence[Entry]) -> tuple[Change, ...]:
    """Return the changes for a statement that likely overtakes entries: it is added, with what it leaves of the first.

    What it leaves is a statement of its own, or goes into it.
    """
    draft, old = change.draft, entries[0].content
    assert draft is not None
    part = without_part(old, draft.content)
    right = "" if part or entries[0].speaker != "user" else with_value(old, draft.content)
    if right:
        new = change.with_content(joined([right.rstrip(ENDS)]))
    else:
        new = change if says_end(draft.content) else change.with_content(introduced(old, draft.content))
    others = replace(draft, subject=None, category=None, tags=(), correction=False)
    left = [part] if part else () if right else left_beside(old, draft.content)
    kept = [replace(change, draft=replace(others, content=joined(left)))] if left else []
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
        stage_because=StagingReason("it is likely overtaken", f"the user said later: {draft.content}"),
    )
