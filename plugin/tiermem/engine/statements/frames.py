"""Find statements that give another value for the very thing that an earlier one is about.

"The standup is at 9:30" and "The standup has moved to 10:00" have one frame, the time of the standup, and two values.
Copulas and verbs of change ("is", "has moved to") only join a thing and its value; "now" and "new" are cues that there
was another value before. All else must be the same except one value of the same type.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tiermem.engine.statements.clauses import clauses, is_aside, says_changed
from tiermem.text import STOP_WORDS, fold
from tiermem.text.languages import everywhere

if TYPE_CHECKING:
    from tiermem.engine.statements.clauses import Clause, Sort, Word

_FIRST = re.compile(r"[^\W_]+")
_NEAR = 2
"""Words between the verb and a value without a preposition: "… is version 2"."""
_MOST_WORDS = 8
"""Longest value in words, or characters of a script without spaces; a longer one is another statement."""


def replaces(new: str, old: str, *, denies: bool = False) -> bool:
    """Return True if *new* gives the thing that *old* is about another value.

    Args:
        new: The later statement.
        old: The earlier one, all of which must be about that one thing.
        denies: True if the later one is known to say that something was wrong.
    """
    if not (denies or says_changed(new)):
        return False
    after = clauses(new)
    before = [clause for clause in clauses(old) if not is_aside(clause)]
    return len(before) == 1 and any(_is_another_value(clause, before[0]) for clause in after)


@lru_cache(maxsize=256)  # asked of each pair that a statement is in
def is_addition(text: str) -> bool:
    """Return True if a statement adds to earlier ones: "… too"."""
    return everywhere().besides.search(text) is not None


def differ_in_time(new: str, old: str) -> bool:
    """Return True if the statements hold at different times: "at the weekend", "during the week"."""
    times = [{fold(match[0]) for match in everywhere().at_times.finditer(text)} for text in (new, old)]
    return times[0] != times[1]


def is_of_one_more(new: str, old: str) -> bool:
    """Return True if *new* is about one more thing of its kind, or both are about things of the same name.

    "My new colleague is Bob" adds a colleague; "My cat is Leo and is 5" and "My cat is Mia and is 3" are two cats.
    """
    after, before = clauses(new), clauses(old)
    if any(clause.one_more for clause in after):
        return True
    return all(
        sum(word.text == "=" for clause in said for word in clause.words) > 1 for said in (after, before)
    )


def is_of_another_than_we(new: str, old: str) -> bool:
    """Return True if the earlier statement is about the speakers and the later one about others: "our sister team"."""
    earlier, later = fold(old), fold(new)
    if not (who := _FIRST.match(earlier)) or who[0] not in everywhere().we:
        return False
    said = _FIRST.findall(later)
    named = next((word for word in said if word not in everywhere().determiners), "")
    return everywhere().we.isdisjoint(said) and named not in _FIRST.findall(earlier)


def stands_beside(new: str, old: str) -> bool:
    """Return True if *new* says of another thing what *old* says of one of its kind: server 2 and server 1."""
    return any(
        (found := _difference(clause, before)) is not None
        and (clause.one_more or is_addition(new) or not found.behind)
        and found.right.sorts == found.wrong.sorts
        and "word" not in found.right.sorts
        for before in clauses(old)
        for clause in clauses(new)
    )


class _Difference(NamedTuple):
    right: _Value
    wrong: _Value
    works: bool
    """True if both say for whom somebody works."""
    behind: bool
    """True if both values follow the verb, see `_is_behind_the_verb`."""


def _difference(new: Clause, old: Clause) -> _Difference | None:
    """Return the values in which two clauses differ; None if anything else differs."""
    mine, others = new.words, old.words
    start = _shared(mine, others)
    end = _shared(mine[start:][::-1], others[start:][::-1])
    while start and mine[start - 1].sort != "word" and not mine[start - 1].joins:
        start -= 1  # "May 3" and "May 10" are one value each
    while end and mine[len(mine) - end].sort in ("name", "time", "date"):
        end -= 1
    frame = (*mine[:start], *mine[len(mine) - end :])
    if not any(_is_content(word) for word in frame):
        return None
    right, wrong = (_Value.of(words[:start], words[start : len(words) - end]) for words in (mine, others))
    if not right.words or not wrong.words or max(len(right.words), len(wrong.words)) > _MOST_WORDS:
        return None
    if right.texts == wrong.texts or any(word.joins for word in (*right.words, *wrong.words)):
        return None
    behind = all(
        _is_behind_the_verb(words, start, value) for words, value in ((mine, right), (others, wrong))
    )
    return _Difference(right, wrong, any(word.text in everywhere().works for word in frame), behind)


def _is_another_value(new: Clause, old: Clause) -> bool:
    found = _difference(new, old)
    if found is None:
        return False
    right, wrong = found.right, found.wrong
    if new.wrong:
        return new.wrong == wrong.texts
    if new.one_more and not old.one_more:
        return False
    if sorted(right.texts) == sorted(wrong.texts):
        return "number" not in right.sorts
    return found.behind and _fit(right, wrong, works=found.works)


def _is_behind_the_verb(words: Sequence[Word], start: int, value: _Value) -> bool:
    """Return True if a value is said of the thing rather than part of its name: not "server 1", "the 9:30"."""
    before, behind = words[: start + value.lead], words[start + value.lead + len(value.words) :]
    verbs = [place for place, word in enumerate(words) if word.text == "="]
    if verbs:
        if any(word.text == "=" for word in behind):
            return False
        joined = value.is_what_it_is or value.place is not None
        near = not behind and len(before) - verbs[0] <= _NEAR
        return verbs[0] < len(before) and (joined or near)
    if before and before[-1].text in everywhere().measures:
        return True
    return value.place is not None and (not behind or before[0].text in everywhere().we)


class _Value(NamedTuple):
    words: Sequence[Word]
    place: str | None
    """The preposition before it."""
    is_what_it_is: bool
    """True if a copula joins it: the thing "is" it, or moved to it."""
    lead: int
    """Copulas and prepositions before it in which the two statements differ."""

    @classmethod
    def of(cls, before: Sequence[Word], rest: Sequence[Word]) -> _Value:
        lead = 0
        while lead < len(rest) and rest[lead].joins:
            lead += 1
        words = [*before, *rest[:lead]]
        joining = []
        while words and words[-1].joins:
            joining.append(words.pop().text)
        place = next((word for word in joining if word != "="), None)
        return cls(rest[lead:], place, "=" in joining, lead)

    @property
    def texts(self) -> tuple[str, ...]:
        """The folded words."""
        return tuple(word.text for word in self.words)

    @property
    def sorts(self) -> frozenset[Sort]:
        """The types of its words."""
        return frozenset(word.sort for word in self.words)


def _fit(right: _Value, wrong: _Value, *, works: bool) -> bool:
    """Return True if two values of the same thing exclude each other."""
    known = everywhere()
    places = {right.place, wrong.place} - {None}
    employs = works and places <= known.employs
    if len(places) > 1 and places.isdisjoint(known.towards) and not employs:
        return False
    sorts = {right.sorts, wrong.sorts}
    if sorts == {frozenset({"time"}), frozenset({"number"})} and right.place == wrong.place:
        return True
    if len(sorts) > 1 or "word" in right.sorts:
        return False
    if "name" not in right.sorts:
        return True
    if right.place in known.towards and wrong.place not in known.whereabouts:
        return False  # who is called Bob may move to Berlin
    return (right.is_what_it_is and wrong.is_what_it_is) or (employs and bool(places))


def _shared(one: Sequence[Word], other: Sequence[Word]) -> int:
    """Count the words that both begin with."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a.text != b.text), min(len(one), len(other)))


def _is_content(word: Word) -> bool:
    return not word.joins and word.text not in STOP_WORDS
