"""Why a later statement leaves an earlier one as it is: it is of another person, thing or time, or adds one more.

Some reasons hold whatever the later one says, and some only if it does not say that the earlier one is over.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tiermem.engine.comparison.announced import announces_change
from tiermem.engine.comparison.lives.health import mentions_recovery_or_stop
from tiermem.engine.comparison.lives.partings import (
    is_death_of_another,
    leaves_the_partner,
    mentions_death,
    mentions_parting,
)
from tiermem.engine.comparison.lives.work import drives_otherwise, is_elsewhere, keeps_work
from tiermem.engine.comparison.pair import DUE, SOME
from tiermem.engine.reading.clauses import clauses
from tiermem.engine.reading.given_values import EXACT
from tiermem.engine.reading.lexicon import Spaced, alike, expression
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.lists import members_listed
from tiermem.engine.reading.owners import Owner
from tiermem.engine.reading.people import named_first
from tiermem.engine.reading.reading import OF_ANSWERS, read
from tiermem.text.languages.changes import ONE
from tiermem.text.names import names_of
from tiermem.text.topics import topics_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiermem.engine.comparison.pair import Pair
    from tiermem.engine.comparison.statement import Reason
    from tiermem.engine.reading.reading import Reading

_WORDS_OF_A_TIME = 1
_ONE = frozenset({"1"})
"""The number of "a dog" in languages that count it."""
_TASTES = frozenset({"drink", "food_taste", "sport", "hobby"})
"""Topics in which one may like several things, and do now one and now another."""
_NEWS = {
    "home": {"home", "housing", "rent", "commute", "study", "school"},
    "status": {"status"},
    "employer": {"employer", "role", "job", "workplace", "salary", "work_hours", "team", "study"},
}
"""Concepts of news of a person → the concepts and topics of what such news may end."""
_WHEN = frozenset({"date", "weekday", "time"})
"""Sorts of values that say when."""
_OF_APPOINTMENTS = frozenset({"doctor", "meeting"})
"""Topics that news of another matter has, too, where it names the person whom one is to see."""
_OF_NAMING = frozenset({"status", "kids"})
_OF_WHOM = frozenset({"partner", "household", "children"})
"""Concepts, and topics, that the words for a person show, whatever is said of them."""


def beside(pair: Pair) -> Reason | None:
    """Return why the later statement leaves the earlier one as it is, whatever it says, or None."""
    return (
        _in_a_life(pair)
        or _attribute(pair)
        or _time(pair)
        or _addition(pair)
        or _other(pair)
        or _first_age(pair)
    )


def leaves(pair: Pair) -> Reason | None:
    """Return why the later statement, which ends nothing, leaves the earlier one as it is, or None."""
    reasons: tuple[tuple[Reason, Callable[[Pair], bool]], ...] = (
        ("about the person", leaves_who_it_is),
        ("about the value", lambda pair: pair.is_about_value),
        ("another thing", _is_other_thing),
        ("another thing", lambda pair: "employer" in pair.shared and is_elsewhere(pair.new)),
        ("a liking", _is_liking_beside),
    )
    return next((reason for reason, holds in reasons if holds(pair)), None)


def is_of_another_name(old: Reading, new: Reading) -> bool:
    """Return True if one of two statements is of the user and the other of somebody by name.

    "I live in Leeds" and "Hugo moved, he lives in York now".
    """
    shared = alike(old.telling, new.says)
    is_of_one_value = bool(shared) and bool(EXACT & old.values.keys() & new.values.keys())
    if (
        new.has("corrects")
        or mentions_parting(new.text)
        or "status" in old.concepts.keys() & new.concepts.keys()
    ):
        return False
    if is_of_one_value and "medicine" not in topics_of(f"{old.text} {new.text}"):
        return False  # "I pay 800 rent", "Karen put the rent up to 900"
    pairs = ((old, new), *(((new, old),) if not shared else ()))
    return any(
        own.owner.sort == "self"
        and not (other.speaks_of_self or other.is_mine)
        and other.owner.sort in ("thing", "self")
        and (name := named_first(other.text, other.language)) != ""
        and name not in (own.all_words if isinstance(lexicon_by_code(own.language), Spaced) else own.text)
        for own, other in pairs
    )


def is_of_a_member(pair: Pair) -> bool:
    """Return True if the later statement is of some of those whom the earlier one lists and counts, but not of all.

    "Flo died" leaves "I have two cats, Mimi and Flo": who the other one is would be lost with it.
    """
    listed = members_listed(pair.old.text, pair.old.language)
    if not listed or pair.corrects or pair.new.wrong:
        return False
    new = pair.new if pair.hit or pair.shared else pair.whole
    said = new.all_words if isinstance(lexicon_by_code(new.language), Spaced) else new.text
    return 0 < sum(one in said for one in listed) < len(listed)


def _in_a_life(pair: Pair) -> Reason | None:
    """Return the reason if the later statement tells of the death of another, or adds to somebody's work."""
    if is_of_a_member(pair):
        return "about the person"
    if is_death_of_another(pair.old, pair.new):
        return "another person"
    is_left = not pair.corrects and leaves_appointment(pair.old, pair.whole)
    if is_left or drives_otherwise(pair.old, pair.new) or _is_of_partner_alone(pair):
        return "another attribute"
    if not pair.corrects and leaves_the_partner(pair.old, pair.whole):
        return "another attribute"
    adds_to_work = keeps_work(pair.old.text, pair.new.text) and not (pair.corrects or pair.ends)
    return "another attribute" if adds_to_work else None


