"""Finding the words of what is erased in other texts, and nothing but them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from tiermem.text import search_text, statement_key
from tiermem.text.scripts import CJK

ERASED = "[erased]"
FEWEST_WORDS = 3
"""Words of a text from which on it is looked for inside of others; "tea" alone stands in texts about other things."""
_MARKS = " \t\n.,;:!?\"'…“”‘’„«»。、！？；："
_UNSPACED = re.compile(f"[{CJK}\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff]")
"""Scripts that put no spaces between words: there a word has no boundary to look at."""
_SPLITS = (
    re.compile(r"(?<=\n)"),
    re.compile(r"(?<=\] )"),
    re.compile(r"(?<=[.!?…])(?=\s)|(?<=[。！？])"),
)
"""A text's lines, what stands behind the label of a line, and the sentences of that."""
_LONGER_BY = 100
"""Characters of spaces and marks by which a text may be longer than another that says the same."""


class Needles:
    """Texts to take out of others.

    A text of `FEWEST_WORDS` or more is found where it stands between other words, not inside of one; a shorter one
    only where it is all that a field, a line or a sentence says.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        long = [text for text in texts if len(re.findall(r"\w+", search_text(text))) >= FEWEST_WORDS]
        self._patterns = [_pattern(text) for text in sorted(long, key=len, reverse=True)]
        self._keys = {key for text in texts if (key := statement_key(text))}
        self._longest = max((len(key) for key in self._keys), default=0) + _LONGER_BY

    def without(self, text: str) -> str:
        """*text* with `ERASED` for every needle in it, whatever its case and spaces."""
        for pattern in self._patterns:
            text = pattern.sub(_unless_inside, text)
        return self._without_whole(text, _SPLITS)

    def _without_whole(self, text: str, splits: Sequence[re.Pattern[str]]) -> str:
        if len(text) <= self._longest and statement_key(text) in self._keys:
            return text.replace(text.strip(), ERASED)
        if not splits:
            return text
        return "".join(self._without_whole(part, splits[1:]) for part in splits[0].split(text))


def _pattern(text: str) -> re.Pattern[str]:
    """The text's words with any spaces, and the marks at its ends where they are there too."""
    core = text.strip(_MARKS)
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
