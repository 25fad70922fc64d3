"""Another value of the same thing: given in its place, or in conflict with it."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import expressions
from tiermem.engine.comparison.pair import DUE, MOST, OF_CALENDAR, THINGS, TOPICS_OF
from tiermem.engine.reading.clauses import pieces
from tiermem.engine.reading.given_values import EXACT
from tiermem.engine.reading.lexicon import Spaced, alike, expression
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import (
    OF_ANSWERS,
    is_order,
    is_preposition,
    odds_of_change,
    read,
    versions_in,
)
from tiermem.engine.reading.wishes import aspects_in, is_of_task
from tiermem.support.lazy import pattern
from tiermem.text import fold
from tiermem.text.languages.changes import ONE
from tiermem.text.topics import topics_of

if TYPE_CHECKING:
    from tiermem.engine.comparison.pair import Pair
    from tiermem.engine.comparison.statement import Reason
    from tiermem.engine.reading.reading import Reading

_ABOUT = 0.75
"""Minimum share of the words of the earlier statement's topic that the later one must name to give it another value, if
it also names other things."""
_ABOUT_ALONE = 0.5
"""The same share if it names nothing else."""
_WITH_TIMES = frozenset({"birthday", "time of waking"})
"""Concepts with a day or time as their value, of which a person has one: a birthday, but not a subject of study."""
_BEGUN = 4
"""Minimum number of shared opening words for the later statement to repeat the earlier for another place or time."""
_WORDS_COUNTED = 2
"""Maximum words of a statement that only gives the number of a thing."""
_MODEL = pattern(r"\w\d|[A-Za-z] \d")
_LEAST_NEW = -2.5
"""Log odds of a change below which a new thing is only spoken of."""
_PLACE_OF_VERB = 2
"""Words before a verb behind an auxiliary: "I can write"."""
_NAME_AND_VERSION = 2
"""Telling words of a statement that only gives a thing a version."""


def another_value(pair: Pair) -> Reason | None:
    """Return the way in which the later statement gives the thing another value, or None."""
    old, new = pair.old, pair.new
    if pair.overtakes:
        return "overtaken"
    if _gives_the_one(pair):
        return "one at a time"
    if _gives_other_version(pair):
        return "another value"
    if old.owner.sort == "role" and not pair.is_one_role:
        return None
    is_other = bool(new.subject - old.subject) or new.frame != old.frame
    is_about = pair.about >= MOST or (
        new.is_strong and (not pair.need or not (pair.say_what_for or is_other))
    )
    is_about = is_about and (pair.is_other_product or not pair.has_other_topic())
    is_about = is_about and not (pair.is_of_nobody() or _is_of_other_day(pair))
    is_about = is_about and not (is_order(old) and _does_it(new))
    is_about = is_about and not (aspects_in(old.text) and is_of_task(new.text))
    is_of_another = pair.is_of_others() or pair.ends_another_of_kind()
    if pair.is_other_member and not is_of_another and is_about:
        return "another of its kind"
    return "another value" if _gives_another(pair) or _is_restated(pair) else None


def _is_of_other_day(pair: Pair) -> bool:
    """Return True if only the sort of their days shows that both are of one thing: "we moved book club to Monday"."""
    is_of_days = bool(pair.differing & OF_CALENDAR) and pair.new.member_words <= pair.new.value_words
    return is_of_days and not pair.hit and bool(pair.new.topic - pair.new_words)


def _does_it(said: Reading) -> bool:
    """Return True if the user can or will do what a wish asks of the listener: "I can write longer answers now"."""
    lexicon = lexicon_by_code(said.language)
    if not isinstance(lexicon, Spaced) or len(said.plain) <= _PLACE_OF_VERB:
        return False
    first, auxiliary, verb = said.plain[: _PLACE_OF_VERB + 1]
    return first in lexicon.we & lexicon.starts and auxiliary in lexicon.function and verb in lexicon.wishes


def takes_a_place(text: str) -> bool:
    """Return True if a text tells of a new vehicle, phone or computer, or of one that took the place of another."""
    said = read(text)
    return not THINGS.isdisjoint(said.topics) and (said.has("renews") or _is_exchange(said))


def _is_exchange(said: Reading) -> bool:
    return any(one.search(said.text) for one in expressions(said.language, "replaces"))


def is_of_accessory(pair: Pair) -> bool:
    """Return True if the later statement is of a part of the thing that the earlier one gives: "a phone case"."""
    old, new = pair.old, pair.new
    if THINGS.isdisjoint(old.topics) or pair.corrects:
        return False
    said, over = expression(old.language, "accessories"), new.ended if pair.ends else frozenset[str]()
    if said.search(old.text):
        return False
    if not over:
        return said.search(new.text) is not None
    named = [fold(one[0]) for one in said.finditer(_before_pair(new.text, new.language))]
    return any(word in one or one[:-1] in word for one in named for word in over)


def _exchanged(said: Reading) -> str:
    """Return what a text tells of an exchange if that names a model, without "and kept my number"; else the text."""
    for piece in pieces(said.text):
        for exchange in filter(None, (one.search(piece) for one in expressions(said.language, "replaces"))):
            end = exchange.end()
            if _MODEL.search(told := f"{piece[:end]} {_before_pair(piece[end:], said.language)}"):
                return told
    return said.text


def _before_pair(text: str, code: str) -> str:
    """Return what stands before the first conjunction of a text, where spaces separate words."""
    lexicon = lexicon_by_code(code)
    pairs = lexicon.pairs if isinstance(lexicon, Spaced) else frozenset[str]()
    return " ".join(takewhile(lambda word: word.lower() not in pairs, text.split()))


def takes_its_place(pair: Pair) -> bool:
    """Return True if the later statement gives the speaker another thing in place of that of the earlier one.

    "Swapped it for a Pixel 9" and "new laptop day! ThinkPad X1" need not name what was there before.
    """
    old, new, whole = pair.old, pair.new, pair.whole
    if new is not whole or not takes_a_place(whole.text) or whole.topics.isdisjoint(old.topics & THINGS):
        return False
    is_of_others = bool(old.related or whole.related) or "kin" in (old.owner.sort, whole.owner.sort)
    if is_of_others or old.has("lists", "denies", "past") or whole.has("adds", "denies", "past", "supposes"):
        return False
    if is_of_accessory(pair) and expression(old.language, "accessories").search(_exchanged(whole)):
        return False
    is_named = bool(versions_in(whole.text)) or _MODEL.search(whole.text) is not None
    is_known = bool(old.naming) and not pair.is_of_event and whole.topics <= old.topics
    return is_known and (_is_exchange(whole) or (is_named and odds_of_change(whole.text) >= _LEAST_NEW))


def _gives_the_one(pair: Pair) -> bool:
    """Return True if the later statement gives another value for something that a person has one of at a time."""
    old, new = pair.old, pair.new
    if pair.is_one_role:
        return True
    if not pair.shared & ONE or old.owner.sort == "role" or pair.is_of_event:
        return False
    is_further = old.owner.sort == "kin" and bool(topics_of(old.text).keys() - TOPICS_OF["status"])
    if (
        pair.shared & ONE == {"status"}
        and is_further
        and not topics_of(new.text).keys() - TOPICS_OF["status"]
    ):
        return False  # "my girlfriend Nadia is allergic to nuts" says more than that she is a girlfriend
    is_other = bool(pair.differing) or pair.is_other_member
    if not old.says:  # all that it says is the thing: 係長です
        is_other = is_other or bool(pair.old_words - pair.new_words)
    return is_other or bool(old.says - alike(old.says, new.says))


def _gives_other_version(pair: Pair) -> bool:
    """Return True if the earlier statement only gives a thing a version, and the later one another version."""
    before, after = versions_in(pair.old.text), versions_in(pair.new.text)
    is_only = len(before) == 1 and len(pair.old.telling) <= _NAME_AND_VERSION
    is_only = is_only and pair.old.values.get("name", frozenset()) <= before.keys()
    # "Python 3" says nothing else than "Python 3.11"
    return is_only and any(
        not f"{number}.".startswith(f"{after.get(name, number)}.")
        and not f"{after[name]}.".startswith(f"{number}.")
        for name, number in before.items()
    )


def _gives_another(pair: Pair) -> bool:
    """Return True if the later statement names the thing and gives it another value of the same sort."""
    old, new = pair.old, pair.new
    if _is_denied_only(pair) or ("name" in pair.differing and len(pair.differing) > 1):
        return False
    if not (pair.need or pair.shared or old.value_words & new.value_words):
        return False
    foreign = new.topic - pair.new_words
    foreign -= alike(foreign, old.says | old.subject)
    if pair.differing - {"name"} and pair.about >= (_ABOUT if foreign else _ABOUT_ALONE):
        return True
    has_topic = bool(old.topic - pair.old_words) or bool(pair.shared) or new.is_strong
    return bool(pair.differing) and pair.about >= _ABOUT and not foreign and has_topic


def _is_denied_only(pair: Pair) -> bool:
    """Return True if the later statement only denies a value that the earlier one does not give."""
    values = {value for sort in pair.differing for value in pair.new.values.get(sort, ())}
    return bool(values) and values <= pair.new.denied


def _is_restated(pair: Pair) -> bool:
    """Return True if both begin alike and then differ: "the trip goes to Prague", "… now …"."""
    old, new = pair.old, pair.new
    if not old.subject or old.subject != new.subject or old.frame or pair.differing:
        return False
    both = zip(old.plain, new.plain, strict=False)
    begun = sum(1 for _ in takewhile(lambda words: words[0] == words[1], both))
    is_cut = _BEGUN <= begun < min(len(old.plain), len(new.plain))
    return is_cut and is_preposition(old.plain[begun - 1], old.language)


# -- conflicts ------------------------------------------------------------------------------------


def conflicts(pair: Pair) -> bool:
    """Return True if both give one thing incompatible values, and nothing shows which holds."""
    old, new = pair.old, pair.new
    is_age_of_others = (
        "age" in pair.shared and old.related != new.related
    )  # "I'm 27", "I have a dog of 6 years"
    if (
        is_age_of_others
        or (old.owner.sort == "role" and not pair.is_one_role)
        or _gives_weekday_of_date(pair)
    ):
        return False
    if old.frame and old.frame == new.frame and _is_other_in_frame(pair):
        return True
    if _counts_again(pair) or _is_other_in_role(pair):
        return True
    other = bool(pair.differing) or pair.is_other_member
    if not other or OF_ANSWERS in pair.shared or ("name" in pair.differing and len(pair.differing) > 1):
        return False
    if pair.differing & EXACT and pair.shared & DUE and pair.need and pair.about >= 1:
        return True
    one = pair.shared & (ONE if pair.differing - OF_CALENDAR or pair.is_other_member else _WITH_TIMES)
    kept = old.value_words & new.value_words
    return bool(one or pair.is_one_role) and pair.about >= MOST and (bool(pair.differing) or not kept)


def _gives_weekday_of_date(pair: Pair) -> bool:
    """Return True if one of two statements gives a date and the other a weekday, on which it may fall."""
    given = [{"date", "weekday"} & one.values.keys() for one in (pair.old, pair.new)]
    return pair.differing == {"date"} and all(map(len, given)) and given[0].isdisjoint(given[1])


def _is_other_in_role(pair: Pair) -> bool:
    """Return True if both name who somebody is; where every noun has a capital, a name shows only by its place."""
    old, new = pair.old.owner, pair.new.owner
    return old.sort == new.sort == "role" and "" not in (old.name, new.name) and old.name != new.name


def _counts_again(pair: Pair) -> bool:
    """Return True if both say nothing but how many of one thing somebody has: "I have two cats", "three cats"."""
    first = next(iter(pieces(pair.new.text)), "")
    sides = pair.old, read(first)
    if any(one.values.keys() != {"number"} or one.has("adds", "happens", "past", "once") for one in sides):
        return False
    (old, new), (before, after) = ([one.says - one.value_words for one in sides], sides)
    compounds = [{word for word in one.all_words if "-" in word} for one in sides]
    is_mine = before.is_mine and after.is_mine and before.owner == after.owner
    is_mine = is_mine and compounds[0] == compounds[1]  # "two brothers", "three brothers-in-law"
    is_one = 0 < len(old) <= _WORDS_COUNTED and old == new
    return is_mine and is_one and before.values["number"].isdisjoint(after.values["number"])


def _is_other_in_frame(pair: Pair) -> bool:
    """Return True if the statements are equal up to a copula, and only their values of one sort differ."""
    old, new = pair.old, pair.new
    rests = [one.telling - {*one.frame} for one in (old, new)]
    if "favourite" in pair.shared:
        return all(rests) and rests[0].isdisjoint(rests[1])
    if not pair.differing or any(rest - one.value_words for rest, one in zip(rests, (old, new), strict=True)):
        return False
    if "name" not in pair.differing:
        return True
    values = old.value_words ^ new.value_words
    return pair.differing == {"name"} and all(any(map(str.isdigit, value)) for value in values)
