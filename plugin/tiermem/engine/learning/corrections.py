"""Put entries right: find the one that a correction means, and the words that it then has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.likelihood import is_beside, most_likely
from tiermem.engine.comparison.slips import statement_meant, with_values_of
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.learning.decision import (
    ENDS,
    MOST_BARE,
    Decision,
    concerns,
    is_open,
    is_recent,
    is_said,
    may_replace,
    said_at,
    sentence_of,
    shortly_before,
)
from tiermem.engine.learning.observations import CHANGE
from tiermem.engine.reading.clauses import joined, own_words, stands_alone, swaps
from tiermem.engine.reading.given_values import values_in
from tiermem.engine.reading.reading import corrects, read, size_of
from tiermem.engine.reading.wishes import aspects_in
from tiermem.engine.statements.amendments import amended
from tiermem.engine.statements.amendments.moves import moved, moves
from tiermem.engine.statements.amendments.persons import is_of_another_kind, is_of_one_person, renamed
from tiermem.engine.statements.amendments.replacing import Amended
from tiermem.engine.statements.exchanges import exchanged, exchanges, restated
from tiermem.engine.statements.parts import counts_otherwise
from tiermem.engine.statements.repairs import repaired
from tiermem.engine.statements.repairs.by_spelling import gives_spelling, is_respelled
from tiermem.engine.statements.repairs.wording import is_bare_value
from tiermem.engine.statements.subjects import is_of_another_subject
from tiermem.engine.writes.authority import reaches
from tiermem.text import fold, statement_key
from tiermem.values import StagingReason
from tiermem.values.changes import Outcome
from tiermem.values.frozen import replace
from tiermem.values.words import TO_FORGET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.engine.learning.decision import Compared
    from tiermem.engine.learning.known_entries import KnownEntries
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.values import Change, Entry, Observation, Reach


class Corrections:
    """Put entries right by what users correct.

    Args:
        overlap: Measures the words that statements share.
        known: The active entries.
    """

    def __init__(self, overlap: Overlap, known: KnownEntries) -> None:
        self._overlap = overlap
        self._known = known

    def found(
        self, change: Change, observation: Observation, outdated: Compared, reach: Reach
    ) -> Decision | None:
        """Return the decision on a statement that puts an entry right which it does not name, or None.

        Args:
            change: The addition of the statement.
            observation: The statement.
            outdated: The entries that it replaces if it puts none right.
            reach: The owners of the entries.
        """
        return (
            self._exchange(change, observation, reach)
            or self._counted_anew(change, observation, reach)
            or self._amendment(change, observation, reach)
            or self._right_already(observation, reach)
            or self._moved(change, observation, outdated, reach)
            or self._of_one(change, observation, reach)
        )

    def of_entry(self, change: Change, observation: Observation, wrong: Entry, reach: Reach) -> Decision:
        """Replace the wrong statement; in a block only at the user's word, otherwise a person decides."""
        draft = observation.draft
        change = replace(change, operation="correct", target=wrong.id)
        said = sentence_of(observation)
        right = amended(wrong.content, said, observation.denied) or _repairing(wrong.content, observation)
        is_all = right is not None and right.is_certain and not right.has_more
        if right is not None and (is_all or self._says_no_more(observation, right.content, wrong.content)):
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
            change = replace(
                change, stage_because=StagingReason("only the agent or a person writes the blocks")
            )
        return Decision((change,), Outcome("corrected", wrong.id))

    def slip(self, change: Change, observation: Observation, reach: Reach) -> Decision:
        """Put the earlier statement right that a message which admits a slip likely means, if there is one.

        It gets the right value if that is plain. Otherwise a person decides whether it is wrong, and it is left out
        until then. A value alone repairs what was just said, or adds to it.
        """
        draft, said = observation.draft, sentence_of(observation)
        here = self._known.active_here(observation, reach)
        is_done = any(entry.supersedes and entry.valid_from == draft.valid_from for entry in here)
        entries = {
            entry.content: entry
            for entry in here
            if entry.project_id == draft.project_id
            and reaches(draft, entry)
            and may_replace(observation, entry, reach)
            and concerns(observation, entry)
            and not aspects_in(entry.content)  # a wish is no slip
            and not _was_changed_since(entry, draft.valid_from)
        }
        wrong = None if is_done or is_bare_value(said) else statement_meant(entries, said)
        if wrong is None:
            return Decision((), Outcome("changes nothing that is known"))
        entry, right = entries[wrong], with_values_of(wrong, said)
        if right:
            changed = replace(change, operation="correct", target=entry.id).with_content(right)
            return Decision((changed,), Outcome("corrected", entry.id))
        if observation.points:
            return Decision((), Outcome("points at nothing that is known"))
        return Decision((_doubted(change, entry, said),), Outcome("added"))

    def _says_no_more(self, observation: Observation, right: str, wrong: str) -> bool:
        """Return True if a correction only points at the statement that it corrects, or has no words of its own."""
        said = observation.draft.content
        if observation.points or (observation.corrects and observation.corrects in said):
            return True
        return self._overlap.words(said) <= self._overlap.words(f"{right} {wrong} {observation.denied or ''}")

    def _exchange(self, change: Change, observation: Observation, reach: Reach) -> Decision | None:
        """Exchange two names in what was just said, or replace it with what the user says instead."""
        said = sentence_of(observation)
        if not exchanges(said):
            return None
        entries = [
            entry
            for entry in self._known.active_here(observation, reach)
            if self._known.is_just_said(observation, entry, reach)
            and self._may_amend(observation, entry, reach)
        ]
        instead = restated(said)
        words = self._overlap.words(instead)
        if words:
            concerned = [one for one in entries if len(words & self._overlap.words(one.content)) > 1]
            contents = [joined([instead.rstrip(ENDS)])] * len(concerned)
        else:
            concerned = sorted(entries, key=said_at)
            contents = exchanged([one.content for one in concerned]) or []
        pairs = list(zip(concerned, contents, strict=False))
        changes = [
            replace(change, operation="correct", target=entry.id).with_content(content)
            for entry, content in pairs
        ]
        return Decision(tuple(changes), Outcome("corrected", pairs[0][0].id)) if pairs else None

    def _amendment(self, change: Change, observation: Observation, reach: Reach) -> Decision | None:
        """Correct the value of the latest entry that a correction fits: said shortly before it, or spelt alike.

        The rest of the correction is kept in its own words.
        """
        said = sentence_of(observation)
        is_unclear = observation.points and self._known.denied_in(observation, reach) > 1
        is_unclear = is_unclear and not self._is_of_one_person(observation, said, reach)
        shows = corrects(said) or bool(swaps(said) or observation.denied) or observation.points
        shows = shows or own_words(said) != said
        only_spells = gives_spelling(said) and not (shows or observation.draft.correction)
        shows = shows or gives_spelling(said)
        if is_unclear or not (shows or observation.draft.correction):
            return None
        done = self.put_right_by(observation, reach)
        if done is not None:
            return Decision((), Outcome("known", done.id))
        words, looks_back = self._overlap.words(said), observation.draft.correction or own_words(said) != said

        def nearness(entry: Entry) -> tuple[bool, int, str]:
            shared = words & self._overlap.words(entry.content) if looks_back else ()
            return is_recent(observation, entry), len(shared), said_at(entry)

        for entry in sorted(self._amendable(observation, said, reach), key=nearness, reverse=True):
            is_new = is_recent(observation, entry)
            right, is_repair = amended(entry.content, said, observation.denied), False
            is_meant = is_new and self._known.is_just_said(observation, entry, reach)
            if right is None and (is_meant or (looks_back and self._is_about(entry, said))):
                repair = repaired(entry.content, said, fills=is_meant and corrects(said))
                is_repair = repair is not None
                right = Amended(repair.content, has_more=repair.has_more) if repair else None
            if right is None or not self._may_amend(observation, entry, reach):
                continue
            is_other = not right.is_certain and is_of_another_kind(entry.content, said)
            is_other = is_other or (only_spells and not is_respelled(entry.content, right.content))
            is_other = is_other or (right.has_more and not shows and not (right.is_certain and is_new))
            if is_other:
                continue
            if self._may_mean(observation, entry, right, reach, is_repair=is_repair):
                changed = replace(change, operation="correct", target=entry.id).with_content(right.content)
                renamed = self._renamed(change, observation, entry, right.content, reach)
                looked_back = is_repair and not is_meant
                is_bare = observation.kind == CHANGE or observation.points or looked_back
                has_more = right.has_more and not is_bare
                more = (change,) if has_more else ()
                return Decision((changed, *renamed, *more), Outcome("corrected", entry.id))
        return None

    def _is_of_one_person(self, observation: Observation, said: str, reach: Reach) -> bool:
        """Return True if all entries with the wrong name of "it's X, not Y" are of one relative or colleague."""
        wrong = [denied for _, denied in swaps(said)]
        known = self._known.active_here(observation, reach)
        return is_of_one_person([one.content for one in known if any(name in one.content for name in wrong)])

    def _renamed(
        self, change: Change, observation: Observation, entry: Entry, right: str, reach: Reach
    ) -> list[Change]:
        """Return the changes that give a person another name in what else is known of them."""
        found = []
        for other in self._known.active_here(observation, reach):
            content = renamed(other.content, entry.content, right) if other.id != entry.id else ""
            if content and self._may_amend(observation, other, reach):
                found.append(replace(change, operation="correct", target=other.id).with_content(content))
        return found

    def _counted_anew(self, change: Change, observation: Observation, reach: Reach) -> Decision | None:
        """Replace the only entry that counts what a correction counts anew: "wrong, I have a brother and a sister"."""
        said, content = sentence_of(observation), observation.draft.content
        if not (observation.draft.correction or corrects(said)):
            return None
        wrong = [
            entry
            for entry in self._known.active_here(observation, reach)
            if counts_otherwise(entry.content, content) and self._may_amend(observation, entry, reach)
        ]
        if len(wrong) != 1 or (not read(content).has("lists") and amended(wrong[0].content, said)):
            return None
        changed = replace(change, operation="correct", target=wrong[0].id)
        return Decision((changed,), Outcome("corrected", wrong[0].id))

    def _right_already(self, observation: Observation, reach: Reach) -> Decision | None:
        """Change nothing if an entry has X of "it's X, not Y", which says no more, and not Y."""
        said = sentence_of(observation)
        pairs = swaps(said) if observation.points or not stands_alone(said) else ()
        given = [(fold(right), fold(wrong)) for right, wrong in pairs]
        held = (
            (entry, fold(entry.content)) for entry in self._known.active_here(observation, reach) if given
        )
        known = next(
            (one for one, text in held if any(right in text and wrong not in text for right, wrong in given)),
            None,
        )
        return Decision((), Outcome("known", known.id)) if known else None

    def _moved(
        self, change: Change, observation: Observation, outdated: Compared, reach: Reach
    ) -> Decision | None:
        """Give the one statement that a message can mean which names nothing a new day: "they moved it to the 10th"."""
        said = sentence_of(observation)
        if not (moves(said) and moves(observation.draft.content)) or any(
            self._overlap.words(said) & self._overlap.words(one.content) for one, _ in outdated
        ):
            return None
        known = [entry for entry, _ in outdated] or [
            entry
            for entry in self._known.active_here(observation, reach)
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
            content
            for content, (entry, _) in found.items()
            if self._known.is_just_said(observation, entry, reach)
        ]
        meant = just_said if len(just_said) == 1 else most_likely(found, said)
        if len(meant) != 1:
            return None
        entry, right = found[meant[0]]
        changed = replace(change, operation="correct", target=entry.id).with_content(right)
        return Decision((changed,), Outcome("renewed", entry.id))

    def _of_one(self, change: Change, observation: Observation, reach: Reach) -> Decision | None:
        """Put the only entry right that a correction is about which gives a thing in words: "it's type B arthritis"."""
        content = observation.draft.content
        words = self._overlap.words(content)
        if not (observation.points and observation.draft.correction) or values_in(content):
            return None
        about = [
            entry
            for entry in self._known.active_here(observation, reach)
            if 2 * len(words & self._overlap.words(entry.content)) >= max(len(words), 1)
            and self._may_amend(observation, entry, reach)
            and not is_of_another_subject(entry.content, content)
        ]
        is_new = len(about) == 1 and not words <= self._overlap.words(about[0].content)
        return self.of_entry(change, observation, about[0], reach) if is_new else None

    def _is_about(self, entry: Entry, said: str) -> bool:
        """Return True if a text that looks back at a slip names what an entry is about, and not only a value of it."""
        values = self._overlap.words(" ".join(one.text for one in values_in(said)))
        shared = self._overlap.words(said) & self._overlap.words(entry.content)
        return bool(shared - values)

    def _may_amend(self, observation: Observation, entry: Entry, reach: Reach) -> bool:
        """Return True if a correction may replace an entry by itself: an earlier one, of the same turn too."""
        if may_replace(observation, entry, reach):
            return True
        is_of_turn = is_said(observation) and observation.draft.valid_from == said_at(entry)
        return is_of_turn and is_open(entry, reach) and self._known.is_just_said(observation, entry, reach)

    def put_right_by(self, observation: Observation, reach: Reach) -> Entry | None:
        """Return the entry into which this turn has put the value of a short correction already, or None.

        "Oops, Luton" puts one statement right, not each with a name in it.
        """
        at, said = observation.draft.valid_from, sentence_of(observation)
        words = self._overlap.words(said)
        values = self._overlap.words(" ".join(one.text for one in values_in(said)))
        is_bare = size_of(said) <= MOST_BARE
        if not at or not words or not (is_bare or values):
            return None
        put = (
            (entry, words & self._overlap.words(entry.content))
            for entry in self._known.active_here(observation, reach)
            if entry.supersedes and entry.valid_from == at
        )
        return next((entry for entry, shared in put if shared and (is_bare or values <= shared)), None)

    def _amendable(self, observation: Observation, said: str, reach: Reach) -> Iterator[Entry]:
        """Yield the entries that a correction may concern: with one of its words, spelt alike, or said just before."""
        words = self._overlap.words(said)
        alike = self._known.spelt_alike(said, reach)
        denied = [fold(wrong) for _, wrong in swaps(said)]
        since = shortly_before(observation)
        is_bare = observation.points and _begins_session(observation) and is_bare_value(said)
        is_bare = is_bare or gives_spelling(said)
        for entry in self._known.active_here(observation, reach):
            is_near = is_bare or entry.id in alike or (since is not None and said_at(entry) >= since)
            is_near = is_near or any(wrong in fold(entry.content) for wrong in denied)
            is_near = is_near or not words.isdisjoint(self._overlap.words(entry.content))
            if entry.supersedes and entry.valid_from == observation.draft.valid_from:
                continue  # this turn has put it right
            if is_near and concerns(observation, entry):
                yield entry

    def _may_mean(
        self, observation: Observation, entry: Entry, right: Amended, reach: Reach, *, is_repair: bool
    ) -> bool:
        """Return True if a correction may concern an entry, which it names, is about, or comes just after.

        A repair of what was just said is seldom worded like it: "it must be 71 Elm Road".
        """
        is_bare = observation.points or size_of(observation.draft.content) <= MOST_BARE
        is_near = is_recent(observation, entry)
        if is_near and is_bare_value(sentence_of(observation)):
            is_near = self._known.is_just_said(observation, entry, reach)
        if right.is_certain or (is_bare and is_near):
            return True
        said = sentence_of(observation)
        if gives_spelling(said) and not right.has_more:
            alike = len(self._known.spelt_alike(said, reach))
            return alike == 1 or (not alike and self._fits_one(observation, said, reach))
        if observation.points and is_bare_value(said):
            if not _begins_session(observation):
                return False  # it puts right what was said in this one
            return self._fits_one(observation, said, reach)
        found = compare(Statement.of(entry), Statement.of(observation))
        is_beside = found.is_beside and not (is_repair and found.reason == "another thing")
        if not observation.points and is_beside:
            return False
        return not self._overlap.words(said).isdisjoint(self._overlap.words(entry.content))

    def _fits_one(self, observation: Observation, said: str, reach: Reach) -> bool:
        """Return True if only one entry has a value that a correction may put right."""
        every = self._known.active_here(observation, reach)
        return sum(amended(one.content, said) is not None for one in every) == 1


def _was_changed_since(entry: Entry, said: str | None) -> bool:
    """Return True if an entry was changed after something was said, as by the very message: what is left is right."""
    return entry.version > 1 and said is not None and entry.updated_at >= said


def _doubted(change: Change, wrong: Entry, said: str) -> Change:
    """Return a proposal to remove an entry of which the user said that it was wrong."""
    assert change.draft is not None
    draft = replace(change.draft, content=wrong.content, tags=(*wrong.tags, TO_FORGET), correction=False)
    because = StagingReason("it is likely wrong", f"the user said later: {said}")
    return replace(change, operation="remove", target=wrong.id, draft=draft, stage_because=because)


def _repairing(wrong: str, observation: Observation) -> Amended | None:
    """Return a statement that is surely meant, put right by the words of an observation that only points at it."""
    repair = repaired(wrong, observation.quote or "", fills=True) if observation.points else None
    return Amended(repair.content, has_more=repair.has_more) if repair else None


def _begins_session(observation: Observation) -> bool:
    return (observation.evidence or "").endswith("/0")
