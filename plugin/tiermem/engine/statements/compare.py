"""Which earlier entry a statement takes the place of, or stands against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.engine.statements.frames import (
    differ_in_time,
    is_of_another_than_we,
    is_of_one_more,
    says_besides,
)
from tiermem.engine.statements.renewal import gives_another_value, is_later, is_users_word, renews, takes_back

if TYPE_CHECKING:
    from tiermem.engine.learning.known_entries import Stored
    from tiermem.engine.statements.similarity import Likeness
    from tiermem.values import Entry, Observation, Reach


class Replacing:
    """Looks among entries for the one that a statement is about.

    Args:
        stored: Knows what contradicts.
        likeness: Tells how much two statements have in common.
    """

    def __init__(self, stored: Stored, likeness: Likeness) -> None:
        self._stored = stored
        self._likeness = likeness

    def renewed(
        self, observation: Observation, near: Sequence[Entry], alike: Sequence[Entry], reach: Reach
    ) -> Entry | None:
        """The earlier word about the one thing which the statement is about, or which it takes back.

        It is the user's own, or, where the user says that something was wrong, anybody's but the house's.
        """
        draft = observation.draft
        besides = _is_besides(observation)
        for entry in near if not besides else ():
            apart = differ_in_time(draft.content, entry.content)
            if not apart and is_outdated(observation, entry) and renews(draft, entry, self._likeness):
                return entry
        for entry in alike:
            if is_outdated(observation, entry):
                anothers = is_of_another_than_we(draft.content, entry.content)
                if not anothers and takes_back(draft, entry, self._likeness):
                    return entry
            if besides:
                continue
            if is_outdated(observation, entry):
                if gives_another_value(observation, entry):
                    return entry
            elif _is_denied(observation, entry, reach) and gives_another_value(observation, entry):
                return entry
        return None

    def contradicted(self, observation: Observation, alike: Sequence[Entry], reach: Reach) -> Entry | None:
        """An entry that says something else of the same thing; what is said of one more is no contradiction."""
        content = observation.draft.content
        if _is_besides(observation):
            return None
        of_the_same = [one for one in alike if not is_of_one_more(content, one.content)]
        return self._stored.contradicted(observation, of_the_same, reach)


def may_replace(observation: Observation, entry: Entry, reach: Reach) -> bool:
    """Whether a statement may take the place of an entry that it stands against; else a person is asked."""
    return _is_said(observation) and (
        is_outdated(observation, entry) or _is_denied(observation, entry, reach)
    )


def is_outdated(observation: Observation, entry: Entry) -> bool:
    """Whether an entry is the user's own earlier word, which a later one takes the place of."""
    return is_users_word(entry) and is_later(observation.draft, entry)


def _is_besides(observation: Observation) -> bool:
    """Whether it says that something is so too; what is drawn from a sentence may lack the word at its end."""
    return any(says_besides(text) for text in (observation.draft.content, observation.quote) if text)


def _is_said(observation: Observation) -> bool:
    """Whether a user said it, in a turn that is known."""
    return observation.draft.speaker == "user" and bool(observation.evidence)


def _is_denied(observation: Observation, entry: Entry, reach: Reach) -> bool:
    """Whether the user says that something was wrong, which may be what somebody wrote before."""
    denies = observation.draft.correction and _is_said(observation)
    return (
        denies
        and entry.scope_id != reach.house.id
        and entry.created_at < (observation.draft.valid_from or "")
    )
