"""The documents that a filter leaves where these are few: found by what they must meet, whatever words they hold.

A filter is looked at condition by condition, each by an index: the one that leaves the fewest gives the documents, and
these are held against the whole filter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.store.full_text.conditions import met_by_documents, met_by_entries
from tiermem.store.full_text.documents import searched
from tiermem.store.full_text.postings import of_scopes, quoted, row_list
from tiermem.store.tables.sql import marks
from tiermem.values import EntryFilter

if TYPE_CHECKING:
    from peewee import Database

    from tiermem.store.contract import SearchFilter
    from tiermem.store.full_text.stemmer import Stemmer
    from tiermem.values import Layer

_OF_ENTRIES = "CROSS JOIN entries e ON e.rowid = found.id CROSS JOIN documents d ON d.entry_id = e.id"
_OF_TURNS = "CROSS JOIN documents d ON d.turn_id = found.id"
_THEMSELVES = "CROSS JOIN documents d ON d.id = found.id"
_EQUAL = ("category", "context_type", "project_id", "task_id", "key", "origin", "supersedes", "ids", "tiers")
"""Fields of an `EntryFilter` that an index knows by their values."""


_HEAD = 2
"""Letters that a word has in common with its stem."""


class Source(NamedTuple):
    """The documents that meet one condition of a filter.

    Attributes:
        ids: SELECT of what they are found by, as ``id``.
        values: Of its parameters.
        joined: How ``documents d`` is joined to ``found.id``.
    """

    ids: str
    values: Sequence[Any]
    joined: str


class Selective:
    """The filter of a search in front of the tables.

    Args:
        database: Where they are.
        where: The filter.
        scopes: Whose documents.
    """

    def __init__(self, database: Database, where: SearchFilter, scopes: Sequence[int]) -> None:
        self._database = database
        self._where = where
        self._scopes = tuple(dict.fromkeys(scopes))
        self._owned = f"scope_id IN ({marks(database, len(self._scopes))})"

    def narrowed(self, layers: Sequence[Layer | None]) -> list[Layer | None]:
        """Those of the layers (None for turns) whose documents the filter narrows beside their layer."""
        kinds = _kinds(layers)
        return [layer for kind in kinds if next(self.sources(kind), None) is not None for layer in kind]

    def is_asked_for(self, layers: Sequence[Layer | None]) -> bool:
        """Whether somebody narrows the search by more than project, task and connections, as every session does."""
        others = replace(self._where, project_id=None, task_id=None, connections=None)
        return bool(Selective(self._database, others, self._scopes).narrowed(layers))

    def rows(self, layers: Sequence[Layer | None], most: int) -> tuple[list[int], list[Layer | None]]:
        """The rows that meet the filter in those of the layers where they are few, and these layers.

        Args:
            layers: Layers, None for turns.
            most: Documents that the narrowest condition may leave of entries, and of turns.
        """
        rows: list[int] = []
        listed: list[Layer | None] = []
        for kind in _kinds(layers):
            source = self._narrowest(kind, most)
            if source is not None:
                rows += self._listed(source, kind)
                listed += kind
        return rows, listed

    def _narrowest(self, kind: Sequence[Layer | None], most: int) -> Source | None:
        best, fewest = None, most + 1
        for source in self.sources(kind):
            number = self._counted(source, fewest)
            if number < fewest:
                best, fewest = source, number
        return best

    def _counted(self, source: Source, most: int) -> int:
        sql = f"SELECT count(*) FROM (SELECT id FROM ({source.ids}) LIMIT ?)"
        return int(self._database.execute_sql(sql, (*source.values, most)).fetchone()[0])

    def _listed(self, source: Source, kind: Sequence[Layer | None]) -> list[int]:
        """The rows of a source that meet all conditions."""
        conditions = met_by_documents(self._database, self._where)
        conditions.add(f"d.{self._owned}", *self._scopes)
        if None in kind:
            conditions.add("d.layer IS NULL")
        else:
            conditions.add(f"d.layer IN ({marks(self._database, len(kind))})", *kind)
        sql = (
            f"SELECT group_concat(d.id) FROM ({source.ids}) found {source.joined} "
            f"WHERE {' AND '.join(conditions.texts)}"
        )
        return row_list(self._database.execute_sql(sql, (*source.values, *conditions.values)))

    def sources(self, kind: Sequence[Layer | None]) -> Iterator[Source]:
        """The documents of each condition that an index knows, in layers of entries or in turns (None)."""
        if self._where.since is not None or self._where.until is not None:
            yield self._of_time("documents", "at", self._where.since, self._where.until, _THEMSELVES)
        yield from self._of_turns() if None in kind else self._of_entries(kind)

    def _of_turns(self) -> Iterator[Source]:
        """By the project and the task of their sessions."""
        for where in filter(None, (self._where, self._where.entries)):
            for name in ("project_id", "task_id"):
                if (value := getattr(where, name)) is not None:
                    said = (
                        "SELECT t.id FROM sessions s CROSS JOIN turns t ON t.session_id = s.id "
                        f"WHERE s.user_id IN ({marks(self._database, len(self._scopes))}) AND s.{name}"
                    )
                    yield self._either(said, (value,), _OF_TURNS)

    def _of_entries(self, kind: Sequence[Layer | None]) -> Iterator[Source]:
        where = self._where
        for name in ("project_id", "task_id"):
            if (value := getattr(where, name)) is not None:
                yield self._of_these_or_none(name, (value,))
        if where.connections is not None and self._has_connections():
            yield self._of_these_or_none("connection_id", where.connections)
        own = where.entries or EntryFilter()
        if own.connections is not None and self._has_connections():
            yield self._of_these_or_none("connection_id", own.connections)
        if own.since is not None or own.until is not None:
            yield self._of_time("entries", "updated_at", *own.bounds, _OF_ENTRIES)
        alike = EntryFilter(category=where.category, context_type=where.context_type, tiers=where.tiers)
        for one in (own, alike):
            yield from self._of_equals(one)
        for texts, column in ((where.tags, "tags"), (own.tags, "tags"), ((own.subject,), "subject")):
            yield from (self._of_words(text, column, kind) for text in texts if text and searched(text))

    def _of_equals(self, where: EntryFilter) -> Iterator[Source]:
        for name in _EQUAL:
            value = getattr(where, name)
            if value and not (name == "tiers" and {"memory", "user"} <= set(value)):
                met = met_by_entries(self._database, EntryFilter(statuses=(), **{name: value}))
                ids = f"SELECT rowid AS id FROM entries WHERE {self._owned} AND {met.texts[0]}"
                yield Source(ids, (*self._scopes, *met.values), _OF_ENTRIES)

    def _of_these_or_none(self, column: str, values: Sequence[str]) -> Source:
        return self._either(
            f"SELECT rowid AS id FROM entries WHERE {self._owned} AND {column}", values, _OF_ENTRIES
        )

    def _either(self, sql: str, values: Sequence[str], joined: str) -> Source:
        """Those without a value, and those with one of these: with OR between both no index is used."""
        none = f"{sql} IS NULL"
        if not values:
            return Source(none, self._scopes, joined)
        among = f"{sql} IN ({marks(self._database, len(values))})"
        return Source(f"{none} UNION ALL {among}", (*self._scopes, *self._scopes, *values), joined)

    def _has_connections(self) -> bool:
        """Whether any entry belongs to one: most stores have none, and then nothing is narrowed by them."""
        sql = f"SELECT 1 FROM entries WHERE {self._owned} AND connection_id >= '' LIMIT 1"
        return self._database.execute_sql(sql, self._scopes).fetchone() is not None

    def _of_time(self, table: str, column: str, since: str | None, until: str | None, joined: str) -> Source:
        bounds = [(f"{column} >= ?", since), (f"{column} < ?", until)]
        texts = [text for text, when in bounds if when is not None]
        ids = f"SELECT rowid AS id FROM {table} WHERE {' AND '.join([self._owned, *texts])}"
        return Source(ids, (*self._scopes, *(when for _, when in bounds if when is not None)), joined)

    def _of_words(self, text: str, column: str, kind: Sequence[Layer | None]) -> Source:
        """By the index's own words, which are those of other texts besides."""
        match = f"{column}: ({' AND '.join(map(quoted, searched(text).split()))})"
        sql = "SELECT rowid AS id FROM documents_fts WHERE documents_fts MATCH ?"
        return Source(sql, (f"{match} AND {of_scopes(kind, self._scopes)}",), _THEMSELVES)


def holders(
    texts: Mapping[int, Sequence[str]], stems: Collection[str], stemmer: Stemmer
) -> dict[str, set[int]]:
    """Stem → the rows whose texts hold a word of it, each word asked of the index's own tokenizer.

    Args:
        texts: Row → its texts, as they were indexed.
        stems: What is looked for.
        stemmer: Knows the words' stems; only those of words that begin alike are asked for.
    """
    heads = {stem[:_HEAD] for stem in stems}
    alike = {
        row: {word for text in own for word in text.split() if word[:_HEAD] in heads or not word.isascii()}
        for row, own in texts.items()
    }
    known = stemmer.stems(list(set().union(*alike.values())))
    found: dict[str, set[int]] = {stem: set() for stem in stems}
    for row, words in alike.items():
        for stem in found.keys() & {known[word] for word in words}:
            found[stem].add(row)
    return found


def _kinds(layers: Sequence[Layer | None]) -> list[list[Layer | None]]:
    """The layers of entries, and turns, where there are any."""
    kinds: tuple[list[Layer | None], ...] = (
        [layer for layer in layers if layer is not None],
        [layer for layer in layers if layer is None],
    )
    return [kind for kind in kinds if kind]
