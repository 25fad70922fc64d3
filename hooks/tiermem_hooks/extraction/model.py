"""Estimate whether a statement is worth keeping, of which kind it is, whether it stands and whom it is about.

Logistic regressions over hashed words, characters, word classes and surroundings of a statement, one file per language
(``gap_fill.model``), fitted by ``python -m benchmarks.learning.fit``, which prints how well they judge what they have
not seen. No library is needed to evaluate them.
"""

from __future__ import annotations

import json
import math
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from zlib import crc32

from tiermem.plugins import dataclass
from tiermem.plugins.text import CJK, UNSPACED, languages, pattern

KINDS = ("fact", "person", "preference", "decision", "commitment", "project", "correction", "request")
"""Kinds of statements, by their names in the labelled data."""
FILE = "gap_fill.model"
BUCKETS = 1 << 17
"""Buckets for the hashed features of the question whether a statement is worth keeping."""
SMALL_BUCKETS = 1 << 13
"""Buckets for each of the other questions, which have fewer labelled answers."""
WEIGHTS = {"words": 1.0, "characters": 1.0, "classes": 1.5, "around": 0.7, "form": 1.0}
"""Weight of each group of features, whatever their number."""
SCALE = 4.0
STEPS = 127
_SQUARES = tuple(byte * abs(byte) / STEPS**2 for byte in (*range(STEPS + 1), *range(-STEPS - 1, 0)))
"""Byte → weight as a share of the largest; squares, as most weights are small and need the finer steps."""
_WORD = r"[^\W\d_%s]+"
_REST = r"(?:['-]%s)*|\d[\d.,:/]*|[?!,;:()\"…`\ufffc–—？！，；：（）「」“”]"
_TOKEN = re.compile(_WORD % "" + _REST % (_WORD % ""))
_TOKEN_UNSPACED = pattern(_WORD % CJK + _REST % (_WORD % CJK) + f"|[{CJK}]")
"""The same with a script without spaces, whose sets of characters take milliseconds to compile."""
_PARTS = re.compile(r"n't$|'(?:m|re|ve|s|d|ll)$|^(?:[cdjlmnst]|qu)'")
_DIGITS = re.compile(r"\d+")
_SENTENCE_START = frozenset({"", ".", "?", "!", ":"})
_ENDINGS = (("ing", 6), ("ed", 5), ("ly", 5), ("ist", 6), ("er", 6), ("or", 6), ("ian", 6), ("s", 5))
"""(ending, least letters of a word): the shape of a word that is in no class."""
_SHORTEST_PART = 4
"""Fewest letters of either part of a compound that ends in a word of a class."""
_FUNCTION = "function"
_ALWAYS = "ALWAYS"
_LONG_TURN = 400
"""Characters from which a turn is seldom only the user's own words."""
_MOST_WORDS = 60
"""Words of a statement that are read."""
_MOST_CHARS = 240
_CHARACTERS = (2, 3, 4, 5)
"""Lengths of the runs of characters that are features."""
_PLAIN_TAKE = 0.25
"""Chance from which a short statement in the first person with a name, a number or the like is kept in a turn of few
statements."""
_FEW = 3
"""Statements of such a turn at most. Like the chance above it was chosen with an earlier fit."""
_MOST_WORDS_OF_PLAIN, _MOST_CHARS_OF_PLAIN = 8, 16
"""Length of such a statement at most, in words, or in characters where no spaces separate words."""
_FIRST_NAME = "FIRSTNAME"
_LIVING = frozenset({"REL", "WORKREL", _FIRST_NAME, "SURNAME", "NAME"})
_ROLES = frozenset({"OCC", "PET", "PEOPLE", "FICTION", "VEHICLE"})
"""Classes of people and names, and classes of what a person may be ("a nurse") or "she" may stand for ("a boat")."""
_PLAIN = frozenset({"#", "NAME", _FIRST_NAME, "SURNAME", "CITY", "COUNTRY", "ORG", "PET", "REL", "OCC"})
"""Classes of which it holds a word: numbers, names, relatives, pets and occupations."""
_FEWEST_WORDS, _FEWEST_CHARS = 3, 5
"""Length at least of a statement that is kept by the lower chance of those that stand: "Morning." and "Three things."
say nothing."""
_SURELY_OF_USER = 2.0
"""Log odds from which a statement is surely about the person: chosen on 60 statements made in projects, with an earlier
fit."""
_NEAR_WORDS = 14
"""Words of the statements before and after it that are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A statement with its surroundings.

    Attributes:
        view: Its words, quotations blanked out.
        asks: True if it asks something.
        before: The statement before it in the turn; "" if there is none.
        after: The one behind it.
        opening: The first sentence of the turn, where this is another one.
        answers: The last sentence of the assistant's turn before; None if there is none.
        shared: Telling words that it shares with that turn.
        added: Telling words that it has and that turn has not.
        denies: True if it opened with a denial of what was said.
        instead: True if it opened with a word such as "actually".
        place: Its place among the statements of the turn.
        count: The statements of the turn.
        chars: Characters of the turn, without what is pasted into a very long one.
        cues: Names of the cues against a lasting statement that it holds, from the table ``cues``.
        near: The same of the rest of its turn.
    """

    view: str
    asks: bool
    before: str = ""
    after: str = ""
    opening: str = ""
    answers: str | None = None
    shared: int = 0
    added: int = 0
    denies: bool = False
    instead: bool = False
    place: int = 0
    count: int = 1
    chars: int = 0
    cues: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict of the model on a statement.

    Attributes:
        worth: How likely it is worth keeping, 0 to 1.
        is_worth: True if that is likely enough.
        kind: The likeliest of `KINDS`.
        stands: True if it must hold whatever the next task is.
        is_of_user: True if it is about the person rather than their projects and tools.
        is_surely_of_user: True if there is little doubt of that.
    """

    worth: float = 0.0
    is_worth: bool = False
    kind: str = "fact"
    stands: bool = False
    is_of_user: bool = True
    is_surely_of_user: bool = True


class Model:
    """The fitted weights of one language.

    Args:
        header: ``take`` and ``take standing``, the chances from which on to keep a statement, and one that stands and
            is of the user, and the bias and the largest weight of each table.
        tables: The weights as signed bytes, of ``worth``, ``stands``, ``user`` and each kind.
    """

    def __init__(self, header: Mapping[str, float], tables: Mapping[str, array[int]]) -> None:
        self._header = header
        self._tables = tables

    @classmethod
    def read(cls, data: bytes) -> Model:
        """Read a model from a file's content: a line of JSON, then the tables one after the other."""
        head, _, rest = data.partition(b"\n")
        tables = {}
        start = 0
        for name in table_names():
            size = buckets_of(name)
            tables[name] = array("b", rest[start : start + size])
            start += size
        return cls(json.loads(head), tables)

    def judge(self, candidate: Candidate, language: str) -> Judgement:
        """Return the model's verdict on a statement."""
        hashed = [
            ([crc32(name.encode()) for name in names], weight)
            for names, weight in grouped(candidate, language)
        ]
        kinds = {kind: self._sum(kind, hashed) for kind in KINDS}
        worth = _chance(self._sum("worth", hashed))
        stands, of_user = self._sum("stands", hashed) > 0, self._sum("user", hashed)
        is_lasting = stands and of_user > 0 and not _is_brief(candidate.view)
        least = self._header["take standing" if is_lasting else "take"]
        return Judgement(
            worth=worth,
            is_worth=worth >= (min(least, _PLAIN_TAKE) if _is_plain(candidate, language) else least),
            kind=max(kinds, key=lambda kind: kinds[kind]),
            stands=stands,
            is_of_user=of_user > 0,
            is_surely_of_user=of_user > _SURELY_OF_USER,
        )

    def _sum(self, table: str, hashed: Iterable[tuple[list[int], float]]) -> float:
        weights, mask = self._tables[table], buckets_of(table) - 1
        total = sum(
            weight * sum([_SQUARES[weights[number & mask]] for number in numbers])
            for numbers, weight in hashed
        )
        return float(self._header[f"{table} bias"] + total * self._header[f"{table} most"])


