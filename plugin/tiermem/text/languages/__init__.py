"""The languages that tiermem knows, and which of them a text is in.

Each language is a subpackage of this one, named by its ISO 639-1 code; adding one means adding its folder, and nothing
else:

- ``__init__.py``: by what a text is known to be in the language, as cheap to import as that can be. ``LETTERS`` is the
  content of a character class, of a script that not all languages share; ``PROOF`` those of them without which a text
  is in another language. ``ENGLISH_TOO`` are its words that are English as well. All are optional;
- ``words.py``: a `Language` named ``LANGUAGE``: the words that prompts are read with;
- ``statements.py``: a `Statements` named ``STATEMENTS``: the words by which statements are filed, denied and forgotten
  (optional);
- ``changes.py``: a `Changes` named ``CHANGES``: the words by which a statement changes or ends an earlier one
  (optional);
- ``wishes.py``: a `Wishes` named ``WISHES``: the words of wishes for the form of answers (optional);
- ``credentials.py``: a `Credentials` named ``CREDENTIALS``: the words by which secrets are found (optional, and the one
  file that is enough by itself: a folder without ``words.py`` adds its secrets only);
- ``orders.py``: patterns for folded text (optional, and enough by itself as well): ``ORDERS`` of the words by which an
  order to an assistant is found, ``MATTERS`` of what an order is about that others give in the user's place, ``OWN`` of
  the words by which users speak of themselves, ``TOPICS`` of what orders that harm are about;
- ``sensitive.py``: ``SENSITIVE``, kind of sensitive personal data → a pattern for folded text (optional, and enough by
  itself);
- ``topics.txt``, ``recalled_topics.txt``: the words of topics, and those by which recall alone knows them (optional);
- ``changes.model``, ``states.model``: the weights by which a message that announces a change, and a state that it may
  end, are recognised (both optional);
- ``declines.model``, ``declines_before.model``, ``declines_session.model``, ``forgets.model``: the weights by which a
  message is recognised that asks not to keep something, and what it means, or to forget it (all optional);
- ``extraction.toml``, ``classes.toml``, ``gap_fill.model``: patterns, word classes and fitted weights of gap-fill
  (optional: without them nothing is extracted from texts in the language).

The words are Python because their compiled form loads fastest: every prompt needs some.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal
from zlib import crc32

from tiermem.support.cache import cached
from tiermem.support.lazy import pattern
from tiermem.text.folding import fold, normalized
from tiermem.text.languages.en.words import LANGUAGE as ENGLISH
from tiermem.text.languages.language import Language, Times, compiled
from tiermem.values.frozen import NamedTuple, asdict, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tiermem.text.languages.changes import Changes
    from tiermem.text.languages.credentials import Credentials
    from tiermem.text.languages.statements import Statements
    from tiermem.text.languages.wishes import Wishes

__all__ = [
    "ENGLISH",
    "Language",
    "Script",
    "SecretHints",
    "Times",
    "changes_of",
    "codes",
    "compiled",
    "credentials",
    "english_too",
    "everywhere",
    "has_data",
    "kept_of",
    "known_words",
    "language",
    "languages_of",
    "orders",
    "read_data",
    "read_toml",
    "scripts",
    "secret_hints",
    "secret_words",
    "sensitive_words",
    "wishes_of",
]

_WORD = pattern(r"[^\W\d_]+")
_MOST_CHARS = 2_000
"""Characters of a text after which its language is clear."""
_FEWEST_SURE = 2
"""English words that no other language has, from which on no other language is considered."""
_LAST_LATIN = "\u024f"
"""The last of the letters that no language is known by."""
_FEWEST_LATIN = 3
"""Words in Latin letters within a text of another script, from which on their languages count too."""


class SecretHints(NamedTuple):
    """Strings without which a text has none of the words of secrets.

    Attributes:
        parts: Parts of these words in lower case, one of which is in each text with a secret that they show.
        pins: Alternatives of a pattern: the names of a PIN in languages with spaces.
    """

    parts: frozenset[str]
    pins: str


@dataclass(frozen=True)
class Script:
    """A script that not all languages share: its letters, and those without which a text is in another language."""

    letters: re.Pattern[str]
    proof: re.Pattern[str]


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of all languages: English, those in Latin letters, those with fewer letters before others."""
    found = {code for folder in __path__ for code in os.listdir(folder) if _path_of(code, "words.py")}
    return tuple(sorted(found, key=lambda code: (code != "en", len(_trait(code, "LETTERS", "")), code)))


def _trait(code: str, name: str, default: Any) -> Any:
    """Return what the package of a language says of how a text in it is known."""
    return getattr(import_module(f"{__name__}.{code}"), name, default)


@cache
def scripts() -> Mapping[str, Script]:
    """Return code → script of the languages that are known by their letters."""
    found = {code: _trait(code, "LETTERS", "") for code in codes()}
    return {
        code: Script(pattern(f"[{letters}]"), pattern(f"[{_trait(code, 'PROOF', letters)}]"))
        for code, letters in found.items()
        if letters
    }