def _is_of_partner_alone(pair: Pair) -> bool:
    """Return True if all that both share is that there is a partner, and the earlier one tells something else.

    "We got engaged" leaves "I live in Bristol with my girlfriend".
    """
    is_of_self = pair.old.owner.sort == "self" and not pair.new.has("parts") and not pair.corrects
    is_closer = bool(pair.old.related) and "wedding" in pair.new.concepts
    return is_of_self and is_closer and pair.shared == {"status"} and len(pair.old.concepts) > 1


def leaves_appointment(old: Reading, new: Reading) -> bool:
    """Return True if all that the later statement has of an appointment is the person, and it is of another matter.

    "Dr. Patel took me off the meloxicam" leaves "I see Dr. Patel on 9 October", "Dr. Patel cancelled" does not.
    """
    if "date" not in old.values or old.owner.sort == "kin" or not _WHEN.isdisjoint(new.values):
        return False
    named = alike(old.says | old.naming | old.values.get("name", frozenset()), new.says)
    if not named or named - _persons(old) or mentions_death(new.text):
        return False
    matters = topics_of(new.text).keys() - topics_of(old.text).keys() - _OF_APPOINTMENTS
    return bool(matters) or mentions_recovery_or_stop(new.text)


def _persons(said: Reading) -> frozenset[str]:
    """Return the words of a statement that name a person by a first name, or have a title, with that."""
    lexicon = lexicon_by_code(said.language)
    if not isinstance(lexicon, Spaced):
        return frozenset(word for word in said.says if lexicon.titles.search(word))
    titled = {word for pair in pairwise(said.plain) if pair[0] in lexicon.titles for word in pair}
    return frozenset(map(lexicon.stem, titled | {word for word in said.plain if word in names_of("person")}))


def _time(pair: Pair) -> Reason | None:
    """Return the reason why the later statement holds at another time, or None."""
    old, new = pair.old, pair.new
    if new.has("past") and not pair.ends:
        return "past"
    if _is_cancelled_once(pair):
        return "one time"
    lasts = new.is_strong or pair.ends or new.has("lasts") or (pair.has_cue and bool(pair.shared & ONE))
    lasts = lasts or pair.corrects or pair.overtakes or announces_change(pair.said, sure=True)
    if new.has("only_once") or (new.has("once") and not lasts):
        return "one time"
    is_other = bool(new.periods) and new.periods.isdisjoint(old.periods)
    return "another time" if is_other and not announces_change(pair.said, sure=True) else None


