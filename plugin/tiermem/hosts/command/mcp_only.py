"""Hosts with MCP servers but without hooks: Claude Desktop, Cursor, OpenCode, VS Code and Zed.

The server's instructions replace the output of hooks. Paths and contents of their files follow their documentation.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tiermem.hosts.command.contract import Host

if TYPE_CHECKING:
    from tiermem.hosts.command.contract import Attachment
    from tiermem.hosts.install.edits import FileEdit


def _settings(name: str) -> str:
    """Return the folder of a desktop program's settings, in the home folder."""
    by_platform = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}
    return f"{by_platform.get(sys.platform, '.config')}/{name}"


def _plain(attachment: Attachment) -> dict[str, Any]:
    return {**attachment.lone_server}


def _stdio(attachment: Attachment) -> dict[str, Any]:
    return {"type": "stdio", **attachment.lone_server}


def _local(attachment: Attachment) -> dict[str, Any]:
    server = attachment.lone_server
    return {"type": "local", "command": [server["command"], *server["args"]], "enabled": True}


def _plan(
    file: str, servers: str, entry: Callable[[Attachment], dict[str, Any]], attachment: Attachment
) -> list[FileEdit]:
    from tiermem.hosts.install.edits import FileEdit
    from tiermem.hosts.install.json_edits import JsonValue

    edit = JsonValue((servers, "tiermem"), entry(attachment), comments=True)
    return [FileEdit(attachment.home / file, edit)]


def _host(
    folder: str, file: str, servers: str, entry: Callable[[Attachment], dict[str, Any]], name: str
) -> Host:
    plan = partial(_plan, str(Path(folder, file)), servers, entry)
    return Host(
        folder=folder, plan=plan, next=f"Restart {name}, and allow the tools of tiermem when it asks."
    )


HOSTS: Mapping[str, Host] = {
    "claude-desktop": _host(
        _settings("Claude"), "claude_desktop_config.json", "mcpServers", _plain, "Claude Desktop"
    ),
    "cursor": _host(".cursor", "mcp.json", "mcpServers", _plain, "Cursor"),
    "opencode": _host(".config/opencode", "opencode.json", "mcp", _local, "OpenCode"),
    "vscode": _host(_settings("Code/User"), "mcp.json", "servers", _stdio, "VS Code"),
    "zed": _host(".config/zed", "settings.json", "context_servers", _plain, "Zed"),
}
"""Name → host."""