@cache
def english_too() -> frozenset[str]:
    """Return the English words that other languages have as well."""
    return frozenset().union(*(_trait(code, "ENGLISH_TOO", ()) for code in codes()))


@cache
def language(code: str) -> Language:
    """Return a language, which is imported when it is first asked for."""
    found: Language = import_module(f"{__name__}.{code}.words").LANGUAGE
    return found


@cache
def everywhere() -> Statements:
    """Return the words and patterns of statements of all languages together."""
    from tiermem.text.languages.statements import Statements

    having = [code for code in codes() if _path_of(code, "statements.py")]
    return Statements.union([import_module(f"{__name__}.{code}.statements").STATEMENTS for code in having])


def has_words(
    text: str, *kinds: Literal["refuses", "remembers", "keeps", "secrecy", "talk", "mocks", "of_here"]
) -> bool:
    """Return True if a text has words of one of some kinds, as `Statements` lists them, in any language."""
    said, known = normalized(text), everywhere()
    return any(getattr(known, kind).search(said) for kind in kinds)


class Orders:
    """A pattern of the files of orders, of all languages together, for folded text.

    Those of other scripts than the Latin are compiled when a text first has one of their letters.
    """

    def __init__(self, latin: str, far: str, since: str) -> None:
        self._latin, self._far = pattern(latin), pattern(far, since=since)

    def search(self, text: str) -> re.Match[str] | None:
        """Return what the pattern finds first in a text, if anything."""
        return self._latin.search(text) or self._far.search(text)


_KINDS_OF_ORDERS = ("ORDERS", "MATTERS", "TOPICS", "OWN", "RULES", "NEWS")


@cache
def orders(name: Literal["ORDERS", "MATTERS", "TOPICS", "OWN", "RULES", "NEWS"] = "ORDERS") -> Orders:
    """Return one pattern of the files of orders."""
    return Orders(*_orders()[name])


@cache
def _orders() -> Mapping[str, Sequence[str]]:
    """Return name → the arguments of `Orders`; an earlier process's spare the import of all files."""
    found = sorted(
        {code for folder in __path__ for code in os.listdir(folder) if _path_of(code, "orders.py")}
    )

    def listed() -> dict[str, tuple[str, str, str]]:
        files = [import_module(f"{__name__}.{code}.orders") for code in found]
        far = [one for one in files if hasattr(one, "SINCE")]
        since = min((one.SINCE for one in far), default="\U0010ffff")
        return {
            name: (
                "|".join(getattr(one, name) for one in files if one not in far),
                "|".join(getattr(one, name) for one in far) or "(?!)",
                since,
            )
            for name in _KINDS_OF_ORDERS
        }

    kept: Mapping[str, Sequence[str]] = kept_of(
        "orders", [f"{code}/orders.py" for code in found], __file__, listed
    )
    return kept


@cache
def secret_words() -> tuple[Credentials, ...]:
    """Return the words of secrets of all languages, English first; an earlier process's spare their import."""
    from tiermem.text.languages.credentials import Credentials

    files = [f"{code}/credentials.py" for code in _with_secrets()]
    kept = kept_of("secret-words", files, __file__, _listed_secrets)
    return tuple(Credentials(**one | {"hints": frozenset(one["hints"])}) for one in kept)


def _listed_secrets() -> list[dict[str, Any]]:
    every = [import_module(f"{__name__}.{code}.credentials").CREDENTIALS for code in _with_secrets()]
    return [asdict(one) | {"hints": sorted(one.hints)} for one in every]


def _with_secrets() -> list[str]:
    found = {code for folder in __path__ for code in os.listdir(folder) if _path_of(code, "credentials.py")}
    return sorted(found, key=lambda code: (code != "en", code))


@cache
def secret_hints() -> SecretHints:
    """Return what shows that a text has none of `secret_words`; an earlier process's spares their import."""
    files = [f"{code}/credentials.py" for code in _with_secrets()]
    parts, pins = kept_of("secret-hints", files, __file__, _hints)
    return SecretHints(frozenset(parts), pins)


def _hints() -> tuple[list[str], str]:
    every = secret_words()
    pins = "|".join(one.pin for one in every if one.spaced and one.pin)
    return sorted(frozenset().union(*(one.hints for one in every))), pins


def kept_of(name: str, files: Sequence[str], code: str, make: Callable[[], Any]) -> Any:
    """Return JSON that is made of files of languages, perhaps by an earlier process with the same files.

    Args:
        name: The name of the file that keeps it.
        files: Each as ``CODE/NAME``.
        code: The file with the code that makes it.
        make: Makes it.
    """
    found = (path for path in map(_found, files) if path is not None)
    stamp = [[path, (known := os.stat(path)).st_mtime_ns, known.st_size] for path in (code, *found)]
    return cached(f"{name}-{crc32(repr(list(__path__)).encode(errors='replace')):08x}", stamp, make)


