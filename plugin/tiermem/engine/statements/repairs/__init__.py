"""Put a fragment into the statement that it repairs: "We fly from Stansted", "oops, from Luton".

A repair comes just after the statement, in the same language, and seldom is a statement itself: it says that something
was wrong, and gives the right words. Where these go is shown by a word of the statement that they bring along ("from"),
by their sort (a number, a day, a name), by a spelling much alike ("*payouts"), or by the nearest meaning. Nothing is
repaired if two places will do, nor by what asks the listener for something: "make it a bit shorter, actually".
"""

from __future__ import annotations

from tiermem.engine.reading.clauses import own_words, swaps
from tiermem.engine.reading.given_values import exact_values
from tiermem.engine.reading.lexicon import TOKEN, Spaced, Unspaced, lexicon_of, undated
from tiermem.engine.reading.reading import read
from tiermem.engine.reading.wishes import asks_listener
from tiermem.engine.statements.amendments.swapped import is_new_state
from tiermem.engine.statements.repairs.by_characters import between, by_characters, filled_characters
from tiermem.engine.statements.repairs.by_sort import by_sort
from tiermem.engine.statements.repairs.by_spelling import accented, respelled
from tiermem.engine.statements.repairs.by_words import by_words, filled_words
from tiermem.engine.statements.repairs.wording import CUT, right_parts, words_of
from tiermem.text import fold, straight
from tiermem.text.scripts import UNSPACED
from tiermem.values.frozen import NamedTuple

_STARS_OF_REPAIR = ("*", "×", "✗")
_MOST_BEFORE_SUBJECT = 3
"""Words of a clause of which one is its subject, the user, if it is a statement: "ach ja ich …"."""
_MOST_PARTS = 3
"""Maximum clauses of a repair that are tried."""


class Repaired(NamedTuple):
    """A repaired statement, and True if the repair contains more."""

    content: str
    has_more: bool


def repaired(wrong: str, correction: str, *, fills: bool = False) -> Repaired | None:
    """Return a statement with the right words of a repair in place of the wrong ones; None if that is not sure.

    Args:
        wrong: The statement.
        correction: The repair.
        fills: True if it surely repairs this statement: then a bare value takes the place of the last one, unless it
            only comes with an apology.
    """
    wrong = undated(wrong)
    lexicon = lexicon_of(wrong)
    if (UNSPACED.search(correction) is not None) > isinstance(lexicon, Unspaced):
        return None
    swapped = swaps(correction)
    if is_new_state(wrong, correction) or any(
        not _is_in(value, wrong) or _is_known(wrong, right, value) for right, value in swapped[-1:]
    ):
        return None
    clauses = [one for one in CUT.split(own_words(correction)) if one]
    stated = [
        one
        for one in clauses
        if not _denies(one, lexicon)
        and (not asks_listener(one, lexicon.code) or exact_values(one, lexicon))
        and not any(fold(value) in fold(one) and fold(right) not in fold(one) for right, value in swapped)
    ]
    insists = lexicon.insists.search(correction) is not None
    is_marked = correction.lstrip()[:1] in _STARS_OF_REPAIR
    if not (swapped or insists or is_marked or read(correction).has("corrects")):
        # "oh right, I've got a dog" of "I've got a salon"
        stated = [one for one in stated if not _states(one, lexicon)]
    parts = list(right_parts(stated, lexicon))
    known = [one for one in parts if fold(one) in fold(wrong)]
    if known and len(stated) < len(clauses):
        return None  # "I'm no doctor, I'm a nurse" of a nurse
    fills = fills and insists
    is_only = len(parts) == 1 or is_marked
    if (spelling := respelled(wrong, correction, lexicon)) is not None:
        return Repaired(spelling, has_more=False)
    for said in parts[:_MOST_PARTS]:
        if said in known:
            found = accented(wrong, said)
        else:
            found = _put(wrong, said, correction, lexicon, is_only=is_only)
            # not "my landlord is Mr Klein, actually a nice guy"
            fits = found is None and fills and said in stated[0]
            if fits and not _is_deed(stated[0], said, lexicon):
                found = _filled(wrong, said, lexicon)
        if found is not None and found != wrong:
            return Repaired(found, len(parts) > 1)
    return None


def _put(wrong: str, said: str, correction: str, lexicon: Spaced | Unspaced, *, is_only: bool) -> str | None:
    """Return a statement with right words in the place of those that they show to be wrong; None if none are."""
    if isinstance(lexicon, Spaced):
        return by_sort(wrong, said, lexicon) or by_words(wrong, said, lexicon, is_only=is_only)
    found = between(wrong, said, correction, lexicon) or by_sort(wrong, said, lexicon)
    return found or by_characters(wrong, said, lexicon)


def _states(clause: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a clause is a statement of its own: "oh right, I've got a dog", and not "from Luton"."""
    if isinstance(lexicon, Unspaced):
        return False
    opening = (
        lexicon.spelt(lexicon.apart(word)[0]) for word in straight(clause).split()[:_MOST_BEFORE_SUBJECT]
    )
    return not (lexicon.starts & lexicon.we).isdisjoint(opening)


def _denies(clause: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if a clause says what is not so: "I'm no doctor", and not "no, on Thursday"."""
    if not read(clause).has("denies", "denies_value", "denies_last"):
        return False
    if isinstance(lexicon, Unspaced):
        return True
    words = [lexicon.spelt(word.text) for word in words_of(clause, lexicon)]
    verbs = lexicon.verbs | lexicon.copulas | lexicon.we
    return any(word in verbs for word in words) or words[0] in lexicon.negating


def _is_known(wrong: str, right: str, denied: str) -> bool:
    """Return True if a statement has the right value of "X, not Y" and not the whole wrong one."""
    return fold(right) in fold(wrong) and fold(denied) not in fold(wrong)


def _is_in(value: str, wrong: str) -> bool:
    """Return True if a statement has a value, or one of its words."""
    said = fold(wrong)
    return fold(value) in said or any(fold(word) in said for word in TOKEN.findall(value) if len(word) > 1)


def _is_deed(clause: str, said: str, lexicon: Spaced | Unspaced) -> bool:
    """Return True if words of a clause are what somebody did, and no value: "they tested me"."""
    if isinstance(lexicon, Unspaced):
        return False
    subjects = lexicon.starts - lexicon.articles - lexicon.mine
    before = words_of(clause.partition(said)[0], lexicon)
    return bool(before) and lexicon.spelt(before[-1].text) in subjects


def _filled(wrong: str, said: str, lexicon: Spaced | Unspaced) -> str | None:
    """Return a statement with a bare value in place of its last one; None if that is not sure."""
    if isinstance(lexicon, Spaced):
        return filled_words(wrong, said, lexicon)
    return filled_characters(wrong, said, lexicon)
