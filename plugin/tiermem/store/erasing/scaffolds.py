"""Taking out of profiles and connections what rests on erased words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tiermem.store.erasing.columns import parts
from tiermem.store.erasing.needles import ERASED

if TYPE_CHECKING:
    from tiermem.values import Line, Mark, Profile

_MISSING = object()


def without_erased(profile: Profile, erased: Collection[int]) -> Profile:
    """The profile without lines and values that were erased, or that name an erased observation as a source.

    Those may say it in other words. What names none and says more than the erased words keeps the rest, with `ERASED`
    in their place.

    Args:
        profile: A profile in whose texts `ERASED` stands for the words.
        erased: Places in the stream of the observations that said them.
    """
    gone = [path for path, mark in profile.marks.items() if _rests_on(mark.events, erased)]
    scaffold: Any = dict(profile.scaffold)
    for path in gone:
        scaffold = _without_value(scaffold, parts(path))
    scaffold = without_erased_values(scaffold)
    lost = {path for path in profile.marks if _is_at(path, profile.scaffold) and not _is_at(path, scaffold)}
    return replace(
        profile,
        narrative=tuple(_lines(profile.narrative, erased)),
        scaffold=scaffold,
        marks={
            path: _mark(mark, erased) for path, mark in profile.marks.items() if path not in {*lost, *gone}
        },
        learned=tuple(_lines(profile.learned, erased)),
    )


def without_erased_values(data: dict[str, Any]) -> dict[str, Any]:
    """Plain data without the keys and values that are `ERASED`, and without what they leave empty."""
    left = _left(data)
    return left if isinstance(left, dict) else {}


def _left(value: Any) -> Any:
    """What is left of a value; `_MISSING` for nothing."""
    if isinstance(value, dict):
        some: Any = {
            key: kept
            for key, item in value.items()
            if not says_nothing(key) and (kept := _left(item)) is not _MISSING
        }
    elif isinstance(value, list):
        some = [kept for item in value if (kept := _left(item)) is not _MISSING]
    else:
        return _MISSING if isinstance(value, str) and says_nothing(value) else value
    return _MISSING if value and not some else some


def says_nothing(text: str) -> bool:
    """Whether nothing but `ERASED` and marks is left of a text."""
    return ERASED in text and not any(character.isalnum() for character in text.replace(ERASED, ""))


def other_sources(profile: Profile, erased: Collection[int]) -> set[int]:
    """The observations that are left of those on which something rests that goes with the erased ones."""
    lines = [line.events for line in (*profile.narrative, *profile.learned)]
    values = [events for mark in profile.marks.values() for events in (mark.events, mark.rival_events)]
    return {
        seq
        for events in (*lines, *values)
        if _rests_on(events, erased)
        for seq in events
        if seq not in erased
    }


def _rests_on(events: Sequence[int], erased: Collection[int]) -> bool:
    return any(seq in erased for seq in events)


def _lines(lines: Sequence[Line], erased: Collection[int]) -> Iterator[Line]:
    return (line for line in lines if not says_nothing(line.text) and not _rests_on(line.events, erased))


def _mark(mark: Mark, erased: Collection[int]) -> Mark:
    rival = _MISSING if _rests_on(mark.rival_events, erased) else _left(mark.rival)
    return replace(mark, rival=None, rival_events=()) if rival is _MISSING else replace(mark, rival=rival)


def _is_at(path: str, data: Any) -> bool:
    """Whether there is a value at a path."""
    for key in parts(path):
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True


def _without_value(data: Any, keys: Sequence[str]) -> Any:
    """Plain data without the value at these keys, and without the objects that this leaves empty."""
    if not isinstance(data, dict) or keys[0] not in data:
        return data
    rest = {key: value for key, value in data.items() if key != keys[0]}
    if len(keys) == 1:
        return rest
    inner = _without_value(data[keys[0]], keys[1:])
    return {**data, keys[0]: inner} if inner or inner == data[keys[0]] else rest
