"""Reading candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tiermem.values import Candidate

if TYPE_CHECKING:
    from peewee import Database

LONGEST_SCORED = 800
"""Characters of a text's words that signals look at: what it is about stands in its beginning."""


def read(database: Database, found: str, values: Sequence[Any]) -> list[Candidate]:
    """The candidates of a statement that gives documents, best first.

    Args:
        database: Where they are.
        found: SELECT of entry_id, turn_id, at, tags, content, relevance and content_relevance.
        values: Of its parameters.
    """
    sql = f"""
        SELECT found.relevance, found.content_relevance, coalesce(e.id, t.session_id || '/' || t.position),
            coalesce(e.content, t.content), found.at, e.layer, e.source, coalesce(e.speaker, t.speaker),
            coalesce(e.correction, 0), coalesce(e.importance, 0.5), coalesce(e.subject, t.name),
            found.tags, substr(found.content, 1, {LONGEST_SCORED})
        FROM ({found}) found
        LEFT JOIN entries e ON e.id = found.entry_id
        LEFT JOIN turns t ON t.id = found.turn_id
        WHERE coalesce(e.id, t.id) IS NOT NULL
        ORDER BY found.relevance DESC, 2
    """
    return [Candidate._make(row) for row in database.execute_sql(sql, values).fetchall()]
