"""Arguments of a tool call, held against the tool's schema.

Only what the tools' own schemas use is known here: properties with a type, an enum, a default; required names.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from tiermem.errors import InputError

ALIASES = {"memory": "content", "id": "memory_id"}
"""What other programs call an argument: docker-agent's tool says ``memory`` and ``id``."""

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
    "number": (int, float),
}


def parse(parameters: Mapping[str, Any], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments with their defaults; None counts as left out.

    Raises:
        InputError: One is missing, unknown, of another type, or not one of the choices.
    """
    properties: Mapping[str, Mapping[str, Any]] = parameters.get("properties", {})
    found = {name: schema["default"] for name, schema in properties.items() if "default" in schema}
    for name, value in (given or {}).items():
        known = _known(name, properties)
        if value is not None:
            _check(known, value, properties[known])
            found[known] = value
    missing = [name for name in parameters.get("required", ()) if name not in found]
    if missing:
        raise InputError(f"The argument {', '.join(map(repr, missing))} is missing.")
    return found


def _known(name: Any, properties: Mapping[str, Any]) -> str:
    if not isinstance(name, str):
        raise InputError(f"The name of an argument must be text, not {name!r}.")
    if name in properties:
        return name
    alias = ALIASES.get(name)
    if alias in properties and alias is not None:
        return alias
    near = difflib.get_close_matches(name, properties, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else f" Possible: {', '.join(properties) or 'none'}."
    raise InputError(f"There is no argument {name!r}.{hint}")


def _check(name: str, value: Any, schema: Mapping[str, Any]) -> None:
    wanted = schema.get("type")
    if isinstance(wanted, str) and wanted in _TYPES:
        is_bool_as_number = isinstance(value, bool) and wanted in ("integer", "number")
        if not isinstance(value, _TYPES[wanted]) or is_bool_as_number:
            raise InputError(f"The argument {name!r} must be of type {wanted}, not {type(value).__name__}.")
    if "enum" in schema and value not in schema["enum"]:
        choices = ", ".join(map(str, schema["enum"]))
        raise InputError(f"The argument {name!r} must be one of {choices}, not {_shown(value)}.")
    of_strings = wanted == "array" and schema.get("items", {}).get("type") == "string"
    if of_strings and not all(isinstance(item, str) for item in value):
        raise InputError(f"The argument {name!r} must be a list of strings.")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
