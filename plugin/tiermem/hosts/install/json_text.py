"""Changing what the text of a JSON object says: every byte that says something else stays, comments included."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tiermem.values.frozen import dataclass

_TEXT = r'"(?:[^"\\]|\\.)*"'
_COMMENT = re.compile(rf"{_TEXT}|//[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(rf'{_TEXT}|[{{}}\[\]:,]|[^\s"{{}}\[\]:,]+', re.DOTALL)
_BLANK = " \t\r\n"


@dataclass(frozen=True, slots=True)
class _Value:
    """A value in a text: where it begins and ends, and what it holds if it is an object or a list."""

    start: int
    end: int
    parts: list[_Part]


@dataclass(frozen=True, slots=True)
class _Part:
    """A key and its value, or an item, which has its number for a key."""

    start: int
    key: str | int
    value: _Value


def bare(text: str) -> str:
    """The text with blanks where it has comments, ``// …`` and ``/* … */``; it stays as long as it is."""
    return _COMMENT.sub(
        lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^ \t\r\n]", " ", found[0]), text
    )


def rewritten(text: str, data: dict[str, Any]) -> str:
    """The text, saying *data*; what is new comes behind what is there, in its style.

    A comment in what goes, goes with it.

    Args:
        text: A JSON object, which may have comments.
        data: What it is to say.
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
        """The text after one change that brings it nearer to what is wanted; *now* is what it says."""
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
        """With one more part behind the others, and behind the comments that follow them."""
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
        """Without a part and its comma; comments around it stay, on lines of their own where they were."""
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
        """What the line of a place begins with."""
        line = self._text[self._text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _dumped(self, value: Any, indent: str, *, in_lines: bool) -> str:
        said = json.dumps(value, ensure_ascii=False, indent=self._unit if in_lines else None)
        return said.replace("\n", self._end + indent)


def _read(tokens: Iterator[re.Match[str]], first: re.Match[str]) -> _Value:
    """The value that begins with a token, of a text that is JSON."""
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
    raise AssertionError("a text that is JSON closes what it opens")


def _same(now: list[Any], wanted: list[Any]) -> Iterator[Any]:
    """What both lists begin with."""
    for one, other in zip(now, wanted, strict=False):
        if one != other:
            return
        yield one
