"""Whether a row of an export is one that this version could have written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from tiermem.values import CATEGORIES, LAYERS, TIERS, Observation, Source, Speaker, Status
from tiermem.values.words import ScopeKind

EVENT_KINDS = (
    "observation",
    "added",
    "updated",
    "removed",
    "superseded",
    "restored",
    "staged",
    "accepted",
    "rejected",
    "erased",
    "adopted",
)
_OF_RECORDS = {
    "layer": LAYERS,
    "tier": TIERS,
    "category": CATEGORIES,
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
    "processed",
)
_JSON = {"payload": dict, "frozen": dict, "receipt": dict, "tags": list, "connections": list}
"""Columns that hold JSON, and of what kind."""


def ensure_fits(table: str, row: Mapping[str, Any]) -> None:
    """Raise unless words, instants, shares and JSON of a row are such as this version writes.

    Raises:
        ValueError: The first that is not.
    """
    _ensure_words(row, _WORDS.get(table, {}))
    for name in _JSON.keys() & row.keys():
        if row[name] is not None and not isinstance(json.loads(row[name]), _JSON[name]):
            raise ValueError(f"{name} is not what it is to be")
    if table == "events":
        _ensure_payload(row["kind"], json.loads(row["payload"]))


def _ensure_words(row: Mapping[str, Any], known: Mapping[str, tuple[str, ...]]) -> None:
    for name in known.keys() & row.keys():
        if row[name] is not None and row[name] not in known[name]:
            raise ValueError(f"{name} {row[name]!r} is none of {', '.join(known[name])}")
    for name in _INSTANTS:
        if row.get(name) is not None and not _is_instant(row[name]):
            raise ValueError(f"{name} {row[name]!r} is no instant")
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
    if kind == "observation":
        _ensure_words(payload["draft"], _OF_RECORDS)
        Observation.from_payload(payload)
