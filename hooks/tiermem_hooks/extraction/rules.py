"""The patterns of each language, from ``extraction.toml``, and the language of a turn or a sentence."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from tiermem.plugins import InputError, dataclass
from tiermem.plugins.text import fold, languages
from tiermem_hooks.extraction.model import classes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_FILE = "extraction.toml"
_MACRO = re.compile(r"\{([a-z_]+)\}")
_MACRO_DEPTH = 8
_NEVER = re.compile(r"(?!)")
_NO_LETTERS = re.compile(r"\\.|\(\?P<\w+>")
_WORD = re.compile(r"[^\W\d_]+")
_LANGUAGE_CHARS = 1_000
"""Number of characters after which the language of a text is clear."""
_LAST_LATIN = "\u024f"
"""The last of the letters that no language is known by."""
_SURELY = 3
"""Minimum words for a sentence to be in another language than its turn."""
_AHEAD = 2
"""Number of words by which that language must lead."""

_NOT_BORROWED = 10
"""Minimum words of a language with a letter that it writes itself: German has "café"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on the work per turn and on the output, in characters."""

    turn_chars: int
    pasted_chars: int
    own_paragraph_chars: int
    sentence_chars: int
    content_chars: tuple[int, int]
    subject_chars: int


@dataclass(frozen=True, eq=False)
class Rules:
    """The patterns of one language, by table and key of its file, each compiled at its first use.

    Attributes:
        language: Its code, such as ``en``, which `tiermem.text.languages` knows.
        data: The tables of the file.
    """

    language: str
    limits: Limits
    data: Mapping[str, Any]
    _macros: Mapping[str, str]
    _compiled: dict[str, re.Pattern[str]]

    def pattern(self, table: str, key: str) -> re.Pattern[str]:
        """Return a pattern of a table, by dotted path; one that matches nothing if it is missing."""
        name = f"{table}.{key}"
        if name not in self._compiled:
            source = self.table(table).get(key)
            self._compiled[name] = self.compile(source) if source is not None else _NEVER
        return self._compiled[name]

    def patterns(self, table: str, key: str) -> Iterable[re.Pattern[str]]:
        """Yield the patterns of a list, in order."""
        for place, source in enumerate(self.table(table).get(key, ())):
            name = f"{table}.{key}.{place}"
            if name not in self._compiled:
                self._compiled[name] = self.compile(source if isinstance(source, str) else source[-1])
            yield self._compiled[name]

    def has(self, table: str, key: str) -> bool:
        """Return True if the language has this pattern."""
        return key in self.table(table)

    def table(self, name: str) -> Mapping[str, Any]:
        """Return a table, by dotted path; an empty one if it is missing."""
        found: Any = self.data
        for part in name.split("."):
            found = found.get(part, {})
        return found  # type: ignore[no-any-return]

    def words(self, table: str, key: str) -> frozenset[str]:
        """Return a list of plain words."""
        return frozenset(self.table(table).get(key, ()))

    def compile(self, source: str) -> re.Pattern[str]:
        """Compile a pattern, macros replaced; ignoring case takes long where there are no letters with case."""
        for _ in range(_MACRO_DEPTH):
            source = _MACRO.sub(lambda match: self._macros[match[1]], source)
        letters = _NO_LETTERS.sub("", source)
        flags = re.VERBOSE if letters.upper() == letters.lower() else re.VERBOSE | re.IGNORECASE
        return re.compile(source, flags)


def load_rules(language: str = "en") -> Rules:
    """Return the rules of *language*, read once per process.

    Args:
        language: The code of a language that has an ``extraction.toml``.

    Raises:
        InputError: The language has no rules; the message names those that have.
    """
    if language not in (available := available_languages()):
        raise InputError(
            f"no gap-fill rules for language {language!r}; there are rules for {', '.join(available)}"
        )
    return _load(language)


@lru_cache(maxsize=1)
def available_languages() -> tuple[str, ...]:
    """Return the codes of all languages with rules, sorted."""
    return tuple(code for code in languages.codes() if languages.has_data(code, _FILE))


@lru_cache(maxsize=16)
def _load(language: str) -> Rules:
    data = languages.read_toml(language, _FILE)
    limits = data["limits"] | {"content_chars": tuple(data["limits"]["content_chars"])}
    macros = {
        name: value if isinstance(value, str) else "(?:" + "|".join(value).replace(" ", r"\ ") + ")"
        for name, value in data["macros"].items()
    }
    return Rules(data["language"], Limits(**limits), data, macros, {})


class Rulebook:
    """The rules of the languages of a session.

    A text that does not show its language ("Thursday") is taken to be in that of most of the session, or else English.

    Args:
        contents: The turns.
        only: Rules for everything.
    """

    def __init__(self, contents: Iterable[str], only: Rules | None = None) -> None:
        self._only = only
        self._session: Counter[str] = Counter()
        if only is None:
            for content in contents:
                self._session.update(_counts(content))

    def of_turn(self, content: str) -> Rules:
        """Return the rules for a turn."""
        return self._only or load_rules(self._best(content, _counts(content)))

    def of_sentence(self, sentence: str, turn: Rules) -> Rules:
        """Return the rules for a sentence: those of its turn, unless it is surely in another language."""
        if self._only:
            return self._only
        counts = _counts(sentence)
        best = self._best(sentence, counts)
        sure = counts[best] >= max(_SURELY, counts[turn.language] + _AHEAD)
        return load_rules(best) if sure else turn

    def _best(self, text: str, counts: Counter[str]) -> str:
        codes = [code for code in languages.codes() if code in available_languages()]
        most = max((counts[code], self._session[code]) for code in codes)
        likely = [code for code in codes if (counts[code], self._session[code]) == most]
        return max(likely, key=lambda code: _rarer(code, text)) if len(likely) > 1 else likely[0]


@cache
def _known() -> Mapping[str, frozenset[str]]:
    """Return code → words that show a language with spaces; an earlier process's spare the import of all languages."""
    having = [code for code in available_languages() if code not in languages.scripts()]
    files = [f"{code}/words.py" for code in having]
    kept = languages.kept_of(
        "statement-words", files, __file__, lambda: {code: _words(code) for code in having}
    )
    return {code: frozenset(words) for code, words in kept.items()}


