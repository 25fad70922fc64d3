"""Convert entries, events and turns to database rows, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from tiermem.text import statement_key
from tiermem.values import Entry, Event, Turn, Version
from tiermem.values.frozen import fields

ENTRY_COLUMNS = (*(field.name for field in fields(Entry)), "key")
EVENT_COLUMNS = tuple(field.name for field in fields(Event) if field.name != "seq")
TURN_COLUMNS = ("session_id", "position", "speaker", "name", "content", "at", "external_id")
VERSION_COLUMNS = tuple(field.name for field in fields(Version))

_ENTRY_FIELDS = ENTRY_COLUMNS[:-1]
_EVENT_FIELDS = ("seq", *EVENT_COLUMNS)
_TAGS = _ENTRY_FIELDS.index("tags")
_CORRECTION = _ENTRY_FIELDS.index("correction")


def compact(data: Any) -> str:
    """Return stored JSON: without spaces, keys in their order, characters unescaped."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def entry_row(entry: Entry) -> list[Any]:
    """Return the values of `ENTRY_COLUMNS`."""
    row = [getattr(entry, name) for name in _ENTRY_FIELDS]
    row[_TAGS] = compact(entry.tags) if entry.tags else "[]"
    row[_CORRECTION] = int(entry.correction)
    return [*row, statement_key(entry.content)]


def entry_from(row: Sequence[Any]) -> Entry:
    """Return the entry of a row of `ENTRY_COLUMNS` (the key may be missing)."""
    data = dict(zip(_ENTRY_FIELDS, row, strict=False))
    data["tags"] = () if data["tags"] == "[]" else tuple(json.loads(data["tags"]))
    data["correction"] = bool(data["correction"])
    return Entry(**data)


def event_row(event: Event) -> list[Any]:
    """Return the values of `EVENT_COLUMNS`."""
    data = {name: getattr(event, name) for name in EVENT_COLUMNS} | {"payload": compact(event.payload)}
    return [data[name] for name in EVENT_COLUMNS]


def event_from(row: Sequence[Any]) -> Event:
    """Return the event of a row of seq and `EVENT_COLUMNS`."""
    data = dict(zip(_EVENT_FIELDS, row, strict=True))
    data["payload"] = json.loads(data["payload"])
    return Event(**data)


def turn_from(row: Sequence[Any]) -> Turn:
    """Return the turn of a row of `TURN_COLUMNS`."""
    return Turn(**dict(zip(TURN_COLUMNS, row, strict=True)))


def record_from(event: Event, content: str) -> Entry:
    """Return the entry as it was after a change event: its payload, and the content of its version."""
    data = {name: value for name, value in event.payload.items() if name in _ENTRY_FIELDS}
    data["tags"] = tuple(data.get("tags", ()))
    return Entry(id=cast("str", event.entry_id), version=cast("int", event.version), content=content, **data)
