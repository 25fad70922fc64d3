"""Edit a YAML file that others also write. All other bytes stay, comments included."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tiermem.errors import InputError
from tiermem.values.frozen import dataclass

MARK = "# written by 'tiermem install'"
"""Marks a line as ours. On a line without it only the value is ours."""


class _Place(NamedTuple):
    """The nodes of a choice in a text; None if missing."""

    root: yaml.Node | None
    key: yaml.Node | None
    children: list[tuple[yaml.Node, yaml.Node]]
    own: yaml.Node | None


@dataclass(frozen=True, slots=True)
class YamlChoice:
    """One of several possible values, in a top-level block of a YAML file. Another choice is not replaced.

    Attributes:
        block: The block's key.
        key: The key in it.
        value: The value: a plain word.
    """

    block: str
    key: str
    value: str

    def put(self, text: str | None, file: Path) -> str:
        """See `Edit.put`.

        Raises:
            InputError: Another value is chosen, or the file is not in block style.
        """
        before = text or ""
        place = self._place(before, file)
        end = "\r\n" if "\r\n" in before else "\n"
        if place.own is not None:
            if place.own.value == self.value:
                return before
            if not _is_empty(place.own):
                raise InputError(
                    f"{file}: {self.block}.{self.key} is already {place.own.value}, and only one is possible. "
                    "Empty it first; nothing was changed."
                )
            after = _replaced(before, place.own, self.value)
        elif place.key is None:
            gap = "" if not before or before.endswith("\n") else end
            after = f"{before}{gap}{self.block}:  {MARK}{end}{self._line(2, end)}"
        else:
            indent = place.children[0][0].start_mark.column if place.children else 2
            at = before.find("\n", place.key.end_mark.index) + 1
            head = before[:at] if at else before + end
            after = head + self._line(indent, end) + (before[at:] if at else "")
        return self._checked(before, after, file)

    def remove(self, text: str, file: Path) -> str | None:
        """See `Edit.remove`. A line of others keeps its key, with an empty value."""
        place = self._place(text, file)
        if place.key is None or place.own is None or place.own.value != self.value:
            return text
        lines = text.splitlines(keepends=True)
        own, block = place.own.start_mark.line, place.key.start_mark.line
        if MARK not in lines[own]:
            return self._checked(text, _replaced(text, place.own, "''"), file)
        del lines[own]
        if MARK in lines[block] and len(place.children) == 1:
            del lines[block]
        return self._checked(text, "".join(lines), file) or None

    def _line(self, indent: int, end: str) -> str:
        return f"{' ' * indent}{self.key}: {self.value}  {MARK}{end}"

    def _place(self, text: str, file: Path) -> _Place:
        try:
            root = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.YAMLError:
            raise _unreadable(file) from None
        if root is None:
            return _Place(None, None, [], None)
        if not isinstance(root, yaml.MappingNode) or root.flow_style:
            raise _unreadable(file)
        found = [pair for pair in root.value if pair[0].value == self.block]
        if not found:
            return _Place(root, None, [], None)
        (key, block), *more = found
        is_empty = isinstance(block, yaml.ScalarNode) and block.value == ""
        is_block = isinstance(block, yaml.MappingNode) and block.start_mark.line > key.start_mark.line
        if more or not (is_empty or is_block):
            raise InputError(
                f"{file}: {self.block!r} has another form. Change it by hand; nothing was changed."
            )
        children = block.value if is_block else []
        own = next((value for name, value in children if name.value == self.key), None)
        return _Place(root, key, children, own)

    def _checked(self, before: str, after: str, file: Path) -> str:
        """Return *after* if it differs from *before* only in the choice."""
        if self._others(self._place(before, file).root) != self._others(self._place(after, file).root):
            raise _unreadable(file)
        return after

    def _others(self, root: yaml.Node | None) -> list[Any]:
        """Return everything but the choice as plain data."""
        pairs = [] if root is None else root.value
        kept = [(_plain(name), _plain(value)) for name, value in pairs if name.value != self.block]
        inside = [pair for name, block in pairs if name.value == self.block for pair in block.value]
        return [*kept, [(_plain(name), _plain(value)) for name, value in inside if name.value != self.key]]


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and (node.value == "" or node.tag.endswith(":null"))


def _replaced(text: str, node: yaml.Node, value: str) -> str:
    start, end = node.start_mark.index, node.end_mark.index
    return text[:start] + ("" if text[start - 1 : start].isspace() else " ") + value + text[end:]


def _plain(node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return [(_plain(name), _plain(value)) for name, value in node.value]
    return (
        [_plain(one) for one in node.value] if isinstance(node, yaml.SequenceNode) else (node.tag, node.value)
    )


def _unreadable(file: Path) -> InputError:
    return InputError(f"{file} is not in plain block style. Make the change by hand; nothing was changed.")
