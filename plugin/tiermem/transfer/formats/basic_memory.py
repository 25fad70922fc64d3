"""Notes of basic-memory: front matter, ``- [category] text #tag`` and ``- relation [[Other note]]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tiermem.transfer.formats import markdown_blocks
from tiermem.transfer.formats.base import (
    Contents,
    Format,
    Item,
    category_of,
    digest,
    instant_of,
    read_text,
)
from tiermem.values import Draft
from tiermem.values.frozen import replace

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.transfer.formats.base import FileHead
    from tiermem.transfer.formats.markdown_blocks import MarkdownBlock

_OBSERVATION = re.compile(r"\[(?P<category>[^\[\]()\n]{2,})\]\s+(?P<text>.+)", re.DOTALL)
_CLOCK = re.compile(r"[\d:.,\s-]+")
"""A time of a transcript, which is in brackets too."""
_RELATION = re.compile(
    r"(?P<kind>[^\s\[\]\"']+|\"[^\"\n]+\"|'[^'\n]+')\s+\[\[(?P<target>[^\[\]\n]+)\]\]\s*(?P<more>\([^()]*\))?"
)
_TAGS = re.compile(r"(?:\s+#[^\s#]+)+\s*$")
_TAG = re.compile(r"#([^\s#]+)")
_BODY = re.compile(r"^[-*] +(?:\[[^\[\]()\n]{2,}\] |[^\s\[]+ \[\[)", re.MULTILINE)


def _recognises(beginning: FileHead) -> bool:
    keys, _ = markdown_blocks.front_matter(beginning.text)
    return "permalink" in keys or ("title" in keys and _BODY.search(beginning.text) is not None)


def _read(path: Path) -> Contents:
    """Read observations, relations, and the paragraphs of the note's own prose."""
    text = read_text(path)
    keys, skip = markdown_blocks.front_matter(text)
    title = _first(keys.get("title")) or path.stem
    note = Draft(
        content="",
        layer="L1",
        subject=" ".join(title.split()),
        tags=_tags(keys.get("tags")),
        valid_from=instant_of(_first(keys.get("created")) or _first(keys.get("date"))),
    )
    name = _first(keys.get("permalink")) or title
    items = [_item(block, note, name) for block in markdown_blocks.blocks(text, skip=skip)]
    return Contents(items=tuple(items))


def _item(block: MarkdownBlock, note: Draft, name: str) -> Item:
    relation = _RELATION.fullmatch(block.text) if block.listed else None
    observation = _OBSERVATION.fullmatch(block.text) if block.listed else None
    if relation:
        draft = _related(relation, note)
    elif observation and not _CLOCK.fullmatch(observation["category"]):
        draft = _observed(observation, note)
    else:
        draft = replace(note, content=block.text)
    draft = replace(draft, origin=f"import:basic-memory:{digest(name, block.text)}")
    return Item(line=block.line, id=None, draft=draft, of_user=True, at=draft.valid_from)


def _observed(found: re.Match[str], note: Draft) -> Draft:
    category, own = category_of(found["category"])
    text = found["text"].strip()
    content = _TAGS.sub("", text).strip() or text
    tags = dict.fromkeys((*own, *_TAG.findall(text[len(content) :]), *note.tags))
    return replace(note, content=content, category=category, tags=tuple(tags))


def _related(found: re.Match[str], note: Draft) -> Draft:
    kind = found["kind"].strip("\"'").replace("_", " ")
    words = (note.subject, kind, found["target"].strip(), found["more"])
    return replace(note, content=" ".join(word for word in words if word), category="association")


def _first(value: str | list[str] | None) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _tags(value: str | list[str] | None) -> tuple[str, ...]:
    found = value.split(",") if isinstance(value, str) else value or []
    return tuple(tag for one in found if (tag := one.strip().removeprefix("#")))


BASIC_MEMORY = Format(
    name="basic-memory",
    suffixes=(".md",),
    recognises=_recognises,
    read=_read,
)
