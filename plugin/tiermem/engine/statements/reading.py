"""Read a statement for comparing: whose it is, what it is about, its values, and how it bears on earlier ones."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from tiermem.engine.statements.announcing import announced
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages import changes_of, codes, language, languages_of, scripts
from tiermem.text.languages.changes import LISTS, ONE, PRODUCTS, Changes
from tiermem.text.phrases import Expressions, Listed, Said
from tiermem.text.scripts import CJK
from tiermem.text.topics import single_topics
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.text.phrases import Found, Label

_TOKEN = pattern(
    r"[$€£]?\d{1,3}(?: \d{3})+\b|[$€£]?\d[\w.,:/@-]*\w|[$€£]?\d|@?\w[\w'.@/+#-]*[\w+#]|\w|[.!?,;:—–](?=\s|$)"
)
_RUN = pattern(r"[a-z][a-z0-9.+#@_-]*|\d[\d.,:]*|[\u30a0-\u30ff]+|[\u4e00-\u9fff々]+")
_ADDED_DATE = pattern(r"\s?\([^()\d]{0,24}\d{4}-\d\d-\d\d[^()]{0,3}\)")
_LETTERS = pattern(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
HAN = pattern(f"[{CJK}]")
_HOUR = re.compile(r"(\d{1,2})(?:[:.h](\d\d)|h)?(am|pm)?")
_AMOUNT = re.compile(r"[$€£]?(\d[\d., ]*?)(k|m|kg|km|gb|mb|tb|%|ms|s|min|h|€)?")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|ª|º)")
_ISO_DATE = re.compile(r"\d{4}-(\d\d)-(\d\d)")
_MARKS = ".!?,;:—–"
_JOINT = re.compile(r"\. ?|\s(?:de|of)\s")
"""The separators of the parts of one date: "3. Mai", "4 de marzo"."""
_GROUP = re.compile(r"[., ](?=\d{3}(?:\D|$))")
_DATE_MARKS = pattern(r"(\d{1,2})月(\d{1,2})[日号]")
_CLOCK = r"\d{1,2}(?::\d\d|[点时時](?:半|\d{1,2}分)?)"
_FOREIGN = r"[A-Za-z][\w.+#-]*|[\u30a0-\u30ff]{2,}"
_NAMED_KIN = pattern(
    r"の?([\u30a0-\u30ff]{2,8}|[\u4e00-\u9fff]{1,3}?|[A-Za-z]{2,})(?:さん|くん|ちゃん)?(?=[はが在是从的和，、不喜住去有学])"
)
"""The name behind a relative: 我弟弟小波在…, 弟の拓也は…"""
_NUMBERED = pattern(r"[\u30a0-\u30ff\u4e00-\u9fff々]{2,}\d+(?=[はがの在是的](?!半))")
"""A thing with its number, in a script without spaces: 服务器1在…"""
_CLAUSE_MARKS = pattern(r"[,;:](?=\s)|\.\s|\s-\s|—|–|[，；、。]")
_WITHIN, _WITHIN_UNSPACED = r"[^,;:.!?—–()]{1,60}", r"[^\s,.，、。！？はが是]{1,20}"
"""A value in a clause."""
_STEM = 6
"""Letters of a stem, after the endings of the language are taken off."""
ALIKE = 5
"""First letters by which two words are taken for forms of one."""
_OWNED_WITHIN = 4
"""Words between "my" and the person that it goes with, at most."""
_BESIDE = 5
"""Words beside a verb of ending among which is what ended; of a script without spaces three times as many
characters."""
_FEWEST_IN_CLAUSE = 3
ANNOUNCED = 0.5
"""Log odds from which on a message announces a change of what it names. Of the pairs by other authors (``python -m
benchmarks.changes --set open``) 36 % of the updates were found and 96 % of the others left beside each other, with
models fitted without these pairs; without models and with fewer words it was 15 % and 99 %. The shipped models were
fitted on these pairs too, so that the command prints higher figures with them."""
SURE = 1.5
"""Log odds from which on a message announces a change though it says "yesterday"."""
_NEGATIONS = frozenset({"ne", "no"})
"""Words of negation before the verb, in French and Spanish."""
_SHORT = 3
"""Letters of a word that is too short to name a month or weekday by itself: "mar", "sun"."""
_MOST_DAYS = 31
CACHED = 8_192
"""Statements whose readings are kept: each new one is compared with all that are known of a person."""

_AMENDED = 512
"""Statements whose values are kept: a correction is put beside all that it may be of."""


class Owner(NamedTuple):
    """Whose a statement is.

    Attributes:
        sort: ``self``; ``kin``, a person or pet of one's own; ``role``, a person as a value: "my manager is Tom";
            ``name``, somebody named; ``thing``.
        word: The kin, role or name.
        name: The name that the statement gives the person.
    """

    sort: str = "thing"
    word: str = ""
    name: str = ""
    is_named: bool = False
    """True if the name stands beside the person: "my son Tom"."""


class Value(NamedTuple):
    """A value in a text, or a word of it.

    Attributes:
        text: As it is written.
        sort: number, time, date, weekday, name; ``word`` for any word.
        start: Where it begins.
        end: Where it ends.
        is_name: True if it is written like a name, or its script does not show names.
    """

    text: str
    sort: str
    start: int
    end: int
    is_name: bool = False


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
        topic: The words that say what it is about.
        concepts: Concept → the words that show it.
        topics: What it is about, of what a person has one of at a time, see `text.topics`.
        members: Family of things of which one holds at a time → the members named.
        member_words: The words of those.
        contrasts: Contrast → the sides named.
        cues: The cues found, by the names of `Changes`.
        cue_words: The words of those that say that something changed or ended.
        is_strong: True if a cue of change is none of the weak ones.
        periods: Times at which it holds.
        ended: The words beside a verb of ending.
        denied: The words behind a negation.
        wrong: The wrong value of "not X, but Y".
        thing: Values in its subject: "server 2".
        is_new: True if nothing but "new" is a cue of change.
        order: Its words and values in order.
        all_words: Every word, small.
        frame: The words before a copula that say something; empty without one.
    """

    language: str
    text: str
    is_note: bool
    owner: Owner
    is_mine: bool
    subject: frozenset[str]
    words: frozenset[str]
    values: Mapping[str, frozenset[str]]
    topic: frozenset[str]
    concepts: Mapping[str, frozenset[str]]
    topics: frozenset[str]
    members: Mapping[int, frozenset[int]]
    member_words: frozenset[str]
    contrasts: Mapping[int, frozenset[int]]
    cues: frozenset[str]
    cue_words: frozenset[str]
    is_strong: bool
    periods: frozenset[str]
    ended: frozenset[str]
    denied: frozenset[str]
    wrong: frozenset[str]
    thing: frozenset[str]
    is_new: bool
    order: tuple[str, ...]
    all_words: frozenset[str]
    frame: tuple[str, ...]
    value_words: frozenset[str]
    light: frozenset[str]
    generic: frozenset[str]

    def has(self, *cues: str) -> bool:
        """Return True if one of these cues was found."""
        return not self.cues.isdisjoint(cues)

    @cached_property
    def says(self) -> frozenset[str]:
        """All words and values."""
        return self.words | self.value_words

    @cached_property
    def telling(self) -> frozenset[str]:
        """The words and values but those that are in many statements."""
        return self.says - self.light - self.generic

    def words_of(self, concepts: Iterable[str]) -> frozenset[str]:
        """Return the words that show these concepts."""
        return frozenset().union(*(self.concepts[concept] for concept in concepts))


