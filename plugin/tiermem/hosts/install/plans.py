"""What belongs into which file of which host."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.hosts.install.edits import Table, Whole, Wish
from tiermem.hosts.install.json_edits import Merge, Values
from tiermem.hosts.install.yaml_edits import Chosen

if TYPE_CHECKING:
    from tiermem.hosts.install.attachment import Attachment

HOSTS = ("claude-code", "codex", "gemini", "copilot", "hermes")
"""Hosts whose configuration is written."""
SNIPPETS = ("docker-agent",)
"""Hosts for which there is something to paste."""
SERVED = ("claude-code", "codex", "gemini", "copilot", "docker-agent")
"""Hosts that have the tools from the MCP server."""
_CLAUDE = ("SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd")
_GEMINI = ("SessionStart", "BeforeAgent", "AfterAgent", "PreCompress", "SessionEnd")
_COPILOT = ("sessionStart", "userPromptSubmitted", "agentStop", "preCompact", "sessionEnd")
_DOCKER = ("session_start", "user_prompt_submit", "stop", "pre_compact", "session_end")
TIMEOUT_S = 10
"""Seconds that a host waits for a hook: a cold start takes a third of one."""
_CODEX_END_S = 3
"""What Codex cuts the time of a session's end to, with a warning where it is more."""
_CODEX_ENVIRONMENT = [
    "PYTHONPATH",
    "TIERMEM_AGENT",
    "TIERMEM_CONFIG",
    "TIERMEM_PLUGINS",
    "TIERMEM_STORE",
    "XDG_DATA_HOME",
]
"""What decides whose memory it is: Codex gives its hooks the environment, but its MCP servers only what they name."""
_SLASH_COMMAND = """\
---
description: What tiermem remembers - list, search WORDS, delete ID
argument-hint: "[list | search WORDS | delete ID]"
---
Use the tools of the MCP server tiermem for this request about durable memory: $ARGUMENTS

- nothing or `list`: call get_memories for both targets and show id and content;
- `search WORDS`: call search_memories for both targets, with archive true, and show what it finds, with dates;
- `delete ID`: show the entry, ask whether it is the right one, then call delete_memory.
"""
_PROVIDER = """\
\"""Memory of tiermem for hermes-agent, as its MemoryProvider; written by 'tiermem install hermes'.\"""

import logging
import sys

try:
    from tiermem.hosts.hermes import register
except ImportError as error:
    logging.getLogger(__name__).warning(
        "tiermem is missing where hermes runs (%s). Install it there: %s -m pip install tiermem", error, sys.executable
    )
    raise

__all__ = ["register"]
"""
_MANIFEST = """\
name: tiermem
kind: exclusive
description: Durable memory in tiers, on this machine.
pip_dependencies: [tiermem]
"""


NEXT: Mapping[str, str] = {
    "claude-code": "Start Claude Code anew. /tiermem:memory shows and changes what is remembered.",
    "codex": "Start Codex anew. It says that hooks need review: choose 'Trust all and continue' (later: /hooks). "
    "Until then it leaves them out and says nothing.",
    "gemini": "Start Gemini anew, and trust the folder in which you work when it asks: without, it leaves hooks out.",
    "copilot": "Start Copilot anew.",
    "hermes": "Begin a new session of hermes.",
}
"""Host → what is left to the person once tiermem is installed."""


def plan(host: str, attachment: Attachment) -> list[Wish]:
    """What belongs into the configuration of a host.

    Raises:
        InputError: There is no such host; the message names those that there are.
    """
    plans = {
        "claude-code": _claude_code,
        "codex": _codex,
        "gemini": _gemini,
        "copilot": _copilot,
        "hermes": _hermes,
    }
    if host not in plans:
        raise InputError(
            f"There is no host {host!r} to install into. Possible: {', '.join((*HOSTS, *SNIPPETS))}."
        )
    return plans[host](attachment)


def snippet(attachment: Attachment) -> str:
    """What to paste into an agent of docker-agent."""
    server = attachment.server
    lines = [
        "toolsets:",
        "  - type: mcp",
        *(f"    {name}: {json.dumps(value)}" for name, value in server.items()),
    ]
    lines.append("hooks:")
    for event in _DOCKER:
        hook = {
            "name": "tiermem",
            "type": "command",
            "command": attachment.hook("docker-agent"),
            "timeout": TIMEOUT_S,
        }
        lines += [f"  {event}:", f"    - {json.dumps(hook)}"]
    return "\n".join(lines) + "\n"


