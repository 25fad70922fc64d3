"""Find the expressions of `Changes` in a text, and what a text says beside them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.lexicon import Spaced
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.people import says_nothing
from tiermem.text import fold
from tiermem.text.languages import language
from tiermem.text.scripts import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiermem.engine.reading.lexicon import Unspaced

_NUMBER = "<n>"
"""What stands for a number in an expression of an age."""


@cache
def expressions(code: str, name: str) -> Sequence[re.Pattern[str]]:
    """Return the expressions of an attribute of `Changes`; the first of each, if they are pairs."""
    numbers = "|".join(sorted(language(code).times.numbers, key=len, reverse=True))
    listed = [one if isinstance(one, str) else one[0] for one in getattr(lexicon_by_code(code).data, name)]
    any_number = rf"(?:\d{{1,3}}|{numbers})" if numbers else r"\d{1,3}"
    return [re.compile(one.replace(_NUMBER, any_number), re.IGNORECASE) for one in listed]


def behind_pair(text: str, code: str) -> str:
    """Return what stands behind the last conjunction of a text: "… and my son Ben"."""
    lexicon = lexicon_by_code(code)
    words = text.split()
    pairs = lexicon.pairs if isinstance(lexicon, Spaced) else frozenset[str]()
    at = max((place for place, word in enumerate(words) if word.lower() in pairs), default=-1)
    return " ".join(words[at + 1 :]) if words[at + 1 :] else text


def words_that_say(text: str, lexicon: Spaced | Unspaced) -> Iterator[str]:
    """Yield the words of a text that say something; its characters where no spaces separate them."""
    if isinstance(lexicon, Spaced):
        for word in lexicon.tokens(text).small:
            if word in lexicon.kin or not (says_nothing(word, lexicon) or word in lexicon.mine | lexicon.we):
                yield fold(lexicon.stem(word))
        return
    rest = lexicon.function.sub(" ", lexicon.mine.sub(" ", lexicon.in_first_person(text)))
    yield from (sign for sign in rest if UNSPACED.match(sign) and not "ぁ" <= sign <= "ん")
