"""Find the members of a counted list of people, pets or things: "two employees, Selma and Luki"."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from tiermem.engine.reading.lexicon import RUN, Spaced
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code

_COUNTED = r"(?:\s+[^\W\d_][\w-]*){1,3}"
"""The words for what a list counts, in a language with spaces: three at most."""
_OPENS = r"(?:\s?[,:(]|\s[–—-])\s*"
"""The mark in front of the members."""


@lru_cache(maxsize=1024)
def members_listed(text: str, code: str) -> frozenset[str]:
    """Return the members of a counted list, spelt for comparison; none if a statement in a language lists nobody."""
    lexicon = lexicon_by_code(code)
    found = _lists(code).search(text)
    if found is None:
        return frozenset()
    if not isinstance(lexicon, Spaced):
        return frozenset(filter(None, re.split(lexicon.pairs.pattern, found["list"])))
    words: list[str] = re.findall(r"[\w'-]+", lexicon.spelt(found["list"]))
    articles = set(lexicon.spelt(lexicon.data.articles).split())
    days = lexicon.language.weekdays.keys() | lexicon.language.months.keys()
    return frozenset(words) - articles - lexicon.pairs - days


@cache
def _lists(code: str) -> re.Pattern[str]:
    """Return the expression for a number, what is counted, and two members or more."""
    lexicon = lexicon_by_code(code)
    numbers = "|".join(sorted(lexicon.language.times.numbers, key=len, reverse=True)) or "(?!)"
    if not isinstance(lexicon, Spaced):
        one, pairs = rf"(?:{RUN.pattern})", lexicon.pairs.pattern
        return re.compile(
            rf"(?:\d+|{numbers})[^，。,、：:]{{1,8}}[，,、：:](?P<list>{one}(?:(?:{pairs}){one})+)"
        )
    articles = "|".join(lexicon.data.articles.split())
    one = rf"(?:(?:{articles})\s)?[^\W\d_][\w'-]*"
    pairs = "|".join(map(re.escape, lexicon.data.pairs.split()))
    listed = rf"(?P<list>{one}(?:,\s{one})*,?\s(?:{pairs})\s{one})(?=\s?[.,;!?)]|$)"
    return re.compile(rf"\b(?:\d{{1,2}}|{numbers}){_COUNTED}{_OPENS}{listed}", re.IGNORECASE)
