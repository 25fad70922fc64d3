"""What a sentence looks like to the scorecard of gap-fill: its words, their classes, and what stands around it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from tiermem.plugins.text import CJK, languages
from tiermem_hooks.extraction.sentences import telling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tiermem_hooks.extraction.heard import Denial, Heard
    from tiermem_hooks.extraction.rules import Rules
    from tiermem_hooks.extraction.sentences import Sentence

_TOKEN = re.compile(
    rf"[^\W\d_{CJK}]+(?:['-][^\W\d_{CJK}]+)*|\d[\d.,:/]*|[?!,;:()\"…`\ufffc–—？！，；：（）「」“”]|[{CJK}]"
)
_PARTS = re.compile(r"n't$|'(?:m|re|ve|s|d|ll)$|^(?:[cdjlmnst]|qu)'")
_UNSPACED = re.compile(f"[{CJK}]")
_SENTENCE_START = frozenset({"", ".", "?", "!", ":"})
_ENDINGS = (("ing", 6), ("ed", 5), ("ly", 5), ("ist", 6), ("er", 6), ("or", 6), ("ian", 6), ("s", 5))
"""By which English words of no class are told apart, and how long a word with them is at least."""
_FUNCTION = "function"
_LONG_TURN = 400
"""Characters from which a turn is seldom only the user's own words."""
_MOST_WORDS = 60
"""Of a sentence that are looked at."""
_GAPS = (2, 3)
"""How far apart words are that count as a pair, whatever stands between them."""
_NEAR = 3
"""Sentences on either side that are looked at."""
_BEGINNING = 80
"""Characters of them, which tell how they begin."""
_OF_PLACE = ("before c ", "after c ", "sentences ", "first", "later", "last")
"""How features begin that say where in its turn a sentence is, and how the sentences beside it begin."""
_ALONE = frozenset({"first", "last", "sentences 1"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is counted: itself, and the class it belongs to."""

    word: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A sentence of the user's with what stands around it.

    Attributes:
        statement: The trimmed sentence, without a question that it leads to.
        asks: Whether it is a question all the same.
        position: Of the sentence among `turn`, the sentences of its turn.
        content: The whole turn.
        answers: Whether a turn of the assistant stands before it, which is `heard`.
        void: Names of the conditions that make it void; see `statements.voids`.
    """

    statement: Sentence
    asks: bool
    position: int
    turn: Sequence[Sentence]
    content: str
    denial: Denial
    heard: Heard
    answers: bool
    void: frozenset[str]


def features(candidate: Candidate, rules: Rules) -> frozenset[str]:
    """The names of all features that *candidate* has."""
    words = classes_of(rules.language)
    tokens = _tokens(candidate.statement.view, words)
    found = set(_wording(tokens, rules))
    found.update(_form(candidate, rules))
    found.update(_around(candidate, words))
    found.update(_answering(candidate, tokens, rules))
    return frozenset(found)


def said_alone(held: frozenset[str]) -> frozenset[str]:
    """Return the features that the statement would have as the only sentence of its turn.

    Jokes, tasks and questions beside it stay, because they change what it means; other sentences do not.
    """
    return frozenset(name for name in held if not name.startswith(_OF_PLACE)) | _ALONE


@lru_cache(maxsize=8)
def classes_of(language: str) -> Mapping[str, str]:
    """The words of a language that belong to a class, with its name; "function" words stand for themselves."""
    file = languages.data_file(language, "classes.toml")
    found: dict[str, str] = {}
    for name, words in tomllib.loads(file.read_text(encoding="utf-8") if file else "").items():
        for word in words.split():
            found.setdefault(word, name.upper() if name != _FUNCTION else word)
    return found


def _tokens(view: str, classes: Mapping[str, str]) -> list[Token]:
    found: list[Token] = []
    before = ""
    for match in _TOKEN.finditer(view):
        said = match[0]
        if said[0].isdigit():
            found.append(Token("#", "#"))
        elif not said[0].isalpha() or _UNSPACED.match(said):
            if said != before:
                found.append(Token(said, said))
        else:
            named = said[0].isupper() and before not in _SENTENCE_START
            found += [Token(part, _class(part, classes, named=named)) for part in _parts(said.lower())]
        before = said
        if len(found) >= _MOST_WORDS:
            break
    return found


def _parts(word: str) -> Iterator[str]:
    """A word and what is glued to it: "don't" is "do" and "n't"."""
    if word == "can't":
        word = "cann't"
    end = _PARTS.search(word)
    if end and end[0] != word:
        yield from filter(None, (word[: end.start()], end[0], word[end.end() :]))
    else:
        yield word


def _class(word: str, classes: Mapping[str, str], *, named: bool) -> str:
    for stem in (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y"):
        if known := classes.get(stem):
            return known
    if named:
        return "NAME"
    return next((f"-{end}" for end, least in _ENDINGS if len(word) >= least and word.endswith(end)), "X")


def _wording(tokens: Sequence[Token], rules: Rules) -> Iterator[str]:
    words = ["^", *(token.word for token in tokens), "$"]
    kinds = ["^", *(token.kind for token in tokens), "$"]
    for length in (1, 2, 3):
        yield from _grams("w", words, length)
    if any(_UNSPACED.match(word) for word in words):
        text = "".join(words).lower()
        held = {name for word, name in classes_of(rules.language).items() if word in text}
        persons = held & {"ME", "YOU"} or {"NONE"}
    else:
        for length in (1, 2, 3, 4):
            yield from _grams("c", kinds, length)
        yield from (
            f"near {one} {other}" for gap in _GAPS for one, other in zip(kinds, kinds[gap:-1], strict=False)
        )
        held = {kind for kind in kinds if kind.isupper() or kind == "#"}
        known = languages.everywhere().persons
        persons = {known[word] for word in words if word in known} or {"NONE"}
    yield from (f"has {name}" for name in held)
    yield from (f"both {one} {other}" for one, other in combinations(sorted(held), 2))
    yield from (f"{person} with {name}" for name in held for person in persons)
    yield "persons " + " ".join(sorted(persons))
    yield f"length {min(8, (len(tokens) + 2) // 4)}"


def _grams(tag: str, sequence: Sequence[str], length: int) -> Iterator[str]:
    for start in range(len(sequence) - length + 1):
        yield f"{tag} {' '.join(sequence[start : start + length])}"


def _form(candidate: Candidate, rules: Rules) -> Iterator[str]:
    statement, content, leave = candidate.statement, candidate.content.strip(), rules.leave
    marks = {
        "asks": candidate.asks or statement.asks,
        "quotes": "\ufffc" in statement.view,
        "fence": "```" in content,
        "paragraphs": "\n\n" in content,
        "long turn": len(content) > _LONG_TURN,
        "person": rules.person.search(statement.view) is not None,
        "elided": any(pattern.match(statement.view) for pattern in rules.elided.values()),
    }
    yield from (name for name, held in marks.items() if held)
    yield from (f"void {name}" for name in candidate.void)
    for conditions in (leave.clause, leave.before, leave.own):
        yield from (f"left {name}" for name, pattern in conditions.items() if pattern.search(statement.view))


def _around(candidate: Candidate, classes: Mapping[str, str]) -> Iterator[str]:
    """The other sentences of the turn: where they stand, how they begin, whether they ask."""
    position, turn = candidate.position, candidate.turn
    yield "first" if position == 0 else "later"
    if position == len(turn) - 1:
        yield "last"
    yield f"sentences {min(len(turn), 4)}"
    for index in range(max(0, position - _NEAR), min(len(turn), position + _NEAR + 1)):
        if index == position:
            continue
        sentence = turn[index]
        if sentence.asks:
            yield "beside a question"
        side = "before" if index < position else "after"
        tokens = _tokens(sentence.view[:_BEGINNING], classes)
        yield from (f"{side} {gram}" for gram in _grams("c", ["^", *(token.kind for token in tokens[:4])], 2))
        yield from (f"beside {token.kind}" for token in tokens if token.kind in ("JOKE", "TASK", "SAYING"))


def _answering(candidate: Candidate, tokens: Sequence[Token], rules: Rules) -> Iterator[str]:
    """How it goes with what the assistant said before."""
    denial, heard = candidate.denial, candidate.heard
    marks = {"denies": denial.said, "says no": denial.plain, "says instead": denial.instead}
    yield from (name for name, held in marks.items() if held)
    if not candidate.answers:
        yield "unanswered"
        return
    yield "answers"
    if heard.asked:
        yield "was asked"
    mine = telling(candidate.statement.text, rules)
    theirs = {word for said in heard.statements for word in telling(said.text, rules)}
    shared = min(3, len(mine & theirs))
    yield f"shares {shared}"
    yield f"adds {min(3, len(mine - theirs))}"
    if any(rules.assistant_person.search(said.view) for said in heard.statements):
        yield "was told of itself"
        yield f"was told of itself, shares {shared}"
    kinds = ["^", *(token.kind for token in tokens[:4])]
    yield from _prefixed("answer", (*_grams("c", kinds, 1), *_grams("c", kinds, 2)))


def _prefixed(prefix: str, names: Iterable[str]) -> Iterator[str]:
    return (f"{prefix} {name}" for name in names)
