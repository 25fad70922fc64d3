"""Read YAML into plain data with line numbers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from tiermem.errors import ConfigError
from tiermem.text import storable
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import yaml

KeyPath = tuple[str | int, ...]
"""Keys and list positions that lead to a value in a document."""

MOST_VALUES = 100_000
"""Maximum values in a document with aliases expanded: far more than an agent needs, and a limit for alias bombs."""

_TAG = "tag:yaml.org,2002:"
_TEXT_TAGS = {_TAG + "str", _TAG + "timestamp", _TAG + "value"}
"""Dates are kept as text, as in JSON and in YAML 1.2."""
_OTHER_TAGS = {_TAG + "null", _TAG + "bool", _TAG + "int", _TAG + "float"}


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A YAML file as plain data: mappings with text keys, lists, text, numbers, booleans and None.

    Attributes:
        file: The file as the user named it.
        lines: Line, from 1, of every key and list item; ``()`` is the whole document.
    """

    file: Path
    data: Any
    lines: Mapping[KeyPath, int]

    def line_of(self, path: KeyPath) -> int:
        """Return the line of a value in the document."""
        return self.lines[path]


def key_name(path: KeyPath) -> str:
    """Return a path as errors name it: ``agents.my_agent.tools[0].memory_char_limit``."""
    parts = [f".{part}" if _is_plain(part) else f"[{json.dumps(part)}]" for part in path]
    return "".join(parts).removeprefix(".")


def _is_plain(part: str | int) -> bool:
    return isinstance(part, str) and re.fullmatch(r"[\w-]+", part) is not None


def load_document(path: Path) -> YamlDocument:
    """Read a YAML file.

    Raises:
        ConfigError: It cannot be read, is not UTF-8, is not YAML, or holds what is not plain data:
            a key twice, an unknown tag, a character that cannot be stored.
    """
    text = _read(path)
    try:
        return _parse(path, text)
    except RecursionError:
        raise ConfigError(path, line=None, key="", problem="is nested too deeply.") from None


