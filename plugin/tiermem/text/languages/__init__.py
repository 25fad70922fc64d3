"""The languages that tiermem knows, and which of them a text is in.

Each language is a subpackage of this one, named by its ISO 639-1 code; adding one means adding its folder:

- ``words.py``: a `Language` named ``LANGUAGE``, all that prompts are read with (required);
- ``statements.py``: a `Statements` named ``STATEMENTS``, the words that comparing and filing statements looks for;
- ``extraction.toml``, ``classes.toml``, ``weights.json``: rules, word classes and fitted weights of gap-fill, read at
  the end of a session.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text.folding import fold
from tiermem.text.languages.en.words import LANGUAGE as ENGLISH
from tiermem.text.languages.language import Language, Times, compiled, several

if TYPE_CHECKING:
    from tiermem.text.languages.statements import Statements

__all__ = [
    "ENGLISH",
    "Language",
    "Times",
    "codes",
    "compiled",
    "data_file",
    "everywhere",
    "language",
    "languages_of",
]

_OTHERS = ("de", "fr", "es")
_WORD = pattern(r"[^\W\d_]+")
_KANA = pattern("[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_HAN = pattern("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LOOKED_AT = 2_000
"""Characters of a text after which its language is clear."""
_SURELY = 2
"""English words, none of them a word of another language, from which on no other language is looked at."""
SHARED = several(
    """
    a all also am an april as at august be can come con d dad den die do du has hat he her hi him hot in is
    last m ma man march may me mine no november of ok on once or para pas pour s sans september sin so son
    sur t ten thing tu us use war was we weekend well will winter y
    """
)
"""English words that other languages have too."""


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of all languages, sorted, English first."""
    found = {file.parent.name for folder in __path__ for file in Path(folder).glob("*/words.py")}
    return ("en", *sorted(found - {"en"}))


@cache
def language(code: str) -> Language:
    """Return a language, which is imported when it is first asked for."""
    found: Language = import_module(f"{__name__}.{code}.words").LANGUAGE
    return found


@cache
def everywhere() -> Statements:
    """Return the words and patterns of statements of all languages together."""
    from tiermem.text.languages.statements import Statements

    having = [code for code in codes() if data_file(code, "statements.py")]
    return Statements.union([import_module(f"{__name__}.{code}.statements").STATEMENTS for code in having])


def data_file(code: str, name: str) -> Path | None:
    """Return a data file of a language, or None where the language has no such file."""
    return next(filter(Path.is_file, (Path(folder, code, name) for folder in __path__)), None)


@cache
def _known(code: str) -> frozenset[str]:
    """The words by which a language is known."""
    known = language(code)
    return known.stop_words | known.time_words | known.question_words


def languages_of(text: str) -> tuple[Language, ...]:
    """The languages of a text, the likeliest first; English when nothing tells.

    Kana tell Japanese, Han characters without kana Chinese; of the others, which are written alike, it is the one of
    whose commonest words the text has most, or several that have as many.
    """
    text = text[:_LOOKED_AT]
    found = () if text.isascii() else _by_script(text)
    words = _WORD.findall(fold(text))
    if not found:
        return _by_words(words) or (ENGLISH,)
    latin = [word for word in words if word.isascii()]
    if len(latin) < 3:
        return found
    others = _by_words(latin)
    written = len(_HAN.findall(text)) + len(_KANA.findall(text))
    return (*found, *others) if written >= len(latin) else (*others, *found)


def _by_script(text: str) -> tuple[Language, ...]:
    if _KANA.search(text):
        return (language("ja"),)
    return (language("zh"),) if _HAN.search(text) else ()


def _by_words(words: list[str]) -> tuple[Language, ...]:
    english = [word for word in words if word in _known("en")]
    sure = sum(word not in SHARED for word in english)
    if sure >= _SURELY and 4 * sure >= len(words):
        return (ENGLISH,)
    counts = Counter({ENGLISH: len(english)})
    counts.update({language(code): sum(word in _known(code) for word in words) for code in _OTHERS})
    most = max(counts.values())
    return tuple(one for one, count in counts.items() if count == most) if most else ()
