"""Find the statements on which a new one may bear, so that it is compared with these alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.engine.comparison.announced import announces_change
from tiermem.engine.comparison.lives import ended_by, keys_of, mentions_event
from tiermem.engine.comparison.lives.events import overtaken_by
from tiermem.engine.comparison.pair import DUE
from tiermem.engine.comparison.statement import as_compared
from tiermem.engine.comparison.value import takes_a_place
from tiermem.engine.reading.clauses import clauses, facts, introduction, pieces
from tiermem.engine.reading.lexicon import ALIKE
from tiermem.engine.reading.reading import OF_CHANGE, announces, read, versions_in
from tiermem.engine.reading.wishes import aspects_in, things_in
from tiermem.text.languages.changes import ONE
from tiermem.text.scripts import UNSPACED

if TYPE_CHECKING:
    from tiermem.engine.comparison.statement import Statement
    from tiermem.engine.reading.reading import Reading


class StatementIndex:
    """Statements by their words, concepts, topics, families, roles and frames.

    `compare` finds no relation of a new statement to one that `bearing` leaves out.
    """

    def __init__(self) -> None:
        self._names: defaultdict[str, list[str]] = defaultdict(list)

    def add(self, name: str, text: str) -> None:
        """Add a statement under a name; of one that has changed both wordings are found."""
        for key in _keys(text):
            self._names[key].append(name)

    def bearing(self, new: Statement) -> set[str]:
        """Return the names of the statements that a new one may repeat, update or contradict."""
        wished = {name for key in _of_wish(new) for name in self._names.get(key, ())}
        wished.update(self._names.get(f"person {new.known_as}", ()) if new.known_as else ())
        spoken = as_compared(new)
        if spoken is None:
            return wished
        new, whole = spoken
        readings = [whole, *map(read, clauses(new.content))]
        if new.corrects or announces_change(new) or any(map(_may_update, readings)):
            wanted = {key for said in readings for key in _wide(said)}
        else:
            wanted = {*self._rarest(whole.telling), *self._rarest(whole.value_words), *_narrow(whole)}
        return wished.union(*(self._names.get(key, ()) for key in wanted))

    def _rarest(self, words: Iterable[str]) -> frozenset[str]:
        """Return the keys of the word that the fewest statements have: one that says the same has all of them."""
        every = (frozenset(_forms(word)) for word in words)
        return min(
            every, key=lambda keys: sum(len(self._names.get(key, ())) for key in keys), default=frozenset()
        )


def _may_update(said: Reading) -> bool:
    is_change = said.has(*OF_CHANGE, "allows") or bool(said.ended or said.denied or said.wrong)
    return is_change or announces(said) or mentions_event(said.text) or takes_a_place(said.text)


def _forms(word: str) -> Iterator[str]:
    """Yield keys of which two words share one if they are forms of one word, see `lexicon.alike`."""
    if UNSPACED.match(word) and len(word) > 1:
        yield from map("".join, pairwise(word))
    else:
        yield word[:ALIKE]


def _keys(text: str) -> set[str]:
    """Return the keys under which a statement is found."""
    parts, introduced = facts(text), introduction(text)
    homes = () if introduced is None else (introduced.home,)
    return {
        key for part in (text, *(parts if len(parts) > 1 else ()), *homes) for key in _keys_of(read(part))
    }


def _of_wish(new: Statement) -> Iterator[str]:
    """Yield the keys of the wishes that a later one may end."""
    said = new.said
    yield from (f"aspect {aspect}" for aspect in aspects_in(said, later=True))
    for word in things_in(said):
        yield from _forms(word)


def _keys_of(said: Reading) -> Iterator[str]:
    words = said.telling | said.topic | said.value_words
    for word in words if said.topic else words | said.says:
        yield from _forms(word)
    yield from _of_topics(said)
    yield from _of_frame(said)
    yield from keys_of(said.text)
    yield from (f"aspect {aspect}" for aspect in aspects_in(said.text))


def _narrow(said: Reading) -> Iterator[str]:
    """Yield the keys of statements that one may contradict: a frame, a role or a concept with one value at a time."""
    yield from (f"concept {name}" for name in said.concepts.keys() & (ONE | DUE))
    yield from (f"concept {name}" for name in overtaken_by(said))
    yield from ended_by(said.text)
    yield from _of_frame(said)
    if said.owner.sort == "self":
        yield from (f"role {word}" for word in (*said.all_words, *said.concepts))


def _wide(said: Reading) -> Iterator[str]:
    """Yield the keys of all that one may update, contradict or repeat."""
    yield from _narrow(said)
    yield from _of_topics(said)
    for word in said.says:
        yield from _forms(word)


def _of_topics(said: Reading) -> Iterator[str]:
    yield from (f"concept {name}" for name in said.concepts)
    yield from (f"family {number}" for number in said.members)
    yield from (f"topic {topic}" for topic in said.topics)
    yield from (f"version {name}" for name in versions_in(said.text))


def _of_frame(said: Reading) -> Iterator[str]:
    if said.frame:
        yield f"frame {' '.join(said.frame)}"
    if said.owner.sort == "role":
        yield f"role {said.owner.word}"
    if said.values.keys() == {"number"}:
        first = read(next(iter(pieces(said.text)), ""))
        yield from (f"counted {word}" for word in first.says - first.value_words)
