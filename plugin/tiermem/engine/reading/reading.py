"""Read a statement for comparing: whose it is, what it is about, its values, and how it bears on earlier ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.announcements import announced, of_state
from tiermem.engine.reading.clauses import clauses
from tiermem.engine.reading.given_values import EXACT, values_at, values_taken_out
from tiermem.engine.reading.lexicon import (
    MARKS,
    RUN,
    Spaced,
    Unspaced,
    blanked,
    lexicon_of,
    may_be_one,
    tidied,
    undated,
    with_bare_titles,
)
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.owners import of_named, of_named_at, owner_at_start, owner_of
from tiermem.support.lazy import pattern
from tiermem.text.languages.changes import ONE, OVERTAKES
from tiermem.text.phrases import Wording
from tiermem.text.topics import single_topics, topics_of
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.engine.reading.lexicon import Tokens
    from tiermem.engine.reading.owners import Owner
    from tiermem.text.phrases import FoundPhrase

ANNOUNCED = -2.0
"""Log odds from which on a message announces a change of what it names."""
SURE = -1.0
"""Log odds from which on a message announces a change though it says "yesterday"."""
NEWS = 1.0
"""Log odds from which on a message is kept as news of a change although nothing is known that it changed."""
OF_STATE = -5.0
"""Log odds from which on a statement may be of a state."""
STABLE = 0.0
"""Log odds from which on a statement is likely of a state."""
NAMED, TOGETHER = -3.0, 0.0
"""Sums of the log odds of a change and of the state that it may end, from which on it ends that: if it names most of it
or gives another value, and if only a topic or a word shows what it is about. Chosen when there were no sums and models
of states and 43 % of what was learned from three chats of two people ended something else, nearly always wrongly.
``python -m benchmarks.changes`` counts the updates that are found, ``--unrelated`` what is ended beside them."""
_OF_RELATION = frozenset({"status", "kids"})
"""Concepts that the word for a relative shows: "wife"."""
_WORDS_OF_NAMES = 3
"""Words that a statement without spaces has at most beside a relative if it only names that one."""
_OF_WORDS = ("denies", "happens", "supposes", "likes", "sport", "hot drink")
"""Cues and concepts whose words are some of the statement too, where no spaces separate words."""
OF_ANSWERS, OF_ADDRESS = "reply language", "form of address"
"""The concepts of wishes of which the latest holds, however it is said: the language of answers, and a name."""
OF_WISHES = frozenset({OF_ANSWERS, OF_ADDRESS, "familiarity"})
"""All of them: "du" or "Sie" too."""
OF_CHANGE = ("changes", "corrects", "ends_next", "ends_last")
"""Cues without which a statement updates no other, unless it denies something."""
_OF_END = frozenset({"ends_next", "ends_last", "parts"})
_BESIDE = 5
"""Words beside a verb of ending that include what ended; twice as many characters in a script without spaces."""
CACHED = 8_192
"""Statements whose readings are kept: each new one is compared with all that are known of a person."""


class Cues:
    """The phrases found in a statement."""

    def __init__(self, found: Sequence[FoundPhrase]) -> None:
        self.found = found
        self.names = frozenset(one.label[1] for one in found if one.label[0] == "cue")

    def spans(self, *names: str) -> Iterator[FoundPhrase]:
        """Yield the places of the cues with these names."""
        return (one for one in self.found if one.label[0] == "cue" and one.label[1] in names)

    def of_kind(self, kind: str) -> list[FoundPhrase]:
        """Return the phrases of a kind: cue, concept, family or contrast."""
        return [one for one in self.found if one.label[0] == kind]

    def grouped(self, kind: str) -> dict[int, frozenset[int]]:
        """Return number of a family or contrast → its members in the statement."""
        named = defaultdict(set)
        for one in self.of_kind(kind):
            named[int(one.label[1])].add(one.label[2])
        return {number: frozenset(members) for number, members in named.items()}

    def concepts(self, words_of: Callable[[FoundPhrase], frozenset[str]]) -> dict[str, frozenset[str]]:
        """Return concept → the words that show it."""
        shown: dict[str, frozenset[str]] = {}
        for one in self.of_kind("concept"):
            shown[one.label[1]] = shown.get(one.label[1], frozenset()) | words_of(one)
        return shown

    def are_all(self, name: str, other: str) -> bool:
        """Return True if every cue of one name is at the place of a cue of another name."""
        places = {(one.start, one.end) for one in self.spans(other)}
        return all((one.start, one.end) in places for one in self.spans(name))

    # -- beside words, of which a mark ends a clause --------------------------------------------

    def ended(self, stems: Sequence[str]) -> frozenset[str]:
        """Return the words beside verbs of ending, and the wrong value of "not X, but Y"."""
        found = set(self.wrong(stems))
        for one in self.spans("ends_next"):
            found.update(stems[one.start : min(one.end + _BESIDE, _stop(stems, one.end))])
        for one in self.spans("ends_last"):
            found.update(stems[max(one.start - _BESIDE, 0) : one.end])
        return frozenset(found)

    def wrong(self, stems: Sequence[str]) -> frozenset[str]:
        """Return the words of a value denied beside the right one: "not X, Y", "Y, not X", "no X any more"."""
        found: set[str] = set()
        for one in self.spans("denies"):
            stop = _stop(stems, one.end)
            is_contrast = one.start == 0 or stems[one.start - 1] in MARKS or stop < len(stems) - 2
            if is_contrast or "ends_last" in self.names:
                found.update(stems[one.end : min(stop, one.end + _BESIDE - 1)])
        return frozenset(found)

    def denied(self, stems: Sequence[str]) -> frozenset[str]:
        """Return the words after a negation, up to the next mark."""
        spans = ((one.end, _stop(stems, one.end)) for one in self.spans("denies"))
        return frozenset(stem for start, stop in spans for stem in stems[start:stop])

    # -- beside words of a script without spaces, with their places -----------------------------

    def near(self, words: Sequence[tuple[str, int]], before: str, behind: str) -> frozenset[str]:
        """Return the words after cues of one name, and before those of another."""
        found = set()
        for word, place in words:
            follows = (one.start - len(word) <= place <= one.end + 2 * _BESIDE for one in self.spans(before))
            precedes = (one.start - 2 * _BESIDE <= place < one.end for one in self.spans(behind))
            if any(follows) or any(precedes):
                found.add(word)
        return frozenset(found)


def _stop(stems: Sequence[str], start: int) -> int:
    """Return the place of the next mark."""
    return next((place for place in range(start, len(stems)) if stems[place] in MARKS), len(stems))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reading:
    """A statement as it is compared. Its words are stems.

    Attributes:
        language: Its code.
        text: The statement.
        is_note: True for a note about the user in the third person.
        owner: Whose it is.
        is_mine: True if it speaks of the first person.
        subject: The words before its verb that count.
        words: Its words but values and those that say nothing.
        values: Sort of a value (number, time, date, weekday, name) → the values.
        value_words: The values as words.
        light: Verbs of the language that say little of a topic.
        telling: The words and values but those that are in many statements.
        topic: The words that say what it is about.
        concepts: Concept → the words that show it.
        members: Family of things of which one holds at a time → the members named.
        member_words: The words of those.
        phrases: The phrases found.
        periods: Times at which it holds.
        ended: The words beside a verb of ending.
        denied: The words behind a negation.
        wrong: The wrong value of "not X, but Y".
        thing: Values in its subject: "server 2".
        order: Its words and values in order.
        all_words: Every word, small.
        introduced: Words for a relative, friend or pet, if the statement tells little more than who that is: "son" in
            "I have a son called Tom".
        related: All words for a relative, friend or pet.
        frame: The words before a copula that say something; empty without one.
        plain: Every word in order, small, but cues of change; empty where no spaces separate words.
    """

    language: str
    text: str
    is_note: bool
    owner: Owner
    is_mine: bool
    subject: frozenset[str] = frozenset()
    words: frozenset[str]
    values: Mapping[str, frozenset[str]]
    value_words: frozenset[str]
    light: frozenset[str] = frozenset()
    telling: frozenset[str]
    topic: frozenset[str]
    concepts: Mapping[str, frozenset[str]]
    members: Mapping[int, frozenset[int]]
    member_words: frozenset[str]
    phrases: Cues
    periods: frozenset[str]
    ended: frozenset[str]
    denied: frozenset[str]
    wrong: frozenset[str]
    thing: frozenset[str] = frozenset()
    order: tuple[str, ...]
    all_words: frozenset[str]
    related: frozenset[str]
    introduced: frozenset[str]
    frame: tuple[str, ...]
    plain: tuple[str, ...] = ()

    def has(self, *cues: str) -> bool:
        """Return True if one of these cues was found."""
        return not self.cues.isdisjoint(cues)

    @cached_property
    def cues(self) -> frozenset[str]:
        """The cues found, by the names of `Changes`; a question supposes."""
        return self.phrases.names | ({"supposes"} if self.text.rstrip().endswith(("?", "？")) else set())

    @cached_property
    def has_speaker_as_object(self) -> bool:
        """True if somebody does something to the first person: "the consultant put me on Ozempic"."""
        lexicon = lexicon_by_code(self.language)
        return isinstance(lexicon, Spaced) and not (lexicon.we - lexicon.starts).isdisjoint(self.all_words)

    @cached_property
    def speaks_of_self(self) -> bool:
        """True if the first person takes part, rather than somebody of theirs: "Nora and I", not "my brother"."""
        lexicon = lexicon_by_code(self.language)
        if isinstance(lexicon, Unspaced):
            return self.is_mine and self.owner.sort == "self"
        return not lexicon.we.isdisjoint(self.all_words)

    @cached_property
    def naming(self) -> frozenset[str]:
        """The telling words that name it: none that is said of everything, no day, time or number, no single sign."""
        exact = frozenset().union(*(self.values.get(sort, ()) for sort in EXACT))
        found = self.telling - lexicon_by_code(self.language).common - exact
        found -= {self.owner.name, self.owner.word}
        return frozenset(word for word in found if len(word) > 1 and not word[-1].isdigit())

    @cached_property
    def unchanging(self) -> frozenset[str]:
        """The words of what it is about, but exact values and cues of change: none in "they moved it to the 10th"."""
        lexicon = lexicon_by_code(self.language)
        kept = (self.telling | self.subject).difference(*(self.values.get(sort, ()) for sort in EXACT))
        return kept & set(map(lexicon.stem, self.plain)) if isinstance(lexicon, Spaced) else kept

    @cached_property
    def contrasts(self) -> Mapping[int, frozenset[int]]:
        """Contrast → the sides named."""
        return self.phrases.grouped("contrast")

    @cached_property
    def topics(self) -> frozenset[str]:
        """The topics of which a person has one at a time, see `text.topics`."""
        return single_topics(self.text)

    @cached_property
    def stability(self) -> float:
        """The log odds that this is of a state that a change may end: "I drink coffee", not "We had a great day"."""
        return of_state(self.text, self.language)

    @cached_property
    def is_strong(self) -> bool:
        """True if a cue of change is none of the weak ones."""
        return not self.phrases.are_all("changes", "weak")

    @cached_property
    def is_new(self) -> bool:
        """True if nothing but "new" is a cue of change."""
        return self.has("renews") and self.phrases.are_all("changes", "renews")

    @cached_property
    def says(self) -> frozenset[str]:
        """All words and values."""
        return self.words | self.value_words

    def names(self, owner: Owner) -> bool:
        """Return True if it has the name of an owner, and not as the name of another: "my uncle Max", of a dog."""
        if not owner.name or owner.name not in self.all_words:
            return False
        return not (self._has_namesake(owner) or self.theirs_of(owner))

    def theirs_of(self, owner: Owner) -> frozenset[str]:
        """Return those of an owner of whom it is, if it has the owner's name for nothing else: "George's doctor"."""
        if not owner.name:
            return frozenset()
        lexicon = lexicon_by_code(self.language)
        if isinstance(lexicon, Spaced):
            others = of_named(owner.name, lexicon.tokens(self.text).small, lexicon)
        else:
            others = of_named_at(owner.name, lexicon.in_first_person(self.text), lexicon)
        return frozenset(others) if all(others) else frozenset()

    def is_of(self, owner: Owner) -> bool:
        """Return True if it is of an owner, or names them."""
        return self.owner.is_of(owner) or self.names(owner)

    def _has_namesake(self, owner: Owner) -> bool:
        own = self.owner
        if own.sort not in ("kin", "role") or owner.sort != "kin":
            return False
        if may_be_one(own.word, owner.word, lexicon_by_code(self.language)):
            return False
        return own.name == owner.name or (not own.name and own.is_theirs)

    def words_of(self, concepts: Iterable[str]) -> frozenset[str]:
        """Return the words that show these concepts."""
        return frozenset().union(*(self.concepts[concept] for concept in concepts))


