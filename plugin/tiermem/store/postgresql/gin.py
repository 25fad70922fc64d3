"""The index of words on PostgreSQL: GIN over the owner and the words of a document.

One statement reads which of the words each document holds, so that a search reads the index once, however many words it
has. The index gives all documents with a word, not the latest of them as FTS5 does. Words that very many documents of
an owner hold are therefore looked for beside rarer words and in its latest documents only. Ranking is in Python, as on
SQLite: ``ts_rank_cd`` found 15 points less of the evidence among the first ten.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.store.full_text.postings import Held
from tiermem.store.sql.statements import placeholders
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.store.contract import Terms
    from tiermem.store.full_text.postings import Range, State, Total
    from tiermem.store.full_text.typed import Typing
    from tiermem.store.postgresql.database import PostgresDatabase
    from tiermem.store.postgresql.tokens import Tokens

WORDS_AT_ONCE = 30
"""Words of one statement: each takes two bits of a number."""
MOST_REMEMBERED = 10_000
"""Frequent words that a process remembers."""
_TOTALS = "SELECT scope_id, is_turn, documents, tokens, neighbours, changes FROM documents_totals"
_HELD = (
    "SELECT scope_id, is_turn, held, number, ids FROM documents_holding(CAST(? AS tsquery[]), CAST(? AS tsquery[]), "
    "CAST(? AS bigint[]), CAST(? AS boolean[]), CAST(? AS integer))"
)
_MATCHING = "documents_matching(CAST(? AS tsquery), CAST(? AS bigint[]), CAST(? AS boolean))"


class Gin:
    """`full_text.postings.WordIndex` with GIN."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._frequent: dict[tuple[int, bool], set[str]] = {}

    def state(self, scopes: Sequence[int], *, turns: bool = True) -> State:
        """See `postings.WordIndex.state`. What a transaction has written is not kept: it may be undone."""
        if self._database.in_transaction():
            return ((0, False, object()), (0, True, object()))
        return tuple(row for row in self._totals(scopes) if turns or not row[1])

    def totals(self, scopes: Sequence[int]) -> Sequence[Total]:
        """See `postings.WordIndex.totals`."""
        return [(row[0], row[1], row[2], row[3], row[4]) for row in self._totals(scopes) if row[2]]

    def _totals(self, scopes: Sequence[int]) -> list[tuple[int, bool, int, int, int, int]]:
        among = placeholders(self._database, len(scopes))
        sql = f"{_TOTALS} WHERE scope_id IN ({among}) ORDER BY scope_id, is_turn"
        # A recall asks for them at each of its searches: a question to the server is what costs, not its answer.
        return self._database.once(
            ("totals", *scopes), lambda: self._database.execute_sql(sql, tuple(scopes)).fetchall()
        )

    def read(self, words: Sequence[str], ranges: Sequence[Range], limit: int) -> Sequence[Sequence[Held]]:
        """See `postings.WordIndex.read`."""
        found: list[list[Held]] = [[] for _ in ranges]
        for start in range(0, len(words), WORDS_AT_ONCE):
            for held, more in zip(
                found, self._read(words[start : start + WORDS_AT_ONCE], ranges, limit), strict=True
            ):
                held.extend(more)
        return found

    def _remember(self, within: Range, frequent: set[str]) -> None:
        if not frequent:
            return
        if sum(map(len, [*self._frequent.values()])) > MOST_REMEMBERED:
            self._frequent = {}
        key = within.scope_id, within.is_turn
        self._frequent[key] = self._frequent.get(key, set()) | frequent

    def _read(self, words: Sequence[str], ranges: Sequence[Range], limit: int) -> list[list[Held]]:
        queries = [self._database.tokens.query(word) for word in words]
        known = [place for place, query in enumerate(queries) if query is not None]
        rows: list[tuple[int, bool, int | None, int | None, list[int]]] = []
        if known:
            weighted = [
                self._database.tokens.query(words[place], weight) for place in known for weight in ("A", "BC")
            ]
            scopes = sorted({each.scope_id for each in ranges})
            kinds = sorted({each.is_turn for each in ranges})
            singles = [queries[place] for place in known]
            rows = self._database.execute_sql(_HELD, (singles, weighted, scopes, kinds, limit)).fetchall()
        of_range: defaultdict[tuple[int, bool], list[_Group]] = defaultdict(list)
        for scope_id, is_turn, held, number, ids in rows:
            of_range[scope_id, is_turn].append(_Group(held, number, ids))
        read = []
        for each in ranges:
            groups = of_range[each.scope_id, each.is_turn]
            estimated = next((group.ids for group in groups if group.held is None), [0] * len(known))
            # A word that only has no place beside those of a question may have one beside others.
            often = {words[place] for place, one in zip(known, estimated, strict=True) if one > limit}
            self._remember(each, often)
            read.append(_by_word(groups, words, [*zip(known, estimated, strict=True)], limit))
        return read

    def holding_both(self, word: str, others: Sequence[str], within: Range, limit: int) -> Sequence[int]:
        """See `postings.WordIndex.holding_both`. Of two frequent words, those among the latest documents are known."""
        frequent = self._frequent.get((within.scope_id, within.is_turn), set())
        if word in frequent:
            others = [other for other in others if other not in frequent]
        query = self._both([word], others)
        if query is None:
            return []
        sql = f"SELECT id FROM {_MATCHING} id ORDER BY id DESC LIMIT ?"
        rows = self._database.execute_sql(sql, (query, [within.scope_id], within.is_turn, limit))
        return [row_id for (row_id,) in rows]

    def entries_with(self, terms: Terms, scopes: Sequence[int]) -> tuple[str, Sequence[object]]:
        """See `postings.WordIndex.entries_with`."""
        pairs = (self._both([first], [second]) for first, second in terms.pairs)
        every = [query for query in (self._any(terms.words), *pairs) if query is not None]
        if not every:
            return "FROM documents d WHERE 1 = 0", ()
        values = (" | ".join(every), list(scopes), False)
        return f"FROM documents d WHERE d.id IN (SELECT {_MATCHING})", values

    def _any(self, words: Sequence[str]) -> str | None:
        queries = [query for word in words if (query := self._database.tokens.query(word)) is not None]
        return f"({' | '.join(queries)})" if queries else None

    def _both(self, some: Sequence[str], others: Sequence[str]) -> str | None:
        first, second = self._any(some), self._any(others)
        return None if first is None or second is None else f"({first} & {second})"

    def typing(self) -> Typing:
        """See `postings.WordIndex.typing`."""
        return _Typing(self._database.tokens)

    def make(self) -> None:
        """See `postings.WordIndex.make`."""
        self._database.execute_sql("DELETE FROM documents")
        self._database.execute_sql("UPDATE documents_totals SET documents = 0, tokens = 0, neighbours = 0")

    def complete(self) -> None:
        """See `postings.WordIndex.complete`: each document is indexed when it is written."""


