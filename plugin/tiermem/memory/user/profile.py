"""Read and change the profile of one user: its lines, its contradictions, and the guidance for ranking messages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeVar

from tiermem.engine.learning.observations import PERSON
from tiermem.engine.reading.lexicon import undated
from tiermem.engine.statements.duplicates import Gist, near_duplicate
from tiermem.engine.writes.checks import redacted
from tiermem.errors import InputError, WriteRefused
from tiermem.memory.entries import Entries
from tiermem.memory.user.taught import Teaching
from tiermem.support import nested
from tiermem.text import clean, is_blank, strip_injected
from tiermem.values import Line, Mark, instant
from tiermem.values.frozen import asdict, dataclass, replace
from tiermem.values.profiles import ProfileUndo

if TYPE_CHECKING:
    from tiermem.memory.engine import Engine
    from tiermem.memory.user.taught import Taught
    from tiermem.values import Entry, Profile, Reach

P = ParamSpec("P")
T = TypeVar("T")
_NOTHING_TO_UNDO = (
    "There is no change to undo: the profile was changed since, or the change was made elsewhere."
)
_MOST_UNDONE = 1_000
"""Users whose last change of the profile can be undone."""
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


LineKind = Literal["narrative", "scaffold", "learned"]
"""Part of the profile that a line is in."""
_LONGEST_LINE = 2_000
"""Characters of a line or value that a person writes at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileLine:
    """A statement of the profile, or a value of its scaffold.

    Attributes:
        id: Eight characters made from its kind and its words or path, so that a changed line has another id.
        kind: Where it is.
        path: Its path in the scaffold, see `Profile.marks`; None for other lines.
        text: The words; of a value that is no text, its JSON.
        value: The same as JSON.
        at: Instant at which it was last said or confirmed; "" if unknown.
        confidence: 0 to 1; None for other lines than those of the scaffold.
        rival: Another value of equal trust that waits for a person; None if there is none.
        sources: The observations it rests on, oldest first. What was erased is missing.
    """

    id: str
    kind: LineKind
    path: str | None
    text: str
    value: Any
    at: str
    confidence: float | None
    rival: Any
    sources: tuple[Taught, ...]

    @property
    def items(self) -> tuple[str, ...]:
        """The texts of a list; empty for other values."""
        texts = self.value if isinstance(self.value, list) else ()
        return tuple(texts) if all(isinstance(text, str) for text in texts) else ()

    @property
    def key(self) -> str:
        """Return the key by which `Erasing.line` erases it."""
        return self.text if self.path is None else self.path

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return {
            "id": self.id,
            "kind": self.kind,
            "path": self.path,
            "text": self.text,
            "value": self.value,
            "at": self.at,
            "confidence": self.confidence,
            "rival": self.rival,
            "sources": [source.as_dict() for source in self.sources],
        }


def _one_change(method: Callable[Concatenate[UserProfile, P], T]) -> Callable[Concatenate[UserProfile, P], T]:
    """Return a method whose change `UserProfile.undo` takes back."""

    @wraps(method)
    def changing(self: UserProfile, /, *arguments: P.args, **named: P.kwargs) -> T:
        with self.one_change():
            return method(self, *arguments, **named)

    return changing