@lru_cache(maxsize=8)
def model_of(language: str) -> Model | None:
    """Return the model of a language, read once per process; None where none is shipped."""
    data = languages.read_data(language, FILE)
    return Model.read(data) if data else None


@lru_cache(maxsize=512)
def judge(candidate: Candidate, language: str) -> Judgement:
    """Return the verdict of the language's model; without a model nothing is worth keeping."""
    model = model_of(language)
    return model.judge(candidate, language) if model else Judgement()


def says_always(view: str, language: str) -> bool:
    """Return True if a statement says that something always or never holds: it has a word of that class."""
    if UNSPACED.search(view):
        return any(name == _ALWAYS and word in view for word, name in classes_of(language).items())
    return _ALWAYS in _kinds(view, language)


def _is_brief(view: str) -> bool:
    """Return True if a statement is a word or two."""
    size = sum(token[0].isalnum() for token in _tokens(view))
    return size < (_FEWEST_CHARS if UNSPACED.search(view) else _FEWEST_WORDS)


def _is_plain(candidate: Candidate, language: str) -> bool:
    """Return True if a candidate is short, personal, about a name, a number or the like, and has few beside it."""
    if candidate.asks or candidate.cues or candidate.near or candidate.count > _FEW or candidate.answers:
        return False
    view, tokens = candidate.view.lower(), _tokens(candidate.view)
    if UNSPACED.search(view):
        held = {name for word, name in classes_of(language).items() if word in view} | {*tokens}
        return len(tokens) <= _MOST_CHARS_OF_PLAIN and "ME" in held and not _PLAIN.isdisjoint(held)
    known = languages.everywhere().persons
    is_own = any(known.get(token.lower()) in ("I", "WE") for token in tokens)
    return (
        len(tokens) <= _MOST_WORDS_OF_PLAIN
        and is_own
        and not _PLAIN.isdisjoint(_kinds(candidate.view, language))
    )


