"""hermes-agent, whose configuration selects a memory provider (`tiermem.hosts.hermes`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.hosts.command.contract import Host

if TYPE_CHECKING:
    from tiermem.hosts.command.contract import Attachment
    from tiermem.hosts.install.edits import FileEdit

# The manifest has no `pip_dependencies`: hermes would install them from an index that lacks tiermem.
_PROVIDER = """\
\"""Memory of tiermem for hermes-agent, as its MemoryProvider; written by 'tiermem install hermes'.\"""

import logging
import sys

try:
    from tiermem.hosts.hermes import register
except ImportError as error:
    logging.getLogger(__name__).warning(
        "tiermem is missing where hermes runs (%s). Install it there too: %s -m {command}", error, sys.executable
    )
    raise

__all__ = ["register"]
"""
_MANIFEST = """\
name: tiermem
kind: exclusive
description: Durable memory in tiers, on this machine.
"""


def _plan(attachment: Attachment) -> list[FileEdit]:
    from tiermem.hosts.install.edits import FileEdit, OwnFile
    from tiermem.hosts.install.json_edits import JsonKeys
    from tiermem.hosts.install.yaml_edits import YamlChoice
    from tiermem.support.resources import install_command

    folder = attachment.folder(HOST)
    plugin = folder / "plugins" / "tiermem"
    flags = zip(attachment.flags[::2], attachment.flags[1::2], strict=True)
    chosen = {flag.removeprefix("--"): value for flag, value in flags}
    return [
        FileEdit(folder / "config.yaml", YamlChoice("memory", "provider", "tiermem")),
        FileEdit(folder / "tiermem.json", JsonKeys(chosen)),
        FileEdit(plugin / "__init__.py", OwnFile(_PROVIDER.replace("{command}", _quoted(install_command())))),
        FileEdit(plugin / "plugin.yaml", OwnFile(_MANIFEST)),
    ]


def _quoted(command: str) -> str:
    """Escape a command for the provider's text, which logging formats."""
    return command.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")


HOST = Host(
    folder=".hermes",
    variable="HERMES_HOME",
    plan=_plan,
    next="Begin a new session of hermes.",
)
