"""Recognise that two texts are about the same thing of a person's life though they share no word.

"We've got the keys to a house in Lewes" and "we rent a flat in Brighton" are both about a home. The words that people
use about a topic are in ``topics.txt`` of each language: a topic a line, ``name: words``, where ``word*`` is the
beginning of words. A topic has the same name in all languages; the words of ``*`` are of every topic, and name none.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text import languages
from tiermem.text.folding import fold
from tiermem.text.scripts import UNSPACED
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.text.languages import Language

FILE = "topics.txt"
RECALLED = "recalled_topics.txt"
"""The words that recall alone uses; see `topics_recalled`."""
_EVERY = "*"
"""Name of the line of words that are of every topic."""
_WORD = pattern(r"[^\W_]+(?:['&+#.-]*[^\W_]+)*[+#]*")
SEVERAL = frozenset(
    {
        "children",
        "client",
        "deadline",
        "exam",
        "food_taste",
        "hobby",
        "meeting",
        "pet",
        "project_name",
        "reading",
        "trip",
    }
)
"""Topics of which a life has several at once: of two statements about one, the later one may be about another."""
_NAMED_TOGETHER = (frozenset({"bank", "budget", "rent", "salary"}),)
"""Topics that people have one name for: "what I said about money"."""
_CACHED = 4096
_SHORTEST = 3
"""Letters of the beginning of a word, at least."""
_ALWAYS_OWNED = frozenset({"children", "doctor", "partner", "pet", "phone", "relatives", "trip", "vehicle"})
"""Topics of people and things that somebody has, whose words count behind an adjective too: "my old car"."""
_OWNED = _ALWAYS_OWNED | {"allergy", "computer", "instrument", "manager", "medicine", "school", "study"}
"""All topics of people and things that somebody has. The others' words often end other names: "my package manager"."""
_MAIN = 0.6
"""Weight from which on a topic is the main one. With 0.25, and with function words, one change in twenty ended a fact
that had nothing to do with it (575 pairs of a fact and an unrelated change, 28 ended; now 3, as without topics)."""
_HALF = 0.5
"""Share of the weight of a text above which topics are what it is mostly about."""
_MOST_TOPICS = 3
"""Topics of a word at most; a word with more does not help."""

Topics = Mapping[str, float]


class _Lexicon(NamedTuple):
    """Words and beginnings of words, each with its topics, and the words of every topic."""

    words: Mapping[str, frozenset[str]]
    beginnings: Mapping[str, frozenset[str]]
    common: frozenset[str]


@lru_cache(maxsize=_CACHED)
def topics_of(text: str, language: str = "") -> Topics:
    """Return how much a text is about each topic, by name; the squares add up to 1, or there are none.

    A word that belongs to several topics counts for each of them by its share. The language of a word or two cannot be
    told from them, and is best given.
    """
    code = language or languages.languages_of(text)[0].code
    found = _topics_by_word(text, _lexicon(code, FILE), languages.known_words(code))
    weights: defaultdict[str, float] = defaultdict(float)
    for topics in found:
        for topic in topics:
            weights[topic] += 1 / len(topics)
    size = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {topic: weight / size for topic, weight in weights.items()}


def named_topics(text: str) -> frozenset[str]:
    """Return the topics that a text names, by common words too; of those that people have one name for, all.

    A word or two are often taken for English, so that they may be of any language: "dinero".
    """
    found = topics_recalled(text) or frozenset().union(
        *(_recalled_in(text, one) for one in languages.codes())
    )
    return found.union(*(together for together in _NAMED_TOGETHER if found & together))


def is_mostly_of(text: str, topics: Set[str]) -> bool:
    """Return True if a text is mostly about some topics, and a person has one of its kind at a time."""
    weights = topics_of(text)
    return sum(weights[one] ** 2 for one in weights.keys() & topics - SEVERAL) > _HALF


def single_topics(text: str) -> frozenset[str]:
    """Return the topic that a text is mostly about, if there is one, and a person has one of its kind at a time."""
    return frozenset(topic for topic, weight in topics_of(text).items() if weight >= _MAIN) - SEVERAL