def alike(words: Iterable[str], pool: frozenset[str]) -> frozenset[str]:
    """Return the words of which a form is in a pool."""
    return frozenset(word for word in words if word in pool or _has_form(word, pool))


def _has_form(word: str, pool: frozenset[str]) -> bool:
    if HAN.match(word):
        return len(word) > 1 and any(
            len(other) > 1 and (word in other or other in word) for other in pool if HAN.match(other)
        )
    if any(map(str.isdigit, word)):
        return False
    begins = word[:ALIKE]
    return len(word) >= ALIKE and any(other.startswith(begins) for other in pool)


@lru_cache(maxsize=CACHED)
def read(text: str) -> Reading:
    """Return the reading of a statement, without the dates that learning put into it: "this week (week of …)"."""
    said = undated(normalize("NFKC", text).replace("’", "'").strip())
    return _reader(_code_of(said)).read(said)


def undated(text: str) -> str:
    """Return a statement without the dates that learning put into it."""
    return _ADDED_DATE.sub("", text)


@lru_cache(maxsize=_AMENDED)
def values_in(text: str, *, words: bool = False) -> tuple[Value, ...]:
    """Return the values of a statement in order, those of several words as one; with *words* its words instead."""
    reader = _reader(_code_of(text))
    return tuple(reader.words_in(text) if words else reader.values_in(text))


@lru_cache(maxsize=_AMENDED)
def swaps(text: str) -> tuple[tuple[str, str], ...]:
    """Return each right value that a statement gives beside a wrong one, with the wrong one: "X, not Y"."""
    said = normalize("NFKC", text).replace("’", "'").strip()
    return tuple(_reader(_code_of(said)).swaps(said))


def may_change(text: str) -> bool:
    """Return True if a statement may change, end or correct an earlier one."""
    said = read(text)
    is_change = said.has("changes", "ends_next", "ends_last", "corrects") or announces(said)
    return is_change and not said.has("supposes", "only_once")


def announces(said: Reading, *, sure: bool = False) -> bool:
    """Return True if a message is likely to announce a change, or *sure* to."""
    return announced(said.text, said.language) >= (SURE if sure else ANNOUNCED)


def is_news(text: str) -> bool:
    """Return True if a statement says that something changed of which the first person has one at a time: a home."""
    said = read(text)
    is_own = said.is_mine and said.owner.sort in ("self", "role", "kin")
    is_vague = said.has("supposes", "past", "once", "only_once", "happens", "corrects")
    return is_own and said.has("changes") and not is_vague and not ONE.isdisjoint(said.concepts)


def size_of(text: str) -> int:
    """Count the words and values of a statement that say something."""
    return len(read(text).says)


def corrects(text: str) -> bool:
    """Return True if a sentence says that something was wrong."""
    return read(text).has("corrects")


