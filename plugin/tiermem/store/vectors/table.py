"""The table of vectors: embedded texts, their models, and the rows that a search may show.

A turn is embedded together with the turn before it if both are short. "Yes, last spring" means little alone. With the
turn before, the hundred nearest turns hold 90 % of the evidence on LoCoMo 1-5, without it 85 %. Adding the turn after,
or the name and the date, gains less.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Sequence
from hashlib import blake2b
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from tiermem.errors import InputError
from tiermem.store.contract import Near, Unembedded
from tiermem.store.full_text.candidate_rows import turn_place
from tiermem.store.full_text.conditions import Conditions, met_by_documents
from tiermem.store.sql.statements import NO_LIMIT, PLACES, placeholders, rows_of
from tiermem.values.vectors import TURN, VectorQuestion

if TYPE_CHECKING:
    from tiermem.store.contract import SearchFilter
    from tiermem.store.sql.database import Database
    from tiermem.values import ScoredVector, VectorIndex

SHORT = 400
"""Maximum characters of each of two turns that are embedded together."""
BEFORE = "LEFT JOIN turns b ON b.session_id = t.session_id AND b.position = t.position - 1"
"""Joins the turn before, b, to a turn t."""
EMBEDDED = (
    f"CASE WHEN length(t.content) <= {SHORT} AND length(b.content) <= {SHORT} "
    "THEN b.content || ' ' || t.content ELSE t.content END"
)
"""The embedded text of a turn t; null if there is no t."""
_GROWTH = 8
"""Factor by which the search grows if filters leave too few of the best."""
DECIMALS = 6
"""Decimals of a similarity: the precision of float32 for a number up to 1."""
_ROWS = (
    "SELECT v.id, v.digest, coalesce(d.entry_id, t.session_id || '/' || t.position), d.turn_id IS NOT NULL "
    "FROM json_each(?) wanted CROSS JOIN vectors v ON v.id = CAST(wanted.value AS BIGINT) "
    "CROSS JOIN documents d ON d.id = coalesce("
    "(SELECT id FROM documents WHERE entry_id = v.entry_id), (SELECT id FROM documents WHERE turn_id = v.turn_id)) "
    "LEFT JOIN turns t ON t.id = d.turn_id "
)
_BY_ENTRY = (
    "SELECT v.entry_id, v.vector FROM json_each(?) wanted CROSS JOIN vectors v ON v.entry_id = wanted.value"
)
_BY_TURN = (
    f"SELECT t.session_id || '/' || t.position, v.vector FROM {PLACES} wanted CROSS JOIN turns t "
    "ON t.session_id = wanted.session_id AND t.position = wanted.position CROSS JOIN vectors v ON v.turn_id = t.id"
)


def digest(text: str) -> bytes:
    """Return the digest that identifies a stored vector's text."""
    return blake2b(text.encode(), digest_size=16).digest()


class _Place(NamedTuple):
    """The place of a document's vector, and the document's text to embed now."""

    column: str
    key: str | int
    scope_id: int
    layer: str | None
    text: str


