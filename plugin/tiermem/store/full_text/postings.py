"""Candidates of a large index: rows by the words they hold, then BM25 for the few that may be among the best.

FTS5's own bm25() was measured at 2 µs for every row that matches, and each of its cursors counts all rows of all words
anew, whosever they are. Reading which rows hold a word costs 0.2 µs a row. So rows are read word by word (or pair by
pair), weighed by what their words tell, and only the best of them are fetched and scored, by the same formula.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from math import log
from typing import TYPE_CHECKING, Any

from tiermem.store.full_text.documents import scope_tokens
from tiermem.text import clean
from tiermem.text.terms import base_form
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.store.contract import Terms
    from tiermem.values import Layer

K1, B = 1.2, 0.75
"""BM25's constants, those of FTS5."""

WEIGHTS = {"content": 1.0, "subject": 0.5, "tags": 0.5, "dates": 1.0, "context": 0.4, "scope": 0.0}
"""BM25 weights per column, chosen on LoCoMo conversations 1-5: dates +1.6 and context +13.9 points of recall@10."""
CONTENT_WEIGHTS = {"content": 1.0, "context": 0.7}
"""Those of `Candidate.content_relevance`."""
_AROUND, _AROUND_CONTENT = WEIGHTS["context"], CONTENT_WEIGHTS["context"]
"""What a word in the context weighs; one in the content weighs 1 in both."""
IN_TEXT = "{content subject tags dates context}"
"""The columns that words are looked for in."""

Rows = Callable[[str], Iterable[int]]
"""A MATCH expression over the text columns → the rows that match it, of the scopes asked for or of all."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """The words of a search as the index knows them.

    Attributes:
        weights: Stem → inverse document frequency.
        whole: Stem → the rows that hold it, of those that were read for themselves; of the others see `holding`.
    """

    weights: Mapping[str, float]
    whole: Mapping[str, set[int]] = field(default_factory=dict)

    @cached_property
    def starts(self) -> list[tuple[str, float, set[int] | None]]:
        """What a word in a text begins with, its weight, and the rows that hold it where these are known."""
        return [
            (f" {_beginning(stem)}", weight, self.whole.get(stem)) for stem, weight in self.weights.items()
        ]


def row_list(cursor: Any) -> list[int]:
    """The rows that were selected joined by ``group_concat``: a statement each costs more than reading them."""
    joined = cursor.fetchone()[0]
    rows: list[int] = json.loads(f"[{joined or ''}]")  # twice as fast as splitting
    return rows


def holding(
    terms: Terms, stems: Mapping[str, str], rows: Rows, known: Mapping[str, Sequence[int]]
) -> dict[str, set[int]]:
    """Stem → the rows that hold it, of the rows that the terms ask for.

    A word of a pair is asked for once, beside all words that it is paired with and those that are taken whole. Which
    of these a row holds is not told; one that is found but once is put down to the most frequent of them.

    Args:
        terms: What is looked for.
        stems: Each of its words and its stem.
        rows: Looks for rows.
        known: Stem → its rows, where they were looked for before.
    """
    read = {stem: set(found) for stem, found in known.items()}
    found: defaultdict[str, set[int]] = defaultdict(set)
    for word in terms.words:
        if stems[word] not in read:
            read[stems[word]] = set(rows(quoted(word)))
        found[stems[word]] |= read[stems[word]]
    beside: defaultdict[str, list[str]] = defaultdict(list)
    for first, second in terms.pairs:
        beside[first].append(second)
        beside[second] += []
    for word, others in beside.items():
        if either := (*terms.words, *others):
            found[stems[word]] |= _held_beside(word, either, stems, rows, read)
    for word, others in beside.items():
        if others:
            elsewhere = [held for stem, held in found.items() if stem != stems[word]]
            found[stems[others[-1]]] |= found[stems[word]].difference(*elsewhere)
    return found


def _held_beside(
    word: str, others: Sequence[str], stems: Mapping[str, str], rows: Rows, read: Mapping[str, set[int]]
) -> set[int]:
    """The rows that hold a word and any of the others."""
    if all(stems[one] in read for one in (word, *others)):
        return read[stems[word]].intersection(set().union(*(read[stems[one]] for one in others)))
    return set(rows(f"{quoted(word)} AND ({' OR '.join(map(quoted, others))})"))


def promising(found: Mapping[str, set[int]], weights: Mapping[str, float]) -> list[int]:
    """The rows whose words weigh most first, newest first among equals."""
    weighed: dict[int, float] = {}
    for stem, rows in found.items():
        weight = weights[stem]
        for row in rows:
            weighed[row] = weighed.get(row, 0.0) + weight
    newest = sorted(weighed, reverse=True)
    newest.sort(key=weighed.__getitem__, reverse=True)  # which leaves equals in their order
    return newest


def scores(row: int, texts: Sequence[str], length: float, words: Words) -> tuple[float, float]:
    """BM25 of one row by the weights of all columns, and by those of its content.

    A word is counted where its stem begins a word, which for most words is what the index counts.

    Args:
        row: The row.
        texts: Its content, subject, tags, dates and context, as they were indexed.
        length: Its tokens, as a multiple of the average.
        words: What is asked for.
    """
    content, subject, tags, dates, context = texts
    content, context, others = f" {content}", f" {context}", f" {subject} {tags} {dates}"
    norm = K1 * (1 - B + B * length)
    relevance = of_content = 0.0
    for start, weight, holders in words.starts:
        if holders is not None and row not in holders:
            continue
        inside, around = content.count(start), context.count(start)
        frequency = inside + around * _AROUND
        if start in others:
            frequency += _in_small_columns(start, subject, tags, dates)
        if frequency:
            relevance += weight * frequency * (K1 + 1) / (frequency + norm)
        if inside or around:
            own = inside + around * _AROUND_CONTENT
            of_content += weight * own * (K1 + 1) / (own + norm)
    return relevance, of_content


def _in_small_columns(start: str, subject: str, tags: str, dates: str) -> float:
    """How often words of the columns beside the texts begin so, by the columns' weights."""
    return (
        f" {subject}".count(start) * WEIGHTS["subject"]
        + f" {tags}".count(start) * WEIGHTS["tags"]
        + f" {dates}".count(start) * WEIGHTS["dates"]
    )


