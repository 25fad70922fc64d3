"""Tell whether a correction is about the subject of a stored statement, or about another one.

"My guest is allergic to milk, not nuts" says nothing of "I'm allergic to nuts", though it calls "nuts" wrong, and
neither does "the header should say Oslo, not Bergen" of "I live in Bergen". Where that is in doubt it is another
subject: a correction that is missed can be said again, and a true fact that is lost cannot.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import clauses, courtesies, is_wish, own_words, pieces, swaps
from tiermem.engine.reading.given_values import exact_values
from tiermem.engine.reading.lexicon import MARKS, Unspaced, alike, lexicon_of
from tiermem.engine.reading.reading import is_order, lasts, read
from tiermem.engine.statements.amendments.swapped import is_of_other, takes_back, without_reasons
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.topics import topics_of

if TYPE_CHECKING:
    import re

    from tiermem.engine.reading.lexicon import Spaced

_MOST_SHARED_LESS = 1
"""Maximum words of an order to change something that an earlier order lacks: "use tabs instead of spaces"."""
_FEWEST_OF_FORM = 4
"""Minimum letters of a word that is known in another form."""
_NUMBER = pattern(r"\d+")
_JOINTS = pattern(r"[のと的里中]|さん")
_LETTER = pattern(r"[\u3400-\u9fff\u30a0-\u30ffA-Za-z0-9]")


def is_of_another_subject(old: str, said: str) -> bool:
    """Return True if a message that puts something right is about another subject than an earlier statement."""
    said = own_words(said) or said
    lexicon = lexicon_of(said)
    if lexicon.code != lexicon_of(old).code:
        return False
    if lexicon.edits.search(said):
        return _is_other_order(old, said)
    if isinstance(lexicon, Unspaced):
        if not any(map(str.isalnum, lexicon.mistaken.sub("", said))):
            return True  # "the path was wrong", which gives no right one
        return _has_other_topic(old, said, lexicon)
    return _shares_only_number(old, said, lexicon) or _has_other_subject(old, said, lexicon)


def _is_other_order(old: str, said: str) -> bool:
    """Return True unless an order to change something may change an earlier order."""
    if lasts(said):
        return False
    before, after = read(old), read(said)
    if not (is_order(before) or is_wish(old)):
        return before.is_mine or before.owner.sort != "thing"
    return len(after.telling - alike(after.telling, before.says)) > _MOST_SHARED_LESS


def _has_other_topic(old: str, said: str, lexicon: Unspaced) -> bool:
    """Return True if the words before "is" at the beginning of a message share no character with a statement."""
    if not (swaps(said) or read(said).has("corrects")):
        return False
    found = lexicon.topic.match(lexicon.repairs.sub("", said).lstrip(f"{MARKS}，、。！ "))
    if found is None:
        return False
    topic = found["topic"]
    if lexicon.others.match(topic):
        return read(old).owner.sort == "self"
    if read(topic).concepts.keys() & read(old).concepts.keys():
        return False
    parts = [one for one in _JOINTS.split(topic) if _LETTER.search(one)]
    return bool(parts) and not any(
        _is_known(one, old, alone=len(parts) == 1, kin=lexicon.kin) for one in parts
    )


def _is_known(word: str, old: str, *, alone: bool, kin: re.Pattern[str]) -> bool:
    """Return True if a statement has a word, or two characters of it in a row; one character alone may be by chance."""
    if len(word) == 1:
        return word in old and (alone or kin.fullmatch(word) is not None)
    return any(word[place : place + 2] in old for place in range(len(word) - 1))


def _shares_only_number(old: str, said: str, lexicon: Spaced) -> bool:
    """Return True if a message that denies a number has that of a statement, and names only other things beside it.

    "There are 5 eggs left, not 6" says nothing of "My daughter Mia is 6", while "fat fingers, 5 not 6" may. What tells
    how a number of the speaker's was wrong may name anything: "I said 900, but the contract says 950".
    """
    before, after = read(old), read(said)
    of_both = _numbers(old) & _numbers(said)
    if not of_both or not (swaps(said) or after.has("denies", "denies_value", "denies_last")):
        return False
    if takes_back(said):
        denied = [wrong for _, wrong in swaps(said)]
        after = read(min(denied, key=len))
        if not _numbers(after.text):
            return False
    else:
        after = read(", ".join(part for part in _parts(said) if _numbers(part)) or said)
    named = after.unchanging.difference(lexicon.repairs, courtesies(lexicon))
    named = frozenset(word for word in named if not any(map(str.isdigit, word)))
    is_known = (
        alike(named, before.says | before.all_words | before.member_words)
        or not before.concepts.keys().isdisjoint(after.concepts)
        or not topics_of(old).keys().isdisjoint(topics_of(said))
    )
    return bool(named) and not is_known


def _numbers(text: str) -> frozenset[str]:
    """Return the numbers in the exact values of a text, number words as digits."""
    digits = frozenset(number[0] for one in exact_values(text) for number in _NUMBER.finditer(one.text))
    return digits | read(text).values.get("number", frozenset())


def _has_other_subject(old: str, said: str, lexicon: Spaced) -> bool:
    """Return True if what stands around the values of "X, not Y" is not of a statement."""
    pairs = [one for one in without_reasons(swaps(said), old, said) if _has_value(old, one[1])]
    if not pairs or takes_back(said):
        return False
    before = read(old)
    right, wrong = pairs[0]
    part = next((one for one in _parts(said) if right in one), said)
    if before.owner.sort == "self" and not before.related and lexicon.others.search(part):
        return True
    if part.startswith(right) and _is_order_of_its_own(right, old, lexicon):
        return True
    after = read(part)
    of_both = before.concepts.keys() & after.concepts.keys()
    if (
        after.is_mine
        and before.is_mine
        and of_both
        and after.subject <= after.words_of(of_both) | before.says
    ):
        return False
    subject = after.subject - alike(after.subject, before.says | before.all_words | before.member_words)
    subject -= read(right).says | read(wrong).says | lexicon.repairs | courtesies(lexicon)
    if 0 <= part.find(wrong) < part.find(right):
        subject = frozenset()  # "I said Tuesday and it was Wednesday, the release"
    from_part = said[max(said.find(part), 0) :]
    if subject or all(is_of_other(old, from_part, [one, other]) for one, other in pairs):
        return True
    return _is_behind_other(old, said[: max(said.find(right), 0)])


def _has_value(old: str, wrong: str) -> bool:
    """Return True if a statement has a wrong value, perhaps in another form ("vegan", "Veganer"), or its number."""
    wrong = wrong.split(maxsplit=1)[0] if wrong[:1].isdigit() else wrong  # "900 euros of insurance"
    return fold(wrong)[: max(_FEWEST_OF_FORM, len(wrong) - 2)] in fold(old)


def _is_order_of_its_own(right: str, old: str, lexicon: Spaced) -> bool:
    """Return True if what a wrong value stands behind is an order: "open it with Bing, not Google"."""
    first, *rest = right.split()
    is_verb = first.islower() and lexicon.spelt(first) not in lexicon.function and first not in old.lower()
    return is_verb and any(lexicon.spelt(word) in lexicon.function for word in rest)


def _is_behind_other(old: str, lead: str) -> bool:
    """Return True if a clause before a correction says that something else was wrong: "the header is wrong, …"."""
    before = read(old)
    for clause in clauses(lead):
        after = read(clause)
        known = alike(after.subject, before.says | before.all_words)
        if after.owner.sort == "thing" and after.has("corrects") and after.subject - known:
            return True
    return False


@lru_cache(maxsize=64)
def _parts(said: str) -> tuple[str, ...]:
    return tuple(pieces(said))
