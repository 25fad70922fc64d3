"""Find secrets in another form: in base64, with escapes, letter by letter, or as words of a list.

Runs of characters are decoded and given to the other rules. If these find a secret, the whole run is one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from tiermem_hooks.secrets.anchored import pattern

Span = tuple[int, int, str]

_CODED: Final = re.compile(r"(?<![\w+/-])(?=[A-Za-z+/_-]{0,60}\d)[A-Za-z0-9+/_-]{16,8000}={0,2}")
_USER_AND_PASSWORD: Final = r"[\w.@+-]{1,64}:(?=[^\s:]*[\d!@#$%^&*])[^\s:]{6,100}\Z"  # noqa: S105 a pattern
_ESCAPED: Final = r"[\w.~+%-]{16,600}"
_PERCENT: Final = r"%[0-9A-Fa-f]{2}"
_WITH_ENTITIES: Final = r"[\w.~+&#;%-]{16,600}"
_ENTITY: Final = r"&#x?[0-9A-Fa-f]{2,4};"
_SPELLED: Final = re.compile(r"(?<![^\s\"'`(])(?:[A-Za-z0-9_-][ -]){15,400}[A-Za-z0-9_-](?![^\s\"'`).,])")


def find_disguised(text: str, holds_secret: Callable[[str], bool]) -> Iterator[Span]:
    """Find the runs that hold a secret once they are decoded.

    Args:
        text: The text to search.
        holds_secret: True for a decoded text with a secret in it.
    """
    for found in _CODED.finditer(text):
        inside = _decoded(found[0])
        if inside and (holds_secret(inside) or pattern(_USER_AND_PASSWORD).match(inside.strip())):
            yield (*found.span(), "secret")
    if "%" in text and pattern(_PERCENT).search(text):
        from urllib.parse import unquote

        yield from _find_escaped(text, _ESCAPED, _PERCENT, lambda run: holds_secret(unquote(run)))
    for found in _SPELLED.finditer(text):
        if holds_secret(found[0][::2]):
            yield (*found.span(), "secret")


def find_in_entities(text: str, holds_secret: Callable[[str], bool]) -> Iterator[Span]:
    """Find the runs that hold a secret once their HTML entities are read."""
    if "&#" in text and pattern(_ENTITY).search(text):
        from html import unescape

        yield from _find_escaped(text, _WITH_ENTITIES, _ENTITY, lambda run: holds_secret(unescape(run)))


def _find_escaped(text: str, runs: str, escape: str, hides_secret: Callable[[str], bool]) -> Iterator[Span]:
    """Find the runs with an escape that hide a secret."""
    for found in pattern(runs).finditer(text):
        if pattern(escape).search(found[0]) and hides_secret(found[0]):
            yield (*found.span(), "secret")


def _decoded(run: str) -> str | None:
    """Return the text that a run is in base64; None if it is not one."""
    import binascii

    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        inside = binascii.a2b_base64(body + "=" * (-len(body) % 4), strict_mode=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return inside if all(one.isprintable() or one in "\t\r\n" for one in inside) else None


# Words of a list

_NUMBER: Final = r"(?:\d{1,2}[.):]?[ \t]?)?"
_WORDS: Final = re.compile(
    rf"(?<![\w-]){_NUMBER}[A-Za-z]{{3,8}}"
    rf"(?:(?:[ \t]{{0,3}}[,;|\n-][ \t]{{0,3}}|[ \t]{{1,3}}){_NUMBER}[A-Za-z]{{3,8}}){{11,60}}"
)
_FEWEST: Final = 12
"""Words of a key phrase, at least."""


_SEED_WORDS: Final = os.path.join(os.path.dirname(__file__), "seed_words.txt")  # noqa: PTH118, PTH120 pathlib is slow to import


@cache
def _seed_words() -> frozenset[str]:
    """Return the English words of BIP-39, of which key phrases of wallets are made."""
    with open(_SEED_WORDS, encoding="ascii") as file:  # noqa: PTH123
        return frozenset(file.read().split())


def find_key_phrases(text: str) -> Iterator[Span]:
    """Find twelve or more words in a row of the list that wallets use: sentences hold no such run."""
    for found in _WORDS.finditer(text):
        run: list[re.Match[str]] = []
        for word in re.finditer(r"[A-Za-z]+", found[0]):
            if word[0].lower() in _seed_words():
                run.append(word)
            elif len(run) >= _FEWEST:
                break
            else:
                run.clear()
        # Words of a key phrase are drawn at random from 2,048: hardly one comes twice.
        distinct = {word[0].lower() for word in run}
        if len(run) >= _FEWEST and 4 * len(distinct) >= 3 * len(run):
            yield found.start() + run[0].start(), found.start() + run[-1].end(), "key phrase"
