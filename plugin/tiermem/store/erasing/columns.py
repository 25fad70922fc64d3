"""Name the columns and JSON fields that hold people's words; everything else is structure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, get_args

from tiermem.store.sql.rows import compact
from tiermem.support import nested
from tiermem.text import words
from tiermem.values import CATEGORIES, Source, Speaker

Rewrite = Callable[[str], str]
_Change = Callable[[Any, Rewrite], Any]
"""Returns plain data with each text in it rewritten."""
_OUR_WORDS = {*get_args(Speaker), *get_args(Source), *CATEGORIES}


def parts(path: str) -> list[str]:
    """Split a path into a scaffold (`values.Profile.marks`) into its keys."""
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")]


def _each_text(value: Any, rewrite: Rewrite) -> Any:
    """Rewrite every text, including keys, because people and models invent those too."""
    if isinstance(value, list):
        return [_each_text(item, rewrite) for item in value]
    if isinstance(value, dict):
        return {rewrite(key): _each_text(item, rewrite) for key, item in value.items()}
    return rewrite(value) if isinstance(value, str) and value not in _OUR_WORDS else value


def _path(value: Any, rewrite: Rewrite) -> Any:
    return nested.joined(tuple(rewrite(part) for part in parts(value))) if isinstance(value, str) else value


def _within(fields: Mapping[str, _Change]) -> _Change:
    """Return a change that rewrites the values of these keys, at any depth."""

    def change(data: Any, rewrite: Rewrite) -> Any:
        if isinstance(data, dict):
            return {key: fields.get(key, change)(value, rewrite) for key, value in data.items()}
        return [change(item, rewrite) for item in data] if isinstance(data, list) else data

    return change


def _texts_of(*names: str) -> _Change:
    return _within(dict.fromkeys(names, _each_text))


def _receipt(data: Any, rewrite: Rewrite) -> Any:
    changed = _texts_of("query", "notes", "terms", "label")(data, rewrite)
    if changed.get("query") != data.get("query"):
        left = set(words(changed["query"]))
        changed["terms"] = [term for term in changed.get("terms", ()) if term in left]
    return changed


def _marks(data: Any, rewrite: Rewrite) -> Any:
    rivals = _texts_of("rival")
    return {_path(path, rewrite): rivals(mark, rewrite) for path, mark in data.items()}


_PAYLOAD_TEXTS = (
    *("content", "subject", "category", "tags", "quote"),
    *("corrects", "denied", "value", "keys", "filename"),
)
_PAYLOAD = _within(dict.fromkeys(_PAYLOAD_TEXTS, _each_text) | {"path": _path})
_TEXT = _texts_of("text")
TEXTS: Mapping[str, Mapping[str, _Change | None]] = {
    "turns": {"content": None, "name": None},
    "entries": {"content": None, "subject": None, "category": None, "tags": _each_text},
    "entry_versions": {"content": None},
    "events": {"payload": _PAYLOAD, "reason": None, "outcome": None},
    "sessions": {"frozen": _texts_of("text", "title")},
    "recalls": {"receipt": _receipt},
    "profiles": {
        "narrative": _TEXT,
        "scaffold": _each_text,
        "marks": _marks,
        "learned": _TEXT,
        "inbox_guidance": None,
    },
    "connections": {"learned": _each_text, "cached": _each_text},
    "projects": {"title": None},
    "tasks": {"title": None, "notes": _TEXT},
    "runs": {"wrote": _each_text, "problem": None},
    "spending": {"outcome": None},
}
"""Table → its columns with texts → the change that rewrites them; None for a column of plain text."""


def with_texts(table: str, column: str, text: str, rewrite: Rewrite) -> str:
    """Return the value of a column with each text in it rewritten; the same value if nothing changes."""
    change = TEXTS[table][column]
    if column == "category" and text in CATEGORIES:
        return text
    if change is None:
        return rewrite(text)
    data = json.loads(text)
    changed = change(data, rewrite)
    return text if changed == data else compact(changed)
