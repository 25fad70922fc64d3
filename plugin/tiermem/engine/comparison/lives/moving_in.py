"""Somebody moves in with the user: the one's own home ends, and that the other lives alone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tiermem.engine.comparison.lives.expressions import expressions
from tiermem.engine.reading.clauses import facts
from tiermem.engine.reading.lexicon import undated
from tiermem.engine.reading.people import Person, people_of, person_before, person_in
from tiermem.engine.reading.reading import read
from tiermem.text.topics import topics_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiermem.engine.reading.reading import Reading

_ENDS = " .!。！"
"""What ends a statement, and is cut from one of which a part is taken."""


def keys_of(text: str) -> Iterator[str]:
    """Yield the key of a statement that somebody lives alone."""
    if any(one.search(text) for one in expressions(read(text).language, "alone")):
        yield "alone"


def ended_by(text: str) -> Iterator[str]:
    """Yield the keys of what ends when somebody moves in: a life alone, and statements of the one who does."""
    for one in _moved_in(text):
        yield "alone"
        yield from one.keys()


def mentions_moving_in(text: str) -> bool:
    """Return True if a text tells that somebody moved in with the user."""
    return bool(_moved_in(text))


def left_when_moved_in(old: Reading, new: Reading) -> tuple[str, ...] | None:
    """Return the facts of an earlier statement that remain when somebody moves in with the user; None if all do.

    "I live in Hull" of "I live alone in Hull"; of "My mum is 71 and lives in Wells" that she is 71.
    """
    moved = _moved_in(new.text)
    is_stay = (
        bool(new.periods)
        or new.has("supposes", "denies", "past", "only_once")
        or "pet" in topics_of(new.text)
    )
    if not moved or new.language != old.language or is_stay:
        return None
    if old.owner.sort == "self":
        return _in_company(old)
    people = people_of(old.text, old.language)
    if old.owner.sort != "kin" or not any(one.is_of(people) for one in moved):
        return None
    parts = facts(old.text) or (old.text,)
    rest = tuple(one for one in parts if "home" not in read(one).concepts)
    return rest if len(rest) < len(parts) else None


def _in_company(old: Reading) -> tuple[str, ...] | None:
    """Return where somebody lives who lives there alone, if that is said; None for any other statement.

    What they like or fear of it is none.
    """
    if old.has("likes", "denies", "forbids", "supposes", "happens") or len(facts(old.text)) > 1:
        return None
    for one in expressions(old.language, "alone"):
        found = one.search(old.text)
        before = old.text[: found.start()] if found else ""
        if found is None or (before and person_before(before, old.language) != Person(is_self=True)):
            continue
        verb = found.groupdict().get("verb") or ""
        rest = f"{old.text[: found.start()]}{verb}{old.text[found.end() :]}".rstrip(_ENDS)
        says_more = bool(read(rest).telling - read(verb).telling)
        if says_more and not verb:
            return None  # 東京で一人暮らしです: what is left is no sentence
        return (rest,) if says_more else ()
    return None


@lru_cache(maxsize=1024)
def _moved_in(text: str) -> tuple[Person, ...]:
    """Return those of whom a text tells that they moved in with the user."""
    code, text = read(text).language, undated(text)
    found = [
        person_in(match["who"], code)
        if match.groupdict().get("who")
        else person_before(said[: match.start()], code)
        for said in dict.fromkeys((text, *facts(text)))
        for one in expressions(code, "moves_in")
        for match in one.finditer(said)
    ]
    return tuple(one for one in dict.fromkeys(found) if one is not None and not one.is_self)
