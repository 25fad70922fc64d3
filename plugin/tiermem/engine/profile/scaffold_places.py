"""Find the path of a statement in a scaffold by rules and the languages' words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from tiermem.support import lazy
from tiermem.text import fold, straight, words
from tiermem.text.languages import everywhere

_LONGEST_NAME = 4
"""Maximum words of a name."""
_LONGEST_UNSPACED = 12
"""Maximum characters of a name in Chinese or Japanese."""
_UNSPACED = lazy.pattern("[぀-ヿ㐀-鿿]", since="぀")
_UNSPACED_RUN = lazy.pattern("[぀-ヿ㐀-鿿]+", since="぀")
_MARKS = ".,;:!?\"')("
_DATED = re.compile(r"\b\d{4}-\d\d")


def topic(subject: str | None, content: str) -> str | None:
    """Return the scaffold's key for a statement, or None.

    The first topic with a word of the subject is chosen, or else the first with a word of the statement.
    """
    for text in filter(None, (subject, content)):
        said = _said(text)
        for key, pointing in everywhere().topics.items():
            if pointing & said:
                return key
    return None


def is_single(key: str, subject: str) -> bool:
    """Return True if a subject of a topic has a single value, so that another value contradicts it."""
    return fold(subject) in everywhere().single.get(key, ())


def first_clause(text: str) -> str:
    """Return *text* without further clauses and reasons."""
    return everywhere().clause_end.sub("", text)


def attribute(content: str) -> tuple[str, str] | None:
    """Return (attribute, value) of a statement such as "My manager is Bob.", or None."""
    known = everywhere()
    for pattern in known.attributes:
        if found := pattern.match(content.strip()):
            value = known.value_start.sub("", known.value_end.sub("", first_clause(found["value"])))
            value = value.rstrip(" .。!！")
            return (found["key"].strip(), value) if value else None
    return None


def name_in(content: str) -> str | None:
    """Return only the name from a person's introduction, or None."""
    found = everywhere().introduces.search(straight(content))
    if found is None:
        return None
    rest = content[found.end() :]
    if _UNSPACED.match(rest):
        return everywhere().after_name.sub("", rest)[:_LONGEST_UNSPACED] or None
    parts = rest.split()
    named = list(takewhile(str.istitle, (part.strip(_MARKS) for part in parts[:_LONGEST_NAME])))
    ends = (place for place, part in enumerate(parts[: len(named)], 1) if part[-1:] in _MARKS)
    return " ".join(named[: next(ends, len(named))]) or None


def dated(content: str, at: str) -> str:
    """Return a statement about the present, such as an age or "now", with the day it was said; others unchanged.

    Args:
        content: The statement.
        at: When it was said.
    """
    if _DATED.search(content) or not everywhere().passing.search(content):
        return content
    body = content.rstrip(" .。!！")
    return f"{body} ({at[:10]}){content[len(body) :].strip()}"


def _said(text: str) -> frozenset[str]:
    """Return the words of a text; in scripts without spaces, all parts of one to six characters."""
    folded = fold(text)
    spaced = frozenset(words(text)) | frozenset(re.findall(r"\w+", folded))
    unspaced = _UNSPACED_RUN.findall(folded)
    return spaced.union(*(_parts(run) for run in unspaced)) if unspaced else spaced


def _parts(run: str) -> Iterable[str]:
    return (run[start : start + length] for length in range(1, 7) for start in range(len(run) - length + 1))