def _is_cancelled_once(pair: Pair) -> bool:
    """Return True if one occasion of what the earlier statement says to recur is cancelled: "no choir on Tuesday"."""
    recurs, cancels = (expression(pair.old.language, name) for name in ("recurs", "cancels"))
    said = pair.whole.text
    return bool(recurs.search(pair.old.text) and cancels.search(said)) and not recurs.search(said)


def _addition(pair: Pair) -> Reason | None:
    """Return the reason why the later statement adds to the earlier one, or None."""
    old, new = pair.old, pair.new
    ends = pair.ends and pair.share >= SOME
    if new.has("adds") and not old.has("adds") and not (ends or pair.corrects or _adds_aside(pair)):
        return "one more"
    if new.is_new and not (pair.shared or pair.is_one_role or pair.ends or pair.corrects):
        return "one more"
    return None


def _adds_aside(pair: Pair) -> bool:
    """Return True if only a clause behind a change adds, and says nothing of what is known: "…, still unpacking"."""
    text = pair.new.text
    change = next((one for one in clauses(text) if read(one).has("changes")), None)
    if change is None or read(change).has("adds"):
        return False
    behind = read(text.partition(change)[2])
    return not (behind.values or alike(pair.old.telling, behind.says))


def _first_age(pair: Pair) -> Reason | None:
    """Return the reason if the later statement only gives an age, and the earlier one gives none of that person."""
    old, new = pair.old, pair.new
    if "age" not in new.concepts or "number" not in new.values or pair.corrects or pair.ends:
        return None
    rest = new.telling - new.words_of(["age"]) - new.values["number"] - new.related - old.says
    if len(rest) > _WORDS_OF_A_TIME or "age" in old.concepts:
        return None
    numbers = old.values.get("number", frozenset())
    are_of_several = len(numbers) > 1 and bool(old.values.get("name", frozenset()) - new.all_words)
    return "an age" if numbers <= _ONE or are_of_several else None


def _is_liking_beside(pair: Pair) -> bool:
    """Return True if the speaker only has another habit, which ends no liking: "I drink coffee now"."""
    old, new = pair.old, pair.new
    is_habit = new.owner.sort == "self" and new.phrases.are_all("changes", "lasts")
    says_more = pair.ends or pair.corrects or bool(new.denied) or new.has("likes", "ranks")
    is_taste = old.has("likes") and not old.has("ranks") and not _TASTES.isdisjoint(old.topics)
    return is_taste and is_habit and not says_more


# -- another person or thing ----------------------------------------------------------------------


def _attribute(pair: Pair) -> Reason | None:
    """Return the reason if the later statement is news of a person, of whom the earlier one says something else.

    That Isla moved, married or has a new job ends neither her diabetes nor, but for a job, what she works.
    """
    old, whole = pair.old, pair.whole
    if old.owner.sort != "kin" or pair.corrects or whole.wrong or whole.denied:
        return None
    if pair.overtakes or whole.has("parts") or (whole.speaks_of_self and whole.has("ends_last")):
        return None  # "Dana and I broke up"
    lexicon = lexicon_by_code(old.language)
    names = {old.owner.name} if isinstance(lexicon, Spaced) or old.owner.is_named else set[str]()
    if isinstance(lexicon, Spaced):
        names.add(lexicon.stem(old.owner.name))
    person = frozenset({*names, old.owner.word, *old.related})
    is_named = pair.names_owner() or not old.related.isdisjoint(whole.related)
    is_named = is_named or whole.owner.is_of(old.owner)
    rest = old.telling - alike(old.telling, person)
    if not (is_named and rest) or alike(rest, whole.says):
        return None
    news = whole.concepts.keys() & _NEWS.keys()
    known = (old.concepts.keys() - _OF_NAMING) | topics_of(old.text).keys() - _OF_WHOM
    if not news or (old.introduced and not (known or (old.owner.name and names))):
        return None
    is_other = known.isdisjoint(frozenset().union(*(_NEWS[one] for one in news)))
    return "another attribute" if is_other else None


