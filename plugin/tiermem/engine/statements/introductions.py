"""Find the place in a speaker's introduction, which a move leaves behind: "I'm Ana, a lawyer in Porto"."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from tiermem.engine.statements.lexicon import MARKS, lexicon_of, tidied
from tiermem.support.lazy import pattern
from tiermem.text.folding import fold
from tiermem.text.languages import changes_of, language
from tiermem.text.topics import topics_of
from tiermem.values.frozen import NamedTuple

_OF_PLACES = frozenset({"home", "housing", "trip"})
"""Topics that a place may show; a word of another one is no place: "in Python"."""


class Introduction(NamedTuple):
    """A speaker's introduction with a place.

    Attributes:
        rest: The introduction without the place.
        home: The statement that the speaker lives there.
    """

    rest: str
    home: str


@lru_cache(maxsize=8_192)
def introduction(text: str) -> Introduction | None:
    """Return the parts of a speaker's introduction with a place; None for any other statement.

    An introduction says what somebody is, with an article or the word for a job: "I'm due in June" is none.
    """
    said = tidied(text).rstrip(f"{MARKS}。 ")
    code = lexicon_of(said).code
    found = _expression(code).fullmatch(said)
    if found is None or not _is_place(found["place"], code):
        return None
    parts = found.groupdict()
    rest = parts.get("rest") or ""
    if not (rest or parts.get("article") or "job" in topics_of(found["who"])):
        return None
    data = changes_of(code)
    assert data is not None
    return Introduction(f"{found['who']}{rest}", data.lives.format(found["place"]))


def _is_place(text: str, code: str) -> bool:
    return fold(text) not in language(code).months and not topics_of(text).keys() - _OF_PLACES


@cache
def _expression(code: str) -> re.Pattern[str]:
    data = changes_of(code)
    return pattern(data.introduces if data else "(?!)", re.IGNORECASE)
