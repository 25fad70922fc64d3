"""Decide which passages are too weak to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.recall.query import names_the_same
from tiermem.text.terms import telling_words, words
from tiermem.values.recall import LONGEST_SEARCHED

if TYPE_CHECKING:
    from tiermem.engine.recall.coverage import Coverage
    from tiermem.ports.context import Query
    from tiermem.store.contract import Candidate

RELATIVE_FLOOR = 0.1
"""Share of the best passage's chance below which a passage is not shown; it would only fill the budget."""
ENTRY_COVERAGE, ENTRY_COVERAGE_ASKED = 0.34, 0.25
"""Minimum coverage of a prompt's telling words by an entry of L1. For statements one word of three is not enough. For
questions one of four is, unless it is a single word and the question is neither about the user nor about a known name:
"Where do penguins live?"."""
ENOUGH_WORDS = 3
"""Number of telling words of a prompt that are enough for an entry whatever their share; or two that are half of its
own."""
UNSPACED_FACTOR = 0.5
"""Factor on these shares for languages without spaces: they have many pairs of characters, half of them across words.
"""


def floor(best: float) -> float:
    """Return the minimum chance for a passage to be shown beside one of chance *best*."""
    return RELATIVE_FLOOR * best


def is_touched(entry: Candidate, query: Query, coverage: Coverage) -> bool:
    """Return True if an entry of L1 has enough of a prompt's words to be shown.

    A name is enough: "Draft a mail to Ana" asks for what is known about Ana.
    """
    is_whole = len(entry.searched) < LONGEST_SEARCHED
    own = entry.searched.split() if is_whole else words(entry.text)
    shared = coverage.among([*own, *words(entry.name or ""), *entry.tags.split()])
    if len(shared) >= ENOUGH_WORDS or 2 <= len(shared) >= len(telling_words(entry.text, query.languages)) / 2:
        return True
    is_spaced = all(one.times.spaced for one in query.languages)
    least = ENTRY_COVERAGE_ASKED if query.asks else ENTRY_COVERAGE
    if query.asks and len(shared) == 1 and is_spaced and not query.speaks_of_self:
        least = ENTRY_COVERAGE_ASKED if coverage.knows_most_of(query.names) else ENTRY_COVERAGE
    if not is_spaced:
        least *= UNSPACED_FACTOR
    return coverage.share(shared) >= least or (bool(shared) and names_the_same(entry.text, query))
