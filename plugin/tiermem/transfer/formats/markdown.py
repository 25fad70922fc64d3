"""Write entries as a readable Markdown document, and read it back.

::

    ## L1 user: recalled when it matters

    ### Preference

    - Keep release notes to five bullets.
      — a1b2c3d4 · 2026-09-07 · by user · about release notes · tags billing, notes

A list item is an entry: its text, with further lines indented, and its details on the last line.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from tiermem.errors import TranscriptError
from tiermem.text import hidden
from tiermem.transfer.formats.base import Contents, Format, Item, LineError, Page
from tiermem.values import CATEGORIES, Draft

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.transfer.formats.base import FileHead
    from tiermem.values import Category, Entry, Layer, Reach, Scope, Tier

_LOADED = {"L0": "always in the prompt", "L1": "recalled when it matters", "L2": "archive"}
_TIER_ORDER: tuple[Tier, ...] = ("identity", "memory", "user")
_OTHER = "Other"
_GROUP = re.compile(r"##\s+(L[012])\s+(memory|user|identity)\b(\s+of the user\b)?.*")
_CATEGORY = re.compile(r"###\s+(\w+)\s*")
_SEPARATOR = " · "
_ESCAPES = {"\n": "\\n", "\r": "\\r"} | {one: f"\\{one}" for one in "\\·,<["}
_LABELS = {
    "about": "subject",
    "project": "project_id",
    "task": "task_id",
    "connection": "connection_id",
    "type": "context_type",
    "category": "category",
    "until": "valid_to",
}
"""Word before a label → its field. Known categories are headings instead."""
_ESCAPED = re.compile(r"\\(?:x([0-9a-f]{1,6});|(.))", re.DOTALL)


# -- writing -------------------------------------------------------------------------------------


def render(entries: Sequence[Entry], reach: Reach) -> Iterator[str]:
    """Yield the lines of the document without line ends, by layer, tier and category."""
    yield f"# What is remembered of {_one_line(reach.user.name)} by {_one_line(reach.agent.name)}"
    yield ""
    yield f"{len(entries):,} entries. 'tiermem import FILE' takes them in again."
    for (layer, tier, of_user), group in groupby(
        sorted(entries, key=_order(reach.user)), key=_group(reach.user)
    ):
        owner = " of the user" if of_user and tier == "memory" else ""
        yield ""
        yield f"## {layer} {tier}{owner}: {_LOADED[layer]}"
        for category, members in groupby(group, key=_known):
            yield ""
            yield f"### {(category or _OTHER).title()}"
            yield ""
            for entry in members:
                yield from _item(entry)


def _group(user: Scope):  # type: ignore[no-untyped-def]  # noqa: ANN202 a key of sorting
    return lambda entry: (entry.layer, entry.tier, entry.scope_id == user.id)


def _known(entry: Entry) -> Category | None:
    """Return an entry's category if that is a known one, which has a heading."""
    return entry.category if entry.category in CATEGORIES else None


def _order(user: Scope):  # type: ignore[no-untyped-def]  # noqa: ANN202 a key of sorting
    return lambda entry: (
        entry.layer,
        _TIER_ORDER.index(entry.tier),
        entry.scope_id == user.id,
        _known(entry) is None,
        _known(entry) or "",
        entry.created_at,
        entry.id,
    )


def _item(entry: Entry) -> Iterator[str]:
    first, *rest = map(_as_text, entry.content.split("\n"))
    yield f"- {first}"
    yield from (f"  {line}" if line else "" for line in rest)
    yield "  — " + _SEPARATOR.join(_details(entry))


def _details(entry: Entry) -> Iterator[str]:
    yield entry.id
    yield (entry.valid_from or entry.created_at)[:10]
    yield f"by {entry.source}"
    for word, name in _LABELS.items():
        value = getattr(entry, name)
        if value and (name != "category" or _known(entry) is None):
            yield f"{word} {_escape(value)}"
    if entry.tags:
        yield "tags " + ", ".join(map(_escape, entry.tags))


