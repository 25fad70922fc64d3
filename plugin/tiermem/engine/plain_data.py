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
