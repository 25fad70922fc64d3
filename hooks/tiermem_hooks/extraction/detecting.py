"""Which language a turn or a sentence is in: by script, and by the commonest words of the languages with rules."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from tiermem.plugins.text import fold, languages
from tiermem_hooks.extraction.loading import available_languages, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiermem_hooks.extraction.rules import Rules

_WORD = re.compile(r"[^\W\d_]+")
_LOOKED_AT = 1_000
"""Characters of a text after which its language is clear."""
_SURELY = 3
"""Words from which on a sentence is of another language than its turn …"""
_AHEAD = 2
"""… if it has so many more of them than of the turn's language."""


class Rulebook:
    """The rules of the languages of a session.

    What does not tell its language ("Thursday") is of the one that most of the session is in, or else English.
    """

    def __init__(self, only: Rules | None, session: Counter[str]) -> None:
        self._only = only
        self._session = session

    @classmethod
    def of(cls, contents: Iterable[str], only: Rules | None = None) -> Rulebook:
        """For a session with these turns; with *only*, everything is judged by these rules."""
        session: Counter[str] = Counter()
        if only is None:
            for content in contents:
                session.update(_counts(content))
        return cls(only, session)

    def of_turn(self, content: str) -> Rules:
        """Return the rules for a turn."""
        return self._only or load_rules(self._best(_counts(content)))

    def of_sentence(self, sentence: str, turn: Rules) -> Rules:
        """Return the rules for a sentence of a turn: those of the turn, unless it is surely of another language."""
        if self._only:
            return self._only
        counts = _counts(sentence)
        best = self._best(counts)
        sure = counts[best] >= max(_SURELY, counts[turn.language] + _AHEAD)
        return load_rules(best) if sure else turn

    def _best(self, counts: Counter[str]) -> str:
        codes = [code for code in languages.codes() if code in available_languages()]
        return max(codes, key=lambda code: (counts[code], self._session[code], -codes.index(code)))


@cache
def _known(code: str) -> frozenset[str]:
    """Return the words by which a language is known."""
    known = languages.language(code)
    return known.stop_words | known.time_words | known.question_words | known.statement_words


def _counts(text: str) -> Counter[str]:
    """Return how many words of each language *text* has; of those without spaces, pairs of letters.

    Of languages that share letters, all that can have written the whole text count, and characters of one decide, or
    else what else was said: Japanese without kana may be Chinese.
    """
    text = text[:_LOOKED_AT]
    counts: Counter[str] = Counter()
    words = _WORD.findall(fold(text))
    for code in available_languages():
        if code not in languages.scripts():
            counts[code] = sum(word in _known(code) for word in words)
    letters = {
        code: 0 if text.isascii() else len(script.letters.findall(text))
        for code, script in languages.scripts().items()
    }
    most = max(letters.values(), default=0)
    for code, number in letters.items():
        own = sum(map(text.count, languages.language(code).statement_words))
        counts[code] = (number + 1) // 2 + own if most and number == most else 0
    return counts
