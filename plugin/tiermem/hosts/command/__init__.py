"""Hosts that are attached by their own configuration: a module for each, which defines ``HOST``, and `mcp_only`.

Adding a host means adding its module here: what its hook sends and takes (`Host.parse`, `Host.render`) and what
``tiermem install`` writes for it (`Host.plan`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tiermem.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiermem.hosts.command.contract import Host


def names() -> list[str]:
    """Return the names of all hosts."""
    from pkgutil import iter_modules

    others = {"contract", "mcp_only"}
    modules = {one.name.replace("_", "-") for one in iter_modules(__path__) if one.name not in others}
    return sorted(modules | _mcp_only().keys())


def _mcp_only() -> Mapping[str, Host]:
    from tiermem.hosts.command.mcp_only import HOSTS

    return HOSTS


def hosts() -> dict[str, Host]:
    """Return all hosts by name."""
    return {name: host(name) for name in names()}


def host(name: str) -> Host:
    """Return a host.

    Raises:
        InputError: It is unknown; the message names the known ones.
    """
    try:
        found: Host = import_module(f"{__name__}.{name.replace('-', '_')}").HOST
    except (ModuleNotFoundError, AttributeError):
        if name in (known := _mcp_only()):
            return known[name]
        if name in names():
            raise
        raise InputError(f"Unknown host {name!r}. Known: {', '.join(names())}.") from None
    return found
