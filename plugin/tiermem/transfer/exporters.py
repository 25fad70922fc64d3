"""Write a user's entries: as the files that another program keeps, or as a Markdown document for people."""

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


def markdown_lines(memory: Memory, user: str | None = None) -> Iterator[str]:
    """Return the lines of the Markdown document of the active entries that a user of this agent reaches.

    Args:
        memory: The agent's memory.
        user: Whose; the YAML's user when none is named.
    """
    entries, _ = memory.entries(user).list()
    return markdown.render(entries, memory.reach(user))


def export_folder(memory: Memory, name: str, folder: Path, user: str | None = None) -> list[dict[str, Any]]:
    """Write the active entries that a user of this agent reaches.

    The archive (L2) is only in ``markdown``. A file that is there is never written over.

    Args:
        memory: The agent's memory.
        name: A format that can be written: one of `formats.WRITABLE`.
        folder: Where to; it is made when missing.
        user: Whose entries; the YAML's user when none is named.

    Returns:
        Of each file ``{"file", "entries", "left_out"}``.

    Raises:
        InputError: There is no such name, a file is there already, or it cannot be written.
    """
    if name not in formats.WRITABLE:
        raise InputError(
            f"There is no format {name!r} to export to. Possible: {', '.join(formats.WRITABLE)}."
        )
    write = formats.by_name(name).write
    assert write is not None
    entries, _ = memory.entries(user).list()
    if name != "markdown":
        entries = [entry for entry in entries if entry.layer != "L2"]
    entries.sort(key=lambda entry: entry.layer)
    pages = write(entries, memory.reach(user))
    _write(folder, pages)
    return [
        {"file": str(folder / page.name), "entries": page.entries, "left_out": page.left} for page in pages
    ]


def _write(folder: Path, pages: Iterable[Page]) -> None:
    """Write all files beside their places first, so that no half-written file appears."""
    there = [page.name for page in pages if (folder / page.name).exists()]
    if there:
        raise InputError(
            f"{folder / there[0]} is there already, and is not written over. Name another folder."
        )
    partial: dict[Path, Path] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for page in pages:
            beside = folder / f"{page.name}.{os.getpid()}.partial"
            partial[beside] = folder / page.name
            beside.write_bytes(page.text.encode())
        for beside, path in partial.items():
            beside.replace(path)
    except OSError as error:
        raise InputError(f"Cannot write to {folder}: {error.strerror or error}.") from error
    finally:
        for beside in partial:
            beside.unlink(missing_ok=True)
