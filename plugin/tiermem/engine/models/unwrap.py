"""Plain data out of a model's answer: models put JSON into texts where data was asked for (seed 004 §5.1)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

DEEPEST = 64
"""Levels that are looked into, texts that were unwrapped among them; what lies deeper stays as it is."""
LONGEST = 1_000_000
"""Characters of a text that is taken for JSON, at most."""
_OPENING = ("{", "[", '"')


def unwrap(data: Any, schema: Mapping[str, Any] | None = None) -> Any:
    r"""The data with every text that is a JSON object or list in the place of that text, at any depth.

    ``{"Projects": "{\"atlas\": \"a map\"}"}`` becomes ``{"Projects": {"atlas": "a map"}}``. A number, a truth
    value or plain words in a text stay a text.

    Args:
        data: Plain data; tuples become lists.
        schema: Where it wants a text, a text stays whatever it looks like: a quote may be JSON.
    """
    return _unwrapped(data, schema or {}, DEEPEST)


def _unwrapped(data: Any, schema: Mapping[str, Any], depth: int) -> Any:
    if depth <= 0:
        return data
    if isinstance(data, str):
        inner = None if _wants_text(schema) else _inside(data)
        return data if inner is None else _unwrapped(inner, schema, depth - 1)
    if isinstance(data, Mapping):
        return {
            key: _unwrapped(value, _part(schema, "properties", str(key)), depth - 1)
            for key, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        items = _mapping(schema.get("items"))
        return [_unwrapped(item, items, depth - 1) for item in data]
    return data


def _inside(text: str) -> Any:
    """The object or list that a text is, however often it was put into quotes; None for any other text."""
    for _ in range(DEEPEST):
        stripped = text.strip()
        if not stripped.startswith(_OPENING) or len(stripped) > LONGEST:
            return None
        try:
            found = json.loads(stripped, parse_constant=_refuse, parse_float=_finite)
        except (ValueError, RecursionError):
            return None
        if not isinstance(found, str):
            return found
        text = found
    return None


def _wants_text(schema: Mapping[str, Any]) -> bool:
    kinds = schema.get("type", ())
    return (
        "string" in ((kinds,) if isinstance(kinds, str) else kinds) or "enum" in schema or "const" in schema
    )


def _part(schema: Mapping[str, Any], group: str, key: str) -> Mapping[str, Any]:
    known = _mapping(schema.get(group))
    return _mapping(known[key] if key in known else schema.get("additionalProperties"))


def _mapping(schema: Any) -> Mapping[str, Any]:
    return schema if isinstance(schema, Mapping) else {}


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:20]} is no number that can be kept")
    return number
