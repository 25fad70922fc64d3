"""Estimate how likely a statement overtakes an earlier one when `compare` finds no relation.

To a reader who knows the words, "They finally let me come onto days" overtakes "permanent nights on the stroke ward".
The evidence is how likely the later one announces a change and the earlier one is of a state, the words and topics that
they share, how near they are in meaning, and whether they are about the same attribute of a person, or about none. A
logistic regression weighs it (``likelihood.json``, fitted by ``python -m benchmarks.overtaking``), one for all
languages. Whether it is enough is decided in `endings`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from tiermem.engine.comparison.beside import is_of_another_name
from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.lives.health import mentions_recovery
from tiermem.engine.comparison.lives.partings import mentions_death
from tiermem.engine.comparison.lives.work import drives_otherwise, position_words
from tiermem.engine.comparison.pair import Pair
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.comparison.weights import weights_of
from tiermem.engine.reading.clauses import before_question, clauses, facts, is_wish, stands_alone
from tiermem.engine.reading.given_values import EXACT
from tiermem.engine.reading.lasting import lasting_beside, loses_illness
from tiermem.engine.reading.lexicon import Spaced, alike
from tiermem.engine.reading.lexicon import lexicon as lexicon_by_code
from tiermem.engine.reading.reading import OF_CHANGE, odds_of_change, read, size_of
from tiermem.engine.statements.attributes import about, shared
from tiermem.engine.statements.meanings import meaning, nearness, nearness_of_wholes
from tiermem.support.lazy import pattern
from tiermem.text.languages.changes import ONE
from tiermem.text.topics import SEVERAL, topics_of
from tiermem.values.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiermem.engine.reading.owners import Owner
    from tiermem.engine.reading.reading import Reading
    from tiermem.engine.statements.attributes import About

FILE = "likelihood.json"
COMMON = (
    "odds of a change",
    "odds of a state",
    "topics",
    "topics of several",
    "near as a whole",
    "near by words",
    "another time",
)
"""Names of the evidence that `slips` weighs, too, in order."""
EVIDENCE = (
    *COMMON,
    "odds of a new state",
    "about the same",
    "old about nothing",
    "new about nothing",
    "topics apart",
    "values of one sort",
    "shares no word",
    "of the speaker",
    "once before",
    "a cue of change",
)
"""Names of the evidence, in order."""
LEAST_OF_ONE, MUCH = -3.0, 1.0
"""Log odds from which on one statement is meant where few can be, and what those of another are lower then."""
_FEWEST_SHARED, _SHARED = 2, 0.75
"""Minimum number and share of the words of the shorter of two statements that say the same."""
LOOKED_AT = 12
"""Number of nearest earlier statements that are weighed."""
_DATED = frozenset({"date", "time"})
"""Sorts of values that an appointment has."""
_WHEN = _DATED | {"weekday"}
"""Sorts of values that say when."""
LEAST_CHANGE = -3.0
"""Log odds of a change below which nothing is overtaken."""
_FEWEST_ITEMS, _MOST_IN_ITEM = 3, 2
"""Minimum items of a list in a request; maximum words of each."""
_FEWEST_BEGUN = 2
"""Minimum words with which two statements of the same activity begin: "I write"."""
_FEWEST_WORDS = 3
"""Minimum informative words and values of a statement without an owner."""
_SEPARATOR = pattern(r"[,;、]\s*")
_QUOTES = tuple("\"'“”„«「『")
_LEAST_ODDS, _MOST_ODDS = -8.0, 4.0
"""Log odds at which values are capped."""
_LEAST_CHANCE = 0.01
"""Chance that is added to those of which the logarithm is taken."""


_ADDED = frozenset({"children", "food_taste", "hobby", "pet", "reading"})
"""Topics to which a life adds: a new pet replaces no other, unless it is named."""
_BESIDE = frozenset({
    "question or plan", "to come", "past", "one time", "one more", "another time", "another side", "another number",
    "about the person", "another attribute", "an age",
})  # fmt: skip
"""Reasons of `compare` to keep two statements beside each other that apply here too."""
_FOR_LIFE = frozenset({"birthday", "own name"})
"""Concepts of what nothing but a correction ends."""
_OF_HEALTH = frozenset({"allergy"})
"""Topics of what harms if it is forgotten: news on another topic does not end it."""
_OF_PERSONS = frozenset({"partner", "household", "children"})
"""Topics of statements because of whom they are about: "my girlfriend is allergic to nuts"."""
_OF_WORK = frozenset({"employer", "role"})
_OF_THEM = frozenset({"children", "pet"})
"""Topics of those who stay whatever else changes."""
_PERSONS = ("kin", "name", "role")
"""Sorts of owners that are persons other than the user."""


class Likeliest(NamedTuple):
    """The earlier statement that a later one most likely overtakes, others that say the same, and the log odds."""

    statements: tuple[str, ...]
    odds: float


def likeliest(olds: Iterable[str], new: str, *, corrects: bool = False) -> Likeliest | None:
    """Return the earlier statement that a later one most likely overtakes; None if it may overtake none.

    Args:
        olds: The earlier statements.
        new: The later one.
        corrects: True if it is known to say that something was wrong, and so need not announce a change.
    """
    said = _stated(new)
    if said is None or not (corrects or _may_be_change(said)):
        return None
    near = (old for old in nearest(olds, said) if not is_beside(old, said))
    weighed = sorted(((log_odds(old, said), old) for old in near), reverse=True)
    if not weighed:
        return None
    first = weighed[0][1]
    left = lasting_beside(first, said)
    if _tells_more(first, said) or _is_of_other_matter(first, said) or loses_illness(first, said, left):
        return None
    alike_first = [old for _, old in weighed[1:] if says_the_same(old, first)]
    others = [odds for odds, old in weighed[1:] if old not in alike_first]
    return Likeliest((first, *alike_first), odds_of_first([weighed[0][0], *others]))


def most_likely(olds: Iterable[str], new: str) -> tuple[str, ...]:
    """Return the only earlier statement, or that which a later one overtakes much more likely than any other."""
    weighed = sorted(((log_odds(old, new), old) for old in olds), reverse=True)
    others = [odds for odds, _ in weighed[1:2]]
    is_meant = bool(weighed) and weighed[0][0] >= max([LEAST_OF_ONE, *(odds + MUCH for odds in others)])
    return (weighed[0][1],) if is_meant else ()


def says_the_same(one: str, other: str) -> bool:
    """Return True if of two earlier statements the shorter one has little that the other lacks.

    The agent notes what the user says: "My boiler is an oil one and eats money", "The user has an oil boiler".
    """
    short, long = sorted((read(one), read(other)), key=lambda said: len(said.telling))
    if short.owner.sort in _PERSONS and not short.owner.is_of(long.owner):
        return False
    shared = len(alike(short.telling, long.says))
    return shared >= _FEWEST_SHARED and shared >= _SHARED * len(short.telling)


def odds_of_first(odds: Sequence[float]) -> float:
    """Return the log odds that only the first of several earlier statements is overtaken.

    A change concerns one thing: the more known statements it may concern, the less sure is each.
    """
    first, *others = odds
    return first - math.log(1 + sum(map(math.exp, others)))


def is_beside(old: str, new: str) -> bool:
    """Return True if a statement is about another person than an earlier one, adds to it, or is temporary.

    An age overtakes nothing but an age, and nothing but an age overtakes it.
    """
    before, after = read(old), read(new)
    is_anothers = after.owner.sort in _PERSONS and _is_another(before.owner, after.owner)
    if is_anothers or after.theirs_of(before.owner):
        return True
    both_of = before.concepts.keys() & after.concepts.keys()
    is_for_life = not (both_of or _FOR_LIFE.isdisjoint(before.concepts)) or mentions_death(old)
    names_role = before.owner.sort == "role" and before.owner.word not in after.all_words
    is_of_person = bool(before.introduced or names_role) and not (
        both_of or alike(before.telling, after.says)
    )
    is_age = "age" in after.concepts and "number" in after.values and "age" not in before.concepts
    is_no_age = before.concepts.keys() == {"age"} and not both_of and "number" not in after.values
    is_of_other = _is_of_another_sort(before, after) or _adds_with_what(before, after)
    if is_for_life or is_of_person or is_age or is_no_age or is_of_other:
        return True
    adds = after.is_new or after.has("only_once") or (after.has("adds") and not before.has("adds"))
    if (
        adds
        or drives_otherwise(before, after)
        or _is_of_no_appointment(before, after)
        or _leaves_other_matters(before, after)
        or _is_of_position(before, after)
    ):
        return True
    if after.has("once") and after.has("happens") and not after.has(*OF_CHANGE) and not both_of:
        return True  # "I had a meeting at 10 yesterday"
    reason = compare(Statement(old), Statement(new)).reason
    are_others = _are_of_others(before, after) or is_of_another_name(before, after)
    are_others = reason == "another person" and are_others
    if reason in _BESIDE or are_others or _is_of_nobody(before, after) or _is_of_part(before, after):
        return True
    both = topics_of(old).keys() & topics_of(new).keys()
    return bool(both) and both <= _ADDED and not alike(before.telling, after.says) & before.naming


def _is_of_no_appointment(before: Reading, after: Reading) -> bool:
    """Return True if news has no word of an appointment and no other day or time for it.

    "I started at the hospital on Monday" leaves "The dentist is on the 14th at 9:30".
    """
    is_appointment = before.values.keys() >= _DATED
    return is_appointment and not (alike(before.telling, after.says) or _DATED & after.values.keys())


def _leaves_other_matters(before: Reading, after: Reading) -> bool:
    """Return True if news names nothing of a pet or child and is of neither, or moves the day of what has none.

    "We moved, I'm in Bruges now" leaves "I've got two ferrets", "They moved the dentist to the 21st" leaves "I work
    nights".
    """
    if alike(before.telling, after.says):
        return False
    is_of_them = topics_of(before.text).keys() & _OF_THEM
    moves_day = after.owner.sort == "thing" and bool(after.naming) and not _WHEN.isdisjoint(after.values)
    return (bool(is_of_them) and is_of_them.isdisjoint(topics_of(after.text))) or (
        moves_day and after.has("changes") and _WHEN.isdisjoint(before.values)
    )


def _is_of_position(before: Reading, after: Reading) -> bool:
    """Return True if news only shares with a statement which position it is: "practice manager", "choir practice"."""
    named = alike(before.telling, after.says)
    is_of_work = not _OF_WORK.isdisjoint(before.concepts)
    return bool(named) and not is_of_work and named <= position_words(after)


def _are_of_others(before: Reading, after: Reading) -> bool:
    """Return True if two statements are of things of others, or the earlier one of a person and the later one not.

    What "my sister and I" share may change by news of the speaker.
    """
    if before.owner.sort == after.owner.sort == "thing":
        return True
    is_spaced = isinstance(lexicon_by_code(before.language), Spaced)
    if before.speaks_of_self if is_spaced else before.is_mine:
        return False
    is_own = after.owner.sort == "self" and not (after.related or after.has("parts"))
    return is_own and before.owner.sort in _PERSONS and not alike(before.telling, after.says)


def _is_of_nobody(before: Reading, after: Reading) -> bool:
    """Return True if the later statement names another of a kind that the earlier one has, and is of nobody.

    "They changed the train to 9:26" is no news of "I drive a Volvo".
    """
    said = Statement(after.text)
    pair = Pair(before, after, said, after)
    return pair.is_other_member and pair.is_of_nobody()


def _is_of_part(before: Reading, after: Reading) -> bool:
    """Return True if the later statement tells of a gain of what goes with a thing: "I bought a guitar strap"."""
    lexicon = lexicon_by_code(after.language)
    is_of_gain = after.has("changes") and not (
        after.is_strong or after.has("ends_next", "ends_last", "denies")
    )
    if not (isinstance(lexicon, Spaced) and is_of_gain):
        return False
    hit = alike(before.naming, after.naming)
    words = ["", "", *after.plain, ""]
    stems = [lexicon.stem(word) for word in words]
    others = after.naming - hit
    places = [place for place, one in enumerate(stems) if one in hit or alike(frozenset({one}), hit)]
    return bool(places) and all(
        stems[place + 1] in others or (words[place - 1] in lexicon.of and stems[place - 2] in others)
        for place in places
    )


def _is_of_another_sort(before: Reading, after: Reading) -> bool:
    """Return True if of two statements one gives a home and the other a work, and they are about nothing else."""
    known, said = before.concepts.keys() & ONE, after.concepts.keys() & ONE
    are_apart = any(
        one == {"home"} and bool(other & _OF_WORK) for one, other in ((known, said), (said, known))
    )
    return (
        are_apart
        and known.isdisjoint(said)
        and topics_of(before.text).keys().isdisjoint(topics_of(after.text))
    )


def _adds_with_what(before: Reading, after: Reading) -> bool:
    """Return True if a statement only adds with what or whom the user does the same: "I write with a pen"."""
    lexicon = lexicon_by_code(after.language)
    if not isinstance(lexicon, Spaced) or after.has(*OF_CHANGE):
        return False
    size = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before.plain, after.plain, strict=False))))
    is_with = not lexicon.company.isdisjoint(after.plain[size : size + 1])
    return size >= _FEWEST_BEGUN and is_with and lexicon.company.isdisjoint(before.all_words)


def _is_of_other_matter(old: str, new: str) -> bool:
    """Return True if an earlier statement gives an allergy, or only one of the two a wish, and they share no matter."""
    before, after = read(old), read(new)
    known, said = topics_of(old).keys(), topics_of(new).keys()
    if known & _OF_HEALTH:
        is_alike = bool(alike(before.telling, after.says - after.naming))
        return mentions_recovery(new) or ((known - _OF_PERSONS).isdisjoint(said) and not is_alike)
    is_old, is_new = is_wish(old), is_wish(new)
    if is_old == is_new or not (after if is_old else before).is_mine:
        return False
    return known.isdisjoint(said) and not alike(before.telling, after.says)


def _is_another(before: Owner, after: Owner) -> bool:
    """Return True if two owners are of different sorts, or have different names: "my son Tom", "my son Ben"."""
    is_named_otherwise = bool(before.name and after.name) and before.name != after.name
    return not before.is_of(after) or is_named_otherwise


def _tells_more(old: str, new: str) -> bool:
    """Return True if an earlier statement lists things, or joins facts on other topics that would be lost with it."""
    if _items(old):
        return True
    parts = facts(old)
    meant = topics_of(new).keys()
    others = [part for part in parts if meant.isdisjoint(topics_of(part)) and stands_alone(part)]
    return len(parts) > 1 and any(topics_of(part) or read(part).values for part in others)


def may_overtake(new: str) -> bool:
    """Return True if a statement may overtake earlier ones at all."""
    said = _stated(new)
    return said is not None and _may_be_change(said)


def _may_be_change(said: str) -> bool:
    return odds_of_change(said) >= LEAST_CHANGE and not _is_material(said) and _names_something(said)


def _is_material(said: str) -> bool:
    """Return True for a request with its material: "sort this: pear, fig, apple", "shorten: "…""."""
    items = _items(said)
    is_list = bool(items) and all(len(item.split()) <= _MOST_IN_ITEM for item in items)
    return is_list or _behind_colon(said)[:1] in _QUOTES


def _behind_colon(said: str) -> str:
    return said.replace("：", ": ").partition(": ")[2].lstrip()


def _items(said: str) -> list[str]:
    """Return the items of a list after a colon, if there are enough."""
    items = _SEPARATOR.split(_behind_colon(said))
    return items if len(items) >= _FEWEST_ITEMS else []


def _names_something(said: str) -> bool:
    """Return False for a few words without an owner that name nothing: "now with rhymes, please"."""
    new = read(said)
    return new.is_mine or bool(new.values) or new.owner.sort != "thing" or size_of(said) >= _FEWEST_WORDS


def _stated(text: str) -> str | None:
    """Return the statement of a text, without its final question and hypothetical clauses."""
    text = before_question(text) or text
    if not read(text).has("supposes"):
        return text
    said = [one for one in clauses(text) if not read(one).has("supposes")]
    return ", ".join(said) or None


class Judged(NamedTuple):
    """A statement as the models judge it: log odds of a change and of a state, and what it is about."""

    change: float
    state: float
    about: About


def judged(text: str) -> Judged:
    """Return a statement as the shipped models judge it."""
    said = read(text)
    return Judged(odds_of_change(text), said.stability, about(text, said.language))


def log_odds(old: str, new: str) -> float:
    """Return the log odds that a statement overtakes an earlier one."""
    return weights_of(FILE, EVIDENCE).log_odds(evidence(old, new))


def evidence(old: str, new: str, judge: Callable[[str], Judged] = judged) -> list[float]:
    """Return the numbers of `EVIDENCE`, by how *judge* judges each statement."""
    before, after, was, says = read(old), read(new), judge(old), judge(new)
    known, said = topics_of(old), topics_of(new)
    return [
        *common_evidence(old, new, change=says.change, state=was.state),
        _within(says.state),
        shared(was.about, says.about),
        math.log(_LEAST_CHANCE + was.about.nothing),
        math.log(_LEAST_CHANCE + says.about.nothing),
        float(bool(known) and bool(said) and known.keys().isdisjoint(said)),
        float(bool(EXACT & before.values.keys() & after.values.keys())),
        float(not alike(before.telling, after.says)),
        float(after.owner.sort == "self" and after.is_mine),
        float(before.has("past", "once", "only_once")),
        float(after.has(*OF_CHANGE)),
    ]


def common_evidence(old: str, new: str, *, change: float, state: float) -> list[float]:
    """Return the numbers of `COMMON` for the log odds that *new* announces a change and *old* is a state."""
    before, after = read(old), read(new)
    known, said = topics_of(old), topics_of(new)
    near = nearness(meaning(old, before.language), meaning(new, after.language))
    return [
        _within(change),
        _within(state),
        sum(weight * said.get(topic, 0.0) for topic, weight in known.items() if topic not in SEVERAL),
        sum(weight * said.get(topic, 0.0) for topic, weight in known.items() if topic in SEVERAL),
        near.whole,
        near.words,
        float(after.has("past", "once", "only_once")),
    ]


def nearest(olds: Iterable[str], new: str) -> list[str]:
    """Return the earlier statements of a language that are worth weighing: the nearest by meaning and words."""
    after = read(new)
    meant = meaning(new, after.language)

    def closeness(old: str) -> float:
        before = read(old)
        shared = len(alike(before.telling, after.says)) / max(len(before.telling), 1)
        return shared + nearness_of_wholes(meaning(old, before.language), meant)

    known = [old for old in dict.fromkeys(olds) if read(old).language == after.language]
    return sorted(known, key=closeness, reverse=True)[:LOOKED_AT]


def _within(odds: float) -> float:
    return min(max(odds, _LEAST_ODDS), _MOST_ODDS)
