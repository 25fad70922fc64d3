"""Find listed phrases in a text: by words, or by regular expressions in languages without spaces."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from tiermem.values.frozen import NamedTuple

Label = tuple[str, str, int]
"""The name of a list and, if it has parts, of the part."""
MARKS = (".", ",", ":")
"""Represents a sentence's punctuation among its words."""
_SIGNS = frozenset(("_", "…", "<name>", "<number>", "<mark>", "^", "$"))
_GAP = 4
"""Maximum words that "…" matches."""


class Wording(NamedTuple):
    """A text to search for phrases.

    Attributes:
        text: The text, normalised by its language.
        words: Its words, normalised too, and ".", "," and ":" for punctuation; empty in languages without spaces.
        named: For each word, True if it is written like a name.
    """

    text: str
    words: Sequence[str] = ()
    named: Sequence[bool] = ()


class FoundPhrase(NamedTuple):
    """A phrase in a text.

    Attributes:
        label: The list that contains it.
        start: Its first position: the index of a word, or of a character in languages without spaces.
        end: The position after its last.
    """

    label: Label
    start: int
    end: int


class Listed:
    """Phrases of a language with spaces between words.

    Phrases are separated by commas. In a phrase, ``a|b`` matches either word, ``move*`` and ``*er`` a prefix and a
    suffix, ``_`` any word, ``…`` up to four words, ``<name>`` a word written like a name, ``<number>`` a word with
    digits, ``<mark>`` punctuation, ``^`` the beginning of the text, and ``$`` the end of a clause. ``!a|b`` requires
    that neither word follows.

    Args:
        lists: (label, phrases).
        spelt: Normalises a word like the words of a text.
    """

    def __init__(self, lists: Iterable[tuple[Label, str]], spelt: Callable[[str], str]) -> None:
        self._spelt = spelt
        self._by_word: dict[str, list[tuple[Label, str]]] = defaultdict(list)
        for label, phrases in lists:
            for phrase in phrases.split(","):
                for first in _firsts(phrase, spelt):
                    self._by_word[first].append((label, phrase))
        self._read: dict[str, _Phrases] = {}

    def find(self, said: Wording) -> list[FoundPhrase]:
        """Return the phrases in a text."""
        found = []
        anywhere = self._beginning("")
        others: _Phrases = [*anywhere, *self._beginning("^")]
        for place, word in enumerate(said.words):
            for label, parts in (*self._beginning(word), *self._beginning(f"{word[:2]}*"), *others):
                end = _end(parts, 0, said, place)
                if end is not None:
                    found.append(FoundPhrase(label, place, end))
            others = anywhere
        return found

    def _beginning(self, first: str) -> _Phrases:
        """Return the phrases with a lookup key. They are read when a text has it: most texts have few."""
        if first not in self._by_word:
            return ()
        if first not in self._read:
            listed = self._by_word[first]
            self._read[first] = [
                (label, tuple(_Part.of(word, self._spelt) for word in phrase.split()))
                for label, phrase in listed
            ]
        return self._read[first]


class Expressions:
    """Phrases of a language without spaces between words.

    Args:
        lists: (label, regular expression of the phrases).
    """

    def __init__(self, lists: Iterable[tuple[Label, str]]) -> None:
        self._lists = [(label, re.compile(phrases).finditer) for label, phrases in lists if phrases]

    def find(self, said: Wording) -> list[FoundPhrase]:
        """Return the phrases in a text."""
        return [FoundPhrase(label, *match.span()) for label, find in self._lists for match in find(said.text)]


class _Part(NamedTuple):
    """A word of a phrase."""

    sort: str
    words: frozenset[str] = frozenset()
    begins: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()

    @classmethod
    def of(cls, listed: str, spelt: Callable[[str], str]) -> _Part:
        if listed in _SIGNS:
            return cls(listed)
        sort = "!" if listed[0] == "!" else "word"
        forms = [spelt(form) for form in listed.lstrip("!").split("|")]
        return cls(
            sort,
            frozenset(form for form in forms if "*" not in form),
            tuple(form[:-1] for form in forms if form.endswith("*")),
            tuple(form[1:] for form in forms if form.startswith("*")),
        )

    def matches(self, said: Wording, place: int) -> bool:
        """Return True if the word at a position matches."""
        if self.sort == "_":
            return True
        if self.sort == "<name>":
            return said.named[place]
        word = said.words[place]
        if self.sort == "<mark>":
            return word in MARKS
        if self.sort == "<number>":
            return word.replace(" ", "").isdigit()  # "611 222 333" may be one word
        return word in self.words or word.startswith(self.begins or "\0") or word.endswith(self.ends or "\0")


_Phrases = Sequence[tuple[Label, tuple[_Part, ...]]]


def _firsts(phrase: str, spelt: Callable[[str], str]) -> Iterable[str]:
    """Return the lookup keys of a phrase: its first words, two letters of a prefix, "^", or "" for any other word."""
    first = next(iter(phrase.split(maxsplit=1)), "")
    if first.isalpha():
        return (spelt(first),)
    if first in _SIGNS or first[:1] == "!":
        return ("^" if first == "^" else "",)
    forms = [spelt(form) for form in first.split("|") if form]
    if any(form[0] == "*" for form in forms):
        return ("",)
    return dict.fromkeys(f"{form[:-1][:2]}*" if form[-1] == "*" else form for form in forms)


def _end(parts: Sequence[_Part], number: int, said: Wording, place: int) -> int | None:
    """Return the position after the rest of a phrase, or None if the rest does not match."""
    size = len(said.words)
    for behind, part in enumerate(parts[number:], number + 1):
        if part.sort == "…":
            ends = (_end(parts, behind, said, later) for later in range(place, place + _GAP + 1))
            return next((end for end in ends if end is not None), None)
        if part.sort == "^":
            is_there = place == 0
        elif part.sort == "$":
            is_there = place >= size or said.words[place] in MARKS
        elif part.sort == "!":
            is_there = place >= size or not part.matches(said, place)
        else:
            is_there = place < size and part.matches(said, place)
            place += 1
        if not is_there:
            return None
    return place
