"""Separate words that the index's tokenizer would miss: scripts without spaces, attached endings, marks, emoji.

Documents and queries are treated alike. Latin, Greek and Cyrillic are unchanged.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from tiermem.support.lazy import pattern

CJK = (
    "\u2e80-\u2fdf\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Ranges for a character class: Chinese, Japanese and Korean scripts without spaces between words."""
UNSPACED = pattern(f"[{CJK}]", since=CJK[0])
_CLUSTERED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u0f40-\u0fbc\u1000-\u1049\u1050-\u109f\u1780-\u17d3\u17dc\u17dd"
)
"""Thai, Lao, Tibetan, Burmese and Khmer, which have no spaces either, and vowels and tones around a letter."""
_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc"
    "\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d"
    "\u17b4-\u17d3\u17dd"
)
_RUN = pattern(f"([{CJK}]+)|([{_CLUSTERED}]+)|([\uac00-\ud7a3]+)")
_CLUSTER = pattern(f".(?:[{_MARKS}]|(?<=[\u1039\u17d2]).)*")
"""A letter with its marks. After U+1039 and U+17D2, the next letter is written below it."""

_PARTICLE = (
    "은|는|이|가|을|를|에|의|도|로|와|과|만|에서|에게|으로|까지|부터|하고|한테|처럼|보다|마다|이나|에는|에도"
)
_SHORT_NOUN = pattern(f"(.)(?:{_PARTICLE})")

_SEMITIC = pattern("[\u0591-\u06ed]")
_BARE: dict[int, str | None] = dict.fromkeys(
    [
        *range(0x591, 0x5BE), 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, *range(0x610, 0x61B), 0x640,
        *range(0x64B, 0x660), 0x670, *range(0x6D6, 0x6DD), *range(0x6DF, 0x6E9), *range(0x6EA, 0x6EE),
    ]
)  # fmt: skip
_BARE |= {ord(letter): plain for letter, plain in zip("أإآٱىئیةؤک", "اااايييهوك", strict=True)}
"""Vowel marks of Arabic and Hebrew, which are seldom written, taken off; letters that are written either way as one."""

_PICTURES = "\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_DRESS = "\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
_EMOJI = pattern(f"[\U0001f1e6-\U0001f1ff]{{2}}|[{_PICTURES}][{_DRESS}]*(?:\u200d[{_PICTURES}][{_DRESS}]*)*")
_UNDRESS = pattern(f"[{_DRESS}\u200d]")
_SYMBOL = pattern(r"[^\w\s\x00-\x7f\u2000-\u206f\u3000-\u303f\uff00-\uffef]")
_SCRIPTS_WITH_MARKS = (
    range(0x530, 0x1AB0),
    range(0x1B00, 0x1DC0),
    range(0xA800, 0xAC00),
    range(0x10A00, 0x1D000),
)


def emoji_apart(text: str) -> str:
    """Return *text*, which is not folded yet, with each flag and composed emoji as one word, without skin tones."""
    return text if text.isascii() or max(text) < _PICTURES[0] else _EMOJI.sub(_emoji_word, text)


def _emoji_word(match: re.Match[str]) -> str:
    parts = _UNDRESS.sub("", match[0]) or match[0]
    return parts if len(parts) == 1 else f" emoji{'x'.join(f'{ord(part):x}' for part in parts)} "


def words_apart(folded: str) -> str:
    """Separate the words of a folded text by spaces for the index.

    Chinese, Japanese and the scripts of `_CLUSTERED` become overlapping pairs. Korean words are kept along with pairs
    of their syllables, so that a noun is found with another ending. Symbols are words.
    """
    if all(map(_is_plain, set(folded))):
        return folded  # the patterns take longer to compile than a prompt to answer
    if _SEMITIC.search(folded):
        folded = folded.translate(_BARE)
    return _RUN.sub(_split, _SYMBOL.sub(_symbol_word, folded))


def _is_plain(letter: str) -> bool:
    """Return True for letters that are unchanged, and for common punctuation, which is not a word."""
    return letter < "\x80" or "\u2000" <= letter <= "\u206f" or (letter < "\u0590" and letter.isalnum())


def _split(run: re.Match[str]) -> str:
    cjk, clustered, hangul = run.groups()
    if hangul:
        return f" {' '.join(_korean(hangul))} "
    return f" {' '.join(_pairs(cjk or _CLUSTER.findall(clustered)))} "


def _pairs(parts: Sequence[str]) -> list[str]:
    """Return overlapping pairs; a single character unchanged."""
    if len(parts) == 1:
        return [parts[0]]
    return [parts[place] + parts[place + 1] for place in range(len(parts) - 1)]


def _korean(word: str) -> list[str]:
    """Return a word, its pairs, and a single syllable without its particle: 집 finds 집에서, 학교에 finds 학교를."""
    noun = _SHORT_NOUN.fullmatch(word)
    return [word, *(_pairs(word) if len(word) > 2 else ()), *([noun[1]] if noun else ())]


def _symbol_word(match: re.Match[str]) -> str:
    return _word_of(match[0])


@lru_cache(maxsize=1024)
def _word_of(symbol: str) -> str:
    """Return a symbol's form in the index: a separate word, part of a word, or a space."""
    category = unicodedata.category(symbol)
    if category in ("So", "Sk"):
        return f" emoji{ord(symbol):x} "
    is_of_word = category in ("Mn", "Mc") and any(ord(symbol) in script for script in _SCRIPTS_WITH_MARKS)
    return symbol if is_of_word else " "
