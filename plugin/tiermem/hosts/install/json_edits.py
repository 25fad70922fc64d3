"""Edit JSON files that others also write. Comments (``// …``, ``/* … */``) and all other bytes stay.

No maintained Python library edits JSON with comments in place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from tiermem.errors import InputError
from tiermem.values.frozen import dataclass

_NOTHING = "{}\n"


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value in a JSON file: the value of a key, or an item of a list.

    Attributes:
        keys: The path of keys.
        value: The value.
        marks: Texts that identify our item in a list that others also write, whatever its flags and interpreter. None
            for the value of a key.
        comments: True if the host allows comments in the file.
    """

    keys: tuple[str, ...]
    value: Any
    marks: tuple[str, ...] | None = None
    comments: bool = False

    def put(self, text: str | None, file: Path) -> str:
        """See `Edit.put`.

        Raises:
            InputError: The file is not a JSON object, or has another type at the path.
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

    def remove(self, text: str, file: Path) -> str | None:
        """See `Edit.remove`. Keys that become empty are removed too, with the comments in them."""
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
class JsonKeys:
    """Top-level keys of a JSON file that others also write. Without keys the file does not change.

    Attributes:
        values: Key → value.
    """

    values: Mapping[str, Any]

    def put(self, text: str | None, file: Path) -> str | None:
        """See `Edit.put`.

        Raises:
            InputError: The file is not a JSON object.
        """
        if not self.values:
            return text
        return rewritten(_some(text), _object(text, file) | dict(self.values))

    def remove(self, text: str, file: Path) -> str | None:
        """See `Edit.remove`."""
        before = _object(text, file) if self.values else {}
        left = {key: value for key, value in before.items() if key not in self.values}
        return text if left == before else _left(rewritten(text, left))


def _object(text: str | None, file: Path, *, comments: bool = False) -> dict[str, Any]:
    said = _some(text)
    try:
        data = json.loads(bare(said) if comments else said, parse_constant=_refused)
    except ValueError as error:
        raise InputError(f"{file} is not JSON ({error}). Fix it first; nothing was changed.") from None
    if not isinstance(data, dict):
        raise InputError(f"{file} is not a JSON object. Fix it first; nothing was changed.")
    return data


def _refused(name: str) -> None:
    """Refuse NaN and Infinity, which Python reads but JSON does not allow."""
    raise ValueError(f"it contains {name}")


def _some(text: str | None) -> str:
    return text if text and text.strip() else _NOTHING


def _left(text: str) -> str | None:
    return None if text.strip() == _NOTHING.strip() else text


def _ensure(fits: bool, file: Path, key: str) -> None:
    if not fits:
        raise InputError(f"{file}: {key!r} has another type. Fix it first; nothing was changed.")


_TEXT = r'"(?:[^"\\]|\\.)*"'
_COMMENT = re.compile(rf"{_TEXT}|//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(rf'{_TEXT}|[{{}}\[\]:,]|[^\s"{{}}\[\]:,]+', re.DOTALL)
_BLANK = " \t\r\n"


@dataclass(frozen=True, slots=True)
class _Value:
    """A value in a text: its position, and its parts if it is an object or a list."""

    start: int
    end: int
    parts: list[_Part]


@dataclass(frozen=True, slots=True)
class _Part:
    """A key and its value, or an item with its index as key."""

    start: int
    key: str | int
    value: _Value


def bare(text: str) -> str:
    """Return the text with comments replaced by spaces."""
    return _COMMENT.sub(
        lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^ \t\r\n]", " ", found[0]), text
    )


def rewritten(text: str, data: dict[str, Any]) -> str:
    """Rewrite the text to contain *data*. New parts come last, in the style of the others.

    Comments inside removed parts are removed too.

    Args:
        text: A JSON object, which may have comments.
        data: Its new content.
    """
    while (now := json.loads(bare(text))) != data:
        text = _Rewriting(text).step(now, data)
    return text


class _Rewriting:
    """One change of a text."""

    def __init__(self, text: str) -> None:
        self._text, self._bare = text, bare(text)
        tokens = _TOKEN.finditer(self._bare)
        self._root = _read(tokens, next(tokens))
        self._end = "\r\n" if "\r\n" in text else "\n"
        first = self._root.parts[0].start if self._root.parts else 0
        self._in_lines = not self._root.parts or "\n" in text[self._root.start : self._root.end]
        self._unit = (self._indent(first) if "\n" in text[self._root.start : first] else "") or "  "

    def step(self, now: Any, wanted: Any) -> str:
        """Return the text after one change towards the wanted content; *now* is its current content."""
        return self._step(self._root, now, wanted)

    def _step(self, place: _Value, now: Any, wanted: Any) -> str:
        if isinstance(now, dict) and isinstance(wanted, dict):
            parts = {part.key: part for part in place.parts}
            for key, value in now.items():
                if key not in wanted:
                    return self._removed(place, parts[key])
                if value != wanted[key]:
                    return self._step(parts[key].value, value, wanted[key])
            key = next(key for key in wanted if key not in now)
            return self._added(place, wanted[key], f"{json.dumps(key, ensure_ascii=False)}: ")
        if isinstance(now, list) and isinstance(wanted, list):
            same = sum(1 for _ in _same(now, wanted))
            if same < len(now):
                return self._removed(place, place.parts[same])
            return self._added(place, wanted[same], "")
        said = self._dumped(wanted, self._indent(place.start), in_lines=self._in_lines)
        return self._text[: place.start] + said + self._text[place.end :]

    def _added(self, place: _Value, value: Any, key: str) -> str:
        """Add a part after the others and their trailing comments."""
        text, closing = self._text, place.end - 1
        last = place.parts[-1].value.end if place.parts else place.start + 1
        behind = last + len(text[last:closing].rstrip(_BLANK))
        comma = "," if place.parts else ""
        in_lines = "\n" in text[place.start : place.end] or (not place.parts and self._in_lines)
        outer = self._indent(place.start)
        indent = self._indent(place.parts[-1].start) if place.parts else outer + self._unit
        gap = self._end + indent if in_lines else " " if place.parts else ""
        tail = self._end + outer if in_lines and "\n" not in text[behind:closing] else ""
        said = gap + key + self._dumped(value, indent, in_lines=in_lines) + tail
        return text[:last] + comma + text[last:behind] + said + text[behind:]

    def _removed(self, place: _Value, part: _Part) -> str:
        """Remove a part and its comma. Comments around it stay, on their own lines if they had some."""
        text, number = self._text, place.parts.index(part)
        if part is not place.parts[-1]:
            comma = self._bare.index(",", part.value.end)
            between = text[part.value.end : comma]
            return text[: part.start] + between + text[comma + 1 :].lstrip(_BLANK)
        before, after = text[: part.start].rstrip(_BLANK), text[part.value.end :]
        gap = text[len(before) : part.start]
        if "\n" in gap and not after.lstrip(" \t\r").startswith("\n"):
            before += gap
        if number:
            comma = self._bare.index(",", place.parts[number - 1].value.end)
            before = before[:comma] + before[comma + 1 :]
        elif not text[place.start + 1 : part.start].strip(_BLANK):
            left = text[part.value.end : place.end - 1]
            return text[: place.start + 1] + (left if left.strip(_BLANK) else "") + text[place.end - 1 :]
        return before + after

    def _indent(self, at: int) -> str:
        """Return the indentation of a line."""
        line = self._text[self._text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _dumped(self, value: Any, indent: str, *, in_lines: bool) -> str:
        said = json.dumps(value, ensure_ascii=False, indent=self._unit if in_lines else None)
        return said.replace("\n", self._end + indent)


def _read(tokens: Iterator[re.Match[str]], first: re.Match[str]) -> _Value:
    """Read the value that starts with a token."""
    parts: list[_Part] = []
    if first[0] not in ("{", "["):
        return _Value(first.start(), first.end(), parts)
    for token in tokens:
        if token[0] in ("}", "]"):
            return _Value(first.start(), token.end(), parts)
        if token[0] == ",":
            continue
        if first[0] == "[":
            parts.append(_Part(token.start(), len(parts), _read(tokens, token)))
            continue
        next(tokens)  # the colon
        parts.append(_Part(token.start(), json.loads(token[0]), _read(tokens, next(tokens))))
    raise AssertionError("JSON closes what it opens")


def _same(now: list[Any], wanted: list[Any]) -> Iterator[Any]:
    """Yield the common beginning of both lists."""
    for one, other in zip(now, wanted, strict=False):
        if one != other:
            return
        yield one
