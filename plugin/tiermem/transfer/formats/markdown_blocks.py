"""Parse the headings, list items and paragraphs of people's Markdown, with their lines."""

from __future__ import annotations

import re

from tiermem.values.frozen import dataclass

_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]+(.*))?")
_BULLET = re.compile(r"( {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+)(.*)", re.DOTALL)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_RULE = re.compile(r" {0,3}(?:-{3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_COMMENT = re.compile(r" {0,3}<!--")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownBlock:
    """A list item or a paragraph.

    Attributes:
        line: Its first line, from 1.
        heading: The heading above it, or the line above its list if that ends in a colon.
        listed: True for a list item. Nested lists belong to their outer item.
    """

    line: int
    heading: str | None
    text: str
    listed: bool


def front_matter(text: str) -> tuple[dict[str, str | list[str]], int]:
    """Return (the plain keys of the front matter, its number of lines), or ({}, 0) without front matter.

    Only texts and lists of texts are read, because the formats here need no more of YAML.
    """
    lines = text.split("\n")
    if lines[0].rstrip() != "---" or "---" not in (line.rstrip() for line in lines[1:]):
        return {}, 0
    end = next(number for number, line in enumerate(lines[1:], start=1) if line.rstrip() == "---")
    found: dict[str, str | list[str]] = {}
    key = ""
    for line in lines[1:end]:
        name, colon, value = line.partition(":")
        if colon and name == name.strip() and not name.startswith(("-", "#")):
            key = name.lower()
            found[key] = _value(value.strip())
        elif key and line.strip().startswith("- "):
            listed = found[key]
            found[key] = [*(listed if isinstance(listed, list) else []), _unquoted(line.strip()[2:])]
    return found, end + 1


def _value(text: str) -> str | list[str]:
    if text.startswith("[") and text.endswith("]"):
        return [one for part in text[1:-1].split(",") if (one := _unquoted(part))]
    return _unquoted(text)


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


def blocks(text: str, *, skip: int = 0) -> list[MarkdownBlock]:
    """Return the blocks of a document in order. They contain every line of text except headings and comments.

    Args:
        text: The document, with line feeds.
        skip: Number of lines of front matter before it.
    """
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        if number > skip:
            reader.read(number, line)
    return reader.finish()


class _Reader:
    """Reads line by line and adds lines to the open block."""

    def __init__(self) -> None:
        self._blocks: list[MarkdownBlock] = []
        self._heading: str | None = None
        self._lead: str | None = None
        self._lines: list[str] = []
        self._begin = 0
        self._indent = 0
        """The width of the open list item's marker; 0 for a paragraph."""
        self._fence = ""
        self._comment = False

    def read(self, number: int, line: str) -> None:
        if self._comment:
            self._comment = "-->" not in line
        elif self._fence:
            self._lines.append(line)
            if line.strip().startswith(self._fence):
                self._fence = ""
                if not self._indent:
                    self._close()
        elif self._belongs_to_item(line):
            self._lines.append(_dedented(line, self._indent))
        else:
            self._begins(number, line)

    def finish(self) -> list[MarkdownBlock]:
        self._close()
        return self._blocks

    def _belongs_to_item(self, line: str) -> bool:
        if not self._lines or not self._indent:
            return False
        return not line.strip() or line.startswith((" " * min(self._indent, 2), "\t"))

    def _begins(self, number: int, line: str) -> None:
        """Read a line that is not part of an open item by its indentation."""
        after_text = bool(self._lines) and bool(self._lines[-1].strip())
        if not line.strip():
            self._close()
        elif after_text and not self._indent and len(self._lines) == 1 and _UNDERLINE.fullmatch(line):
            self._heading, self._lead = " ".join(self._lines.pop().split()), None
        elif _RULE.fullmatch(line):
            self._close()
        elif heading := _HEADING.fullmatch(line):
            self._close()
            self._heading, self._lead = " ".join((heading[1] or "").split()) or None, None
        elif bullet := _BULLET.fullmatch(line):
            self._close()
            if bullet[2].strip():
                self._drop_lead()
            self._open(number, bullet[2], indent=len(bullet[1]))
        elif fence := _FENCE.match(line):
            self._fence = fence[1]
            self._go_on(number, line, after_text=after_text)
        elif _COMMENT.match(line) and not after_text:
            self._close()
            self._comment = "-->" not in line
        else:
            self._go_on(number, line, after_text=after_text)

    def _go_on(self, number: int, line: str, *, after_text: bool) -> None:
        if after_text:
            self._lines.append(line)
            return
        self._close()
        self._open(number, line, indent=0)

    def _open(self, number: int, first: str, *, indent: int) -> None:
        self._begin, self._indent, self._lines = number, indent, [first]

    def _close(self) -> None:
        """Complete the open block."""
        text = "\n".join(self._lines).strip()
        listed = self._indent > 0
        self._lines, self._indent = [], 0
        if not text:
            return
        if not listed:
            self._lead = text[:-1].strip() or None if text.endswith(":") and "\n" not in text else None
        heading = (self._lead if listed else None) or self._heading
        self._blocks.append(MarkdownBlock(line=self._begin, heading=heading, text=text, listed=listed))

    def _drop_lead(self) -> None:
        """Turn a block that is a line ending in a colon into the heading of the list right after it."""
        if self._lead and self._blocks and not self._blocks[-1].listed:
            self._blocks.pop()


def _dedented(line: str, indent: int) -> str:
    spaces = len(line) - len(line.lstrip(" "))
    return line[min(spaces, indent) :]