_CALENDAR = pattern(r"[dm]\d+")
"""A weekday or month as a value."""
_TIMES = frozenset({"date", "weekday", "time"})
"""Sorts of values that a statement which only names somebody does not have."""
_VERSION = pattern(r"(?<![\w.])([A-Z][\w+#-]*) (?:[Vv]ersion |[Vv])?(\d+(?:\.\d+){0,3})(?![\w%€$:]|\.\d)")


@lru_cache(maxsize=CACHED)
def read(text: str) -> Reading:
    """Return the reading of a statement, without the dates that learning put into it: "this week (week of …)"."""
    said = with_bare_titles(undated(tidied(text)))
    lexicon = lexicon_of(said)
    return _unspaced(said, lexicon) if isinstance(lexicon, Unspaced) else _spaced(said, lexicon)


def versions_in(text: str) -> Mapping[str, str]:
    """Return name in small letters → the version behind it: "Python 3.11", "Node v22"."""
    return {found[1].lower(): found[2] for found in _VERSION.finditer(text)}


def may_change(text: str) -> bool:
    """Return True if a statement, or a clause of it, may change, end or correct an earlier one."""
    said = [read(text)]
    if said[0].has("supposes"):
        said += map(read, clauses(text))
    return any(
        (
            one.has(*OF_CHANGE, "allows")
            or not OF_WISHES.isdisjoint(one.concepts)
            or not OVERTAKES.keys().isdisjoint(one.concepts)
            or announces(one)
        )
        and not one.has("supposes", "only_once")
        for one in said
    )


