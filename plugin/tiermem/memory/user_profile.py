"""Read and change the profile of one user: its values, its contradictions, and the guidance for ranking messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tiermem.engine.learning.observations import PERSON
from tiermem.engine.writes.checks import redacted
from tiermem.errors import InputError
from tiermem.text import clean, strip_injected
from tiermem.values import Mark, instant, nested
from tiermem.values.frozen import asdict, dataclass, replace

if TYPE_CHECKING:
    from tiermem.memory.engine import Engine
    from tiermem.values import Profile, Reach

GUIDANCE_CHARS = 4_000
"""Maximum characters of guidance, because every ranking prompt includes it."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Two values of equal trust for one path of the scaffold; a person decides."""

    path: str
    value: Any
    other: Any

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Known:
    """A value of the scaffold.

    Attributes:
        path: See `Profile.marks`.
        mark: Its certainty and since when; None if unknown.
    """

    path: str
    value: Any
    mark: Mark | None


class UserProfile:
    """A user's profile, returned by `Memory.profile`. It writes as a person."""

    def __init__(self, engine: Engine, reach: Reach) -> None:
        self._store = engine.store
        self._hooks = engine.hooks
        self._reach = reach
        self._clock = engine.clock

    @property
    def current(self) -> Profile:
        """The profile as it is now."""
        return self._store.profiles.get(self._reach.user.id)

    def guide_inbox(self, guidance: str) -> Profile:
        """Store the user's own instructions for ranking messages; "" removes them.

        Raises:
            InputError: It is longer than `GUIDANCE_CHARS`.
            CheckRefused: A check refused it.
        """
        text = strip_injected(clean(guidance)).strip()
        if len(text) > GUIDANCE_CHARS:
            raise InputError(f"The guidance has {len(text):,} characters; {GUIDANCE_CHARS:,} are the most.")
        return self._put(inbox_guidance=redacted(self._hooks, text, "log", source="user"))

    def known(self) -> list[Known]:
        """Return the values of the scaffold in order, each with its certainty."""
        profile = self.current
        found = ((nested.joined(keys), value) for keys, value in nested.leaves(profile.scaffold))
        return [Known(path, value, profile.marks.get(path)) for path, value in found]

    def rivals(self) -> list[Rival]:
        """Return the contradicting pairs of values in the scaffold that have equal trust."""
        profile = self.current
        return [
            Rival(path, _value_at(profile, path), mark.rival)
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
            return self._store_now(_settled(profile, path, keep, instant(self._clock())))

    def _put(self, **changes: Any) -> Profile:
        with self._store.transaction():
            return self._store_now(replace(self.current, **changes))

    def _store_now(self, profile: Profile) -> Profile:
        profile = replace(profile, version=profile.version + 1, updated_at=instant(self._clock()))
        self._store.profiles.put(profile)
        return profile


def _value_at(profile: Profile, path: str) -> Any:
    """Return the value at a path of the scaffold; None if there is none."""
    value = nested.at(profile.scaffold, nested.split(path))
    return None if value is nested.MISSING else value


def _settled(profile: Profile, path: str, keep: Literal["value", "other"], now: str) -> Profile:
    """Return the profile with one of two values of a path, each part of it marked as a person's decision."""
    value = profile.marks[path].rival if keep == "other" else _value_at(profile, path)
    keys = nested.split(path)
    marks = {
        name: mark for name, mark in profile.marks.items() if name != path and not name.startswith(f"{path}/")
    }
    for inner, _ in nested.leaves(value, keys):
        name = nested.joined(inner)
        old = profile.marks.get(name) if keep == "value" else None
        marks[name] = Mark(confidence=1.0, at=now, trust=PERSON, events=old.events if old else ())
    return replace(profile, scaffold=nested.put(profile.scaffold, keys, value), marks=marks)
