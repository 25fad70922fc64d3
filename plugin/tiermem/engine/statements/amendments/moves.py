"""New days and times, of something that is not named most of all: "they moved it to the 10th"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.engine.reading.clauses import clauses, joined
from tiermem.engine.reading.given_values import exact_values, month_in, values_in
from tiermem.engine.reading.lexicon import MARKS, lexicon_of, undated
from tiermem.engine.reading.reading import announces, read
from tiermem.engine.statements.amendments.replacing import OF_DAYS, amended_by_sort, is_day
from tiermem.text.languages.changes import ONE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tiermem.engine.reading.given_values import Value

_WHEN = frozenset({"date", "weekday", "time"})
"""Sorts of values that say when."""


def moves(said: str) -> bool:
    """Return True if a text gives a new day or time of something that it does not name: "they moved it to the 10th"."""
    return _bare_move(said) is not None


def moved(old: str, said: str, stored: str) -> str | None:
    """Return a statement with the new day or time of such a text, or followed by what of it would be *stored*.

    None if it has none to change.
    """
    clause = _bare_move(said)
    if clause is None:
        return None
    old_values = values_in(undated(old))
    new = _behind_known(exact_values(clause), {one.text for one in old_values})
    sorts = {one.sort for one in old_values}
    if not new or not sorts & {*OF_DAYS, "time"} or _is_over(old):
        return None
    month = month_in(clause, lexicon_of(clause))
    is_whole = month is None or any(one.start <= month[0] < one.end for one in new)
    amended_old = amended_by_sort(undated(old), clause, new) if is_whole else None
    if amended_old is not None:
        return amended_old.content
    is_of_day = any(one.sort in OF_DAYS or is_day(one, clause) for one in new)
    fits = bool(sorts & {*OF_DAYS}) if is_of_day else "time" in sorts
    return joined([one.rstrip(f"{MARKS} 。") for one in (old, stored)]) if fits else None


def _behind_known(values: Sequence[Value], known: Collection[str]) -> list[Value]:
    """Return the values behind those that are known, if any are: "the 8:15 got cut, I'm on the 8:40"."""
    start = max((one.end for one in values if one.text in known), default=0)
    return [one for one in values if one.start >= start]


def moves_named(text: str) -> bool:
    """Return True if a text gives something that it names another day or time: "they moved the vet to the 21st"."""
    said = read(text)
    is_of_it = said.owner.sort == "thing" and bool(said.naming) and announces(said, sure=True)
    return is_of_it and said.has("changes") and not _WHEN.isdisjoint(said.values)


def moves_only(text: str) -> bool:
    """Return True if a text says nothing but a new day or time; "I start on 4 May" says what the user does."""
    said, given = read(text), exact_values(text)
    if lexicon_of(text).begins.search(text):
        return False
    is_time = bool(given) and all(one.sort != "number" or is_day(one, text) for one in given)
    return is_time and said.has("changes") and said.owner.sort in ("thing", "self") and not said.unchanging


def _bare_move(said: str) -> str | None:
    """Return a text, or its only clause with a day or time, that says that this changed, and of nothing named."""
    if read(said).has("supposes", "past", "only_once", "adds", "ends_next", "ends_last"):
        return None
    giving = [one for one in clauses(said) if exact_values(one)]
    return next((one for one in (said, *(giving if len(giving) == 1 else ())) if moves_only(one)), None)


def _is_over(old: str) -> bool:
    """Return True if a statement tells what happened once: "I started at Aldi on 3 May"."""
    said = read(old)
    return said.has("happens", "past") or (said.has("changes") and not ONE.isdisjoint(said.concepts))
