"""Rank candidates: hooks measure signals, and a scorecard turns them into a chance.

A scorecard is a small table of points for each signal, fitted offline, and a probability for their sum.
The tables are data, two files per kind of candidate, with and without vectors: ``people`` for turns of people who talk
under their names, ``assistant`` for turns of a user and an assistant, ``entries``. `benchmarks.fit` makes them, and
they name their data. An additive scorecard, fitted by lambdarank with decision stumps, beat weights set by hand on
every data set tried. With vectors, words have less weight: adding tables of likeness to the others cost a point of
recall@10.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise
from math import exp, log, prod
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

from tiermem.engine.recall.coverage import HEAD, having_stems
from tiermem.ports.context import QueryContext
from tiermem.text import fold, word_list
from tiermem.text.terms import idf
from tiermem.values.frozen import dataclass
from tiermem.values.recall import Weighing

if TYPE_CHECKING:
    from tiermem.ports import Hooks
    from tiermem.ports.context import Query
    from tiermem.store.contract import Search
    from tiermem.values import Candidate, Passage, Signal

Kind = Literal["people", "assistant", "entries"]
KINDS: tuple[Kind, ...] = ("people", "assistant", "entries")
SMALLEST_FACTOR, LARGEST_FACTOR = 0.1, 10.0
"""Bounds of the factor by which a `score_entries` hook multiplies the odds."""
_OF_VECTORS = "likeness"
"""The signal that exists only with vectors."""
_LONGEST = 2_000
"""Maximum characters of a query that signals see."""
_NOTHING: tuple[Sequence[float], Sequence[float]] = ((), (0.0,))
"""Cuts and points of a signal that the scorecard does not know."""


def kind_of(candidate: Candidate) -> Kind:
    """Return the kind of scorecard for a candidate."""
    if candidate.layer is not None:
        return "entries"
    return "people" if candidate.name else "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The points of one signal: ``points[n]`` for a value above n of the cuts."""

    cuts: Sequence[float]
    points: Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorecard:
    """The tables of one kind of candidate.

    Attributes:
        name: The name of its file, without the ending.
        signals: Signal → its table.
        slope: Logarithm of the odds per point.
        offset: Logarithm of the odds for no points.
    """

    name: str
    signals: Mapping[str, Table]
    slope: float
    offset: float

    @property
    def weighing(self) -> Weighing:
        """Return its conversion of points into a chance, for receipts."""
        return _weighing(self.name, self.offset, self.slope)

    def chance(self, points: float, factor: float = 1.0) -> float:
        """Return the probability that a candidate with these points matters, its odds multiplied by a factor."""
        return 1.0 / (1.0 + exp(-(self.slope * points + self.offset + log(factor))))


@cache
def _weighing(name: str, offset: float, slope: float) -> Weighing:
    return Weighing(scorecard=name, base=offset, slope=slope)


def file_of(kind: Kind, *, with_vectors: bool) -> str:
    """Return the file of a scorecard."""
    name = f"{kind}_with_vectors" if with_vectors else kind
    return f"{os.path.dirname(__file__)}/scorecards/{name}.json"


@cache
def scorecard(kind: Kind, *, with_vectors: bool = False) -> Scorecard:
    """Return the shipped scorecard for a kind of candidate, with or without likeness."""
    with open(file_of(kind, with_vectors=with_vectors), "rb") as file:
        data = json.load(file)
    return Scorecard(
        name=f"{kind}_with_vectors" if with_vectors else kind,
        signals={
            name: Table(cuts=tuple(table["cuts"]), points=tuple(table["points"]))
            for name, table in data["signals"].items()
        },
        slope=data["slope"],
        offset=data["offset"],
    )