def _escape(text: str) -> str:
    escaped = "".join(_ESCAPES.get(character, character) for character in text)
    return hidden(escaped, lambda one: f"\\x{ord(one):x};")


def _one_line(text: str) -> str:
    return _as_text(" ".join(text.split()))


_BLOCK = re.compile(
    r"(\s*)(\\*(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|[-=_*]{3,}\s*$|[=-]+\s*$|```|~~~|\|)).*",
    re.DOTALL,
)
"""A line that Markdown reads as a heading, quote, item, rule, code or table."""
_INLINE = re.compile(r"(\\*)(\0[0-9a-f]+;|<(?=[A-Za-z/!?])|!(?=\[)|&(?=#x[0-9a-f]+;))")
"""Text that Markdown reads as HTML, an image or a character reference; after NUL, the code of a hidden character."""
_ESCAPED_INLINE = re.compile(r"(\\*)(&#x[0-9a-f]{1,6};|<(?=[A-Za-z/!?])|!(?=\[))")


def _as_text(line: str) -> str:
    """Return Markdown that shows a line literally; `_as_said` reads it back.

    Invisible characters become character references, so that the document is safe to print.
    """
    line = _INLINE.sub(_inline, hidden(line, lambda one: f"\0{ord(one):x};"))
    block = _BLOCK.fullmatch(line)
    return f"{block[1]}\\{line[len(block[1]) :]}" if block else line


def _inline(match: re.Match[str]) -> str:
    before, found = 2 * match[1], match[2]
    return f"{before}&#x{found[1:]}" if found.startswith("\0") else f"{before}\\{found}"


def _as_said(line: str) -> str:
    """Return the line for which `_as_text` wrote this."""
    block = _BLOCK.fullmatch(line)
    if block and block[2].startswith("\\"):
        line = block[1] + line[len(block[1]) + 1 :]
    return _ESCAPED_INLINE.sub(_said, line)


