"""Mark implementations of hooks with pluggy's own mark.

It is set without pluggy, which imports `inspect`, because that takes longer than a whole recall.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, overload

F = TypeVar("F", bound=Callable[..., object])

PROJECT: Final = "tiermem"
"""The name for pluggy and of the entry-point group."""


@overload
def hookimpl(function: F) -> F: ...
@overload
def hookimpl(
    *,
    specname: str | None = None,
    optionalhook: bool = False,
    tryfirst: bool = False,
    trylast: bool = False,
    wrapper: bool = False,
    hookwrapper: bool = False,
) -> Callable[[F], F]: ...
def hookimpl(function: F | None = None, **options: Any) -> F | Callable[[F], F]:
    """Mark a function of a plugin as the implementation of the hook that it is named after.

    It is equivalent to ``pluggy.HookimplMarker("tiermem")``, which works too.

    Args:
        function: The function; without it, a decorator is returned.
        **options: pluggy's options. *specname* names another hook, and *optionalhook* allows an unknown one. Others are
            refused when the plugin is registered.
    """

    def mark(function: F) -> F:
        setattr(function, f"{PROJECT}_impl", {**_UNMARKED, **options})
        return function

    return mark if function is None else mark(function)


_UNMARKED: Final[Mapping[str, Any]] = {
    "wrapper": False,
    "hookwrapper": False,
    "optionalhook": False,
    "tryfirst": False,
    "trylast": False,
    "specname": None,
}
