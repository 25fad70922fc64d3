"""Events that end a state: a birth ends that a child is expected, a dismissal that somebody has a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.reading.lexicon import Spaced
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.text.languages.changes import OVERTAKES
from tiermem.text.topics import topics_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

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
    if after.sort == "kin" and before[:2] != after[:2] and not _is_among(after.word, event, lexicon):
        return new.names(before)
    state = old.words_of(states & old.concepts.keys())  # with the word for a wife, not for a sister
    is_of_other = (
        before.sort == "kin" and before[:2] != after[:2] and not _is_among(before.word, state, lexicon)
    )
    if is_of_other and new.is_mine and not new.names(before):
        return False
    small = frozenset(map(lexicon.stem, lexicon.mine)) if isinstance(lexicon, Spaced) else frozenset[str]()
    names = new.values.get("name", frozenset())
    rest = new.subject - event - new.related - names - small
    return not rest or new.speaks_of_self


def _is_among(word: str, words: Iterable[str], lexicon: Spaced | Unspaced) -> bool:
    """Return True if the word for a person is one of those that show a concept, or a part of one without spaces."""
    if isinstance(lexicon, Spaced):
        return lexicon.stem(word) in words
    return any(word in one for one in words)
