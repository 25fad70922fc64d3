"""Bound the cost of a search: the terms that are searched for, and the candidates that are measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING

from tiermem.store.contract import Terms
from tiermem.text import fold
from tiermem.values import instant
from tiermem.values.frozen import dataclass, field, replace

if TYPE_CHECKING:
    from tiermem.ports.context import Query
    from tiermem.store.contract import Candidate, Favour, Search
    from tiermem.text.times.periods import Period
    from tiermem.values import Layer

MEASURED = 60
"""Number of candidates that are measured by all signals; as many of the nearest by meaning are added. In
cross-validation, measuring all 150 does not improve recall@10 on LoCoMo 1-5, and improves it by 0.2 points on BEAM-100K
in twice the time."""
OF_THE_USER, OF_THE_NAMED, OF_AN_ENTRY = 0.3, 0.2, 0.6
"""Additions to a candidate's relevance, as shares of the best relevance: for a turn of the user, for a turn whose
speaker the query names, and for an entry (except passages of tools' results, of which one attachment has hundreds). The
relevance of the question that a turn answers, and of the best turn of its session, did not improve on these."""
_ROLES = ("user", "assistant", "tool")
"""Speakers without a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticMatches:
    """The findings of vectors for a query.

    Attributes:
        candidates: Near documents that words did not find; their relevance is 0.
        similarities: Ref → cosine with the query, for candidates and turns beside them.
        notes: Reasons for finding nothing, for the receipt.
    """

    candidates: tuple[Candidate, ...] = ()
    similarities: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The maximum cost of a plan.

    Attributes:
        whole: Documents that the unpaired terms may hit together; the rarest term may exceed it.
        all: Documents that all terms may hit together, counting the rarer word of every pair; the cheapest pair may
            exceed it.
        pairs: Maximum pairs.
        words: Maximum words, the rarest.
    """

    whole: int
    all: int
    pairs: int
    words: int = 1_000


BUDGET = Budget(whole=2_000, all=40_000, pairs=1_200)
"""The budget of a store with fewer than `MANY` documents."""
BUDGET_OF_MANY = Budget(whole=1_000, all=15_000, pairs=30)
"""The budget of larger stores. Known items among the first ten, and p99 of finding, at 1,000,000 documents in one run
on a busy machine: 97.0 % in 29 ms with 1,000 and 20,000, 97.3 % in 27 ms with these, 96.7 % in 24 ms with 1,000 and
10,000, 91.0 % with 1,000 and 5,000."""
BUDGET_OF_NEAREST = Budget(whole=250, all=2_500, pairs=3, words=8)
"""The budget of a search for nearly the same statement, which has most of the words and so most of the rare ones."""
MANY = 5_000
LARGE = 500
"""Number of documents from which words in more than half of them are not searched for: BM25 gives these no weight."""


def plan(
    words: tuple[str, ...],
    search: Search,
    scopes: Sequence[int],
    budget: Budget | None = None,
    frequencies: Mapping[str, int] | None = None,
) -> Terms:
    """Return the terms to search for, so that the cost depends on how often they occur and not on the store's size.

    Rare terms are taken as they are, as long as their documents in these scopes stay within the budget. Of the other
    words, documents with two of them are searched for, the cheapest pairs first. In a small store the plan is the plain
    OR of all words; from `LARGE` documents on, without uninformative ones.

    Args:
        words: The words to search for.
        search: The index.
        scopes: The owners of the documents.
        budget: Maximum cost; derived from the size of the store if not given.
        frequencies: Word → number of documents with it, if known; the search also ranks by them.
    """
    size = search.size(scopes)
    counted = search.frequencies(words, scopes) if frequencies is None else frequencies
    terms = plan_within(_telling(counted, size), budget or (BUDGET if size < MANY else BUDGET_OF_MANY))
    planned = {*terms.words, *chain.from_iterable(terms.pairs)}
    rest = tuple(word for word in words if word not in planned)
    return replace(terms, rest=rest, frequencies=frequencies or {})


def plan_within(frequency: Mapping[str, int], budget: Budget) -> Terms:
    """Return the terms for words of these frequencies that stay within a budget.

    The rarest word is searched for alone even if it exceeds the budget for single words, unless it exceeds the whole
    budget and can be paired. A single word is always searched for.
    """
    known = sorted(frequency, key=lambda word: (frequency[word], word))[: budget.words]
    whole: list[str] = []
    cost = 0
    for word in known:
        if cost + frequency[word] > budget.whole and (whole or _pairs_are_cheaper(known, frequency, budget)):
            break
        whole.append(word)
        cost += frequency[word]
    pairs: list[tuple[str, str]] = []
    frequent = known[len(whole) :]
    for first, second in combinations(frequent, 2):  # the rarer one first, so that the cheapest come first
        cost += frequency[first]
        if len(pairs) == budget.pairs or (cost > budget.all and (pairs or whole)):
            break
        pairs.append((first, second))
    return Terms(words=tuple(whole or (known[:1] if not pairs else ())), pairs=tuple(pairs))


def _pairs_are_cheaper(known: Sequence[str], frequency: Mapping[str, int], budget: Budget) -> bool:
    """Return True if even the rarest word is too frequent to search for alone, and can be paired."""
    return len(known) > 1 and frequency[known[0]] > budget.all


def _telling(frequencies: Mapping[str, int], size: int) -> dict[str, int]:
    """Return the frequencies of the informative words; see `LARGE`."""
    known = {word: number for word, number in frequencies.items() if number}
    if size < LARGE:
        return known
    telling = {word: number for word, number in known.items() if number <= size / 2}
    if telling or not known:
        return telling
    rarest = min(known, key=lambda word: (known[word], word))
    return {rarest: known[rarest]}


def favour(query: Query) -> Favour:
    """Return the addition to a turn's relevance for its speaker; entries get none."""
    asked = f" {fold(query.text)} "

    def added(layer: Layer | None, subject: str) -> float:
        if layer is not None:
            return 0.0
        if subject in _ROLES:
            return OF_THE_USER if subject == "user" else 0.0
        first = subject.split(maxsplit=1)[:1]
        return OF_THE_NAMED if first and f" {first[0]}" in asked else 0.0

    return added


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """The depth of each search by words.

    Attributes:
        limit: Maximum candidates, see `contract.Search.candidates`.
        favours: True if the speaker counts beside relevance, see `favour`.
    """

    limit: int
    favours: bool

    def favour(self, query: Query) -> Favour | None:
        """Return the signals besides relevance that decide for a query."""
        return favour(query) if self.favours else None


CANDIDATES = 150
"""Candidates of a search whose ranking is not narrowed."""
BY_WORDS = Depth(limit=MEASURED, favours=True)
WITH_MEANING = Depth(limit=CANDIDATES, favours=False)
"""The depth with vectors. It is greater, because hits by meaning may rank low by their words: with the limit of
`BY_WORDS`, recall@10 on LoCoMo was 0.1 points lower."""


def narrow(
    candidates: Sequence[Candidate], query: Query, similarities: Mapping[str, float], keep: int = MEASURED
) -> tuple[Candidate, ...]:
    """Return the *keep* best candidates, the *keep* nearest by meaning, and half as many from a requested time."""
    if len(candidates) <= keep:
        return tuple(candidates)
    promise = _promise(candidates, favour(query))
    ranked = sorted(candidates, key=lambda one: (-promise[one.ref], one.ref))
    refs = {one.ref for one in ranked[:keep]}
    refs.update([one.ref for one in ranked if _is_of(one, query.period)][: keep // 2])
    near = similarities.keys() & promise.keys()
    refs.update(sorted(near, key=lambda ref: (-similarities[ref], ref))[:keep])
    return tuple(one for one in candidates if one.ref in refs)


def _is_of(candidate: Candidate, period: Period | None) -> bool:
    """Return True if it was said in the period; False without a period."""
    if period is None or (period.since is not None and candidate.at < instant(period.since)):
        return False
    return period.until is None or candidate.at < instant(period.until)


def _promise(candidates: Sequence[Candidate], added: Favour) -> dict[str, float]:
    """Return the relevance of each candidate with its additions, by ref."""
    best = max(one.relevance for one in candidates) or 1.0
    speakers = {one.name or one.speaker or "" for one in candidates if one.layer is None}
    of_turns = {speaker: added(None, fold(speaker)) for speaker in speakers}
    promise = {}
    for one in candidates:
        if one.layer is None:
            more = of_turns[one.name or one.speaker or ""]
        else:
            more = OF_AN_ENTRY if one.speaker != "tool" else 0.0
        promise[one.ref] = one.relevance / best + more
    return promise
