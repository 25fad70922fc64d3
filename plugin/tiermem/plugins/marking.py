"""The mark of a hook's implementation, which is pluggy's own.

It is set here because pluggy imports `inspect`, which takes longer than a whole recall.
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

    It does what ``pluggy.HookimplMarker("tiermem")`` does, which marks a function for tiermem as well.

    Args:
        function: The function; without it, a decorator is returned.
        **options: pluggy's. *specname* names another hook; *optionalhook* lets a hook be unknown; the others are
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