def table_names() -> tuple[str, ...]:
    """Return the names of a model's tables, in the order of its file."""
    return ("worth", "stands", "user", *KINDS)


def buckets_of(table: str) -> int:
    """Return how many weights a table has; a power of two."""
    return BUCKETS if table == "worth" else SMALL_BUCKETS


def grouped(candidate: Candidate, language: str) -> Iterator[tuple[frozenset[str], float]]:
    """Yield the features of a candidate by group, with the weight of one feature."""
    groups = {
        "words": _wording(candidate.view),
        "characters": _characters(candidate.view),
        "classes": _classes(candidate.view, language),
        "around": _around(candidate, language),
        "form": _form(candidate),
    }
    for name, found in groups.items():
        if names := frozenset(found):
            yield names, SCALE * WEIGHTS[name] / math.sqrt(len(names))


def _wording(view: str) -> Iterator[str]:
    tokens = _tokens(view)
    words = ["^", *(token.lower() for token in tokens), "$"]
    for length in (1, 2, 3):
        yield from _grams("w", words, length)
    shapes = ["^", *map(_shape, range(len(tokens)), tokens), "$"]
    for length in (2, 3):
        yield from (gram for gram in _grams("n", shapes, length) if "Aa" in gram)


def _characters(view: str) -> Iterator[str]:
    text = f" {_DIGITS.sub('#', ' '.join(view.lower().split()))[:_MOST_CHARS]} "
    for length in _CHARACTERS:
        yield from (f"c{text[start : start + length]}" for start in range(len(text) - length + 1))


def _classes(view: str, language: str) -> Iterator[str]:
    """Yield runs of word classes, and pairs that occur together, so that a word is known by its class."""
    kinds = _kinds(view, language)
    if UNSPACED.search(view):
        text = view.lower()
        held = {name for word, name in classes_of(language).items() if word in text}
        persons = held & {"ME", "YOU"} or {"NONE"}
    else:
        framed = ["^", *kinds, "$"]
        for length in (1, 2, 3, 4):
            yield from _grams("k", framed, length)
        for gap in (2, 3):
            yield from (f"k~{one} {other}" for one, other in zip(framed, framed[gap:-1], strict=False))
        held = {kind for kind in kinds if kind.isupper() or kind == "#"}
        known = languages.everywhere().persons
        persons = {known[word] for word in map(str.lower, _tokens(view)) if word in known} or {"NONE"}
    yield from (f"has {name}" for name in held)
    yield from (f"both {one} {other}" for one, other in combinations(sorted(held), 2))
    yield from (f"{person} with {name}" for name in held for person in persons)
    yield "persons " + " ".join(sorted(persons))


def _around(candidate: Candidate, language: str) -> Iterator[str]:
    """Yield how the statements beside it and the opening of its turn are worded."""
    for tag, text in (("a", candidate.before), ("b", candidate.after), ("o", candidate.opening)):
        if not text:
            yield f"{tag}-"
            continue
        words = ["^", *(token.lower() for token in _tokens(text)[:_NEAR_WORDS])]
        for length in (1, 2):
            yield from _grams(tag, words, length)
        kinds = ["^", *_kinds(text, language)[:4]]
        yield from (f"{tag}{gram}" for gram in _grams("k", kinds, 3))
        if text.rstrip().endswith(("?", "？")):
            yield f"{tag}?"
    if candidate.answers is None:
        yield "q-"
    else:
        words = ["^", *(token.lower() for token in _tokens(candidate.answers)[-_NEAR_WORDS:]), "$"]
        for length in (1, 2):
            yield from _grams("q", words, length)