def is_order(said: Reading) -> bool:
    """Return True if a statement tells the listener what to do: "Always end with a joke"."""
    lexicon = lexicon_by_code(said.language)
    if isinstance(lexicon, Unspaced) or (lexicon.mine | (lexicon.we & lexicon.starts)) & said.all_words:
        return False
    return said.owner.sort in ("thing", "self") and not lexicon.wishes.isdisjoint(said.plain[:2])


def announces(said: Reading, *, sure: bool = False) -> bool:
    """Return True if a message is likely to announce a change, or *sure* to."""
    return announced(said.text, said.language) >= (SURE if sure else ANNOUNCED)


def odds_of_change(text: str) -> float:
    """Return the log odds that a message announces a change."""
    said = read(text)
    return announced(said.text, said.language)


def is_news(text: str) -> bool:
    """Return True if a statement says that something changed of which the first person has one at a time: a home."""
    said = read(text)
    is_own = said.is_mine and said.owner.sort in ("self", "role", "kin")
    is_vague = said.has("supposes", "past", "once", "only_once", "happens", "corrects")
    return is_own and said.has("changes") and not is_vague and not ONE.isdisjoint(said.concepts)


def adds(text: str) -> bool:
    """Return True if a statement of the first person adds to what is known: "we adopted another cat"."""
    said = read(text)
    is_own = said.is_mine or said.owner.sort in ("self", "kin")
    return is_own and said.has("adds") and not said.has("supposes", "past", "once", "only_once", "corrects")


