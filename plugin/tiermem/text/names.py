"""Find the words of a text that are likely names: of people, places and firms that few other texts speak of."""

from __future__ import annotations

import json
import tomllib
import zlib
from collections.abc import Iterator
from functools import cache

from tiermem.support.lazy import pattern
from tiermem.text.folding import fold
from tiermem.text.languages import codes, known_words, language, languages_of, read_data
from tiermem.text.terms import words

FEW = 3
"""Texts that hold a name, at most: a word in more of them tells little about any."""
_LEAST = 3
"""Minimum letters of a name."""
_SENTENCE = pattern(r"(?<=[.!?…:])\s+|\n+")
_STEM = 4
"""Minimum letters that a word shares with a common one of which it is a form: "prefers", "booked"."""
_OPENING = "\"'“„«‘([{"


def names_in(text: str) -> set[str]:
    """Return the words of *text* that may be names, as in the index.

    They have a capital, and are neither function words nor of a class, such as weekdays, languages and cities. The
    first word of a sentence has a capital in any case: it must be no form of a common word of the language either.
    Where every noun has a capital, and in a text of capitals, none are known.
    """
    spoken = languages_of(text)
    if text.isupper() or any(one.capitalises_nouns for one in spoken):
        return set()
    found: set[str] = set()
    for sentence in _SENTENCE.split(text):
        said = [word for word in sentence.split() if any(map(str.isalnum, word))]
        for place, word in enumerate(said):
            bare = word.lstrip(_OPENING)
            if bare[:1].isupper() and (place or not any(_may_be_common(bare, one.code) for one in spoken)):
                found.update(words(bare))
    return {one for one in found if len(one) >= _LEAST and one.isalpha() and one not in _ordinary()}


def _may_be_common(word: str, code: str) -> bool:
    """Return True if a word is a contraction or a form of a common word, or no common words are known."""
    folded = fold(word).replace("’", "'").removesuffix("'s")
    stems = _stems(code)
    return not stems or "'" in folded or any(not stems.isdisjoint(_beginnings(one)) for one in words(folded))


def _beginnings(word: str) -> Iterator[str]:
    """Yield the word, without an ending too, and its beginnings."""
    yield word
    yield pattern(r"(?:e?s|ed|ing)\Z").sub("", word)
    yield from (word[:length] for length in range(_STEM, len(word)))


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
    """Yield the words of a class, such as languages, without first names; see ``classes.toml``."""
    data = read_data(code, "classes.toml") or b""
    for name, listed in tomllib.loads(data.decode()).items():
        if name != "firstname":
            yield from listed.split()


@cache
def _stems(code: str) -> frozenset[str]:
    """Return the common words of a language, with and without a last e or y; none where no list is shipped."""
    data = read_data(code, "words.vectors")
    if data is None:
        return frozenset()
    head, _, rest = data.partition(b"\n")
    common = zlib.decompress(rest)[: json.loads(head)["bytes"]].decode().split("\n")
    return frozenset(form for word in common for form in (word, word.removesuffix("e").removesuffix("y")))
