"""pluggy as it is used here: with our contract, and without running code of plugins to look at them."""

from __future__ import annotations

import inspect
from types import ModuleType

import pluggy

from tiermem.plugins import specs
from tiermem.plugins.markers import PROJECT


class Registry(pluggy.PluginManager):
    """Knows our hooks, and which functions of a plugin are marked; properties of a plugin are not run."""

    def __init__(self) -> None:
        super().__init__(PROJECT)
        self.add_hookspecs(specs)

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        if isinstance(static_attribute(plugin, name), property):
            return None  # pluggy before 1.7 would run it to see what it gives
        return super().parse_hookimpl_opts(plugin, name)


def static_attribute(plugin: object, name: str) -> object:
    """An attribute as it stands there, without running a property; None where there is none."""
    if isinstance(plugin, ModuleType):  # ten times as fast
        return plugin.__dict__.get(name)
    return inspect.getattr_static(plugin, name, None)
