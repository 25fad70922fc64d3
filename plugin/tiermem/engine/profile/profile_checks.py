"""Check everything new in a profile like any other write. Refused parts are left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tiermem.engine.writes.checks import redacted
from tiermem.errors import CheckRefused
from tiermem.support import nested
from tiermem.text import clean
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from tiermem.engine.profile.observed import Made
    from tiermem.ports import Hooks
    from tiermem.values import Line, Profile


class ProfileChecks:
    """Check a new profile.

    Args:
        hooks: The agent's plugins, with `check_write`.
    """

    def __init__(self, hooks: Hooks) -> None:
        self._hooks = hooks

    def clean(self, made: Made, before: Profile) -> Made:
        """Return the profile with everything new in it checked.

        Raises:
            CheckRefused: A check could not be made.
        """
        narrative, refused = self._lines(made.profile.narrative, before.narrative)
        learned, more = self._lines(made.profile.learned, before.learned)
        profile = replace(made.profile, narrative=narrative, learned=learned)
        profile, values = self._scaffold(profile, before)
        return replace(made, profile=profile, dropped=made.dropped + refused + more + values)

    def _lines(self, lines: Iterable[Line], before: tuple[Line, ...]) -> tuple[tuple[Line, ...], int]:
        known = {line.text for line in before}
        kept, refused = [], 0
        for line in lines:
            text = line.text if line.text in known else self._passed(line.text)
            if text:
                kept.append(replace(line, text=text))
            refused += not text
        return tuple(kept), refused

    def _scaffold(self, profile: Profile, before: Profile) -> tuple[Profile, int]:
        scaffold, marks = profile.scaffold, dict(profile.marks)
        refused = 0
        for keys, value in list(nested.leaves(profile.scaffold)):
            if nested.at(before.scaffold, keys) == value:
                continue
            path = nested.joined(keys)
            passed = self._value(value)
            names = [self._passed(key) for key in keys]
            if passed is None or names != list(keys):
                refused += 1
                old = nested.at(before.scaffold, keys)
                scaffold = (
                    nested.without(scaffold, keys)
                    if old is nested.MISSING
                    else nested.put(scaffold, keys, old)
                )
                marks.pop(path, None)
                marks |= {path: before.marks[path]} if path in before.marks else {}
            elif passed != value:
                scaffold = nested.put(scaffold, keys, passed)
        for path, mark in marks.items():
            if mark.rival is not None and mark != before.marks.get(path):
                marks[path] = replace(mark, rival=self._value(mark.rival))
        return replace(profile, scaffold=scaffold, marks=marks), refused

    def _value(self, value: Any) -> Any:
        """Return the value with checked texts; None if one is refused."""
        if isinstance(value, str):
            return self._passed(value) or None
        if isinstance(value, list):
            items = [self._value(item) for item in value]
            return [item for item in items if item is not None] or None
        if isinstance(value, dict):
            inner = {self._passed(key): self._value(item) for key, item in value.items()}
            return {key: item for key, item in inner.items() if key and item is not None}
        return value

    def _passed(self, text: str) -> str:
        """Return the checked text; "" if refused."""
        try:
            return redacted(self._hooks, clean(text), "log")
        except CheckRefused as refusal:
            if refusal.failed:
                raise
            return ""
