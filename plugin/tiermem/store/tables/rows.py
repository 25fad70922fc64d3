"""Between values and rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, cast

from tiermem.text import statement_key
from tiermem.values import Entry, Event, Turn, Version

ENTRY_COLUMNS = (*(field.name for field in fields(Entry)), "key")
EVENT_COLUMNS = tuple(field.name for field in fields(Event) if field.name != "seq")
TURN_COLUMNS = ("session_id", "position", "speaker", "name", "content", "at", "external_id")
VERSION_COLUMNS = tuple(field.name for field in fields(Version))

_ENTRY_FIELDS = ENTRY_COLUMNS[:-1]
_TAGS = _ENTRY_FIELDS.index("tags")
_CORRECTION = _ENTRY_FIELDS.index("correction")


def compact(data: Any) -> str:
    """JSON as it is stored: no spaces, keys in their order, text as it is."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def columns(names: Sequence[str], prefix: str = "") -> str:
    """``prefix.a, prefix.b``: a list of columns for SQL; ``offset`` is a word of SQL's own and quoted."""
    return ", ".join(f'{prefix}"{name}"' for name in names)


def entry_row(entry: Entry) -> list[Any]:
    """The values of `ENTRY_COLUMNS`."""
    row = [getattr(entry, name) for name in _ENTRY_FIELDS]
    row[_TAGS] = compact(entry.tags) if entry.tags else "[]"
    row[_CORRECTION] = int(entry.correction)
    return [*row, statement_key(entry.content)]


def entry_from(row: Sequence[Any]) -> Entry:
    """The entry of a row of `ENTRY_COLUMNS` (the key may be missing)."""
    data = dict(zip(_ENTRY_FIELDS, row, strict=False))
    data["tags"] = () if data["tags"] == "[]" else tuple(json.loads(data["tags"]))
    data["correction"] = bool(data["correction"])
    return Entry(**data)


def event_row(event: Event) -> list[Any]:
    """The values of `EVENT_COLUMNS`."""
    data = {name: getattr(event, name) for name in EVENT_COLUMNS} | {"payload": compact(event.payload)}
    return [data[name] for name in EVENT_COLUMNS]


def event_from(row: Sequence[Any]) -> Event:
    """The event of a row of seq and `EVENT_COLUMNS`."""
    data = dict(zip(("seq", *EVENT_COLUMNS), row, strict=True))
    return Event(**data | {"payload": json.loads(data["payload"])})


def turn_from(row: Sequence[Any]) -> Turn:
    """The turn of a row of `TURN_COLUMNS`."""
    return Turn(**dict(zip(TURN_COLUMNS, row, strict=True)))


def record_from(event: Event, content: str) -> Entry:
    """The entry as it was after a change event: its payload, and the content of its version."""
    data = {name: value for name, value in event.payload.items() if name in _ENTRY_FIELDS}
    data["tags"] = tuple(data.get("tags", ()))
    return Entry(id=cast("str", event.entry_id), version=cast("int", event.version), content=content, **data)


def plain(cursor_row: Sequence[Any], names: Sequence[str]) -> Mapping[str, Any]:
    """A row as plain data."""
    return dict(zip(names, cursor_row, strict=True))
