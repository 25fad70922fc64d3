"""Edit TOML files that others also write.

tomlkit cannot restore a file to the byte: with a table it deletes the comment above the next table and leaves a blank
line.
"""

from __future__ import annotations

import json
import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

from tiermem.errors import InputError
from tiermem.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class TomlTable:
    """A table of a TOML file, with the tables that the host adds below it.

    It is identified by its name, because hosts rewrite their file and move comments.

    Attributes:
        name: Its dotted name, of bare keys.
        values: Its values: texts and lists of texts.
    """

    name: str
    values: dict[str, str | list[str]]

    def put(self, text: str | None, file: Path) -> str:
        """See `Edit.put`.

        Raises:
            InputError: The file is not TOML, or its table is in a form that cannot be removed.
        """
        there = self._found(self._parsed(text or "", file))
        if text is not None and isinstance(there, dict) and there | self.values == there:
            return text
        kept = self.remove(text or "", file) or ""
        gap = "" if not kept else "\n" if kept.endswith("\n") else "\n\n"
        lines = [f"[{self.name}]", *(f"{key} = {_toml(value)}" for key, value in self.values.items())]
        after = kept + gap + "\n".join(lines) + "\n"
        self._ensure_holds(after, self._without(self._parsed(kept, file)), self.values, file)
        return after

    def remove(self, text: str, file: Path) -> str | None:
        """See `Edit.remove`. Comments in the table are removed too, those after its last value stay.

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
        """Raise an error unless the edited text has the wanted content."""
        try:
            data = tomllib.loads(text)
            holds = (self._found(data), self._without(data)) == (ours, others)
        except tomllib.TOMLDecodeError:
            holds = False
        if not holds:
            raise InputError(f"{file}: {self.name} is in an unusual form. Remove it by hand first.")

    def _parsed(self, text: str, file: Path) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{file} is not TOML ({error}). Fix it first; nothing was changed.") from None

    def _found(self, data: dict[str, Any]) -> Any:
        """Return the value of a dotted name, or None."""
        found: Any = data
        for key in self.name.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def _without(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the other content, without tables that become empty."""
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


def _toml(value: str | list[str]) -> str:
    """Format a text or a list of texts as TOML: JSON without surrogate pairs and with DEL escaped."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
