"""Edit configuration files by pure functions from text to text, which keep what others wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from tiermem.errors import InputError
from tiermem.hosts.install.json_edits import JsonValue
from tiermem.values.frozen import dataclass


class Edit(Protocol):
    """A change to one file."""

    def put(self, text: str | None, file: Path) -> str | None:
        """Return the text with the change. *text* is None for a missing file. A second call changes nothing."""
        ...

    def remove(self, text: str, file: Path) -> str | None:
        """Return the text without the change, or None if nothing of others is left."""
        ...


@dataclass(frozen=True, slots=True)
class FileEdit:
    """A file and its edit."""

    file: Path
    edit: Edit


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file that only tiermem writes."""

    text: str

    def put(self, text: str | None, file: Path) -> str:
        """See `Edit.put`.

        Raises:
            InputError: The file exists and is not tiermem's.
        """
        if text is not None and text != self.text and "tiermem" not in text:
            raise InputError(f"{file} exists and is not tiermem's. Move it away first.")
        return self.text

    def remove(self, text: str, file: Path) -> str | None:  # noqa: ARG002 as all edits take it
        """See `Edit.remove`."""
        return None if "tiermem" in text else text


def own_json(data: Mapping[str, object]) -> OwnFile:
    """Return a JSON file that only tiermem writes."""
    return OwnFile(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def hook_edits(
    file: Path, host: str, hooks: Mapping[str, object], *, comments: bool = False
) -> list[FileEdit]:
    """Return edits that add a hook for each event to those of others, in Claude Code's form."""
    marks = ("tiermem", f"--host {host}")
    return [
        FileEdit(file, JsonValue(("hooks", event), group, marks, comments)) for event, group in hooks.items()
    ]


def put_all(edits: Sequence[FileEdit], texts: dict[Path, str | None]) -> dict[Path, str | None]:
    """Return file → its text with all edits, for files that change.

    Args:
        edits: The edits.
        texts: File → its current text; None for a missing file.
    """
    after = dict(texts)
    for one in edits:
        after[one.file] = one.edit.put(after[one.file], one.file)
    return {file: text for file, text in after.items() if text != texts[file]}


def remove_all(edits: Sequence[FileEdit], texts: dict[Path, str | None]) -> dict[Path, str | None]:
    """Return file → its text without the edits, or None to delete it, for files that change."""
    after = dict(texts)
    for one in edits:
        text = after[one.file]
        if text is not None:
            after[one.file] = one.edit.remove(text, one.file)
    return {file: text for file, text in after.items() if text != texts[file]}
