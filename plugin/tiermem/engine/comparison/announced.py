"""Changes that a message announces, in whatever words: "we've moved, we're in Angers now"."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.work import position_words
from tiermem.engine.comparison.pair import DUE, MOST, OF_CALENDAR, SOME
from tiermem.engine.reading.clauses import clauses
from tiermem.engine.reading.given_values import EXACT
from tiermem.engine.reading.lexicon import alike
from tiermem.engine.reading.reading import (
    ANNOUNCED,
    NAMED,
    STABLE,
    TOGETHER,
    announces,
    odds_of_change,
    read,
)
from tiermem.text.languages.changes import OVERTAKES

if TYPE_CHECKING:
    from tiermem.engine.comparison.pair import Pair
    from tiermem.engine.comparison.statement import Statement

_OF_NUMBERS = frozenset({"age", "weight"})
"""Topics that need a number: a remark about a birthday cake is not about an age."""
_OF_SCHEDULES = frozenset({"date", "time"})
"""Sorts of values that a moved appointment has: a weekday may be the one since which a new job is done."""


@lru_cache(maxsize=64)
def announces_change(new: Statement, *, sure: bool = False) -> bool:
    """Return True if a statement, or the sentence that it abridges, likely announces a change (surely, with *sure*).

    "From now on, …" before an instruction announces no change of other statements.
    """
    if announces(content := read(new.content), sure=sure):
        return True
    quote = read(new.quote) if new.quote else content
    return (content.has("lasts") or not quote.has("lasts")) and announces(quote, sure=sure)


@lru_cache(maxsize=64)
def _said_of_change(text: str) -> frozenset[str]:
    """Return the words of a message up to the clause that most likely announces a change; the rest explains it."""
    parts = [read(part) for part in clauses(text) or (text,)]
    odds = [odds_of_change(part.text) for part in parts]
    last = max(place for place, one in enumerate(odds) if one >= min(max(odds), ANNOUNCED))
    return frozenset().union(*(part.says for part in parts[: last + 1]))


def is_announced(pair: Pair) -> bool:
    """Return True if the later statement names the earlier one and announces a change."""
    if not _may_be_announced(pair):
        return False
    old = pair.old
    topics = old.topics if "number" in old.values else old.topics - _OF_NUMBERS
    is_alike = not topics.isdisjoint(pair.whole.topics)
    shared = pair.shared if pair.differing & EXACT else pair.shared - DUE
    named = alike(pair.hit & old.naming, _said_of_change(pair.said.content))
    named -= position_words(pair.new) if "role" not in old.concepts else frozenset()
    is_most = bool(named) and len(named) >= SOME * len(old.telling)
    is_member = pair.is_other_member and not (pair.differing & OF_CALENDAR or pair.is_of_nobody())
    if (shared and pair.differing) or is_member or is_most:
        return _ends_state(pair, NAMED)
    named -= pair.new.subject & old.values.get("name", frozenset())
    if shared or (is_alike and not pair.is_of_nobody()):
        is_state = old.is_note or old.stability >= STABLE
        return (is_state and _has_cue_alone(pair)) or _ends_state(pair, TOGETHER)
    return bool(named) and announces_change(pair.said, sure=True) and _ends_state(pair, TOGETHER)


def _may_be_announced(pair: Pair) -> bool:
    """Return False if the later statement is about something else, or says nothing new."""
    old, new, whole = pair.old, pair.new, pair.whole
    says_all = bool(old.telling) and old.telling <= whole.telling and not (pair.ends or whole.denied)
    return not (
        old.has("denies")
        or pair.is_of_event
        or pair.is_of_others()
        or (old.owner.sort == "role" and not pair.is_one_role)
        or (pair.say_what_for and not (pair.about and pair.hit))
        or says_all
        or _ends_another(pair)
        or (pair.has_other_topic() and pair.share < MOST and not alike(pair.hit, new.ended))
        or _is_numbered_otherwise(pair)
        or _is_scheduled_anew(pair)
        or _is_birth(pair)
        or pair.ends_another_of_kind()
        or (old.frame == new.frame != () and not pair.differing)
    )


def _has_cue_alone(pair: Pair) -> bool:
    """Return True if a cue of change is all that the later statement says about what changed: "I moved to York"."""
    new = pair.new
    return new.has("changes") and new.is_strong and not pair.ends and not new.is_new


def _ends_state(pair: Pair, least: float) -> bool:
    """Return True if the later statement announces a change and the odds that it ends a state are high enough."""
    odds = max(odds_of_change(one) for one in (pair.said.content, pair.said.quote) if one)
    return announces_change(pair.said) and (pair.old.is_note or odds + pair.old.stability >= least)


def _ends_another(pair: Pair) -> bool:
    """Return True if all values that the later statement names ended, and the earlier one has others."""
    old, new = pair.old, pair.new
    values, known = new.value_words | new.member_words, old.value_words | old.member_words
    return bool(known and values) and values <= new.ended | new.denied and not alike(values, old.says | known)


def _is_scheduled_anew(pair: Pair) -> bool:
    """Return True if the later statement gives a date or time, and the earlier one has none and says nothing of it."""
    given = _OF_SCHEDULES & pair.new.values.keys()
    return bool(given) and given.isdisjoint(pair.old.values) and not (pair.shared or pair.hit)


def _is_birth(pair: Pair) -> bool:
    """Return True if the later statement tells of a birth, and the earlier one of nothing that it ends."""
    is_of_other = OVERTAKES["birth"].isdisjoint(pair.old.concepts) and pair.hit <= pair.old.related
    return is_of_other and "birth" in pair.new.concepts


def _is_numbered_otherwise(pair: Pair) -> bool:
    """Return True if the statements are about different ones of several things: "server1 …", "server2 …"."""
    old, new = ({word.rstrip("0123456789"): word for word in one.words} for one in (pair.old, pair.new))
    return any(
        old[name] != new[name] and name not in (old[name], new[name]) for name in old.keys() & new.keys()
    )
