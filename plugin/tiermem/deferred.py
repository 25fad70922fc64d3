"""Imports and regular expressions that are made when they are first needed, so that a short process pays for few."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, cast


def deferred(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """A ``__getattr__`` for a package (PEP 562).

    Args:
        package: Its ``__name__``.
        names: Module → the names that the package has from it.

    Returns:
        A function that gives a name's value, and puts it into the package, so that it is asked once.
    """
    modules = {name: module for module, held in names.items() for name in held}

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return get


def pattern(expression: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that is compiled when it is first used: one with sets of many scripts takes milliseconds.

    Args:
        expression: As for `re.compile`, which raises what is wrong with it at the first use.
        flags: The same.
    """
    return cast("re.Pattern[str]", _Pattern(expression, flags))


class _Pattern:
    """Stands for a pattern until it is used; then it has the pattern's own methods."""

    def __init__(self, expression: str, flags: int) -> None:
        self._made_of = (expression, flags)

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(*self._made_of), name)
        setattr(self, name, value)
        return value