def is_of_kind(old: str, new: str) -> bool:
    """Return True if two statements are of relatives, friends or pets, or have a topic in common."""
    before, after = read(old), read(new)
    return bool(before.related and after.related) or not topics_of(old).keys().isdisjoint(topics_of(new))


def announces_surely(text: str) -> bool:
    """Return True if a statement announces a change so surely that it is worth keeping whatever it changed."""
    said = read(text)
    return announced(text, said.language) >= NEWS and not said.has(
        "supposes", "past", "only_once", "corrects"
    )


def is_preposition(word: str, language: str) -> bool:
    """Return True if a word is one of those that say nothing of a topic, and no verb."""
    lexicon = lexicon_by_code(language)
    return isinstance(lexicon, Spaced) and word in lexicon.function - lexicon.verbs - lexicon.copulas


def size_of(text: str) -> int:
    """Count the words and values of a statement that say something."""
    return len(read(text).says)


def corrects(text: str) -> bool:
    """Return True if a sentence says that something was wrong."""
    return read(text).has("corrects")


def changes_something(text: str) -> bool:
    """Return True if a statement has words of a change: "now", "moved to"."""
    return read(text).has("changes")


def lasts(text: str) -> bool:
    """Return True if a sentence says that it holds from now on."""
    return read(text).has("lasts")