class UserProfile:
    """A user's profile, returned by `Memory.profile`. It writes as a person."""

    def __init__(self, engine: Engine, reach: Reach) -> None:
        self._engine = engine
        self._store = engine.store
        self._hooks = engine.hooks
        self._reach = reach
        self._clock = engine.clock
        self._before: Profile | None = None
        self._corrected: list[str] = []

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """Let `undo` take back all changes of the block at once."""
        undo, user_id = self._engine.profile_undo, self._reach.user.id
        if self._before is not None:
            yield
            return
        self._before, self._corrected = self.current, []
        try:
            yield
        finally:
            before, self._before = self._before, None
            now = self.current
            if now.version != before.version:
                undo.pop(user_id, None)
                undo[user_id] = ProfileUndo(
                    version=now.version,
                    before=before,
                    entries=tuple(self._corrected),
                    head=self._store.stream.head(self._reach.ids),
                )
                if len(undo) > _MOST_UNDONE:
                    undo.pop(next(iter(undo)), None)

    def undo(self, version: int) -> Profile:
        """Undo the last change that a person made, with the entries that it corrected. Undoing that makes it again.

        It is known as long as this process runs, and nothing else changes the profile.

        Args:
            version: `Profile.version` after the change.

        Raises:
            WriteRefused: The profile or one of the entries was changed since, or the change was not made here.
        """
        known = self._engine.profile_undo.pop(self._reach.user.id, None)
        if known is None or known.version != version:
            raise WriteRefused(_NOTHING_TO_UNDO)
        self._ensure_unchanged(known)
        with self.one_change():
            if known.entries:
                entries = Entries(self._engine, self._reach, source="user")
                entries.undo({one: entries.last_change(one) for one in known.entries})
                self._corrected += known.entries
                known = replace(
                    known, version=self.current.version
                )  # that takes its statements out of the profile
            with self._store.transaction(self._reach):
                self._ensure_unchanged(known)
                self._store_now(replace(known.before, version=known.version))
        return self.current

    def _ensure_unchanged(self, known: ProfileUndo) -> None:
        """Check that the profile is as the change left it, and that nothing was erased: the former one may hold it.

        Raises:
            WriteRefused: It is not.
        """
        erased = self._store.stream.events(self._reach.ids, kinds=("erased",), after=known.head, limit=1)
        if self.current.version != known.version or erased:
            raise WriteRefused(_NOTHING_TO_UNDO)

    @property
    def current(self) -> Profile:
        """The profile as it is now."""
        return self._store.profiles.get(self._reach.user.id)

    @_one_change
    def guide_inbox(self, guidance: str) -> Profile:
        """Store the user's own instructions for ranking messages; "" removes them.

        Raises:
            InputError: It is longer than `GUIDANCE_CHARS`.
            CheckRefused: A check refused it.
        """
        text = strip_injected(clean(guidance)).strip()
        if len(text) > GUIDANCE_CHARS:
            raise InputError(f"The guidance has {len(text):,} characters; {GUIDANCE_CHARS:,} are the most.")
        if text == self.current.inbox_guidance:
            return self.current
        return self._put(inbox_guidance=redacted(self._hooks, text, "log", source="user"))

    def known(self) -> list[Known]:
        """Return the values of the scaffold in order, each with its certainty."""
        profile = self.current
        found = ((nested.joined(keys), value) for keys, value in nested.leaves(profile.scaffold))
        return [Known(path, value, profile.marks.get(path)) for path, value in found]

    def lines(self) -> list[ProfileLine]:
        """Return all lines with their sources: the narrative, the scaffold in order, learned information."""
        return self._lines(self.current)

    def line(self, line_id: str) -> ProfileLine:
        """Return a line by its id.

        Raises:
            InputError: The profile has no such line, or no longer.
        """
        found = next((line for line in self.lines() if line.id == line_id), None)
        if found is None:
            raise InputError(f"The profile has no line {line_id!r}. It may have changed meanwhile.")
        return found

    def _lines(self, profile: Profile) -> list[ProfileLine]:
        marks = profile.marks
        rest_on = [line.events for line in (*profile.narrative, *profile.learned)]
        rest_on += [mark.events for mark in marks.values()]
        taught = Teaching(self._store, self._reach).at(seq for seqs in rest_on for seq in seqs)

        def sources(seqs: tuple[int, ...]) -> tuple[Taught, ...]:
            return tuple(taught[seq] for seq in sorted(set(seqs)) if seq in taught)

        def said(kind: LineKind, line: Line) -> ProfileLine:
            return ProfileLine(
                id=_line_id(kind, line.text), kind=kind, path=None, text=line.text, value=line.text, at=line.at,
                confidence=None, rival=None, sources=sources(line.events),
            )  # fmt: skip

        values = []
        for keys, value in nested.leaves(profile.scaffold):
            path = nested.joined(keys)
            mark = marks.get(path)
            values.append(
                ProfileLine(
                    id=_line_id("scaffold", path), kind="scaffold", path=path, text=_in_words(value), value=value,
                    at=mark.at if mark else "", confidence=mark.confidence if mark else None,
                    rival=mark.rival if mark else None, sources=sources(mark.events if mark else ()),
                )
            )  # fmt: skip
        return [
            *(said("narrative", line) for line in profile.narrative),
            *values,
            *(said("learned", line) for line in profile.learned),
        ]

    @_one_change
    def set(self, path: str, value: Any) -> ProfileLine:
        """Set the value at a path of the scaffold, as a person: nothing that is learned later replaces it unasked.

        Args:
            path: Keys joined by ``/``, see `Profile.marks`; they are made if they are missing.
            value: Any JSON, but null.

        Returns:
            The line of the value; of an object, which has one for each value in it, the first.

        Raises:
            InputError: The path is empty, a part of it holds a value, or the value is empty, too long or no JSON.
            CheckRefused: A check refused the value.
        """
        keys = nested.split(strip_injected(clean(path)).strip().strip("/"))
        if not keys or not all(key.strip() for key in keys):
            raise InputError("Name the path of the value, for example 'Work/role'.")
        checked = self._checked(value)
        path = nested.joined(tuple(self._redacted(key) for key in keys))
        with self._store.transaction(self._reach):
            self._store_now(_with_value(self.current, path, checked, instant(self._clock())))
        inner, _ = next(nested.leaves(checked, nested.split(path)))
        return self.line(_line_id("scaffold", nested.joined(inner)))

    @_one_change
    def add(self, text: str, kind: Literal["narrative", "learned"] = "learned") -> ProfileLine:
        """Add a line to the narrative or to learned information, as a person.

        Raises:
            InputError: The line is empty, too long, or there already.
            CheckRefused: A check refused it.
        """
        said = self._checked(text)
        with self._store.transaction(self._reach):
            profile = self.current
            lines: tuple[Line, ...] = getattr(profile, kind)
            if any(line.text == said for line in lines):
                raise InputError(f"The profile says {said!r} already.")
            line = Line(text=said, at=instant(self._clock()), importance=1.0)
            self._store_now(_with_lines(profile, kind, (*lines, line)))
        return self.line(_line_id(kind, said))

    @_one_change
    def correct(self, line_id: str, text: Any) -> ProfileLine:
        """Replace a line or value by what is right, as a person, with the entry that says the same.

        An entry that the line was learned from is corrected too, if it makes the same statement or holds the value, so
        that blocks and recall change with the profile. `ProfileLine.sources` names the others.

        Args:
            line_id: Its id.
            text: The right words, or of a value any JSON.

        Returns:
            The line as it is now.

        Raises:
            InputError: There is no such line, or the text is empty, too long or no JSON.
            WriteRefused: A check or a budget refused it; nothing was changed.
        """
        line = self.line(line_id)
        right = self._checked(text)
        if right == line.value:
            return line
        entries = Entries(self._engine, self._reach, source="user")
        for entry, content in self._also_wrong(line, right):
            written = entries.correct(entry.id, content)
            self._corrected += {entry.id, written.entry.id}
        now = instant(self._clock())
        with self._store.transaction(self._reach):
            self._store_now(_corrected(self.current, line, right, now))
        return self.line(_line_id(line.kind, right if line.path is None else line.path))

    @staticmethod
    def _also_wrong(line: ProfileLine, right: Any) -> list[tuple[Entry, str]]:
        """Return the entries that make the wrong statement, each with the right one."""
        sources = {one.entry.id: one.entry for one in line.sources if one.entry is not None}
        active = [entry for entry in sources.values() if entry.status == "active"]
        found = {}
        for wrong, new in _changed(line, right):
            for entry in active:
                if near_duplicate(Gist.of(undated(wrong)), Gist.of(undated(entry.content))):
                    found[entry.id] = (entry, new)
                elif line.path is not None and entry.content.count(wrong) == 1:
                    found[entry.id] = (entry, entry.content.replace(wrong, new))
        return list(found.values())

    def _checked(self, value: Any) -> Any:
        """Return a value that a person writes, cleaned and checked.

        Raises:
            InputError: It is empty, too long, or no JSON.
            CheckRefused: A check refused it.
        """
        try:
            length = len(value if isinstance(value, str) else json.dumps(value, allow_nan=False))
        except (TypeError, ValueError):
            raise InputError(f"A {type(value).__name__} is no JSON value.") from None
        checked = nested.each_text(value, self._redacted)
        if checked in (None, "", [], {}) or (isinstance(checked, str) and is_blank(checked)):
            raise InputError("The text is empty. To take a line out, erase it.")
        if length > _LONGEST_LINE:
            raise InputError(f"The text has {length:,} characters; {_LONGEST_LINE:,} are the most.")
        return checked

    def _redacted(self, text: str) -> str:
        return redacted(self._hooks, strip_injected(clean(text)).strip(), "log", source="user")

    def rivals(self) -> list[Rival]:
        """Return the contradicting pairs of values in the scaffold that have equal trust."""
        profile = self.current
        return [
            Rival(path, _value_at(profile, path), mark.rival)
            for path, mark in profile.marks.items()
            if mark.rival is not None
        ]

    @_one_change
    def settle(self, path: str, keep: Literal["value", "other"]) -> Profile:
        """Decide between two values of a path, as a person.

        Raises:
            InputError: Nothing contradicts at this path.
        """
        with self._store.transaction(self._reach):
            profile = self.current
            mark = profile.marks.get(path)
            if mark is None or mark.rival is None:
                raise InputError(f"Nothing in the scaffold contradicts at {path!r}.")
            return self._store_now(_settled(profile, path, keep, instant(self._clock())))

    def _put(self, **changes: Any) -> Profile:
        with self._store.transaction(self._reach):
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


