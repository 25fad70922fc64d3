"""Edits of configuration files that keep what others wrote: pure functions from a file's text to its new text."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Protocol

from tiermem.errors import InputError
from tiermem.values.frozen import dataclass


class Edit(Protocol):
    """One thing that belongs into one file."""

    def put(self, text: str | None, file: Path) -> str | None:
        """The file's text with it; None for a file that is not there. Doing it twice changes nothing more."""
        ...

    def take(self, text: str, file: Path) -> str | None:
        """The file's text without it; None where nothing is left that anybody else wrote."""
        ...


@dataclass(frozen=True, slots=True)
class Wish:
    """An edit of a file."""

    file: Path
    edit: Edit


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a TOML file, with what the host puts below it.

    The host writes its file anew and moves comments about, so a table is known by its name and not by marks.

    Attributes:
        name: Its dotted name, of bare keys.
        values: What stands in it: texts and lists of texts.
    """

    name: str
    values: dict[str, str | list[str]]

    def put(self, text: str | None, file: Path) -> str:
        """See `Edit.put`.

        Raises:
            InputError: The file is no TOML, or the table is there in a form that cannot be taken out.
        """
        there = self._found(self._parsed(text or "", file))
        if text is not None and isinstance(there, dict) and there | self.values == there:
            return text
        kept = self.take(text or "", file) or ""
        gap = "" if not kept else "\n" if kept.endswith("\n") else "\n\n"
        lines = [f"[{self.name}]", *(f"{key} = {_toml(value)}" for key, value in self.values.items())]
        after = kept + gap + "\n".join(lines) + "\n"
        self._ensure_holds(after, self._without(self._parsed(kept, file)), self.values, file)
        return after

    def take(self, text: str, file: Path) -> str | None:
        """See `Edit.take`. A comment in the table goes with it, unless only comments come behind it.

        Raises:
            InputError: As `put`.
        """
        header = re.compile(rf"\s*\[{re.escape(self.name)}[.\]]")
        kept: list[str] = []
        behind: list[str] = []
        ours = False
        for line in re.split(r"(?<=\n)", text):
            bare = line.strip()
            if bare.startswith("["):
                kept += behind
                behind = []
                ours = header.match(line) is not None
                if ours and kept and not kept[-1].strip():
                    kept.pop()
            elif ours:
                behind = [*behind, line] if not bare or bare.startswith("#") else []
            if not ours:
                kept.append(line)
        left = "".join(kept + behind)
        self._ensure_holds(left, self._without(self._parsed(text, file)), None, file)
        return left or None

    def _ensure_holds(self, text: str, others: Any, ours: Any, file: Path) -> None:
        """That an edited text says what it should; it is compared as read, whatever the lines look like."""
        try:
            data = tomllib.loads(text)
            holds = (self._found(data), self._without(data)) == (ours, others)
        except tomllib.TOMLDecodeError:
            holds = False
        if not holds:
            raise InputError(
                f"{file}: {self.name} stands there in an unusual form. Take it out by hand first."
            )

    def _parsed(self, text: str, file: Path) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{file} is no TOML ({error}). Mend it first; nothing was changed.") from None

    def _found(self, data: dict[str, Any]) -> Any:
        """What stands under the name; None for nothing."""
        found: Any = data
        for key in self.name.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def _without(self, data: dict[str, Any]) -> dict[str, Any]:
        """What stands beside it, without tables that are empty then."""
        places: list[Any] = [deepcopy(data)]
        *above, last = self.name.split(".")
        for key in above:
            inner = places[-1].get(key)
            if not isinstance(inner, dict):
                break
            places.append(inner)
        else:
            places[-1].pop(last, None)
        for place, key in zip(reversed(places[:-1]), reversed(above[: len(places) - 1]), strict=True):
            if not place[key]:
                del place[key]
        result: dict[str, Any] = places[0]
        return result


@dataclass(frozen=True, slots=True)
class Whole:
    """A file that is all ours."""

    text: str

    def put(self, text: str | None, file: Path) -> str:
        """See `Edit.put`.

        Raises:
            InputError: Somebody else's file has this name.
        """
        if text is not None and text != self.text and "tiermem" not in text:
            raise InputError(f"{file} is there already and is not ours. Move it away first.")
        return self.text

    def take(self, text: str, file: Path) -> str | None:  # noqa: ARG002 as all edits take it
        """See `Edit.take`."""
        return None if "tiermem" in text else text


def applied(wishes: Sequence[Wish], texts: dict[Path, str | None]) -> dict[Path, str | None]:
    """File → its text with all edits; only files that change.

    Args:
        wishes: What belongs where.
        texts: File → its text now; None where there is none.
    """
    after = dict(texts)
    for wish in wishes:
        after[wish.file] = wish.edit.put(after[wish.file], wish.file)
    return {file: text for file, text in after.items() if text != texts[file]}


def without(wishes: Sequence[Wish], texts: dict[Path, str | None]) -> dict[Path, str | None]:
    """File → its text without any of the edits, None where it goes; only files that change."""
    after = dict(texts)
    for wish in wishes:
        text = after[wish.file]
        if text is not None:
            after[wish.file] = wish.edit.take(text, wish.file)
    return {file: text for file, text in after.items() if text != texts[file]}


def wanted(wishes: Sequence[Wish]) -> list[Path]:
    """The files that the edits are about, each once."""
    return list(dict.fromkeys(wish.file for wish in wishes))


def _toml(value: str | list[str]) -> str:
    """A text, or a list of them, as TOML: JSON but for surrogate pairs, and DEL has to be escaped."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
