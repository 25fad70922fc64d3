"""Export a user's entries as another program's files, or as Markdown for people."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.transfer import formats
from tiermem.transfer.formats import markdown

if TYPE_CHECKING:
    from tiermem.memory.memory import Memory
    from tiermem.transfer.formats.base import Page
    from tiermem.values import Entry


def markdown_lines(memory: Memory, user: str | None = None) -> Iterator[str]:
    """Return the lines of the Markdown document of a user's active entries.

    Args:
        memory: The agent's memory.
        user: Only this user's own entries (default: all that the YAML's user can see).
    """
    return markdown.render(_entries(memory, user), memory.reach(user))


def _entries(memory: Memory, user: str | None) -> list[Entry]:
    """Return the active entries that the YAML's user can see, or the named user's own."""
    entries, _ = memory.entries(user).list()
    reach = memory.reach(user)
    own = {reach.user.id, reach.pair.id}
    return [entry for entry in entries if user is None or entry.scope_id in own]


def export_folder(memory: Memory, name: str, folder: Path, user: str | None = None) -> list[dict[str, Any]]:
    """Write a user's active entries.

    Only ``markdown`` includes the archive (L2). Existing files are never overwritten.

    Args:
        memory: The agent's memory.
        name: A format that can be written: one of `formats.WRITABLE`.
        folder: The folder for the files. It is created if missing.
        user: Only this user's own entries (default: all that the YAML's user can see).

    Returns:
        ``{"file", "entries", "left_out"}`` of each file.

    Raises:
        InputError: The format is unknown, or a file already exists or cannot be written.
    """
    if name not in formats.WRITABLE:
        raise InputError(
            f"There is no format {name!r} to export to. Possible: {', '.join(formats.WRITABLE)}."
        )
    write = formats.by_name(name).write
    assert write is not None
    entries = _entries(memory, user)
    if name != "markdown":
        entries = [entry for entry in entries if entry.layer != "L2"]
    entries.sort(key=lambda entry: entry.layer)
    pages = write(entries, memory.reach(user))
    _write(folder, pages)
    return [
        {"file": str(folder / page.name), "entries": page.entries, "left_out": page.left} for page in pages
    ]


def _write(folder: Path, pages: Iterable[Page]) -> None:
    """Write all files under temporary names and then rename them, so that no incomplete file appears."""
    there = [page.name for page in pages if (folder / page.name).exists()]
    if there:
        raise InputError(f"{folder / there[0]} already exists and is not overwritten. Name another folder.")
    partial: dict[Path, Path] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for page in pages:
            beside = folder / f"{page.name}.{os.getpid()}.partial"
            partial[beside] = folder / page.name
            beside.touch(mode=0o600)
            beside.write_bytes(page.text.encode())
        for beside, path in partial.items():
            beside.replace(path)
    except OSError as error:
        raise InputError(f"Cannot write to {folder}: {error.strerror or error}.") from error
    finally:
        for beside in partial:
            beside.unlink(missing_ok=True)
