"""Find the words of a text that are likely names: of people, places and firms that few other texts speak of."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from tiermem.support.lazy import pattern
from tiermem.text.folding import fold, normalized
from tiermem.text.languages import (
    changes_of,
    codes,
    known_words,
    language,
    languages_of,
    read_data,
    read_toml,
)
from tiermem.text.terms import words

if TYPE_CHECKING:
    from tiermem.text.languages import Language

FEW = 3
"""Texts that hold a name, at most: a word in more of them tells little about any."""
_LEAST = 3
"""Minimum letters of a name."""
_SENTENCE = pattern(r"(?<=[.!?…:])\s+|\n+")
_STEM = 4
"""Minimum letters that a word shares with a common one of which it is a form: "prefers", "booked"."""
_PART = 5
"""Minimum letters of the common word with which a compound ends: "Hausverwaltung"."""
_OPENING = "\"'“„«‘([{"
_ENDING = ".,;:!?…\"'”“»’)]}"
_ENDS = pattern(r"(?:e[mnrs]?|n|s|in|innen|ung|ungen|er[ns]?)\Z")
"""Endings with which a common word of a language that capitalises nouns is still the same one, or a noun of it."""
_ADJECTIVE = pattern(r"[a-zß-ÿ]{2,}e[mnrs]?")
"""An adjective between an article and its noun."""
_NOUN = pattern(r"(?:ung|heit|keit|schaft|ion|tat|ismus|chen|lein|erei)(?:e?[ns])?\Z")
"""Endings of nouns that are no names, folded."""


def names_in(text: str) -> set[str]:
    """Return the words of *text* that may be names, as in the index.

    They have a capital, and are neither function words nor of a class, such as weekdays, languages and cities. The
    first word of a sentence has a capital in any case: it must be no form of a common word of the language either.
    Where every noun has a capital, none may be such a form, a compound of common words, or have an article. First names
    and words after a title are names anywhere. In a text of capitals, none are known.
    """
    if text.isupper():
        return set()
    spoken = languages_of(text)
    found: set[str] = set()
    called: set[str] = set()
    for sentence in _SENTENCE.split(text):
        said = [word.lstrip(_OPENING) for word in sentence.split() if any(map(str.isalnum, word))]
        for place, word in enumerate(said):
            if not word[:1].isupper():
                continue
            if any(_has_title(said[:place], one.code) for one in spoken):
                called.update(words(word))
            elif not any(_may_be_ordinary(said[: place + 1], one) for one in spoken):
                found.update(words(word))
    return {one for one in found - _ordinary() | called if len(one) >= _LEAST and one.isalpha()}


def mentions(text: str, names: Set[str]) -> set[str]:
    """Return those of some names that are in a text, with or without the s of a genitive."""
    said = {word.removesuffix("s") for word in words(text)}
    return {name for name in names if name.removesuffix("s") in said}


def fuller_names(name: str, text: str) -> set[str]:
    """Return the names of two words in a text of which a name is one, folded: "phil abel" for Phil."""
    known, found = names_in(text), set[str]()
    for first, second in pairwise(text.split()):
        pair = [fold(first.lstrip(_OPENING)), normalized(second.rstrip(_ENDING)).removesuffix("'s")]
        is_named = second[:1].isupper() and first[-1:].isalpha() and pair[1] in known
        if is_named and fold(name) in pair and (pair[0] in known or pair[0] in names_of("person")):
            found.add(" ".join(pair))
    return found


def _has_title(before: Sequence[str], code: str) -> bool:
    return bool(before) and before[-1].lower().rstrip(".") in _titles(code)


@cache
def _titles(code: str) -> frozenset[str]:
    changes = changes_of(code)
    return frozenset(changes.titles.split() if changes else ())


def _may_be_ordinary(said: Sequence[str], of: Language) -> bool:
    """Return True if the last of these words is more likely an ordinary one with a capital than a name."""
    word, is_first = said[-1], len(said) == 1
    if any(
        one in _first_names(of.code) for part in words(fold(word)) for one in (part, part.removesuffix("s"))
    ):
        return False
    if not of.capitalises_nouns:
        return is_first and _may_be_common(word, of.code)
    return _has_article(said[:-1], of) or all(_is_common_noun(part, of.code) for part in words(fold(word)))


def _may_be_common(word: str, code: str) -> bool:
    """Return True if a word is a contraction or a form of a common word, or no common words are known."""
    folded = normalized(word).removesuffix("'s")
    stems = _stems(code)
    return not stems or "'" in folded or any(not stems.isdisjoint(_beginnings(one)) for one in words(folded))


def _beginnings(word: str) -> Iterator[str]:
    """Yield the word, without an ending too, and its beginnings."""
    yield word
    yield pattern(r"(?:e?s|ed|ing)\Z").sub("", word)
    yield from (word[:length] for length in range(_STEM, len(word)))


def _has_article(before: Sequence[str], of: Language) -> bool:
    """Return True if an article stands before a word, with adjectives between them or none."""
    for word in reversed(before):
        if word.lower() in of.before_nouns:
            return True
        if not _ADJECTIVE.fullmatch(word) or word in of.stop_words:
            return False
    return False


def _is_common_noun(word: str, code: str) -> bool:
    """Return True for a common word, its forms, compounds that begin or end with it, and nouns by their ending."""
    stems = _nouns(code)
    if not stems or word in stems or _ENDS.sub("", word) in stems or _NOUN.search(word):
        return True
    return any(
        word[place:] in stems or _ENDS.sub("", word[place:]) in stems
        for place in range(3, len(word) - _PART + 1)
    )


@cache
def _ordinary() -> frozenset[str]:
    """Return the function words, times and words of a class of all languages."""
    return frozenset(
        word
        for code in codes()
        for said in (known_words(code), language(code).months, language(code).weekdays, _classed(code))
        for each in said
        for word in words(each)
    )


def _classed(code: str) -> Iterator[str]:
    """Yield the words of a class, such as languages, without first names."""
    for name, listed in _classes(code).items():
        if name != "firstname":
            yield from listed.split()


@cache
def names_of(kind: Literal["person", "place"]) -> frozenset[str]:
    """Return the folded names of a kind that a language knows: first names, or cities and countries."""
    wanted = ("firstname",) if kind == "person" else ("city", "country")
    return frozenset(
        fold(name).replace("-", " ")
        for code in codes()
        for one in wanted
        for name in _classes(code).get(one, "").split()
    )


@cache
def occupations(code: str) -> frozenset[str]:
    """Return the folded words of a language for what people work as, with those for people of whom one has one."""
    data = changes_of(code)
    return frozenset(fold(f"{_classes(code).get('occ', '')} {data.roles if data else ''}").split())


@cache
def _first_names(code: str) -> frozenset[str]:
    return frozenset(words(fold(_classes(code).get("firstname", ""))))


@cache
def _classes(code: str) -> Mapping[str, str]:
    """Return class → its words with spaces between them; see ``classes.toml``."""
    return read_toml(code, "classes.toml")


@cache
def _nouns(code: str) -> frozenset[str]:
    """Return the common words of a language and those of a class; none where no list is shipped."""
    stems = _stems(code)
    return stems and stems.union(word for each in _classed(code) for word in words(fold(each)))


@cache
def _stems(code: str) -> frozenset[str]:
    """Return the common words of a language, with and without a last e or y; none where no list is shipped."""
    data = read_data(code, "words.vectors")
    if data is None:
        return frozenset()
    head, _, rest = data.partition(b"\n")
    common = zlib.decompress(rest)[: json.loads(head)["bytes"]].decode().split("\n")
    return frozenset(form for word in common for form in (word, word.removesuffix("e").removesuffix("y")))