def _rarer(code: str, text: str) -> int:
    """Count the rarer words of a language in *text*, and the words with an accent that it writes."""
    if code in languages.scripts():
        return 0
    classes, accents = classes_of(code), _accents(code)
    words = _WORD.findall(text[:_LANGUAGE_CHARS].lower())
    return sum((word in classes) + (not accents.isdisjoint(word)) for word in words)


@cache
def _accents(code: str) -> frozenset[str]:
    """Return the letters beyond ASCII that a language's own words have, and not only a borrowed one."""
    found = Counter(letter for word in classes_of(code) for letter in word if not letter.isascii())
    return frozenset(letter for letter, count in found.items() if count >= _NOT_BORROWED)


def _words(code: str) -> list[str]:
    known = languages.language(code)
    return sorted(known.stop_words | known.time_words | known.question_words | known.statement_words)


def _counts(text: str) -> Counter[str]:
    """Count the words of each language in *text*; of those without spaces, pairs of letters.

    Of languages that share letters, all that can have written the whole text count, and characters of one decide, or
    else what else was said: Japanese without kana may be Chinese.
    """
    text = text[:_LANGUAGE_CHARS]
    counts: Counter[str] = Counter()
    words = _WORD.findall(fold(text))
    for code, known in _known().items():
        counts[code] = sum(map(known.__contains__, words))
    # Most texts have no such letter, and the classes of those letters take milliseconds to compile.
    is_other = any(letter > _LAST_LATIN and letter.isalpha() for letter in set(text))
    letters = {
        code: len(script.letters.findall(text)) if is_other else 0
        for code, script in languages.scripts().items()
    }
    most = max(letters.values(), default=0)
    for code, number in letters.items():
        counts[code] = 0
        if most and number == most:
            own = sum(map(text.count, languages.language(code).statement_words))
            counts[code] = (number + 1) // 2 + own
    return counts
