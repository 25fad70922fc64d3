"""Events that end a state: a birth ends that a child is expected, a dismissal that somebody has a job.

Some are concepts of a reading (`OVERTAKES`), others pairs of expressions of a language (`Changes.turns`).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import expressions, words_that_say
from tiermem.engine.comparison.lives.health import OF_HEALTH
from tiermem.engine.reading.clauses import facts
from tiermem.engine.reading.lasting import illnesses
from tiermem.engine.reading.lexicon import MARKS, Spaced, undated
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.people import Person, people_of, person_before
from tiermem.engine.reading.reading import read
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages.changes import OVERTAKES
from tiermem.text.names import names_in, names_of
from tiermem.text.topics import topics_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tiermem.engine.reading.lexicon import Unspaced
    from tiermem.engine.reading.reading import Reading

_OF_JOBS = frozenset({"job", "employer", "workplace", "team"})
"""Topics of statements about a job: "I'm a light sleeper" has none of them."""
_OF_MATTER = ("by", "what", "more")
"""Groups of an event in `Changes.turns` that tell which of several things it is of; they count before its sort."""
_MOST_BEFORE = 2
"""Words before a detour to a name that may be no place's: "actually we're"."""
_FOREIGN = pattern(r"[\u30a0-\u30ff]{3}")
"""Part of a foreign name in Japanese."""
_OF_COMPOUND = 4
"""Minimum letters of a word that begins a compound."""


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
    if "birthday" in new.concepts and new.owner.word in lexicon_by_code(new.language).data.partners.split():
        events.discard("birth")  # "my wife was born on 3 May"
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
    listed = frozenset().union(*(_listed(one, new.language) for one in events))
    others = [one for one in new.related - old.related if not _is_among(one, listed, lexicon)]
    if before.sort == "self" and others and not new.speaks_of_self:
        return False  # "die Hochzeit meines Bruders ist abgesagt"
    state = old.words_of(states & old.concepts.keys())  # with the word for a wife, not for a sister
    is_of_other = (
        before.sort == "kin" and not before.is_of(after) and not _is_among(before.word, state, lexicon)
    )
    if is_of_other and new.is_mine and not new.names(before):
        return False
    small = frozenset(map(lexicon.stem, lexicon.mine)) if isinstance(lexicon, Spaced) else frozenset[str]()
    names = new.values.get("name", frozenset())
    kin = new.related - old.related
    if isinstance(lexicon, Spaced):
        kin |= frozenset(map(lexicon.stem, kin))
    if new.names(before) and new.subject.isdisjoint(kin):  # not "Lou's brother was laid off"
        names |= {before.name, lexicon.stem(before.name)} if isinstance(lexicon, Spaced) else {before.name}
    rest = new.subject - event - new.related - names - small
    return not rest or new.speaks_of_self


