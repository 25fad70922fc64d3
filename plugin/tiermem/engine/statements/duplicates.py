"""Find texts that need not be shown twice: the same in the same words, word order and details included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from unicodedata import normalize

from tiermem.support.lazy import pattern
from tiermem.text import fold, straight
from tiermem.text.languages import everywhere, languages_of
from tiermem.values.frozen import dataclass

LONG = 30
"""Number of words from which a text is also compared by trigrams; long texts are seldom repeated word for word."""
_HELD = 0.9
"""Minimum share of a long text's trigrams that the other must contain."""
_RUN = 3
_MOST_CHARS = 2_000
"""Maximum characters of a text that may be a duplicate."""
_CACHED = 2_048
"""Number of texts whose gists are cached; a passage is compared several times on its way into the prompt."""
_SPEAKERS = ("i", "assistant")
"""The speakers that a summary names before its quotations."""
_ONE_PERSON = {"user": "i", "user's": "my"}
"""Words for the speaker in notes, the same in every language."""
_SENTENCE_END = pattern(r"[.!?](?=\s|$)|。|[！？]|\n|[;:](?=\s)")
_WORD = pattern(
    r"(?:[-+$£]|€(?=\d))?\d(?:[\d.,:/-]*\d)?|[^\W_]+(?:'[^\W_]+)?[+#]*|,"
    r"|(?:[<>=~^*|&@%$£\\]+|[≤≥]+|[≠≈]+|€+)+|!+(?=[\w=])=*|#+(?=\w)|(?<![\w.])(?:-{1,2}|[./]+)(?=\w)|[\U0001F000-\U0001FAFF\u2600-\u27BF]"
)
"""Words, numbers and meaningful signs: comparisons, prefixes of flags and paths, emoji."""
_DRESS = pattern(r"(?m)^\s*(?:>+|[-*]|•|#+)\s+|\*\*(?=\S)|(?<=\S)\*\*")
"""Markup: marks of lists, headings, quotations and bold text."""
_NAME = pattern(r"(?<=[^\s.!?:;]\s)[A-Z][\w'-]*")


@dataclass(frozen=True, slots=True)
class Gist:
    """The normalised sentences of a text, for `near_duplicate`.

    Attributes:
        says: Sentences as tuples of words, without fillers and headings with day and speaker.
        also_says: These, and each sentence cut before an additional "with …" or "because …".
        runs: Trigrams of a long text; empty for a short one.
        marks: Names, numbers, negations and limits of a long text.
    """

    says: frozenset[tuple[str, ...]]
    also_says: frozenset[tuple[str, ...]]
    runs: frozenset[tuple[str, ...]]
    marks: frozenset[str]

    @classmethod
    @lru_cache(maxsize=_CACHED)
    def of(cls, text: str) -> Gist:
        """Return the gist of a text; that of a very long one is empty and duplicates nothing."""
        if len(text) > _MOST_CHARS:
            return _EMPTY
        says: list[tuple[str, ...]] = []
        beginnings: list[tuple[str, ...]] = []
        for sentence in _SENTENCE_END.split(_DRESS.sub("", _lowered(text))):
            words = _words(sentence)
            says.append(tuple(word for word, _ in words))
            beginnings += _beginnings(words)
        says = [said for said in says if not _is_heading(said)]
        everything = [word for said in says for word in said]
        is_long = len(everything) >= LONG
        runs = zip(*(everything[place:] for place in range(_RUN)), strict=False) if is_long else ()
        marks = {word for word in set(everything) if _is_mark(word)} if is_long else set()
        names = map(_lowered, _NAME.findall(text)) if is_long else ()
        whole = frozenset(says)
        return cls(whole, whole.union(beginnings), frozenset(runs), frozenset(marks.union(names)))


_EMPTY = Gist(frozenset(), frozenset(), frozenset(), frozenset())


