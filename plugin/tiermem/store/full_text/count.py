"""All entries that match, unweighed: how many they are, and those that no ranking looked at."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.store.contract import Behind
from tiermem.store.full_text.conditions import met_by_documents
from tiermem.store.full_text.large_index import MOST_LISTED
from tiermem.store.full_text.postings import any_of, in_texts, of_scopes, row_list
from tiermem.store.full_text.selective import Selective

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.contract import SearchFilter, Terms

_NEWEST = """
    SELECT d.entry_id FROM json_each(?) row CROSS JOIN documents d ON d.id = row.value
    ORDER BY d.at DESC, d.id DESC LIMIT ? OFFSET ?
"""


class Matching:
    """The entries that match a search.

    Args:
        database: Where they are.
        terms: What is looked for.
        where: Filters; turns are left out.
        scopes: Whose entries.
    """

    def __init__(self, database: Database, terms: Terms, where: SearchFilter, scopes: Sequence[int]) -> None:
        self._database = database
        self._terms = terms
        self._where = where
        self._scopes = scopes

    def behind(self, refs: Sequence[str], limit: int, offset: int) -> Behind:
        """See `contract.Search.behind`."""
        known = "SELECT group_concat(id) FROM documents WHERE entry_id IN (SELECT value FROM json_each(?))"
        rows = self._rows().difference(row_list(self._database.execute_sql(known, (json.dumps(refs),))))
        if not rows or limit <= 0:
            return Behind(len(rows), [])
        found = self._database.execute_sql(_NEWEST, (json.dumps(sorted(rows)), limit, offset)).fetchall()
        return Behind(len(rows), [row[0] for row in found])

    def _rows(self) -> set[int]:
        match = f"{in_texts(any_of(self._terms))} AND {of_scopes(self._where.layers, self._scopes)}"
        holding = "SELECT group_concat(rowid) FROM documents_fts WHERE documents_fts MATCH ?"
        rows = row_list(self._database.execute_sql(holding, (match,)))
        conditions = met_by_documents(self._database, self._where)
        if not rows or not conditions.texts:
            return set(rows)
        left, listed = Selective(self._database, self._where, self._scopes).rows(
            self._where.layers, MOST_LISTED
        )
        if not listed:
            meeting = (
                "SELECT group_concat(d.id) FROM json_each(?) row CROSS JOIN documents d ON d.id = row.value "
                f"WHERE {' AND '.join(conditions.texts)}"
            )
            values = (json.dumps(rows), *conditions.values)
            left = row_list(self._database.execute_sql(meeting, values))
        return set(rows).intersection(left)