class _Typing:
    """`typed.Typing` with GIN."""

    source, joined, row = "documents d", "", "d.id"
    held: tuple[str, ...] = (
        "d.id IN (SELECT documents_matching(CAST(? AS tsquery), ARRAY[CAST(? AS bigint)], false))",
        "d.scope_id = ? AND d.layer IS NOT NULL",
    )

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def owned(self, scope_id: int) -> tuple[int, ...]:
        """See `typed.Typing.owned`."""
        return (scope_id, scope_id)

    def word(self, word: str) -> str:
        """See `typed.Typing.word`."""
        return self._tokens.query(word, "AB") or ""

    def stem(self, word: str, *, is_beginning: bool) -> str:
        """See `typed.Typing.stem`."""
        return self._tokens.query(word, "*AB" if is_beginning else "AB", is_typed=True) or ""

    def every(self, expressions: Sequence[str]) -> str:
        """See `typed.Typing.every`. What has no words is left out."""
        return _joined(" & ", expressions)

    def some(self, expressions: Sequence[str]) -> str:
        """See `typed.Typing.some`."""
        return _joined(" | ", expressions)

    def said(self, expression: str) -> str:
        """See `typed.Typing.said`: each word has the weights of content, subject and tags."""
        return expression


def _joined(operator: str, expressions: Sequence[str]) -> str:
    known = [one for one in expressions if one]
    return f"({operator.join(known)})" if known else ""


class _Group(NamedTuple):
    """The documents that hold the same of the words.

    Attributes:
        held: Two bits for each word: in the content, elsewhere. None for the estimated numbers of the words.
        number: Number of documents; None if only the latest were looked at.
        ids: The latest of them; or for each word the estimated number, and 0 if its documents were counted.
    """

    held: int | None
    number: int | None
    ids: Sequence[int]


def _by_word(
    groups: Sequence[_Group], words: Sequence[str], known: Sequence[tuple[int, int]], limit: int
) -> list[Held]:
    """Return the documents of each word from those of each combination of words.

    Args:
        groups: The documents of each combination.
        words: The words.
        known: For each two bits, the place of the word, and its estimated number if not all documents were read.
        limit: Maximum documents of a word that have no other of the words.
    """
    found = [Held((), ())] * len(words)
    read = frozenset(words[place] for place, estimate in known if not estimate)
    for nth, (place, estimate) in enumerate(known):
        pair = 0b11 << 2 * nth
        holding = [group for group in groups if (group.held or 0) & pair]
        number = estimate or sum(group.number or 0 for group in holding)
        content, labels = (_latest(holding, bit, pair, limit) for bit in (0b01 << 2 * nth, 0b10 << 2 * nth))
        is_all = not estimate and number <= limit
        beside = read if estimate else frozenset(words)
        found[place] = Held(content, labels) if is_all else Held(content, labels, number, beside)
    return found


def _latest(holding: Sequence[_Group], bit: int, own: int, limit: int) -> list[int]:
    """Return the latest documents with a bit up to a limit, and all that have more than a word's own bits."""
    alone: list[int] = []
    beside: list[int] = []
    for held, _, ids in holding:
        if (held or 0) & bit:
            (beside if (held or 0) & ~own else alone).extend(ids)
    room = max(limit - len(beside), 0)
    alone.sort(reverse=True)
    return sorted([*beside, *alone[:room]], reverse=True)
