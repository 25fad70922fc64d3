"""Merge updates into a scaffold: schema-free, deep, and without losing values that are not mentioned.

- A missing key is kept, and null removes nothing.
- Lists are united in the order in which items were said.
- A value of higher trust replaces another. At equal trust, the old value stays and the new one waits beside it
  (`Mark.rival`) for a person's decision. An explicit correction replaces the old value at once.
- Keys that differ only in case, spaces or a plural s are one key, so that keys do not drift.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from tiermem.engine.learning.observations import PERSON, USER
from tiermem.support import nested
from tiermem.text import fold, statement_key
from tiermem.values import Mark
from tiermem.values.frozen import dataclass, field, replace

DEEPEST = 12
"""Maximum depth of a scaffold."""
MOST_CHARS = 50_000
"""Maximum characters of a scaffold as JSON, for a prompt. Further values are left out and counted."""
_MOST_ITEMS = 50
"""Maximum items of a list. Further items are left out and counted."""
_MOST_EVENTS = 50
"""Maximum stream positions that a mark or a line keeps, the latest ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The evidence for values of a scaffold; the fields as in `Mark`.

    Attributes:
        correction: True if it explicitly corrects another value.
    """

    at: str
    trust: int
    confidence: float = 0.8
    events: tuple[int, ...] = ()
    correction: bool = False

    @property
    def mark(self) -> Mark:
        """The mark of a new value."""
        return Mark(confidence=self.confidence, at=self.at, trust=self.trust, events=self.events)

    def outdoes(self, mark: Mark) -> bool:
        """Return True if this evidence replaces a value with this mark."""
        if self.trust > mark.trust:
            return True
        return self.correction and (self.trust >= mark.trust or (self.trust == USER and mark.trust == PERSON))

    def confirms(self, mark: Mark) -> Mark:
        """Return the mark of a confirmed value."""
        if set(self.events) <= set(mark.events) and self.trust <= mark.trust:
            return mark
        return replace(
            mark,
            confidence=round(1 - (1 - mark.confidence) * (1 - self.confidence / 2), 4),
            at=max(mark.at, self.at),
            trust=max(mark.trust, self.trust),
            events=united(mark.events, self.events),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """A merged scaffold with its marks, and the changes.

    Attributes:
        changed: Paths with a new value.
        contested: Paths where a value waits beside the current one.
        left_out: Number of values left out: too deep, too many, too long, or less trusted than the current value.
    """

    scaffold: Mapping[str, Any]
    marks: Mapping[str, Mark] = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    contested: tuple[str, ...] = ()
    left_out: int = 0


def united(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the positions of both, ascending, at most the latest `_MOST_EVENTS`."""
    return tuple(sorted({*first, *second})[-_MOST_EVENTS:])


def merge(
    scaffold: Mapping[str, Any], marks: Mapping[str, Mark], update: Mapping[str, Any], evidence: Evidence
) -> Merged:
    """Merge an update into a scaffold by the module's rules. Merging twice changes nothing.

    Args:
        scaffold: The current scaffold.
        marks: The marks of its values, by path.
        update: Keys and values to merge, nested in any way.
        evidence: The evidence for all of them.
    """
    merging = _Merging(scaffold, marks, evidence)
    for keys, value in _not_contradicting(update):
        merging.take(keys, value)
    return Merged(
        scaffold=merging.scaffold,
        marks=merging.marks,
        changed=tuple(dict.fromkeys(merging.changed)),
        contested=tuple(dict.fromkeys(merging.contested)),
        left_out=merging.left_out,
    )