@lru_cache(maxsize=256)
def clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a statement that has several."""
    said = normalize("NFKC", text).replace("’", "'").strip()
    return tuple(_reader(_code_of(said)).clauses(said))


@lru_cache(maxsize=CACHED)
def facts(text: str) -> tuple[str, ...]:
    """Return the facts that a statement joins, each with its subject: "I live in Lyon", "I work at Shell"."""
    said = normalize("NFKC", text).replace("’", "'").strip()
    return tuple(_reader(_code_of(said)).facts(said))


def _code_of(text: str) -> str:
    """Return the language of a statement: of those written alike, the one that has most of its words."""
    found = [one.code for one in languages_of(text) if changes_of(one.code) is not None]
    if not found or found[0] in scripts():
        return found[0] if found else "en"
    words = set(_TOKEN.findall(fold(text).replace("'", "' ")))
    readers = ((code, _reader(code)) for code in codes() if code not in scripts() and changes_of(code))
    counts = {code: reader.knows(words) for code, reader in readers if isinstance(reader, _Spaced)}
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] > counts[found[0]] else found[0]


@cache
def _reader(code: str) -> _Spaced | _Unspaced:
    data = changes_of(code) or Changes()
    return _Spaced(code, data) if data.spaced else _Unspaced(code, data)


def _swap(expression: str, value: str) -> re.Pattern[str]:
    """Compile one of `Changes.swaps`."""
    return re.compile(
        re.sub(r"<(right|wrong)>", lambda name: f"(?P{name[0]}{value})", expression), re.IGNORECASE
    )


class _Word(NamedTuple):
    """A word of a statement that says something, with its place."""

    text: str
    stem: str
    place: int


class _Cues:
    """The phrases that were found in a statement."""

    def __init__(self, found: Sequence[Found]) -> None:
        self.found = found
        self.names = frozenset(one.label[1] for one in found if one.label[0] == "cue")

    def spans(self, *names: str) -> Iterator[Found]:
        """Yield the cues of these names."""
        return (one for one in self.found if one.label[0] == "cue" and one.label[1] in names)

    def grouped(self, kind: str) -> dict[int, frozenset[int]]:
        """Return number of a family or contrast → the members named."""
        named = defaultdict(set)
        for one in self.found:
            if one.label[0] == kind:
                named[int(one.label[1])].add(one.label[2])
        return {number: frozenset(members) for number, members in named.items()}


_OF_CHANGE = ("changes", "corrects", "ends_next", "ends_last")


def _lists(data: Changes, *, products: bool = True) -> Iterator[tuple[Label, str]]:
    """Yield all phrases of a language by what they show."""
    for name in LISTS:
        yield ("cue", name, 0), getattr(data, name)
    for name, phrases in data.concepts.items():
        yield ("concept", name, 0), phrases
    families = (*data.families, *(PRODUCTS if products else ()))
    for kind, groups in (("family", families), ("contrast", data.contrasts)):
        for number, group in enumerate(groups):
            # Families of products have the same numbers in all languages.
            which = number if kind == "contrast" or number < len(data.families) else number - len(families)
            for member, names in enumerate(group.split("|")):
                yield (kind, str(which), member), names


def _expressions(data: Changes) -> Iterator[tuple[Label, str]]:
    """Yield the lists of a language without spaces as regular expressions."""
    for label, listed in _lists(data, products=False):
        is_names = label[0] in ("family", "contrast")
        yield label, "|".join(map(str.strip, listed.split(","))) if is_names else listed


class _Spaced:
    """Reads statements of a language with spaces between words."""

    def __init__(self, code: str, data: Changes) -> None:
        self._code, self._data, self._language = code, data, language(code)
        self._phrases = Listed(_lists(data), self._spelt)
        self._to_first = [(re.compile(find, re.IGNORECASE), put) for find, put in data.to_first]
        self._notes = self._words(data.note)
        self._function, self._kin, self._roles = map(self._words, (data.function, data.kin, data.roles))
        self._mine, self._we, self._called = map(self._words, (data.mine, data.we, data.called))
        self._no_role, self._titles, self._verbs = map(self._words, (data.no_role, data.titles, data.verbs))
        self._copulas = self._words(data.copulas)
        self._clock, self._hours = self._words(data.clock), self._words(data.hours)
        self._splits, self._starts = self._words(data.splits), self._words(data.starts)
        self._possessive = self._words(data.possessive)
        self._openers = sorted(
            (tuple(map(self._spelt, one.split())) for one in data.openers.split(",")), key=len, reverse=True
        )
        self._swaps = [_swap(one, _WITHIN) for one in data.swaps]
        self._light = self._words(data.light)
        self._light |= frozenset(map(self._stem, self._light))
        self._generic = self._words(data.generic)
        self._generic |= frozenset(map(self._stem, self._generic))
        self._endings = tuple(data.endings.split())

    def _words(self, listed: str) -> frozenset[str]:
        return frozenset(map(self._spelt, listed.split()))

    def _spelt(self, word: str) -> str:
        return word.lower() if self._data.keeps_accents else fold(word)

    def _stem(self, word: str) -> str:
        if any(map(str.isdigit, word)):
            return word
        for ending in getattr(self, "_endings", tuple(self._data.endings.split())):
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)]
                if word[-1] == word[-2]:
                    word = word[:-1]
                break
        return fold(word)[:_STEM]

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        one = self._language
        own = self._function | self._light | self._verbs | self._notes | self._kin | self._roles | self._mine
        known = one.stop_words | one.statement_words | one.first_person | frozenset(one.months)
        return known | frozenset(map(fold, own))

    def knows(self, words: set[str]) -> int:
        """Count the words that the language has."""
        return len(words & self._vocabulary)

    # -- words ---------------------------------------------------------------------------------

    def _tokens(self, text: str) -> list[str]:
        """Return the words as they are written, those with an apostrophe taken apart."""
        found: list[str] = []
        for match in _TOKEN.finditer(text):
            written = match[0]
            if written[0] in _MARKS:
                found.append(":" if written[0] == ":" else "." if written[0] in ".!?" else ",")
            else:
                found += self._apart(written) if "'" in written else [written]
        return found

    def _apart(self, written: str) -> list[str]:
        """Return the parts of a word with an apostrophe: "don't", "Tom's", "l'ami"."""
        small = written.lower()
        for ending, word in self._data.shortened.items():
            if small.endswith(ending) and len(small) > len(ending):
                stem = written[: -len(ending)]
                return [{"ca": "can", "wo": "will"}.get(stem.lower(), stem), word]
        head, _, tail = written.partition("'")
        if self._data.possessive != "'s":
            return [head, tail] if tail else [head]
        is_verb = tail == "s" and head.lower() in self._starts
        return [head, "is" if is_verb else f"'{tail}"] if head else [written]

    def _prepared(self, text: str) -> tuple[list[str], bool]:
        """Return the words of a statement in the first person, without its opening, and True if it was a note."""
        first = text
        for find, put in self._to_first:
            first = find.sub(put, first)
        tokens = self._tokens(first)
        is_note = first != text
        if tokens and self._spelt(tokens[0]) in self._notes and len(tokens) > 1:
            tokens, is_note = [*self._data.i.split(), tokens[0].lower(), *tokens[1:]], True
        small = [self._spelt(token) for token in tokens]
        start = 0
        while opening := next(
            (one for one in self._openers if one and tuple(small[start : start + len(one)]) == one), None
        ):
            start += len(opening)
        return tokens[start:] or tokens, is_note

    def clauses(self, text: str) -> list[str]:
        """Return the clauses of a statement that has several."""
        parts = [clause for part in _CLAUSE_MARKS.split(text) for clause in self._split(part)]
        parts = [part.strip() for part in parts if len(part.split()) >= _FEWEST_IN_CLAUSE]
        return [part for part in parts if part != text.strip()]

    def _split(self, text: str) -> Iterator[str]:
        """Yield the parts of a text between which stands a conjunction before a subject."""
        words, start = text.split(), 0
        for place in range(1, len(words) - 1):
            behind = self._spelt(re.split("'", words[place + 1])[0])
            if self._spelt(words[place]) in self._splits and behind in self._starts:
                yield " ".join(words[start:place])
                start = place + 1
        yield " ".join(words[start:])

    def facts(self, text: str) -> list[str]:
        """Return the facts that a statement joins, each with its subject."""
        words = text.split()
        small = [self._spelt(word.strip(_MARKS)) for word in words]
        verb = next((place for place, word in enumerate(small) if word in self._verbs), None)
        found, start, subject = [], 0, words[: verb or 0]
        for place in range(1, len(words) - 1):
            is_end = small[place] in self._splits or words[place][-1] in _MARKS
            behind = place + 1 + (small[place + 1] in self._splits)
            if not is_end or behind <= start or behind >= len(words):
                continue
            is_verb = self._opens_with_verb(small[behind:])
            has_verb = not self._verbs.isdisjoint(small[behind : behind + _BESIDE])
            if is_verb or (small[behind] in self._starts and has_verb):
                found.append(" ".join(words[start : place + (words[place][-1] in _MARKS)]))
                start = behind
                if is_verb:
                    words[start] = " ".join([*subject, words[start]])
        return [one.rstrip(_MARKS + " ") for one in (*found, " ".join(words[start:]))]

    def _opens_with_verb(self, words: Sequence[str]) -> bool:
        """Return True if a clause without a subject begins here: "works at Shell", "can't eat nuts", "no come pan"."""
        head, _, tail = words[0].partition("'")
        if words[0] in _NEGATIONS and len(words) > 1:
            return words[1] in self._verbs
        return words[0] in self._verbs or (tail == "t" and bool({head, head[:-1]} & self._verbs))

    def swaps(self, text: str) -> list[tuple[str, str]]:
        """Return each right value that a statement gives beside a wrong one, with the wrong one."""
        found = [match for one in self._swaps for match in one.finditer(text)]
        whole = [(self._behind_verb(match["right"]), match["wrong"].strip()) for match in found]
        bare = [(self._without_articles(right), self._without_articles(wrong)) for right, wrong in whole]
        return [(right, wrong) for right, wrong in (*whole, *bare) if right and wrong]

    def _behind_verb(self, text: str) -> str:
        """Return what is said behind the last verb."""
        words = text.split()
        parts = [self._spelt(word).partition("'") for word in words]
        ends = [
            place
            for place, (head, mark, tail) in enumerate(parts)
            if (head if not mark else tail) in self._verbs or (tail == "s" and head in self._starts)
        ]
        return " ".join(words[max(ends, default=-1) + 1 :])

    def _without_articles(self, text: str) -> str:
        """Return a text from the first word on that says something."""
        words = text.split()
        while words and self._spelt(words[0]) in self._function:
            words = words[1:]
        return " ".join([*(word.rpartition("'")[2] for word in words[:1]), *words[1:]])

    # -- reading -------------------------------------------------------------------------------

    def read(self, text: str) -> Reading:
        """Return the reading of a statement."""
        tokens, is_note = self._prepared(text)
        small = [self._spelt(token) for token in tokens]
        named = [
            place > 0 and tokens[place - 1] not in (".", ":") and self._is_name(token)
            for place, token in enumerate(tokens)
        ]
        cues = _Cues(self._phrases.find(Said(text, small, named)))
        values, places = self._values(tokens, small, named)
        words = [
            _Word(word, self._stem(word), place)
            for place, word in enumerate(small)
            if place not in places and word not in self._function and word not in _MARKS
        ]
        stems = frozenset(word.stem for word in words)
        owner = self._owner(tokens, small)
        cue_words = self._words_in(small, cues.spans(*_OF_CHANGE))
        member_words = self._words_in(small, (one for one in cues.found if one.label[0] == "family"))
        own = {self._stem(part) for part in owner.word.split()}
        concepts: dict[str, frozenset[str]] = defaultdict(frozenset)
        for one in cues.found:
            if one.label[0] == "concept":
                concepts[one.label[1]] |= self._words_in(small, [one])
        if owner.sort == "thing" and small[:1] and small[0] in self._function:
            concepts.pop("age", None)  # "the ticket number is 12"
        weak = {(one.start, one.end) for one in cues.spans("weak")}
        every = [places.get(place) or self._stem(word) for place, word in enumerate(small)]
        value_words = frozenset(places.values())
        says = stems | value_words
        return Reading(
            language=self._code,
            text=text,
            is_note=is_note,
            owner=owner,
            is_mine=not (self._mine | self._we).isdisjoint(small),
            subject=self._subject(small, places),
            thing=self._thing(small, places),
            wrong=_wrong(cues, every) & says,
            is_new=_is_new(cues),
            words=stems,
            values=values,
            value_words=value_words,
            topic=stems - member_words - cue_words - own - self._generic - self._light,
            concepts=dict(concepts),
            topics=single_topics(text),
            members=cues.grouped("family"),
            member_words=member_words,
            contrasts=cues.grouped("contrast"),
            cues=cues.names | ({"supposes"} if text.rstrip().endswith(("?", "？")) else set()),
            cue_words=cue_words,
            is_strong=any((one.start, one.end) not in weak for one in cues.spans("changes")),
            periods=frozenset(" ".join(small[one.start : one.end]) for one in cues.spans("periods")),
            ended=self._ended(cues, every) & says,
            denied=_denied(cues, every) & says,
            order=tuple(stem for stem in every if stem in says),
            all_words=frozenset(small),
            frame=self._frame(small, every),
            light=self._light,
            generic=self._generic,
        )

    def _words_in(self, small: Sequence[str], spans: Iterable[Found]) -> frozenset[str]:
        return frozenset(self._stem(word) for one in spans for word in small[one.start : one.end])

    def _is_name(self, written: str) -> bool:
        has_digit = any(map(str.isdigit, written)) and any(map(str.isalpha, written))
        if has_digit or "@" in written or re.search(r"\w\.\w{2,}", written):
            return True
        if len(written) == 1 and written.isupper() and written != self._data.i:
            return True
        is_capital = written[0].isupper() and not self._data.capital_nouns
        return is_capital and self._spelt(written) not in self._function

    def _values(
        self, tokens: Sequence[str], small: Sequence[str], named: Sequence[bool]
    ) -> tuple[dict[str, frozenset[str]], dict[int, str]]:
        """Return sort → values, and place → the value there as a word."""
        values: dict[str, set[str]] = defaultdict(set)
        places: dict[int, str] = {}
        for place, word in enumerate(small):
            beside = [
                fold(small[other])
                for other in (place - 1, place + 1, place - 2, place + 2)
                if 0 <= other < len(small)
            ]
            found = self._value(tokens[place], fold(word), beside, small, place)
            if found is None and named[place]:
                found = ("name", fold(word))
            if found is not None:
                sort, value = found
                values[sort].update(value.split())
                places[place] = self._stem(word) if sort == "name" else value
        return {sort: frozenset(found) for sort, found in values.items()}, places

    def words_in(self, text: str) -> list[Value]:
        """Return the words of a text in order."""
        return [
            Value(match[0], "word", *match.span(), is_name=match[0][0].isupper())
            for match in _LETTERS.finditer(text)
        ]

    def values_in(self, text: str) -> list[Value]:
        """Return the values of a text in order, those of several words as one."""
        matches = [match for match in _TOKEN.finditer(text.replace("’", "'")) if match[0][0] not in _MARKS]
        tokens = [match[0].partition("'")[0] or match[0] for match in matches]
        small = [self._spelt(token) for token in tokens]
        found: list[Value] = []
        for place, match in enumerate(matches):
            near = (place - 1, place + 1, place - 2, place + 2)
            beside = [fold(small[other]) for other in near if 0 <= other < len(small)]
            value = self._value(tokens[place], fold(small[place]), beside, small, place)
            is_name = place > 0 and self._is_name(tokens[place])
            sort = value[0] if value else "name" if is_name else None
            if sort is None:
                continue
            start, end = match.start(), match.start() + len(tokens[place])
            between = text[found[-1].end : start] if found and found[-1].sort == sort else "-"
            if between.isspace() or (sort == "date" and _JOINT.fullmatch(between)):
                start = found.pop().start
            found.append(Value(text[start:end], sort, start, end))
        return found

    def _value(
        self, written: str, word: str, beside: Sequence[str], small: Sequence[str], place: int
    ) -> tuple[str, str] | None:
        """Return sort and value of a word that is one and no name."""
        found = (
            self._day(written, word, beside) or self._hour(word, small, place) or self._amount(word, beside)
        )
        if found is not None:
            return found
        number = self._language.times.numbers.get(word)
        is_number = number is not None and self._spelt(written) not in self._function
        return ("number", str(number)) if is_number else None

    def _day(self, written: str, word: str, beside: Sequence[str]) -> tuple[str, str] | None:
        one = self._language
        if (date := _ISO_DATE.fullmatch(word)) is not None:
            return "date", f"m{int(date[1])} {int(date[2])}"
        month = one.months.get(word)
        if month is not None and self._is_month(written, word, beside):
            return "date", f"m{month}"
        day = one.weekdays.get(word, one.weekdays.get(word.rstrip("s")) if len(word) > _SHORT + 1 else None)
        return ("weekday", f"d{day}") if day is not None and len(word) > _SHORT else None

    def _hour(self, word: str, small: Sequence[str], place: int) -> tuple[str, str] | None:
        hour = _HOUR.fullmatch(word)
        if hour is None:
            return None
        before = fold(small[place - 1]) if place else ""
        behind = fold(small[place + 1]) if place + 1 < len(small) else ""
        is_written_so = bool(hour[2] or hour[3]) or "h" in word
        if not (is_written_so or behind in self._hours or before in self._clock):
            return None
        late = (hour[3] or behind) == "pm" and int(hour[1]) < 12
        return "time", f"{int(hour[1]) + 12 * late}:{hour[2] or '00'}"

    def _amount(self, word: str, beside: Sequence[str]) -> tuple[str, str] | None:
        if ordinal := _ORDINAL.fullmatch(word):
            return "date", ordinal[1]
        amount = _AMOUNT.fullmatch(word)
        if amount is None:
            return None
        number = _GROUP.sub("", amount[1]).replace(" ", "").rstrip(".,")
        known = self._language
        is_day = any(other in known.months for other in beside) or any(
            other in known.weekdays for other in beside[:1]
        )
        if is_day and number.isdigit() and int(number) <= _MOST_DAYS:
            return "date", number
        return "number", number + (amount[2] or "").replace("€", "")

    def _is_month(self, token: str, word: str, beside: Sequence[str]) -> bool:
        """Return True unless a month's name is used as another word: "may", "March on"."""
        if any(other[:1].isdigit() for other in beside[:2]):
            return True
        if (len(word) <= _SHORT and word in self._language.times.ambiguous) or word in self._function:
            return False
        return token[0].isupper() or self._code != "en"

    # -- whose ---------------------------------------------------------------------------------

    def _owner(self, tokens: Sequence[str], small: Sequence[str]) -> Owner:
        """Return whose a statement is."""
        start = next((place for place, word in enumerate(small[:_BESIDE]) if word in self._mine), None)
        if start is not None and not any(word in self._we for word in small[:start]):
            for place in range(start + 1, min(start + 1 + _OWNED_WITHIN, len(small))):
                word = small[place]
                behind = small[place + 1] if place + 1 < len(small) else ""
                if word in self._kin:
                    name = self._name_behind(small, tokens, place)
                    return Owner("kin", self._same(word), name, bool(name) and name == behind)
                if word in self._roles and not self._is_other_thing(small, place):
                    is_behind = start > 1 and small[start - 1] in self._copulas
                    role = Owner("role", self._same(word), small[start - 2])
                    return role if is_behind else self._role(small, tokens, place)
                if word in self._verbs or word in self._clock:
                    break
            return Owner("self")
        if small and (small[0] in self._we or not self._we.isdisjoint(small)):
            return Owner("self")
        if small and small[0] in self._titles and len(small) > 1:
            return Owner("name", self._stem(small[1]), small[1])
        return Owner()

    def _same(self, word: str) -> str:
        return self._data.same.get(word, word)

    def _is_other_thing(self, small: Sequence[str], place: int) -> bool:
        """Return True for "package manager" and "dentist appointment"."""
        if small[place - 1] in self._no_role:
            return True
        behind = small[place + 1] if place + 1 < len(small) else ""
        known = self._function | self._verbs | self._light | self._called | self._possessive
        return behind.isalpha() and behind not in known and not behind.endswith(("s", "ed"))

    def _role(self, small: Sequence[str], tokens: Sequence[str], place: int) -> Owner:
        """Return a role as the value of a statement, or as the owner of what else it says."""
        word = self._same(small[place])
        rest = small[place + 1 :]
        name = self._name_behind(small, tokens, place)
        if rest[:1] and rest[0] in self._possessive:
            return Owner("kin", word, name)
        at = 0
        while at < len(rest) and rest[at] in self._called | {"not", "has", "had"}:
            at += 1
        is_value = (
            at > 0 and at < len(rest) and (rest[at] in self._titles or tokens[place + 1 + at][0].isupper())
        )
        left = at < len(rest) and rest[at] in ("changed", "left", "quit", "retired", "resigned")
        return Owner("role" if is_value or left else "kin", word, name)

    def _name_behind(self, small: Sequence[str], tokens: Sequence[str], place: int) -> str:
        """Return the name of the person at a place, "" if none follows."""
        for at in range(place + 1, min(place + 5, len(small))):
            if small[at] not in self._called:
                return small[at] if tokens[at][0].isupper() else ""
        return ""

    def _subject(self, small: Sequence[str], values: Mapping[int, str]) -> frozenset[str]:
        """Return the words before the verb that count; none of "I", or of a request."""
        stop = next((place for place, word in enumerate(small) if word in self._verbs), None)
        if stop is None or small[0] in self._light or not self._we.isdisjoint(small[:stop]):
            return frozenset()
        left = self._function | self._generic | set(_MARKS)
        return frozenset(
            values.get(place) or self._stem(word)
            for place, word in enumerate(small[:stop])
            if word not in left and not word.isdigit() and not word.startswith("'")
        )

    def _frame(self, small: Sequence[str], every: Sequence[str]) -> tuple[str, ...]:
        """Return the words before the first copula that say something."""
        stop = next((place for place, word in enumerate(small) if word in self._copulas), 0)
        return tuple(
            stem
            for word, stem in zip(small[:stop], every, strict=False)
            if word not in self._function and word not in _MARKS
        )

    def _thing(self, small: Sequence[str], values: Mapping[int, str]) -> frozenset[str]:
        """Return the numbers and dates before the verb: "server 2", "the meeting on 3 May"."""
        stop = next((place for place, word in enumerate(small) if word in self._verbs), None)
        if not stop or not self._we.isdisjoint(small[:stop]):
            return frozenset()
        return frozenset(value for place, value in values.items() if place < stop and value[-1].isdigit())

    # -- what ended ----------------------------------------------------------------------------

    def _ended(self, cues: _Cues, stems: Sequence[str]) -> frozenset[str]:
        """Return the words beside verbs of ending, and the wrong value of "not X, but Y"."""
        found: set[str] = set()
        for one in cues.spans("ends_next"):
            found.update(stems[one.start : min(one.end + _BESIDE, _stop(stems, one.end))])
        for one in cues.spans("ends_last"):
            found.update(stems[max(one.start - _BESIDE, 0) : one.end])
        return frozenset(found) | _wrong(cues, stems)


