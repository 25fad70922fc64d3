"""Turn the user's words into a query, spell it as the store does, and recognise names in what is found for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.ports.context import Query
from tiermem.support.lazy import pattern
from tiermem.text import fold, query_words, words
from tiermem.text.folding import normalized
from tiermem.text.languages import codes, language
from tiermem.text.sentences import SHORT, asking, prompt_parts
from tiermem.text.terms import MAX_INDEXED_CHARS, has_one, telling_words
from tiermem.text.times.periods import periods
from tiermem.values import local_now
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.store.contract import Candidate, Search
    from tiermem.text.languages import Language
    from tiermem.text.sentences import PromptEnd
    from tiermem.text.times.periods import Mention

_NAME = pattern(r"(?<=[\w,] )[^\W\d_]{2,}")
_LETTERS = pattern(r"[^\W\d_]+")
_CAPITALISED = pattern(r"(?<=[\w,] )[^\W\d_a-z][^\W\d_]*")
"""A capitalised word that does not begin a sentence."""
SCANNED = 2_000
"""Characters at the beginning and at the end of a prompt that are searched for phrases."""
OPENING = 3
"""Number of first words among which a question word makes a prompt a question, even without a question mark."""
BRIEF = 24
"""Maximum characters of a question in a language without spaces."""
FEW_WORDS = 2
"""Number of words up to which a text is too short to be sure of its language."""
MOST_WORDS = 48
"""Maximum words that are searched for."""
_SHORT_NAMES = """
    k8s kubernetes kube
    pg postgres postgresql
    js javascript
    ts typescript
    py python
    tf terraform
    gh github
    gha github+actions
    vs+code vscode
    nvim neovim
    db database
    repo repository
    env environment
    prod production
    config configuration
    auth authentication
    docs documentation
    dev development
    infra infrastructure
    i18n internationalization internationalisation
    l10n localization localisation
    a11y accessibility
    o11y observability
    ml machine+learning
