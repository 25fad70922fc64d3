"""The table of vectors: what is embedded, by which model, and what of it may be told."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from tiermem.errors import InputError
from tiermem.store.contract import Near, Unembedded
from tiermem.store.full_text.by_ref import turn_place
from tiermem.store.full_text.conditions import Conditions, met_by_documents
from tiermem.store.tables.sql import marks
from tiermem.store.vectors.index import GROWTH, Question
from tiermem.store.vectors.wording import BEFORE, EMBEDDED

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.contract import SearchFilter
    from tiermem.store.vectors.index import Index, Scored

DECIMALS = 6
"""Of a similarity: what float32 can tell of a number up to 1."""
_ROWS = (
    "SELECT v.id, v.digest, coalesce(d.entry_id, t.session_id || '/' || t.position), d.turn_id IS NOT NULL "
    "FROM json_each(?) wanted CROSS JOIN vectors v ON v.id = wanted.value "
    "CROSS JOIN documents d ON d.id = coalesce("
    "(SELECT id FROM documents WHERE entry_id = v.entry_id), (SELECT id FROM documents WHERE turn_id = v.turn_id)) "
    "LEFT JOIN turns t ON t.id = d.turn_id "
)
_BY_ENTRY = (
    "SELECT v.entry_id, v.vector FROM json_each(?) wanted CROSS JOIN vectors v ON v.entry_id = wanted.value"
)
_BY_TURN = (
    "SELECT t.session_id || '/' || t.position, v.vector FROM json_each(?) wanted "
    "CROSS JOIN turns t ON t.session_id = json_extract(wanted.value, '$[0]') "
    "AND t.position = json_extract(wanted.value, '$[1]') CROSS JOIN vectors v ON v.turn_id = t.id"
)


def digest(text: str) -> bytes:
    """What is kept to know a text again."""
    return blake2b(text.encode(), digest_size=16).digest()


class _Place(NamedTuple):
    """Where the vector of a document stands, and the text that is embedded of it now."""

    column: str
    key: str | int
    scope_id: int
    layer: str | None
    text: str


class VectorTable:
    """`contract.Vectors` over an index.

    Args:
        database: The store's.
        index: What searches.
    """

    def __init__(self, database: Database, index: Index) -> None:
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
            owned.add(f"AND e.scope_id IN ({marks(self._database, len(scopes))})", *scopes)
        rows = self._database.execute_sql(
            "SELECT e.id, e.content FROM entries e WHERE e.status = 'active' AND e.id > ? AND NOT EXISTS "
            f"(SELECT 1 FROM vectors WHERE entry_id = e.id AND model = ?) {' '.join(owned.texts)} "
            "ORDER BY e.id LIMIT ?",
            (after, model, *owned.values, limit),
        )
        return [Unembedded._make(row) for row in rows.fetchall()]

    def _missing_turns(
        self, model: str, scopes: Sequence[int] | None, limit: int, after: tuple[str, int] | None
    ) -> list[Unembedded]:
        more = Conditions()
        if scopes is not None:
            more.add(f"AND s.user_id IN ({marks(self._database, len(scopes))})", *scopes)
        if after is not None:
            more.add(
                "AND t.id < coalesce((SELECT id FROM turns WHERE session_id = ? AND position = ?), 1 << 62)",
                *after,
            )
        rows = self._database.execute_sql(
            f"SELECT t.session_id || '/' || t.position, {EMBEDDED} FROM turns t CROSS JOIN sessions s "
            f"ON s.id = t.session_id {BEFORE} WHERE NOT EXISTS "
            f"(SELECT 1 FROM vectors WHERE turn_id = t.id AND model = ?) {' '.join(more.texts)} "
            "ORDER BY t.id DESC LIMIT ?",
            (model, *more.values, limit),
        )
        return [Unembedded._make(row) for row in rows.fetchall()]

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
        """A vector that is there already stays the row it is, so that nothing that copies rows has to follow."""
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
                f"The vectors of {model} here have {row[0]} dimensions, not {dims}: "
                "drop them, or call the other form of the model by another name."
            )

    def nearest(
        self, model: str, vector: bytes, where: SearchFilter, scopes: Sequence[int], limit: int
    ) -> list[Near]:
        """See `contract.Vectors.nearest`."""
        dims = len(vector) // 4
        _ensure_dims(model, dims, vector, "the query")
        self._ensure_same_dims(model, dims)
        question = Question(model=model, dims=dims, vector=vector, scopes=tuple(set(scopes)), where=where)
        if not (any(vector) and question.scopes and question.kinds and limit > 0):
            return []
        best, wanted = self._index.ranking(question), 2 * limit
        while True:
            scored = best(wanted)
            near = self._told(scored, question)
            if len(scored) < wanted or _is_settled(near, scored, limit):
                return near[:limit]
            wanted *= GROWTH

    def _told(self, scored: Sequence[Scored], question: Question) -> list[Near]:
        """Those of the rows that are there, owned and not left out by the filter, each text once."""
        conditions = met_by_documents(self._database, question.where)
        conditions.add(f"d.scope_id IN ({marks(self._database, len(question.scopes))})", *question.scopes)
        kinds = [kind for kind in question.kinds if kind is not None]
        conditions.add(
            f"coalesce(d.layer, 'turn') IN ({marks(self._database, len(question.kinds))})",
            *kinds,
            *(["turn"] if question.where.turns else []),
        )
        similarities = dict(scored)
        rows = self._database.execute_sql(
            f"{_ROWS} WHERE {' AND '.join(conditions.texts)}",
            (json.dumps(list(similarities)), *conditions.values),
        ).fetchall()
        if len(rows) < len(similarities):
            self._tell_gone(question.model, similarities)
        texts: dict[bytes, tuple[bool, str, float]] = {}
        for row, text, ref, is_turn in rows:
            new = (bool(is_turn), ref, round(similarities[row], DECIMALS))
            texts[text] = min(texts.get(text, new), new)
        by_nearness = sorted(texts.values(), key=lambda one: (-one[2], one[1]))
        return [Near(ref, similarity) for _, ref, similarity in by_nearness]

    def _tell_gone(self, model: str, rows: dict[int, float]) -> None:
        there = self._database.execute_sql(
            "SELECT v.id FROM json_each(?) wanted CROSS JOIN vectors v ON v.id = wanted.value",
            (json.dumps(list(rows)),),
        ).fetchall()
        if gone := sorted(rows.keys() - {row[0] for row in there}):
            self._index.gone(model, gone)

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
        owned = f"v.model = ? AND v.scope_id IN ({marks(self._database, len(scopes))})"
        rows = self._database.execute_sql(
            f"{_BY_ENTRY} WHERE {owned} UNION ALL {_BY_TURN} WHERE {owned}",
            (entries, model, *scopes, turns, model, *scopes),
        ).fetchall()
        if not rows:
            return {}
        found, vectors = zip(*rows, strict=True)
        compared = self._index.compared(vector, vectors)
        return {ref: round(one, DECIMALS) for ref, one in zip(found, compared, strict=True)}

    def progress(self, model: str, scopes: Sequence[int] | None = None) -> tuple[int, int]:
        """See `contract.Vectors.progress`."""
        execute = self._database.execute_sql
        if scopes is None:
            embedded = execute("SELECT count(*) FROM vectors WHERE model = ?", (model,)).fetchone()
            return embedded[0], execute("SELECT count(*) FROM documents").fetchone()[0]
        owned = marks(self._database, len(scopes))
        embedded = execute(
            f"SELECT count(*) FROM vectors WHERE model = ? AND scope_id IN ({owned})", (model, *scopes)
        ).fetchone()
        documents = execute(
            f"SELECT (SELECT count(*) FROM entries WHERE status = 'active' AND scope_id IN ({owned})) + "
            f"(SELECT count(*) FROM turns WHERE session_id IN (SELECT id FROM sessions WHERE user_id IN ({owned})))",
            (*scopes, *scopes),
        ).fetchone()
        return embedded[0], documents[0]

    def models(self) -> dict[str, tuple[int, int]]:
        """See `contract.Vectors.models`."""
        rows = self._database.execute_sql(
            "SELECT model, (SELECT dims FROM vectors WHERE model = counted.model LIMIT 1), number FROM "
            "(SELECT model, count(*) AS number FROM vectors GROUP BY model) counted ORDER BY model"
        ).fetchall()
        return {model: (dims, number) for model, dims, number in rows}

    def drop(self, model: str) -> int:
        """See `contract.Vectors.drop`."""
        deleted = int(self._database.execute_sql("DELETE FROM vectors WHERE model = ?", (model,)).rowcount)
        self._index.forget(model)
        return deleted


def _is_settled(near: Sequence[Near], scored: Sequence[Scored], limit: int) -> bool:
    """Whether rows that were not looked at cannot be among the first: those that tie with the last might."""
    return len(near) >= limit and near[limit - 1].similarity > round(scored[-1].similarity, DECIMALS)


def _ensure_dims(model: str, dims: int, vector: bytes, what: str) -> None:
    if dims < 1 or len(vector) != 4 * dims:
        raise InputError(
            f"The vector of {what} by {model} has {len(vector)} bytes; {dims} dimensions are {4 * dims}."
        )
