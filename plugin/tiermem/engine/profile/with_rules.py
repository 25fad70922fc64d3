"""Make the profile by rules: kind, category and subject decide where an observation goes. No model is needed.

- Current matters (decisions, commitments, project details, context) go into the narrative.
- Attributes of a person (preferences, people, work, home, tools, health) go into the scaffold.
- Learned facts and everything else become learned information.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tiermem.engine.learning.observations import LEARNED_FACT, SCAFFOLD_UPDATE
from tiermem.engine.profile.narrative import LINE_CHARS, Lines, aged, bounded
from tiermem.engine.profile.observed import Made
from tiermem.engine.profile.scaffold import merge
from tiermem.engine.profile.scaffold_places import attribute, dated, is_single, name_in, topic
from tiermem.engine.profile.withdrawing import Withdrawal
from tiermem.engine.reading.lexicon import undated
from tiermem.support import nested
from tiermem.text import fold
from tiermem.text.languages import everywhere
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.engine.profile.observed import ProfileInput
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.values import Line, Profile

_GOING_ON = ("decision", "commitment", "project_details")
"""Kinds that go into the narrative."""
_NOW = ("context", "project", "commitment")
"""Categories that go into the narrative."""
NOTES = "notes"
"""Key of statements about a topic that are not a single value."""


class RuleBasedProfile:
    """Make profiles by rules.

    Args:
        overlap: Compares statements.
        narrative_words: Maximum words of the narrative.
    """

    def __init__(self, overlap: Overlap, *, narrative_words: int) -> None:
        self._lines = Lines(overlap)
        self._withdrawal = Withdrawal(overlap)
        self._words = narrative_words

    def make(self, profile: Profile, observations: Sequence[ProfileInput], now: datetime) -> Made:
        """Return the profile with these observations and without stale lines."""
        dropped = 0
        contested: list[str] = []
        for one in observations:
            profile = self.corrected(profile, [one])
            keys = self._keys(one)
            if keys is not None:
                profile, left_out, rivals = self._into_scaffold(profile, one, keys)
                dropped, contested = dropped + left_out, [*contested, *rivals]
            if self._is_narrative(one):
                profile = replace(profile, narrative=self._lines.with_line(profile.narrative, _line(one)))
            elif keys is None:
                profile = replace(profile, learned=self._lines.with_line(profile.learned, _line(one)))
        narrative, _ = aged(profile.narrative, now, self._words)
        profile = replace(profile, narrative=narrative, learned=bounded(profile.learned))
        return Made(profile=profile, dropped=dropped, contested=tuple(dict.fromkeys(contested)))

    def corrected(self, profile: Profile, observations: Sequence[ProfileInput]) -> Profile:
        """Return the profile without the statements that these observations correct."""
        for one in observations:
            if one.corrects and one.observation.corrects:
                profile = self._withdrawal.without(profile, one.observation.corrects)
        return profile

    @staticmethod
    def _is_narrative(one: ProfileInput) -> bool:
        kind, category = one.observation.kind, one.draft.category
        if kind in (SCAFFOLD_UPDATE, LEARNED_FACT) or len(one.draft.content) > LINE_CHARS:
            return False
        return kind in _GOING_ON or (category in _NOW and _place(one) is None)

    @staticmethod
    def _keys(one: ProfileInput) -> tuple[str, ...] | None:
        """Return the keys of its path in the scaffold, or None."""
        if one.observation.kind == SCAFFOLD_UPDATE:
            return nested.split(one.observation.path or "")
        return None if one.observation.kind in (LEARNED_FACT, *_GOING_ON) else _place(one)

    @staticmethod
    def _into_scaffold(
        profile: Profile, one: ProfileInput, keys: tuple[str, ...]
    ) -> tuple[Profile, int, Sequence[str]]:
        value = one.observation.value if one.observation.kind == SCAFFOLD_UPDATE else _value(one, keys)
        known = dict(nested.leaves(profile.scaffold)).get(keys)
        value = _as_known(value, known)
        merged = merge(profile.scaffold, profile.marks, nested.put({}, keys, value), one.evidence)
        profile = replace(profile, scaffold=merged.scaffold, marks=merged.marks)
        return profile, merged.left_out, merged.contested


def _as_known(value: object, known: object) -> object:
    """Return a value, or list items, as already known with another date or none."""
    if isinstance(value, list):
        return [_as_known(item, known) for item in value]
    dated_otherwise = {undated(one): one for one in _texts(known)}
    return dated_otherwise.get(undated(value), value) if isinstance(value, str) else value


def _texts(known: object) -> list[str]:
    return [one for one in (known if isinstance(known, list) else [known]) if isinstance(one, str)]


def _line(one: ProfileInput) -> Line:
    """Return its line; temporary facts get the day they were said."""
    return replace(one.line, text=dated(one.draft.content, one.draft.valid_from or one.at))


def _place(one: ProfileInput) -> tuple[str, ...] | None:
    """Return the keys for a statement's category and words."""
    draft, kind = one.draft, one.observation.kind
    said = attribute(draft.content)
    if draft.category == "preference" or kind == "preference":
        return ("Preferences", said[0] if said else draft.subject or NOTES)
    is_name = draft.tier == "user" and _is_name(draft.subject) and name_in(draft.content) is not None
    key = "About" if is_name else topic(said[0] if said else draft.subject, draft.content)
    if key is not None and said is not None and not is_name:
        return (key, said[0])
    if (
        (draft.category == "person" or kind == "person")
        and draft.subject
        and not is_name
        and fold(draft.subject) not in _subjects_of_ones_own()
    ):
        return ("People", draft.subject)
    if key is not None:
        single = draft.subject and (is_name or is_single(key, draft.subject))
        return (key, draft.subject if draft.subject and single else NOTES)
    if said is not None and draft.tier == "user":
        return ("About", said[0])
    return None


def _is_name(subject: str | None) -> bool:
    """Return True if the value of a subject is a name."""
    return subject is not None and fold(subject) in everywhere().names


def _subjects_of_ones_own() -> frozenset[str]:
    """Return the subjects that are about the user, not about somebody else."""
    return frozenset().union(*everywhere().single.values())


def _value(one: ProfileInput, keys: tuple[str, ...]) -> object:
    """Return the value for a subject with a single value; otherwise a list with the statement."""
    said = attribute(one.draft.content)
    if _is_name(keys[-1]) and (name := name_in(one.draft.content)):
        return name
    content = dated(one.draft.content, one.draft.valid_from or one.at)
    if said is not None and keys[-1] == said[0]:
        return dated(said[1], one.draft.valid_from or one.at)
    key = topic(one.draft.subject, content)
    return content if key is not None and is_single(key, keys[-1]) else [content]
