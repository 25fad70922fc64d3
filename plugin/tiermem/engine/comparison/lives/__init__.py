"""Events in a person's life and the statements that they end: a birthday, a death, a recovery, a new job or school.

A person has one age and one job at a time, however each is told: "Mia had her 8th birthday" after "my daughter Mia is
7 and allergic to nuts", "I'm a gardener now" after "I work in a bank". The expressions are in `Changes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives import events, growing, health, partings, work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.engine.comparison.statement import Reason
    from tiermem.engine.reading.reading import Reading


def end_in_life(old: Reading, new: Reading) -> Reason | None:
    """Return the way in which something that happened to a person ends an earlier statement, or None."""
    if not old.has("happens", "past", "once") and partings.ends_with_death(old, new):
        return "gone"
    if health.ends_ailment(old, new):
        return "overtaken"
    if partings.ends_with_separation(old, new):
        return "gone"
    is_one = growing.moves_up(old, new) or events.turns_over(old, new) or work.takes_other_work(old, new)
    return "one at a time" if is_one else None


def keys_of(text: str) -> Iterator[str]:
    """Yield the keys of a statement by the people, the work and the health in it."""
    yield from partings.keys_of(text)
    yield from growing.keys_of(text, is_event=False)
    yield from events.keys_of(text, is_event=False)
    yield from work.keys_of(text)
    yield from health.keys_of(text)


def ended_by(text: str) -> Iterator[str]:
    """Yield the keys of the statements that a later one may bear on in this way."""
    yield from partings.ended_by(text)
    yield from growing.keys_of(text, is_event=True)
    yield from events.keys_of(text, is_event=True)
    yield from work.keys_of(text)
    yield from health.ended_by(text)


def tells(text: str) -> bool:
    """Return True if a text tells what happened in a life, which may end an earlier statement."""
    return any(of.tells(text) for of in (health, growing, partings, events))
