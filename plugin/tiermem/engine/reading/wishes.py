"""Wishes for the form of answers: of two about the same aspect, the later one holds where they go different ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from tiermem.engine.reading.clauses import before_question
from tiermem.engine.reading.lexicon import RUN, TOKEN, Spaced, alike, lexicon_of
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import CACHED, read
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages import sensitive_words, wishes_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from tiermem.text.languages.wishes import Wishes

Turn = Literal["one at a time", "withdrawn", "allowed"]
"""The way in which a later wish ends an earlier one."""
_CLAUSES = pattern(r"[,;:.!、。，；！…](?:\s|$|(?=[^\x00-\u2fff]))|\s[-–—]\s")
_MOST_WORDS = 12
"""Words of a wish that is said without any word of asking: "Full paragraphs, please"."""
_OF_MANNER = frozenset({"tone", "familiarity", "order"})
"""Aspects of how the user is spoken to, which no order about the text at hand has."""
_PAIR = 2
"""Sides of an aspect of which each is the other's opposite."""


_Sides = tuple[frozenset[int], frozenset[int]]
"""The sides of an aspect that are wanted, and those that are not."""


class Wish(NamedTuple):
    """A wish, a permission or the withdrawal of a wish.

    Attributes:
        wants: Aspect → the sides wanted, and those not wanted.
        scopes: Kinds of texts for which alone it is.
        refers: True if it says "them" or "it".
        wanted: The words of what is wanted, where no aspect is known.
        unwanted: The same of what is not.
    """

    wants: Mapping[str, _Sides]
    scopes: frozenset[str]
    refers: bool
    wanted: frozenset[str]
    unwanted: frozenset[str]


def wish_ended(old: str, new: str) -> Turn | None:
    """Return the way in which a later wish ends an earlier one, or None."""
    before = _wish(old, lexicon_of(old).code)
    if before is None or sensitive_words()["health"].search(fold(old)):
        return None
    codes = dict.fromkeys((lexicon_of(new).code, lexicon_of(old).code))  # a short one is hard to tell apart
    return next((why for why in (_ended(before, _later(new, code), old) for code in codes) if why), None)


def may_end_wish(text: str) -> bool:
    """Return True if a statement is a wish, a permission or a withdrawal that may end another wish."""
    found = _later(text, lexicon_of(text).code)
    return found is not None and bool(found.wants or found.unwanted)


def _ended(before: Wish, after: Wish | None, old: str) -> Turn | None:
    """Return the way in which a later wish ends an earlier one, given with its words, or None."""
    if after is None or not _have_one_scope(before, after):
        return None
    for aspect in before.wants.keys() & after.wants.keys():
        if why := _turned(before.wants[aspect], after.wants[aspect]):
            return why
    if _names(before.wanted, after.unwanted, old):
        return "withdrawn"
    return "allowed" if _names(before.unwanted, after.wanted, old) else None


def _turned(old: _Sides, new: _Sides) -> Turn | None:
    """Return the way in which a later wish goes another way than an earlier one about the same aspect, or None."""
    (wanted, unwanted), (now, no_more) = old, new
    if wanted and now - wanted:
        return "one at a time"
    if wanted & no_more and not wanted & now:
        return "withdrawn"
    return "allowed" if unwanted & now else None


def aspects_in(text: str, *, later: bool = False) -> frozenset[str]:
    """Return the aspects of answers that a wish is about, or a *later* one, which may be said in fewer words."""
    found = _later(text, lexicon_of(text).code) if later else _wish(text, lexicon_of(text).code)
    return frozenset(found.wants) if found else frozenset()


def things_in(text: str) -> frozenset[str]:
    """Return the words of what else a later wish wants or does not want."""
    found = _later(text, lexicon_of(text).code)
    return found.wanted | found.unwanted if found else frozenset()


def is_of_task(text: str) -> bool:
    """Return True if a text is of a text at hand, and no wish for all answers to come: "can u make the cv longer"."""
    words, said = _words_of(lexicon_of(text).code), fold(text)
    if words is None or words.lasts.search(said) or words.thing.search(said):
        return False
    return words.tasks.search(said) is not None and _later(text, lexicon_of(text).code) is None


def asks_listener(clause: str, code: str) -> bool:
    """Return True if a clause asks the listener for something, and so states nothing: "make it a bit shorter"."""
    words = _words_of(code)
    return words is not None and words.orders.match(fold(clause)) is not None


def states_nothing(clause: str, code: str) -> bool:
    """Return True if a clause asks the listener for something, or only thanks or greets: "recipe for six", "thx"."""
    words, said = _words_of(code), fold(clause)
    return words is not None and any(one.match(said) for one in (words.orders, words.bare, words.thanks))