def leaves_who_it_is(pair: Pair) -> bool:
    """Return True if the earlier statement says who somebody is, and the later one only something else of them.

    "Tom turned 7" and "my son quit judo" end nothing of "I have a son called Tom"; a loss, a part of the speaker
    ("Nora and I split up"), another name ("my girlfriend is Lea now") or another relation ("Nora is no longer my
    wife") may.
    """
    old, new = pair.old, pair.new
    is_anew = bool(new.introduced & old.introduced and new.telling - old.telling)  # "… is Lea now"
    is_other = bool(pair.shared and new.is_mine and new.related - old.related)  # "Anna is my wife now"
    is_told = is_anew or is_other or pair.corrects or bool(new.wrong) or new.has("parts")
    if not old.introduced or is_told or _counts_them_again(pair):
        return False
    own = new.topic - new.related - alike(new.topic, old.says | old.all_words)
    is_end = new.has("ends_next", "ends_last", "denies") and not own & new.ended
    if new.speaks_of_self and (is_end or pair.shared):
        return False
    return new.owner.sort == "kin" or not alike(old.introduced, new.ended | new.denied)


def _counts_them_again(pair: Pair) -> bool:
    """Return True if the later statement only says how many there are of them: "we have three cats now"."""
    new = pair.new
    numbers = new.values.get("number", frozenset())
    is_other = "number" in pair.differing and "age" not in new.concepts and len(numbers) == 1
    return is_other and bool(new.related & pair.old.related) and new.telling <= new.related | numbers


def _other(pair: Pair) -> Reason | None:
    """Return the other subject of the later statement, or None."""
    old, new = pair.old, pair.new
    if new.thing - old.thing and (old.thing or not pair.hit):
        return "another number"
    values = new.value_words | new.member_words
    if new.wrong & values and not alike(new.wrong, old.says | old.member_words):
        return "another wrong value"
    sides = old.contrasts.keys() & new.contrasts.keys()
    is_moved = not old.topics.isdisjoint(new.topics) and announces_change(pair.said, sure=True)
    if not is_moved and any(old.contrasts[one].isdisjoint(new.contrasts[one]) for one in sides):
        return "another side"
    return None if _has_one_owner(pair) else "another person"


def _has_one_owner(pair: Pair) -> bool:
    """Return True if both are about the same person or thing."""
    old, new = pair.old.owner, pair.new.owner
    are_named = old.is_named and new.is_named and old.word == new.word
    are_others = are_named and old.name != new.name and not pair.corrects
    if are_others or _is_of_no_person(pair) or _is_of_their_relative(pair):
        return False
    corrects_value = pair.corrects and alike(pair.new.subject, pair.old.value_words | pair.old.member_words)
    is_named = old.sort == "kin" and new.sort == "thing" and old.word in pair.new.all_words
    theirs = pair.new.theirs_of(old)
    is_named = is_named and not theirs
    is_introduced = new.sort == "kin" and new.word in pair.old.all_words and bool(pair.old.introduced)
    # "our dog died", and "my mum's cat died" of "my mum has a cat"
    is_introduced = is_introduced and bool(pair.ends or pair.corrects or pair.new.wrong)
    is_one_of_theirs = new.is_theirs and new.word.startswith(old.word or " ")
    is_known = bool(theirs) and theirs <= pair.old.all_words - {
        old.word
    }  # "Tom's dog died" of "Tom has a dog"
    if is_introduced or (pair.ends and is_known) or (is_one_of_theirs and _has_theirs(pair)):
        return True
    is_equal = old.is_of(new) and old.sort != "role"
    is_wish = pair.is_other_member and new.sort == "thing" and pair.new.has("lasts")
    is_due = bool(pair.shared & DUE and pair.differing & EXACT) and pair.new.owner.sort == "thing"
    if (
        pair.overtakes
        or corrects_value
        or is_named
        or is_equal
        or is_wish
        or pair.is_about_value
        or pair.names_owner()
    ):
        return True
    if is_due and old.sort == "self":  # "the landlord has put the rent up to 900"
        return True
    if old.sort == "kin" and _moves_their_thing(pair):
        return True
    return _is_role_of_owner(pair) if "role" in (old.sort, new.sort) else _is_my_thing(pair)


