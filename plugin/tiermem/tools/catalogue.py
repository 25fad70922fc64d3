"""All built-in tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.tools.learning import LEARNING_TOOLS
from tiermem.tools.reading import READING_TOOLS
from tiermem.tools.writing import WRITING_TOOLS

if TYPE_CHECKING:
    from tiermem.values import Tool

BUILT_IN_TOOLS: tuple[Tool, ...] = (*WRITING_TOOLS, *READING_TOOLS, *LEARNING_TOOLS)
"""All of them: those that write entries, those that read, those that tell what was noticed."""