def topics_recalled(text: str) -> frozenset[str]:
    """Return the topics of a text for recall: those of `topics_of`, and by words that are too common to compare by.

    Half of all talk has a "car", a "dog" or a "wife", so that a change with such a word may be about anything. But "is
    my car allowed in?" asks for what was said of vehicles. These words are in ``recalled_topics.txt``.
    """
    return frozenset(topics_of(text)) | _recalled_in(text, languages.languages_of(text)[0].code)


def _recalled_in(text: str, code: str) -> frozenset[str]:
    """Return the topics of the words of a language that recall alone uses."""
    return frozenset().union(*_topics_by_word(text, _lexicon(code, RECALLED)))


def topics_of_own(text: str) -> frozenset[str]:
    """Return the topics of what a text calls the speaker's own: "a card for my dog", "der Brief an meine Chefin".

    Only words of ``recalled_topics.txt`` for people and things count, right behind a possessive. Between may be an
    adjective before those that seldom mean anything else: "my old car", but not "my package manager".
    """
    found: set[str] = set()
    for language in languages.languages_of(text):
        lexicon = _lexicon(language.code, RECALLED)
        for first, second in _owned(text, language, lexicon):
            found.update(first & _OWNED, second & _ALWAYS_OWNED)
    return frozenset(found)


def common_words(language: str) -> frozenset[str]:
    """Return the words of a language, folded, that are said of everything: "change", "week", "took"."""
    return _lexicon(language, FILE).common | languages.known_words(language)


def _owned(
    text: str, language: Language, lexicon: _Lexicon
) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield the topics of the word behind each possessive, and of the next one if that may be an adjective."""
    folded, nothing = fold(text), frozenset[str]()
    if language.times.spaced:
        said, common = _WORD.findall(folded), languages.known_words(language.code)
        for own, first, second in zip(said, said[1:], [*said[2:], ""], strict=False):
            if own in language.possessives:
                yield _of_word(first, lexicon), nothing if first in common else _of_word(second, lexicon)
        return
    for own in language.possessives:
        for part in folded.split(own)[1:]:
            yield (
                nothing.union(*(topics for word, topics in lexicon.words.items() if part.startswith(word))),
                nothing,
            )


def _topics_by_word(text: str, lexicon: _Lexicon, left_out: Set[str] = frozenset()) -> list[frozenset[str]]:
    """Return the topics of each word of a text that has some."""
    folded = fold(text)
    if UNSPACED.search(folded):
        return [topics for word, topics in lexicon.words.items() if word in folded]
    return [_of_word(word, lexicon) for word in {*_WORD.findall(folded)} - left_out]


def _of_word(word: str, lexicon: _Lexicon) -> frozenset[str]:
    behind = word.rpartition("'")[2]  # "j'habite"
    for form in (word, word.removesuffix("'s"), word.removesuffix("s"), behind, behind.removesuffix("s")):
        if form in lexicon.words:
            return lexicon.words[form]
    ends = range(len(word), _SHORTEST - 1, -1)
    beginnings = (lexicon.beginnings.get(word[:end]) for end in ends)
    return next(filter(None, beginnings), frozenset())


@lru_cache(maxsize=8)
def _lexicon(language: str, file: str) -> _Lexicon:
    """Return the words of a language by topic, read once per process; none where it has no such file."""
    words: defaultdict[str, set[str]] = defaultdict(set)
    beginnings: defaultdict[str, set[str]] = defaultdict(set)
    common: frozenset[str] = frozenset()
    for line in (languages.read_data(language, file) or b"").decode().splitlines():
        topic, _, listed = line.partition(":")
        if topic == _EVERY:
            common = frozenset(fold(listed).split())
            continue
        for word in fold(listed).split():
            where = beginnings if word.endswith("*") else words
            where[word.removesuffix("*")].add(topic)
    return _Lexicon(_telling(words), _telling(beginnings), common)


def _telling(words: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {word: frozenset(topics) for word, topics in words.items() if len(topics) <= _MOST_TOPICS}