class Ranking:
    """The candidates of one query, measured by the signals of all plugins.

    Attributes:
        failures: Plugins that failed to measure, and why.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        query: Query,
        search: Search,
        hooks: Hooks,
        *,
        scopes: Sequence[int],
        now: datetime,
        similarities: Mapping[str, float] | None = None,
    ) -> None:
        self._candidates = candidates
        self._kinds = [kind_of(candidate) for candidate in candidates]
        measured = (
            hooks.score_entries(
                ask(query, candidates, search, scopes=scopes, now=now, similarities=similarities), candidates
            )
            if candidates
            else None
        )
        signals = measured.values if measured else ()
        self.failures = tuple(map(str, measured.failures)) if measured else ()
        with_vectors = any(signal.name == _OF_VECTORS and signal.values for signal in signals)
        self._cards = {kind: scorecard(kind, with_vectors=with_vectors) for kind in set(self._kinds)}
        columns = [(signal.name, _points(signal, self._kinds, self._cards)) for signal in signals]
        self._names = [name for name, points in columns if points]
        self._points = [*zip(*(points for _, points in columns if points), strict=True)]
        self._factors = [(signal.name, _bounded(signal.factors)) for signal in signals if signal.factors]

    def best(self, keep: int) -> list[Passage]:
        """Return the best candidates as passages until *keep* texts differ; their parts are points.

        The best come first; among equals, the newest.
        """
        passages: list[Passage] = []
        texts: set[str] = set()
        shown = {
            points: round(points, 2) for points in set().union(*self._points)
        }  # rounding each takes longer
        for chance, _, _, place in self._order():
            if len(texts) == keep:
                break
            passages.append(self._passage(place, chance, shown))
            texts.add(passages[-1].text)
        return passages

    def refs(self) -> list[str]:
        """Return the refs of all candidates in the order of `best`."""
        return [ref for _, _, ref, _ in self._order()]

    def _order(self) -> list[tuple[float, str, str, int]]:
        """Return (chance, instant, ref, place) of each candidate, the best first."""
        chances = [
            self._cards[kind].chance(sum(points), self._factor(one.ref))
            for kind, points, one in zip(
                self._kinds, self._points or [()] * len(self._kinds), self._candidates, strict=True
            )
        ]
        order = [
            (chance, one.at, one.ref, place)
            for place, (chance, one) in enumerate(zip(chances, self._candidates, strict=True))
        ]
        order.sort(key=itemgetter(2))
        order.sort(key=itemgetter(0, 1), reverse=True)
        return order

    def _factor(self, ref: str) -> float:
        return prod(factors.get(ref, 1.0) for _, factors in self._factors) if self._factors else 1.0

    def _passage(self, place: int, chance: float, shown: dict[float, float]) -> Passage:
        """Return a candidate as a passage; *shown* has points as its parts have them."""
        candidate, card = self._candidates[place], self._cards[self._kinds[place]]
        parts = dict(zip(self._names, self._points[place], strict=True)) if self._points else {}
        for name, factors in self._factors:
            if candidate.ref in factors:
                changed = parts.get(name, 0.0) + log(factors[candidate.ref]) / card.slope
                parts[name] = changed
                shown[changed] = round(changed, 2)
        rounded = {name: part for name, points in parts.items() if (part := shown[points])}
        return candidate.passage(chance, rounded, card.weighing)


def _points(signal: Signal, kinds: Sequence[Kind], cards: Mapping[Kind, Scorecard]) -> Sequence[float]:
    """Return the points of each candidate by the scorecard of its kind; none if no scorecard knows the signal."""
    if not signal.values:
        return ()
    tables = {kind: card.signals.get(signal.name) for kind, card in cards.items()}
    if not any(tables.values()):
        return ()
    steps = {kind: (table.cuts, table.points) if table else _NOTHING for kind, table in tables.items()}
    if len(steps) == 1:
        ((cuts, points),) = steps.values()
        return [points[bisect_left(cuts, value)] for value in signal.values]
    of_each = [steps[kind] for kind in kinds]
    return [
        points[bisect_left(cuts, value)] for (cuts, points), value in zip(of_each, signal.values, strict=True)
    ]


def _bounded(factors: Mapping[str, float]) -> Mapping[str, float]:
    return {ref: min(max(factor, SMALLEST_FACTOR), LARGEST_FACTOR) for ref, factor in factors.items()}


def ask(
    query: Query,
    candidates: Sequence[Candidate],
    search: Search,
    *,
    scopes: Sequence[int],
    now: datetime,
    similarities: Mapping[str, float] | None = None,
) -> QueryContext:
    """Return a query with its candidates, for signals; see `QueryContext.similarities`."""
    in_order = word_list(query.text[:_LONGEST])
    stems = search.stems(in_order)
    words = {one.ref: one.searched.split() for one in candidates}
    known = _alike(words.values(), stems, search)
    named = _named(candidates, in_order)
    of_names = {stems[word] for name in named for word in word_list(name) if word in stems}
    return QueryContext(
        query=query,
        now=now,
        weights=_weights(query.words, stems, of_names, search, scopes),
        adjacent=frozenset(pairwise(stems[word] for word in in_order)),
        names=named,
        words=words,
        shared={
            ref: [(place, known[word]) for place, word in enumerate(own) if word in known]
            for ref, own in words.items()
        },
        similarities=similarities or {},
    )


def _alike(texts: Iterable[Sequence[str]], stems: Mapping[str, str], search: Search) -> dict[str, str]:
    """Return word of the texts → its stem, for the words that have a stem of the query."""
    wanted = frozenset(stems.values())
    similar = having_stems(set().union(*texts), {stem[:HEAD] for stem in wanted})
    return {word: stem for word, stem in search.stems(similar).items() if stem in wanted}


def _named(candidates: Iterable[Candidate], in_order: Sequence[str]) -> frozenset[str]:
    """Return the candidates' names that occur in the query; a first name is enough."""
    asked = f" {' '.join(in_order)} "
    names = {one.name: word_list(one.name) for one in candidates if one.name}
    return frozenset(
        fold(name)
        for name, words in names.items()
        if words and (f" {' '.join(words)} " in asked or f" {words[0]} " in asked)
    )


def _weights(
    telling: Sequence[str],
    stems: Mapping[str, str],
    of_names: set[str],
    search: Search,
    scopes: Sequence[int],
) -> dict[str, float]:
    size = search.size(scopes)
    return {
        stems[word]: idf(size, number)
        for word, number in search.frequencies(telling, scopes).items()
        if word in stems and stems[word] not in of_names
    }
