"""Check a plugin before it is registered, because pluggy silently accepts most of these mistakes."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

from tiermem.errors import PluginError
from tiermem.plugins.registry import static_attribute
from tiermem.ports import specs
from tiermem.values.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tiermem.plugins.registry import Registry

PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    name: spec.__code__.co_varnames[: spec.__code__.co_argcount] for name, spec in specs.HOOKS.items()
}
"""Every hook with the names of its parameters, in the order of the contract."""


@dataclass(frozen=True, slots=True)
class _Marked:
    hook: str
    function: Callable[..., object]
    options: Mapping[str, Any]


def check_plugin(plugin: object, name: str, registry: Registry) -> None:
    """Check a plugin before it is registered.

    Args:
        plugin: A module, or an instance with hook methods.
        name: Its name in errors.
        registry: Finds marked functions; it is not changed.

    Raises:
        PluginError: It has mistakes, which the message lists, or it implements no hook.
    """
    if inspect.isclass(plugin):
        raise PluginError(name, f"{plugin.__name__} is a class; register an instance of it.")
    found = list(_implementations(plugin, registry))
    problems = [*_unmarked(plugin, found), *(p for one in found for p in _problems(one))]
    if problems:
        raise PluginError(name, "; ".join(problems) + ".")
    if not any(one.hook in PARAMETERS for one in found):
        raise PluginError(
            name,
            "it implements no hook. Name a function after one, mark it with @hookimpl from tiermem.plugins, "
            "and for methods register an instance. The hooks are " + ", ".join(PARAMETERS) + ".",
        )


def implements_hooks(plugin: object, registry: Registry) -> bool:
    """Return True if anything in a plugin is marked with `hookimpl`."""
    return any(True for _ in _implementations(plugin, registry))


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `` (did you mean …?)`` with the closest known word, or ""."""
    from difflib import get_close_matches  # only for errors

    close = get_close_matches(word, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _implementations(plugin: object, registry: Registry) -> Iterator[_Marked]:
    for attribute in dir(plugin):
        options = registry.parse_hookimpl_opts(plugin, attribute)
        if options is not None:
            hook = options.get("specname") or attribute
            yield _Marked(hook, getattr(plugin, attribute), options)


def _unmarked(plugin: object, found: Iterable[_Marked]) -> Iterator[str]:
    """Describe callables that are named like a hook but would never be called."""
    marked = [one.function for one in found]
    for hook in PARAMETERS:
        attribute = static_attribute(plugin, hook)
        if attribute is None or isinstance(attribute, property):
            continue
        function = getattr(plugin, hook)
        if callable(function) and function not in marked:
            yield f"{hook} is named like a hook, but @hookimpl is missing or it is not a plain function"


def _problems(one: _Marked) -> Iterator[str]:
    if one.hook not in PARAMETERS:
        if not one.options.get("optionalhook"):
            yield f"there is no hook {one.hook!r}{nearest(one.hook, PARAMETERS)}"
        return
    if one.options.get("wrapper") or one.options.get("hookwrapper"):
        yield f"{one.hook} is a wrapper; wrappers are not supported"
    if one.options.get("tryfirst") or one.options.get("trylast"):
        yield f"{one.hook} has tryfirst or trylast, which mean nothing here: plugins run in the order of loading"
    if inspect.iscoroutinefunction(one.function) or inspect.isasyncgenfunction(one.function):
        yield f"{one.hook} is 'async def'; hooks are synchronous"
    elif inspect.isgeneratorfunction(one.function):
        yield f"{one.hook} has a 'yield'; return a list"
    for parameter in inspect.signature(one.function).parameters.values():
        yield from _parameter_problems(one.hook, parameter)


def _parameter_problems(hook: str, parameter: inspect.Parameter) -> Iterator[str]:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        yield f"{hook} takes {parameter}, which is never filled; name its parameters"
        return
    if parameter.name not in PARAMETERS[hook]:
        contract = f"{hook}({', '.join(PARAMETERS[hook])})"
        yield f"{hook} has the unknown parameter {parameter.name!r}; the hook is {contract}"
    if parameter.kind is parameter.KEYWORD_ONLY:
        yield f"{hook} has the keyword-only parameter {parameter.name!r}; parameters are given by position"
    if parameter.default is not parameter.empty:
        yield f"{hook} has a default value for {parameter.name!r}; it would hide what tiermem passes"