def says_end(text: str) -> bool:
    """Return True if a sentence says of the speaker that something ended: "Dana and I broke up"."""
    said = read(text)
    return said.owner.sort == "self" and said.has("ends_next", "ends_last")


def _meant(found: Sequence[FoundPhrase], text: str, lexicon: Spaced | Unspaced) -> Sequence[FoundPhrase]:
    """Return the phrases of a statement but those of an end, if it only exaggerates: "Dad died laughing"."""
    is_meant = not lexicon.exaggerates.search(text)
    return [one for one in found if is_meant or one.label[1] not in _OF_END]


# -- languages with spaces between words -----------------------------------------------------------


def _spaced(text: str, lexicon: Spaced) -> Reading:
    said = lexicon.tokens(text)
    small = said.small
    cues = Cues(_meant(lexicon.phrases.find(Wording(text, small, said.named)), text, lexicon))
    values, places = values_at(said, lexicon)
    kept = [word for place, word in enumerate(small) if place not in places and _counts(word, lexicon)]
    words, value_words = frozenset(map(lexicon.stem, kept)), frozenset(places.values())
    stems = [places.get(place) or lexicon.stem(word) for place, word in enumerate(small)]
    says, owner = words | value_words, owner_of(said, lexicon)

    def words_in(spans: Iterable[FoundPhrase]) -> frozenset[str]:
        return frozenset(lexicon.stem(word) for one in spans for word in small[one.start : one.end])

    cue_words, member_words = words_in(cues.spans(*OF_CHANGE)), words_in(cues.of_kind("family"))
    concepts = cues.concepts(lambda one: words_in([one]))
    related = frozenset(lexicon.stem(word) for word in small if word in lexicon.kin)
    if owner.sort == "thing" and small[:1] and small[0] in lexicon.function and not related:
        concepts.pop("age", None)  # "the ticket number is 12"
    others = {*member_words, *cue_words, *map(lexicon.stem, owner.word.split())}
    telling = says - lexicon.light - lexicon.generic
    is_naming = concepts.keys() <= _OF_RELATION and _only_names(said, telling, related, places, lexicon)
    return Reading(
        language=lexicon.code,
        text=text,
        is_note=said.is_note,
        owner=owner,
        is_mine=not (lexicon.mine | lexicon.we).isdisjoint(small),
        subject=_subject(said, places, lexicon),
        words=words,
        values=values,
        value_words=value_words,
        light=lexicon.light,
        telling=telling,
        topic=words - others - lexicon.generic - lexicon.light,
        concepts=concepts,
        members=cues.grouped("family"),
        member_words=member_words,
        phrases=cues,
        periods=frozenset(" ".join(small[one.start : one.end]) for one in cues.spans("periods")),
        ended=cues.ended(stems) & says,
        denied=cues.denied(stems) & says,
        wrong=cues.wrong(stems) & says,
        thing=_thing(said, places, cues, lexicon),
        order=tuple(stem for stem in stems if stem in says),
        all_words=frozenset(small),
        related=related,
        introduced=related if is_naming else frozenset(),
        frame=_frame(said, stems, lexicon),
        plain=_plain(said, cues),
    )


