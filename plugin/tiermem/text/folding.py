"""Normalise texts that look or read the same to one spelling."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from tiermem.support.lazy import pattern

_STRAIGHT = str.maketrans("’ʼ‘", "'''")
_UNSTORABLE = pattern("[\x00\ud800-\udfff]")
_SEEN = pattern(
    r"[^\s\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff]"
)
"""A character that is no space, no control character, and none that Unicode has rendered as nothing."""
_LAST_ACCENTED = 0x52F
"""In Latin, Greek and Cyrillic, accents are folded. In later scripts (が, 각), they make another letter."""
_STRUCK = pattern(r"LATIN SMALL LETTER ([A-Z]) WITH (?:DIAGONAL )?STROKE")
QUESTION_MARKS = ("?", "？", "؟")
_SENTENCE_MARKS = " .,;:!?\"'…“”‘’„«»。、！？；："


def ensure_text(value: object, what: str = "text") -> None:
    """Check that a value is a str.

    Raises:
        InputError: It is not.
    """
    if not isinstance(value, str):
        from tiermem.errors import InputError

        raise InputError(f"Expected {what} as str, not {'None' if value is None else type(value).__name__}.")


def storable(text: str) -> bool:
    """Return True if *text* can be written as UTF-8 and read back: no NUL, no lone surrogate."""
    ensure_text(text)
    if "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_blank(text: str) -> bool:
    """Return True if nothing of *text* can be seen: it is empty, or has only spaces and invisible characters."""
    if text.isascii():
        return not any("!" <= one <= "~" for one in text)
    return _SEEN.search(text) is None


def clean(text: str) -> str:
    """Return *text* with characters that cannot be stored replaced by U+FFFD."""
    return text if storable(text) else _UNSTORABLE.sub("\ufffd", text)


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    if unicodedata.category(character) == "Cf":
        return ""
    compatible = unicodedata.normalize("NFKC", character).casefold()
    if not compatible or ord(compatible[0]) > _LAST_ACCENTED:
        return compatible
    return "".join(
        _without_stroke(part)
        for part in unicodedata.normalize("NFD", compatible)
        if not unicodedata.combining(part)
    )


def _without_stroke(letter: str) -> str:
    """Return l for ł and o for ø. Unicode does not decompose strokes, but people treat them like accents."""
    name = unicodedata.name(letter, "")
    struck = _STRUCK.fullmatch(name) if name.endswith("STROKE") else None
    return struck[1].lower() if struck else letter


def fold(text: str) -> str:
    """Fold *text* to compare it: compatibility forms, case, accents, strokes and invisible characters."""
    if text.isascii():
        return text.lower()
    return "".join(map(_fold_character, unicodedata.normalize("NFKC", text)))


def statement_key(text: str) -> str:
    """Return a key that statements with the same words share.

    Case, spaces, invisible characters, and sentence punctuation at both ends are ignored. Everything else matters: C,
    C++ and C# are three languages.
    """
    if text.isascii():
        return " ".join(text.lower().split()).strip(_SENTENCE_MARKS)
    composed = unicodedata.normalize("NFC", text).casefold()
    visible = "".join(character for character in composed if unicodedata.category(character) != "Cf")
    return " ".join(visible.split()).strip(_SENTENCE_MARKS)


def straight(text: str) -> str:
    """Return *text* with straight apostrophes; every character stays in its place."""
    return text if text.isascii() else text.translate(_STRAIGHT)


def normalized(text: str) -> str:
    """Normalise *text* for patterns: folded, with straight apostrophes."""
    return straight(fold(text))


def normalized_with_offsets(text: str) -> tuple[str, Sequence[int]]:
    """Return `normalized` text, and the offset in *text* of each of its characters."""
    if text.isascii():
        return text.lower(), range(len(text))
    parts = [_normalized(character) for character in text]
    return "".join(parts), [place for place, part in enumerate(parts) for _ in part]


@lru_cache(maxsize=4096)
def _normalized(character: str) -> str:
    return normalized(character)
