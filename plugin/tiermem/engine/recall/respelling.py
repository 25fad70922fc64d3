"""Spell the words of a query as the store does: "bluebird7" finds "Bluebird-7", and "k8s" finds "kubernetes"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.support.lazy import pattern
from tiermem.text import fold, words
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.ports.context import Query
    from tiermem.store.contract import Search

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

_Name = tuple[str, ...]


def respelt(query: Query, search: Search, scopes: Sequence[int]) -> Query:
    """Return a query whose unknown words are replaced by other spellings of them that the store knows.

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


def _known(word: str, spellings: Sequence[_Name], known: Mapping[str, int]) -> _Name:
    """Return the first spelling of a word that the store knows; the word itself if it knows that, or none."""
    if known.get(word):
        return (word,)
    found = (name for name in spellings if all(known.get(one) for one in name))
    return next(found, (word,))


def _spellings(word: str) -> Iterator[_Name]:
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
def _other_names() -> Mapping[str, Sequence[_Name]]:
    """Return one-word name → other names of the same thing."""
    lines = [[tuple(name.split("+")) for name in line.split()] for line in _SHORT_NAMES.splitlines()]
    return {
        name[0]: [other for other in names if other != name]
        for names in lines
        for name in names
        if len(name) == 1
    }