def _only_names(
    said: Tokens,
    telling: frozenset[str],
    related: frozenset[str],
    values: Mapping[int, str],
    lexicon: Spaced,
) -> bool:
    """Return True if the telling words are those for relatives, their names and how many they are."""
    words = zip(said.small, said.written, strict=True)
    named = {lexicon.stem(word) for word, written in words if written[0].isupper()}
    counted = frozenset(
        value
        for place, value in values.items()
        if not lexicon.kin.isdisjoint(said.small[place + 1 : place + 3])
    )
    counted = counted if telling & named - related else frozenset()  # "two sons, Jack and Tom"
    called = frozenset(map(lexicon.stem, lexicon.called))  # "un perro llamado Lolo"
    return telling - counted - called <= related | named


def _counts(word: str, lexicon: Spaced) -> bool:
    return word not in lexicon.function and word not in MARKS


def _subject(said: Tokens, values: Mapping[int, str], lexicon: Spaced) -> frozenset[str]:
    """Return the words before the verb that count; none of "I", or of a request."""
    stop = said.stop(lexicon.verbs)
    if stop is None or said.small[0] in lexicon.light or not lexicon.we.isdisjoint(said.small[:stop]):
        return frozenset()
    found = frozenset(
        values.get(place) or lexicon.stem(word)
        for place, word in enumerate(said.small[:stop])
        if _counts(word, lexicon)
        and word not in lexicon.generic
        and not word.isdigit()
        and not word.startswith("'")
    )
    behind = said.small[stop + 1 : stop + 2]
    is_when = not lexicon.we.isdisjoint(behind) and all(_CALENDAR.fullmatch(one) for one in found)
    return frozenset() if is_when else found  # "Am Montag habe ich …"


def _frame(said: Tokens, stems: Iterable[str], lexicon: Spaced) -> tuple[str, ...]:
    """Return the words before the first copula that say something."""
    before = said.small[: said.stop(lexicon.copulas) or 0]
    return tuple(stem for word, stem in zip(before, stems, strict=False) if _counts(word, lexicon))


def _plain(said: Tokens, cues: Cues) -> tuple[str, ...]:
    left_out = {place for one in cues.spans("changes") for place in range(one.start, one.end)}
    return tuple(word for place, word in enumerate(said.small) if place not in left_out and word not in MARKS)


def _thing(said: Tokens, values: Mapping[int, str], cues: Cues, lexicon: Spaced) -> frozenset[str]:
    """Return the numbers and dates before the verb: "server 2", "the meeting on 3 May", but not "since Monday"."""
    stop = said.stop(lexicon.verbs)
    if not stop or not lexicon.we.isdisjoint(said.small[:stop]):
        return frozenset()
    since = {one.end for one in cues.spans("changes")}
    own = [(place, value) for place, value in values.items() if place < stop and place not in since]
    cues_at = {place for one in cues.found for place in range(one.start, one.end)}
    named = (place for place in range(stop) if place not in values and place not in cues_at)
    if not any(
        _counts(said.small[place], lexicon) for place in named
    ):  # "from March I am with the Volksbank"
        own = [] if any(_CALENDAR.fullmatch(value) for _, value in own) else own
    return frozenset(value for _, value in own if value[-1].isdigit())


