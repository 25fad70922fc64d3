"""Claude Code's memory files: ``CLAUDE.md``, ``.claude/rules``, and the ``MEMORY.md`` that it writes itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tiermem.text import statement_key
from tiermem.transfer.formats import markdown_blocks
from tiermem.transfer.formats.base import Contents, Format, Item, Page, Remark, digest, instant_of, read_text
from tiermem.values import Draft

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.transfer.formats.base import FileHead
    from tiermem.values import Entry, Reach, Tier

FILE = "CLAUDE.md"
_NAMES = (FILE, "CLAUDE.local.md", "MEMORY.md")
_IMPORT = re.compile(r"@[^\s`]+")
_POINTER = re.compile(r"\[[^\]]*\]\(([^)\s]+\.md)\)(?:\s*[—:–-].*)?", re.DOTALL)
_NAMED_ELSEWHERE = "it names another file, which is not read with this one: import that as well"


def _recognises(beginning: FileHead) -> bool:
    """Recognise a file by its name, or by the front matter of Claude Code's own notes."""
    if beginning.path.name in _NAMES or beginning.path.parent.parts[-2:] == (".claude", "rules"):
        return True
    keys, _ = markdown_blocks.front_matter(beginning.text)
    return {"name", "description"} <= keys.keys() and ("type" in keys or "metadata" in keys)


def _read(path: Path) -> Contents:
    """Read list items and paragraphs under their headings."""
    text = read_text(path)
    keys, skip = markdown_blocks.front_matter(text)
    tier: Tier = "user" if keys.get("type") == "user" else "memory"
    at = instant_of(_text(keys.get("modified")) or _text(keys.get("created")))
    title = _text(keys.get("name"))
    items: list[Item] = []
    left: list[Remark] = []
    for block in markdown_blocks.blocks(text, skip=skip):
        if _IMPORT.fullmatch(block.text) or (path.name == "MEMORY.md" and _POINTER.fullmatch(block.text)):
            left.append(Remark(line=block.line, entry_id=None, content=block.text, why=_NAMED_ELSEWHERE))
            continue
        of_file = (block.heading or path.stem).lower() in (path.name.lower(), path.stem.lower())
        subject = title if of_file else block.heading
        origin = f"import:claude:{digest(tier, subject or '', statement_key(block.text))}"
        draft = Draft(content=block.text, tier=tier, subject=subject, origin=origin, valid_from=at)
        items.append(Item(line=block.line, id=None, draft=draft, of_user=True, at=at))
    return Contents(items=tuple(items), left=tuple(left))


def _text(value: str | list[str] | None) -> str | None:
    return value if isinstance(value, str) and value else None


# -- writing -------------------------------------------------------------------------------------

_MENTION = re.compile(r"(?<![^\s(\[])@(?=[\w./~\\-])")


def render(entries: Sequence[Entry]) -> str:
    """Return a memory file of *entries*: those without a subject first, the others under their subjects.

    Claude Code includes files whose names follow an ``@``. A space after it keeps entries from doing that.
    """
    sections: dict[str, list[str]] = {"": []}
    for entry in entries:
        subject = " ".join((entry.subject or "").split())
        sections.setdefault(subject, []).append(_listed(entry.content))
    parts = [
        (f"## {subject}\n\n" if subject else "") + "\n".join(contents)
        for subject, contents in sections.items()
        if contents
    ]
    return "\n\n".join(parts) + "\n" if parts else ""


def _listed(content: str) -> str:
    first, *rest = _MENTION.sub("@ ", content.replace("\r\n", "\n").strip()).split("\n")
    return "\n".join((f"- {first}", *(f"  {line}" if line else "" for line in rest)))


def _write(entries: Sequence[Entry], reach: Reach) -> list[Page]:
    del reach
    return [Page(name=FILE, text=render(entries), entries=len(entries))]


CLAUDE = Format(
    name="claude",
    suffixes=(".md",),
    recognises=_recognises,
    read=_read,
    write=_write,
)
