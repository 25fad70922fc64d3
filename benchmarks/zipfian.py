"""Synthetic stores whose words follow Zipf's law, for ``benchmarks.scale``.

Vocabulary: the product's own stop words at the head, as in real text, then 50,000 made-up words of two to five
syllables; a word's chance is 1 / (its rank + 2.7) (Zipf-Mandelbrot). A document has 8 to 36 words, 22 on average:
about half of them are stop words. Of 100 documents 80 are turns of the journal, in sessions of 20 (their words are
lent to their neighbours, as always: about 90 words of each are indexed), 15 are entries of L1 and 5 of L2.

The rows go through the product's own tables, document makers (`tiermem.store.full_text.documents`) and
index triggers, but in transactions of 10,000 documents and by ``executemany``: neither the gate, nor versions, nor
events are written.
All of it is seeded: the same sizes give the same store.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

from tiermem import Turn
from tiermem.store.contract import SessionRow
from tiermem.store.full_text import documents
from tiermem.store.sql.rows import ENTRY_COLUMNS, TURN_COLUMNS, entry_row
from tiermem.store.sql.statements import columns
from tiermem.store.sqlite import SqliteStore
from tiermem.text import STOP_WORDS
from tiermem.values import Entry, Reach, instant

HOUSE, AGENT = "home", "scale"
MADE_UP_WORDS = 50_000
BLOCK = 100
"""Documents that are made at a time: four sessions of 20 turns, 15 entries of L1, 5 of L2."""
BLOCKS_PER_TRANSACTION = 100
_START = datetime(2020, 1, 1, tzinfo=UTC)
_SYLLABLES = [
    start + vowel
    for start in [
        "b",
        "d",
        "f",
        "g",
        "k",
        "l",
        "m",
        "n",
        "p",
        "r",
        "s",
        "t",
        "v",
        "z",
        "br",
        "st",
        "tr",
        "kl",
    ]
    for vowel in "aeiou"
]


class Words:
    """Words by Zipf's law.

    Attributes:
        vocabulary: The words, the most frequent first.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        made_up: dict[str, None] = {}
        maker = random.Random(1)  # one vocabulary for all stores
        while len(made_up) < MADE_UP_WORDS:
            made_up["".join(maker.choices(_SYLLABLES, k=maker.choice((2, 3, 3, 4, 4, 5))))] = None
        self.vocabulary = [*sorted(STOP_WORDS), *made_up]
        self._chances = list(accumulate(1 / (rank + 2.7) for rank in range(1, len(self.vocabulary) + 1)))

    def draw(self, count: int) -> list[str]:
        """*count* words, independent of each other."""
        return self.random.choices(self.vocabulary, cum_weights=self._chances, k=count)

    def telling(self, count: int) -> list[str]:
        """*count* different words that are no stop words."""
        found: dict[str, None] = {}
        while len(found) < count:
            found |= dict.fromkeys(word for word in self.draw(count) if word not in STOP_WORDS)
        return list(found)[:count]

    def document(self) -> str:
        """Return a text of 8 to 36 words."""
        return " ".join(self.draw(self.random.randint(8, 36)))


def build(path: Path, users: Mapping[str, int], seed: int = 7, *, turns: bool = True) -> None:
    """Make a store.

    Args:
        path: The file, which must not be there.
        users: User → documents, in hundreds; the users' blocks are written in a random order.
        seed: Of the words and of the order.
        turns: False leaves the turns out: a hundred documents are then the 20 entries of them.
    """
    store = SqliteStore(str(path))
    try:
        reaches = {name: store.records.reach(house=HOUSE, agent=AGENT, user=name) for name in users}
        owners = [name for name, count in users.items() for _ in range(count // BLOCK)]
        making = _Making(store, Words(seed))
        making.words.random.shuffle(owners)
        for first in range(0, len(owners), BLOCKS_PER_TRANSACTION):
            with store.transaction(durable=False):
                for owner in owners[first : first + BLOCKS_PER_TRANSACTION]:
                    making.block(reaches[owner], turns=turns)
    finally:
        store.close()


class _Making:
    """Writes blocks of documents into a store, one second apart."""

    def __init__(self, store: SqliteStore, words: Words) -> None:
        self._store = store
        self._database: Any = store.database
        self._connection: Any = self._database.connection()
        self._number = 0
        self.words = words

    def block(self, reach: Reach, *, turns: bool) -> None:
        """Four sessions and twenty entries of a user."""
        for _ in range(4 if turns else 0):
            self._session(reach)
        self._entries([self._entry(reach, "L1" if place < 15 else "L2") for place in range(20)])

    def _at(self) -> str:
        self._number += 1
        return instant(_START + timedelta(seconds=self._number))

    def _session(self, reach: Reach) -> None:
        at = self._at()
        session_id = f"s{self._number}"
        self._store.sessions.begin(SessionRow(id=session_id, reach=reach, started_at=at))
        turns = [
            Turn(
                session_id=session_id,
                position=position,
                speaker="assistant" if position % 2 else "user",
                content=self.words.document(),
                at=self._at(),
            )
            for position in range(20)
        ]
        first = self._number - len(turns)
        self._insert("turns", ("id", *TURN_COLUMNS), _numbered(first, (_turn_row(turn) for turn in turns)))
        made = documents.of_session(turns, reach.user.id)
        for number, (turn, document) in enumerate(made, start=first):
            documents.put_turn(self._database, turn, number, document)

    def _entry(self, reach: Reach, layer: Any) -> Entry:
        at = self._at()
        return Entry(
            id=f"{self._number:08x}",
            scope_id=reach.user.id,
            layer=layer,
            tier="user",
            content=self.words.document(),
            source="user",
            created_at=at,
            updated_at=at,
        )

    def _entries(self, entries: Sequence[Entry]) -> None:
        self._insert("entries", ENTRY_COLUMNS, map(entry_row, entries))
        for entry in entries:
            documents.add_entry(self._database, entry)

    def _insert(self, table: str, names: Sequence[str], rows: Iterator[list[Any]]) -> None:
        marks = ", ".join("?" * len(names))
        self._connection.executemany(f"INSERT INTO {table} ({columns(names)}) VALUES ({marks})", rows)


def _turn_row(turn: Turn) -> list[Any]:
    return [getattr(turn, name) for name in TURN_COLUMNS]


def _numbered(first: int, rows: Iterator[list[Any]]) -> Iterator[list[Any]]:
    return ([first + place, *row] for place, row in enumerate(rows))
