"""The ways in from outside of Python: the command, hooks of hosts, the resident process, and MCP."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiermem.memory.memory import Memory


def lend_command(memory: Memory) -> None:
    """Let the coding agent's own command be asked where ``completion: {model: host}`` says so."""
    from tiermem.values.models import HOST_MODEL

    if memory.settings.completion.model == HOST_MODEL:
        from tiermem.hosts.lent_model import ask_command

        memory.lend_model(ask_command)