class VectorTable:
    """`contract.Vectors` over an index.

    Args:
        database: The store's database.
        index: The index that searches.
    """

    def __init__(self, database: Database, index: VectorIndex) -> None:
        self._database = database
        self._index = index

    def missing(
        self, model: str, scopes: Sequence[int] | None, limit: int, *, after: Unembedded | None = None
    ) -> list[Unembedded]:
        """See `contract.Vectors.missing`."""
        place = turn_place(after.ref) if after else None
        found = [] if place else self._missing_entries(model, scopes, limit, after.ref if after else "")
        if len(found) < limit:
            found += self._missing_turns(model, scopes, limit - len(found), place)
        return found

    def _missing_entries(
        self, model: str, scopes: Sequence[int] | None, limit: int, after: str
    ) -> list[Unembedded]:
        owned = Conditions()
        if scopes is not None:
            owned.add(f"AND e.scope_id IN ({placeholders(self._database, len(scopes))})", *scopes)
        rows = self._database.execute_sql(
            "SELECT e.id, e.content FROM entries e WHERE e.status = 'active' AND e.id > ? AND NOT EXISTS "
            f"(SELECT 1 FROM vectors WHERE entry_id = e.id AND model = ?) {' '.join(owned.texts)} "
            "ORDER BY e.id LIMIT ?",
            (after, model, *owned.values, limit),
        )
        return [Unembedded(*row) for row in rows.fetchall()]

    def _missing_turns(
        self, model: str, scopes: Sequence[int] | None, limit: int, after: tuple[str, int] | None
    ) -> list[Unembedded]:
        more = Conditions()
        if scopes is not None:
            more.add(f"AND s.user_id IN ({placeholders(self._database, len(scopes))})", *scopes)
        if after is not None:
            more.add(
                f"AND t.id < coalesce((SELECT id FROM turns WHERE session_id = ? AND position = ?), {NO_LIMIT})",
                *after,
            )
        rows = self._database.execute_sql(
            f"SELECT t.session_id || '/' || t.position, {EMBEDDED} FROM turns t CROSS JOIN sessions s "
            f"ON s.id = t.session_id {BEFORE} WHERE NOT EXISTS "
            f"(SELECT 1 FROM vectors WHERE turn_id = t.id AND model = ?) {' '.join(more.texts)} "
            "ORDER BY t.id DESC LIMIT ?",
            (model, *more.values, limit),
        )
        return [Unembedded(*row) for row in rows.fetchall()]

    def put(self, model: str, dims: int, rows: Sequence[tuple[Unembedded, bytes]]) -> int:
        """See `contract.Vectors.put`."""
        for one, vector in rows:
            _ensure_dims(model, dims, vector, one.ref)
        if not rows:
            return 0
        if self._database.in_transaction():
            return self._put(model, dims, rows)
        with self._database.atomic("IMMEDIATE"):
            return self._put(model, dims, rows)

    def _put(self, model: str, dims: int, rows: Sequence[tuple[Unembedded, bytes]]) -> int:
        self._ensure_same_dims(model, dims)
        stored = 0
        for one, vector in rows:
            place = self._place(one.ref)
            if place is not None and place.text == one.text:
                self._store(model, dims, place, vector)
                stored += 1
        return stored

    def _place(self, ref: str) -> _Place | None:
        place = turn_place(ref)
        if place is None:
            sql = (
                "SELECT 'entry_id', id, scope_id, layer, content FROM entries "
                "WHERE id = ? AND status = 'active'"
            )
        else:
            sql = (
                f"SELECT 'turn_id', t.id, s.user_id, NULL, {EMBEDDED} FROM turns t "
                f"JOIN sessions s ON s.id = t.session_id {BEFORE} WHERE t.session_id = ? AND t.position = ?"
            )
        row = self._database.execute_sql(sql, place or (ref,)).fetchone()
        return _Place._make(row) if row else None

    def _store(self, model: str, dims: int, place: _Place, vector: bytes) -> None:
        """Store a vector. An equal one keeps its row, so that copies need no change."""
        execute = self._database.execute_sql
        same = f"model = ? AND {place.column} = ?"
        there = execute(f"SELECT vector FROM vectors WHERE {same}", (model, place.key)).fetchone()
        if there is not None and there[0] == vector:
            return
        execute(f"DELETE FROM vectors WHERE {same}", (model, place.key))
        execute(
            f"INSERT INTO vectors ({place.column}, scope_id, layer, model, dims, digest, vector) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (place.key, place.scope_id, place.layer, model, dims, digest(place.text), vector),
        )

    def _ensure_same_dims(self, model: str, dims: int) -> None:
        row = self._database.execute_sql(
            "SELECT dims FROM vectors WHERE model = ? LIMIT 1", (model,)
        ).fetchone()
        if row is not None and row[0] != dims:
            raise InputError(
                f"The vectors of {model} here have {row[0]} dimensions, not {dims}. "
                "Call the other form of the model by another name."
            )

    def nearest(
        self, model: str, vector: bytes, where: SearchFilter, scopes: Sequence[int], limit: int
    ) -> list[Near]:
        """See `contract.Vectors.nearest`."""
        dims = len(vector) // 4
        _ensure_dims(model, dims, vector, "the query")
        self._ensure_same_dims(model, dims)
        question = VectorQuestion(
            model=model,
            dims=dims,
            vector=vector,
            scopes=tuple(set(scopes)),
            kinds=(*where.layers, TURN) if where.turns else tuple(where.layers),
            connections=where.connections,
            context_type=where.context_type,
        )
        if not (any(vector) and question.scopes and question.kinds and limit > 0):
            return []
        best, wanted = self._index.search(question), 2 * limit
        while True:
            scored = best(wanted)
            near = self._permitted(scored, question, where)
            if len(scored) < wanted or _is_settled(near, scored, limit):
                return near[:limit]
            wanted *= _GROWTH

    def _permitted(
        self, scored: Sequence[ScoredVector], question: VectorQuestion, where: SearchFilter
    ) -> list[Near]:
        """Return the existing rows of these owners that meet the filter, each text once."""
        conditions = met_by_documents(self._database, where)
        conditions.add(
            f"d.scope_id IN ({placeholders(self._database, len(question.scopes))})", *question.scopes
        )
        conditions.add(
            f"coalesce(d.layer, '{TURN}') IN ({placeholders(self._database, len(question.kinds))})",
            *question.kinds,
        )
        similarities = dict(scored)
        rows = self._database.execute_sql(
            f"{_ROWS} WHERE {' AND '.join(conditions.texts)}",
            (json.dumps(list(similarities)), *conditions.values),
        ).fetchall()
        if len(rows) < len(similarities):
            self._discard_missing(question.model, similarities)
        texts: dict[bytes, tuple[bool, str, float]] = {}
        for row, text, ref, is_turn in rows:
            new = (bool(is_turn), ref, round(similarities[row], DECIMALS))
            texts[text] = min(texts.get(text, new), new)
        by_nearness = sorted(texts.values(), key=lambda one: (-one[2], one[1]))
        return [Near(ref, similarity) for _, ref, similarity in by_nearness]

    def _discard_missing(self, model: str, rows: dict[int, float]) -> None:
        there = self._database.execute_sql(
            "SELECT v.id FROM json_each(?) wanted CROSS JOIN vectors v ON v.id = CAST(wanted.value AS BIGINT)",
            (json.dumps(list(rows)),),
        ).fetchall()
        if gone := sorted(rows.keys() - {row[0] for row in there}):
            self._index.discard(model, gone)

    def similarities(
        self, model: str, vector: bytes, refs: Sequence[str], scopes: Sequence[int]
    ) -> dict[str, float]:
        """See `contract.Vectors.similarities`."""
        dims = len(vector) // 4
        _ensure_dims(model, dims, vector, "the query")
        self._ensure_same_dims(model, dims)
        places = {ref: turn_place(ref) for ref in refs}
        entries = json.dumps([ref for ref, place in places.items() if place is None])
        turns = json.dumps([place for place in places.values() if place is not None])
        owned = f"v.model = ? AND v.scope_id IN ({placeholders(self._database, len(scopes))})"
        rows = self._database.execute_sql(
            f"{_BY_ENTRY} WHERE {owned} UNION ALL {_BY_TURN} WHERE {owned}",
            (entries, model, *scopes, turns, model, *scopes),
        ).fetchall()
        asked = _numbers(vector)
        return {ref: round(_dot(asked, _numbers(other)), DECIMALS) for ref, other in rows}

    def progress(self, model: str, scopes: Sequence[int] | None = None) -> tuple[int, int]:
        """See `contract.Vectors.progress`."""
        execute = self._database.execute_sql
        if scopes is None:
            embedded = execute("SELECT count(*) FROM vectors WHERE model = ?", (model,)).fetchone()
            return embedded[0], execute("SELECT count(*) FROM documents").fetchone()[0]
        owned = placeholders(self._database, len(scopes))
        embedded = execute(
            f"SELECT count(*) FROM vectors WHERE model = ? AND scope_id IN ({owned})", (model, *scopes)
        ).fetchone()
        documents = execute(
            f"SELECT (SELECT count(*) FROM entries WHERE status = 'active' AND scope_id IN ({owned})) + "
            f"(SELECT count(*) FROM turns WHERE session_id IN (SELECT id FROM sessions WHERE user_id IN ({owned})))",
            (*scopes, *scopes),
        ).fetchone()
        return embedded[0], documents[0]


