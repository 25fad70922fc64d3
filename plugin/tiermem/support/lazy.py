"""Import modules and compile regular expressions at their first use, to keep short processes fast."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

if TYPE_CHECKING:
    from logging import Logger

T = TypeVar("T")


def deferred(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a package (PEP 562).

    Hide it from type checkers, which would otherwise accept any name, and give them imports instead.

    Args:
        package: Its ``__name__``.
        names: Module → the names that the package has from it.

    Returns:
        A function that returns a name's value, and stores it in the package.
    """
    modules = {name: module for module, held in names.items() for name in held}

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return get


def logger(name: str) -> Logger:
    """Return a logger that imports `logging` at its first use, because most processes log nothing."""
    return cast("Logger", _Logger(name))


class _Logger:
    """A logger that is looked up when one of its methods is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        from logging import getLogger

        return getattr(getLogger(self._name), name)


def pattern(expression: str, flags: int = 0, *, since: str = "") -> re.Pattern[str]:
    """Return a regular expression that is compiled at its first use: one with sets of many scripts takes milliseconds.

    A set of up to two ranges takes 0.01 ms to compile, one of more than two, any beyond U+00FF, takes 0.15. Patterns
    that each message needs have two alternatives instead: ``。|[！？]``.

    Args:
        expression: As for `re.compile`, whose errors are raised at the first use.
        flags: As for `re.compile`.
        since: The first of the characters of which each match has one, beyond ASCII: texts without are not searched,
            and do not compile it. Methods other than `search`, `match`, `findall` and `sub` compile it all the same.
    """
    made = _FarPattern(expression, flags, since) if since else _Pattern(expression, flags)
    return cast("re.Pattern[str]", made)


class _Pattern:
    """A pattern that is compiled when one of its methods is first used."""

    def __init__(self, expression: str, flags: int) -> None:
        self._made_of = (expression, flags)
        self.pattern = expression

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(*self._made_of), name)
        setattr(self, name, value)
        return value


class _FarPattern:
    """A pattern that is compiled when a text first has a character that it could match."""

    def __init__(self, expression: str, flags: int, since: str) -> None:
        self._since = since
        self._compiled: re.Pattern[str] | None = None
        self._made_of = (expression, flags)
        self.pattern = expression

    def search(self, text: str) -> re.Match[str] | None:
        return self._made.search(text) if self._may_match(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        return self._made.match(text) if self._may_match(text) else None

    def findall(self, text: str) -> list[Any]:
        return self._made.findall(text) if self._may_match(text) else []

    def sub(self, put: str | Callable[[re.Match[str]], str], text: str) -> str:
        return self._made.sub(put, text) if self._may_match(text) else text

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)

    def _may_match(self, text: str) -> bool:
        # Once it is compiled, a search takes less time than the largest character.
        return not text.isascii() and (self._compiled is not None or max(text) >= self._since)

    @property
    def _made(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(*self._made_of)
        return self._compiled


class made_once(cached_property[T]):  # noqa: N801 a decorator, like the one that it is
    """A `cached_property` that computes its value once even with several threads.

    Python's own does so up to 3.11, with one lock for all instances. This has one for each: what one memory makes, a
    model that loads for seconds, keeps no other waiting.
    """

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> made_once[T]: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        """Return the value, made at the first access."""
        if instance is None:
            return self
        assert self.attrname is not None
        kept, making = instance.__dict__, f"making {self.attrname}"
        with kept.setdefault(making, RLock()):
            if self.attrname not in kept:
                kept[self.attrname] = self.func(instance)
            kept.pop(making, None)
            return kept[self.attrname]
