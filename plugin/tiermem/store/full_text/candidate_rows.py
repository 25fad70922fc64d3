"""Read candidates: the data of documents that ranking needs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tiermem.store.full_text.conditions import met_by_documents, met_by_kind
from tiermem.store.sql.statements import PLACES, placeholders
from tiermem.values import Candidate
from tiermem.values.frozen import NamedTuple
from tiermem.values.recall import LONGEST_SEARCHED

if TYPE_CHECKING:
    from tiermem.store.contract import Favour, SearchFilter
    from tiermem.store.sql.database import Database
    from tiermem.values import Layer

_RELEVANCE, _REF, _RELEVANCE_AND_ROW = itemgetter(0), itemgetter(2), itemgetter(0, 2)


class Match(NamedTuple):
    """A document that matched, before its record is read, because most are not among the best.

    Attributes:
        relevance: See `Candidate`.
        content_relevance: See `Candidate`.
        row: Its id.
        layer: The entry's layer; None for a turn.
        subject: The words of its subject, or of the turn's speaker.
    """

    relevance: float
    content_relevance: float
    row: int
    layer: Layer | None
    subject: str


FAR_BELOW = 0.4
"""Minimum share of the best relevance. Matches below it almost never rank first, and reading their texts for signals
costs more than finding them. On LoCoMo 1-5 and BEAM-100K, with 30 kept in any case, 0.3 and 0.4 had the same recall@10
as no such bound, within 0.4 points."""

FIELDS = """
    coalesce(e.id, t.session_id || '/' || t.position), coalesce(e.content, t.content), d.at, e.layer, e.source,
    coalesce(e.speaker, t.speaker), coalesce(e.correction, 0), coalesce(e.importance, 0.5),
    coalesce(e.subject, t.name)
"""
"""The columns of a `Candidate` from its ref to its name, for ``documents d`` joined with `RECORDS`."""
RECORDS = "LEFT JOIN entries e ON e.id = d.entry_id AND +e.scope_id = d.scope_id LEFT JOIN turns t ON t.id = d.turn_id"
"""The record of a document. Keys on a server end with the owner: others' entries may have the same id."""
_MATCHED = f"""
    SELECT d.id, d.layer, {FIELDS}, d.tags, substr(d.content, 1, {LONGEST_SEARCHED})
    FROM json_each(?) row CROSS JOIN documents d ON d.id = CAST(row.value AS BIGINT) {RECORDS}
    WHERE (e.id IS NOT NULL OR t.id IS NOT NULL)
"""
_BY_REF = "SELECT d.scope_id, d.entry_id, d.turn_id, d.at, d.tags, d.content"
_ENTRIES = f"{_BY_REF} FROM json_each(?) wanted CROSS JOIN documents d ON d.entry_id = wanted.value"
_TURNS = (
    f"{_BY_REF} FROM {PLACES} wanted CROSS JOIN turns t ON t.session_id = wanted.session_id "
    "AND t.position = wanted.position CROSS JOIN documents d ON d.turn_id = t.id"
)


def turn_place(ref: str) -> tuple[str, int] | None:
    """Return the session and position in a turn's ref; None for an entry's ref."""
    session_id, separator, position = ref.rpartition("/")
    return (session_id, int(position)) if separator and position.isdecimal() and len(position) < 19 else None


def entries_and_turns(refs: Sequence[str]) -> tuple[str, str]:
    """Return the ids of entries and the places of turns among some refs, both as JSON."""
    places = {ref: turn_place(ref) for ref in refs}
    entries = json.dumps([ref for ref, place in places.items() if place is None])
    turns = json.dumps([place for place in places.values() if place is not None])
    return entries, turns


def by_ref(database: Database, refs: Sequence[str], scopes: Sequence[int]) -> list[Candidate]:
    """See `contract.Search.by_ref`."""
    if not refs or not scopes:
        return []
    entries, turns = entries_and_turns(refs)
    owned = f"WHERE d.scope_id IN ({placeholders(database, len(scopes))})"
    sql = f"{_ENTRIES} {owned} UNION ALL {_TURNS} {owned}"
    found = {one.ref: one for one in _read(database, sql, [entries, *scopes, turns, *scopes])}
    return [found[ref] for ref in dict.fromkeys(refs) if ref in found]


def newest(database: Database, where: SearchFilter, scopes: Sequence[int], limit: int) -> list[Candidate]:
    """See `contract.Search.newest`."""
    if not scopes or not (where.layers or where.turns):
        return []
    kinds, met = met_by_kind(database, where), met_by_documents(database, where)
    texts = [f"d.scope_id IN ({placeholders(database, len(scopes))})", *kinds.texts, *met.texts]
    sql = f"{_BY_REF} FROM documents d WHERE {' AND '.join(texts)} ORDER BY d.at DESC, d.id DESC LIMIT ?"
    found = _read(database, sql, [*scopes, *kinds.values, *met.values, limit])
    return sorted(found, key=lambda one: (one.at, one.ref), reverse=True)


def _read(database: Database, found: str, values: Sequence[Any]) -> list[Candidate]:
    """Return the candidates that a SELECT of scope_id, entry_id, turn_id, at, tags and content of documents finds."""
    sql = f"""
        SELECT 0.0, 0.0, {FIELDS}, d.tags, substr(d.content, 1, {LONGEST_SEARCHED})
        FROM ({found}) d {RECORDS} WHERE (e.id IS NOT NULL OR t.id IS NOT NULL)
    """
    return [Candidate._make(row) for row in database.execute_sql(sql, values).fetchall()]


def most_promising(matches: Sequence[Match], limit: int, favour: Favour | None) -> Sequence[Match]:
    """See `contract.Search.candidates`. The order is arbitrary; of equal matches the newest are kept."""
    if favour is None:
        return sorted(matches, key=_RELEVANCE_AND_ROW, reverse=True)[:limit]
    turns = [one for one in matches if one.layer is None]
    entries = [one for one in matches if one.layer is not None]
    return [*_favoured(turns, limit, favour), *_favoured(entries, limit, favour)]


def _favoured(matches: Sequence[Match], limit: int, favour: Favour) -> Iterator[Match]:
    """Yield the best matches. Beyond half of the limit, leave out those `FAR_BELOW` the best."""
    best = max(map(_RELEVANCE, matches), default=0.0)
    added = {kind: best * favour(*kind) for kind in {(one.layer, one.subject) for one in matches}}
    promise = [(one.relevance + added[one.layer, one.subject], one.row, one) for one in matches]
    promise.sort(reverse=True)
    for place, (points, _, one) in enumerate(promise[:limit]):
        if points < FAR_BELOW * promise[0][0] and 2 * place >= limit:
            break
        yield one


def read_matches(database: Database, matches: Sequence[Match], scopes: Sequence[int]) -> list[Candidate]:
    """Return the candidates of matches in these scopes, best first, then by ref.

    An id may belong to another document by now. Such a match is left out.
    """
    rows = {one.row: one for one in matches}
    # id and layer stand in the place of the two relevances
    sql = f"{_MATCHED} AND d.scope_id IN ({placeholders(database, len(scopes))})"
    read = database.at_once(sql, (json.dumps(sorted(rows)), *scopes), len(Candidate._fields))
    found = [
        Candidate._make((*rows[row][:2], *fields)) for row, layer, *fields in read if layer == rows[row].layer
    ]
    found.sort(key=_REF)
    found.sort(key=_RELEVANCE, reverse=True)  # a stable sort
    return found
