"""Read `agent-schema.json`: its defaults, and its expectations in plain words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tiermem.support.resources import read_text

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA_FILE = "agent-schema.json"


def schema_document() -> dict[str, Any]:
    """Return ``agent-schema.json``, the only definition of an agent's YAML."""
    document: dict[str, Any] = json.loads(read_text(SCHEMA_FILE))
    return document


def definition(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a named part of the schema: ``Agent`` or ``MemoryEntry``."""
    part: dict[str, Any] = document["definitions"][name]
    return part


def complete(schema: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of *given* for the keys of *schema*, with defaults for missing keys."""
    return {
        key: complete(part, given.get(key, {})) if "properties" in part else given.get(key, part["default"])
        for key, part in schema["properties"].items()
    }


def expected(schema: Mapping[str, Any]) -> str:
    """Describe what a part of the schema accepts: ``a whole number from 1 to 300``."""
    if "const" in schema:
        return f"'{schema['const']}'"
    if "enum" in schema:
        words = [f"'{word}'" for word in schema["enum"]]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    if "anyOf" in schema:
        return ", or ".join(map(expected, schema["anyOf"]))
    types = schema.get("type", "string")
    kinds = [types] if isinstance(types, str) else list(types)
    return ", or ".join(_WORDS[kind](schema) for kind in kinds)


def _whole_number(schema: Mapping[str, Any]) -> str:
    return f"a whole number{_bounds(schema)}"


def _number(schema: Mapping[str, Any]) -> str:
    return f"a number{_bounds(schema)}"


def _bounds(schema: Mapping[str, Any]) -> str:
    least = f" from {schema['minimum']:,}" if "minimum" in schema else ""
    return least + (f" to {schema['maximum']:,}" if "maximum" in schema else "")


def _text(schema: Mapping[str, Any]) -> str:
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    length = " that is not empty" if least else ""
    if most:
        length = f" of {least} to {most} characters"
    return f"text{length}" + (f" such as {schema['examples'][0]}" if "pattern" in schema else "")


def _list(schema: Mapping[str, Any]) -> str:
    if "minItems" in schema:
        return f"a list of {schema['minItems']}, each {expected(schema['items'])}"
    items = schema["items"]
    return "a list" if "$ref" in items else f"a list, each {expected(items)}"


def _mapping(schema: Mapping[str, Any]) -> str:
    return "a mapping that is not empty" if "minProperties" in schema else "a mapping"


_WORDS = {
    "array": _list,
    "boolean": lambda _: "true or false",
    "integer": _whole_number,
    "null": lambda _: "null",
    "number": _number,
    "object": _mapping,
    "string": _text,
}