@cache
def _listed(event: str, code: str) -> frozenset[str]:
    """Return the words by which a language shows an event, without those that may stand between them."""
    lexicon = lexicon_by_code(code)
    words = frozenset(re.findall(r"[^\W\d]+", lexicon.data.concepts[event]))
    return frozenset(map(lexicon.stem, words)) | words if isinstance(lexicon, Spaced) else words


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
        rest: What the text says behind it, or in the group ``what``.
        matter: What the event is of, by its groups: Lisbon, of a trip; "" for a state.
        is_other: True for an event of somebody whom only a pronoun names: "she's out of hospital".
        is_found: True for an event of the very thing that the state is of: "found a flat", not "a flat tyre".
    """

    number: int
    person: Person
    rest: str
    matter: str = ""
    is_other: bool = False
    is_found: bool = False

    def ends(self, state: _Turn, lexicon: Spaced | Unspaced) -> bool:
        """Return True if this ends a state.

        With a matter it ends a state that names it and no two places: "the Lisbon trip" is only a part of
        "flying to Lisbon and to Rome". Without one it ends a state of which at most one telling word is said, and no
        illness: who is back from hospital may still have it.
        """
        is_one = not state.person.is_self if self.is_other else self.person.is_of(state.person)
        if self.number != state.number or not is_one:
            return False
        if self.is_found:
            return _bare(self.matter) == _bare(state.rest)
        if not self.matter:
            is_ill = illnesses(state.rest, lexicon) or not OF_HEALTH.isdisjoint(topics_of(state.rest))
            return not is_ill and len(list(words_that_say(state.rest, lexicon))) <= 1
        known, named = _words(state.rest, lexicon), _words(self.matter, lexicon)
        is_named = bool(named) and all(any(_is_named(one, word) for one in known) for word in named)
        return is_named and len(known & names_of("place")) <= 1


def keys_of(text: str, *, is_event: bool) -> Iterator[str]:
    """Yield the keys of the states in a text, or of those that it ends."""
    yield from (f"turn {one.number}" for one in _turns(text, is_event=is_event))


def mentions_end_of_state(text: str) -> bool:
    """Return True if a text tells what ends a state."""
    return bool(_turns(text, is_event=True))


def turns_over(old: Reading, new: Reading, whole: Reading) -> bool:
    """Return True if a later statement tells what ends a state of the same person, of which an earlier one is alone.

    It may be a clause of a *whole* message: "she" in it means no relative of whom the message tells something else.
    """
    if new.language != old.language or new.has("supposes", "denies", "past"):
        return False
    return any(
        event.ends(state, lexicon_by_code(old.language))
        for state in _turns(old.text, is_event=False)
        for event in _turns(new.text, is_event=True)
        if not event.is_other or people_of(whole.text, whole.language).kin <= state.person.kin
    )


def detour(olds: Iterable[str], new: str) -> str:
    """Return the only trip that is planned when another takes its place ("to Rome instead"); "" if none or several."""
    if not is_detour(new):
        return ""
    code = read(new).language
    said = (read(old) for old in olds)
    planned = [one.text for one in said if one.language == code and _is_trip(one)]
    return planned[0] if len(planned) == 1 else ""


def is_detour(text: str) -> bool:
    """Return True if a text tells of a trip of the user somewhere else than planned."""
    said = read(text)
    if said.owner.sort not in ("self", "thing") or said.related:
        return False
    every = expressions(said.language, "detours")
    return any(_is_to_place(found, said.language) for one in every for found in one.finditer(text))


def _is_to_place(found: re.Match[str], code: str) -> bool:
    """Return True if a detour goes to a city or a country, or to a name and nothing is told before it.

    "We're going to Rome instead", "wir fahren stattdessen nach Grado"; not "it's shut, so I'm off to Tesco instead".
    """
    if _names_place(found.string[found.start() :], code):
        return True
    is_all = len(found.string[: found.start()].split()) <= _MOST_BEFORE
    return is_all and (found.groupdict().get("where") or "")[:1].isupper()


def _names_place(text: str, code: str) -> bool:
    """Return True if a text names a city or a country, or has a foreign name in Japanese."""
    known = names_of("place")
    if not isinstance(lexicon_by_code(code), Spaced):
        return _FOREIGN.search(text) is not None or any(len(one) > 1 and one in text for one in known)
    words = re.findall(r"\w+", fold(text))
    return not known.isdisjoint((*words, *map(" ".join, pairwise(words))))


def _is_trip(said: Reading) -> bool:
    """Return True if a statement is of a trip that the user plans, and of no other thing that they tell."""
    if said.has("happens", "denies") or len(facts(said.text)) > 1:
        return False
    topics = topics_of(said.text).keys()
    is_to_name = not topics and bool(names_in(said.text))
    if not ("trip" in topics or is_to_name or _names_place(said.text, said.language)):
        return False
    trip = lexicon_by_code(said.language).data.trips
    before = (said.text[: found.start()] for found in re.finditer(trip, said.text, re.IGNORECASE))
    return any(not one.strip() or Person(is_self=True) == person_before(one, said.language) for one in before)


def _words(text: str, lexicon: Spaced | Unspaced) -> frozenset[str]:
    """Return the words of a text without function words; its characters in a script without spaces."""
    if not isinstance(lexicon, Spaced):
        return frozenset(words_that_say(text, lexicon))
    small = lexicon.function | lexicon.articles | lexicon.mine | lexicon.we
    return frozenset(
        word for word in lexicon.tokens(text).small if word.replace("-", "").isalpha() and word not in small
    )


def _bare(text: str) -> str:
    return fold(text).strip(f"{MARKS}。！ ")


def _is_named(known: str, word: str) -> bool:
    """Return True if a word is a known one, or a compound that begins with it: "Hauskauf", "Haus"."""
    return word == known or (len(known) >= _OF_COMPOUND and word.startswith(known))


@lru_cache(maxsize=4096)
def _turns(text: str, *, is_event: bool) -> tuple[_Turn, ...]:
    """Return the states of people in a text, or what ends such states."""
    code, text = read(text).language, undated(text)
    found = list[_Turn]()
    for number, (state, event) in enumerate(lexicon_by_code(code).data.turns):
        for match in re.finditer(event if is_event else state, text, re.IGNORECASE):
            before = text[: match.start()]
            person = person_before(before, code) if before.strip() else Person(is_self=True)
            groups = match.groupdict()
            is_other = bool(groups.get("other")) and (person is None or person.is_self)
            person = Person() if is_other else person
            rest = groups.get("what") or text[match.end() :]
            matter = " ".join(filter(None, map(groups.get, _OF_MATTER))).strip() or groups.get("thing") or ""
            matter = groups.get("found") or matter
            if person is not None:
                is_found = "found" in groups
                found.append(_Turn(number, person, rest, matter if is_event else "", is_other, is_found))
    return tuple(found)
