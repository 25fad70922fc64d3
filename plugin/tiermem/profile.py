"""The profile of one user, for a person: what it says, what contradicts in it, and how messages are to be ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from tiermem.engine.checking import redacted
from tiermem.engine.ports import Clock, Hooks
from tiermem.engine.profile.trust import PERSON
from tiermem.errors import InputError
from tiermem.store.contract import Store
from tiermem.text import clean
from tiermem.values import Profile, Reach, instant

GUIDANCE_CHARS = 4_000
"""Characters of guidance at most: it goes into a prompt with every ranking."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Two values of equal trust for one path of the scaffold; a person decides."""

    path: str
    value: Any
    other: Any

    def as_dict(self) -> dict[str, Any]:
        """All fields as plain data."""
        return asdict(self)


class UserProfile:
    """A user's profile. Got from `Memory.profile`; it writes as a person."""

    def __init__(self, store: Store, hooks: Hooks, reach: Reach, clock: Clock) -> None:
        self._store = store
        self._hooks = hooks
        self._reach = reach
        self._clock = clock

    @property
    def current(self) -> Profile:
        """The profile as it is now."""
        return self._store.profiles.get(self._reach.user.id)

    def guide_inbox(self, guidance: str) -> Profile:
        """Keep in the user's own words how messages are to be ranked; "" takes them back.

        Raises:
            InputError: It is longer than `GUIDANCE_CHARS`.
            CheckRefused: A check refused it.
        """
        text = clean(guidance).strip()
        if len(text) > GUIDANCE_CHARS:
            raise InputError(f"The guidance has {len(text):,} characters; {GUIDANCE_CHARS:,} are the most.")
        return self._put(inbox_guidance=redacted(self._hooks, text, "log", source="user"))

    def rivals(self) -> list[Rival]:
        """Values of the scaffold that contradict each other, neither of them more to be trusted."""
        profile = self.current
        return [
            Rival(path, value_at(profile.scaffold, path), mark.rival)
            for path, mark in profile.marks.items()
            if mark.rival is not None
        ]

    def settle(self, path: str, keep: Literal["value", "other"]) -> Profile:
        """Decide between two values of a path, as a person.

        Raises:
            InputError: Nothing contradicts at this path.
        """
        with self._store.transaction():
            profile = self.current
            mark = profile.marks.get(path)
            if mark is None or mark.rival is None:
                raise InputError(f"Nothing in the scaffold contradicts at {path!r}.")
            kept = mark.rival if keep == "other" else value_at(profile.scaffold, path)
            decided = replace(mark, rival=None, confidence=1.0, trust=PERSON, at=instant(self._clock()))
            return self._store_now(
                replace(
                    profile,
                    scaffold=with_value(profile.scaffold, path.split("/"), kept),
                    marks={**profile.marks, path: decided},
                )
            )

    def _put(self, **changes: Any) -> Profile:
        with self._store.transaction():
            return self._store_now(replace(self.current, **changes))

    def _store_now(self, profile: Profile) -> Profile:
        profile = replace(profile, version=profile.version + 1, updated_at=instant(self._clock()))
        self._store.profiles.put(profile)
        return profile


def with_value(scaffold: Mapping[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    """The scaffold with another value at a path."""
    name = _name(path[0])
    inner = scaffold.get(name)
    if len(path) > 1:
        value = with_value(inner if isinstance(inner, dict) else {}, path[1:], value)
    return {**scaffold, name: value}


def _name(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")


def value_at(scaffold: Any, path: str) -> Any:
    """The value at a path of the scaffold, as RFC 6901 writes it without its first slash; None where there is none."""
    value = scaffold
    for key in path.split("/"):
        name = _name(key)
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    return value
