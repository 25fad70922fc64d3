"""Compare vectors on the server with pgvector. Nothing is kept in the process.

The column ``embedding`` of the table of vectors holds each vector once more, as pgvector's type; a trigger fills it.
The search is exact, until `PostgresDatabase.renew_indexes` has made an index (HNSW) over a model's vectors; the planner
still compares those of a small owner one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.store.sql.statements import placeholders
from tiermem.values.vectors import ScoredVector

if TYPE_CHECKING:
    from tiermem.store.postgresql.database import PostgresDatabase
    from tiermem.values import NearestRows, VectorQuestion

MOST_CANDIDATES = 1_000
"""Rows that an index is asked for at most, see ``hnsw.ef_search``."""


class PgVector:
    """`values.VectorIndex` by pgvector."""

    elsewhere = None

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def search(self, question: VectorQuestion) -> NearestRows:
        """See `VectorIndex.search`."""
        scopes = placeholders(self._database, len(question.scopes))
        kinds = placeholders(self._database, len(question.kinds))
        distance = (
            f"CAST(embedding AS vector({int(question.dims)})) <=> CAST(? AS vector({int(question.dims)}))"
        )
        sql = (
            f"SELECT id, 1.0 - coalesce(nullif(distance, 'NaN'), 1.0) FROM (SELECT id, {distance} AS distance "
            f"FROM vectors WHERE model = ? AND dims = {int(question.dims)} AND scope_id IN ({scopes}) "
            f"AND coalesce(layer, 'turn') IN ({kinds}) AND embedding IS NOT NULL ORDER BY {distance} LIMIT ?) nearest "
            "ORDER BY distance, id"
        )
        asked = _written(question.vector)
        values = [asked, question.model, *question.scopes, *question.kinds, asked]
        known: list[ScoredVector] = []

        def best(number: int) -> list[ScoredVector]:
            if len(known) < number:
                rows = self._database.nearest(sql, [*values, number], min(number, MOST_CANDIDATES))
                known[:] = [ScoredVector(row, float(similarity)) for row, similarity in rows]
            return known[:number]

        return best

    def discard(self, model: str, rows: Sequence[int]) -> None:
        """See `VectorIndex.discard`; nothing to do without a copy."""

    def forget(self) -> None:
        """See `VectorIndex.forget`; nothing to do without a copy."""

    def close(self) -> None:
        """See `VectorIndex.close`; nothing to close."""


def _written(vector: bytes) -> str:
    """Return a vector as pgvector reads it."""
    from array import array
    from sys import byteorder

    numbers = array("f", vector)
    if byteorder == "big":
        numbers.byteswap()
    return f"[{','.join(map(repr, numbers))}]"
