"""Convert between values and database rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from tiermem.text import statement_key
from tiermem.values import (
    Connection,
    Entry,
    Event,
    Line,
    Mark,
    Note,
    Profile,
    Project,
    Run,
    Spent,
    Task,
    Turn,
    Version,
)
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


PROFILE_COLUMNS = tuple(field.name for field in fields(Profile))
CONNECTION_COLUMNS = tuple(field.name for field in fields(Connection))
TASK_COLUMNS = tuple(field.name for field in fields(Task))
PROJECT_COLUMNS = tuple(field.name for field in fields(Project))
RUN_COLUMNS = tuple(field.name for field in fields(Run))
SPENT_COLUMNS = tuple(field.name for field in fields(Spent))


def profile_row(profile: Profile) -> dict[str, Any]:
    """Return column → value."""
    return _row(profile, PROFILE_COLUMNS) | {
        "narrative": lines_text(profile.narrative),
        "scaffold": compact(profile.scaffold),
        "marks": marks_text(profile.marks),
        "learned": lines_text(profile.learned),
    }


def profile_from(row: dict[str, Any]) -> Profile:
    """Return the profile of a row: the inverse of `profile_row`.

    Raises:
        LookupError, TypeError, ValueError: The row holds anything else.
    """
    return Profile(
        **row
        | {
            "narrative": lines_from(row["narrative"]),
            "scaffold": _json(row["scaffold"], dict),
            "marks": marks_from(row["marks"]),
            "learned": lines_from(row["learned"]),
        }
    )


def lines_text(lines: Sequence[Line]) -> str:
    """Return the stored form of lines."""
    return compact([_set_fields(line) for line in lines])


def lines_from(text: str) -> tuple[Line, ...]:
    """Return the inverse of `lines_text`."""
    return tuple(Line(**item | {"events": tuple(item.get("events", ()))}) for item in _json(text, list))


def marks_text(marks: Mapping[str, Mark]) -> str:
    """Return the stored form of marks."""
    return compact({path: _set_fields(mark) for path, mark in marks.items()})


def marks_from(text: str) -> dict[str, Mark]:
    """Return the inverse of `marks_text`."""
    return dict(_marks_from(text))


@lru_cache(maxsize=2)  # corrections and batches read the same profile one after the other
def _marks_from(text: str) -> Mapping[str, Mark]:
    return {
        path: Mark(**item | {name: tuple(item.get(name, ())) for name in ("events", "rival_events")})
        for path, item in _json(text, dict).items()
    }


def connection_row(connection: Connection) -> dict[str, Any]:
    """Return column → value."""
    return _row(connection, CONNECTION_COLUMNS) | {
        "learned": compact(connection.learned),
        "cached": None if connection.cached is None else compact(connection.cached),
    }


def connection_from(row: dict[str, Any]) -> Connection:
    """Return the connection of a row; raises as `profile_from` does."""
    cached = None if row["cached"] is None else json.loads(row["cached"])
    return Connection(**row | {"learned": _json(row["learned"], dict), "cached": cached})


def task_row(task: Task) -> dict[str, Any]:
    """Return column → value."""
    return _row(task, TASK_COLUMNS) | {
        "notes": compact([_set_fields(note) for note in task.notes]),
        "sessions": compact(task.sessions),
    }


def task_from(row: dict[str, Any]) -> Task:
    """Return the task of a row; raises as `profile_from` does."""
    notes = tuple(Note(**item) for item in _json(row["notes"], list))
    return Task(**row | {"notes": notes, "sessions": tuple(_json(row["sessions"], list))})


def project_row(project: Project) -> dict[str, Any]:
    """Return column → value."""
    return _row(project, PROJECT_COLUMNS)


def project_from(row: dict[str, Any]) -> Project:
    """Return the project of a row."""
    return Project(**row)


def run_row(run: Run) -> dict[str, Any]:
    """Return column → value, without the agent and user."""
    return _row(run, RUN_COLUMNS) | {"read": compact(run.read), "wrote": compact(run.wrote)}


def run_from(row: dict[str, Any]) -> Run:
    """Return the run of a row; raises as `profile_from` does."""
    return Run(**row | {"read": tuple(_json(row["read"], list)), "wrote": _json(row["wrote"], dict)})


VALUE_OF: Mapping[str, Callable[[dict[str, Any]], object]] = {
    "profiles": lambda row: profile_from(_of(row, PROFILE_COLUMNS)),
    "connections": lambda row: connection_from(_of(row, CONNECTION_COLUMNS)),
    "tasks": lambda row: task_from(_of(row, TASK_COLUMNS)),
    "projects": lambda row: project_from(_of(row, PROJECT_COLUMNS)),
    "runs": lambda row: run_from(_of(row, RUN_COLUMNS)),
}
"""Table → a function that returns the value of a row, or raises if the row holds no value."""


def _of(row: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: row[name] for name in names}


def _row(value: object, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}


_DEFAULTS = {kind: [(field.name, field.default) for field in fields(kind)] for kind in (Line, Mark, Note)}


def _set_fields(value: Line | Mark | Note) -> dict[str, Any]:
    """Return the fields that differ from their defaults."""
    held = ((name, getattr(value, name), default) for name, default in _DEFAULTS[type(value)])
    return {name: set_to for name, set_to, default in held if set_to != default}


def _json(text: str, kind: type[list[Any] | dict[str, Any]]) -> Any:
    data = json.loads(text)
    if not isinstance(data, kind):
        raise TypeError(f"{text[:40]!r} is not a {kind.__name__}")
    return data
