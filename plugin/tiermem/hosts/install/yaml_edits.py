"""An edit of a YAML file that leaves every other byte of it alone, comments included."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tiermem.errors import InputError
from tiermem.values.frozen import dataclass

MARK = "# written by 'tiermem install'"
"""Behind a line that is ours; without it only the value is."""
_EMPTY = ("", "''", '""', "null", "~")
_KEY = re.compile(r"""(?P<key>"[^"]*"|'[^']*'|[^\s#'"\[\]{}&*!|>%@`,-][^#:]*?)\s*:(?:\s+(?P<rest>.*))?\s*""")
_VALUE = re.compile(r"""(?P<value>"[^"]*"|'[^']*'|[^\s#'"][^#]*?|)(?:\s*(?P<comment>(?:(?<=\s)|^)#.*))?\s*""")


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of several that could be chosen, in a block at the top of a YAML file. What is chosen is not overruled.

    Attributes:
        block: The block's key.
        key: The key in it.
        value: What stands there: a plain word.
    """

    block: str
    key: str
    value: str

    def put(self, text: str | None, file: Path) -> str:
        """See `Edit.put`.

        Raises:
            InputError: Something else is chosen, or the file is not written in blocks.
        """
        lines = (text or "").splitlines(keepends=True)
        end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
        place = self._block(lines, file)
        if place is None:
            if lines and not lines[-1].endswith("\n"):
                lines[-1] += end
            lines += [f"{self.block}:  {MARK}{end}", self._line("  ", end)]
            return "".join(lines)
        children = _children(lines, place)
        own = self._own(lines, children)
        if own is None:
            lines.insert(place + 1, self._line(_indent(lines[children[0]]) if children else "  ", end))
            return "".join(lines)
        chosen, _ = _parts(lines[own])
        if chosen in _EMPTY:
            lines[own] = _valued(lines[own], self.value)
        elif chosen.strip("'\"") != self.value:
            raise InputError(
                f"{file}: {self.block}.{self.key} is {chosen} already, and there is room for one. "
                "Empty it first; nothing was changed."
            )
        return "".join(lines)

    def take(self, text: str, file: Path) -> str | None:
        """See `Edit.take`; a line that others wrote is left with an empty value."""
        lines = text.splitlines(keepends=True)
        place = self._block(lines, file)
        own = None if place is None else self._own(lines, _children(lines, place))
        if place is None or own is None or _parts(lines[own])[0].strip("'\"") != self.value:
            return text
        if _parts(lines[own])[1] != MARK:
            lines[own] = _valued(lines[own], "''")
            return "".join(lines)
        del lines[own]
        if MARK in lines[place] and not _children(lines, place):
            del lines[place]
        return "".join(lines) or None

    def _line(self, indent: str, end: str) -> str:
        return f"{indent}{self.key}: {self.value}  {MARK}{end}"

    def _block(self, lines: Sequence[str], file: Path) -> int | None:
        """The line of the block's key; None where there is none."""
        places = [
            place for place, line in enumerate(lines) if _is_top(line, file) and _key(line) == self.block
        ]
        if not places:
            return None
        (place, *more) = places
        behind = _children(lines, place)
        if (
            more
            or _parts(lines[place])[0]
            or (behind and _key(lines[behind[0]]) is None)
            or _is_list(lines, place)
        ):
            raise InputError(
                f"{file}: {self.block!r} holds something else. Mend it first; nothing was changed."
            )
        return place

    def _own(self, lines: Sequence[str], children: Sequence[int]) -> int | None:
        return next((place for place in children if _key(lines[place]) == self.key), None)


def _is_top(line: str, file: Path) -> bool:
    """Whether a line is at the left edge, and a key.

    Raises:
        InputError: The file is not written in blocks, or is more than one document.
    """
    bare = line.lstrip("\ufeff")
    if not _says(bare) or bare[0] in " \t-":
        if bare.startswith("---") and bare.strip() != "---":
            raise _unreadable(file)
        return False
    if _key(bare) is None:
        raise _unreadable(file)
    return True


def _unreadable(file: Path) -> InputError:
    return InputError(f"{file} is not written in plain blocks. Make the change by hand; nothing was changed.")


def _children(lines: Sequence[str], place: int) -> list[int]:
    """The lines right below a key at the left edge, without what is deeper."""
    found: list[int] = []
    for number in range(place + 1, len(lines)):
        line = lines[number]
        if not _says(line):
            continue
        if line[0] not in " \t":
            break
        if not found or len(_indent(line)) == len(_indent(lines[found[0]])):
            found.append(number)
    return found


def _is_list(lines: Sequence[str], place: int) -> bool:
    behind = next((line for line in lines[place + 1 :] if _says(line)), "")
    return behind.startswith("-") and not behind.startswith("---")


def _says(line: str) -> bool:
    """Whether a line is more than blank and comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _key(line: str) -> str | None:
    match = _KEY.fullmatch(line.strip().lstrip("\ufeff"))
    return match["key"].strip("'\"") if match else None


def _valued(line: str, value: str) -> str:
    """The line with another value; key and comment stay."""
    key, _, _ = line.partition(":")
    _, comment = _parts(line)
    end = line[len(line.rstrip("\r\n")) :]
    return f"{key}: {value}  {comment}".rstrip() + end


def _parts(line: str) -> tuple[str, str]:
    """Value and comment of a line with a key."""
    match = _KEY.fullmatch(line.strip().lstrip("\ufeff"))
    rest = (match["rest"] or "") if match else ""
    found = _VALUE.fullmatch(rest)
    return (found["value"], found["comment"] or "") if found else (rest, "")
