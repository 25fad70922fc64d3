"""The values that hooks take and give, as the end of the hooks' page, written from the classes themselves.

``python -m tests.docs.reference docs/hooks.md`` writes it anew.
"""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from tiermem import values
from tiermem.ports import context, specs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEADING = "## The values that hooks take and give\n"
_INTRODUCTION = """\
<!-- Written from the classes by: python -m tests.docs.reference docs/hooks.md -->

All are frozen records, to be imported from `tiermem`; a field without a default has to be given, by name.
`AgentSettings` has the keys of [the configuration](configuration.md).
"""
_SEED = re.compile(r"\s*\(seed \d+\)")
_NAME = re.compile(r"[A-Z]\w+")
_ATTRIBUTE = re.compile(r"^(\w+): (.*(?:\n +.*)*)", re.MULTILINE)


class _Field(NamedTuple):
    name: str
    type: str
    default: str


def records() -> dict[str, type]:
    """Name → record, of all that the hooks' signatures name and what these hold, in the order of the hooks."""
    found: dict[str, type] = {}

    def take(annotation: str) -> None:
        for name in _NAME.findall(annotation):
            kind = getattr(values, name, None) or getattr(context, name, None)
            is_new = name not in found and not name.endswith("Settings")
            if is_new and isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, tuple)):
                found[name] = kind
                for field in _fields(kind):
                    take(field.type)

    for spec in specs.HOOKS.values():
        signature = inspect.signature(spec)
        for annotation in (
            *(one.annotation for one in signature.parameters.values()),
            signature.return_annotation,
        ):
            take(str(annotation))
    return found


def render_values() -> str:
    """Return the section, from its heading on."""
    parts = [HEADING, _INTRODUCTION, _words(records())]
    sessions = (_members(name, kind) for name, kind in SESSIONS.items())
    return "\n".join([*parts, *sessions, *(_section(name, record) for name, record in records().items())])


SESSIONS = {"HookSession": context.HookSession, "HookEntries": context.HookEntries}
"""Protocols that hooks receive for lookups; their members are listed."""


def _members(name: str, kind: type) -> str:
    """Return the section of a protocol: each attribute and method with its meaning."""
    summary, _, _ = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")
    rows = "".join(
        f"| `{_inline(_signature(member, value))}` | {_inline(inspect.cleandoc(_documented(value)))} |\n"
        for member, value in vars(kind).items()
        if not member.startswith("_")
    )
    return f"### {name}\n\n{_inline(summary)}\n\n| member | what it is |\n| --- | --- |\n{rows}"


def _signature(name: str, member: object) -> str:
    if isinstance(member, property):
        return f"{name}: {inspect.signature(member.fget).return_annotation}"  # type: ignore[arg-type]
    parameters = inspect.signature(member)  # type: ignore[arg-type]
    own = [one for one in parameters.parameters.values() if one.name != "self"]
    return f"{name}{parameters.replace(parameters=own)}".replace("'", "")


def _documented(member: object) -> str:
    return inspect.cleandoc(member.__doc__ or "").partition("\n\n")[0]


def with_values(page: str) -> str:
    """Return the page with this section at its end."""
    return f"{page.partition(HEADING)[0].rstrip()}\n\n{render_values()}"


def _words(found: Mapping[str, type]) -> str:
    """Return the meaning of the names that are types of fields."""
    types = " ".join(field.type for record in found.values() for field in _fields(record))
    names = dict.fromkeys(name for name in _NAME.findall(types) if name not in found)
    words = {name: get_args(getattr(values, name, None)) for name in names}
    lines = [
        f"- `{name}`: {', '.join(f'`{word}`' for word in choices)}"
        for name, choices in sorted(words.items())
        if choices and all(isinstance(word, str) for word in choices)
    ]
    return "\n".join(lines) + "\n"


def _section(name: str, record: type) -> str:
    summary, _, _ = inspect.cleandoc(record.__doc__ or "").partition("\n\n")
    rows = "".join(f"| {' | '.join(row)} |\n" for row in _rows(record))
    head = "| field | type | default | what it is |\n| --- | --- | --- | --- |\n"
    return f"### {name}\n\n{_inline(summary)}\n\n{head}{rows}"


def _rows(record: type) -> Iterator[tuple[str, ...]]:
    told = _attributes(values.Entry) | _attributes(record) if record is values.Draft else _attributes(record)
    for field in _fields(record):
        yield f"`{field.name}`", f"`{_inline(field.type)}`", field.default, told.get(field.name, "")


def _attributes(record: type) -> dict[str, str]:
    """Field → what the class says of it."""
    _, _, listed = inspect.cleandoc(record.__doc__ or "").partition("Attributes:\n")
    said = _ATTRIBUTE.findall(inspect.cleandoc(listed.partition("\n\n")[0]))
    return {name: _inline(text) for name, text in said}


def _fields(record: type) -> list[_Field]:
    """Return the fields of a dataclass or a named tuple."""
    if is_dataclass(record):
        return [_Field(field.name, str(field.type), _default(field)) for field in fields(record)]
    types = inspect.get_annotations(record)
    return [
        _Field(name, types[name], "" if one.default is one.empty else f"`{one.default!r}`")
        for name, one in inspect.signature(record).parameters.items()
    ]


def _default(field: Field[Any]) -> str:
    if field.default is not MISSING:
        return "a function" if callable(field.default) else f"`{field.default!r}`"
    return "" if field.default_factory is MISSING else f"`{field.default_factory()!r}`"


def _inline(text: str) -> str:
    """Text of a docstring on one line of a table."""
    return " ".join(_SEED.sub("", text).split()).replace("``", "`").replace("|", "\\|")


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(with_values(file.read_text(encoding="utf-8")), encoding="utf-8")
