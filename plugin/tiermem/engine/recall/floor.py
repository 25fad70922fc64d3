"""Decide what is too weak to be shown: beside something better, or as an entry that shares a word with the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.recall.query import names_the_same
from tiermem.text.terms import telling_words

if TYPE_CHECKING:
    from tiermem.engine.recall.coverage import Coverage
    from tiermem.ports.context import Query
    from tiermem.store.contract import Candidate

RELATIVE_FLOOR = 0.1
"""Share of the best passage's chance under which a passage is not shown: it would only fill the budget."""
ENTRY_COVERAGE, ENTRY_COVERAGE_ASKED = 0.34, 0.25
"""The share of a prompt's telling words that an entry of L1 has, so that one word of three is not enough; in a question
one of four is, but where that is a single word and the question is neither about the user nor about a known name:
"Where do penguins live?"."""
ENOUGH_WORDS = 3
"""Telling words that an entry has of a prompt of any length, whatever their share; or two that are half of its own."""
UNSPACED_FACTOR = 0.5
"""Factor on these shares where no spaces separate words: pairs of characters are many, and half of them run
over the ends of words."""


def floor(best: float) -> float:
    """Return the least chance with which a passage is shown beside one of chance *best*."""
    return RELATIVE_FLOOR * best


def is_touched(entry: Candidate, query: Query, coverage: Coverage) -> bool:
    """Return True if an entry of L1 has enough of a prompt's words to be shown.

    A name is enough: "Draft a mail to Ana" wants to know who Ana is.
    """
    shared = coverage.shared(" ".join((entry.text, entry.name or "", entry.tags)))
    if len(shared) >= ENOUGH_WORDS or 2 <= len(shared) >= len(telling_words(entry.text, query.languages)) / 2:
        return True
    is_spaced = all(one.times.spaced for one in query.languages)
    least = ENTRY_COVERAGE_ASKED if query.asks else ENTRY_COVERAGE
    if query.asks and len(shared) == 1 and is_spaced and not query.speaks_of_self:
        least = ENTRY_COVERAGE_ASKED if coverage.knows_most_of(query.names) else ENTRY_COVERAGE
    if not is_spaced:
        least *= UNSPACED_FACTOR
    return coverage.share(shared) >= least or (bool(shared) and names_the_same(entry.text, query))
