"""Edits of JSON files that others write into as well."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from tiermem.errors import InputError
from tiermem.hosts.install.json_text import bare, rewritten
from tiermem.values.frozen import dataclass

_NOTHING = "{}\n"


@dataclass(frozen=True, slots=True)
class Merge:
    """A value in a JSON file, at a path of keys: an item of a list, or the value of a key.

    Attributes:
        keys: Where it stands.
        value: What stands there.
        marks: For an item of a list that others have items in as well: texts that ours all have, whatever flags and
            interpreter it was written with. None for the value of a key.
        comments: Whether the host reads comments there, ``// …`` and ``/* … */``.
    """

    keys: tuple[str, ...]
    value: Any
    marks: tuple[str, ...] | None = None
    comments: bool = False

    def put(self, text: str | None, file: Path) -> str:
        """See `Edit.put`.

        Raises:
            InputError: The file holds no JSON object, or something else stands there.
        """
        data = _object(text, file, comments=self.comments)
        *above, last = self.keys
        place = data
        for key in above:
            place = place.setdefault(key, {})
            _ensure(isinstance(place, dict), file, key)
        if self.marks is None:
            place[last] = self.value
            return rewritten(_some(text), data)
        items = place.setdefault(last, [])
        _ensure(isinstance(items, list), file, last)
        if self.value not in items:
            place[last] = [*filter(self._is_anothers, items), self.value]
        return rewritten(_some(text), data)

    def take(self, text: str, file: Path) -> str | None:
        """See `Edit.take`; keys that are empty then are taken out as well, and a comment in them with them."""
        before = _object(text, file, comments=self.comments)
        data = deepcopy(before)
        places: list[dict[str, Any]] = [data]
        for key in self.keys[:-1]:
            inner = places[-1].get(key)
            if not isinstance(inner, dict):
                return text
            places.append(inner)
        last = self.keys[-1]
        if self.marks is None:
            places[-1].pop(last, None)
        elif isinstance(places[-1].get(last), list):
            places[-1][last] = [*filter(self._is_anothers, places[-1][last])]
        if data == before:
            return text
        for place, key in zip(reversed(places), reversed(self.keys), strict=True):
            if place.get(key) in ({}, []):
                del place[key]
        return _left(rewritten(text, data))

    def _is_anothers(self, item: Any) -> bool:
        text = json.dumps(item, ensure_ascii=False)
        return not all(mark in text for mark in self.marks or ())


@dataclass(frozen=True, slots=True)
class Values:
    """Keys at the top of a JSON file that others write into as well; with none, the file stays as it is.

    Attributes:
        values: Key → what stands there.
    """

    values: Mapping[str, Any]

    def put(self, text: str | None, file: Path) -> str | None:
        """See `Edit.put`.

        Raises:
            InputError: The file holds no JSON object.
        """
        if not self.values:
            return text
        return rewritten(_some(text), _object(text, file) | dict(self.values))

    def take(self, text: str, file: Path) -> str | None:
        """See `Edit.take`."""
        before = _object(text, file) if self.values else {}
        left = {key: value for key, value in before.items() if key not in self.values}
        return text if left == before else _left(rewritten(text, left))


def _object(text: str | None, file: Path, *, comments: bool = False) -> dict[str, Any]:
    said = _some(text)
    try:
        data = json.loads(bare(said) if comments else said, parse_constant=_refused)
    except ValueError as error:
        raise InputError(f"{file} is no JSON ({error}). Mend it first; nothing was changed.") from None
    if not isinstance(data, dict):
        raise InputError(f"{file} holds no JSON object. Mend it first; nothing was changed.")
    return data


def _refused(name: str) -> None:
    """JSON has no NaN and no Infinity, which Python reads all the same."""
    raise ValueError(f"it holds {name}")


def _some(text: str | None) -> str:
    return text if text and text.strip() else _NOTHING


def _left(text: str) -> str | None:
    return None if text.strip() == _NOTHING.strip() else text


def _ensure(fits: bool, file: Path, key: str) -> None:
    if not fits:
        raise InputError(f"{file}: {key!r} holds something else. Mend it first; nothing was changed.")
