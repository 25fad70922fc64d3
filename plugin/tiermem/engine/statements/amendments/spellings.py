"""Other spellings of a name: "Brian", "Bryan"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.given_values import EXACT, words_in
from tiermem.engine.reading.lexicon import Spaced, Unspaced, alike, lexicon_of
from tiermem.engine.reading.reading import read
from tiermem.engine.statements.amendments.replacing import amendment, stems, with_pieces
from tiermem.support.lazy import pattern
from tiermem.text import STOP_WORDS, fold
from tiermem.text.scripts import UNSPACED

if TYPE_CHECKING:
    from tiermem.engine.reading.given_values import Value
    from tiermem.engine.statements.amendments.replacing import Amended

_SIMILAR = 0.6
"""Minimum share of common letters for a word to be another spelling of one."""
_CERTAIN = 0.75
"""Share of common letters that shows by itself which statement is meant: "Brian", "Bryan"."""
_FEWEST_LETTERS, _FEWEST_CHARACTERS = 4, 2
"""Minimum letters of such a word; minimum characters in a script without spaces."""
_FEWEST_AROUND, _MOST_CHARACTERS = 2, 4
"""Minimum characters around another one that show that it replaces one, and maximum of the run."""
_FEWEST_SHARED = 3
"""Minimum letters of a word that shows what a correction is about, as "Co" does not."""
_ENDS = tuple(".!?:")
_HAN = pattern(r"[\u3400-\u9fff]")


class Names:
    """The names in statements, for finding those that a correction spells differently."""

    def __init__(self) -> None:
        self._by_name: defaultdict[str, set[str]] = defaultdict(set)
        self._added: dict[str, str] = {}

    def add(self, statement: str, text: str) -> None:
        """Add the names of a statement; do nothing if it was added with this text."""
        if self._added.get(statement) == text:
            return
        self._added[statement] = text
        for word in words_in(text):
            if word.is_name and len(word.text) >= _fewest(word.text):
                self._by_name[fold(word.text)].add(statement)

    def alike(self, correction: str) -> set[str]:
        """Return the statements with a name that may be another spelling of a word of a correction."""
        said = words_in(correction)
        words = {fold(word.text) for word in said if word.is_name} - STOP_WORDS
        names = self._by_name
        close = (get_close_matches(word, names, len(names) or 1, _SIMILAR) for word in words)
        return {statement for found in close for name in found for statement in names[name]}


def shared_letters(one: str, other: str) -> float:
    """Return the share of common letters of two words, from 0 to 1."""
    return SequenceMatcher(None, fold(one), fold(other), autojunk=False).ratio()


def without_hint(said: str) -> str:
    """Return a text without hints at a spelling: "it's Kristin with a K"."""
    lexicon = lexicon_of(said)
    return lexicon.spells.sub("" if isinstance(lexicon, Spaced) else r"\g<kept>", said)


def amended_by_spelling(
    wrong: str, correction: str, old: Sequence[Value], besides: frozenset[str]
) -> Amended | None:
    """Return the statement with another spelling of a name.

    If the correction names more *besides*, only a sure one counts, and only if the two share another word: the name in
    "send it to 9 Derry Lane" is no other spelling of "My aunt lives in Derby".
    """
    known = {fold(word.text) for word in words_in(wrong)}
    others = [
        other
        for other in _names(correction)
        if fold(other.text) not in known
        and not _opens(other, correction)
        and not _is_denied(other, correction)
    ]
    precise = [value for value in old if value.sort in EXACT] if others else []
    lexicon = lexicon_of(wrong)
    is_compounding = isinstance(lexicon, Spaced) and lexicon.data.capital_nouns
    found = [
        (_likeness(word, other), word, other)
        for other in others
        for word in _names(wrong)
        if not any(value.start <= word.start < value.end for value in precise)
        and not (is_compounding and _is_part(word, other))
        and not (isinstance(lexicon, Spaced) and _is_form(word, other, lexicon))
        and not _is_small(word, lexicon)
        and not (_begins(word, wrong) and _begins(other, correction))
    ]
    share, word, other = max(found, key=lambda one: one[0], default=(0.0, None, None))
    if (
        word is None
        or other is None
        or share < (_CERTAIN if (more := besides - stems([other.text], correction)) else _SIMILAR)
        or (more and not _share_word(wrong, correction, [word.text, other.text]))
    ):
        return None
    return amendment(with_pieces(wrong, (word.start, word.end, other.text)), is_certain=share >= _CERTAIN)


def _share_word(wrong: str, correction: str, names: Sequence[str]) -> bool:
    """Return True if a correction has an informative word of a statement besides two names."""
    shared = (
        alike(read(wrong).telling, read(correction).says) - stems(names, wrong) - stems(names, correction)
    )
    return any(len(word) >= (_FEWEST_SHARED if word.isascii() else _FEWEST_CHARACTERS) for word in shared)


def _likeness(word: Value, other: Value) -> float:
    """Return the similarity of two words, from 0 to 1; 0 for short words and for two forms of one."""
    short, long = sorted((fold(word.text), fold(other.text)), key=len)
    if long in (f"{short}s", f"{short}'s") or (UNSPACED.match(long) and short in long):
        return 0.0
    if min(len(word.text), len(other.text)) < _fewest(word.text):
        return 0.0
    return shared_letters(word.text, other.text)


def _fewest(word: str) -> int:
    """Return the minimum letters of a word and its other spelling."""
    return _FEWEST_LETTERS if word.isascii() or word[0] < "\u2e80" else _FEWEST_CHARACTERS


def _is_denied(word: Value, text: str) -> bool:
    """Return True if a negation stands before a word: "sie heißt nicht Aiofe"."""
    lexicon, before = lexicon_of(text), text[: word.start].split()
    if isinstance(lexicon, Unspaced) or not before:
        return False
    last = lexicon.spelt(before[-1])
    return last in lexicon.negations or lexicon.stem(last) in lexicon.negating


def _is_small(word: Value, lexicon: Spaced | Unspaced) -> bool:
    """Return True for a word that only looks like a name because it begins a sentence: "Meine"."""
    return isinstance(lexicon, Spaced) and lexicon.spelt(word.text) in lexicon.function | lexicon.mine


def _is_form(word: Value, other: Value, lexicon: Spaced) -> bool:
    """Return True if two words are forms of one: "Stichpunkte", "Stichpunkten"."""
    return lexicon.stem(lexicon.spelt(word.text)) == lexicon.stem(lexicon.spelt(other.text))


def _is_part(word: Value, other: Value) -> bool:
    """Return True if one word is the last part of the other: "Nummer", "Hausnummer"."""
    one, two = fold(word.text), fold(other.text)
    return one.endswith(two) or two.endswith(one)


def _begins(word: Value, text: str) -> bool:
    """Return True if a word begins a sentence and so has a capital without being a name."""
    return not UNSPACED.match(word.text) and (not word.start or text[: word.start].rstrip()[-1:] in _ENDS)


def _opens(word: Value, text: str) -> bool:
    """Return True if a word only opens a sentence: "Correction: …", "Sorry, …"."""
    return _begins(word, text) and text[word.end : word.end + 1] in (":", ",")


@lru_cache(maxsize=64)
def _names(text: str) -> tuple[Value, ...]:
    """Return the words written like names."""
    words = (word for word in words_in(text) if word.is_name)
    return tuple(word for word in words if fold(word.text) not in STOP_WORDS)


def amended_by_character(wrong: str, correction: str) -> Amended | None:
    """Return the statement with one character changed, in a script without spaces: "张文静", "张雯静".

    The correction must have the characters beside it, and nothing else of the statement in another spelling.
    """
    lexicon = lexicon_of(wrong)
    if isinstance(lexicon, Spaced):
        return None
    found = {
        (place + shift, correction[start + shift])
        for size in (_MOST_CHARACTERS, _FEWEST_AROUND + 1)
        for place in _runs(wrong, size)
        for start in _runs(correction, size)
        if (shift := _only_other(wrong[place : place + size], correction[start : start + size])) is not None
        and wrong[place : place + size] not in correction
        and not lexicon.function.fullmatch(wrong[place + shift])
        and _is_alike_beside(wrong, place + shift, correction, start + shift)
    }
    if len(found) != 1:
        return None
    ((place, character),) = found
    return amendment(with_pieces(wrong, (place, place + 1, character)), is_certain=True)


def amended_by_hint(wrong: str, correction: str) -> Amended | None:
    """Return the statement with a name in place of the only one that differs in a character, without spaces between.

    How the right one is written was said beside it: "是章伟，立早章" of 张伟.
    """
    lexicon = lexicon_of(wrong)
    if isinstance(lexicon, Spaced) or UNSPACED.search(correction) is None:
        return None
    bare = lexicon.closing.sub("", correction.strip(" 。.!！"))
    led = [one.end() for one in (*lexicon.naming.finditer(bare), *lexicon.leads.finditer(bare))]
    right = bare[max(led, default=0) :]
    size = len(right)
    places = [
        place
        for place in (_runs(wrong, size) if _MOST_CHARACTERS > size > 1 else ())
        if _only_other(wrong[place : place + size], right) is not None
    ]
    if len(places) != 1:
        return None
    return amendment(with_pieces(wrong, (places[0], places[0] + size, right)))


def _is_alike_beside(wrong: str, place: int, correction: str, start: int) -> bool:
    """Return False if Chinese characters on one side of two differ too: then a word differs, and not a character."""
    sides = (
        (wrong[max(at, 0) : at + 1], correction[max(to, 0) : to + 1])
        for at, to in ((place - 1, start - 1), (place + 1, start + 1))
    )
    return all(a == b or not (a and b and _HAN.match(a) and _HAN.match(b)) for a, b in sides)


def _runs(text: str, size: int) -> list[int]:
    """Return the places where *size* Chinese characters follow each other."""
    starts, run = [], 0
    for end, character in enumerate(text, start=1):
        run = run + 1 if "\u3400" <= character <= "\u9fff" else 0
        if run >= size:
            starts.append(end - size)
    return starts


def _only_other(one: str, other: str) -> int | None:
    """Return the place of the only character in which two texts of a length differ; None if there is none."""
    places = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return places[0] if len(places) == 1 else None