def _read(path: Path) -> str:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ConfigError(path, line=None, key="", problem="there is no such file.") from None
    except IsADirectoryError:
        problem = "is a directory; name a YAML file."
        raise ConfigError(path, line=None, key="", problem=problem) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError(path, line=None, key="", problem=f"cannot be read: {reason}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(path, line=line, key="", problem="is not UTF-8 text; save it as UTF-8.") from None


def _parse(path: Path, text: str) -> YamlDocument:
    import yaml

    try:
        root = yaml.compose(text, yaml.SafeLoader)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        problem = f"holds the control character U+{ord(text[error.position]):04X}; remove it."
        raise ConfigError(path, line=line, key="", problem=problem) from None
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(path, error) from None
    except (ValueError, OverflowError):
        problem = "is not valid YAML: an escape such as '\\U00110000' names no character."
        raise ConfigError(path, line=None, key="", problem=problem) from None
    if root is None:
        problem = "is empty; it needs 'agents:' with at least one agent."
        raise ConfigError(path, line=None, key="", problem=problem)
    builder = _Builder(path)
    return YamlDocument(path, builder.build(root, ()), builder.lines)


def _syntax_error(path: Path, error: yaml.MarkedYAMLError) -> ConfigError:
    context = error.context
    mark = error.problem_mark or error.context_mark
    if context and error.context_mark and mark and error.context_mark.line != mark.line:
        context += f" that starts in line {error.context_mark.line + 1}"
    said = ", ".join(part for part in (context, error.problem) if part)
    line = mark.line + 1 if mark else None
    return ConfigError(path, line=line, key="", problem=f"is not valid YAML: {said}.")


class _Builder:
    """Build plain data from nodes and record their lines. The first node that is not plain data is an error."""

    def __init__(self, file: Path) -> None:
        from yaml.constructor import SafeConstructor

        self.lines: dict[KeyPath, int] = {}
        self._file = file
        self._scalars = SafeConstructor()
        self._values = 0

    def build(self, node: yaml.Node, path: KeyPath) -> Any:
        import yaml

        self.lines.setdefault(path, node.start_mark.line + 1)
        self._count(node)
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, path)
        if isinstance(node, yaml.SequenceNode) and node.tag == _TAG + "seq":
            return [self.build(item, (*path, place)) for place, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode) and node.tag == _TAG + "map":
            return self._mapping(node, path)
        raise self._error(node, path, f"has the tag '{node.tag}'; only plain YAML is read.")

    def _mapping(self, node: yaml.MappingNode, path: KeyPath) -> dict[str, Any]:
        plain = {}
        for name, (key, value) in self._members(node, path).items():
            self.lines[*path, name] = key.start_mark.line + 1
            plain[name] = self.build(value, (*path, name))
        return plain

    def _members(self, node: yaml.MappingNode, path: KeyPath) -> dict[str, tuple[yaml.Node, yaml.Node]]:
        """Return the pairs of a mapping and those merged by ``<<``, which its own override."""
        own: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        merged: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        for key, value in node.value:
            self._count(key)
            if key.tag == _TAG + "merge":
                for base in self._bases(value, path):
                    merged = self._members(base, path) | merged
                continue
            name = self._key(key, path)
            if name in own:
                first = own[name][0].start_mark.line + 1
                raise self._error(key, (*path, name), f"is here twice, first in line {first}; keep one.")
            own[name] = (key, value)
        return merged | own

    def _bases(self, node: yaml.Node, path: KeyPath) -> Iterator[yaml.MappingNode]:
        import yaml

        for base in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            if not isinstance(base, yaml.MappingNode):
                raise self._error(node, (*path, "<<"), "expected a mapping to merge, or a list of them.")
            yield base

    def _key(self, key: yaml.Node, path: KeyPath) -> str:
        """Return a key as the text written, so that an agent may be called 1 or on."""
        import yaml

        if not isinstance(key, yaml.ScalarNode):
            raise self._error(key, path, "has a key that is not plain text.")
        return self._text(key, path)

    def _scalar(self, node: yaml.ScalarNode, path: KeyPath) -> Any:
        if node.tag in _TEXT_TAGS:
            return self._text(node, path)
        if node.tag not in _OTHER_TAGS:
            raise self._error(node, path, f"has the tag '{node.tag}'; only plain YAML is read.")
        try:
            value = self._scalars.construct_object(node)
        except (ValueError, LookupError, OverflowError):
            kind = node.tag.removeprefix(_TAG)
            raise self._error(node, path, f"cannot be read as the YAML type '{kind}'.") from None
        return self._number(node, path, value) if isinstance(value, (int, float)) else value

    def _number(self, node: yaml.Node, path: KeyPath, value: Any) -> int | float:
        """Return a number, as int where it is whole: 2200.0 too, as in JSON Schema."""
        if isinstance(value, float) and not value.is_integer():
            return value
        if abs(value) >= 2**63:
            raise self._error(node, path, "is a number that is too large.")
        return value if isinstance(value, bool) else int(value)

    def _text(self, node: yaml.ScalarNode, path: KeyPath) -> str:
        text: str = node.value
        if storable(text):
            return text
        try:
            # JSON, which is YAML too, escapes a character beyond U+FFFF as two halves
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            raise self._error(
                node, path, "holds half of a surrogate pair, which is not a character."
            ) from None
        if not storable(text):
            raise self._error(node, path, "holds the character NUL; remove it.")
        return text

    def _count(self, node: yaml.Node) -> None:
        self._values += 1
        if self._values > MOST_VALUES:
            raise self._error(
                node, (), f"holds more than {MOST_VALUES:,} values once its aliases are followed."
            )

    def _error(self, node: yaml.Node, path: KeyPath, problem: str) -> ConfigError:
        return ConfigError(self._file, line=node.start_mark.line + 1, key=key_name(path), problem=problem)
