"""Convert what is learned of users and their work to database rows, and back: profiles, connections, tasks, runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tiermem.store.sql.rows import compact
from tiermem.values import Connection, Line, Mark, Note, Profile, Project, Run, Spent, Task
from tiermem.values.frozen import fields

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
