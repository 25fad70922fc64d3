"""How wide texts are on a terminal: Chinese, Japanese and Korean letters take two columns, combining marks none."""

from __future__ import annotations

import textwrap
import unicodedata


def width(text: str) -> int:
    """Columns that a text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def padded(text: str, columns: int) -> str:
    """The text with spaces behind it up to so many columns."""
    return text + " " * (columns - width(text))


def wrapped(text: str, columns: int) -> list[str]:
    """The text in lines of so many columns at most, broken at spaces, and at least where a line is full."""
    if width(text) == len(text):
        return textwrap.wrap(text, columns)
    lines, line = list[str](), ""
    for word in text.split():
        candidate = f"{line} {word}" if line else word
        if width(candidate) <= columns:
            line = candidate
            continue
        if line and width(word) <= columns:
            lines.append(line)
            line = word
            continue
        *full, line = _cut(candidate, columns)
        lines += full
    return [*lines, line] if line else lines


def _cut(text: str, columns: int) -> list[str]:
    """The text in pieces of so many columns at most, the last of them what is left."""
    pieces, used = [""], 0
    for character in text:
        if used + _columns(character) > columns:
            pieces.append("")
            used = 0
        pieces[-1] += character
        used += _columns(character)
    return pieces


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