def _form(candidate: Candidate) -> Iterator[str]:
    marks = {
        "asks": candidate.asks,
        "quotes": "\ufffc" in candidate.view,
        "colon": candidate.view.rstrip().endswith((":", "：")),
        "denies": candidate.denies,
        "instead": candidate.instead,
        "long turn": candidate.chars > _LONG_TURN,
        "last": candidate.place == candidate.count - 1,
        "lower": candidate.view[:1].islower(),
    }
    yield from (f"s{name}" for name, held in marks.items() if held)
    yield from (f"scue {name}" for name in candidate.cues)
    yield from (f"snear {name}" for name in candidate.near)
    yield f"splace {min(candidate.place, 3)}"
    yield f"sof {min(candidate.count, 5)}"
    yield f"slength {min(8, len(_tokens(candidate.view)) // 3)}"
    if candidate.answers is None:
        yield "sunanswered"
    else:
        asked = candidate.answers.rstrip().endswith(("?", "？"))
        yield f"sasked {asked}"
        yield f"sshared {min(3, candidate.shared)} {asked}"
        yield f"sadded {min(3, candidate.added)} {asked}"


def _grams(tag: str, sequence: Sequence[str], length: int) -> Iterator[str]:
    for start in range(len(sequence) - length + 1):
        yield f"{tag}{' '.join(sequence[start : start + length])}"


@lru_cache(maxsize=64)
def _tokens(view: str) -> tuple[str, ...]:
    found = []
    token = _TOKEN_UNSPACED if UNSPACED.search(view) else _TOKEN
    for match in token.finditer(view):
        found.append("#" if match[0][0].isdigit() else match[0])
        if len(found) >= _MOST_WORDS:
            break
    return tuple(found)


def _shape(place: int, word: str) -> str:
    """Return the word in small letters, or "Aa" for what is written as a name."""
    is_name = place > 0 and word[0].isupper() and word.partition("'")[0] != "I"
    return "Aa" if is_name else word.lower()


@lru_cache(maxsize=8)
def classes_of(language: str) -> Mapping[str, str]:
    """Return the words of a language that belong to a class, with its name; function words stand for themselves."""
    found: dict[str, str] = {}
    for name, words in languages.read_toml(language, "classes.toml").items():
        for word in words.split():
            found.setdefault(word, name.upper() if name != _FUNCTION else word)
    return found


def is_first_name(word: str, language: str) -> bool:
    """Return True if a language knows *word* as a first name and as nothing else."""
    return classes_of(language).get(word.lower()) == _FIRST_NAME


def may_be_name(word: str, language: str) -> bool:
    """Return True if a word is written as a name and not known as something else, or is known as a first name."""
    known = classes_of(language).get(word.lower())
    return known == _FIRST_NAME or (word[:1].isupper() and known is None)


def names_living(
    view: str, language: str, *, roles: bool = True, verbs_after: frozenset[str] = frozenset()
) -> bool:
    """Return True if a text names a person or an animal.

    Args:
        view: The text.
        language: Its language.
        roles: True if a job or a kind of animal counts, which may be said of somebody known: "he's a beagle".
        verbs_after: Words behind which a job is a verb: "what can I cook".
    """
    wanted = _LIVING | _ROLES if roles else _LIVING
    if UNSPACED.search(view):
        return any(kind in wanted and word in view for word, kind in classes_of(language).items())
    kinds = ("", *_kinds(view, language))
    return any(
        kind in wanted and not (kind in _ROLES and before in verbs_after) for before, kind in pairwise(kinds)
    )


@lru_cache(maxsize=64)
def _kinds(view: str, language: str) -> tuple[str, ...]:
    """Return the class of each word, of a name and of words with a telling ending; marks stand for themselves."""
    classes = classes_of(language)
    found: list[str] = []
    before = ""
    for token in _tokens(view):
        if not token[0].isalpha() or UNSPACED.match(token):
            if token != before:
                found.append(token)
        else:
            is_name = token[0].isupper() and before not in _SENTENCE_START
            found += [_class(part, classes, is_name=is_name) for part in _split(token.lower())]
        before = token
    return tuple(found)


def _split(word: str) -> Iterator[str]:
    """Yield a word and what is glued to it: "don't" is "do" and "n't"."""
    if word == "can't":
        word = "cann't"
    end = _PARTS.search(word)
    if end and end[0] != word:
        yield from filter(None, (word[: end.start()], end[0], word[end.end() :]))
    else:
        yield word


def _class(word: str, classes: Mapping[str, str], *, is_name: bool) -> str:
    for stem in (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y"):
        if known := classes.get(stem):
            return known
    for start in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        if (known := classes.get(word[start:])) and known.isupper():
            return known  # a compound: "Nussallergie"
    if is_name:
        return "NAME"
    return next((f"-{end}" for end, least in _ENDINGS if len(word) >= least and word.endswith(end)), "X")


def _chance(total: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