def _claude_code(attachment: Attachment) -> list[Wish]:
    """A plugin of its own, which is loaded from the folder of skills: no file of others is touched."""
    folder = attachment.folder("claude-code") / "skills" / "tiermem"
    from tiermem import __version__

    hooks = {event: [_group(attachment.hook("claude-code"), TIMEOUT_S)] for event in _CLAUDE}
    server = {"type": "stdio", **attachment.server, "alwaysLoad": True}
    manifest = {
        "name": "tiermem",
        "version": __version__,
        "description": "Memory that lasts across sessions",
        "author": {"name": "tiermem"},
    }
    return [
        Wish(folder / ".claude-plugin" / "plugin.json", _whole(manifest)),
        Wish(folder / "hooks" / "hooks.json", _whole({"hooks": hooks})),
        Wish(folder / ".mcp.json", _whole({"mcpServers": {"tiermem": server}})),
        Wish(folder / "commands" / "memory.md", Whole(_SLASH_COMMAND)),
    ]


def _codex(attachment: Attachment) -> list[Wish]:
    folder = attachment.folder("codex")
    seconds = dict.fromkeys(_CLAUDE, TIMEOUT_S) | {"SessionEnd": _CODEX_END_S}
    return [
        *_hooks(folder / "hooks.json", "codex", attachment, seconds),
        Wish(
            folder / "config.toml",
            Table("mcp_servers.tiermem", {**attachment.server, "env_vars": _CODEX_ENVIRONMENT}),
        ),
    ]


def _gemini(attachment: Attachment) -> list[Wish]:
    file = attachment.folder("gemini") / "settings.json"
    return [
        *_hooks(file, "gemini", attachment, dict.fromkeys(_GEMINI, TIMEOUT_S * 1000), comments=True),
        Wish(file, Merge(("mcpServers", "tiermem"), attachment.server, comments=True)),
    ]


def _copilot(attachment: Attachment) -> list[Wish]:
    folder = attachment.folder("copilot")
    hooks: Mapping[str, object] = {
        event: [
            {
                "type": "command",
                "bash": attachment.hook("copilot", event),
                "powershell": attachment.hook("copilot", event, joined=_powershell),
                "timeoutSec": TIMEOUT_S,
            }
        ]
        for event in _COPILOT
    }
    server = {"type": "local", **attachment.server, "tools": ["*"]}
    return [
        Wish(folder / "hooks" / "tiermem.json", _whole({"version": 1, "hooks": hooks})),
        Wish(folder / "mcp-config.json", Merge(("mcpServers", "tiermem"), server, comments=True)),
    ]


def _hermes(attachment: Attachment) -> list[Wish]:
    folder = attachment.folder("hermes")
    plugin = folder / "plugins" / "tiermem"
    flags = zip(attachment.flags[::2], attachment.flags[1::2], strict=True)
    chosen = {flag.removeprefix("--"): value for flag, value in flags}
    return [
        Wish(folder / "config.yaml", Chosen("memory", "provider", "tiermem")),
        Wish(folder / "tiermem.json", Values(chosen)),
        Wish(plugin / "__init__.py", Whole(_PROVIDER)),
        Wish(plugin / "plugin.yaml", Whole(_MANIFEST)),
    ]


def _hooks(
    file: Path, host: str, attachment: Attachment, timeouts: Mapping[str, int], *, comments: bool = False
) -> list[Wish]:
    """A hook for each event, in Claude Code's form, beside those of others."""
    marks = ("tiermem", f"--host {host}")
    command = attachment.hook(host)
    return [
        Wish(file, Merge(("hooks", event), _group(command, timeout), marks, comments))
        for event, timeout in timeouts.items()
    ]


def _group(command: str, timeout: int) -> dict[str, object]:
    return {"hooks": [{"type": "command", "command": command, "timeout": timeout}]}


def _powershell(words: Sequence[str]) -> str:
    """A command line for PowerShell, which takes typographic quotes for quotes as well."""
    quoted = (re.sub("(['\u2018-\u201b])", r"\1\1", word) for word in words)
    return "& " + " ".join(f"'{word}'" for word in quoted)


def _whole(data: Mapping[str, object]) -> Whole:
    return Whole(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
