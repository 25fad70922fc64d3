"""Paths of values in a scaffold: keys joined by slashes, as RFC 6901 writes them without the first slash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class _Missing:
    """Nothing is there, which is something else than null."""


MISSING = _Missing()


def joined(keys: tuple[str, ...]) -> str:
    """The path of these keys."""
    return "/".join(key.replace("~", "~0").replace("/", "~1") for key in keys)


def split(path: str) -> tuple[str, ...]:
    """The keys of a path; a slash in front is allowed, as RFC 6901 has it."""
    return tuple(key.replace("~1", "/").replace("~0", "~") for key in path.removeprefix("/").split("/"))


def at(scaffold: Any, keys: tuple[str, ...]) -> Any:
    """The value there; `MISSING` when there is none."""
    for key in keys:
        if not isinstance(scaffold, Mapping) or key not in scaffold:
            return MISSING
        scaffold = scaffold[key]
    return scaffold


def put(scaffold: Mapping[str, Any], keys: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The scaffold with this value there; what is no object on the way becomes one."""
    key, rest = keys[0], keys[1:]
    if rest:
        inner = scaffold.get(key)
        value = put(inner if isinstance(inner, Mapping) else {}, rest, value)
    return {**scaffold, key: value}


def without(scaffold: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """The scaffold without the value there, and without the objects that are empty then."""
    key, rest = keys[0], keys[1:]
    left = {name: value for name, value in scaffold.items() if name != key}
    inner = scaffold.get(key)
    if rest and isinstance(inner, Mapping) and (kept := without(inner, rest)):
        return {name: kept if name == key else value for name, value in scaffold.items()}
    return left


def leaves(value: Any, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """(keys, value) of all that is no object, and of empty objects."""
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*keys, key))
    elif keys:
        yield keys, value
