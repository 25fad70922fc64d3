"""Withdraw corrected or removed statements from profiles, in the same transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tiermem.engine.profile.scaffold_places import attribute
from tiermem.engine.statements.overlap import SAME, prefixes
from tiermem.support import nested
from tiermem.text import fold, statement_key
from tiermem.values import Line, Mark
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.engine.statements.overlap import Overlap
    from tiermem.store.contract import Store
    from tiermem.values import Entry, Profile


def withdraw(
    store: Store,
    withdrawal: Withdrawal,
    scope_ids: Iterable[int],
    entry: Entry,
    *,
    now: str,
    instead: str | None,
) -> None:
    """Remove an entry's statement from these profiles, within the caller's transaction.

    Args:
        store: Holds the profiles.
        withdrawal: Removes the statement.
        scope_ids: The owners of the profiles.
        entry: The entry while it was active.
        now: Time of the change.
        instead: The right statement, if known. It replaces the statement's line.
    """
    profiles = [store.profiles.get(scope_id) for scope_id in dict.fromkeys(scope_ids)]
    written = [profile for profile in profiles if profile.version]
    if not written:
        return
    seqs = _places([entry.origin, *(version.origin for version in _versions(store, entry))])
    for profile in written:
        left = withdrawal.without(profile, entry.content, seqs, now=now, instead=instead)
        if left != profile:
            store.profiles.put(replace(left, version=profile.version + 1, updated_at=now))


def _versions(store: Store, entry: Entry) -> Sequence[Any]:
    return store.records.versions(entry.id, (entry.scope_id,))


def _places(origins: Iterable[str | None]) -> frozenset[int]:
    numbers = (origin.removeprefix("event:") for origin in origins if origin and origin.startswith("event:"))
    return frozenset(int(number) for number in numbers if number.isdigit())


class Withdrawal:
    """Remove statements from profiles, by their observations and their words.

    Args:
        overlap: Compares words.
    """

    def __init__(self, overlap: Overlap) -> None:
        self._overlap = overlap

    def without(
        self,
        profile: Profile,
        content: str,
        seqs: frozenset[int] = frozenset(),
        *,
        now: str = "",
        instead: str | None = None,
    ) -> Profile:
        """Return the profile without a statement.

        Args:
            profile: The profile.
            content: The statement.
            seqs: Positions of the observations behind it.
            now: Time of the right statement.
            instead: See `withdraw`.
        """
        scaffold, marks = self._scaffold(profile, content, seqs, now, instead)
        return replace(
            profile,
            narrative=self._lines(profile.narrative, content, seqs, now, instead),
            learned=self._lines(profile.learned, content, seqs, now, instead),
            scaffold=scaffold,
            marks=marks,
        )

    def _lines(
        self, lines: tuple[Line, ...], content: str, seqs: frozenset[int], now: str, instead: str | None
    ) -> tuple[Line, ...]:
        kept = [
            line
            for line in lines
            if seqs.isdisjoint(line.events) and not self._overlap.states(line.text, content)
        ]
        if instead is not None and len(kept) < len(lines):
            kept.append(Line(text=instead, at=now))
        return tuple(kept) if len(kept) != len(lines) or instead is not None else lines

    def _share_a_word(self, one: str, other: str) -> bool:
        """Return True if both share a content word, or one has none."""
        first, second = prefixes(one).keys(), prefixes(other).keys()
        if not (first and second):
            return True
        return not (
            first.isdisjoint(second) or self._overlap.words(one).isdisjoint(self._overlap.words(other))
        )

    def _scaffold(
        self, profile: Profile, content: str, seqs: frozenset[int], now: str, instead: str | None
    ) -> tuple[dict[str, Any], dict[str, Mark]]:
        scaffold, marks = dict(profile.scaffold), dict(profile.marks)
        for keys, value in nested.leaves(profile.scaffold):
            path = nested.joined(keys)
            rests_on_it = path in marks and not seqs.isdisjoint(marks[path].events)
            if isinstance(value, list):
                left: Any = [item for item in value if not self._item_says(keys, item, content)]
                gone = len(left) < len(value)
                left += [instead] if gone and instead else []
            else:
                gone = rests_on_it or self._item_says(keys, value, content)
                left = _right_value(value, content, instead) if gone else None
            if gone and left:
                scaffold = nested.put(scaffold, keys, left)
                marks[path] = Mark(confidence=0.8, at=now, trust=marks[path].trust if path in marks else 0)
            elif gone:
                scaffold = nested.without(scaffold, keys)
                marks.pop(path, None)
        return scaffold, self._without_rivals(marks, content)

    def _without_rivals(self, marks: dict[str, Mark], content: str) -> dict[str, Mark]:
        """Return the marks without rival values that state it."""
        return {
            path: replace(mark, rival=None)
            if mark.rival is not None and self._item_says(nested.split(path), mark.rival, content)
            else mark
            for path, mark in marks.items()
        }

    def _item_says(self, keys: tuple[str, ...], item: Any, content: str) -> bool:
        """Return True if a value states it, alone or with its key: ``Work/manager: Bob`` states "My manager is Bob"."""
        if not isinstance(item, str) or not self._share_a_word(f"{keys[-1]} {item}", content):
            return False
        if self._overlap.states(item, content):
            return True
        said, wanted = self._overlap.words(f"{keys[-1]} {item}"), self._overlap.words(content)
        value = self._overlap.words(item)
        return (
            bool(value)
            and len(said) >= 2
            and (said == wanted or (said <= wanted and len(said) >= SAME * len(wanted)))
        )


def _right_value(value: Any, content: str, instead: str | None) -> str | None:
    """Return the right value for a wrong one, if known: "Alice" of "My manager is Alice"."""
    if instead is None:
        return None
    wrong, right = attribute(content), attribute(instead)
    if wrong and right and fold(wrong[0]) == fold(right[0]):
        return right[1]
    return instead if isinstance(value, str) and statement_key(value) == statement_key(content) else None
