"""Make search words, by the same functions for documents and queries.

Runs of CJK become overlapping pairs, which was the best of five ways on CMRC 2018 (any@5 99.5 %, against 16.5 % for
unchanged words). For other scripts see `scripts`. The rest is left to the engine's tokenizer and stemmer.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import log
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text.folding import fold
from tiermem.text.languages import ENGLISH, everywhere, languages_of
from tiermem.text.scripts import emoji_apart, words_apart

if TYPE_CHECKING:
    from tiermem.text.languages import Language

STOP_WORDS = ENGLISH.stop_words
"""The stop words of English; each `Language` has its own."""
_ASCII_WORD = pattern(r"[^\W_]+")
_WORD = pattern(r"(?:[^\W_]|(?![\u2000-\u206f\u3000-\u303f])[^\x00-\x7f\s\uff00-\uffef])+")
"""Marks belong to words. `search_text` leaves no other symbols."""
_NOT_A_VICTORY = ("won't", "will not")
"""Cut at its apostrophe, it would be the past of "win"."""
MAX_INDEXED_CHARS = 20_000
"""Maximum characters of a text to index. The whole text is stored."""


def search_text(text: str) -> str:
    """Prepare *text* for the index: folded, emoji and the like as words, at most `MAX_INDEXED_CHARS` of it."""
    text = text[:MAX_INDEXED_CHARS]
    # `straight` would change more characters, and the texts in the index are as this line leaves them.
    folded = text.lower() if text.isascii() else fold(emoji_apart(text)).replace("’", "'")
    folded = folded.replace(*_NOT_A_VICTORY)
    return folded if folded.isascii() else words_apart(folded)


def word_list(text: str) -> list[str]:
    """Return the words of *text* in order as in the index, with repetitions."""
    searched = search_text(text)
    return (_ASCII_WORD if searched.isascii() else _WORD).findall(searched)


def words(text: str) -> list[str]:
    """Return the distinct words of *text* in order as in the index, including stop words."""
    return list(dict.fromkeys(word_list(text)))


def query_words(text: str, limit: int = 48, languages: Sequence[Language] | None = None) -> list[str]:
    """Return up to *limit* words of *text* to search for, from its beginning.

    The stop words of its languages are dropped unless there are no other words.

    Args:
        text: Any text.
        limit: Maximum words.
        languages: The languages of the text, if known.
    """
    spoken = languages_of(text) if languages is None else languages
    return (telling_words(text, spoken) or words(text))[:limit]


def telling_words(text: str, languages: Sequence[Language]) -> list[str]:
    """Return the distinct words of *text* in order, without the stop words of these languages."""
    return [
        word
        for word in words(text)
        if (len(word) > 1 or not word.isascii()) and not any(word in one.stop_words for one in languages)
    ]


def has_one(text: str, wanted: Set[str], language: Language) -> bool:
    """Return True if a text has one of the *wanted* words of a language, such as those of the first person.

    In languages without spaces, the word may occur anywhere in the text.
    """
    if language.times.spaced:
        return not wanted.isdisjoint(words(text))
    folded = fold(text)
    return any(word in folded for word in wanted)


def base_form(word: str) -> str:
    """Return the base of an irregular form, ignoring case; other words are returned unchanged.

    The language of the text does not matter: a word that only looks like such a form is changed in documents and
    queries alike.
    """
    return everywhere().irregular.get(word.lower(), word)


def idf(size: int, number: int) -> float:
    """Return the inverse document frequency of a word: Lucene's, above zero for every word.

    Args:
        size: Number of all documents.
        number: Number of documents with the word.
    """
    return log(1.0 + (size - number + 0.5) / (number + 0.5))