def _wrong(cues: _Cues, stems: Sequence[str]) -> frozenset[str]:
    """Return the words of a value that is denied beside the right one: "not X, Y", "Y, not X", "no X any more"."""
    found: set[str] = set()
    for one in cues.spans("denies"):
        stop = _stop(stems, one.end)
        is_contrast = one.start == 0 or stems[one.start - 1] in _MARKS or stop < len(stems) - 2
        if is_contrast or "ends_last" in cues.names:
            found.update(stems[one.end : min(stop, one.end + _BESIDE - 1)])
    return frozenset(found)


def _is_new(cues: _Cues) -> bool:
    """Return True if nothing but "new" is a cue of change."""
    of_new = {(one.start, one.end) for one in cues.spans("renews")}
    return bool(of_new) and all((one.start, one.end) in of_new for one in cues.spans("changes"))


def _stop(stems: Sequence[str], start: int) -> int:
    """Return the place of the next mark."""
    return next((place for place in range(start, len(stems)) if stems[place] in _MARKS), len(stems))


def _denied(cues: _Cues, stems: Sequence[str]) -> frozenset[str]:
    """Return the words behind a negation, up to the next mark."""
    return frozenset(stem for one in cues.spans("denies") for stem in stems[one.end : _stop(stems, one.end)])