"""
"""Names of one thing on each line, the same in all languages; + joins the words of a name."""
_NUMBERED = pattern(r"([^\W\d_]{2,})(\d+)")
_HYPHENATED = pattern(r"([^\W_]+)-([^\W_]+)")

_Spelling = tuple[str, ...]


def understand(text: str, now: datetime | None = None) -> Query:
    """Return the query in a prompt, the part that asks first; see `text.sentences`.

    Args:
        text: The user's own words.
        now: The present that "last week" refers to; the computer's if None.
    """
    now = now or local_now()
    parts = prompt_parts(text)
    languages = tuple(dict.fromkeys(one for part in parts for one in part.languages))
    ends = text if len(text) <= 2 * SCANNED else f"{text[:SCANNED]}\n\n{text[-SCANNED:]}"
    seen = normalized(ends)
    said, mention = _looking_back(parts, now)
    is_of_now = len(text) <= SHORT and mention is None
    asks_about_past = any(part.asks_about_past for part in parts) or (
        len(text) > SHORT and any(one.says(seen, one.asks_about_past) for one in languages)
    )
    asks_of_user = is_of_now and any(one.says(seen, one.asks_of_user) for one in languages)
    asks = asks_of_user or _asks(parts, languages)
    return Query(
        text=text if len(text) <= SHORT else "\n".join(part.text for part in parts),
        words=tuple(_words(text, parts, languages)),
        languages=languages,
        asks_about_past=asks_about_past,
        asks=asks,
        speaks_of_self=asks_of_user or _is_of_speaker(text, languages),
        names=_names(text, languages),
        asks_when=any(one.says(seen, one.asks_when) for one in languages),
        asks_about_user=is_of_now and any(one.says(seen, one.asks_about_user) for one in languages),
        asks_of_user=is_of_now
        and asks
        and (asks_of_user or _is_of_speaker(asking(text), languages))
        and not any(one.says(seen, (*one.asks_for_help, *one.asks_of_everybody)) for one in languages),
        asks_where_left_off=len(text) <= SHORT
        and any(one.says(seen, one.asks_where_left_off) for one in languages),
        says_to_go_on=len(text) <= SHORT and _says_to_go_on(seen, languages),
        period=mention.period if mention is not None else None,
        period_words=_period_words(mention, said, languages) if mention is not None else frozenset(),
    )


def _asks(parts: Sequence[PromptEnd], languages: Sequence[Language]) -> bool:
    """Return True if a part of a prompt asks: it ends in a question mark, or begins with a question word.

    In languages without spaces, a brief part with a question word anywhere asks.
    """
    if any(part.asks for part in parts):
        return True
    for part in parts:
        opening = frozenset(words(part.text)[:OPENING])
        for one in languages:
            if one.times.spaced and not opening.isdisjoint(one.question_words):
                return True
            is_brief = not one.times.spaced and len(part.text) <= BRIEF
            if is_brief and has_one(part.text, one.question_words, one):
                return True
    return False


def _is_of_speaker(text: str, languages: Sequence[Language]) -> bool:
    return any(has_one(text, one.first_person, one) for one in languages)


def _names(text: str, languages: Sequence[Language]) -> tuple[str, ...]:
    """Return the capitalised words inside a text, folded; none in a language that capitalises every noun.

    Months and weekdays are not names, and a text in capitals has none.
    """
    if any(one.capitalises_nouns for one in languages) or text.isupper():
        return ()
    found = dict.fromkeys(word for name in _NAME.findall(text) if name[0].isupper() for word in words(name))
    times = [names for one in languages for names in (one.months, one.weekdays)]
    return tuple(word for word in found if not any(word in names for names in times))


def _says_to_go_on(seen: str, found: Sequence[Language]) -> bool:
    """Return True if a text only says "continue"; such a short text is read in every language."""
    among = found if len(seen.split()) > FEW_WORDS else dict.fromkeys((*found, *map(language, codes())))
    return any(one.says(seen, one.says_to_go_on) for one in among)


def _words(text: str, parts: Sequence[PromptEnd], languages: tuple[Language, ...]) -> list[str]:
    """Return the telling words; if there are too many, each part gets a share first."""
    found = query_words(text, MOST_WORDS + 1, languages)
    if len(found) <= MOST_WORDS and len(text) <= MAX_INDEXED_CHARS:
        return found
    share = MOST_WORDS // len(parts)
    own = (word for part in parts for word in telling_words("\n".join(part.sentences), languages)[:share])
    return list(dict.fromkeys((*own, *found)))[:MOST_WORDS]


def _looking_back(parts: Sequence[PromptEnd], now: datetime) -> tuple[str, Mention | None]:
    """Return the most exact time that has begun, and its part of the prompt.

    A time that may be in the future, or the topic itself, counts only in a part that asks about the past.
    """
    found = []
    for part in parts:
        found += [
            (part.text, one)
            for one in periods(part.text, now, part.languages)
            if (one.is_past or part.asks_about_past) and (one.period.since is None or one.period.since <= now)
        ]
    return min(found, key=lambda one: one[1].rank, default=("", None))


def _period_words(mention: Mention, text: str, languages: tuple[Language, ...]) -> frozenset[str]:
    """Return the words of a time that occur nowhere else in the text, except names of months, days and years."""
    own = {word for word in words(text[mention.start : mention.end]) if not _is_a_name(word, languages)}
    own.difference_update(words(text[: mention.start]), words(text[mention.end :]))
    return frozenset(own)


def _is_a_name(word: str, languages: tuple[Language, ...]) -> bool:
    """Return True if a word names a time regardless of speaker and date: 3 May, Monday, summer, 2024."""
    return word.isdigit() or any(
        word in names for one in languages for names in (one.months, one.weekdays, one.times.seasons)
    )


def respelt(query: Query, search: Search, scopes: Sequence[int]) -> Query:
    """Return a query whose unknown words are replaced by other spellings of them that the store knows.

    "bluebird7" finds "Bluebird-7", and "k8s" finds "kubernetes".

    Args:
        query: The query.
        search: The index of the store.
        scopes: The owners of the documents.
    """
    spellings = {word: list(_spellings(word)) for word in query.words}
    joined = _joined(query.text)
    for word in joined.keys() & spellings.keys():
        spellings[word] += [(one,) for one in joined[word]]
    doubtful = {word: found for word, found in spellings.items() if found}
    if not doubtful:
        return query
    asked = dict.fromkeys(
        (*doubtful, *(word for found in doubtful.values() for one in found for word in one))
    )
    known = search.frequencies(tuple(asked), scopes)
    spelt = (_known(word, doubtful.get(word, ()), known) for word in query.words)
    return replace(query, words=tuple(dict.fromkeys(word for name in spelt for word in name)))


def _known(word: str, spellings: Sequence[_Spelling], known: Mapping[str, int]) -> _Spelling:
    """Return the first spelling of a word that the store knows; the word itself if it knows that, or none."""
    if known.get(word):
        return (word,)
    found = (name for name in spellings if all(known.get(one) for one in name))
    return next(found, (word,))


def _spellings(word: str) -> Iterator[_Spelling]:
    """Yield other spellings of a word: its other names, and its letters and number apart."""
    yield from _other_names().get(word, ())
    if parts := _NUMBERED.fullmatch(word):
        letters, number = parts.groups()
        yield letters, number
        yield (letters,)


def _joined(text: str) -> dict[str, list[str]]:
    """Return word → its spellings joined to a neighbouring number or part of a compound."""
    said = words(text)
    pairs = [pair for pair in pairwise(said) if pair[1].isdigit()]
    pairs += [(fold(first), fold(second)) for first, second in _HYPHENATED.findall(text)]
    found: dict[str, list[str]] = {}
    for first, second in pairs:
        for part in (first, second):
            found.setdefault(part, []).append(first + second)
    return found


@lru_cache(maxsize=1)
def _other_names() -> Mapping[str, Sequence[_Spelling]]:
    """Return one-word name → other names of the same thing."""
    lines = [[tuple(name.split("+")) for name in line.split()] for line in _SHORT_NAMES.splitlines()]
    return {
        name[0]: [other for other in names if other != name]
        for names in lines
        for name in names
        if len(name) == 1
    }


def is_name_in(word: str, found: Sequence[Candidate], *, only: bool = False) -> bool:
    """Return True if documents have a speaker of this name, or capitalise it.

    A capital at the beginning of a sentence counts if no document has the word in small letters. People who begin their
    sentences in small letters may write names in them too.

    Args:
        word: The name, folded.
        found: The documents.
        only: True for a word that no document has in small letters.
    """
    if any(word in fold(one.name or "").split() for one in found):
        return True
    texts = [one.text for one in found if word in one.searched.split()]
    if any(text[:1].islower() for text in texts):
        return True
    written = [said for text in texts for said in _LETTERS.findall(text) if fold(said) == word]
    return bool(written) and (
        not any(said[0].islower() for said in written)
        or (not only and any(fold(said) == word for text in texts for said in _CAPITALISED.findall(text)))
    )


def names_the_same(text: str, query: Query) -> bool:
    """Return True if a text has a name of the query, capitalised in both or at its beginning.

    In a language that capitalises every noun, it begins the text or follows another noun: "Ana ist …", "meine Chefin
    Ana".
    """
    nouns = any(one.capitalises_nouns for one in query.languages)
    named = {fold(one) for one in _CAPITALISED.findall(query.text)} if nouns else set(query.names)
    if not named:
        return False
    written = [(said[0], said.start()) for said in _LETTERS.finditer(text)]
    named -= {fold(word) for word, _ in written if word[0].islower()}
    for place, (word, start) in enumerate(written):
        if fold(word) in named:
            begins = not place and not any(
                map(str.isalnum, text[:start])
            )  # "19 Bücher" does not begin with a name
            if not nouns or begins or (place and written[place - 1][0][0].isupper()):
                return True
    return False
