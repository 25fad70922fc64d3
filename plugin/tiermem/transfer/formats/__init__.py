"""The file formats, one per module. To add one, add its module and its line in `FORMATS`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.transfer.formats.base import FileHead
from tiermem.transfer.formats.basic_memory import BASIC_MEMORY
from tiermem.transfer.formats.claude import CLAUDE
from tiermem.transfer.formats.docker_agent import DOCKER_AGENT, SQLITE
from tiermem.transfer.formats.hermes import HERMES
from tiermem.transfer.formats.json_export import JSON
from tiermem.transfer.formats.markdown import MARKDOWN
from tiermem.transfer.formats.mcp_memory import MCP_MEMORY
from tiermem.transfer.formats.mem0 import MEM0

if TYPE_CHECKING:
    from pathlib import Path

    from tiermem.transfer.formats.base import Format

FORMATS: tuple[Format, ...] = (DOCKER_AGENT, MEM0, MCP_MEMORY, JSON, MARKDOWN, BASIC_MEMORY, HERMES, CLAUDE)
"""The formats, in the order in which they are tried: most distinctive first."""
WRITABLE = tuple(one.name for one in FORMATS if one.write is not None)
NAMES = tuple(one.name for one in FORMATS)
SUFFIXES = frozenset(suffix for one in FORMATS for suffix in one.suffixes)


def by_name(name: str) -> Format:
    """Return the format of a name.

    Raises:
        InputError: The format is unknown.
    """
    for one in FORMATS:
        if one.name == name:
            return one
    raise InputError(f"There is no format {name!r}. Possible: {', '.join(NAMES)}.")


def detect(path: Path) -> Format | None:
    """Return the format of a file by its beginning; None if unknown.

    Raises:
        TranscriptError: The file cannot be read.
        NothingThere: It is empty.
    """
    return _of(FileHead.of(path))


def detect_or_guess(path: Path) -> Format:
    """Detect the format of a file, or return the one whose errors explain best why it is unknown.

    Raises:
        TranscriptError: The file cannot be read.
        NothingThere: It is empty.
    """
    beginning = FileHead.of(path)
    if beginning.head.startswith(SQLITE):
        return _of(beginning) or DOCKER_AGENT
    return _of(beginning) or (JSON if beginning.head.lstrip().startswith(b"{") else MARKDOWN)


def _of(beginning: FileHead) -> Format | None:
    return next((one for one in FORMATS if one.recognises(beginning)), None)