def _not_contradicting(update: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the values of an update. If a key has a value and an object, yield the first."""
    values: set[tuple[str, ...]] = set()
    objects: set[tuple[str, ...]] = set()
    for keys, value in nested.leaves(update):
        if value is None or value == {}:
            continue
        names = tuple(map(key_of, keys))
        above = {names[:length] for length in range(1, len(names))}
        if names not in objects and not above & values:
            values.add(names)
            objects |= above
            yield keys, value


class _Merging:
    """The state of one merge."""

    def __init__(self, scaffold: Mapping[str, Any], marks: Mapping[str, Mark], evidence: Evidence) -> None:
        self.scaffold: Mapping[str, Any] = scaffold
        self.marks = dict(marks)
        self.changed: list[str] = []
        self.contested: list[str] = []
        self.left_out = 0
        self._evidence = evidence

    def take(self, keys: tuple[str, ...], value: Any) -> None:
        """Merge one value other than an object."""
        if len(keys) > DEEPEST or not all(key.strip() for key in keys):
            self.left_out += 1
            return
        keys = _known_keys(self.scaffold, keys)
        blocking = self._outer_value(keys)
        if blocking is not None and not self._makes_room(blocking, keys[len(blocking) :], value):
            return
        old = nested.at(self.scaffold, keys)
        if isinstance(old, Mapping) and old:
            self._over_object(keys, value)
        elif isinstance(old, list) or (isinstance(value, list) and old is not nested.MISSING):
            self._unite(keys, old, value)
        else:
            self._replace(keys, old, value)

    def _outer_value(self, keys: tuple[str, ...]) -> tuple[str, ...] | None:
        """Return the keys of a plain value that blocks the path of an object, or None."""
        for length in range(1, len(keys)):
            value = nested.at(self.scaffold, keys[:length])
            if value is nested.MISSING:
                return None
            if not isinstance(value, Mapping):
                return keys[:length]
        return None

    def _makes_room(self, keys: tuple[str, ...], inner: tuple[str, ...], value: Any) -> bool:
        """Return True if the evidence is strong enough to replace a plain value by an object."""
        path = nested.joined(keys)
        mark = self._mark(path)
        if self._evidence.outdoes(mark):
            self.scaffold = nested.without(self.scaffold, keys)
            self.marks.pop(path, None)
            return True
        beside = mark.rival if isinstance(mark.rival, Mapping) else {}
        self._contest(path, nested.put(beside, inner, value))
        return False

    def _over_object(self, keys: tuple[str, ...], value: Any) -> None:
        """Keep an object, and let a plain value wait beside it for a person's decision."""
        path = nested.joined(keys)
        inside = [mark.trust for name, mark in self.marks.items() if name.startswith(f"{path}/")]
        if self._evidence.trust < max(inside, default=0):
            self.left_out += 1
            return
        self.marks.setdefault(path, self._evidence.mark)
        self._contest(path, value)

    def _unite(self, keys: tuple[str, ...], old: Any, value: Any) -> None:
        known = list(old) if isinstance(old, list) else [old]
        said = value if isinstance(value, list) else [value]
        seen = {_canonical(item) for item in known}
        new = [item for item in _items(said) if _canonical(item) not in seen]
        room = max(_MOST_ITEMS - len(known), 0)
        self.left_out += len(new[room:])
        path = nested.joined(keys)
        mark = self._evidence.confirms(self._mark(path))
        if new[:room] or not isinstance(old, list):
            self._put(keys, [*known, *new[:room]], mark)
        else:
            self.marks[path] = mark

    def _replace(self, keys: tuple[str, ...], old: Any, value: Any) -> None:
        path = nested.joined(keys)
        if old is not nested.MISSING and _canonical(old) == _canonical(value):
            self.marks[path] = self._evidence.confirms(self._mark(path))
        elif path not in self.marks or self._evidence.outdoes(self.marks[path]):
            said = _items(value) if isinstance(value, list) else value
            self.left_out += len(said[_MOST_ITEMS:]) if isinstance(said, list) else 0
            self._put(keys, said[:_MOST_ITEMS] if isinstance(said, list) else said, self._evidence.mark)
        else:
            self._contest(path, value, gone=old is nested.MISSING)

    def _put(self, keys: tuple[str, ...], value: Any, mark: Mark) -> None:
        grown = nested.put(self.scaffold, keys, value)
        path = nested.joined(keys)
        if (length := _length(grown)) > MOST_CHARS and length > _length(self.scaffold):
            self.left_out += 1
            return
        self.scaffold = grown
        self.marks[path] = mark
        self.changed.append(path)

    def _contest(self, path: str, value: Any, *, gone: bool = False) -> None:
        """Add another value beside the current one if both are equally trusted; otherwise leave it out.

        Only the latest value waits. An earlier waiting value is counted as left out.
        """
        mark = self._mark(path)
        if gone or self._evidence.trust < mark.trust or _length(value) > MOST_CHARS // 10:
            self.left_out += 1
            return
        if not isinstance(mark.rival, Mapping):
            self.left_out += mark.rival is not None and _canonical(mark.rival) != _canonical(value)
        self.marks[path] = replace(mark, rival=value, rival_events=self._evidence.events)
        self.contested.append(path)

    def _mark(self, path: str) -> Mark:
        """Return the mark of a value, or an empty mark."""
        return self.marks.get(path, Mark(confidence=0.0, at="", trust=0))


def _known_keys(scaffold: Mapping[str, Any], keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys as the scaffold spells them."""
    found: list[str] = []
    inner: Any = scaffold
    for key in keys:
        alike = (
            (name for name in inner if key_of(name) == key_of(key))
            if isinstance(inner, Mapping)
            else iter(())
        )
        known = key if isinstance(inner, Mapping) and key in inner else next(alike, key)
        found.append(known)
        inner = inner.get(known) if isinstance(inner, Mapping) else None
    return tuple(found)


@lru_cache(maxsize=4_096)  # all keys of a scaffold are compared with each new one
def key_of(name: str) -> str:
    """Normalise a key: "Projects" and "project" are one, and so are "Job title" and "job_title"."""
    plain = "".join(character for character in fold(name) if character.isalnum())
    return (
        plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain or name
    )


def _canonical(value: Any) -> str:
    """Return a form that equal values share. Texts are equal if their statements are."""
    if isinstance(value, str):
        return "text:" + (statement_key(value) or value)
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _items(said: list[Any]) -> list[Any]:
    """Return the items of a list, each once, without nulls."""
    return list({_canonical(item): item for item in reversed(said) if item is not None}.values())[::-1]


def _length(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
