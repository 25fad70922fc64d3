"""Reading candidates."""

from __future__ import annotations

import json
from collections.abc import Sequence
from heapq import nlargest
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.values import Candidate

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.contract import Favour
    from tiermem.values import Layer

_RELEVANCE, _REF = itemgetter(0), itemgetter(2)


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
"""Share of the best: of what is below it next to nothing comes out on top. The signals that read texts cost more than
finding them."""

FIELDS = """
    coalesce(e.id, t.session_id || '/' || t.position), coalesce(e.content, t.content), d.at, e.layer, e.source,
    coalesce(e.speaker, t.speaker), coalesce(e.correction, 0), coalesce(e.importance, 0.5),
    coalesce(e.subject, t.name)
"""
"""Those of a `Candidate` from its ref to its name, where ``documents d`` is joined by `RECORDS`."""
RECORDS = "LEFT JOIN entries e ON e.id = d.entry_id LEFT JOIN turns t ON t.id = d.turn_id"
_WEIGHED = f"""
    SELECT d.id, {FIELDS}, d.tags, substr(d.content, 1, {LONGEST_SCORED})
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
    """At most *limit* of them, in any order; see `contract.Search.candidates`.

    Beyond half of them, those that are `FAR_BELOW` the best are left out where relevance alone does not decide.
    """
    if favour is None:
        return nlargest(limit, weighed, key=_RELEVANCE)
    best = max(map(_RELEVANCE, weighed), default=0.0)
    kinds = {(one.layer, one.subject) for one in weighed}
    added = {kind: best * favour(*kind) for kind in kinds}
    promise = [(one.relevance + added[one.layer, one.subject], one.row, one) for one in weighed]
    promise.sort(reverse=True)
    least = FAR_BELOW * promise[0][0] if promise else 0.0
    return [
        one for place, (points, _, one) in enumerate(promise[:limit]) if points >= least or 2 * place < limit
    ]


def read_weighed(database: Database, weighed: Sequence[Weighed]) -> list[Candidate]:
    """The candidates of weighed documents, best first."""
    rows = {one.row: one for one in weighed}
    read = database.execute_sql(_WEIGHED, (json.dumps(sorted(rows)),)).fetchall()
    return best_first([Candidate._make((*rows[row][:2], *fields)) for row, *fields in read])


def best_first(found: list[Candidate]) -> list[Candidate]:
    """By relevance, of equals by ref: in an order that does not depend on when they were indexed."""
    found.sort(key=_REF)
    found.sort(key=_RELEVANCE, reverse=True)  # which leaves equals in their order
    return found
