"""Reading candidates."""

from __future__ import annotations

import json
from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tiermem.values import Candidate

if TYPE_CHECKING:
    from peewee import Database

_RELEVANCE, _REF = itemgetter(0), itemgetter(2)
Scored = tuple[int, float, float]
"""A document, its relevance and its content relevance."""
LONGEST_SCORED = 800
"""Characters of a text's words that signals look at: what it is about stands in its beginning."""

FIELDS = """
    coalesce(e.id, t.session_id || '/' || t.position), coalesce(e.content, t.content), d.at, e.layer, e.source,
    coalesce(e.speaker, t.speaker), coalesce(e.correction, 0), coalesce(e.importance, 0.5),
    coalesce(e.subject, t.name)
"""
"""Those of a `Candidate` from its ref to its name, where ``documents d`` is joined by `RECORDS`."""
RECORDS = "LEFT JOIN entries e ON e.id = d.entry_id LEFT JOIN turns t ON t.id = d.turn_id"


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


def read_scored(database: Database, scored: Sequence[Scored]) -> list[Candidate]:
    """The candidates of scored documents, best first."""
    sql = f"""
        SELECT d.id, {FIELDS}, d.tags, substr(d.content, 1, {LONGEST_SCORED})
        FROM json_each(?) row CROSS JOIN documents d ON d.id = row.value {RECORDS}
        WHERE coalesce(e.id, t.id) IS NOT NULL
    """
    ids = json.dumps([one[0] for one in scored])
    rows = {row[0]: row for row in database.execute_sql(sql, (ids,)).fetchall()}
    found = [
        Candidate._make((relevance, content, *rows[row][1:]))
        for row, relevance, content in scored
        if row in rows
    ]
    return best_first(found)


def best_first(found: list[Candidate]) -> list[Candidate]:
    """By relevance, of equals by ref: in an order that does not depend on when they were indexed."""
    found.sort(key=_REF)
    found.sort(key=_RELEVANCE, reverse=True)  # which leaves equals in their order
    return found