# -- languages without --------------------------------------------------------------------------------


def _unspaced(text: str, lexicon: Unspaced) -> Reading:
    said = lexicon.in_first_person(text)
    latin = [match[0] for match in RUN.finditer(said) if "a" <= match[0][0] <= "z"]
    cues = Cues(_meant(lexicon.phrases.find(Wording(said)), text, lexicon))
    products = lexicon.products.find(Wording(said, latin, [True] * len(latin)))
    owner = owner_at_start(said, lexicon)
    values, rest = values_taken_out(blanked(lexicon.numbered, said), lexicon)
    runs = _runs(_bare(rest, said, cues, owner, lexicon))
    runs += [(match[0], match.start()) for match in lexicon.numbered.finditer(said)]
    words = frozenset(word for word, _ in runs)
    members = cues.grouped("family")
    for number, of_products in Cues(products).grouped("family").items():
        members[number] = members.get(number, frozenset()) | of_products
    product_words = frozenset(latin[one.start] for one in products)
    wrong, value_words = cues.near(runs, "denies_value", "denies_last"), frozenset().union(*values.values())
    related = frozenset(one[0] for one in lexicon.kin.finditer(said))
    called = {said[one.start() : one.start(1)] for one in lexicon.called.finditer(said)}
    is_naming = bool(called - set(lexicon.data.no_value)) or "lists" in cues.names
    is_naming = is_naming and len(words - related) <= _WORDS_OF_NAMES and _TIMES.isdisjoint(values)
    return Reading(
        language=lexicon.code,
        text=text,
        is_note=said != text.lower(),
        owner=owner,
        is_mine=lexicon.mine.search(said) is not None,
        words=words,
        values=values,
        value_words=value_words,
        telling=words | value_words,
        topic=words - product_words,
        concepts=cues.concepts(lambda one: frozenset([said[one.start : one.end]])),
        members=members,
        member_words=product_words | {said[one.start : one.end] for one in cues.of_kind("family")},
        phrases=cues,
        periods=frozenset(said[one.start : one.end] for one in cues.spans("periods")),
        ended=cues.near(runs, "ends_next", "ends_last") | wrong,
        denied=words if "denies" in cues.names else frozenset(),
        wrong=wrong,
        order=tuple(word for word, _ in runs),
        all_words=words.union(latin),
        related=related,
        introduced=related if is_naming else frozenset(),
        frame=_unspaced_frame(said, lexicon),
    )


def _bare(rest: str, said: str, cues: Cues, owner: Owner, lexicon: Unspaced) -> str:
    """Return the rest of a statement with spaces in the place of its cues, its owner and what says nothing."""
    for one in cues.found:
        if one.label[0] in ("cue", "concept") and one.label[1] not in _OF_WORDS:
            rest = f"{rest[: one.start]}{' ' * (one.end - one.start)}{rest[one.end :]}"
    kept = {said[one.start : one.end] for one in cues.of_kind("concept") if one.label[1] in _OF_WORDS}
    for name in {said[one.start : one.end] for one in cues.of_kind("family")} - kept:
        rest = rest.replace(name, " " * len(name))
    if owner.word:
        rest = rest.replace(owner.word, " " * len(owner.word), 1)
    return blanked(lexicon.function, rest)


def _runs(text: str) -> list[tuple[str, int]]:
    """Return the words of a text without spaces but numbers, with their places."""
    return [(match[0], match.start()) for match in RUN.finditer(text) if not match[0][0].isdigit()]


def _unspaced_frame(said: str, lexicon: Unspaced) -> tuple[str, ...]:
    """Return the words before the first copula that say something."""
    copula = lexicon.copulas.search(said)
    before = lexicon.function.sub(" ", said[: copula.start()]) if copula else ""
    return tuple(match[0] for match in RUN.finditer(before))