def quoted(word: str) -> str:
    """A word as an FTS5 string: never syntax, whatever is in it."""
    return '"' + clean(base_form(word)).replace('"', '""') + '"'


def in_texts(match: str) -> str:
    """A MATCH expression looked for in the text columns; where it cannot name a scope, in all, which costs less."""
    names_no_scope = match.isascii() and "scope" not in match.lower()
    return f"({match})" if names_no_scope else f"{IN_TEXT}: ({match})"


def any_of(terms: Terms) -> str:
    """The MATCH expression of any of the words, or of any of the pairs."""
    wanted = [quoted(word) for word in terms.words]
    return " OR ".join(
        [*wanted, *(f"({quoted(first)} AND {quoted(second)})" for first, second in terms.pairs)]
    )


def of_scopes(layers: Sequence[Layer | None], scopes: Sequence[int]) -> str:
    """The MATCH expression of the documents of scopes and layers (None for turns)."""
    return f"scope: ({' OR '.join(scope_tokens(layers, scopes))})"


def _beginning(stem: str) -> str:
    """What a word has in common with its stem: porter makes i of a last y."""
    return stem[:-1] if stem.endswith("i") and len(stem) > 3 else stem


def weight_in_fts5(size: int, number: int) -> float:
    """Inverse document frequency as FTS5 has it: next to nothing from half of the documents on.

    Where others write, more documents may hold a word than there were when they were counted.
    """
    return max(log((max(size - number, 0) + 0.5) / (number + 0.5)), 1e-6)


def total(blob: bytes) -> int:
    """The sum of the numbers of a record of FTS5."""
    return sum(blob) if blob.isascii() else sum(numbers(blob))  # below 128 each is a byte of its own


def numbers(blob: bytes) -> tuple[int, ...]:
    """The numbers of a record of FTS5: varints of seven bits, the high ones first."""
    found, value = [], 0
    for byte in blob:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            found.append(value)
            value = 0
    return tuple(found)
