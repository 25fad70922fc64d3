"""What command hooks of hosts say and expect: one codec per host, pure functions between JSON and `HostCall`."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from tiermem.errors import InputError
from tiermem.hosts.codecs.codec import Codec, HostCall, Moment

HOSTS = ("claude-code", "codex", "gemini", "copilot", "docker-agent")
"""The hosts that there is a codec for."""

__all__ = ["HOSTS", "Codec", "HostCall", "Moment", "codec"]


def codec(host: str) -> Codec:
    """The codec of a host.

    Raises:
        InputError: There is none; the message names those that there are.
    """
    if host not in HOSTS:
        raise InputError(f"There is no codec for the host {host!r}. Possible: {', '.join(HOSTS)}.")
    return cast("Codec", import_module(f"tiermem.hosts.codecs.{host.replace('-', '_')}"))
