"""A pluggy manager with our contract that inspects plugins without running their code.

It is imported only for third-party plugins: pluggy imports `inspect`, which takes longer than a recall.
"""

from __future__ import annotations

import inspect
from types import ModuleType

import pluggy

from tiermem.plugins.marking import PROJECT
from tiermem.ports import specs

_SPEC: pluggy.HookspecOpts = {
    "firstresult": False,  # `Hooks` calls the implementations one by one
    "historic": False,
    "warn_on_impl": None,
    "warn_on_impl_args": None,
}


class Registry(pluggy.PluginManager):
    """Find the marked functions of a plugin without running its properties."""

    def __init__(self) -> None:
        super().__init__(PROJECT)
        self.add_hookspecs(specs)

    def parse_hookspec_opts(self, module_or_class: object, name: str) -> pluggy.HookspecOpts | None:
        """Return the options of a hook; None for any other name."""
        spec = specs.HOOKS.get(name)
        return _SPEC if spec is not None and getattr(module_or_class, name) is spec else None

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """Return the options that `hookimpl` set on an attribute of a plugin; None if it is not marked."""
        if isinstance(static_attribute(plugin, name), property):
            return None  # pluggy before 1.7 would run it to see what it gives
        return super().parse_hookimpl_opts(plugin, name)


def static_attribute(plugin: object, name: str) -> object:
    """Return an attribute without running a property; None if there is none."""
    if isinstance(plugin, ModuleType):  # ten times as fast
        return plugin.__dict__.get(name)
    return inspect.getattr_static(plugin, name, None)
