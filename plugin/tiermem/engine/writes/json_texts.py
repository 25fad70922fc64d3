"""Texts inside of plain data, as JSON has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def each_text(data: Any, change: Callable[[str], str]) -> Any:
    """Plain data with each text in it changed, keys included; tuples become lists."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, (list, tuple)):
        return [each_text(item, change) for item in data]
    if isinstance(data, dict):
        return {change(str(name)): each_text(value, change) for name, value in data.items()}
    return data


def depth(data: Any, most: int) -> int:
    """Levels of plain data: 0 of a plain value; `most` + 1 of what has more than that."""
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
