"""Hosts that are attached by their configuration: `mcp_only`, and a module with a ``HOST`` for each other one.

To add a host, add its module: it reads the input of the host's hook (`Host.parse`), writes its output (`Host.render`)
and plans what ``tiermem install`` writes (`Host.plan`).
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
        InputError: The host is unknown; the message names the known ones.
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
