"""Find the place of a statement in a scaffold that is made by rules; the words are those of the languages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tiermem.text import fold, words
from tiermem.text.languages import everywhere


def topic(subject: str | None, content: str) -> str | None:
    """Return the scaffold's key for a statement, None when no word of it points to one.

    The first topic with a word of the subject counts; after that the first with a word of the statement.
    """
    for text in filter(None, (subject, content)):
        said = _said(text)
        for key, pointing in everywhere().topics.items():
            if pointing & said:
                return key
    return None


def is_single(key: str, subject: str) -> bool:
    """Return True if a person has one of a subject of a topic: another value contradicts the first."""
    return fold(subject) in everywhere().single.get(key, ())


def first_clause(text: str) -> str:
    """Return *text* without further clauses and reasons."""
    return everywhere().clause_end.sub("", text)


def attribute(content: str) -> tuple[str, str] | None:
    """Return (what, value) of "My manager is Bob.", None for a statement of another form."""
    known = everywhere()
    for pattern in known.attributes:
        if found := pattern.match(content.strip()):
            value = known.value_start.sub("", known.value_end.sub("", first_clause(found["value"])))
            value = value.rstrip(" .。!！")
            return (found["key"].strip(), value) if value else None
    return None


def _said(text: str) -> frozenset[str]:
    """Return the words of a text, and all parts of one to six characters where words have no spaces."""
    folded = fold(text)
    spaced = frozenset(words(text)) | frozenset(re.findall(r"\w+", folded))
    unspaced = re.findall(r"[぀-ヿ㐀-鿿]+", folded)
    return spaced.union(*(_parts(run) for run in unspaced)) if unspaced else spaced


def _parts(run: str) -> Iterable[str]:
    return (run[start : start + length] for length in range(1, 7) for start in range(len(run) - length + 1))
