"""hermes-agent's ``MEMORY.md`` and ``USER.md``: entries separated by lines of ``§``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.text import statement_key
from tiermem.transfer.formats.base import Contents, Format, Item, Page, digest, read_text
from tiermem.values import Draft

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from tiermem.transfer.formats.base import FileHead
    from tiermem.values import Entry, Reach, Tier

SEPARATOR = "\n§\n"
FOLDER = "memories"
"""The folder of the files in hermes' home."""
USER_FILE, MEMORY_FILE = "USER.md", "MEMORY.md"
MEMORY_CHARS, USER_CHARS = 2_200, 1_375
"""Maximum characters of each file by hermes-agent's defaults, with separators (version 0.19.0)."""


def _recognises(beginning: FileHead) -> bool:
    """Recognise a file by the separator, or by its folder, or as one entry without headings and lists."""
    if SEPARATOR in beginning.text:
        return True
    if beginning.path.name not in (USER_FILE, MEMORY_FILE):
        return False
    if beginning.path.absolute().parent.name == FOLDER:
        return True
    return not any(line.startswith(("#", "- ", "* ", "---")) for line in beginning.text.split("\n"))


def _read(path: Path) -> Contents:
    """Read the entries of a file, which all have the same tier."""
    tier: Tier = "user" if path.name == USER_FILE else "memory"
    items: list[Item] = []
    line = 1
    for part in read_text(path).split(SEPARATOR):
        content = part.strip()
        if content:
            begins = line + part[: part.index(content)].count("\n")
            origin = f"import:hermes:{digest(tier, statement_key(content))}"
            draft = Draft(content=content, tier=tier, origin=origin)
            items.append(Item(line=begins, id=None, draft=draft, of_user=False))
        line += part.count("\n") + SEPARATOR.count("\n")
    return Contents(items=tuple(items))


def render(entries: Iterable[Entry], limit: int) -> tuple[str, int]:
    """Return (a file of *entries* within *limit* characters, the number of entries in it).

    All line ends become line feeds, as hermes reads them. Entries that contain a separator or exceed the limit are
    left out.
    """
    contents: list[str] = []
    room = limit
    for entry in entries:
        content = "\n".join(re.split(r"\r\n?", entry.content)).strip()
        needed = len(content) + (len(SEPARATOR) if contents else 0)
        if needed <= room and SEPARATOR not in f"\n{content}\n":
            contents.append(content)
            room -= needed
    return SEPARATOR.join(contents), len(contents)


def _write(entries: Sequence[Entry], reach: Reach) -> list[Page]:
    """Return notes of the agent and statements about the user that fit hermes' limits, blocks first."""
    del reach
    notes = [entry for entry in entries if entry.tier == "memory"]
    user = [entry for entry in entries if entry.tier != "memory"]
    pages = []
    for name, members, limit in ((MEMORY_FILE, notes, MEMORY_CHARS), (USER_FILE, user, USER_CHARS)):
        text, number = render(members, limit)
        pages.append(Page(name=name, text=text, entries=number, left=len(members) - number))
    return [page for page in pages if page.entries or page.left]


HERMES = Format(
    name="hermes",
    suffixes=(".md",),
    recognises=_recognises,
    read=_read,
    write=_write,
)