def _later(text: str, code: str) -> Wish | None:
    """Return a statement as a wish that may end others; one that holds once ends none."""
    text = before_question(text) or text
    if text.rstrip().endswith(("?", "？")):
        return None
    words = _words_of(code)
    said = fold(text)
    if words is None or words.once.search(said):
        return None
    is_of_wish = words.thing.search(said) is not None
    if read(text).has("only_once") and not is_of_wish:
        return None
    wish = _wish(text, code, later=True)
    if wish is None or words.lasts.search(said):
        return wish
    stands = bool(words.stands.search(said)) or not _OF_MANNER.isdisjoint(wish.wants)
    return wish if stands and (is_of_wish or not words.tasks.search(said)) else None


def _have_one_scope(old: Wish, new: Wish) -> bool:
    return new.scopes <= old.scopes and (old.scopes <= new.scopes or new.refers)


def _names(old: frozenset[str], new: frozenset[str], text: str) -> bool:
    """Return True if all words of a thing are in an earlier wish for the contrary."""
    if not (old and new):
        return False
    if isinstance(lexicon_of(text), Spaced):
        return alike(new, old) == new
    return all(any(one in other for other in old) for one in new)


@lru_cache(maxsize=CACHED)
def _wish(text: str, code: str, *, later: bool = False) -> Wish | None:
    """Return a statement as a wish, or None if it is of something else; *later* ones may be said in fewer words."""
    words, said = _words_of(code), fold(text)
    if words is None:
        return None
    is_of_wish = later and words.thing.search(said) is not None
    if not is_of_wish and read(_CLAUSES.split(text)[0]).owner.sort in ("kin", "role", "name"):
        return None
    lasts = words.lasts.search(said) is not None
    if words.tells.search(said) and not lasts:
        return None
    is_short = later and len(TOKEN.findall(said)) <= _MOST_WORDS
    if not (lasts or is_short or is_of_wish or words.asks.search(said)):
        return None
    wants: dict[str, _Sides] = {}
    things: tuple[set[str], set[str]] = (set(), set())
    for clause in filter(None, map(str.strip, _CLAUSES.split(said))):
        is_less = words.less.search(clause) is not None
        found = dict(words.sides(clause))
        for aspect, sides in found.items():
            yes, no = wants.get(aspect, (frozenset(), frozenset()))
            wanted, unwanted = _directed(sides, len(words.aspects[aspect]), is_less=is_less)
            wants[aspect] = (yes | wanted, no | unwanted)
        if not found and (not later or is_less or words.permits.search(clause)):
            things[is_less].update(_thing(clause, words, text, code))
    if not (wants or things[0] or things[1]):
        return None
    scopes = frozenset(one[0].rstrip("s") for one in words.scopes.finditer(said))
    return Wish(
        wants, scopes, words.refers.search(said) is not None, frozenset(things[0]), frozenset(things[1])
    )


def _directed(sides: frozenset[int], number: int, *, is_less: bool) -> _Sides:
    """Return the sides wanted and those not wanted; of two, not to want one is to want the other."""
    if not is_less:
        return sides, frozenset()
    return frozenset(range(number)) - sides if number == _PAIR else frozenset(), sides


def _thing(clause: str, words: _Words, text: str, code: str) -> frozenset[str]:
    """Return the words of a clause that name what is wanted."""
    for one in (words.less, words.permits, words.says_little):
        clause = one.sub(" ", clause)
    lexicon = lexicon_by_code(code)
    if not isinstance(lexicon, Spaced):
        return frozenset(one[0] for one in RUN.finditer(clause) if len(one[0]) > 1)
    return read(text).naming & {lexicon.stem(word) for word in TOKEN.findall(clause)}


class _Words:
    """The words of a language as patterns, see `Wishes`."""

    def __init__(self, data: Wishes) -> None:
        self.aspects = {aspect: tuple(map(pattern, sides)) for aspect, sides in data.aspects.items()}
        self.asks, self.tells, self.lasts = map(pattern, (data.asks, data.tells, data.lasts))
        self.less, self.permits, self.says_little = map(pattern, (data.less, data.permits, data.says_little))
        self.stands, self.tasks = map(pattern, (data.stands, data.tasks))
        self.scopes, self.refers, self.once = map(pattern, (data.scopes, data.refers, data.once))
        self.thing, self.orders = pattern(data.thing), pattern(data.orders)
        self.bare, self.thanks = pattern(data.bare), pattern(data.thanks)

    def sides(self, clause: str) -> Iterator[tuple[str, frozenset[int]]]:
        """Yield the aspects that a clause names, with their sides."""
        for aspect, sides in self.aspects.items():
            if found := frozenset(side for side, one in enumerate(sides) if one.search(clause)):
                yield aspect, found


@cache
def _words_of(code: str) -> _Words | None:
    data = wishes_of(code)
    return None if data is None else _Words(data)
