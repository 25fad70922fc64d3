"""Read and change nested JSON data: paths, texts, depth, and JSON inside texts."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn


class _Missing:
    """The value of a missing key, which is different from null."""


MISSING = _Missing()


def not_json(error: json.JSONDecodeError) -> str:
    """Return why a text is not JSON, as a sentence."""
    return f"This is not JSON: {error.msg.removesuffix(' at')} at column {error.colno}."


def joined(keys: tuple[str, ...]) -> str:
    """Return the path of some keys."""
    return "/".join(key.replace("~", "~0").replace("/", "~1") for key in keys)


def split(path: str) -> tuple[str, ...]:
    """Return the keys of a path. A leading slash is allowed, as in RFC 6901."""
    return tuple(key.replace("~1", "/").replace("~0", "~") for key in path.removeprefix("/").split("/"))


def at(scaffold: Any, keys: tuple[str, ...]) -> Any:
    """Return the value at a path; `MISSING` if there is none."""
    for key in keys:
        if not isinstance(scaffold, Mapping) or key not in scaffold:
            return MISSING
        scaffold = scaffold[key]
    return scaffold


def put(scaffold: Mapping[str, Any], keys: tuple[str, ...], value: Any) -> dict[str, Any]:
    """Return the scaffold with a value at a path. Other values along the path become objects."""
    key, rest = keys[0], keys[1:]
    if rest:
        inner = scaffold.get(key)
        value = put(inner if isinstance(inner, Mapping) else {}, rest, value)
    return {**scaffold, key: value}


def without(scaffold: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """Return the scaffold without the value at a path, and without objects that become empty."""
    key, rest = keys[0], keys[1:]
    left = {name: value for name, value in scaffold.items() if name != key}
    inner = scaffold.get(key)
    if rest and isinstance(inner, Mapping) and (kept := without(inner, rest)):
        return {name: kept if name == key else value for name, value in scaffold.items()}
    return left


def leaves(value: Any, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield (keys, value) of all values that are not objects, and of empty objects."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*keys, key))
    elif keys:
        yield keys, value


def each_text(data: Any, change: Callable[[str], str]) -> Any:
    """Return plain data with each text changed, including keys. Tuples become lists."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, (list, tuple)):
        return [each_text(item, change) for item in data]
    if isinstance(data, dict):
        return {change(str(name)): each_text(value, change) for name, value in data.items()}
    return data


def depth(data: Any, most: int) -> int:
    """Count the levels of plain data: 0 for a plain value, `most` + 1 for more than `most` levels."""
    deep, level = 0, [data]
    while level := [
        item
        for outer in level
        if isinstance(outer, (dict, list, tuple))
        for item in (outer.values() if isinstance(outer, dict) else outer)
    ]:
        deep += 1
        if deep > most:
            break
    return deep


DEEPEST = 64
"""Maximum levels to unwrap, including unwrapped texts. Deeper data stays as it is."""
LONGEST = 1_000_000
"""Maximum characters of a text that may be JSON."""
_OPENING = ("{", "[", '"')


def unwrap(data: Any, schema: Mapping[str, Any] | None = None) -> Any:
    r"""Replace every text that is a JSON object or list by that object or list, at any depth.

    ``{"Projects": "{\"atlas\": \"a map\"}"}`` becomes ``{"Projects": {"atlas": "a map"}}``. A text that
    holds a number, a truth value or plain words stays a text.

    Args:
        data: Plain data; tuples become lists.
        schema: Where it requires a text, a text stays as it is, because a quote may be JSON.
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
    """Parse the object or list in a text, even if it is quoted several times; None for any other text."""
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
        raise ValueError(f"{digits[:20]} is a number that cannot be kept")
    return number


_CODE_BLOCK = re.compile(r"```(?:json)?\s*\n(.*?)\n\s*```", re.DOTALL)


def json_object(text: str) -> dict[str, Any] | None:
    """Parse a model's answer, or its code block, as a JSON object; None if it is not one."""
    block = _CODE_BLOCK.search(text)
    found: Any = (block[1] if block else text).strip()
    for _ in range(2):  # some servers quote the answer once more
        if isinstance(found, str):
            try:
                found = json.loads(found)
            except (ValueError, RecursionError):
                return None
    return found if isinstance(found, dict) else None
