"""The words of a repair: those that only say that something was wrong, and the right ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import courtesies
from tiermem.engine.reading.given_values import exact_values
from tiermem.engine.reading.lexicon import TOKEN, Spaced, Unspaced, lexicon_of, undated
from tiermem.support.lazy import pattern
from tiermem.text import fold, straight
from tiermem.text.phrases import Wording
from tiermem.text.sentences import TITLES
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CUT = pattern(
    rf"(?:(?:{TITLES}\.|[!?,;:…])+(?=\s|$)|[,;!?](?=\S)(?!\d)|[。！？，、；：（）]+|\s[-–—]+\s|\n)\s*"
)
"""The end of a clause."""
STARS = " \t*×✗•\"'«»“”„"
MOST_WORDS = 8
"""Maximum words of a repair's clause."""
MOST_IN_VALUE = 3
"""Maximum words of a value."""
FEWEST_LETTERS = 4


class Word(NamedTuple):
    """A word of a text: as written, its stem, its place, and True if it is informative."""

    text: str
    stem: str
    start: int
    end: int
    informs: bool


def words_of(text: str, lexicon: Spaced) -> list[Word]:
    """Return the words of a text, without its marks."""
    found: list[Word] = []
    for match in TOKEN.finditer(straight(text)):
        start, written = match.start(), match[0]
        if not written[0].isalnum() and written[0] not in "$€£@":
            continue
        head, mark, tail = written.partition("'")
        pieces = [(head, start), (tail, start + len(head) + 1)] if mark and tail and len(head) <= 2 else []
        for piece, place in pieces or [(written, start)]:
            if piece:
                spelt = lexicon.spelt(piece)
                informs = not any(spelt in words for words in (lexicon.function, lexicon.verbs, lexicon.mine))
                found.append(Word(piece, lexicon.stem(spelt), place, place + len(piece), informs))
    return found


def is_within(word: Word, spans: Iterable[tuple[int, int]]) -> bool:
    """Return True if a word begins in one of some places of its text."""
    return any(start <= word.start < end for start, end in spans)


def right_parts(clauses: Iterable[str], lexicon: Spaced | Unspaced) -> Iterator[str]:
    """Yield the clauses of a repair that say more than that something was wrong, without words of that kind."""
    for clause in clauses:
        bare = clause.strip(STARS)
        if isinstance(lexicon, Spaced):
            bare = without_courtesies(lexicon.spells.sub("", bare), lexicon)
        else:
            bare = lexicon.closing.sub("", lexicon.repairs.sub("", bare))
        if any(map(str.isalnum, bare)):
            yield bare


def without_courtesies(clause: str, lexicon: Spaced) -> str:
    """Return a clause without the words at its ends that only say that something was wrong."""
    words = words_of(clause, lexicon)
    known = courtesies(lexicon) | lexicon.repairs
    polite = [word.stem in known for word in words]
    has_value = bool(exact_values(clause, lexicon))
    small = [lexicon.spelt(word.text) for word in words]
    is_cue = any(
        one.label[:2] == ("cue", "corrects")
        for one in lexicon.phrases.find(Wording(clause, small, [False] * len(small)))
    )
    says = [word for word, is_polite in zip(words, polite, strict=True) if word.informs and not is_polite]
    is_comment = (
        is_cue and len(words) > 2 and not any(word.text[0].isupper() and word.start > 0 for word in says)
    )
    if not has_value and (not says or (is_comment and not _gives_first(words, polite, lexicon))):
        return ""
    start = 0
    for place, word in enumerate(words):
        if polite[place] and not any(map(str.isdigit, word.text)):
            start = place + 1
        elif word.informs:
            break
    end = len(words)
    own = lexicon.mine | lexicon.we
    polite = [
        is_polite or lexicon.spelt(word.text) in own for word, is_polite in zip(words, polite, strict=True)
    ]
    while end > start and polite[end - 1] and not any(map(str.isdigit, words[end - 1].text)):
        end -= 1
    return clause[words[start].start : words[end - 1].end] if start < end else ""


def _gives_first(words: Sequence[Word], polite: Sequence[bool], lexicon: Spaced) -> bool:
    """Return True if a clause begins with a value, and only says behind it that another was wrong: "waiter I mean"."""
    first = next((at for at, word in enumerate(words) if word.informs), len(words))
    own = lexicon.mine | lexicon.we
    leads = any(polite[:first]) or any(lexicon.spelt(word.text) in own for word in words[:first])
    last = next((at for at in range(first, len(words)) if not words[at].informs or polite[at]), len(words))
    rest = range(last, len(words))
    says_no_more = all(polite[at] or not words[at].informs for at in rest)
    return not leads and first < last < len(words) and says_no_more


def is_bare_value(text: str) -> bool:
    """Return True if a text is an exact value and courtesies, so that nobody knows later what of: "No, the 11th."."""
    lexicon = lexicon_of(text)
    spans = [(one.start, one.end) for one in exact_values(text, lexicon)]
    if not spans or isinstance(lexicon, Unspaced):
        return False
    polite = courtesies(lexicon) | lexicon.repairs
    small = lexicon.function | lexicon.copulas
    own = lexicon.we | lexicon.mine | lexicon.kin
    rest = [one for one in words_of(undated(text), lexicon) if not is_within(one, spans)]
    begins = len(rest) > 1 and rest[1].start < spans[0][0]  # "no the 4th", and not "no 4"
    return all(
        text[one.end : one.end + 1] == "," or (one is rest[0] and begins and one.stem in lexicon.repairs)
        if one.stem in lexicon.negating or lexicon.spelt(one.text) in lexicon.negations
        else (lexicon.spelt(one.text) in small or one.stem in polite) and lexicon.spelt(one.text) not in own
        for one in rest
    )


def only_tells(text: str, values: Iterable[str]) -> bool:
    """Return True if a text says no more than that one of some values was said: "I said 47B12"."""
    lexicon = lexicon_of(text)
    if isinstance(lexicon, Unspaced):
        return False
    told = courtesies(lexicon) | lexicon.repairs
    rest = {fold(one.text) for one in words_of(text, lexicon) if one.informs and one.stem not in told}
    return any(rest and rest <= {fold(word) for word in TOKEN.findall(value)} for value in values)
