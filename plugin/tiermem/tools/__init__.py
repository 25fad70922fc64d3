"""The one definition of the tools; every door offers these."""

from tiermem.tools.learning import LEARNING_TOOLS
from tiermem.tools.reading import READING_TOOLS
from tiermem.tools.toolbox import Toolbox, Tries
from tiermem.tools.writing import WRITING_TOOLS
from tiermem.values import Tool

BUILT_IN_TOOLS: tuple[Tool, ...] = (*WRITING_TOOLS, *READING_TOOLS, *LEARNING_TOOLS)
"""All of them: those that write entries, those that read, those that tell what was noticed."""

__all__ = ["BUILT_IN_TOOLS", "READING_TOOLS", "Toolbox", "Tries"]
