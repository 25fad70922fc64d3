"""When two statements are said in the same words, or nearly: for gap-fill and the processor, and for what is shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from unicodedata import normalize

from tiermem.support.lazy import pattern
from tiermem.text import STOP_WORDS, fold, query_words, statement_key, words
from tiermem.text.languages import everywhere
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.store.contract import Search

_COPULA = pattern(r"^(?P<stem>\S.{0,80}?)\s+(?:is|are|was|were)\s+(?P<value>\S.*)$", re.IGNORECASE)
_DESCRIPTION = pattern(r"^(?:an?|the|one|not|very|also|too|some)\b", re.IGNORECASE)
_ONE_OF_A_KIND = pattern(
    r"\b(?:favou?rite|preferred|birthday|name|e-?mail|address|deadline)\b", re.IGNORECASE
)
_NAME_OR_NUMBER = pattern(r"(?<=\S\s)[A-Z][\w'-]+|\b\w*\d\w*")
_SIGN = pattern(r"[<>=≤≥≠≈~]+|!+(?=[\w=])=*|[\U0001F000-\U0001FAFF\u2600-\u27BF]")
"""What turns a statement though its words stay: a comparison, a "!" in front of a flag, an emoji."""
_SHARED = 0.6
"""Share of the shorter statement's words that both must have to contradict each other."""
_REMEMBERED = 5_000
"""Texts whose telling words are kept: a profile's lines and values are compared with each new statement."""


class Likeness:
    """Compares statements by their telling words, as the index knows them: folded and stemmed."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._told: dict[str, frozenset[str]] = {}

    def telling(self, text: str) -> frozenset[str]:
        """The words of *text* that say something."""
        told = self._told.get(text)
        if told is None:
            found = [word for word in words(text) if word not in STOP_WORDS]
            told = frozenset(self._search.stems(found).values())
            if len(self._told) >= _REMEMBERED:
                self._told.clear()
            self._told[text] = told
        return told

    def alike(self, one: str, other: str) -> float:
        """Jaccard index of the telling words of both, 0 to 1."""
        first, second = self.telling(one), self.telling(other)
        return len(first & second) / max(len(first | second), 1)

    def is_alike(self, one: str, other: str, least: float) -> bool:
        """Whether `alike` gives *least* or more.

        The beginnings of words are looked at first: what is one word in the index begins alike, and most statements
        have too little in common for stems to be asked for. Of statements that use one word in several forms some are
        passed over to which `alike` would just give as much.
        """
        if set(_SIGN.findall(one)) != set(_SIGN.findall(other)):
            return False
        first, second = _beginnings_of(one), _beginnings_of(other)
        shared = sum((first & second).values())
        if shared < least * (len(first) + len(second) - shared):
            return False
        return self.alike(one, other) >= least

    def value(self, wrong: str, right: str, denied: str | None) -> frozenset[str]:
        """The words that make the *wrong* statement wrong: those *denied*, or those that the *right* one has not.

        Of the latter names and numbers count alone, if there are any: the others may be the speaker's manner.
        """
        if denied and (said := self.telling(denied)):
            return said
        names = self.telling(" ".join(_NAME_OR_NUMBER.findall(wrong)))
        other = self.telling(wrong) - self.telling(right)
        return (other & names) or other or names

    @staticmethod
    def may_contradict(text: str) -> bool:
        """Whether a statement says what something is, so that another could contradict it."""
        return _COPULA.match(text.strip()) is not None

    def contradict(self, one: str, other: str) -> bool:
        """Whether both say of one thing what it is, and something else: "My manager is Bob", "… is Alice".

        Narrow: what stands before the verb is the same, and the values are names or numbers, or the thing is of
        a kind of which there is one. "My dog is old" and "My dog is brown" are both true.
        """
        first, second = _COPULA.match(one.strip()), _COPULA.match(other.strip())
        if not first or not second or statement_key(first["stem"]) != statement_key(second["stem"]):
            return False
        if self.telling(first["value"]) <= self.telling(second["value"]) or self.telling(
            second["value"]
        ) <= self.telling(first["value"]):
            return False
        mine, others = set(words(one)), set(words(other))
        enough = len(mine & others) >= _SHARED * min(len(mine), len(others))
        return enough and _has_one_value(first, second)


def _beginnings_of(text: str) -> Counter[str]:
    """How many telling words begin with each pair of letters."""
    return Counter(word[:2] for word in words(text) if word not in STOP_WORDS)


def _has_one_value(first: re.Match[str], second: re.Match[str]) -> bool:
    values = (first["value"], second["value"])
    if any(map(_DESCRIPTION.match, values)):
        return False
    if not query_words(first["stem"]):
        return False
    named = all(_NAME_OR_NUMBER.search(f"is {value}") for value in values)
    return named or _ONE_OF_A_KIND.search(first["stem"]) is not None


# -- what needs not be shown twice ---------------------------------------------------------------

LONG = 30
"""Words from which on a text is compared by its runs of words as well: a long one is seldom said word by word."""
HELD = 0.9
"""Share of a long text's runs that the other must hold."""
_RUN = 3
_MOST_CHARS = 2_000
"""A longer text is never taken for a copy of another."""
_SPEAKERS = ("i", "assistant")
"""A user and an assistant, as they stand in front of what a summary quotes."""
_ONE_PERSON = {"user": "i", "user's": "my"}
_SHORT = {"m": "am", "re": "are", "ll": "will", "ve": "have"}
_SENTENCE_END = pattern(r"[.!?](?=\s|$)|[。！？]|\n|[;:](?=\s)")
_WORD = pattern(
    r"[-+$€£]?\d[\d.,:/-]*\d|[-+$€£]?\d|[^\W_]+(?:'[^\W_]+)?[+#]*|,"
    r"|[<>=≤≥≠≈~^*|&@%$€£\\]+|!+(?=[\w=])=*|#+(?=\w)|(?<![\w.])(?:-{1,2}|[./]+)(?=\w)|[\U0001F000-\U0001FAFF\u2600-\u27BF]"
)
"""Words and numbers, and the signs that say something: comparisons, what stands in front of a flag or path, emoji."""
_DRESS = pattern(r"(?m)^\s*(?:>+|[-*•]|#+)\s+|\*\*(?=\S)|(?<=\S)\*\*")
"""What only dresses a text: marks of a list, of a heading, of a quoted or bold one."""
_NAME = pattern(r"(?<=[^\s.!?:;]\s)[A-Z][\w'-]*")