class _Unspaced:
    """Reads statements of a language without spaces between words."""

    def __init__(self, code: str, data: Changes) -> None:
        self._data, self._code, self._language = data, code, language(code)
        self._phrases = Expressions(_expressions(data))
        numbered = [(label, names) for label, names in _lists(Changes())]
        self._products = Listed([one for one in numbered if one[0][0] == "family"], str.lower)
        self._to_first = [(re.compile(find), put) for find, put in data.to_first]
        self._is_mine = re.compile(data.mine or "(?!)").search
        self._kin = re.compile(data.kin or "(?!)").search
        self._named = re.compile(f"(?:{data.called or '(?!)'})({_RUN.pattern})")
        self._function = re.compile(data.function or "(?!)")
        self._copulas = re.compile(data.copulas or "(?!)")
        self._small = re.compile("|".join(filter(None, (data.corrects, data.called, data.kin))) or "(?!)")
        self._swaps = [_swap(one, _WITHIN_UNSPACED) for one in data.swaps]
        self._trails = re.compile(data.trails or "(?!)")
        self._counted = re.compile(
            f"([{''.join(one for one in self._language.times.numbers if len(one) == 1)}]+)(?={data.counters})"
        )

    def clauses(self, text: str) -> list[str]:
        """Return the clauses of a statement that has several."""
        parts = [part.strip() for part in _CLAUSE_MARKS.split(text)]
        return [part for part in parts if len(part) >= _FEWEST_IN_CLAUSE and part != text.strip("。")]

    def facts(self, text: str) -> list[str]:
        """Return the facts that a statement joins: its clauses."""
        return self.clauses(text) or [text]

    def swaps(self, text: str) -> list[tuple[str, str]]:
        """Return each right value that a statement gives beside a wrong one, with the wrong one."""
        found = (match for one in self._swaps for match in one.finditer(text))
        return [(self._trails.sub("", match["right"]), match["wrong"]) for match in found]

    def read(self, text: str) -> Reading:
        """Return the reading of a statement."""
        said = text.lower()
        first = said
        for find, put in self._to_first:
            first = find.sub(put, first)
        latin = [match for match in _RUN.finditer(first) if match[0][0].isascii() and match[0][0].isalpha()]
        words = [match[0] for match in latin]
        cues = _Cues(self._phrases.find(Said(first)))
        products = self._products.find(Said(first, words, [True] * len(words)))
        numbered_words = [(match[0], match.start()) for match in _NUMBERED.finditer(first)]
        values, bare = self._values(_NUMBERED.sub(lambda match: " " * len(match[0]), first))
        removed = [
            one
            for one in cues.found
            if one.label[0] in ("cue", "concept") and one.label[1] not in ("denies", "happens", "supposes")
        ]
        for one in removed:
            bare = f"{bare[: one.start]}{' ' * (one.end - one.start)}{bare[one.end :]}"
        for name in (first[one.start : one.end] for one in cues.found if one.label[0] == "family"):
            bare = bare.replace(name, " " * len(name))
        owner = self._owner(first)
        if owner.word:
            bare = bare.replace(owner.word, " " * len(owner.word), 1)
        bare = self._function.sub(lambda match: " " * len(match[0]), bare)
        runs = [(match[0], match.start()) for match in _RUN.finditer(bare) if not match[0][0].isdigit()]
        runs += numbered_words
        stems = frozenset(word for word, _ in runs)
        shown = {(one.start, one.end) for one in cues.spans("weak")}
        concepts: dict[str, frozenset[str]] = defaultdict(frozenset)
        for one in cues.found:
            if one.label[0] == "concept":
                concepts[one.label[1]] |= {first[one.start : one.end]}
        members = dict(cues.grouped("family"))
        for product in products:
            number = int(product.label[1])
            members[number] = members.get(number, frozenset()) | {product.label[2]}
        family = frozenset(first[one.start : one.end] for one in cues.found if one.label[0] == "family")
        value_words = frozenset(value for sort in values.values() for value in sort)
        return Reading(
            language=self._code,
            text=text,
            is_note=first != said,
            owner=owner,
            is_mine=self._is_mine(first) is not None,
            subject=frozenset(),
            thing=frozenset(),
            wrong=_near(runs, cues, "denies_value", "denies_last"),
            is_new=_is_new(cues),
            words=stems,
            values=values,
            value_words=value_words,
            topic=stems - frozenset(words[one.start] for one in products),
            concepts=dict(concepts),
            topics=single_topics(text),
            members=members,
            member_words=family | frozenset(words[one.start] for one in products),
            contrasts=cues.grouped("contrast"),
            cues=cues.names | ({"supposes"} if text.rstrip().endswith(("?", "？")) else set()),
            cue_words=frozenset(),
            is_strong=any((one.start, one.end) not in shown for one in cues.spans("changes")),
            periods=frozenset(first[one.start : one.end] for one in cues.spans("periods")),
            ended=_near(runs, cues, "ends_next", "ends_last")
            | _near(runs, cues, "denies_value", "denies_last"),
            denied=stems if "denies" in cues.names else frozenset(),
            order=tuple(word for word, _ in runs),
            all_words=stems | frozenset(words),
            frame=self._frame(first),
            light=frozenset(),
            generic=frozenset(),
        )

    def _frame(self, text: str) -> tuple[str, ...]:
        """Return the words before the first copula that say something."""
        copula = self._copulas.search(text)
        before = self._function.sub(" ", text[: copula.start()]) if copula else ""
        return tuple(match[0] for match in _RUN.finditer(before))

    def words_in(self, text: str) -> list[Value]:
        """Return what is left of a text between words that say nothing of a topic."""
        bare = text
        for expression in (self._small, self._function):
            bare = expression.sub(lambda match: " " * len(match[0]), bare)
        return [Value(match[0], "word", *match.span(), is_name=True) for match in _RUN.finditer(bare)]

    def values_in(self, text: str) -> list[Value]:
        """Return the values of a text in order."""
        found = [Value(match[0], "date", *match.span()) for match in _DATE_MARKS.finditer(text)]
        days = "|".join(map(re.escape, self._language.weekdays)) or "(?!)"
        sorts = (("weekday", days), ("time", _CLOCK), ("number", r"\d[\d.,]*[A-Za-z]*"), ("name", _FOREIGN))
        for sort, expression in sorts:
            for match in re.finditer(expression, text):
                if not any(one.start < match.end() and match.start() < one.end for one in found):
                    found.append(Value(match[0], sort, *match.span()))
        return sorted(found, key=lambda value: value.start)

    def _values(self, text: str) -> tuple[dict[str, frozenset[str]], str]:
        """Return sort → values, and the text without them."""
        values: dict[str, set[str]] = defaultdict(set)

        def dated(match: re.Match[str]) -> str:
            values["date"] |= {f"m{int(match[1])}", match[2]}
            return " " * len(match[0])

        text = _DATE_MARKS.sub(dated, text)
        for name, number in self._language.weekdays.items():
            if name in text:
                values["weekday"].add(f"d{number}")
                text = text.replace(name, " " * len(name))
        for match in re.finditer(r"\d{1,2}:\d\d|\d[\d.,]*", text):
            values["number"].add(_GROUP.sub("", match[0]).rstrip(".,"))
        for match in self._counted.finditer(text):
            values["number"].add(str(self._language.times.numbers.get(match[1], match[1])))
        text = self._counted.sub(lambda match: " " * len(match[0]), text)
        return {sort: frozenset(found) for sort, found in values.items()}, text

    def _owner(self, text: str) -> Owner:
        """Return whose a statement is: a relative's who stands at its beginning, otherwise one's own."""
        kin = self._kin(text, 0, _KIN_WITHIN)
        if not kin:
            return Owner("self")
        named = self._named.match(text, kin.end()) or _NAMED_KIN.match(text, kin.end())
        return Owner("kin", kin[0], named[1] if named else "")


_KIN_WITHIN = 6
"""Characters at the beginning of a statement among which its owner stands."""


def _near(runs: Sequence[tuple[str, int]], cues: _Cues, before: str, behind: str) -> frozenset[str]:
    """Return the words behind expressions of one kind, and in front of those of another."""
    found = set()
    for word, place in runs:
        for one in cues.spans(before):
            if one.start - len(word) <= place <= one.end + 2 * _BESIDE:
                found.add(word)
        for one in cues.spans(behind):
            if one.start - 2 * _BESIDE <= place < one.end:
                found.add(word)
    return frozenset(found)
