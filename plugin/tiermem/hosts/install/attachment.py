"""How a host reaches us, and where it keeps its configuration."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import NamedTuple

from tiermem.values.frozen import dataclass


class _Place(NamedTuple):
    """Where a host keeps its configuration.

    Attributes:
        folder: In the home folder.
        variable: The host's own variable that names another place.
        inside: The folder in that place; "" where the variable names the folder itself.
    """

    folder: str
    variable: str
    inside: str = ""


_PLACES = {
    "claude-code": _Place(".claude", "CLAUDE_CONFIG_DIR"),
    "codex": _Place(".codex", "CODEX_HOME"),
    "gemini": _Place(".gemini", "GEMINI_CLI_HOME", ".gemini"),
    "copilot": _Place(".copilot", "COPILOT_HOME"),
    "hermes": _Place(".hermes", "HERMES_HOME"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """How a host reaches us.

    Attributes:
        home: The person's home folder.
        command: The program and its arguments in front of the verb.
        hook_command: What runs as a hook, in front of its flags.
        flags: Whose memory: ``--config``, ``--user`` and the like, each with its value.
        environment: Where hosts find the variables that name another place than the usual one in the home folder.
        resident: Minutes without a call after which the resident process ends; 0 for none; None for the default.
    """

    home: Path
    command: Sequence[str]
    hook_command: Sequence[str]
    flags: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    resident: int | None = None

    def folder(self, host: str) -> Path:
        """The folder of a host's configuration."""
        place = _PLACES[host]
        named = self.environment.get(place.variable)
        return Path(named, place.inside).absolute() if named else self.home / place.folder

    def hook(
        self, host: str, event: str | None = None, *, joined: Callable[[Sequence[str]], str] = shlex.join
    ) -> str:
        """The command line of a hook.

        Args:
            host: The host that calls it.
            event: What it is called for, for a host that does not tell.
            joined: Makes a line of words, as the host's shell reads it.
        """
        named = ("--event", event) if event else ()
        resident = () if self.resident is None else ("--resident", str(self.resident))
        return joined([*self.hook_command, "--host", host, *named, *resident, *self.flags])

    @property
    def server(self) -> dict[str, str | list[str]]:
        """The MCP server, as hosts write it."""
        return {"command": self.command[0], "args": [*self.command[1:], "mcp", *self.flags]}
