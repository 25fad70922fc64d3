"""The formats that are taken in, one module each. A new one is a module and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.transfer.contract import Beginning
from tiermem.transfer.formats.basic_memory import BASIC_MEMORY
from tiermem.transfer.formats.claude import CLAUDE
from tiermem.transfer.formats.docker_agent import DOCKER_AGENT, SQLITE
from tiermem.transfer.formats.hermes import HERMES
from tiermem.transfer.formats.lossless_json import JSON
from tiermem.transfer.formats.mcp_memory import MCP_MEMORY
from tiermem.transfer.formats.mem0 import MEM0
from tiermem.transfer.formats.own_markdown import MARKDOWN

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.transfer.contract import Format

FORMATS: tuple[Format, ...] = (DOCKER_AGENT, MEM0, MCP_MEMORY, JSON, MARKDOWN, BASIC_MEMORY, HERMES, CLAUDE)
"""In the order in which a file is looked at: what can be told most surely comes first."""
NAMES = tuple(one.name for one in FORMATS)
SUFFIXES = frozenset(suffix for one in FORMATS for suffix in one.suffixes)


def named(name: str) -> Format:
    """The format of a name.

    Raises:
        InputError: There is none.
    """
    for one in FORMATS:
        if one.name == name:
            return one
    raise InputError(f"There is no format {name!r}. Possible: {', '.join(NAMES)}.")


def recognised(path: Path) -> Format | None:
    """The format that a file begins like; None where it is of none.

    Raises:
        TranscriptError: The file cannot be read, or is empty.
    """
    return _of(Beginning.of(path))


def meant(path: Path) -> Format:
    """The same, and where it is of none that whose reading says best what is wrong with it.

    Raises:
        TranscriptError: The file cannot be read, or is empty.
    """
    beginning = Beginning.of(path)
    if beginning.head.startswith(SQLITE):
        return _of(beginning) or DOCKER_AGENT
    return _of(beginning) or (JSON if beginning.head.lstrip().startswith(b"{") else MARKDOWN)


def _of(beginning: Beginning) -> Format | None:
    return next((one for one in FORMATS if one.recognises(beginning)), None)