def _is_settled(near: Sequence[Near], scored: Sequence[ScoredVector], limit: int) -> bool:
    """Return True if no unread row can be among the first. A row that ties with the last could."""
    return len(near) >= limit and near[limit - 1].similarity > round(scored[-1].similarity, DECIMALS)


def _ensure_dims(model: str, dims: int, vector: bytes, what: str) -> None:
    if dims < 1 or len(vector) != 4 * dims:
        raise InputError(
            f"The vector of {what} by {model} has {len(vector)} bytes; {dims} dimensions are {4 * dims}."
        )


def _numbers(vector: bytes) -> array[float]:
    numbers = array("f", vector)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return float(sum(map(mul, one, other)))


_WITH_TEXTS = f"""
    SELECT v.id, v.model, coalesce('entry ' || v.entry_id, 'turn ' || v.turn_id), v.digest,
        coalesce(e.content, {EMBEDDED}), coalesce(e.scope_id, s.user_id) {{same}} v.scope_id
        AND e.layer {{same}} v.layer AND length(v.vector) = 4 * v.dims
    FROM vectors v LEFT JOIN entries e ON e.id = v.entry_id AND e.status = 'active'
    LEFT JOIN turns t ON t.id = v.turn_id LEFT JOIN sessions s ON s.id = t.session_id {BEFORE}
    ORDER BY v.id
"""


def unfit(database: Database) -> dict[int, tuple[str, str]]:
    """Return row → (model, document) of vectors whose text, owner or length differs from their document's.

    Triggers prevent such vectors.
    """
    return {
        row: (model, what)
        for row, model, what, known, text, fits in rows_of(database, _WITH_TEXTS.format(same=database.same))
        if text is None or not fits or digest(text) != known
    }


def delete_unfit(database: Database) -> int:
    """Delete unfit vectors, so that they are made again. Return their number."""
    sql = "DELETE FROM vectors WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))"
    return int(database.execute_sql(sql, (json.dumps(list(unfit(database))),)).rowcount)
