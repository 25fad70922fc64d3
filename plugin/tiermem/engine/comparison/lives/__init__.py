"""Events in a person's life and the statements that they end: a birthday, a death, a recovery, a new job or school.

A person has one age and one job at a time, however each is told: "Mia had her 8th birthday" after "my daughter Mia is
7 and allergic to nuts", "I'm a gardener now" after "I work in a bank". The expressions are in `Changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from tiermem.engine.comparison.lives import events, growing, health, moving_in, partings, work

if TYPE_CHECKING:
    from tiermem.engine.comparison.statement import Reason
    from tiermem.engine.reading.reading import Reading


def end_in_life(old: Reading, new: Reading, whole: Reading) -> Reason | None:
    """Return the way in which something that happened to a person ends an earlier statement, or None.

    *new* may be a clause of a message, *whole* is all of it.
    """
    if not old.has("happens", "past", "once") and partings.ends_with_death(old, new):
        return "gone"
    if health.ends_ailment(old, new):
        return "overtaken"
    if partings.ends_with_separation(old, new) and not partings.leaves_the_partner(old, whole):
        return "gone"
    one = (growing.moves_up(old, new), events.turns_over(old, new, whole), work.takes_other_work(old, new))
    return "one at a time" if any(one) else None


class _Sort(NamedTuple):
    """Facts of one sort: the keys of a statement, and those of the statements that a later one may end."""

    keys_of: Callable[[str], Iterator[str]]
    ended_by: Callable[[str], Iterator[str]]


_SORTS = (
    _Sort(partings.keys_of, partings.ended_by),
    _Sort(partial(growing.keys_of, is_event=False), partial(growing.keys_of, is_event=True)),
    _Sort(partial(events.keys_of, is_event=False), partial(events.keys_of, is_event=True)),
    _Sort(work.keys_of, work.keys_of),
    _Sort(health.keys_of, health.ended_by),
    _Sort(moving_in.keys_of, moving_in.ended_by),
)


def keys_of(text: str) -> Iterator[str]:
    """Yield the keys of a statement by the people, the work and the health in it."""
    return chain.from_iterable(sort.keys_of(text) for sort in _SORTS)


def ended_by(text: str) -> Iterator[str]:
    """Yield the keys of the statements that a later one may bear on in this way."""
    return chain.from_iterable(sort.ended_by(text) for sort in _SORTS)


def mentions_event(text: str) -> bool:
    """Return True if a text tells what happened in a life, which may end an earlier statement."""
    return (
        health.mentions_recovery_or_stop(text)
        or growing.mentions_growth(text)
        or partings.mentions_parting(text)
        or events.mentions_end_of_state(text)
        or moving_in.mentions_moving_in(text)
    )
