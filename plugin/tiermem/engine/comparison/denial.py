"""Ways to say that an earlier statement is over: it ended, is denied or corrected, or a wish is withdrawn."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from tiermem.engine.comparison.pair import MOST, SOME, THINGS
from tiermem.engine.reading.given_values import EXACT
from tiermem.engine.reading.lexicon import MARKS, Spaced, alike
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import OF_ADDRESS, OF_WISHES, is_order

if TYPE_CHECKING:
    from tiermem.engine.comparison.pair import Pair
    from tiermem.engine.comparison.statement import Reason
    from tiermem.engine.reading.reading import Reading

_DENIED = 0.6
"""Minimum share of the earlier statement's words that a negation must cover."""


def ending(pair: Pair) -> Reason | None:
    """Return the way in which the later statement ends the earlier one, or None."""
    old, new = pair.old, pair.new
    is_state = old.is_note or not old.has("happens")
    if _is_of_another_allergy(pair):
        return None
    if pair.hit and not alike(pair.hit, old.denied) and is_state:
        ended = _ended_or_corrected(pair)
        if ended == "still true":
            return None
        if ended is not None:
            return ended
    held = pair.share >= 1 or (pair.share >= _DENIED and len(old.telling) > 2) or denies_only(old, new)
    is_of_other = any(new.values.get(sort, frozenset()) - old.values.get(sort, frozenset()) for sort in EXACT)
    held = held and not is_of_other  # "I don't have type 2 diabetes" of type 1
    if new.denied and not old.has("denies") and is_state and held and alike(pair.hit, new.denied):
        return "denied"
    if _is_allowed(pair):
        return None if pair.differing else "allowed"
    return None


def _only_names_them(pair: Pair, named: frozenset[str]) -> bool:
    """Return True if what ended only was with the one of whom the earlier statement is: "the call with Tom"."""
    name, new = pair.old.owner.name, pair.new
    lexicon = lexicon_by_code(pair.old.language)
    if not isinstance(lexicon, Spaced):
        theirs = name and re.search(f"{re.escape(name)}(?:{lexicon.of.pattern})", new.text)
        return bool(theirs) and named <= {name}
    if not name or not named <= {lexicon.stem(name)}:
        return False
    joining = lexicon.company | lexicon.of
    return any(word in joining and behind == name for word, behind in pairwise(new.plain))


def _is_of_another_allergy(pair: Pair) -> bool:
    """Return True if the later statement denies another allergy than the earlier one gives."""
    old, new = pair.old, pair.new
    is_barred = lexicon_by_code(old.language).bars.search(old.text) is not None
    over = new.denied | new.ended
    foreign = over - alike(over, old.says)
    return is_barred and bool(foreign) and bool(old.telling - alike(old.telling, new.says))


def denies_only(old: Reading, new: Reading) -> bool:
    """Return True if the later statement says nothing but that a thing is not so which the earlier one says.

    That may name it besides: "I don't have a dog" of "I have a dog named Bo".
    """
    if not new.denied or new.has("once", "only_once", "past", "supposes", "forbids"):
        return False
    named = alike(new.telling, old.says)
    is_contained = bool(named) and len(named) == len(new.telling) and old.owner.sort == new.owner.sort
    rest = old.telling - alike(old.telling, new.says)
    names = old.values.get("name", frozenset())
    return is_contained and (rest <= names or len(new.telling) > 1)


def ends_only(old: Reading, new: Reading) -> bool:
    """Return True if the later statement says nothing but that a thing of the user's ended which the earlier one names.

    "I quit pilates" of "I do pilates with Ana on Mondays"; not "I stopped running" of "I run a bakery".
    """
    lexicon, named = lexicon_by_code(old.language), alike(new.ended, old.says)
    is_own = old.owner.sort == "self" and new.owner.sort in ("self", "thing") and new.language == old.language
    if not (named and is_own and isinstance(lexicon, Spaced)) or new.related - old.related:
        return False
    if old.has("lists") or not lexicon.pairs.isdisjoint(old.plain) or old.text.count(",") > 1:
        return False  # "I have a Skoda and a Fiat": "I sold the Skoda"
    rest = new.telling - named
    things = named - lexicon.light - frozenset(map(lexicon.stem, lexicon.verbs)) - old.related
    is_thing = bool(things) and things <= _first_object(old, lexicon)
    return is_thing and len(rest) <= 1 and rest <= new.ended


def _first_object(said: Reading, lexicon: Spaced) -> frozenset[str]:
    """Return the stems of what stands behind the verb of a statement, up to the next preposition.

    "Pilates" of "I do pilates with Ana"; a studio, of "I live above a pilates studio".
    """
    words = said.plain
    start = next((at for at, word in enumerate(words) if word not in lexicon.we | lexicon.starts), len(words))
    behind = list(words[start:])
    small = lexicon.function - lexicon.articles - lexicon.mine
    end = next((at for at, word in enumerate(behind[1:], 1) if word in small or word in MARKS), len(behind))
    telling = [word for word in behind[1:end] if word not in lexicon.function]
    return frozenset(map(lexicon.stem, (*telling[-1:], *behind[:1])))


