"""Define the tools that every door offers."""

from typing import TYPE_CHECKING

from tiermem.support.lazy import deferred

if TYPE_CHECKING:
    from tiermem.tools.toolbox import BUILT_IN_TOOLS
else:
    __getattr__ = deferred(__name__, {"tiermem.tools.toolbox": ("BUILT_IN_TOOLS",)})

__all__ = ["BUILT_IN_TOOLS"]