def _line_id(kind: LineKind, key: str) -> str:
    return hashlib.sha256(f"{kind}:{key}".encode()).hexdigest()[:8]


def _changed(line: ProfileLine, right: Any) -> list[tuple[str, str]]:
    """Return the wrong texts of a line, each with the right one; of a list those in the same places."""
    if isinstance(right, str) and isinstance(line.value, str):
        return [(line.value, right)]
    if line.items and isinstance(right, list) and len(right) == len(line.items):
        pairs = zip(line.items, right, strict=True)
        return [(wrong, new) for wrong, new in pairs if isinstance(new, str) and new != wrong]
    return []


def _in_words(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _with_value(profile: Profile, path: str, value: Any, now: str) -> Profile:
    """Return the profile with a value that a person wrote at a path.

    Raises:
        InputError: A part of the path holds a value.
    """
    keys = nested.split(path)
    for end in range(1, len(keys)):
        inner = nested.at(profile.scaffold, keys[:end])
        if inner is not nested.MISSING and not isinstance(inner, Mapping):
            raise InputError(f"{nested.joined(keys[:end])!r} is a value and holds no others.")
    marks = {
        name: mark for name, mark in profile.marks.items() if name != path and not name.startswith(f"{path}/")
    }
    for inner_keys, _ in nested.leaves(value, keys):
        marks[nested.joined(inner_keys)] = Mark(confidence=1.0, at=now, trust=PERSON)
    return replace(profile, scaffold=nested.put(profile.scaffold, keys, value), marks=marks)


def _corrected(profile: Profile, line: ProfileLine, right: Any, now: str) -> Profile:
    """Return the profile with the right words in the place of a line; where it is gone, behind the others."""
    if line.path is not None:
        return _with_value(profile, line.path, right, now)
    lines: tuple[Line, ...] = getattr(profile, line.kind)
    new = Line(text=right, at=now, importance=1.0)
    kept = [new if one.text == line.text else one for one in lines if one.text != right]
    return _with_lines(profile, line.kind, tuple(kept if new in kept else [*kept, new]))


def _with_lines(profile: Profile, kind: LineKind, lines: tuple[Line, ...]) -> Profile:
    return replace(profile, narrative=lines) if kind == "narrative" else replace(profile, learned=lines)
