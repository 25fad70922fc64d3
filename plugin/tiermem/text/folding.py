"""One spelling for texts that look or read the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from tiermem.support.lazy import pattern

_STRAIGHT = str.maketrans("’ʼ‘", "'''")
_UNSTORABLE = pattern("[\x00\ud800-\udfff]")
_LAST_ACCENTED = 0x52F
"""Accents are marks of the letter in Latin, Greek and Cyrillic; beyond (が, 각) they make another letter."""
_STRUCK = pattern(r"LATIN SMALL LETTER ([A-Z]) WITH (?:DIAGONAL )?STROKE")
QUESTION_MARKS = ("?", "？", "؟")
_SENTENCE_MARKS = " .,;:!?\"'…“”‘’„«»。、！？；："


def ensure_text(value: object, what: str = "text") -> None:
    """Check that a caller gave text.

    Raises:
        InputError: It is something else.
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


def clean(text: str) -> str:
    """Return *text* with U+FFFD for what cannot be stored."""
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
    """Return l for ł and o for ø: to Unicode a stroke is a part of the letter, to people it is like an accent."""
    name = unicodedata.name(letter, "")
    struck = _STRUCK.fullmatch(name) if name.endswith("STROKE") else None
    return struck[1].lower() if struck else letter


def fold(text: str) -> str:
    """Return *text* for comparing: compatibility forms, case, accents, strokes and invisible characters folded away."""
    if text.isascii():
        return text.lower()
    return "".join(map(_fold_character, unicodedata.normalize("NFKC", text)))


def statement_key(text: str) -> str:
    """Return the key that two statements share when they say the same words.

    Case, spaces, invisible characters, and the marks of a sentence at either end do not count; all else does:
    C, C++ and C# are three languages.
    """
    if text.isascii():
        return " ".join(text.lower().split()).strip(_SENTENCE_MARKS)
    composed = unicodedata.normalize("NFC", text).casefold()
    visible = "".join(character for character in composed if unicodedata.category(character) != "Cf")
    return " ".join(visible.split()).strip(_SENTENCE_MARKS)


def normalized(text: str) -> str:
    """Return *text* as patterns are matched against it: folded, apostrophes straight."""
    return text.lower() if text.isascii() else fold(text).translate(_STRAIGHT)


def normalized_with_offsets(text: str) -> tuple[str, Sequence[int]]:
    """Return `normalized` text, and for each character of it its offset in *text*."""
    if text.isascii():
        return text.lower(), range(len(text))
    parts = [_normalized(character) for character in text]
    return "".join(parts), [place for place, part in enumerate(parts) for _ in part]


@lru_cache(maxsize=4096)
def _normalized(character: str) -> str:
    return normalized(character)
