"""Reading candidates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.store.tables.sql import marks
from tiermem.values import Candidate

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.contract import Favour
    from tiermem.values import Layer

_RELEVANCE, _REF, _RELEVANCE_AND_ROW = itemgetter(0), itemgetter(2), itemgetter(0, 2)


class Weighed(NamedTuple):
    """A document that matched, before its record is read: most are weighed in vain.

    Attributes:
        relevance: See `Candidate`.
        content_relevance: See `Candidate`.
        row: Its id.
        layer: The entry's; None for a turn.
        subject: The words of its subject, of a turn of who spoke.
    """

    relevance: float
    content_relevance: float
    row: int
    layer: Layer | None
    subject: str


LONGEST_SCORED = 800
"""Characters of a text's words that signals look at: what it is about stands in its beginning."""

FAR_BELOW = 0.4
"""Share of the best: of what is below it next to nothing comes out on top, and the signals that read texts cost more
than finding them. On LoCoMo 1-5 and BEAM-100K, with 30 kept in any case, 0.3 and 0.4 had the same recall@10 as no such
bound, within 0.4 points."""

FIELDS = """
    coalesce(e.id, t.session_id || '/' || t.position), coalesce(e.content, t.content), d.at, e.layer, e.source,
    coalesce(e.speaker, t.speaker), coalesce(e.correction, 0), coalesce(e.importance, 0.5),
    coalesce(e.subject, t.name)
"""
"""Those of a `Candidate` from its ref to its name, where ``documents d`` is joined by `RECORDS`."""
RECORDS = "LEFT JOIN entries e ON e.id = d.entry_id LEFT JOIN turns t ON t.id = d.turn_id"
_WEIGHED = f"""
    SELECT d.id, d.layer, {FIELDS}, d.tags, substr(d.content, 1, {LONGEST_SCORED})
    FROM json_each(?) row CROSS JOIN documents d ON d.id = row.value {RECORDS}
    WHERE coalesce(e.id, t.id) IS NOT NULL
"""


def read(database: Database, found: str, values: Sequence[Any]) -> list[Candidate]:
    """The candidates that were found by other means than words, in any order.

    Args:
        database: Where they are.
        found: SELECT of entry_id, turn_id, at, tags and content of documents.
        values: Of its parameters.
    """
    sql = f"""
        SELECT 0.0, 0.0, {FIELDS}, d.tags, substr(d.content, 1, {LONGEST_SCORED})
        FROM ({found}) d {RECORDS} WHERE coalesce(e.id, t.id) IS NOT NULL
    """
    return [Candidate._make(row) for row in database.execute_sql(sql, values).fetchall()]


def most_promising(weighed: Sequence[Weighed], limit: int, favour: Favour | None) -> Sequence[Weighed]:
    """See `contract.Search.candidates`; in any order, of equals the newest."""
    if favour is None:
        return nlargest(limit, weighed, key=_RELEVANCE_AND_ROW)
    turns = [one for one in weighed if one.layer is None]
    entries = [one for one in weighed if one.layer is not None]
    return [*_favoured(turns, limit, favour), *_favoured(entries, limit, favour)]


def _favoured(weighed: Sequence[Weighed], limit: int, favour: Favour) -> Iterator[Weighed]:
    """Beyond half of the limit, those that are `FAR_BELOW` the best are left out."""
    best = max(map(_RELEVANCE, weighed), default=0.0)
    kinds = {(one.layer, one.subject) for one in weighed}
    added = {kind: best * favour(*kind) for kind in kinds}
    promise = [(one.relevance + added[one.layer, one.subject], one.row, one) for one in weighed]
    promise.sort(reverse=True)
    for place, (points, _, one) in enumerate(promise[:limit]):
        if points < FAR_BELOW * promise[0][0] and 2 * place >= limit:
            break
        yield one


def read_weighed(database: Database, weighed: Sequence[Weighed], scopes: Sequence[int]) -> list[Candidate]:
    """The candidates of weighed documents that are in these scopes, best first.

    A row may have become another document since it was found: then it is none of them.
    """
    rows = {one.row: one for one in weighed}
    sql = f"{_WEIGHED} AND d.scope_id IN ({marks(database, len(scopes))})"
    read = database.execute_sql(sql, (json.dumps(sorted(rows)), *scopes)).fetchall()
    return best_first(
        [
            Candidate._make((*rows[row][:2], *fields))
            for row, layer, *fields in read
            if layer == rows[row].layer
        ]
    )


def best_first(found: list[Candidate]) -> list[Candidate]:
    """By relevance, of equals by ref: in an order that does not depend on when they were indexed."""
    found.sort(key=_REF)
    found.sort(key=_RELEVANCE, reverse=True)  # which leaves equals in their order
    return found
