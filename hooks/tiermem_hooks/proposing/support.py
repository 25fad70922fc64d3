"""Check that a model's statement is supported by the user's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from tiermem.plugins.text import STOP_WORDS, everywhere, fold, normalized, words

SHARE_SAID = 0.75
"""Minimum share of a statement's content words that the user said. The rest resolves a pronoun or is another form of a
verb."""
IN_THE_TURN = 0.5
"""Minimum share of content words in the turn that is cited as evidence."""
_STEM = 4
"""Minimum letters at a word's beginning that its other forms share."""
_ENDING = 3
"""Maximum letters of a word's ending."""
_NAME_OR_NUMBER = re.compile(r"\b[^\W\d_a-z][\w'-]+|\b\w*\d[\w.,:/-]*")
_NEGATES_ELSEWHERE = re.compile(r"\b(?:nao|nem|niet|geen)\b")
_CLAUSE_MARKS = "[,;:.!?、。，；：！？—–()]+"


def telling(text: str) -> list[str]:
    """Return the content words of *text*, without words for the user."""
    return [word for word in words(text) if word not in STOP_WORDS and word not in ("user", "users")]


def share_said(content: str, *said: str) -> float:
    """Return the share of the content words of *content* that were said in any form; 0 if there are none."""
    wanted = telling(content)
    heard = {word for text in said for word in words(text)}
    return sum(_is_among(word, heard) for word in wanted) / max(len(wanted), 1)


def names_said(content: str, said: Iterable[str]) -> bool:
    """Return True if every name and number of *content* was said; a first word counts if it is no stop word."""
    texts = list(said)
    heard = {word for text in texts for word in words(text)}
    literally = normal("\n".join(texts))
    return all(
        all(_is_among(word, heard) for word in telling(name)) or normal(name) in literally
        for name in _NAME_OR_NUMBER.findall(content)
        if name[0].isupper() or any(map(str.isdigit, name))
    )


def keeps_negation(content: str, quote: str, *more: str) -> bool:
    """Return True if *content* negates the same as the *quote*.

    A statement without "not" may be based on the part of a quote without it: "I don't drink tea, I drink coffee".
    """
    if _negated(content):
        return _negated(quote)
    if not _negated(quote):
        return True
    plain = [clause for clause in _clauses().split(quote) if clause and not _negated(clause)]
    return (
        any(share_said(clause, content) > 0 for clause in plain)
        and share_said(content, *plain, *more) >= SHARE_SAID
    )


@cache
def _clauses() -> re.Pattern[str]:
    return re.compile(rf"{_CLAUSE_MARKS}|\b(?:{'|'.join(everywhere().conjunctions)})\b", re.IGNORECASE)


def normal(text: str) -> str:
    """Normalise *text* to compare quotes: folded, with uniform quotation marks and spaces."""
    return " ".join(re.sub(r"[\"'’‘“”„«»`´]", "'", fold(text)).split())


def _negated(text: str) -> bool:
    said = normalized(text)
    return (everywhere().negates.search(said) or _NEGATES_ELSEWHERE.search(said)) is not None


def _is_among(word: str, heard: set[str]) -> bool:
    if word in heard:
        return True
    stem = word[: max(_STEM, len(word) - _ENDING)]
    if len(stem) < _STEM or not word.isalpha():
        return False
    return any(other.startswith(stem) and len(other) <= len(word) + _ENDING for other in heard)
