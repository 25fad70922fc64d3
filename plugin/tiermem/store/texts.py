"""Where people's words stand in the rows; all else is structure."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args

from tiermem.store.rows import compact
from tiermem.text import words
from tiermem.values import Source, Speaker

TEXTS: dict[str, tuple[str, ...]] = {
    "turns": ("content", "name"),
    "entries": ("content", "subject", "tags"),
    "entry_versions": ("content",),
    "events": ("payload", "reason", "outcome"),
    "sessions": ("frozen",),
    "recalls": ("receipt",),
}
"""Table → the columns that hold texts."""
_FIELDS = {
    "payload": frozenset({"content", "subject", "tags", "quote", "corrects", "denied"}),
    "frozen": frozenset({"text", "title"}),
    "receipt": frozenset({"query", "notes", "terms", "label"}),
}
"""Column of plain data → the keys in it that hold texts."""
_OUR_WORDS = {*get_args(Speaker), *get_args(Source)}

Rewrite = Callable[[str], str]


def rewritten(column: str, text: str, rewrite: Rewrite) -> str:
    """The value of a column with *rewrite* done to each text in it; the same value where that changes nothing."""
    if column != "tags" and column not in _FIELDS:
        return rewrite(text)
    data = json.loads(text)
    changed = _each_text(data, rewrite) if column == "tags" else _in_fields(data, _FIELDS[column], rewrite)
    if column == "receipt" and changed.get("query") != data.get("query"):
        left = set(words(changed["query"]))
        changed["terms"] = [term for term in changed.get("terms", ()) if term in left]
    return text if changed == data else compact(changed)


def _in_fields(data: Any, fields: frozenset[str], rewrite: Rewrite) -> Any:
    if isinstance(data, dict):
        return {
            key: _each_text(value, rewrite) if key in fields else _in_fields(value, fields, rewrite)
            for key, value in data.items()
        }
    return [_in_fields(item, fields, rewrite) for item in data] if isinstance(data, list) else data


def _each_text(value: Any, rewrite: Rewrite) -> Any:
    if isinstance(value, list):
        return [_each_text(item, rewrite) for item in value]
    return rewrite(value) if isinstance(value, str) and value not in _OUR_WORDS else value