@dataclass(frozen=True, slots=True)
class Gist:
    """What a text says, made once to be compared with others by `near_duplicate`.

    Attributes:
        says: Its sentences as words, without those that may stand there or not, and without days and speakers alone.
        also_says: These, and what stands before a "with …", "because …" that only adds something.
        runs: Of a long text, its runs of three words; empty of others.
        marks: Of a long text, its names, numbers, and words that turn or bound a statement.
    """

    says: frozenset[tuple[str, ...]]
    also_says: frozenset[tuple[str, ...]]
    runs: frozenset[tuple[str, ...]]
    marks: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Gist:
        """The gist of a text; that of a very long one is empty, and like none."""
        if len(text) > _MOST_CHARS:
            return _NOTHING
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
        marks = {word for word in everything if _is_mark(word)} if is_long else set()
        names = map(_lowered, _NAME.findall(text)) if is_long else ()
        whole = frozenset(says)
        return cls(whole, whole.union(beginnings), frozenset(runs), frozenset(marks.union(names)))


_NOTHING = Gist(frozenset(), frozenset(), frozenset(), frozenset())


def near_duplicate(new: Gist, shown: Gist) -> bool:
    """Whether *new* says nothing that *shown* does not say in the same words: then it needs not be shown as well.

    Articles, fillers, the plural's s and "the user" for "I" do not count; every other word does, in its order, and so
    do signs that say something ("> 5", "!debug", an emoji), so that other names, numbers, dates, negations and details
    ("tea", "green tea") are other statements. What *shown* says
    beyond it does not matter. Shares of common words or pairs of words were tried as well: on the pairs in the tests
    there is no threshold of containment or Jaccard index that does better than taking nothing for a copy.
    """
    if not new.says:
        return False
    if new.says <= shown.also_says:
        return True
    if not (new.runs and shown.runs) or new.marks != shown.marks:
        return False
    return len(new.runs & shown.runs) >= HELD * len(new.runs)


def says_nothing_new(new: Gist, shown: Sequence[Gist]) -> bool:
    """Whether each sentence of *new* stands in one or another of those *shown*: a summary quotes several."""
    return bool(new.says) and new.says <= frozenset().union(*(one.also_says for one in shown))


def _words(sentence: str) -> list[tuple[str, bool]]:
    """The words and signs of a lowered sentence that count, each with whether what begins with it may only add."""
    found = []
    known, after_comma = everywhere(), False
    for word in _WORD.findall(sentence):
        if word == ",":
            after_comma = True
        elif word not in known.fillers:
            joins = after_comma or word in known.joins
            after_comma = False
            if "'" in word:
                stem, _, end = word.partition("n't") if word.endswith("n't") else word.partition("'")
                found.append((_ONE_PERSON.get(word) or _plain(stem), joins))
                found += [(_SHORT[end], False)] if end in _SHORT else []
                found += [("not", False)] if word.endswith("n't") else []
            else:
                found.append((_ONE_PERSON.get(word) or _plain(word), joins))
    return found


def _plain(word: str) -> str:
    """A word without the s of a plural or a third person."""
    if word[-1] != "s" or len(word) < 4 or word[-2] in "sui" or not word.isalpha():
        return word
    return word[:-1]


def _is_heading(said: Sequence[str]) -> bool:
    """Whether these are no more than a day and a speaker: the line of a passage tells them by itself."""
    return all(word in _SPEAKERS or (len(word) == 10 and word[4] == word[7] == "-") for word in said)


def _is_mark(word: str) -> bool:
    return fold(word) in everywhere().limits or not word.isalpha()


def _lowered(text: str) -> str:
    """*text* without case; accents stay, because "schön" and "schon" are two words."""
    if text.isascii():
        return text.lower()
    return normalize("NFKC", text).casefold().replace("’", "'")


def _beginnings(words: Sequence[tuple[str, bool]]) -> Iterator[tuple[str, ...]]:
    """What a sentence says before something that only adds to it: no other number, and nothing that turns it."""
    last = max((place for place, (word, _) in enumerate(words) if _is_mark(word)), default=-1)
    for place in range(max(last + 1, 2), len(words)):
        if words[place][1]:
            yield tuple(word for word, _ in words[:place])
