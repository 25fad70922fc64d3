"""What is searched for, and what its candidates know of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import TYPE_CHECKING

from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.text.languages import Language
    from tiermem.text.times import Period
    from tiermem.values.recall import Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is searched for.

    Attributes:
        text: The user's own words, without fences and wrappers; of a long prompt the part that asks.
        words: The telling words of it.
        languages: Its languages, the likeliest first.
        asks_about_past: Whether the archive is asked for.
        asks_when: Whether a time is asked for.
        period: The time that it asks about, which has begun or is open to the past; None without any. "Last week" goes
            before a month that may be what is spoken of, and a time that may be to come counts in a question about the
            past only.
        period_words: Those of its words that only say when, as "last week" does and "May 2024" does not. They are
            among the words: without them recall@10 on LoCoMo 26, 30 and 41 falls from 78.8 to 78.4.
    """

    text: str
    words: tuple[str, ...]
    languages: tuple[Language, ...] = ()
    asks_about_past: bool = False
    asks_when: bool = False
    period: Period | None = None
    period_words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A query, and what the index and the candidates know of its words.

    Attributes:
        query: The query.
        now: The present.
        weights: Stem → inverse document frequency of the telling words that are no names of speakers.
        adjacent: The pairs of stems that stand side by side in the query.
        names: The folded names, of speakers and subjects among the candidates, that the query names.
        words: `Candidate.ref` → the folded words of the text's beginning, in order.
        shared: `Candidate.ref` → (place, stem) of those of its words that the query has too.
        similarities: Ref → cosine of its vector and the query's, of candidates and of the turns right before and
            after them; those without a vector are not there, and nothing is without ``vectors:``.
    """

    query: Query
    now: datetime
    weights: Mapping[str, float]
    adjacent: frozenset[tuple[str, str]]
    names: frozenset[str]
    words: Mapping[str, Sequence[str]] = field(repr=False)
    shared: Mapping[str, Sequence[tuple[int, str]]] = field(repr=False)
    similarities: Mapping[str, float] = field(default_factory=dict, repr=False)

    def telling(self, candidate: Candidate) -> set[str]:
        """The stems of the telling words that a candidate shares with the query."""
        return {stem for _, stem in self.shared[candidate.ref] if stem in self.weights}
