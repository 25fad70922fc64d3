"""Hosts that are attached by their own configuration: a module for each, which defines ``HOST``.

Adding a host means adding its module here: what its hook sends and takes (`Host.parse`, `Host.render`) and what
``tiermem install`` writes for it (`Host.plan`).
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.errors import InputError

if TYPE_CHECKING:
    from tiermem.hosts.command.contract import Host

_OWN = ("__init__", "contract")


def names() -> list[str]:
    """Return the names of all hosts."""
    files = Path(__file__).parent.glob("*.py")
    return sorted(file.stem.replace("_", "-") for file in files if file.stem not in _OWN)


def hosts() -> dict[str, Host]:
    """Return all hosts by name."""
    return {name: host(name) for name in names()}


def host(name: str) -> Host:
    """Return a host.

    Raises:
        InputError: It is unknown; the message names the known ones.
    """
    try:
        module = import_module(f"{__name__}.{name.replace('-', '_')}")
        found: Host = module.HOST
    except (ModuleNotFoundError, AttributeError):
        raise InputError(f"Unknown host {name!r}. Known: {', '.join(names())}.") from None
    return found
