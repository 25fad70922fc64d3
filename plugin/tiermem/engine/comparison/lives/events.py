"""Events that end a state: a birth ends that a child is expected, a dismissal that somebody has a job.

Some are concepts of a reading (`OVERTAKES`), others pairs of expressions of a language (`Changes.turns`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import words_that_say
from tiermem.engine.reading.lexicon import Spaced, undated
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.people import Person, person_before
from tiermem.engine.reading.reading import read
from tiermem.text.languages.changes import OVERTAKES
from tiermem.text.topics import topics_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tiermem.engine.reading.lexicon import Unspaced
    from tiermem.engine.reading.reading import Reading

_OF_JOBS = frozenset({"job", "employer", "workplace", "team"})
"""Topics of statements about a job: "I'm a light sleeper" has none of them."""


def overtaken_by(said: Reading) -> frozenset[str]:
    """Return the concepts of the states that the events in a statement end: expecting a child, of a birth."""
    return frozenset().union(*(OVERTAKES[one] for one in said.concepts.keys() & OVERTAKES.keys()))


def overtakes(old: Reading, new: Reading) -> bool:
    """Return True if the later statement tells an event that ends the earlier one: a birth, the loss of a job."""
    events = {
        one
        for one in new.concepts.keys() & OVERTAKES.keys() - old.concepts.keys()
        if OVERTAKES[one] & old.concepts.keys()
    }
    if not events or _is_denied_event(new, events) or not _is_told_of(old, new, events):
        return False
    if "job lost" in events and "job hunt" in old.concepts:
        events.remove("job lost")
    return bool(events - {"job lost"}) or ("job lost" in events and _loses_job(old, new))


def _is_denied_event(new: Reading, events: Iterable[str]) -> bool:
    """Return True if a negation is none of the words of an event: "I was not fired"."""
    spans = [one for one in new.phrases.of_kind("concept") if one.label[1] in events]
    return not all(
        any(span.start <= one.start and one.end <= span.end for span in spans)
        for one in new.phrases.spans("denies")
    )


def _loses_job(old: Reading, new: Reading) -> bool:
    """Return True if the earlier statement names the speaker's job and employer, and the later one means a job."""
    topics = topics_of(old.text).keys()
    others = topics_of(new.text).keys() - _OF_JOBS
    if "illness" in others or (topics and topics.isdisjoint(_OF_JOBS)):
        return False
    is_more = old.telling - old.words_of({"role"} & old.concepts.keys())
    return "employer" in old.concepts or "name" in old.values or bool(topics and is_more)


def _is_told_of(old: Reading, new: Reading, events: Collection[str]) -> bool:
    """Return True if an event may be one of whom the earlier statement is about, for all that its subject says."""
    before, after, lexicon = old.owner, new.owner, lexicon_by_code(new.language)
    is_own_birth = "birthday" in new.concepts and new.speaks_of_self and not new.related
    if before.sort not in ("self", "kin") or (is_own_birth and after.sort == "self"):
        return False
    event, states = new.words_of(events), frozenset().union(*(OVERTAKES[one] for one in events))
    if after.sort == "kin" and not before.is_of(after) and not _is_among(after.word, event, lexicon):
        return new.names(before)
    state = old.words_of(states & old.concepts.keys())  # with the word for a wife, not for a sister
    is_of_other = (
        before.sort == "kin" and not before.is_of(after) and not _is_among(before.word, state, lexicon)
    )
    if is_of_other and new.is_mine and not new.names(before):
        return False
    small = frozenset(map(lexicon.stem, lexicon.mine)) if isinstance(lexicon, Spaced) else frozenset[str]()
    names = new.values.get("name", frozenset())
    others = new.related - old.related
    if isinstance(lexicon, Spaced):
        others |= frozenset(map(lexicon.stem, others))
    if new.names(before) and new.subject.isdisjoint(others):  # not "Lou's brother was laid off"
        names |= {before.name, lexicon.stem(before.name)} if isinstance(lexicon, Spaced) else {before.name}
    rest = new.subject - event - new.related - names - small
    return not rest or new.speaks_of_self


def _is_among(word: str, words: Iterable[str], lexicon: Spaced | Unspaced) -> bool:
    """Return True if the word for a person is one of those that show a concept, or a part of one without spaces."""
    if isinstance(lexicon, Spaced):
        return lexicon.stem(word) in words
    return any(word in one for one in words)


# -- states and events of a language --------------------------------------------------------------


class _Turn(NamedTuple):
    """A state of a person, or what ends it.

    Attributes:
        number: The number of the pair in `Changes.turns`.
        person: Who.
        rest: What the text says behind it.
    """

    number: int
    person: Person
    rest: str


def keys_of(text: str, *, is_event: bool) -> Iterator[str]:
    """Yield the keys of the states in a text, or of those that it ends."""
    yield from (f"turn {one.number}" for one in _turns(text, is_event=is_event))


def mentions_end_of_state(text: str) -> bool:
    """Return True if a text tells what ends a state."""
    return bool(_turns(text, is_event=True))


def turns_over(old: Reading, new: Reading) -> bool:
    """Return True if a later statement tells what ends a state of the same person, of which an earlier one is alone."""
    lexicon = lexicon_by_code(old.language)
    if new.language != old.language or new.has("supposes", "denies", "past"):
        return False
    return any(
        state.number == event.number
        and event.person.is_of(state.person)
        and len(list(words_that_say(state.rest, lexicon))) <= 1
        for state in _turns(old.text, is_event=False)
        for event in _turns(new.text, is_event=True)
    )


@lru_cache(maxsize=4096)
def _turns(text: str, *, is_event: bool) -> tuple[_Turn, ...]:
    """Return the states of people in a text, or what ends such states."""
    code, text = read(text).language, undated(text)
    found = list[_Turn]()
    for number, (state, event) in enumerate(lexicon_by_code(code).data.turns):
        for match in re.finditer(event if is_event else state, text, re.IGNORECASE):
            before = text[: match.start()]
            person = person_before(before, code) if before.strip() else Person(is_self=True)
            if person is not None:
                found.append(_Turn(number, person, text[match.end() :]))
    return tuple(found)