def near_duplicate(new: Gist, shown: Gist) -> bool:
    """Return True if *new* says nothing that *shown* does not say in the same words; *shown* may say more.

    Articles, fillers, the plural's s and "the user" for "I" make no difference. All other words count, in order, and so
    do meaningful signs ("> 5", "!debug", an emoji): statements with other names, numbers, dates, negations or details
    ("tea", "green tea") are different. No threshold of word overlap separates the pairs in the tests.
    """
    if not new.says:
        return False
    if new.says <= shown.also_says:
        return True
    if not (new.runs and shown.runs) or new.marks != shown.marks:
        return False
    return len(new.runs & shown.runs) >= _HELD * len(new.runs)


def says_nothing_new(new: Gist, shown: Sequence[Gist]) -> bool:
    """Return True if each sentence of *new* is in one of those *shown*; a summary quotes several turns."""
    return bool(new.says) and new.says <= frozenset().union(*(one.also_says for one in shown))


def may_say(text: str, sentences: Iterable[tuple[str, ...]]) -> bool:
    """Return False if a text lacks a word of each of these sentences of gists: most do, and splitting one is slow."""
    lowered = _DRESS.sub("", _lowered(text))
    said_otherwise = {*_ONE_PERSON.values(), *everywhere().contractions.values()}
    return any(all(word in lowered or word in said_otherwise for word in one) for one in sentences)


def is_made_of(text: str, shown: Sequence[Gist]) -> bool:
    """Return True if a text consists of those *shown*, one after the other, with function words between."""
    said = [one for gist in shown for one in gist.says]
    says = Gist.of(text).says
    between = frozenset().union(*(one.stop_words for one in languages_of(text)))
    return bool(says) and all(between.issuperset(_beside(one, said)) for one in says)


def _beside(sentence: Sequence[str], said: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the words of a sentence that none of the others covers by a run of words."""
    left: list[str] = []
    place = 0
    while place < len(sentence):
        runs = (one for one in said if tuple(sentence[place : place + len(one)]) == one)
        longest = max(runs, key=len, default=())
        if not longest:
            left.append(sentence[place])
        place += len(longest) or 1
    return left


def _words(sentence: str) -> list[tuple[str, bool]]:
    """Return the words that count in a lowered sentence, each with whether an addition may begin there."""
    found = []
    known, after_comma = everywhere(), False
    for word in _WORD.findall(sentence):
        if word == ",":
            after_comma = True
        elif word not in known.fillers:
            joins = after_comma or word in known.joins
            after_comma = False
            ends = known.contractions if "'" in word else ()
            end = next((end for end in ends if word.endswith(end)), "")
            stem = word.removesuffix(end).partition("'")[0]
            found.append((_ONE_PERSON.get(word) or _plain(stem), joins))
            found += [(known.contractions[end], False)] if end else []
    return found


def _plain(word: str) -> str:
    """Strip the s of a plural or a third person."""
    if word[-1] != "s" or len(word) < 4 or word[-2] in "sui" or not word.isalpha():
        return word
    return word[:-1]


def _is_heading(said: Sequence[str]) -> bool:
    """Return True for a heading of day and speaker only: a passage shows them anyway."""
    return all(word in _SPEAKERS or (len(word) == 10 and word[4] == word[7] == "-") for word in said)


@lru_cache(maxsize=_CACHED)
def _is_mark(word: str) -> bool:
    return fold(word) in everywhere().limits or not word.isalpha()


def _lowered(text: str) -> str:
    """Lower a text but keep its accents: "schön" and "schon" are two words."""
    if text.isascii():
        return text.lower()
    return straight(normalize("NFKC", text).casefold())


def _beginnings(words: Sequence[tuple[str, bool]]) -> Iterator[tuple[str, ...]]:
    """Yield the sentence cut before each addition without a number, name, negation or limit."""
    for place in range(len(words) - 1, 1, -1):
        word, joins = words[place]
        if _is_mark(word):
            return
        if joins:
            yield tuple(word for word, _ in words[:place])