def _ended_or_corrected(pair: Pair) -> Reason | Literal["still true"] | None:
    """Return how the later statement ends a value of the earlier one; it may end another, which leaves it true."""
    old, new = pair.old, pair.new
    values = old.value_words | old.member_words
    named = frozenset() if pair.is_of_others() else alike(pair.hit, new.ended)
    if named and (_is_of_other_use(pair, named) or _only_names_them(pair, named)):
        return "still true"
    is_same = bool(pair.shared) or pair.names_owner()
    is_most = pair.share >= MOST or ((is_same or _is_gone(pair)) and pair.share >= SOME)
    is_most = is_most or (bool(named) and ends_only(old, new))
    if named and (is_most or alike(named, values) or (old.introduced and new.has("parts"))):
        return "ended"
    is_other = bool(pair.differing) or pair.is_other_member or pair.is_about_value
    of_value = pair.share >= MOST and alike(pair.hit, values) and is_other
    about_it = pair.share >= _DENIED and len(old.telling) > 1 and alike(new.subject, values)
    return "corrected" if pair.corrects and (of_value or about_it) else None


def _is_gone(pair: Pair) -> bool:
    """Return True if the later statement only says that a vehicle, phone or computer is gone: "I sold the Skoda"."""
    old, new = pair.old, pair.new
    is_own = old.owner.sort == new.owner.sort == "self" and not old.has("lists")
    rest = new.telling - alike(new.telling, old.says)  # the verb
    return (
        is_own
        and len(rest) <= 1
        and new.telling <= new.ended
        and not THINGS.isdisjoint(old.topics & new.topics)
    )


def _is_of_other_use(pair: Pair, named: frozenset[str]) -> bool:
    """Return True if one of several values ended, or a value ended for another use."""
    old, new = pair.old, pair.new
    values = old.value_words | old.member_words
    others = values - alike(values, new.ended)
    if others and old.has("lists") and alike(named, values) and not new.denied & others:
        return len(values) > 1
    foreign = (new.ended & new.topic) - alike(new.ended & new.topic, old.says)
    return (
        pair.say_what_for
        and bool(foreign)
        and bool(old.telling - alike(old.telling, new.says))
        and named <= values
    )


def _is_allowed(pair: Pair) -> bool:
    """Return True if the later statement says the contrary of a negation, or allows what a wish forbade."""
    old, new = pair.old, pair.new
    if not forbids(old) or forbids(new):
        return False
    lexicon = lexicon_by_code(old.language)
    thing = old.telling - lexicon.negating if isinstance(lexicon, Spaced) else old.telling
    if isinstance(lexicon, Spaced) and is_order(old):
        orders = lexicon.wishes.union(map(lexicon.stem, lexicon.wishes))
        thing = thing - alike(thing, orders) or thing  # "no uses emojis nunca"
    if not thing or len(pair.hit - (old.telling - thing)) < _DENIED * len(thing):
        return False
    is_wish = old.has("forbids") or is_order(old) or (old.owner.sort == "thing" and not old.is_mine)
    return new.has("changes") or (is_wish and new.has("allows"))


def forbids(said: Reading) -> bool:
    """Return True if a statement denies or forbids something."""
    return said.has("denies", "forbids")


# -- wishes ---------------------------------------------------------------------------------------


def ended_wish(pair: Pair) -> Reason | None:
    """Return the way in which the later wish ends the earlier one, or None."""
    if _is_wish_anew(pair):
        return "one at a time"
    return "withdrawn" if _withdraws_order(pair) else None


def _is_wish_anew(pair: Pair) -> bool:
    """Return True if both wish for a language of the answers or a form of address: "English again" ends another."""
    old, new = pair.old, pair.new
    is_other = pair.is_other_member or (OF_ADDRESS in pair.shared and "name" in pair.differing)
    if not (is_other and pair.shared & OF_WISHES) or forbids(old) or forbids(new):
        return False
    if any(one.has("once", "only_once", "past") for one in (new, pair.whole)):
        return False
    is_spaced = isinstance(lexicon_by_code(new.language), Spaced)
    names = new.values.get("name", frozenset())
    return not (is_spaced and new.telling - pair.new_words - new.member_words - names)


def _withdraws_order(pair: Pair) -> bool:
    """Return True if the later statement wants no more of what an order wants: "Stop with the jokes"."""
    old, new, lexicon = pair.old, pair.new, lexicon_by_code(pair.new.language)
    if not isinstance(lexicon, Spaced) or not is_order(old) or forbids(old) or new.is_mine:
        return False
    is_end = new.has("forbids", "ends_next", "ends_last") or bool(new.denied)
    if not is_end or new.has("once", "only_once", "past", "ranks"):
        return False
    named = new.telling - alike(new.telling, lexicon.wishes)
    both = old.members.keys() & new.members.keys()
    is_in_other_words = bool(both) and all(new.members[one] <= old.members[one] for one in both)
    same = alike(named, old.naming) | (named & new.member_words if is_in_other_words else frozenset())
    return bool(named) and same == named
