"""Check that this version could have written a row of an export."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, get_args

from tiermem.store.sql.learning_rows import VALUE_OF
from tiermem.values import (
    LAYERS,
    TIERS,
    Observation,
    Profile,
    Run,
    Source,
    Speaker,
    Status,
    Task,
    TaskStatus,
    Trigger,
)
from tiermem.values.words import EVENT_KINDS, ScopeKind

if TYPE_CHECKING:
    from tiermem.values import (
        Line,
        Mark,
    )

_OF_RECORDS = {
    "layer": LAYERS,
    "tier": TIERS,
    "status": get_args(Status),
    "source": get_args(Source),
    "speaker": get_args(Speaker),
}
_WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "scopes": {"kind": get_args(ScopeKind)},
    "entries": _OF_RECORDS,
    "entry_versions": _OF_RECORDS,
    "events": {"kind": EVENT_KINDS, "source": get_args(Source)},
    "turns": _OF_RECORDS,
    "projects": {"status": get_args(TaskStatus)},
    "tasks": {"status": get_args(TaskStatus)},
    "runs": {"stage": ("entries", "profile"), "by": ("rules", "model"), "trigger": get_args(Trigger)},
}
"""Table → column → the words that it may hold; the database itself refuses what may not be missing."""
_INSTANTS = (
    "at",
    "created_at",
    "updated_at",
    "valid_from",
    "valid_to",
    "started_at",
    "ended_at",
    "completed_at",
    "cached_at",
    "processed",
    "consolidated",
)
_COUNTS = ("version", "tries", "ttl_s", "input_tokens", "output_tokens")
JSON = {"payload": dict, "frozen": dict, "receipt": dict, "tags": list, "connections": list}
"""Columns that hold JSON, and of what kind, in tables whose rows are no values of their own (`VALUE_OF`)."""


def ensure_fits(table: str, row: Mapping[str, Any]) -> None:
    """Raise unless words, instants, numbers and JSON of a row are such as this version writes.

    Raises:
        LookupError, TypeError, ValueError: The first that is not.
    """
    _ensure_words(
        {name: row[name] for name in row if not _is_undated(table, name, row)}, _WORDS.get(table, {})
    )
    if table in VALUE_OF:
        _ensure_value(VALUE_OF[table](dict(row)))
        return
    for name in JSON.keys() & row.keys():
        if row[name] is not None and not isinstance(json.loads(row[name]), JSON[name]):
            raise ValueError(f"{name} is not of the expected type")
    if table == "events":
        _ensure_payload(row["kind"], json.loads(row["payload"]))


def _is_undated(table: str, name: str, row: Mapping[str, Any]) -> bool:
    """Return True if a column holds "" for the instant of a change, as profiles and connections may."""
    return table in {"profiles", "connections"} and name == "updated_at" and row[name] == ""


def _ensure_value(value: object) -> None:
    """Raise unless this version could have written the JSON of a row."""
    if isinstance(value, Profile):
        for line in (*value.narrative, *value.learned):
            _ensure_all(str, [line.text], "text")
            _ensure_words({"importance": line.importance}, {})
        dated: list[Line | Mark] = [*value.narrative, *value.learned, *value.marks.values()]
        for said in dated:
            _ensure_words({"at": said.at}, {})
            _ensure_all(int, said.events, "events")
        for mark in value.marks.values():
            _ensure_words({"confidence": mark.confidence}, {})
            _ensure_all(int, [mark.trust, *mark.rival_events], "trust or rival_events")
    elif isinstance(value, Task):
        _ensure_all(str, [*value.sessions, *(note.text for note in value.notes)], "sessions or notes")
        for note in value.notes:
            _ensure_words({"at": note.at}, {})
    elif isinstance(value, Run):
        _ensure_all(int, value.read, "read")


def _ensure_all(kind: type, values: Sequence[object], name: str) -> None:
    if not all(type(value) is kind for value in values):
        raise ValueError(f"{name} is not of the expected type")


def _ensure_words(row: Mapping[str, Any], known: Mapping[str, tuple[str, ...]]) -> None:
    for name in known.keys() & row.keys():
        if row[name] is not None and row[name] not in known[name]:
            raise ValueError(f"{name} {row[name]!r} is none of {', '.join(known[name])}")
    if not isinstance(row.get("category"), str | None):
        raise TypeError("category is no text")
    for name in _INSTANTS:
        if row.get(name) is not None and not _is_instant(row[name]):
            raise ValueError(f"{name} {row[name]!r} is not an instant")
    for name in _COUNTS:
        if row.get(name) is not None and not (isinstance(row[name], int) and row[name] >= 0):
            raise ValueError(f"{name} {row[name]!r} is not a count")
    for name in ("importance", "confidence"):
        if name in row and not (isinstance(row[name], int | float) and 0 <= row[name] <= 1):
            raise ValueError(f"{name} {row[name]!r} is not from 0 to 1")


def _is_instant(text: Any) -> bool:
    try:
        return isinstance(text, str) and datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _ensure_payload(kind: str, payload: dict[str, Any]) -> None:
    _ensure_words(payload, _OF_RECORDS)
    if kind == "observation" and payload:  # of an erased summary nothing is left
        _ensure_words(payload["draft"], _OF_RECORDS)
        Observation.from_payload(payload)
