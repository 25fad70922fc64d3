"""Work out once what all signals need to know of a query and its candidates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.ports.context import Asked
from tiermem.text import fold, word_list
from tiermem.text.terms import idf

if TYPE_CHECKING:
    from tiermem.ports.context import Query
    from tiermem.store.contract import Search
    from tiermem.values import Candidate

_LONGEST = 2_000
"""Characters of a query that signals look at."""
_HEAD = 3
"""Letters that a word has in common with its stem, but for the shortest."""


def ask(
    query: Query,
    candidates: Sequence[Candidate],
    search: Search,
    *,
    scopes: Sequence[int],
    now: datetime,
    similarities: Mapping[str, float] | None = None,
) -> Asked:
    """Return a query in front of its candidates; see `Asked.similarities`."""
    in_order = word_list(query.text[:_LONGEST])
    stems = search.stems(in_order)
    words = {one.ref: one.searched.split() for one in candidates}
    known = _alike(words.values(), stems, search)
    named = _named(candidates, in_order)
    of_names = {stems[word] for name in named for word in word_list(name) if word in stems}
    return Asked(
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
    """Return the words of the texts whose stem is one of the query's, with it."""
    wanted = frozenset(stems.values())
    heads = {stem[:_HEAD] for stem in wanted}
    similar = [word for word in set().union(*texts) if word[:_HEAD] in heads]
    return {word: stem for word, stem in search.stems(similar).items() if stem in wanted}


def _named(candidates: Iterable[Candidate], in_order: Sequence[str]) -> frozenset[str]:
    """Return the names among the candidates that stand in the query; a first name is enough."""
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
