"""The documents of the searched owners that hold a word, read from the engine's index and cached until it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tiermem.store.full_text.documents import AWAY
from tiermem.store.full_text.tables import LONG_BIT, TURN_BIT, first_id, last_id
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.store.contract import Terms
    from tiermem.store.full_text.typed import Typing

MAX_ROWS = 4_000
"""Maximum documents read for a word, for entries and for turns each; the latest are read. Each costs 0.1 µs."""
SAMPLE = 500
"""Maximum documents of a word whose neighbours are counted."""
MAX_CACHED_WORDS = 500


class Posting(NamedTuple):
    """The documents that hold a word.

    Attributes:
        rows: Ids of the documents that hold it in their content; the latest if there are more than `MAX_ROWS`.
        labelled: Ids of the documents that hold it in a subject, a tag or a date, with the same limit.
        number: Number of documents that it finds: those that hold it, and short turns beside them. A large number is an
            estimate.
        is_complete: True if all were read.
        beside: If not, words beside which it was looked for: the documents with both are among *rows*.
    """

    rows: Sequence[int]
    labelled: Sequence[int]
    number: int
    is_complete: bool
    beside: frozenset[str] = frozenset()


class Range(NamedTuple):
    """The documents of an owner: the entries or the turns.

    Attributes:
        scope_id: The owner.
        is_turn: True for the turns.
        documents: Their number.
        neighbours: Average number of turns that one borrows words from.
    """

    scope_id: int
    is_turn: bool
    documents: int
    neighbours: float

    @property
    def first(self) -> int:
        """The least possible id."""
        return first_id(self.scope_id, is_turn=self.is_turn)

    @property
    def last(self) -> int:
        """The greatest possible id."""
        return last_id(self.scope_id, is_turn=self.is_turn)


Total = tuple[int, bool, int, int, int]
"""Owner, whether of turns, documents, words of them, and neighbours that they borrow from."""


class Held(NamedTuple):
    """The documents of a range that hold a word.

    Attributes:
        content: Ids of the latest documents that hold it in their content.
        labels: Ids of the latest that hold it elsewhere.
        number: Their number, perhaps estimated, if these are only some of them; None if all were read, or the latest up
            to a limit.
        beside: Words whose documents with this one are included, however old.
    """

    content: Sequence[int]
    labels: Sequence[int]
    number: int | None = None
    beside: frozenset[str] = frozenset()


State = tuple[tuple[Any, ...], ...]
"""For each owner with documents, once for entries and once for turns: owner, whether of turns, and what differs after
each change of them."""


class WordIndex(Protocol):
    """The index of an engine over ``documents``."""

    def state(self, scopes: Sequence[int], *, turns: bool = True) -> State:
        """Return what differs after each change of these owners' documents; without *turns*, of their entries."""
        ...

    def totals(self, scopes: Sequence[int]) -> Sequence[Total]:
        """Return the totals of these owners' documents, without those of none."""
        ...

    def read(self, words: Sequence[str], ranges: Sequence[Range], limit: int) -> Sequence[Sequence[Held]]:
        """Return for each range, for each word, the latest documents up to a limit, and those beside other words."""
        ...

    def holding_both(self, word: str, others: Sequence[str], within: Range, limit: int) -> Sequence[int]:
        """Return the latest documents that hold a word and any of the others."""
        ...

    def entries_with(self, terms: Terms, scopes: Sequence[int]) -> tuple[str, Sequence[object]]:
        """Return FROM with ``documents d`` and WHERE with the condition that these owners' entries hold the terms."""
        ...

    def typing(self) -> Typing:
        """Return how what is typed is found."""
        ...

    def make(self) -> None:
        """Make the tables of documents and of their totals, empty, in place of those that exist."""
        ...

    def complete(self) -> None:
        """Make the index over the documents."""
        ...


