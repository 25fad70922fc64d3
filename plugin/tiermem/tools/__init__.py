"""The one definition of the tools; every door offers these."""

from tiermem.tools.definitions import BUILT_IN_TOOLS
from tiermem.tools.toolbox import Toolbox, Tries

__all__ = ["BUILT_IN_TOOLS", "Toolbox", "Tries"]
