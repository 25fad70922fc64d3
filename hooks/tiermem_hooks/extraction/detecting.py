"""Which language a turn or a sentence is in: by script, and by the commonest words of the languages with rules."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from tiermem.text import fold
from tiermem.text.languages import language
from tiermem_hooks.extraction.loading import available_languages, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiermem_hooks.extraction.rules import Rules

_ORDER = ("en", "zh", "de", "fr", "es", "ja")
"""Of languages that fit alike the first is taken."""
_WORD = re.compile(r"[^\W\d_]+")
_KANA = re.compile("[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
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
        """The rules for a turn."""
        return self._only or load_rules(self._best(_counts(content)))

    def of_sentence(self, sentence: str, turn: Rules) -> Rules:
        """The rules for a sentence of a turn: those of the turn, unless it is surely of another language."""
        if self._only:
            return self._only
        counts = _counts(sentence)
        best = self._best(counts)
        sure = counts[best] >= max(_SURELY, counts[turn.language] + _AHEAD)
        return load_rules(best) if sure else turn

    def _best(self, counts: Counter[str]) -> str:
        codes = _codes()
        return max(codes, key=lambda code: (counts[code], self._session[code], -codes.index(code)))


@cache
def _codes() -> Sequence[str]:
    shipped = available_languages()
    return tuple(code for code in _ORDER if code in shipped)


@cache
def _known(code: str) -> frozenset[str]:
    """The words by which a language is known."""
    known = language(code)
    return known.stop_words | known.time_words | known.question_words | known.statement_words


def _counts(text: str) -> Counter[str]:
    """How many words of each language *text* has; pairs of characters, of Chinese and Japanese.

    Without kana it can be either of the two: characters of Chinese decide, or else what else was said.
    """
    text = text[:_LOOKED_AT]
    counts: Counter[str] = Counter()
    words = _WORD.findall(fold(text))
    for code in _codes():
        if code not in ("zh", "ja"):
            counts[code] = sum(word in _known(code) for word in words)
    if not text.isascii():
        kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
        counts["ja"] = (kana + han + 1) // 2
        chinese = sum(text.count(character) for character in language("zh").statement_words)
        counts["zh"] = 0 if kana else (han + 1) // 2 + chinese
    return counts