def _is_of_no_person(pair: Pair) -> bool:
    """Return True if the earlier statement is of a thing and only a person's status joins both: "single glazing"."""
    old = pair.old
    is_of_thing = old.owner.sort == "thing" and bool(old.subject) and not (old.is_mine or old.related)
    return is_of_thing and not pair.hit and bool(pair.shared) and pair.shared <= _OF_NAMING


def _is_of_their_relative(pair: Pair) -> bool:
    """Return True if the earlier statement is of a relative of the one of whom the later one is: "Tom's mother"."""
    old, new = pair.old, pair.new
    are_of_things = old.owner.sort == new.owner.sort == "thing"
    is_of_relative = are_of_things and bool(old.related & old.subject - new.related)
    if not (is_of_relative and new.subject and new.subject <= old.subject):
        return False
    return any(old.theirs_of(Owner(name=word)) for word in new.plain)


def _has_theirs(pair: Pair) -> bool:
    """Return True if the earlier statement has all the persons of the later one, with the boss of "my mum's boss"."""
    lexicon, theirs = lexicon_by_code(pair.new.language), pair.new.owner.word.rpartition(" ")[2]
    is_role = isinstance(lexicon, Spaced) and theirs in lexicon.roles
    return pair.new.related <= pair.old.related and (not is_role or theirs in pair.old.all_words)


def _moves_their_thing(pair: Pair) -> bool:
    """Return True if the later statement moves a relative's thing: "piano is on Friday now"."""
    is_nobodys = pair.new.owner.sort in ("thing", "self") and not pair.whole.is_mine
    is_moved = pair.has_cue and bool(pair.differing & EXACT)
    return is_nobodys and is_moved and bool(alike(pair.hit, pair.old.naming))


def _is_role_of_owner(pair: Pair) -> bool:
    """Return True if the person with a role is a value of the other statement."""
    old, new = pair.old.owner, pair.new.owner
    if old.sort == "role":
        return pair.is_one_role or new.sort in ("self", "thing")
    return old.sort in ("self", "thing") and (new.word in pair.old.concepts or new.word in pair.old.all_words)


def _is_my_thing(pair: Pair) -> bool:
    """Return True if one statement is in the first person and the other about a thing of that person."""
    old, new = pair.old, pair.new
    if {old.owner.sort, new.owner.sort} != {"self", "thing"}:
        return False
    is_foreign = bool(new.subject - old.subject) and not alike(new.subject, old.telling | old.subject)
    return not (new.owner.sort == "thing" and is_foreign and not pair.whole.is_mine)


def _is_other_thing(pair: Pair) -> bool:
    """Return True if the subjects differ."""
    old, new = pair.old, pair.new
    is_of_speaker = old.owner.sort == "self" and not old.subject and new.has_speaker_as_object
    is_wish = pair.is_other_member and new.has("lasts") and not old.subject
    if OF_ANSWERS in old.concepts and OF_ANSWERS not in pair.shared and new.owner.sort == "self":
        return True
    if (
        is_wish
        or pair.overtakes
        or (pair.hit and is_of_speaker)
        or new.owner.sort in ("kin", "role")
        or old.owner.sort == "role"
    ):
        return False
    before, after = old.subject - pair.old_words, new.subject - pair.new_words
    all_before = old.telling | old.words | old.subject | old.value_words
    lacking = after - alike(after, all_before)
    if lacking and before - alike(before, new.says):
        return True
    if lacking and len(lacking) < len(new.subject):
        return True
    if old.subject and new.subject and new.subject <= old.value_words and not pair.names_owner():
        return True
    return bool(lacking) and (pair.about < 1 or not (pair.need or pair.shared))