class OwnedPostings:
    """The postings of some owners in one state of the database, cached after reading.

    Args:
        index: The index.
        scopes: The owners.
        state: The state.
        before: Their postings in an earlier state: those of turns stay where only entries changed, and the reverse.

    Attributes:
        documents: Number of the owners' documents.
        average: Average words of a document, including words borrowed from neighbours.
    """

    def __init__(
        self, index: WordIndex, scopes: Sequence[int], state: State, before: OwnedPostings | None = None
    ) -> None:
        self._index = index
        self._state = state
        self._ranges: dict[bool, list[Range]] = {False: [], True: []}
        self._known: dict[bool, dict[str, Posting]] = {
            are_turns: {} if before is None else before.still_known(state, are_turns=are_turns)
            for are_turns in (False, True)
        }
        self.documents = tokens = 0
        for scope_id, is_turn, documents, words, neighbours in index.totals(scopes):
            self._ranges[is_turn].append(Range(scope_id, is_turn, documents, neighbours / documents))
            self.documents += documents
            tokens += words
        self.average = tokens / self.documents if self.documents else 1.0

    def is_of(self, state: State) -> bool:
        """Return True if these are the postings in a state of the database."""
        return self._state == state

    def still_known(self, state: State, *, are_turns: bool) -> dict[str, Posting]:
        """Return the postings in the turns, or in the entries, if those are the same in a later state."""
        mine, later = ([row for row in one if row[1] == are_turns] for one in (self._state, state))
        return self._known[are_turns] if mine == later else {}

    def __len__(self) -> int:
        """Return the number of cached words."""
        return sum(map(len, self._known.values()))

    def read(self, words: Sequence[str], *, are_turns: bool) -> dict[str, Posting]:
        """Return the postings of words in the turns or in the entries."""
        known = self._known[are_turns]
        if new := [word for word in words if word not in known]:
            known |= self._read(new, self._ranges[are_turns])
        return {word: known[word] for word in words}

    def frequencies(self, words: Sequence[str], *, turns: bool = True) -> dict[str, int]:
        """See `contract.Search.frequencies`."""
        if turns:
            self._read_all(
                [word for word in words if not all(word in known for known in self._known.values())]
            )
        kinds = [
            self.read(words, are_turns=are_turns) for are_turns in ((False, True) if turns else (False,))
        ]
        return {word: sum(postings[word].number for postings in kinds) for word in words}

    def holding_both(self, word: str, others: Sequence[str], *, are_turns: bool, limit: int) -> list[int]:
        """Return the latest documents with a word and any of the others, at most *limit* for each owner."""
        ranges = self._ranges[are_turns]
        return [row for each in ranges for row in self._index.holding_both(word, others, each, limit)]

    def _read_all(self, words: Sequence[str]) -> None:
        """Read the postings of words in entries and turns at once: on a server, a question is what costs."""
        ranges = [each for kind in self._ranges.values() for each in kind]
        if not words or not ranges:
            return
        read = self._index.read(words, ranges, MAX_ROWS + 1)
        for are_turns, known in self._known.items():
            some = [
                (each, held) for each, held in zip(ranges, read, strict=True) if each.is_turn == are_turns
            ]
            known.update(_of_words(words, some))

    def _read(self, words: Sequence[str], ranges: Sequence[Range]) -> dict[str, Posting]:
        read = self._index.read(words, ranges, MAX_ROWS + 1) if ranges else []
        return _of_words(words, [*zip(ranges, read, strict=True)])


def _of_words(words: Sequence[str], read: Sequence[tuple[Range, Sequence[Held]]]) -> dict[str, Posting]:
    """Return the postings of words from what was read of each owner."""
    found = dict.fromkeys(words, Posting((), (), 0, is_complete=True))
    for each, held in read:
        for word, one in zip(words, held, strict=True):
            if one.content or one.labels or one.number:
                found[word] = _joined(found[word], one, each)
    return found


class Postings:
    """The postings of one index, cached for all threads until the documents change."""

    def __init__(self, index: WordIndex) -> None:
        self._index = index
        self._known: dict[tuple[int, ...], OwnedPostings] = {}

    def of(self, scopes: Sequence[int]) -> OwnedPostings:
        """Return the postings of some owners in the state of the database that this thread sees."""
        key, state = tuple(scopes), self._index.state(scopes)
        if sum(map(len, [*self._known.values()])) > MAX_CACHED_WORDS:
            self._known = {}
        known = self._known.get(key)
        if known is None or not known.is_of(state):
            known = self._known[key] = OwnedPostings(self._index, key, state, known)
        return known


def _joined(posting: Posting, held: Held, within: Range) -> Posting:
    """Return a posting with the documents of another owner added."""
    rows, labelled = held.content, held.labels
    if held.number is not None:
        number = max(round(held.number * _spread(rows, within)), len({*rows, *labelled}))
    else:
        number = round(_estimated(rows, within) * _spread(rows, within))
        if labelled:
            number = max(number, len({*rows, *labelled}), _estimated(labelled, within))
    is_complete = held.number is None and max(len(rows), len(labelled)) <= MAX_ROWS
    beside = posting.beside
    if not is_complete:
        beside = held.beside if posting.is_complete else beside & held.beside
    return Posting(
        rows=[*posting.rows, *rows],
        labelled=[*posting.labelled, *labelled],
        number=posting.number + min(number, within.documents),
        is_complete=posting.is_complete and is_complete,
        beside=beside,
    )


def _spread(rows: Sequence[int], within: Range) -> float:
    """Return how many documents a word finds for each document that holds it. Clustered words find fewer."""
    sample = rows[:SAMPLE]
    if not sample or not sample[0] & TURN_BIT:
        return 1.0
    short = [row for row in sample if not row & LONG_BIT]
    near = set[int]().union(*([row + away for row in short] for away in AWAY))
    besides = len(near.difference(sample)) * within.neighbours / len(AWAY)
    return 1.0 + besides / len(sample)


def _estimated(rows: Sequence[int], within: Range) -> int:
    """Return the estimated number of documents. Those before the known latest ones are assumed as frequent."""
    if len(rows) <= MAX_ROWS:
        return len(rows)
    return round(len(rows) * (rows[0] - within.first) / (rows[0] - rows[-1]))