def _said(match: re.Match[str]) -> str:
    before, found = match[1], match[2]
    is_escaped = len(before) % 2 == 1
    before = before[: len(before) // 2]
    if is_escaped or not found.startswith("&"):
        return before + found
    code = int(found[3:-1], 16)
    return before + (chr(code) if code and _is_character(code) else found)


# -- reading -------------------------------------------------------------------------------------


def parse(text: str, file: str) -> list[Item]:
    """Return the entries of a document.

    Args:
        text: The document, with line ends of any system.
        file: Its name, for the entries' origin.

    Raises:
        LineError: A line does not have the form of such a document. Nothing is guessed.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    if all(line.endswith("\r") for line in lines[:-1]):
        lines = [line.removesuffix("\r") for line in lines]
    reader = _Reader(file)
    for number, line in enumerate(lines, start=1):
        reader.read(number, line)
    return reader.finish()


class _Reader:
    """Reads line by line. Headings give layer, tier and category of the items below them."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._group: tuple[Layer, Tier, bool] | None = None
        self._category: Category | None = None
        self._lines: list[str] = []
        self._begin = 0
        self._items: list[Item] = []

    def read(self, number: int, line: str) -> None:
        if line.startswith("#"):
            self._close()
            self._heading(number, line)
        elif line.startswith("- "):
            self._close()
            if self._group is None:
                raise LineError(
                    number,
                    "This entry comes before a heading such as '## L1 user', which names its layer and tier.",
                )
            self._begin, self._lines = number, [line[2:]]
        elif self._lines and (line.startswith("  ") or not line.strip()):
            self._lines.append(line[2:])
        elif line.strip() and self._group is not None:
            raise LineError(
                number, "It belongs to no entry. An entry begins with '- ', its other lines with two spaces."
            )

    def finish(self) -> list[Item]:
        self._close()
        return self._items

    def _heading(self, number: int, line: str) -> None:
        self._category = None
        if line.startswith("# "):
            self._group = None
        elif group := _GROUP.fullmatch(line):
            self._group = (cast("Layer", group[1]), cast("Tier", group[2]), bool(group[3]))
        elif category := _CATEGORY.fullmatch(line):
            self._category = _category(number, category[1])
        else:
            raise LineError(
                number, "The heading names no layer and tier, such as '## L1 user', and no category."
            )

    def _close(self) -> None:
        """Complete the open item."""
        if not self._lines or self._group is None:
            return
        while self._lines and not self._lines[-1].strip():
            self._lines.pop()
        text = "\n".join(self._lines)
        content, _, last = text.rpartition("\n")
        details = _read_details(self._begin + text.count("\n"), last)
        if details is None:
            content, details = text, {}
        if not content.strip():
            raise LineError(self._begin, "The entry is empty.")
        self._items.append(self._item("\n".join(map(_as_said, content.split("\n"))), details))
        self._lines = []

    def _item(self, content: str, details: dict[str, str]) -> Item:
        assert self._group is not None
        layer, tier, of_user = self._group
        entry_id = details.get("id")
        labels: dict[str, Any] = {
            field: _unescaped(details.get(word, "")) or None for word, field in _LABELS.items()
        }
        draft = Draft(
            content=content,
            layer=layer,
            tier=tier,
            tags=tuple(_unescaped(tag.strip(" ")) for tag in _TAG.findall(details.get("tags", ""))),
            speaker="user",
            origin=f"import:{self._file}:{entry_id or self._begin}",
            valid_from=f"{details['on']}T00:00:00.000000Z" if "on" in details else None,
            **labels | {"category": labels["category"] or self._category},
        )
        return Item(line=self._begin, id=entry_id, draft=draft, of_user=of_user)


_FIELD = re.compile(r"((?:\\.|(?! · )[^\\])+)(?: · |$)", re.DOTALL)
_TAG = re.compile(r"(?:\\.|[^\\,])+", re.DOTALL)
_ID = re.compile("[A-Za-z0-9]{8}")
_WORDS = ("by", "tags", *_LABELS)


def _category(number: int, word: str) -> Category | None:
    if word == _OTHER:
        return None
    if word.lower() not in CATEGORIES:
        raise LineError(
            number, f"There is no category {word!r}. Possible: {', '.join(CATEGORIES)}, or {_OTHER}."
        )
    return word.lower()


def _read_details(number: int, line: str) -> dict[str, str] | None:
    """Parse the details on the last line of an item; return None if it is text."""
    if not line.startswith("— "):
        return None
    entry_id, *fields = _FIELD.findall(line[2:]) or [""]
    if not _ID.fullmatch(entry_id):
        return None
    details = {"id": entry_id}
    for field in fields:
        word, _, value = field.partition(" ")
        if word in _WORDS:
            details[word] = value
        else:
            details["on"] = _day(number, field)
    return details


def _day(number: int, text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise LineError(number, f"A date such as 2026-03-02 was expected, not {text[:40]!r}.") from None


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_meant, text)


def _meant(escaped: re.Match[str]) -> str:
    code, letter = escaped.groups()
    if code is None:
        return {"n": "\n", "r": "\r"}.get(letter, letter)
    return chr(int(code, 16)) if _is_character(int(code, 16)) else escaped[0]


def _is_character(code: int) -> bool:
    return code <= sys.maxunicode and not 0xD800 <= code < 0xE000


# -- the format ----------------------------------------------------------------------------------

_OURS = re.compile(
    r"^(?:# What is remembered of |##[ \t]+L[012][ \t]+(?:memory|user|identity)\b)", re.MULTILINE
)


def _recognises(beginning: FileHead) -> bool:
    return _OURS.search(beginning.text) is not None


def _read(path: Path) -> Contents:
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise TranscriptError(path, line=line, problem="This is not UTF-8 text.") from None
    return Contents(items=tuple(parse(text, path.name)), known_by_origin=False)


def _write(entries: Sequence[Entry], reach: Reach) -> list[Page]:
    text = "".join(f"{line}\n" for line in render(entries, reach))
    return [Page(name="entries.md", text=text, entries=len(entries))]


MARKDOWN = Format(
    name="markdown",
    suffixes=(".md",),
    recognises=_recognises,
    read=_read,
    write=_write,
)