@cache
def sensitive_words() -> Mapping[str, re.Pattern[str]]:
    """Return kind of sensitive personal data → one pattern of its words in all languages, for folded text."""
    found = sorted(
        {code for folder in __path__ for code in os.listdir(folder) if _path_of(code, "sensitive.py")}
    )
    tables = [import_module(f"{__name__}.{code}.sensitive").SENSITIVE for code in found]
    return {kind: pattern("|".join(one[kind] for one in tables if kind in one)) for kind in tables[0]}


@cache
def changes_of(code: str) -> Changes | None:
    """Return the words by which statements of a language change others, or None where it has none."""
    if not _path_of(code, "changes.py"):
        return None
    found: Changes = import_module(f"{__name__}.{code}.changes").CHANGES
    return found


@cache
def wishes_of(code: str) -> Wishes | None:
    """Return the words of wishes for the form of answers in a language, or None where it has none."""
    if not _path_of(code, "wishes.py"):
        return None
    found: Wishes = import_module(f"{__name__}.{code}.wishes").WISHES
    return found


def read_data(code: str, name: str) -> bytes | None:
    """Return the content of a data file of a language, or None where the language has no such file."""
    path = _path_of(code, name)
    if path is None:
        return None
    with open(path, "rb") as file:
        return file.read()


def has_data(code: str, name: str) -> bool:
    """Return True if a language has a data file of that name."""
    return _path_of(code, name) is not None


def read_toml(code: str, name: str) -> Mapping[str, Any]:
    """Return the tables of a data file of a language; none where it has no such file.

    Tables that an earlier process has kept are read instead: importing the parser takes longer than reading the file.
    """

    def parsed() -> Mapping[str, Any]:
        import tomllib

        return tomllib.loads((read_data(code, name) or b"").decode())

    found: Mapping[str, Any] = kept_of(f"{name}-{code}", [f"{code}/{name}"], __file__, parsed)
    return found


def _path_of(code: str, name: str) -> str | None:
    return _found(f"{code}/{name}")


def _found(file: str) -> str | None:
    return next(filter(os.path.isfile, (f"{folder}/{file}" for folder in __path__)), None)


@cache
def known_words(code: str) -> frozenset[str]:
    """Return the words by which a language is known."""
    known = language(code)
    return known.stop_words | known.time_words | known.question_words


def languages_of(text: str) -> tuple[Language, ...]:
    """Return the languages of a text, the likeliest first; English where nothing decides.

    A language with letters of its own is known by them: kana and characters such as 「歳」 prove Japanese, other Han
    characters Chinese. Of the others, which are written alike, it is the one of whose commonest words the text has
    most, or several that have as many.
    """
    return _languages_of(text[:_MOST_CHARS])


@lru_cache(maxsize=256)  # a message is read by many, one after the other
def _languages_of(text: str) -> tuple[Language, ...]:
    is_latin = not any(letter > _LAST_LATIN and letter.isalpha() for letter in set(text))
    found, written = ((), 0) if is_latin else _by_script(text)
    words = _WORD.findall(fold(text))
    if not found:
        return _by_words(words) or (ENGLISH,)
    latin = [word for word in words if word.isascii()]
    if len(latin) < _FEWEST_LATIN:
        return found
    others = _by_words(latin)
    return (*found, *others) if written >= len(latin) else (*others, *found)


def _by_script(text: str) -> tuple[tuple[Language, ...], int]:
    """Return the language that can have written most of the letters, and how many those are; () if none can.

    Of two that can, it is the one with more letters, of which the text has one that the other has not.
    """
    counts = {
        code: len(script.letters.findall(text))
        for code, script in scripts().items()
        if script.proof.search(text)
    }
    most = max(counts.values(), default=0)
    likeliest = [language(code) for code, count in counts.items() if count == most]
    return tuple(likeliest[-1:]), most


@cache
def _words_of(code: str) -> frozenset[str]:
    """Return the words that show a language: those it is known by, and others that are common in what people say."""
    common: frozenset[str] = _trait(code, "COMMON", frozenset())
    return known_words(code) | common


@cache
def _words_of_others() -> Mapping[str, frozenset[str]]:
    """Return code → words that show it, of the languages that are written like English."""
    others = [code for code in codes() if code != "en" and code not in scripts()]
    files = [f"{code}/{name}" for code in others for name in ("__init__.py", "words.py")]
    kept = kept_of("words", files, __file__, lambda: {code: sorted(_words_of(code)) for code in others})
    return {code: frozenset(words) for code, words in kept.items()}


def _by_words(words: list[str]) -> tuple[Language, ...]:
    english = [word for word in words if word in _words_of("en")]
    sure = sum(word not in english_too() for word in english)
    if sure >= _FEWEST_SURE and 4 * sure >= len(words):
        return (ENGLISH,)
    counts = Counter({"en": len(english)})
    counts.update({code: sum(word in known for word in words) for code, known in _words_of_others().items()})
    most = max(counts.values())
    likeliest = [language(code) for code, count in counts.items() if count == most] if most else []
    if not sure and most > 1:  # "me he mudado a …": every English word in it is one of another language, too
        likeliest.sort(key=lambda one: one is ENGLISH)
    return tuple(likeliest)
