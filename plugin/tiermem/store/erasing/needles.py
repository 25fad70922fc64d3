"""Find the words of an erased entry in other texts, and nothing else."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from tiermem.text import search_text, statement_key
from tiermem.text.names import FEW, mentions, names_in
from tiermem.text.scripts import CJK

ERASED = "[erased]"
MIN_WORDS = 3
"""Minimum words of a text to search inside other texts. "tea" alone occurs in texts about other things."""
_PUNCTUATION = " \t\n.,;:!?\"'…“”‘’„«»。、！？；："
_UNSPACED = re.compile(f"[{CJK}\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff]")
"""Characters of scripts that have no spaces between words, and so no word boundaries."""
_SPLITS = (
    re.compile(r"(?<=\n)"),
    re.compile(r"(?<=\] )"),
    re.compile(r"(?<=[.!?…])(?=\s)|(?<=[。！？])"),
)
"""Patterns that split a text into lines, then a line from its label, then into sentences."""
_LONGER_BY = 100
"""Maximum characters, of spaces and punctuation, by which a text may exceed its statement's key."""


class Needles:
    """Texts to remove from others.

    A text of `MIN_WORDS` or more is found between other words, but not inside a word. A shorter text is found only if
    it is a whole field, line or sentence.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        long = [text for text in texts if len(re.findall(r"\w+", search_text(text))) >= MIN_WORDS]
        self._patterns = [_pattern(text) for text in sorted(long, key=len, reverse=True)]
        self._keys = {key for text in texts if (key := statement_key(text))}
        self._longest = max((len(key) for key in self._keys), default=0) + _LONGER_BY

    @classmethod
    def joined(cls, several: Sequence[Needles]) -> Needles:
        """Return the needles of all of these."""
        return (
            several[0] if len(several) == 1 else cls(sorted({text for one in several for text in one.texts}))
        )

    def without(self, text: str) -> str:
        """Return *text* with every needle replaced by `ERASED`, ignoring case and spaces."""
        for pattern in self._patterns:
            text = pattern.sub(_unless_inside, text)
        return self._without_whole(text, _SPLITS)

    def without_questions(self, kept: Iterable[str]) -> Callable[[str], str]:
        """Return a function like `without` that leaves nothing of a text about a name in a needle.

        Args:
            kept: All texts that are left; a word that more than `FEW` of them have is no name.
        """
        names = {name for text in self.texts for name in names_in(text)}
        held = Counter(word for text in kept for word in mentions(text, names)) if names else {}
        rare = {name for name in names if held.get(name, 0) <= FEW}
        return lambda text: ERASED if rare and mentions(text, rare) else self.without(text)

    def _without_whole(self, text: str, splits: Sequence[re.Pattern[str]]) -> str:
        if len(text) <= self._longest and statement_key(text) in self._keys:
            return text.replace(text.strip(), ERASED)
        if not splits:
            return text
        return "".join(self._without_whole(part, splits[1:]) for part in splits[0].split(text))


def _pattern(text: str) -> re.Pattern[str]:
    """Compile the text's words with any spaces between them, and optional punctuation at the ends."""
    core = text.strip(_PUNCTUATION)
    head, _, tail = text.strip().partition(core)
    spaced = r"\s+".join(re.escape(word) for word in core.split())
    ends = [f"(?:{re.escape(end)})?" if end else "" for end in (head, tail)]
    return re.compile(spaced.join(ends), re.IGNORECASE)


def _unless_inside(match: re.Match[str]) -> str:
    start, end, text = match.start(), match.end(), match.string
    cut = _are_one_word(text[start - 1 : start], text[start]) or _are_one_word(
        text[end - 1], text[end : end + 1]
    )
    return match[0] if cut else ERASED


def _are_one_word(before: str, after: str) -> bool:
    return all(_is_of_word(character) for character in (before, after)) and not (
        _UNSPACED.match(before) or _UNSPACED.match(after)
    )


def _is_of_word(character: str) -> bool:
    return bool(character) and (character == "_" or unicodedata.category(character)[0] in "LNM")


def is_erased(text: str) -> bool:
    """Return True if a text holds only `ERASED` and punctuation."""
    return ERASED in text and not any(character.isalnum() for character in text.replace(ERASED, ""))
