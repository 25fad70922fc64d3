"""A user's entries as the files that another program keeps, or as a document for people, in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.errors import InputError
from tiermem.transfer import markdown
from tiermem.transfer.formats import claude, hermes
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from tiermem.memory.memory import Memory
    from tiermem.values import Entry, Reach

DOCUMENT = "entries.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A file to write.

    Attributes:
        entries: How many are in it.
        left: How many are not, because the program has no room for them or cannot keep them apart.
    """

    name: str
    text: str
    entries: int
    left: int = 0


def _hermes(entries: Sequence[Entry], reach: Reach) -> list[Page]:
    """Notes of the agent, and what is known of the user; those of the blocks first, as many as hermes has room for."""
    del reach
    notes = [entry for entry in entries if entry.tier == "memory"]
    user = [entry for entry in entries if entry.tier != "memory"]
    named = ((hermes.MEMORY_FILE, notes, hermes.MEMORY_CHARS), (hermes.USER_FILE, user, hermes.USER_CHARS))
    pages = []
    for name, members, limit in named:
        text, number = hermes.render(members, limit)
        pages.append(Page(name=name, text=text, entries=number, left=len(members) - number))
    return [page for page in pages if page.entries or page.left]


def _claude(entries: Sequence[Entry], reach: Reach) -> list[Page]:
    del reach
    return [Page(name=claude.FILE, text=claude.render(entries), entries=len(entries))]


def _markdown(entries: Sequence[Entry], reach: Reach) -> list[Page]:
    text = "".join(f"{line}\n" for line in markdown.render(entries, reach))
    return [Page(name=DOCUMENT, text=text, entries=len(entries))]


_WRITERS: dict[str, Callable[[Sequence[Entry], Reach], list[Page]]] = {
    "hermes": _hermes,
    "claude": _claude,
    "markdown": _markdown,
}
NAMES = tuple(_WRITERS)


def export_folder(memory: Memory, name: str, folder: Path, user: str | None = None) -> list[dict[str, Any]]:
    """Write the active entries that a user of this agent reaches.

    The archive (L2) is only in ``markdown``. A file that is there is never written over.

    Args:
        memory: The agent's memory.
        name: Whose files: one of `NAMES`.
        folder: Where to; it is made when missing.
        user: Whose entries; the YAML's user when none is named.

    Returns:
        Of each file ``{"file", "entries", "left_out"}``.

    Raises:
        InputError: There is no such name, a file is there already, or it cannot be written.
    """
    if name not in _WRITERS:
        raise InputError(f"There is no format {name!r} to export to. Possible: {', '.join(NAMES)}.")
    entries, _ = memory.entries(user).list()
    if name != "markdown":
        entries = [entry for entry in entries if entry.layer != "L2"]
    entries.sort(key=lambda entry: entry.layer)
    pages = _WRITERS[name](entries, memory.reach(user))
    _write(folder, pages)
    return [
        {"file": str(folder / page.name), "entries": page.entries, "left_out": page.left} for page in pages
    ]


def _write(folder: Path, pages: Iterable[Page]) -> None:
    """All of them beside their places first, so that none is there half."""
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
