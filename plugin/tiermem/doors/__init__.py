"""The entry points besides Python: the command, hooks of hosts, the resident process, and MCP."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.memory.memory import Memory


def lend_command(memory: Memory) -> None:
    """With ``completion: {model: host}``, let memory ask the coding agent's own command."""
    from tiermem.values.settings import HOST_MODEL

    if memory.settings.completion.model == HOST_MODEL:
        from tiermem.hosts.lent_model import ask_command

        memory.lend_model(ask_command)
