"""pluggy as it is used here: with our contract, and without running code of plugins to look at them.

It is imported for plugins of others alone: pluggy imports `inspect`, which takes longer than finding what to recall.
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
    """Knows our hooks, and which functions of a plugin are marked; properties of a plugin are not run."""

    def __init__(self) -> None:
        super().__init__(PROJECT)
        self.add_hookspecs(specs)

    def parse_hookspec_opts(self, module_or_class: object, name: str) -> pluggy.HookspecOpts | None:
        """Return the options of a hook; None for any other name."""
        spec = specs.HOOKS.get(name)
        return _SPEC if spec is not None and getattr(module_or_class, name) is spec else None

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """Return what `hookimpl` says of an attribute of a plugin; None where it is not marked."""
        if isinstance(static_attribute(plugin, name), property):
            return None  # pluggy before 1.7 would run it to see what it gives
        return super().parse_hookimpl_opts(plugin, name)


def static_attribute(plugin: object, name: str) -> object:
    """Return an attribute without running a property; None where there is none."""
    if isinstance(plugin, ModuleType):  # ten times as fast
        return plugin.__dict__.get(name)
    return inspect.getattr_static(plugin, name, None)
