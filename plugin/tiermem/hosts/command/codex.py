"""Codex, with Claude Code's protocol. The context becomes developer messages around the user's message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.hosts.command.claude_code import MOMENTS, RESULT, SERVERS, group, parse, render
from tiermem.hosts.command.contract import OFF, TIMEOUT_S, Answer, Host, OwnModel

if TYPE_CHECKING:
    from tiermem.hosts.command.contract import Attachment
    from tiermem.hosts.install.edits import FileEdit

_END_S = 3
"""Codex's limit at the end of a session. It warns about a larger value."""
_ENVIRONMENT = [
    "PYTHONPATH",
    "TIERMEM_AGENT",
    "TIERMEM_CONFIG",
    OFF,
    "TIERMEM_PLUGINS",
    "TIERMEM_PROJECT",
    "TIERMEM_STORE",
    "TIERMEM_TASK",
    "TIERMEM_USER",
    "XDG_DATA_HOME",
]
"""Variables that select the store and user. Codex passes MCP servers only the variables that they name."""


_ASKED = (
    *("codex", "exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only"),
    *("--disable", "hooks", "-c", "mcp_servers={}", "-"),
)


def _read(output: str) -> Answer:
    """Return the answer in the events that the command prints."""
    import json

    events = [json.loads(line) for line in output.splitlines() if line.strip()]
    said = [one["item"]["text"] for one in events if one.get("item", {}).get("type") == "agent_message"]
    used = [one["usage"] for one in events if one["type"] == "turn.completed"]
    return Answer(said[-1], "codex", used[-1]["input_tokens"], used[-1]["output_tokens"])


def _plan(attachment: Attachment) -> list[FileEdit]:
    from tiermem.hosts.install.edits import FileEdit, hook_edits
    from tiermem.hosts.install.toml_edits import TomlTable

    folder = attachment.folder(HOST)
    command = attachment.hook("codex")
    hooks = {
        event: group(command, _END_S if moment == "end" else TIMEOUT_S) for event, moment in MOMENTS.items()
    }
    hooks[RESULT] = group(command, TIMEOUT_S, SERVERS)
    server = {**attachment.server, "env_vars": _ENVIRONMENT, "default_tools_approval_mode": "approve"}
    return [
        *hook_edits(folder / "hooks.json", "codex", hooks),
        FileEdit(folder / "config.toml", TomlTable("mcp_servers.tiermem", server)),
    ]


HOST = Host(
    shows_messages=True,
    parse=parse,
    render=render,
    model=OwnModel(_ASKED, _read),
    folder=".codex",
    variable="CODEX_HOME",
    plan=_plan,
    next="Restart Codex. It says that hooks need review: choose 'Trust all and continue' (later: /hooks). "
    "Until then it skips them silently. ' /memory', with a space in front, shows and changes what is remembered.",
)
