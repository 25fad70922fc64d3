"""Sentences that say that something has changed: nothing by themselves, but what is known may be about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem_hooks.extraction.corrections import contrast, rebuilt
from tiermem_hooks.extraction.heard import body_of, points_at
from tiermem_hooks.extraction.sentences import word_count
from tiermem_hooks.extraction.statements import Finding, acceptable, is_left, speaks_of_person, stored

if TYPE_CHECKING:
    from tiermem_hooks.extraction.features import Candidate
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence

CHANGE = "change"
"""Kind of such an observation."""
_FEWEST_WORDS, _MOST_WORDS = 3, 25
"""Of a sentence that says what has changed: "it moved" does not say what, and a longer one tells a story."""


def changed(candidate: Candidate, rules: Rules) -> Finding | None:
    """Return any statement of *candidate* that is not stored by itself: it may change something that is known.

    Only memory knows whether it is about anything, unless it says "no", what is right, and what is wrong. What asks,
    supposes, jokes or quotes is none.
    """
    said = candidate.denial.rest
    if candidate.asks or candidate.void or "\ufffc" in said.view or is_left(said, rules):
        return None
    if word_count(said.view) > _MOST_WORDS:
        return None
    only_points = points_at(said.view, rules) is not None and not speaks_of_person(said.view, rules)
    points = only_points or word_count(said.view) < _FEWEST_WORDS
    wrong = rebuilt(said, rules)
    corrects = (
        candidate.denial.said and wrong is not None and _states(said, rules) and not candidate.heard.asked
    )
    content = stored(said, rules)
    if not acceptable(content, rules):
        return None
    return Finding(
        content=content,
        kind="correction" if corrects else CHANGE,
        tier="user" if speaks_of_person(said.view, rules) else "memory",
        category=None,
        subject=None,
        importance=rules.correction.importance,
        confidence=rules.correction.confidence,
        correction=candidate.denial.said or wrong is not None,
        corrects=wrong[0] if wrong else None,
        denied=wrong[1] if wrong else None,
        points=points,
    )


def _states(sentence: Sentence, rules: Rules) -> bool:
    """Return True if the right part is a whole statement, unlike "the server is" of "the server is not working"."""
    match = contrast(body_of(sentence), rules)
    stated = rules.correction.open_statement.match(match["new"]) if match else None
    return stated is not None and not rules.correction.empty_value.match(stated["new"])
